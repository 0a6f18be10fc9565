"""Rounds of Swiss tournaments: against all pairings, and against an engine of chess tournaments."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from prowlerbot.competitions import competition_changes as changes
from prowlerbot.competitions.formats.round_robin import berger_schedule, tables_of_four
from prowlerbot.competitions.formats.swiss import (
    Contender,
    contenders_by_seed,
    pair_by_seed,
    seat_tables,
    seats_of_two,
    split_into_tables,
    table_cost,
)
from tests.competitions import kinds
from tests.competitions.building import START, begun, better_wins, settled, terms

# The costs of a round once more, as docs/notation.md tells them, and all its pairings.

Tables = Sequence[Sequence[int]]
Costs = tuple[Fraction | int, ...]


def all_pairings(players: Sequence[int]) -> Iterator[list[list[int]]]:
    """Every way to pair the players; any number of them may have a bye."""
    if not players:
        yield []
        return
    first, rest = players[0], players[1:]
    for others in all_pairings(rest):
        yield [[first], *others]
    for mate in rest:
        for others in all_pairings([player for player in rest if player != mate]):
            yield [[first, mate], *others]


def is_allowed(contenders: Sequence[Contender], tables: Tables) -> bool:
    known = {each.player: each for each in contenders}
    pairs = [table for table in tables if len(table) == 2]
    return all(known[one].met.get(two, 0) < 2 for one, two in pairs)


def all_costs(contenders: Sequence[Contender], tables: Tables) -> Costs:
    """The seven ranked costs of a round."""
    known = {each.player: each for each in contenders}
    ranking = sorted(contenders, key=lambda each: (-each.points, contenders.index(each)))
    place = {each.player: number for number, each in enumerate(ranking, 1)}
    byes = [known[table[0]] for table in tables if len(table) == 1]
    pairs = [(known[table[0]], known[table[1]]) for table in tables if len(table) == 2]
    fewest = min(each.points for each in contenders)
    seats = order = 0
    for one, two in pairs:
        if (one.lead > 0 and two.lead > 0) or (one.lead < 0 and two.lead < 0):
            seats += min(one.lead**2, two.lead**2)
        distance = 2 * abs(place[one.player] - place[two.player])
        if one.points == two.points:
            distance -= len([each for each in contenders if each.points == one.points])
        order += distance**2
    order += sum((len(contenders) + 1 - place[each.player]) ** 2 for each in byes)
    return (
        len(byes),
        sum(each.byes for each in byes),
        sum(one.met.get(two.player, 0) for one, two in pairs),
        sum(each.points - fewest for each in byes),
        sum((one.points - two.points) ** 2 for one, two in pairs),
        seats,
        order,
    )


def any_contenders(rng: random.Random, count: int) -> list[Contender]:
    met = {(one, two): rng.choice([0, 0, 0, 1, 2]) for two in range(count) for one in range(two)}
    return [
        Contender(
            player,
            Fraction(rng.randint(0, 6), 2),
            {
                mate: met[min(player, mate), max(player, mate)]
                for mate in range(count)
                if mate != player
            },
            rng.choice([0, 0, 1]),
            rng.randint(-2, 2),
            rng.randint(0, 2),
        )
        for player in range(count)
    ]


def total(costs: Iterable[Costs]) -> Costs:
    return tuple(map(sum, zip(*costs, strict=True)))


@pytest.mark.parametrize(
    ("count", "times"), [*((few, 10) for few in range(1, 8)), (8, 8), (9, 4), (10, 2)]
)
def test_no_other_pairing_of_up_to_ten_players_costs_less(count: int, times: int) -> None:
    rng = random.Random(count)
    for _ in range(times):
        players = any_contenders(rng, count)
        places = [each.player for each in players]
        tables = [[one] for one in places] + [[*two] for two in combinations(places, 2)]
        costs = {
            (*table,): all_costs(players, [table])
            for table in tables
            if is_allowed(players, [table])
        }
        possible = [[(*table,) for table in tables] for tables in all_pairings(places)]
        least = min(
            total(costs[table] for table in tables)
            for tables in possible
            if all(table in costs for table in tables)
        )
        found = pair_by_seed(players)
        assert sorted(player for table in found for player in table) == places
        assert is_allowed(players, found)
        assert all_costs(players, found) == least


def test_seat_1_goes_to_who_had_it_less_and_a_record_tells_seats_and_byes() -> None:
    often, rarely = Contender(1, lead=1), Contender(2, lead=-1)
    assert seats_of_two(often, rarely, swap=False) == (rarely, often)
    lately, before = Contender(1, last=1), Contender(2, last=2)
    assert seats_of_two(lately, before, swap=False) == (before, lately)
    one, two = Contender(1), Contender(2)
    assert seats_of_two(one, two, swap=False) == (one, two)
    assert seats_of_two(one, two, swap=True) == (two, one)
    competition = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4, 5])
    (first,) = [each for each in competition.course.open if 1 in each.players]
    competition = changes.record_result(competition, changes.forfeit_result(first, (3,), START))
    known = {each.player: each for each in contenders_by_seed(better_wins(competition))}
    assert known.keys() == {1, 2, 4, 5}
    assert {player: each.byes for player, each in known.items()} == {1: 1, 2: 0, 4: 0, 5: 1}
    assert known[1].met == {}
    assert known[2].met == {4: 1}
    competition = begun(terms(kinds.SWISS, rounds=4), [1, 2, 3, 4])
    (first,) = [each for each in competition.course.open if 1 in each.players]
    known = {each.player: each for each in contenders_by_seed(competition)}
    assert [(known[p].lead, known[p].last) for p in first.players] == [(1, 1), (-1, 2)]
    for _ in range(3):
        competition = settled(better_wins(competition), START)
        for each in contenders_by_seed(competition):
            assert abs(each.lead) <= 2


def test_in_a_schedule_all_meet_evenly_and_have_each_seat_as_often() -> None:
    for count in range(2, 25):
        rounds = berger_schedule([*range(count)])
        pairs = [pair for tables in rounds for pair in tables]
        assert Counter(map(frozenset, pairs)) == Counter(
            map(frozenset, combinations(range(count), 2))
        )
        assert len(rounds) == count - 1 + count % 2
        for tables in rounds:
            playing = [player for pair in tables for player in pair]
            assert len(playing) == len({*playing}) == count - count % 2
        for player in range(count):
            assert abs(2 * sum(pair[0] == player for pair in pairs) - (count - 1)) <= 1
    assert berger_schedule(range(1, 7)) == [
        [(1, 6), (2, 5), (3, 4)],
        [(6, 4), (5, 3), (1, 2)],
        [(2, 6), (3, 1), (4, 5)],
        [(6, 5), (1, 4), (2, 3)],
        [(3, 6), (4, 2), (5, 1)],
    ]
    for count in (4, 5, 6, 7):
        tables = tables_of_four([*range(count)])
        for seat in range(4):
            assert sorted(table[seat] for table in tables) == [*range(count)]
        meetings = Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))
        assert len(meetings) == count * (count - 1) / 2
        assert max(meetings.values()) - min(meetings.values()) <= 1
    assert tables_of_four([1, 2, 3]) == [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert tables_of_four([1, 2]) == [(1, 2), (2, 1)]
    assert tables_of_four([1]) == []


def _sizes(players: int) -> list[int]:
    return [len(table) for table in split_into_tables(range(players))]


def test_tables_have_four_or_three_close_in_points_who_have_not_met() -> None:
    assert [_sizes(count) for count in (0, 1, 2, 3, 5)] == [[], [], [2], [3], [3, 2]]
    assert [_sizes(count) for count in (4, 7, 9)] == [[4], [4, 3], [3, 3, 3]]
    assert kinds.PODS.table_size(range(2, 3)) == 4
    rounds = [begun(terms(kinds.SWISS), range(count)).rounds for count in (2, 3, 4, 8, 9, 17)]
    assert rounds == [1, 2, 3, 3, 4, 5]
    for count in range(6, 130):
        assert {*_sizes(count)} <= {3, 4}
        assert sum(_sizes(count)) == count
    guests = [Contender(player, Fraction(player // 4)) for player in range(12)]
    found = [{*table} for table in seat_tables(guests)]
    assert found == [{8, 9, 10, 11}, {4, 5, 6, 7}, {0, 1, 2, 3}]
    assert [{*table} for table in seat_tables([Contender(player) for player in range(8)])] == [
        {0, 2, 4, 6},
        {1, 3, 5, 7},
    ]
    third = table_cost(Contender(1, met={2: 2}), Contender(2, met={1: 2}))
    second = table_cost(Contender(1, met={2: 1}), Contender(2, met={1: 1}))
    assert third > 2 * second > 0
    assert (
        second
        > table_cost(Contender(1, Fraction(12)), Contender(2))
        > table_cost(Contender(1), Contender(2))
        == 0
    )


def in_two_tables(guests: Sequence[Contender]) -> Iterator[tuple[list[Contender], list[Contender]]]:
    for others in combinations(guests[1:], 3):
        table = [guests[0], *others]
        yield table, [guest for guest in guests if guest not in table]


def cost_of(table: Sequence[Contender]) -> int:
    return sum(table_cost(one, two) for one, two in combinations(table, 2))


def test_of_eight_players_no_other_tables_would_be_better_for_any_exchange() -> None:
    rng = random.Random(2)
    best = 0
    for _ in range(100):
        met = {pair: rng.choice([0, 0, 1]) for pair in combinations(range(8), 2)}
        guests = [
            Contender(
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
