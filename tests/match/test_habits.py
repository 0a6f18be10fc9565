"""Usual hours hold most moves of a player, and need many; a duration is that of most matches."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from prowlerbot.match.habits import A_DAY, Hours, usual_duration, usual_hours


def moves(made: Mapping[int, int]) -> list[int]:
    return [made.get(hour, 0) for hour in range(A_DAY)]


@pytest.mark.parametrize(
    ("made", "hours"),
    [
        ({}, None),
        ({18: 29}, None),
        ({18: 30}, Hours(18, 1)),
        ({18: 30, 20: 30, 3: 10}, Hours(18, 3)),
        ({23: 20, 0: 20, 1: 20}, Hours(23, 3)),
        ({7: 80, 8: 10, 20: 5}, Hours(7, 1)),
        ({7: 30, 21: 30}, Hours(21, 11)),
        ({0: 20, 8: 20, 16: 20}, None),
        (dict.fromkeys(range(A_DAY), 10), None),
    ],
)
def test_usual_hours_are_the_shortest_time_with_most_moves(
    made: dict[int, int], hours: Hours | None
) -> None:
    assert usual_hours(moves(made)) == hours


def test_hours_go_on_over_midnight() -> None:
    assert Hours(22, 4).all == {22, 23, 0, 1}


def test_a_duration_needs_some_matches() -> None:
    assert usual_duration([1, 2, 3, 4]) is None
    assert usual_duration([1, 2, 3, 4, 1000]) == 3
