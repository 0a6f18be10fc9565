"""How far it is to each building, and the simple player that the machine is measured against."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import legal_in_turn
from prowlerbot.games.landgrab.machine import ROLLS_NEEDED, ways_on
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.thinking import claim
from prowlerbot.games.landgrab.turns import to_turn
from tests.games.landgrab.matches import LANDGRAB, started, texts


def walked(position: Position, square: int, number: int, own: frozenset[int]) -> int:
    """The turns of a lone pawn until it is adjacent to a building; it goes around the buildings of
    ``own`` in the first turn alone.
    """
    on = position.map
    goal = on.buildings[number].around
    reached, turns = {square}, 0
    while not any(goal >> at & 1 for at in reached):
        owners = [1 if at in own and not turns else 2 for at in range(len(on.buildings))]
        moves = [move for at in reached for move in legal_in_turn(on, (at,), owners, 1)]
        reached |= {move.at for move in moves if move.kind == ""}
        turns += 1
    return turns


def test_ways_take_as_many_turns_as_walking_there_by_the_rules() -> None:
    for seed in range(3):
        rng = random.Random(seed)
        position = LANDGRAB.start(LANDGRAB.setup(rng, 2, {"map": "drawn"}))
        on = position.map
        count = len(on.buildings)
        for square in rng.sample(squares_in(on.free), 12):
            own = frozenset(rng.sample(range(count), 6))
            mask = sum(1 << number for number in own)
            way, plain = ways_on(on).way_from(square, mask), ways_on(on).way_from(square)
            for number in range(count):
                assert way.turns[number] == walked(position, square, number, own), seed
                assert plain.turns[number] == walked(position, square, number, frozenset()), seed
                assert on.buildings[number].around >> way.ends[number] & 1, seed


def test_a_building_at_hand_takes_no_turn_and_is_threatened_most() -> None:
    position = started("RB/1/F6,H6/F7/", "p:G6 p:I6")
    near, far = (ways_on(position.map).way_from(square) for square in position.pawns)
    assert (near.turns, far.turns) == ((0,), (2,))
    assert near.threats[0] == 1
    assert far.threats[0] < near.threats[0]


def test_a_small_building_takes_two_rolls_and_a_large_one_four_on_average() -> None:
    assert ROLLS_NEEDED[1] == pytest.approx(1)
    assert ROLLS_NEEDED[2] == pytest.approx(1 + 1 / 12)
    assert ROLLS_NEEDED[10] == pytest.approx(2.1, abs=0.05)
    assert ROLLS_NEEDED[25] == pytest.approx(4.4, abs=0.05)


# ------------------------------------------------------------------------- the simple player

TWO_HOUSES = "RB/1/F6,H6,J6/G7,I7/"
"""Two rows of six squares, with buildings in the lower one."""


def claimed(position: Position, seed: int = 1) -> str:
    (seat,) = position.to_move
    return str(claim(position, seat, position.moves(seat), random.Random(seed)))


def owned(position: Position, *owners: int) -> Position:
    return to_turn(position._replace(owners=owners), position.turn, position.round)


def test_it_claims_what_has_the_fewest_points_left_in_reach() -> None:
    between = started(TWO_HOUSES, "p:H6 p:K6")
    assert claimed(between._replace(points=(10, 4))) == "c:I7"
    assert claimed(between._replace(points=(3, 4))) == "c:G7"
    assert claimed(owned(between, 2, 1)) == "c:G7", "it steals, too"


def test_with_nothing_in_reach_it_goes_to_the_nearest_building_of_others() -> None:
    for seed in range(5):
        assert claimed(started(TWO_HOUSES, "p:K6 p:F6"), seed) in {"J6", "J7"}, seed
        left = owned(started(TWO_HOUSES, "p:F6 p:K6"), 1, 0)
        assert claimed(left, seed) in {"H6", "H7"}, "around its own building"


def test_it_does_not_attack_while_there_is_something_to_go_for() -> None:
    position = started(TWO_HOUSES, "p:K6 p:J6")
    assert "a:2" in texts(position)
    assert claimed(position) == "J7"


def test_it_starts_beside_as_many_buildings_as_it_can() -> None:
    assert {claimed(started(TWO_HOUSES), seed) for seed in range(9)} == {"p:H6", "p:H7"}


def test_it_plays_every_phase_to_the_end() -> None:
    rng = random.Random(3)
    position = LANDGRAB.start(LANDGRAB.setup(rng, 3, {}))
    while position.to_move:
        (seat,) = position.to_move
        moves = position.moves(seat)
        move = claim(position, seat, moves, rng) if seat else rng.choice(moves)
        position = position.after(seat, move)
    assert position.end in {"calm", "rounds"}
