"""Who has earned the roles of a server: it follows from the records and ratings."""

from collections.abc import Collection, Iterable, Sequence

from prowlerbot.competitions.competition_record import CompetitionKind, Stored
from prowlerbot.competitions.standings import medals
from prowlerbot.match.ratings import PlayerStanding, is_provisional

Earned = set[tuple[int, int]]
"""Roles, each with a player who has earned it."""


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


def divisions_of(
    running: Iterable[Stored], ended: Sequence[Stored], roles: Sequence[int]
) -> Earned:
    """The players of the divisions of leagues, in a break those of the last season. The last of
    the ``roles`` is for division 1; the latest of the ``ended`` comes first.
    """
    last = {each.series: each for each in reversed(ended)}
    leagues = [each for each in running if each.format.kind is CompetitionKind.LEAGUE]
    return {
        (role, player)
        for each in leagues
        for stored in [each if each.course.began else last.get(each.series, each)]
        for role, players in zip(reversed(roles), stored.course.divisions, strict=False)
        for player in players
        if player in stored.course.present
    }


def rated_from(
    rated: Iterable[PlayerStanding], roles: Sequence[int], minimum: Iterable[int]
) -> Earned:
    """The players with the points of each role at least, once their rating is reliable. The role
    for the fewest points comes first.
    """
    needed = [*zip(roles, sorted(minimum), strict=False)]
    return {
        (role, each.player)
        for each in rated
        for role, points in needed
        if each.rating.points >= points and not is_provisional(each.matches)
    }
