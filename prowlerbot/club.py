"""The year of a server: the table over its competitions, and the records of its matches.

The roles that players have earned in the server follow from its competitions and ratings. The year
names nobody who does not want to be found, nobody who is barred, and nobody who has deleted their
data.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple

from prowlerbot.competitions.competition_record import CompetitionKind, Stored
from prowlerbot.competitions.standings import medals
from prowlerbot.match.ratings import PlayerStanding, is_provisional
from prowlerbot.match.timeline import Place

Earned = set[tuple[int, int]]
"""Roles, each with a player who has earned it."""


class Medal(NamedTuple):
    """A player's medal of a competition in a ``channel``."""

    player: int
    name: str
    place: int
    """From 1 to 3."""
    stayed: int
    """The number of players who stayed to the end."""
    channel: int = 0

    @property
    def points(self) -> int:
        """A point for each player who stayed to the end, divided by the place."""
        return self.stayed // self.place


class YearLine(NamedTuple):
    """A player's line of the table; equal players share a ``place``."""

    place: int
    player: int
    name: str
    points: int


def year_table(won: Iterable[Medal]) -> list[YearLine]:
    """The players with points, the best first; equal ones share a place."""
    points, names = Counter[int](), dict[int, str]()
    for medal in won:
        points[medal.player] += medal.points
        names[medal.player] = medal.name or names.get(medal.player, "")
    return [
        YearLine(1 + sum(more > points[each] for more in points.values()), each, names[each], own)
        for each in sorted(points, key=lambda player: (-points[player], player))
        if (own := points[each])
    ]


class PlayedSeat(NamedTuple):
    """A seat at the end of a match; a game without totals has none."""

    player: int
    rank: int
    total: int | None = None


class Played(NamedTuple):
    """A match that was played to its end in some ``places``."""

    match: str
    game: str
    seconds: int
    seats: Sequence[PlayedSeat]
    places: Collection[Place] = ()


class RecordKind(StrEnum):
    MATCHES = "matches"
    STREAK = "streak"
    LEAD = "lead"
    FASTEST = "fastest"


class BestOf(NamedTuple):
    """A record with its holder; ``match`` is empty if it is of several matches."""

    kind: RecordKind
    player: int
    value: int
    match: str = ""


def records_of(played: Iterable[Played], named: Collection[int]) -> list[BestOf]:
    """The records of ``named`` players in a game's matches, in order; the first of equals stays."""
    count, streaks, found = Counter[int](), defaultdict[int, int](int), dict[RecordKind, BestOf]()

    def keep_if_better(new: BestOf) -> None:
        sign = -1 if new.kind is RecordKind.FASTEST else 1  # the fewest seconds are the record
        held = found.get(new.kind)
        if held is None or sign * new.value > sign * held.value:
            found[new.kind] = new

    for match in played:
        first = [seat.player for seat in match.seats if seat.rank == 1]
        winner = first[0] if len(first) == 1 else 0
        totals = {seat.player: seat.total for seat in match.seats if seat.total is not None}
        others = [total for player, total in totals.items() if player != winner]
        for player in (seat.player for seat in match.seats):
            count[player] += 1
            streaks[player] = streaks[player] + 1 if player == winner else 0
            if player in named:
                keep_if_better(BestOf(RecordKind.MATCHES, player, count[player]))
        if winner in named:
            if streaks[winner] > 1:
                keep_if_better(BestOf(RecordKind.STREAK, winner, streaks[winner]))
            if winner in totals and others:
                lead = totals[winner] - max(others)
                keep_if_better(BestOf(RecordKind.LEAD, winner, lead, match.match))
            keep_if_better(BestOf(RecordKind.FASTEST, winner, match.seconds, match.match))
    return [found[kind] for kind in RecordKind if kind in found]


def champions_of(stored: Stored) -> Collection[int]:
    """The players who have won a competition that is over; deleted ones have ids below zero."""
    return [player for player, place in medals(stored.competition).items() if place == 1]


def series_champions(ended: Iterable[Stored]) -> set[int]:
    """The champions of the latest season of each league, ladder and series, the latest first."""
    latest = dict[str, set[int]]()
    for stored in ended:
        is_series = stored.format.has_seasons or stored.terms.every
        if is_series and stored.series not in latest and (first := champions_of(stored)):
            latest[stored.series] = {*first}
    return set[int]().union(*latest.values())


def last_medallists(ended: Iterable[Stored]) -> set[int]:
    """The players with a medal of the last tournament that had any; the latest comes first."""
    for stored in ended:
        if stored.format.kind is CompetitionKind.TOURNAMENT and (won := medals(stored.competition)):
            return {*won}
    return set()


def earned_by_division(
    begun: Iterable[Stored], ended: Sequence[Stored], roles: Sequence[int]
) -> Earned:
    """The players of the divisions of leagues, in a break those of the last season. The last of the
    ``roles`` is for division 1; the latest of the ``ended`` comes first.
    """
    last = {season.series: season for season in reversed(ended)}
    leagues = [season for season in begun if season.format.kind is CompetitionKind.LEAGUE]
    return {
        (role, player)
        for league in leagues
        for stored in [league if league.course.began else last.get(league.series, league)]
        # There may be more divisions than roles, or fewer.
        for role, players in zip(reversed(roles), stored.course.divisions, strict=False)
        for player in players
        if player in stored.course.present
    }


def earned_by_rating(
    rated: Iterable[PlayerStanding], roles: Sequence[int], minimum: Iterable[int]
) -> Earned:
    """The players with a reliable rating of at least a role's points, the lowest role first."""
    needed = [*zip(roles, sorted(minimum), strict=False)]  # an admin may set them one by one
    return {
        (role, standing.player)
        for standing in rated
        for role, points in needed
        if standing.rating.points >= points and not is_provisional(standing.matches)
    }
