"""A tournament at tables of four: a round is paired so that few players meet again, and tables are
close in points.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

from prowlerbot.competitions.competition_record import Competition, Terms
from prowlerbot.competitions.formats.round_robin import in_parts
from prowlerbot.competitions.formats.swiss import Swiss
from prowlerbot.competitions.standings import meetings, points, scores

_USUAL_ROUNDS = 4
_PER_POINT = 12
_STARTS = 200
"""The number of starts of the search for good tables, for each player."""
_PRIME = 1009
_REPEAT = 10**6
"""The cost of a repeated meeting: more than all differences in points can add up to."""


class Pods(Swiss):
    key = "pods"

    def table(self, seats: Collection[int]) -> int:
        return 4

    def rounds(self, terms: Terms, players: int) -> int:
        return terms.rounds or _USUAL_ROUNDS

    def can_pair(self, competition: Competition) -> bool:
        return len(competition.course.present) > 1

    def paired(self, competition: Competition) -> list[tuple[int, ...]]:
        return seated(guests(competition))


def guests(competition: Competition) -> list[Guest]:
    """The present players of a tournament at tables of four, in the order of their seeds."""
    rounds_of = scores(competition)
    players = []
    for player, own, met in meetings(competition.course):
        sat = Counter(tables.index(player) + 1 for tables in own)
        players.append(Guest(player, points(rounds_of[player]), met, sat))
    return players


@dataclass(frozen=True, slots=True)
class Guest:
    """A player of the next round; ``met`` counts the matches with each other player, ``sat`` the
    matches at each seat.
    """

    player: int
    points: Fraction = Fraction(0)
    met: Mapping[int, int] = field(default_factory=dict[int, int])
    sat: Mapping[int, int] = field(default_factory=dict[int, int])


def in_tables(order: Sequence[int]) -> list[list[int]]:
    """The tables of players in this order, the largest first: four or three players, and two only
    if no other way exists.
    """
    return in_parts(order, -(-len(order) // 4)) if len(order) > 1 else []


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

    def total(tables: Iterable[Sequence[int]]) -> int:
        return sum(costs[one][two] for table in tables for one, two in combinations(table, 2))

    tables = sorted(min(starts, key=total), key=min)
    return [tuple(g.player for g in _at_seats([ranked[at] for at in table])) for table in tables]


def _first_tables(ranked: Sequence[Guest]) -> list[list[int]]:
    places = range(len(ranked))
    tables = in_tables(places)
    if ranked and ranked[0].points == ranked[-1].points:
        return [list(places[at :: len(tables)]) for at in range(len(tables))]
    return tables


def _mixed_tables(players: int) -> Iterator[list[list[int]]]:
    """Further starts of the search, more of them for fewer players."""
    for step in range(2, 2 + _STARTS // max(1, players)):
        yield in_tables(sorted(range(players), key=lambda at: (at + 1) * step * step % _PRIME))


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
