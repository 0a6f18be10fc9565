"""A running match has few turning points, and only those that everybody may know."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import pairwise

import pytest

from prowlerbot.core.game import CHANCE, LEAVE, View
from prowlerbot.games import GAMES
from prowlerbot.match.decisions import Play
from prowlerbot.match.following import Turn, turns
from prowlerbot.match.timeline import Timeline


def course(*points: Sequence[int], left: Sequence[int] = ()) -> list[Turn]:
    """The turning points of a match with these points after each move; those seats left then."""
    views = tuple(View(each, None) for each in ((0, 0), *points))  # type: ignore[type-var]  # points stand for positions
    plays = tuple(Play(2, LEAVE if at in left else "x", at) for at in range(1, len(points) + 1))
    return turns(Timeline(None, plays, views), lambda seen: seen)


def test_a_new_leader_who_stays_ahead_is_a_turning_point_and_the_first_is_not() -> None:
    assert course(*[(1, 0)] * 9) == []
    assert course(*[(1, 0)] * 9, *[(1, 2)] * 9) == [Turn(12, 2, (1, 2))]
    assert course(*[(1, 0)] * 9, *[(1, 2)] * 2, *[(3, 2)] * 9) == []


def test_equal_points_end_no_lead() -> None:
    assert course(*[(1, 0)] * 9, *[(1, 1)] * 9, *[(2, 1)] * 9) == []


def test_changes_of_the_lead_come_with_moves_in_between() -> None:
    found = course(*[(1, 0)] * 3, *([(0, 1)] * 3 + [(1, 0)] * 3) * 6)
    assert found
    assert all(later.at - earlier.at >= 8 for earlier, later in pairwise(found))
    assert all(one.seat != other.seat for one, other in pairwise(found))


def test_a_seat_that_leaves_is_a_turning_point() -> None:
    assert course(*[(1, 0)] * 4, left=[2]) == [Turn(2, 2)]


def test_a_game_may_tell_no_points() -> None:
    assert course(*[()] * 20) == []


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_points_of_a_spectator_are_those_of_all_seats_and_of_the_end(
    key: str, seed: int
) -> None:
    rng, rules = random.Random(seed), GAMES[key]
    seats = rng.choice([each for each in rules.seats if each > 1])
    state = rules.start(rules.setup(rng, seats, {}))
    while state.to_move:
        points = rules.points(state.view(None).seen)
        assert len(points) in {0, seats}
        seat = min(state.to_move) if CHANCE not in state.to_move else CHANCE
        state = state.after(seat, rng.choice(state.moves(seat)))
    assert state.outcome is not None
