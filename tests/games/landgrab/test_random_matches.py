"""Rules that hold in every match; Hypothesis looks for one that breaks them."""

from __future__ import annotations

import json
import random
from itertools import pairwise

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import CHANCE, LEAVE, Registry, find_move
from prowlerbot.core.record import Made, Record
from prowlerbot.core.record_json import loads, to_json
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import Map
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.placing import legal_buildings, legal_tiles
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.setup import parse_setup
from prowlerbot.games.landgrab.space import (
    ADJACENT,
    SQUARES,
    WIDTH,
    apart,
    joined,
    with_adjacent,
    with_beside,
)
from tests.games.landgrab.matches import LANDGRAB, small_setup

GAMES = Registry((LANDGRAB,))
Match = tuple[Record, list[Position]]


@st.composite
def matches(draw: st.DrawFn) -> Match:
    """A match with its positions. Its hundreds of moves come from one number, as Hypothesis would
    mostly draw short matches if it chose each of them.
    """
    seats = draw(st.sampled_from((2, 3, 4)))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    kind = draw(st.sampled_from(("small", "together", "drawn")))
    setup = (
        small_setup(rng, seats) if kind == "small" else LANDGRAB.setup(rng, seats, {"map": kind})
    )
    leaving = draw(st.sampled_from((0, 0, 0.02)))
    made: list[Made] = []
    positions = [LANDGRAB.start(setup)]
    for _ in range(draw(st.sampled_from((400, 400, 60)))):
        position = positions[-1]
        if not position.to_move:
            break
        (seat,) = position.to_move
        who = rng.choice(position.seats)
        left = position.leave(who) if leaving and rng.random() < leaving else None
        if left is not None:
            made.append(Made(who, LEAVE))
            positions.append(left)
            continue
        move = rng.choice(position.moves(seat))
        made.append(Made(seat, str(move)))
        positions.append(position.after(seat, move))
    return Record(LANDGRAB, setup, tuple(made)), positions


every_match = settings(max_examples=40, deadline=None)


@given(matches())
@every_match
def test_there_are_never_more_tiles_or_buildings_than_the_box_has(match: Match) -> None:
    for position in match[1]:
        assert len(position.map.tiles) <= 20
        assert len(position.map.small) <= 10
        assert len(position.map.large) <= 5
        assert len(position.map.buildings) <= 15
        assert len(position.owners) == len(position.points) == len(position.map.buildings)


@given(matches())
@every_match
def test_free_squares_always_hang_together_and_every_building_has_one(match: Match) -> None:
    for ground in {position.map for position in match[1]}:
        assert joined(ground.free, ground.free & -ground.free, ground.free)
        assert all(building.around & ground.free for building in ground.buildings)
        assert ground.fit.bit_count() >= parse_setup(match[0].setup).seats
        covered = sum(building.squares.bit_count() for building in ground.buildings)
        assert ground.free.bit_count() + covered == 4 * len(ground.tiles)


@given(matches())
@every_match
def test_damage_is_only_where_a_building_still_has_points(match: Match) -> None:
    for before, after in pairwise(match[1]):
        for building, points in zip(after.map.buildings, after.points, strict=True):
            assert 0 < points <= building.full
        if before.map == after.map and before.points != after.points:
            assert before.phase == "claim"
            changed = [a for a, b in zip(after.points, before.points, strict=True) if a != b]
            assert len(changed) == 1
        if not after.round:
            assert set(after.owners) <= {0}
            assert after.points == after.map.full


@given(matches())
@every_match
def test_every_seat_in_has_one_pawn_on_an_own_free_square_except_while_one_returns(
    match: Match,
) -> None:
    for position in match[1]:
        standing = [square for square in position.pawns if square >= 0]
        assert len(set(standing)) == len(standing)
        assert all(position.map.free >> square & 1 for square in standing)
        for seat, square in enumerate(position.pawns, 1):
            away = position.returning == seat
            if position.round and position.phase != "over":
                assert (square >= 0) is (position.is_in(seat) and not away)
            elif square >= 0:
                assert position.is_in(seat)
        assert bool(position.returning) is (position.phase == "eviction")


@given(matches())
@every_match
def test_whoever_is_to_move_has_a_move_and_nobody_else(match: Match) -> None:
    for position in match[1]:
        for seat in (CHANCE, *position.seats):
            moves = position.moves(seat)
            assert bool(moves) is (seat in position.to_move)
            assert len(set(map(str, moves))) == len(moves)
            assert all(find_move(position, seat, str(move)) is move for move in moves)
        assert len(position.to_move) == (0 if position.end else 1)
        assert (position.outcome is None) is bool(position.to_move)


