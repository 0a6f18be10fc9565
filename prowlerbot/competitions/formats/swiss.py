"""Swiss tournaments, for two or at tables of four: each round pairs equal players who have not met.

For two, a round is a matching of all players at the least cost, found exactly. The costs are
ranked: a lower one counts only between pairings that are equal in all above it.

1. players without a match;
2. a second bye for the same player;
3. a second match of the same two, and a third one is never paired;
4. a bye for a player with more points than the last;
5. differences in points, as squares;
6. two players who have both sat more often at the same seat;
7. within a score group, the upper half meets the lower half in order, as in the FIDE Dutch system
   (Handbook, C.04.3); across groups the nearest by rank meet.

At tables of four, a round is paired so that few players meet again, and tables are close in points.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations, permutations

from prowlerbot.competitions import standings as scoring
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, PlannedPairing
from prowlerbot.competitions.formats.round_robin import InRounds, split_evenly

_MAX_MEETINGS = 2
"""The most matches of the same two."""
_MIN_ROUNDS = 3
_MAX_TABLE = 4
_COST_PER_POINT = 12
"""Costs count in twelfths of a point, as all points are multiples of a twelfth."""
_DEFAULT_ROUNDS_OF_PODS = 4
_STARTS_BY_PLAYERS = 200
"""The number of starts of the search for good tables, times the number of players."""
_MIXING_PRIME = 1009
"""Mixes the players of a start; it is larger than any number of players."""
_COST_OF_REPEAT = 10**6
"""The cost of a repeated meeting: more than all differences in points can add up to."""

Costs = tuple[int, ...]
"""The seven costs in the order above."""


class Swiss(InRounds):
    key = "swiss"
    sets_rounds = True
    ties = {  # noqa: RUF012 - a ClassVar of the base
        "buchholz": scoring.buchholz,
        "sonneborn_berger": scoring.sonneborn_berger,
        "margin": scoring.sum_of_leads,
    }

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        default = max(_MIN_ROUNDS, (players - 1).bit_length())
        return terms.rounds or max(1, min(default, players - 1))

    def takes_late_entries(self, competition: Competition) -> bool:
        return 2 * competition.course.round <= competition.rounds

    def has_more_to_pair(self, competition: Competition) -> bool:
        return competition.course.round < competition.rounds and self.can_pair(competition)

    def can_pair(self, competition: Competition) -> bool:
        """Whether any players may meet in another round."""
        return any(may_meet(*pair) for pair in combinations(contenders_by_seed(competition), 2))

    def planned_pairings(self, competition: Competition) -> list[PlannedPairing]:
        if not self.has_more_to_pair(competition):
            return []
        number = competition.course.round + 1
        return [PlannedPairing(number, 1, players) for players in self.round_pairings(competition)]

    def round_pairings(self, competition: Competition) -> list[tuple[int, ...]]:
        """The pairings of the next round, seat 1 first and the best first."""
        return pair_by_seed(contenders_by_seed(competition))


@dataclass(frozen=True, slots=True)
class Contender:
    """A player of the next round, with the data for their pairing.

    ``meetings`` counts the matches against each other player, ``seatings`` those at each seat, and
    ``byes`` the rounds won without a match. ``seat_lead``, for pairs, is the number of matches at
    seat 1 less those at seat 2, and ``last_seat`` the latest seat. Forfeits do not count.
    """

    player: int
    points: Fraction = Fraction(0)
    meetings: Mapping[int, int] = field(default_factory=dict[int, int])
    byes: int = 0
    seat_lead: int = 0
    last_seat: int = 0
    seatings: Mapping[int, int] = field(default_factory=dict[int, int])


def contenders_by_seed(competition: Competition) -> list[Contender]:
    """The present players of a tournament in rounds, in the order of their seeds."""
    course, rounds_of = competition.course, scoring.rounds_by_player(competition)
    forfeits = {number for number, result in course.results.items() if result.absent}
    played = [
        pairing.players
        for pairing in course.pairings.values()
        if not pairing.is_bye and pairing.pairing not in forfeits
    ]
    contenders = []
    for player in course.present:
        matches = [players for players in played if player in players]
        meetings = Counter(mate for players in matches for mate in players if mate != player)
        seatings = Counter(players.index(player) + 1 for players in matches)
        byes = sum(
            result.kind is scoring.PointSource.BYE
            or (result.kind is scoring.PointSource.FORFEIT and result.points > 0)
            for result in rounds_of[player]
        )
        total = scoring.total_points(rounds_of[player])
        lead, last = 2 * seatings[1] - len(matches), matches[-1].index(player) + 1 if matches else 0
        contenders.append(Contender(player, total, meetings, byes, lead, last, seatings))
    return contenders


def pair_by_seed(contenders: Sequence[Contender]) -> list[tuple[int, ...]]:
    """The pairs of contenders in the order of seeds: seat 1 first, the best first, byes last."""
    ranked = sorted(contenders, key=lambda each: -each.points)
    pairs = _heaviest_pairs(_pair_weights(ranked))
    paired = {place for pair in pairs for place in pair}
    byes = [(each.player,) for place, each in enumerate(ranked) if place not in paired]
    seated = [
        tuple(each.player for each in seats_of_two(ranked[one], ranked[two], swap=bool(table % 2)))
        for table, (one, two) in enumerate(pairs)
    ]
    return [*seated, *byes]


def seats_of_two(one: Contender, two: Contender, *, swap: bool) -> tuple[Contender, Contender]:
    """Two players by seats: first the one who sat at seat 1 less, or less lately."""
    keys = [(contender.seat_lead, contender.last_seat == 1) for contender in (one, two)]
    if keys[0] == keys[1]:
        return (two, one) if swap else (one, two)
    return (one, two) if keys[0] < keys[1] else (two, one)


def may_meet(one: Contender, two: Contender) -> bool:
    return one.meetings.get(two.player, 0) < _MAX_MEETINGS


def cost_of_bye(ranked: Sequence[Contender], place: int) -> Costs:
    """The ranked costs of a round without a match for the contender at this place."""
    last = min(contender.points for contender in ranked)
    points_above = int((ranked[place].points - last) * _COST_PER_POINT)
    return (1, ranked[place].byes, 0, points_above, 0, 0, (len(ranked) - place) ** 2)


def cost_of_pair(
    ranked: Sequence[Contender], one: int, two: int, group_sizes: Mapping[Fraction, int]
) -> Costs:
    """The ranked costs of a pair, the better player first; ``group_sizes`` are by points."""
    first, second = ranked[one], ranked[two]
    difference = int((first.points - second.points) * _COST_PER_POINT)
    same_side = first.seat_lead * second.seat_lead > 0
    same_seats = min(abs(first.seat_lead), abs(second.seat_lead)) ** 2 if same_side else 0
    distance = 2 * (two - one)
    if not difference:
        distance -= group_sizes[first.points]
    return (0, 0, first.meetings.get(second.player, 0), 0, difference**2, same_seats, distance**2)


def _heaviest_pairs(weights: Mapping[tuple[int, int], int]) -> list[tuple[int, int]]:
    """The pairs of the heaviest matching, the better place first and the best pair first.

    It is the same in each process: the search walks through nodes and edges in the order given
    here, and computes with whole numbers alone.
    """
    import networkx as nx  # noqa: PLC0415 - takes 24 MB, and few processes pair rounds

    graph = nx.Graph()
    graph.add_weighted_edges_from((one, two, weight) for (one, two), weight in weights.items())
    return sorted((min(pair), max(pair)) for pair in nx.max_weight_matching(graph))


def _pair_weights(ranked: Sequence[Contender]) -> dict[tuple[int, int], int]:
    """For each pair the cost of both players without a match, minus the cost of their match."""
    places = range(len(ranked))
    group_sizes = Counter(contender.points for contender in ranked)
    bye_costs = [cost_of_bye(ranked, place) for place in places]
    pair_costs = {
        (one, two): cost_of_pair(ranked, one, two, group_sizes)
        for two in places
        for one in range(two)
        if may_meet(ranked[one], ranked[two])
    }
    values = _rank_as_numbers([*bye_costs, *pair_costs.values()], len(ranked))
    return {
        (one, two): values[one] + values[two] - value
        for (one, two), value in zip(pair_costs, values[len(ranked) :], strict=True)
    }


def _rank_as_numbers(costs: Sequence[Costs], parts: int) -> list[int]:
    """Each cost as one number, so that no sum of lower parts reaches a part above them."""
    numbers, base = [0] * len(costs), 1
    for level in reversed(range(len(costs[0]) if costs else 0)):
        highest = max(cost[level] for cost in costs)
        for index, cost in enumerate(costs):
            numbers[index] += cost[level] * base
        base *= highest * parts + 1
    return numbers


class Pods(Swiss):
    key = "pods"

    def table_size(self, seats: Collection[int]) -> int:
        return _MAX_TABLE

    def count_rounds(self, terms: CompetitionTerms, players: int) -> int:
        return terms.rounds or _DEFAULT_ROUNDS_OF_PODS

    def can_pair(self, competition: Competition) -> bool:
        return len(competition.course.present) > 1

    def round_pairings(self, competition: Competition) -> list[tuple[int, ...]]:
        return seat_tables(contenders_by_seed(competition))


def split_into_tables(order: Sequence[int]) -> list[list[int]]:
    """The tables in this order, the largest first: of four or three, of two only if needed."""
    return split_evenly(order, -(-len(order) // _MAX_TABLE)) if len(order) > 1 else []


def seat_tables(contenders: Sequence[Contender]) -> list[tuple[int, ...]]:
    """The tables of a round, seat 1 first and the best table first.

    ``contenders`` are in the order of their seeds. The search has several starts: tables by points,
    or across the seeds if all points are equal, and mixed tables. From each start two players
    change places as long as that lowers the cost: repeated meetings as squares, then differences in
    points as squares. The cheapest tables are the result.
    """
    ranked = sorted(contenders, key=lambda each: -each.points)
    costs = [[table_cost(one, two) for two in ranked] for one in ranked]
    starts = [_first_tables(ranked), *_mixed_tables(len(ranked))]
    for tables in starts:
        while _improve_tables(tables, costs):
            pass

    def total(tables: Iterable[Sequence[int]]) -> int:
        return sum(costs[one][two] for table in tables for one, two in combinations(table, 2))

    tables = sorted(min(starts, key=total), key=min)
    return [_seat_table([ranked[place] for place in table]) for table in tables]


def _first_tables(ranked: Sequence[Contender]) -> list[list[int]]:
    places = range(len(ranked))
    tables = split_into_tables(places)
    if ranked and ranked[0].points == ranked[-1].points:
        return [list(places[first :: len(tables)]) for first in range(len(tables))]
    return tables


def _mixed_tables(players: int) -> Iterator[list[list[int]]]:
    """Further starts of the search, more of them for fewer players."""
    for step in range(2, 2 + _STARTS_BY_PLAYERS // max(1, players)):
        order = sorted(range(players), key=lambda place: (place + 1) * step * step % _MIXING_PRIME)
        yield split_into_tables(order)


def _improve_tables(tables: list[list[int]], costs: Sequence[Sequence[int]]) -> bool:
    """Make the best exchange of two players; False if none lowers the cost."""
    best, chosen = 0, None
    for one, two in combinations(tables, 2):
        for seat_one, player in enumerate(one):
            for seat_two, other in enumerate(two):
                cost, cost_of_other = costs[player], costs[other]
                gain = sum(cost[mate] - cost_of_other[mate] for mate in one if mate != player)
                gain += sum(cost_of_other[mate] - cost[mate] for mate in two if mate != other)
                if gain > best:
                    best, chosen = gain, (one, seat_one, two, seat_two)
    if chosen is not None:
        one, seat_one, two, seat_two = chosen
        one[seat_one], two[seat_two] = two[seat_two], one[seat_one]
    return chosen is not None


def table_cost(one: Contender, two: Contender) -> int:
    """The cost of two players at one table: their meetings as squares, then their points."""
    meetings = one.meetings.get(two.player, 0) + 1
    difference = int((one.points - two.points) * _COST_PER_POINT)
    return _COST_OF_REPEAT * (meetings**2 - 1) + difference**2


def _seat_table(table: Sequence[Contender]) -> tuple[int, ...]:
    """The players of a table, each on a seat where they have sat least."""

    def repetition(order: Sequence[Contender]) -> int:
        return sum(
            (contender.seatings.get(seat, 0) + 1) ** 2 for seat, contender in enumerate(order, 1)
        )

    return tuple(contender.player for contender in min(permutations(table), key=repetition))
