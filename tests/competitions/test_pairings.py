"""Pairings: schedules, and rounds at tables."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from prowlerbot.competitions.formats.round_robin import berger, tables_of_four
from prowlerbot.competitions.formats.swiss import Guest, cost, in_tables, seat_tables


def test_the_tables_for_six_are_those_of_the_fide_handbook() -> None:
    assert berger(range(1, 7)) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]


def test_all_meet_once_play_at_most_once_a_round_and_have_each_seat_as_often() -> None:
    for count in range(2, 25):
        rounds = berger([*range(count)])
        pairs = [pair for tables in rounds for pair in tables]
        assert Counter(map(frozenset, pairs)) == Counter(
            map(frozenset, combinations(range(count), 2))
        )
        assert len(rounds) == count - 1 + count % 2
        for tables in rounds:
            playing = [player for pair in tables for player in pair]
            assert len(playing) == len({*playing}) == count - count % 2
        for player in range(count):
            first = sum(pair[0] == player for pair in pairs)
            assert abs(2 * first - (count - 1)) <= 1


def test_at_tables_of_four_each_sits_once_at_each_seat_and_meets_all_evenly() -> None:
    for count in (4, 5, 6, 7):
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


def _sizes(players: int) -> list[int]:
    return [len(table) for table in in_tables(range(players))]


def test_tables_have_four_or_three_players_where_that_is_possible() -> None:
    assert [_sizes(count) for count in range(10)] == [
        [],
        [],
        [2],
        [3],
        [4],
        [3, 2],
        [3, 3],
        [4, 3],
        [4, 4],
        [3, 3, 3],
    ]
    for count in range(6, 130):
        assert {*_sizes(count)} <= {3, 4}
        assert sum(_sizes(count)) == count


def test_the_first_round_spreads_the_seeds() -> None:
    tables = seat_tables([Guest(player) for player in range(8)])
    assert [{*table} for table in tables] == [{0, 2, 4, 6}, {1, 3, 5, 7}]


def test_without_earlier_meetings_tables_are_close_in_points() -> None:
    guests = [Guest(player, Fraction(player // 4)) for player in range(12)]
    assert [{*table} for table in seat_tables(guests)] == [
        {8, 9, 10, 11},
        {4, 5, 6, 7},
        {0, 1, 2, 3},
    ]


def test_a_third_meeting_costs_more_than_two_second_ones_and_any_difference_in_points() -> None:
    third = cost(Guest(1, met={2: 2}), Guest(2, met={1: 2}))
    second = cost(Guest(1, met={2: 1}), Guest(2, met={1: 1}))
    assert third > 2 * second > 0
    assert second > cost(Guest(1, Fraction(12)), Guest(2)) > cost(Guest(1), Guest(2)) == 0


def in_two_tables(guests: Sequence[Guest]) -> Iterator[tuple[list[Guest], list[Guest]]]:
    for others in combinations(guests[1:], 3):
        table = [guests[0], *others]
        yield table, [guest for guest in guests if guest not in table]


def cost_of(table: Sequence[Guest]) -> int:
    return sum(cost(one, two) for one, two in combinations(table, 2))


def test_of_eight_players_no_other_tables_would_be_better_for_any_exchange() -> None:
    rng = random.Random(2)
    best = 0
    for _ in range(100):
        met = {pair: rng.choice([0, 0, 1]) for pair in combinations(range(8), 2)}
        guests = [
            Guest(
                player,
                Fraction(rng.randint(0, 9), 2),
                {m: met[min(m, player), max(m, player)] for m in range(8) if m != player},
            )
            for player in range(8)
        ]
        tables = [[guests[player] for player in table] for table in seat_tables(guests)]
        found = sum(map(cost_of, tables))
        least = min(cost_of(one) + cost_of(two) for one, two in in_two_tables(guests))
        best += found == least
        for here in tables[0]:
            for there in tables[1]:
                swapped = [[there, *(g for g in tables[0] if g is not here)]]
                swapped += [[here, *(g for g in tables[1] if g is not there)]]
                assert sum(map(cost_of, swapped)) >= found
    assert best >= 90, "the best exchange at a time mostly leads to the best tables"


@pytest.mark.parametrize("count", [16, 15, 13, 22])
def test_few_meet_again_and_nobody_more_often_than_chance_has_it(count: int) -> None:
    rng = random.Random(count)
    points = dict.fromkeys(range(count), Fraction(0))
    met: Counter[tuple[int, int]] = Counter()
    sat: Counter[tuple[int, int]] = Counter()
    for _ in range(4):
        guests = [
            Guest(
                player,
                points[player],
                {mate: met[player, mate] for mate in range(count)},
                {seat: sat[player, seat] for seat in range(1, 5)},
            )
            for player in range(count)
        ]
        for table in seat_tables(guests):
            for seat, player in enumerate(table, 1):
                sat[player, seat] += 1
                met.update((player, mate) for mate in table if mate != player)
                points[player] += rng.randint(0, 3)
    assert max(met.values()) <= 2
    again = sum(times == 2 for times in met.values()) // 2
    assert again <= count // 4
    assert max(sat.values()) <= 2
