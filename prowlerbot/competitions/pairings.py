"""The pairings of the next round, from the record.

A schedule has the pairings of all rounds: Berger tables for two, and tables of four in turn. A
round of tables of four and three is paired so that few players meet again, and tables are close in
points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import accumulate, combinations, permutations
from typing import NamedTuple

from prowlerbot.competitions import knockout, swiss
from prowlerbot.competitions.competition_record import EVERYBODY, Competition, Format, Terms
from prowlerbot.competitions.course import Course
from prowlerbot.competitions.scores import Kind, points, scores

_ROUNDS_OF_PODS = 4
_LEAST_ROUNDS = 3
_BLOCK = (0, 1, 2, 4)
"""Turned through six or seven places, this block lets all meet two or three times."""
_SMALL_BLOCK = (0, 1, 2, 3)
_PER_POINT = 12
_STARTS = 200
"""The number of starts of the search for good tables, for each player."""
_PRIME = 1009
_REPEAT = 10**6
"""The cost of a repeated meeting: more than all differences in points can add up to."""


class Plan(NamedTuple):
    """A pairing to make, seat 1 first."""

    round: int
    division: int
    players: tuple[int, ...]


def rounds_in_all(competition: Competition) -> int:
    """The number of rounds of a competition that has begun."""
    divisions = competition.course.divisions
    return rounds_of(competition.terms, max(map(len, divisions), default=0))


def rounds_of(terms: Terms, players: int) -> int:
    """The number of rounds with so many players."""
    match terms.format:
        case Format.SWISS:
            usual = max(_LEAST_ROUNDS, (players - 1).bit_length())
            return terms.rounds or max(1, min(usual, players - 1))
        case Format.PODS:
            return terms.rounds or _ROUNDS_OF_PODS
        case Format.KNOCKOUT:
            return max(0, players - 1).bit_length()
        case Format.ROUND_ROBIN | Format.LEAGUE:
            return len(_schedule(terms.table, tuple(range(players))))
        case Format.LADDER:
            return 0


def is_more_to_pair(competition: Competition) -> bool:
    """Whether more pairings follow once all earlier ones have a result."""
    terms, course = competition.terms, competition.course
    if terms.format not in {Format.SWISS, Format.PODS}:
        return bool(plans(competition))
    if course.round >= rounds_in_all(competition):
        return False
    if terms.format is Format.PODS:
        return len(course.present) > 1
    return any(swiss.may_meet(one, two) for one, two in combinations(contenders(competition), 2))


def plans(competition: Competition) -> list[Plan]:
    """The next pairings, if all earlier ones have a result; none once all rounds are paired."""
    terms, course = competition.terms, competition.course
    if terms.format is Format.KNOCKOUT:
        return [Plan(number, 1, players) for number, players in knockout.next_pairings(course)]
    if terms.format in EVERYBODY:
        return _scheduled(competition)
    if terms.format is Format.LADDER or not is_more_to_pair(competition):
        return []
    if terms.format is Format.SWISS:
        tables = swiss.pair(contenders(competition))
    else:
        tables = seated(guests(competition))
    return [Plan(course.round + 1, 1, players) for players in tables]


def _schedule(table: int, players: tuple[int, ...]) -> list[list[tuple[int, ...]]]:
    return [[each] for each in tables_of_four(players)] if table > 2 else berger(players)


def _scheduled(competition: Competition) -> list[Plan]:
    """The pairings of the next round with any, or of all rounds at once, without taken out
    players.
    """
    course = competition.course
    missing = [
        Plan(number, division, players)
        for division, members in enumerate(course.divisions, 1)
        for number, tables in enumerate(_schedule(competition.terms.table, members), 1)
        for players in tables
        if number > course.round and not course.taken_out.intersection(players)
    ]
    if competition.terms.at_once:
        return missing
    following = min((plan.round for plan in missing), default=0)
    return [plan for plan in missing if plan.round == following]


def contenders(competition: Competition) -> list[swiss.Contender]:
    """The present players of a Swiss tournament, in the order of their seeds."""
    rounds_of = scores(competition)
    players = []
    for player, own, met in _met(competition.course):
        firsts = sum(tables[0] == player for tables in own)
        free = sum(
            each.kind is Kind.BYE or (each.kind is Kind.FORFEIT and each.points > 0)
            for each in rounds_of[player]
        )
        players.append(
            swiss.Contender(
                player,
                points(rounds_of[player]),
                met,
                free,
                2 * firsts - len(own),
                own[-1].index(player) + 1 if own else 0,
            )
        )
    return players


def guests(competition: Competition) -> list[Guest]:
    """The present players of a tournament at tables of four, in the order of their seeds."""
    rounds_of = scores(competition)
    players = []
    for player, own, met in _met(competition.course):
        sat = Counter(tables.index(player) + 1 for tables in own)
        players.append(Guest(player, points(rounds_of[player]), met, sat))
    return players


def _met(course: Course) -> Iterator[tuple[int, list[tuple[int, ...]], Counter[int]]]:
    """Each present player with the pairings of their matches in the order of the record, without
    forfeits, and the number of meetings with each other player.
    """
    played = [
        each.players
        for each in course.pairings.values()
        if not each.is_bye
        and (each.pairing not in course.results or not course.results[each.pairing].absent)
    ]
    for player in course.present:
        own = [players for players in played if player in players]
        yield player, own, Counter(mate for players in own for mate in players if mate != player)


def berger(players: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """The rounds in which all players meet once, as pairs with seat 1 first.

    These are the tables of the FIDE Handbook, C.05, Annex 1. With an odd number of players, the
    opponent of the missing last seed has no match in a round.
    """
    size = len(players) + len(players) % 2
    if size < 2:
        return []
    rounds = []
    for number in range(1, size):
        middle = (number + 1) // 2 if number % 2 else (size + number) // 2
        first = (middle, size) if number % 2 else (size, middle)
        turned = [
            ((middle - 1 + step) % (size - 1) + 1, (middle - 1 - step) % (size - 1) + 1)
            for step in range(1, size // 2)
        ]
        pairs = [pair for pair in (first, *turned) if max(pair) <= len(players)]
        rounds.append([tuple(players[seed - 1] for seed in pair) for pair in pairs])
    return rounds


def tables_of_four(players: Sequence[int]) -> list[tuple[int, ...]]:
    """As many tables as players: each plays four matches, one at each seat.

    Four to seven players all meet equally often, or one time more or less.
    """
    players = tuple(players)
    size = len(players)
    block = _SMALL_BLOCK if size < 6 else _BLOCK
    if size < len(block):
        turns = [players[turn:] + players[:turn] for turn in range(size)]
        return [tuple(each) for each in turns] if size > 1 else []
    return [tuple(players[(turn + place) % size] for place in block) for turn in range(size)]


@dataclass(frozen=True, slots=True)
class Guest:
    """A player of the next round; ``met`` counts the matches with each other player, ``sat`` the
    matches at each seat.
    """

    player: int
    points: Fraction = Fraction(0)
    met: Mapping[int, int] = field(default_factory=dict[int, int])
    sat: Mapping[int, int] = field(default_factory=dict[int, int])


def sizes(players: int) -> list[int]:
    """The sizes of the tables, the largest first: four or three players, and two only if no other
    way exists.
    """
    if players < 2:
        return []
    tables = -(-players // 4)
    small, more = divmod(players, tables)
    return [small + 1] * more + [small] * (tables - more)


def seated(guests: Sequence[Guest]) -> list[tuple[int, ...]]:
    """The tables of a round, seat 1 first and the best table first.

    ``guests`` are in the order of their seeds. The search has several starts: tables by points, or
    across the seeds if all points are equal, and mixed tables. From each start two players change
    places as long as that lowers the cost: repeated meetings as squares, then differences in points
    as squares. The cheapest tables are the result.
    """
    ranked = sorted(guests, key=lambda each: -each.points)
    costs = [[cost(one, two) for two in ranked] for one in ranked]
    starts = [_first_tables(ranked), *_mixed_tables(len(ranked))]
    for tables in starts:
        while _improved(tables, costs):
            pass
    tables = min(starts, key=lambda tables: sum(_total(table, costs) for table in tables))
    tables.sort(key=min)
    return [tuple(g.player for g in _at_seats([ranked[at] for at in table])) for table in tables]


def _first_tables(ranked: Sequence[Guest]) -> list[list[int]]:
    counts, places = sizes(len(ranked)), range(len(ranked))
    if ranked and ranked[0].points == ranked[-1].points:
        return [list(places[at :: len(counts)]) for at in range(len(counts))]
    return [list(places[sum(counts[:at]) :][:count]) for at, count in enumerate(counts)]


def _mixed_tables(players: int) -> Iterator[list[list[int]]]:
    """Further starts of the search, more of them for fewer players."""
    for step in range(2, 2 + _STARTS // max(1, players)):
        mixed = sorted(range(players), key=lambda at: (at + 1) * step * step % _PRIME)
        ends = [*accumulate(sizes(players))]
        yield [mixed[end - size : end] for end, size in zip(ends, sizes(players), strict=True)]


def _total(table: Sequence[int], costs: Sequence[Sequence[int]]) -> int:
    return sum(costs[one][two] for one, two in combinations(table, 2))


def _improved(tables: list[list[int]], costs: Sequence[Sequence[int]]) -> bool:
    """Make the best exchange of two players; False if none lowers the cost."""
    best, chosen = 0, None
    for one, two in combinations(tables, 2):
        for here, mine in enumerate(one):
            for there, other in enumerate(two):
                away = sum(costs[mine][mate] - costs[other][mate] for mate in one if mate != mine)
                home = sum(costs[other][mate] - costs[mine][mate] for mate in two if mate != other)
                if away + home > best:
                    best, chosen = away + home, (one, here, two, there)
    if chosen is not None:
        one, here, two, there = chosen
        one[here], two[there] = two[there], one[here]
    return chosen is not None


def cost(one: Guest, two: Guest) -> int:
    """The cost of two players at one table: their meetings as squares, then their points."""
    meetings = one.met.get(two.player, 0) + 1
    difference = int((one.points - two.points) * _PER_POINT)
    return _REPEAT * (meetings**2 - 1) + difference**2


def _at_seats(table: Sequence[Guest]) -> Sequence[Guest]:
    """The players in the order of seats in which they have sat least."""

    def often(order: Sequence[Guest]) -> int:
        return sum((each.sat.get(seat, 0) + 1) ** 2 for seat, each in enumerate(order, 1))

    return min(permutations(table), key=often)
