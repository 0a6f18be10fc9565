"""How far it is to each building, against walking there by the rules."""

from __future__ import annotations

import random

import pytest

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.machine.ways import ROLLS, ways_on
from prowlerbot.games.landgrab.reach import legal_in_turn
from prowlerbot.games.landgrab.rules import Position

from .matches import LANDGRAB, started


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


@pytest.mark.parametrize("seed", range(3))
def test_ways_take_as_many_turns_as_walking_there_by_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    position = LANDGRAB.start(LANDGRAB.setup(rng, 2, {"map": "drawn"}))
    on = position.map
    count = len(on.buildings)
    for square in rng.sample(squares_in(on.free), 12):
        own = frozenset(rng.sample(range(count), 6))
        mask = sum(1 << number for number in own)
        way, plain = ways_on(on).of(square, mask), ways_on(on).of(square)
        for number in range(count):
            assert way.turns[number] == walked(position, square, number, own)
            assert plain.turns[number] == walked(position, square, number, frozenset())
            assert on.buildings[number].around >> way.ends[number] & 1


def test_a_building_at_hand_takes_no_turn_and_is_threatened_most() -> None:
    position = started("RB/1/F6,H6/F7/", "p:G6 p:I6")
    near, far = (ways_on(position.map).of(square) for square in position.pawns)
    assert (near.turns, far.turns) == ((0,), (2,))
    assert near.threats[0] == 1
    assert far.threats[0] < near.threats[0]


def test_a_small_building_takes_two_rolls_and_a_large_one_four_on_average() -> None:
    assert ROLLS[1] == pytest.approx(1)
    assert ROLLS[2] == pytest.approx(1 + 1 / 12)
    assert ROLLS[10] == pytest.approx(2.1, abs=0.05)
    assert ROLLS[25] == pytest.approx(4.4, abs=0.05)
