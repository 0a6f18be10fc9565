"""Schedules: Berger tables, and tables of four."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from prowlerbot.competition.schedule import berger, tables_of_four
from tests.competition.building import met


def test_the_tables_for_six_are_those_of_the_fide_handbook() -> None:
    assert berger(range(1, 7)) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


@pytest.mark.parametrize("count", range(2, 25))
def test_all_meet_once_and_play_at_most_once_a_round(count: int) -> None:
    rounds = berger([*range(count)])
    assert Counter(met(rounds)) == Counter(map(frozenset, combinations(range(count), 2)))
    assert len(rounds) == count - 1 + count % 2
    for tables in rounds:
        playing = [player for pair in tables for player in pair]
        assert len(playing) == len({*playing}) == count - count % 2


@pytest.mark.parametrize("count", range(2, 25))
def test_seats_differ_by_one_at_most(count: int) -> None:
    pairs = [pair for tables in berger([*range(count)]) for pair in tables]
    for player in range(count):
        first = sum(pair[0] == player for pair in pairs)
        assert abs(2 * first - (count - 1)) <= 1


@pytest.mark.parametrize("count", [4, 5, 6, 7])
def test_at_tables_of_four_each_sits_once_at_each_seat_and_meets_all_evenly(count: int) -> None:
    tables = tables_of_four([*range(count)])
    for seat in range(4):
        assert sorted(table[seat] for table in tables) == [*range(count)]
    meetings = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
    assert len(meetings) == count * (count - 1) / 2
    assert max(meetings.values()) - min(meetings.values()) <= 1


def test_two_and_three_players_share_a_table() -> None:
    assert tables_of_four([1, 2, 3]) == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert tables_of_four([1, 2]) == [(1, 2), (2, 1)]
    assert tables_of_four([1]) == []
