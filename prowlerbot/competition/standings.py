"""The standings of a competition: a function of its record alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from prowlerbot.competition import knockout, ladder, tiebreaks
from prowlerbot.competition.planning import rounds_in_all
from prowlerbot.competition.record import EVERYBODY, Competition, Format
from prowlerbot.competition.scores import points, scores
from prowlerbot.competition.tiebreaks import Field, TieBreaks

_Value = tuple[Fraction, TieBreaks]
"""The points of a player, and the tie-breaks."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A line of the standings; ``ties`` has the tie-breaks by name, in the order of their weight.

    Players who are equal in everything share a place.
    """

    division: int
    place: int
    player: int
    points: Fraction = Fraction(0)
    ties: TieBreaks = field(default_factory=dict[str, Fraction])
    left: bool = False


def standings(competition: Competition) -> list[Standing]:
    """The standings, division by division, the best first; equal players stand by their seeds."""
    course = competition.course
    if competition.terms.format is Format.LADDER:
        places = ladder.places(competition)
        return [Standing(1, place, player) for place, player in enumerate(places, 1)]
    lines: list[Standing] = []
    for number in range(1, len(course.divisions) + 1):
        lines += _division(competition, number)
    return lines


def _division(competition: Competition, number: int) -> list[Standing]:
    course = competition.course
    if competition.terms.format is Format.KNOCKOUT:
        # The points are the round that was reached, of the winner one more.
        reached = knockout.last_rounds(course)
        values: dict[int, _Value] = {
            player: (Fraction(number), {}) for player, number in reached.items()
        }
    else:
        values = _values(competition, number)
    keys = {
        player: (-own, *(-value for value in ties.values()))
        for player, (own, ties) in values.items()
    }
    ordered = sorted(values, key=keys.__getitem__)
    best = sorted(keys.values())
    return [
        Standing(
            number, best.index(keys[player]) + 1, player, *values[player], player in course.left
        )
        for player in ordered
    ]


def _values(competition: Competition, number: int) -> dict[int, _Value]:
    course, terms = competition.course, competition.terms
    found = scores(competition)
    it = Field(found, course.left, course.round, rounds_in_all(competition), terms.worth)
    own = {player: points(rounds) for player, rounds in found.items()}
    mine = [player for player in found if course.division(player) == number]
    tied: defaultdict[Fraction, list[int]] = defaultdict(list)
    for player in mine:
        tied[own[player]].append(player)
    if terms.format in EVERYBODY:
        return {p: (own[p], _everybody(it, p, tied[own[p]])) for p in mine}
    return {p: (own[p], _swiss(it, p)) for p in mine}


def _everybody(it: Field, player: int, tied: Sequence[int]) -> TieBreaks:
    return {
        "head_to_head": tiebreaks.head_to_head(it, player, tied),
        "sonneborn_berger": tiebreaks.berger(it, player),
        "margin": tiebreaks.margin(it, player),
    }


def _swiss(it: Field, player: int) -> TieBreaks:
    return {
        "buchholz": tiebreaks.buchholz(it, player),
        "sonneborn_berger": tiebreaks.sonneborn_berger(it, player),
        "margin": tiebreaks.margin(it, player),
    }
