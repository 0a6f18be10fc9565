"""The common part of the formats in rounds, whose standings have values and tie-breaks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import ClassVar

from prowlerbot.competitions.competition_record import Competition, Format
from prowlerbot.competitions.competition_values import Standing, Step
from prowlerbot.competitions.due_steps import reminding
from prowlerbot.competitions.scores import points, scores
from prowlerbot.competitions.standings import Field, TieBreak, Value, by_value


class InRounds(Format):
    """A format in rounds defines ``rounds`` and ``plans``."""

    ties: ClassVar[Mapping[str, TieBreak]] = {}

    def due_at(self, competition: Competition) -> int | None:
        course = competition.course
        if not course.open or (self.pairs_early and self.is_more_to_pair(competition)):
            return competition.events[-1].at
        return reminding(competition) or course.deadline

    def due(self, competition: Competition, now: int) -> Step:
        course = competition.course
        if course.open and course.deadline is not None and course.deadline <= now:
            return Step.CLOSE
        if course.open and 0 < reminding(competition) <= now:
            return Step.REMIND
        return Step.PAIR if self.is_more_to_pair(competition) else Step.END

    def standings(self, competition: Competition) -> list[Standing]:
        course, values = competition.course, self.values(competition)
        lines: list[Standing] = []
        for number in range(1, len(course.divisions) + 1):
            own = {p: value for p, value in values.items() if course.division(p) == number}
            lines += by_value(number, own, course.left)
        return lines

    def values(self, competition: Competition) -> dict[int, Value]:
        """The points of each player, and the tie-breaks."""
        course, rounds_of = competition.course, scores(competition)
        worth = competition.terms.worth
        field = Field(rounds_of, course.left, course.round, competition.rounds, worth)
        return {
            player: (
                points(rounds_of[player]),
                {name: tie(field, player) for name, tie in self.ties.items()},
            )
            for player in rounds_of
        }


def in_parts(order: Sequence[int], count: int) -> list[list[int]]:
    """The players in so many parts, one after the other; the larger parts come first."""
    small, more = divmod(len(order), count)
    rest = iter(order)
    return [list(islice(rest, small + (number < more))) for number in range(count)]
