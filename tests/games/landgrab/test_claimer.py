"""The simple player that the machine is measured against."""

from __future__ import annotations

import random

import pytest

from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.thinking import claim
from prowlerbot.games.landgrab.turns import to_turn

from .matches import LANDGRAB, started, texts

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


@pytest.mark.parametrize("seed", range(5))
def test_with_nothing_in_reach_it_goes_to_the_nearest_building_of_others(seed: int) -> None:
    assert claimed(started(TWO_HOUSES, "p:K6 p:F6"), seed) in {"J6", "J7"}
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
