"""Medals: the first three places of a competition that is over."""

from __future__ import annotations

from dataclasses import replace

from prowlerbot.competition.record import Competition, Format
from prowlerbot.competition.standings import Standing, standings

THIRD = 3


def medals(competition: Competition) -> dict[int, int]:
    """The places of the players with a medal, the best first.

    Several players may share a place. Nobody who has left or comes last has a medal.
    """
    course = competition.course
    if not course.ended or course.cancelled or not course.results:
        return {}
    lines = ranked(competition)
    all_stay = len(lines) == sum(line.division == 1 for line in standings(competition))
    last = max((line.place for line in lines), default=0) if all_stay else THIRD + 1
    return {line.player: line.place for line in lines if line.place <= THIRD and line.place < last}


def ranked(competition: Competition) -> list[Standing]:
    """The players who have not left, by their places among each other; of a league those of the
    first division.
    """
    return [line for line in placed(competition) if line.division == 1 and not line.left]


def placed(competition: Competition) -> list[Standing]:
    """The standings in which players who have left have no place, 0, and the others have their
    places among each other. A knock-out keeps the places of those who have left: nobody else has
    won it.
    """
    lines = standings(competition)
    if competition.terms.format is Format.KNOCKOUT:
        return lines
    staying = [line for line in lines if not line.left]

    def place(line: Standing) -> int:
        ahead = (it.division == line.division and it.place < line.place for it in staying)
        return 0 if line.left else 1 + sum(ahead)

    return [replace(line, place=place(line)) for line in lines]
