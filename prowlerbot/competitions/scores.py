"""The score of each player: the points of all rounds, from the results of the record.

In a match a player gets a point for each player behind them, and half a point for each player of
the same rank. At a table of two that is 1, ½ or 0. At a larger table the sum is scaled so that the
first gets 3 points: 3, 2, 1 and 0 for four players, 3, 1½ and 0 for three. A bye counts as a win,
and each round before a late entry as half a win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from prowlerbot.competitions.competition_events import Decided, Paired
from prowlerbot.competitions.competition_record import Competition
from prowlerbot.competitions.course import Course

HALF = Fraction(1, 2)


class Kind(StrEnum):
    """The source of the points of a round; only PLAYED is a played match."""

    PLAYED = "played"
    FORFEIT = "forfeit"
    BYE = "bye"
    MISSED = "missed"


@dataclass(frozen=True, slots=True)
class Round:
    """A round of one player: ``against`` has 1, ½ or 0 for each table mate.

    ``margin`` is the player's total minus the best total of the others, 0 for a match that was not
    played out.
    """

    number: int
    points: Fraction
    kind: Kind = Kind.PLAYED
    against: Mapping[int, Fraction] = field(default_factory=dict[int, Fraction])
    margin: int = 0


Scores = dict[int, list[Round]]


def scores(competition: Competition) -> Scores:
    """The rounds of each player whose results count, in the order of the record."""
    course, worth = competition.course, competition.terms.worth
    rounds: Scores = {player: [] for player in course.players if player not in course.taken_out}
    for player, missed in course.missed.items():
        half = Round(0, worth * HALF, Kind.MISSED)
        rounds[player] += [half] * missed
    for pairing in course.pairings.values():
        result = course.results.get(pairing.pairing)
        if pairing.is_bye:
            rounds[pairing.players[0]].append(Round(pairing.round, Fraction(worth), Kind.BYE))
        elif result is not None:
            _enter(rounds, course, pairing, result, worth)
    return rounds


def points(rounds: list[Round]) -> Fraction:
    return sum((each.points for each in rounds), Fraction(0))


def _enter(rounds: Scores, course: Course, pairing: Paired, result: Decided, worth: int) -> None:
    ranks = dict(zip(pairing.players, result.ranks, strict=True))
    totals = dict(zip(pairing.players, result.totals, strict=True)) if result.totals else {}
    counting = [player for player in pairing.players if player not in course.taken_out]
    came = [player for player in counting if player not in result.absent]
    kind = Kind.PLAYED if len(came) > 1 or not result.absent else Kind.FORFEIT
    for player in counting:
        against = {
            mate: _against(ranks[player], ranks[mate], player in came, mate in came)
            for mate in counting
            if mate != player
        }
        if not against:
            continue
        share = sum(against.values(), Fraction(0)) / len(against)
        others = [totals[mate] for mate in against if mate in totals]
        margin = totals[player] - max(others) if others else 0
        own = kind if player in came else Kind.FORFEIT
        rounds[player].append(Round(pairing.round, worth * share, own, against, margin))


def _against(own: int, other: int, here: bool, there: bool) -> Fraction:  # noqa: FBT001 - a pair
    if not (here and there):
        return Fraction(int(here))
    return HALF if own == other else Fraction(int(own < other))


def meetings(course: Course) -> Iterator[tuple[int, list[tuple[int, ...]], Counter[int]]]:
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
