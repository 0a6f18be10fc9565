"""A league: divisions of four to six players, and promotion between seasons.

The first season divides players by rating. After each season the first of a division goes up and
the last two go down. Free places go to players of the divisions below, in the order of their old
division and place. New players begin in the lowest division.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from prowlerbot.competitions.competition_record import (
    MAX_PLAYERS,
    Competition,
    CompetitionKind,
    CompetitionTerms,
    Cycle,
    NextSeason,
    Seasons,
    next_start,
)
from prowlerbot.competitions.competition_steps import begins_at
from prowlerbot.competitions.course import Entered
from prowlerbot.competitions.formats.round_robin import RoundRobin, split_evenly
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY, grace_after_outage
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark

MIN_IN_DIVISION, MAX_IN_DIVISION = 4, 6
_USUAL_IN_DIVISION = 5
PROMOTED_PLAYERS, RELEGATED_PLAYERS = 1, 2
"""The players of a division who change it after a season. The rules in words say both numbers."""
SEASONS_OUT = 2  # the number of seasons in which a player who has left one has no place
MAX_REMINDER = 2 * DAY  # the longest time from a reminder to the deadline
_AT_A_TABLE = 4  # the players of a match, if the game has seats for so many
_REMINDER_PART = 4  # a reminder of a short time comes when one part of so many is left


class League(RoundRobin):
    key = "league"
    kind = CompetitionKind.LEAGUE
    max_entries = 2
    at_once = True
    has_seasons = True
    ban_seasons = SEASONS_OUT
    left_refusal = mark(
        "You left one of the last two seasons, or were out of it without a move, so you cannot"
        " enter this one."
    )
    too_many_refusal = mark("You take part in {count} leagues, the most at the same time.")
    not_called_refusal = mark(
        "Nobody has to confirm a place in the first season: all who have joined take part."
    )
    checked_in_refusal = mark("Your place is confirmed already.")
    begun_refusal = mark(
        "This season is being played. When it is over, you are asked to confirm your place in the"
        " next."
    )

    def table_size(self, seats: Collection[int]) -> int:
        return _AT_A_TABLE if _AT_A_TABLE in seats else 2

    def max_players(self, terms: CompetitionTerms) -> int:
        return MAX_PLAYERS

    def min_check_in(self, terms: CompetitionTerms) -> int:
        return grace_after_outage(terms.check_in)

    def check_entry(self, competition: Competition, player: int, previous: Seasons) -> None:
        """Once a season has begun, players enter for the next one."""
        present = [competition] if competition.course.began is not None else []
        if player in players_without_place([*previous, *present]) - competition.course.pardoned:
            raise Denied(self.left_refusal)

    def make_divisions(
        self, competition: Competition, players: Sequence[int], previous: Competition | None
    ) -> tuple[tuple[int, ...], ...]:
        return make_divisions(self.sort_by_rating(competition, players), previous)

    def pairing_time(self, competition: Competition) -> int:
        return super().pairing_time(competition) or competition.terms.season

    def next_reminder_at(self, competition: Competition) -> int:
        """Two days before the start and the end; of a shorter time, at its last quarter."""
        terms, course = competition.terms, competition.course
        if course.reminded:
            return 0
        if course.began is None:
            at = begins_at(competition) - min(MAX_REMINDER, terms.check_in // _REMINDER_PART)
            return at if course.called is not None and at > course.called.at else 0
        if not (until := course.deadline):
            return 0
        return until - min(MAX_REMINDER, (until - course.began.at) // _REMINDER_PART)

    def next_season(
        self, ended: Competition, now: int, pause: int, ratings: Mapping[int, int]
    ) -> NextSeason | None:
        """All players who have not left; they must confirm their places."""
        if not pause or not ended.course.began:
            return None
        present = [line.player for line in standings(ended) if not line.left]
        present += ended.course.waiting
        terms = ended.terms
        starts = next_start(terms.starts, Cycle.WEEK, terms.zone, now + pause - 1)
        following = Competition(replace(terms, starts=starts, check_in=starts - now))
        entries = (Entered(now, player, ratings[player]) for player in present)
        return NextSeason(following.with_events(*entries), {})


def players_without_place(previous: Seasons) -> frozenset[int]:
    """The players who left one of the last two seasons after its start and are not pardoned."""
    players = frozenset[int]()
    for season in previous[-SEASONS_OUT:]:
        course = season.course
        players = (players | (course.left.keys() & {*course.players})) - course.pardoned
    return players


def number_of_divisions(players: int) -> int:
    """The number of divisions of four to six, near to five each; up to three, or seven, are one."""
    most, fewest = players // MIN_IN_DIVISION, -(-players // MAX_IN_DIVISION)
    return max(1, min(most, max(fewest, round(players / _USUAL_IN_DIVISION))))


def make_divisions(
    seeds: Sequence[int], previous: Competition | None = None
) -> tuple[tuple[int, ...], ...]:
    """The divisions of a season, each in the order of seeds; ``seeds`` are ordered by rating."""
    if previous is None:
        return tuple(map(tuple, split_evenly(seeds, number_of_divisions(len(seeds)))))
    orders = final_orders(previous)
    divisions = _deserved_divisions(seeds, orders)
    former = {player: number for number, order in enumerate(orders) for player in order}
    moved = {
        player
        for number, players in enumerate(divisions)
        for player in players
        if former.get(player, number) != number
    }
    count = number_of_divisions(len(seeds))
    divisions += [[] for _ in range(count - len(divisions))]
    while len(divisions) > count:
        lowest = divisions.pop()
        divisions[-1] += lowest
    ranked = [*former, *(player for player in seeds if player not in former)]
    _fit_sizes(divisions, ranked, former, moved)
    return tuple(tuple(sorted(players, key=seeds.index)) for players in divisions)


def _fit_sizes(
    divisions: list[list[int]], ranked: Sequence[int], former: Mapping[int, int], moved: set[int]
) -> None:
    """Let players rise or fall until each division has four to six. ``ranked`` has the best player
    first, ``former`` the old division of each, ``moved`` those who go up or down anyway.
    """
    ranks, count = {player: rank for rank, player in enumerate(ranked)}, len(divisions)
    for number in range(count - 1):
        division, lower = divisions[number], divisions[number + 1 :]
        players, lower_count = len(division) + sum(map(len, lower)), len(lower)
        while len(division) < max(MIN_IN_DIVISION, players - MAX_IN_DIVISION * lower_count):
            source = next(filter(None, lower))  # there is one, as ``count`` fits the players
            # A player who goes down comes back only if nobody else can go up.
            rising = min(source, key=lambda it: (former.get(it, count) <= number, ranks[it]))
            source.remove(rising)
            division.append(rising)
        while len(division) > min(MAX_IN_DIVISION, players - MIN_IN_DIVISION * lower_count):
            falling = max(division, key=lambda player: (player not in moved, ranks[player]))
            division.remove(falling)
            lower[0].append(falling)


def _deserved_divisions(seeds: Sequence[int], orders: Sequence[Sequence[int]]) -> list[list[int]]:
    """The players of each division after promotion, before the sizes of divisions are fitted."""
    last = len(orders) - 1
    divisions: list[list[int]] = [[] for _ in orders]
    for number, order in enumerate(orders):
        for place, player in enumerate(order):
            division = number
            if place < PROMOTED_PLAYERS:
                division = max(0, number - 1)
            elif place >= len(order) - RELEGATED_PLAYERS:
                division = min(last, number + 1)
            if player in seeds:
                divisions[division].append(player)
    former_players = {player for order in orders for player in order}
    divisions[-1] += [player for player in seeds if player not in former_players]
    return divisions


def final_orders(season: Competition) -> list[list[int]]:
    """The players of each division in their final order; players who have left come last."""
    course = season.course
    lines = standings(season)
    orders = []
    for number, members in enumerate(course.divisions, 1):
        order = [line.player for line in lines if line.division == number and not line.left]
        orders.append([*order, *(player for player in members if player not in order)])
    return orders