@given(matches())
@every_match
def test_lives_are_only_ever_lost_and_rounds_only_ever_rise(match: Match) -> None:
    for before, after in pairwise(match[1]):
        assert all(b >= a >= 0 for b, a in zip(before.lives, after.lives, strict=True))
        lost = sum(before.lives) - sum(after.lives)
        assert lost <= 1 or before.left != after.left
        assert before.round <= after.round <= min(80, before.round + 1)
        assert before.progress <= after.progress <= after.round
        assert after.round - after.progress <= 20
        if lost:
            assert after.progress == before.round
        assert all(old in {new, -1} for old, new in zip(before.spawns, after.spawns, strict=True))


@given(matches())
@every_match
def test_the_replay_of_the_moves_is_the_match(match: Match) -> None:
    record, positions = match
    assert record.states() == positions
    written = json.dumps(to_json(record, states=True))
    assert loads(written, GAMES) == record


@given(matches(), st.integers(0, 400))
@every_match
def test_a_position_does_not_change_when_moves_are_made_from_it(match: Match, at: int) -> None:
    record, positions = match
    position = positions[min(at, len(positions) - 1)]
    for seat in position.to_move:
        for move in position.moves(seat):
            position.after(seat, move)
    for seat in position.seats:
        position.leave(seat)
    assert record.states()[min(at, len(positions) - 1)] == position


@given(matches())
@every_match
def test_points_in_the_end_are_those_of_the_buildings_and_of_the_last(match: Match) -> None:
    position = match[1][-1]
    outcome = position.outcome
    assume(outcome is not None)
    assert outcome is not None
    worth = sum(
        building.worth
        for building, owner in zip(position.map.buildings, position.owners, strict=True)
        if owner
    )
    assert sum(outcome.totals) == worth + (5 if position.end == "last" else 0)
    behind = [outcome.ranks[seat - 1] for seat in position.left]
    before = [outcome.ranks[seat - 1] for seat in position.seats if seat not in position.left]
    assert not behind or max(before) < min(behind)


@given(st.randoms(use_true_random=False), st.sampled_from((2, 3, 4)))
@settings(max_examples=40, deadline=None)
def test_building_places_are_those_that_a_search_finds(rng: random.Random, seats: int) -> None:
    """The quick way to look at all places, against taking each building on its own."""
    choice = rng.choice
    ground = Map((choice((0, 65, 140)),))
    for _ in range(choice(range(3, 12))):
        ground = ground.with_tile(choice(legal_tiles(ground)).at)
    for _ in range(choice(range(16))):
        places = legal_buildings(ground, seats, small=True, large=True)
        assert list(places) == searched(ground, seats)
        if not places:
            break
        _, first, second = choice(places)
        ground = ground.with_building(first, second)


def searched(ground: Map, seats: int) -> list[Move]:
    found = []
    pairs = [(at, to) for at in SQUARES for to in (at + 1, at + WIDTH)]
    for first, second in [*((at, -1) for at in SQUARES), *pairs]:
        squares = 1 << first | (1 << second if second >= 0 else 0)
        if squares & ground.free == squares:
            built = ground.with_building(first, second)
            if (
                joined(built.free, built.free & -built.free, built.free)
                and all(building.around & built.free for building in built.buildings)
                and built.fit.bit_count() >= seats
            ):
                found.append(Move("s" if second < 0 else "l", first, second))
    return found


@given(st.text(alphabet="RBGY/,-ABFGHKLM0123tlogeher1 67", max_size=40))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    try:
        setup = parse_setup(text)
    except BadSetup as refusal:
        assert "not possible" in str(refusal)  # noqa: PT017 - most of what is drawn is refused
    else:
        assert str(setup) == text


def test_adjacent_squares_are_those_one_away_and_beside_those_that_share_an_edge() -> None:
    for square in SQUARES:
        near = [other for other in SQUARES if apart(square, other) == 1]
        assert squares_in(ADJACENT[square]) == near
        assert squares_in(with_adjacent(1 << square)) == sorted([square, *near])
        edges = [other for other in near if abs(other - square) in {1, WIDTH}]
        assert squares_in(with_beside(1 << square)) == sorted([square, *edges])
