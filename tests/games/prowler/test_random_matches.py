"""Rules that hold in every match; Hypothesis looks for one that breaks them."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import find_move
from prowlerbot.core.record import replay
from prowlerbot.core.record_json import loads, to_json
from prowlerbot.games import GAMES
from prowlerbot.games.prowler.board import ALL_PATHWAYS, STATUES
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.setup import DISTRICTS, TILES, Setup, draw_setup, parse_setup
from tests.games.prowler.matches import PROWLER, any_move, keeping_together, play_out, record_of


@st.composite
def setups(draw: st.DrawFn) -> str:
    return str(draw_setup(draw(st.randoms(use_true_random=False)), {}))


@st.composite
def matches(draw: st.DrawFn) -> list[Position]:
    """Every position of a match whose moves Hypothesis chooses, so that it can shrink them."""
    positions = [PROWLER.start(draw(setups()))]
    while positions[-1].to_move:
        position = positions[-1]
        moves = position.moves(position.seat)
        at = draw(st.integers(0, len(moves) - 1))
        positions.append(position.after(position.seat, moves[at]))
    return positions


def pulled(setup: Setup, position: Position) -> int:
    """How many spaces the last move moves markers, all together."""
    move = position.last
    if move is None or not move.pathway:
        return int(move is not None)
    tile = setup.tile(move.pathway)
    return {"d": 4, "w": 3}.get(tile, 2)


@given(matches())
@settings(max_examples=60, deadline=None)
def test_tiles_passages_and_statues_are_never_lost_or_doubled(positions: list[Position]) -> None:
    setup = positions[0].setup
    for position in positions:
        one, two = position.passages
        assert one & two == 0
        assert one | two | position.free == ALL_PATHWAYS
        lying = Counter(setup.tile(n) for n in range(1, 28) if position.free >> n & 1)
        held = Counter(dict(zip(TILES, map(sum, zip(*position.tiles, strict=True)), strict=True)))
        assert lying + held == Counter(setup.tiles)
        standing = {name for name, around in STATUES.items() if around & position.free}
        taken = position.statues[0] + position.statues[1]
        assert len(set(taken)) == len(taken)
        assert set(taken) | standing == set(STATUES)
        assert not set(taken) & standing


@given(matches())
@settings(max_examples=60, deadline=None)
def test_every_move_pulls_as_many_spaces_as_it_says_and_all_to_one_side(
    positions: list[Position],
) -> None:
    for before, after in pairwise(positions):
        steps = [b - a for a, b in zip(before.track, after.track, strict=True)]
        towards = 1 if before.seat == 1 else -1
        assert sum(steps) == towards * pulled(before.setup, after)
        assert all(step * towards >= 0 for step in steps)


@given(matches())
@settings(max_examples=60, deadline=None)
def test_achievements_are_held_by_one_seat_at_most_and_kept(positions: list[Position]) -> None:
    cards = positions[0].setup.cards
    for before, after in pairwise(positions):
        one, two = after.achievements
        assert sorted((*one, *two, *after.unclaimed)) == list(cards)
        for was, now in zip(before.achievements, after.achievements, strict=True):
            assert now[: len(was)] == was


@given(matches())
@settings(max_examples=60, deadline=None)
def test_moves_are_distinct_and_read_back_as_they_are_written(positions: list[Position]) -> None:
    for position in positions:
        for seat in (1, 2):
            moves = position.moves(seat)
            assert bool(moves) is (seat in position.to_move)
            assert len(set(map(str, moves))) == len(moves)
            assert all(find_move(position, seat, str(move)) == move for move in moves)
    over = positions[-1]
    assert over.outcome is not None
    assert over.to_move == frozenset()


@given(matches())
@settings(max_examples=60, deadline=None)
def test_the_replay_of_the_moves_is_the_match(positions: list[Position]) -> None:
    record = record_of(positions)
    assert record.states() == positions
    assert loads(json.dumps(to_json(record, states=True)), GAMES) == record


@given(matches(), st.integers(0, 27))
@settings(max_examples=30, deadline=None)
def test_a_position_does_not_change_when_moves_are_made_from_it(
    positions: list[Position], at: int
) -> None:
    position = positions[at]
    for move in position.moves(position.seat):
        position.after(position.seat, move)
    record = record_of(positions[: at + 1])
    assert replay(PROWLER, record.setup, record.moves)[-1] == position


@given(matches())
@settings(max_examples=60, deadline=None)
def test_mid_game_comes_once_with_the_second_statue_or_the_sixteenth_placement(
    positions: list[Position],
) -> None:
    for before, after in pairwise(positions):
        due = after.ply > 16 or sum(map(len, after.statues)) >= 2
        assert (after.mid is not None) is due
        if before.mid is not None:
            assert after.mid == before.mid


@given(setups())
@settings(max_examples=100, deadline=None)
def test_set_ups_read_back_as_they_are_written(text: str) -> None:
    assert str(parse_setup(text)) == text


@given(st.text(alphabet=DISTRICTS + TILES + "-/,12 ", max_size=70))
def test_any_other_text_is_refused_as_a_set_up(text: str) -> None:
    with pytest.raises(BadSetup, match="not possible"):
        PROWLER.start(text)


def test_keeping_a_network_together_builds_longer_passages() -> None:
    rng = random.Random(9)
    long = [
        play_out(PROWLER.setup(rng, 2, {}), rng, keeping_together)[-1].longest(1) for _ in range(40)
    ]
    wild = [play_out(PROWLER.setup(rng, 2, {}), rng, any_move)[-1].longest(1) for _ in range(40)]
    assert sum(long) > sum(wild)
