"""Who has earned the roles of a server: it follows from the records and ratings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from prowlerbot.competitions.competition_record import CompetitionKind, Stored
from prowlerbot.competitions.standings import medals
from prowlerbot.match.ratings import PlayerStanding, is_provisional

Roles = dict[int, set[int]]
"""Players by the roles that they have earned."""


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
    """The players with a medal of the last tournament that had any."""
    for stored in ended:
        if stored.format.kind is CompetitionKind.TOURNAMENT and (won := medals(stored.competition)):
            return {*won}
    return set()


def divisions_of(running: Iterable[Stored], roles: Sequence[int]) -> Roles:
    """The players of the divisions of leagues; the last of the ``roles`` is for division 1."""
    earned = Roles()
    for stored in running:
        if stored.format.kind is CompetitionKind.LEAGUE:
            present = {*stored.course.present}
            for role, players in zip(reversed(roles), stored.course.divisions, strict=False):
                earned[role] = earned.get(role, set()) | present.intersection(players)
    return earned


def rated_from(
    rated: Iterable[PlayerStanding], roles: Sequence[int], minimum: Iterable[int]
) -> Roles:
    """The players of each role with so many points at least, once their rating is reliable."""
    reliable = [each for each in rated if not is_provisional(each.matches)]
    return {
        role: {each.player for each in reliable if each.rating.points >= points}
        for role, points in zip(roles, sorted(minimum), strict=False)
    }
