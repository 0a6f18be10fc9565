"""What each move of a match gave away, in points of a hundred, and what such a loss is called.

A point is one percent of chance to win. In a game without a known chance, treasure counts as so
many points. docs/machine.md has the formulae and their sources.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log
from typing import Literal

from prowlerbot.review.judgement import Estimate, Judgement, Option, Review

Verdict = Literal["inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 5.0, 10.0, 15.0
"""The points from which a loss is called so; lichess has the same."""
TREASURE = 5.0
"""The points of one treasure: three of them are a blunder."""
DECIDED = 0.25
"""What a lead counts that a move gives away where it hardly changes the chance to win, against the
same lead in an even match.
"""
SURE = 2.0
"""The standard errors that a loss has to exceed."""
_UNCLEAR = 0.02, 0.98
"""The chances that tell what a lead is worth; beyond them a match is all but decided."""
_LEAST_OUTLOOKS = 6


@dataclass(frozen=True, slots=True)
class Loss:
    judgement: Judgement
    points: Estimate

    @property
    def sure(self) -> bool:
        """Whether the move gave away more than its error."""
        return self.points.mean > max(0.0, SURE * self.points.error)

    @property
    def counted(self) -> float:
        """The points that count against the player; a loss that may well be none does not."""
        return self.points.mean if self.points.mean > self.points.error else 0.0

    @property
    def verdict(self) -> Verdict | None:
        """The name of a loss; None if it is too small, or not sure."""
        if not self.sure or self.points.mean < INACCURACY:
            return None
        if self.points.mean < MISTAKE:
            return "inaccuracy"
        return "mistake" if self.points.mean < BLUNDER else "blunder"


def losses(review: Review) -> list[Loss]:
    """The losses of all decisions, in their order; those of best moves are 0."""
    worth = _worth_of_a_lead(review)
    return [Loss(each, _points(each, worth)) for each in review.judgements]


def costliest(found: Sequence[Loss], seat: int, most: int = 3) -> list[Loss]:
    """The moves of a seat that cost most, the worst first; each is an inaccuracy at least."""
    own = [each for each in found if each.judgement.seat == seat and each.verdict is not None]
    return sorted(own, key=lambda each: -each.points.mean)[:most]


def played(judgement: Judgement) -> Option:
    return next(each for each in judgement.options if each.move == judgement.played)


def _points(judgement: Judgement, worth: float) -> Estimate:
    best, made = judgement.options[0], played(judgement)
    if made is best:
        return Estimate(0.0)
    behind = made.behind
    if made.chance is None:
        return Estimate(TREASURE * behind.mean, TREASURE * behind.error)
    points = Estimate(100 * behind.mean, 100 * behind.error)
    lead = best.margin.mean - made.margin.mean
    error = hypot(best.margin.error, made.margin.error)
    if lead <= SURE * error:
        return points
    # What the lead would be worth in an even match, and the error of that.
    chance = 1 / (1 + exp(-worth * lead))
    counted = 100 * DECIDED * (chance - 0.5)
    if counted <= points.mean:
        return points
    return Estimate(counted, 100 * DECIDED * worth * chance * (1 - chance) * error)


def _worth_of_a_lead(review: Review) -> float:
    """How fast the chance to win rises with the lead: the slope of its log odds in this match.

    0 where the match tells too little.
    """
    low, high = _UNCLEAR
    seen = [
        (margin.mean, log(chance.mean / (1 - chance.mean)))
        for outlook in review.course
        for margin, chance in zip(outlook.margins, outlook.chances, strict=False)
        if low < chance.mean < high
    ]
    if len(seen) < _LEAST_OUTLOOKS:
        return 0.0
    mean = sum(lead for lead, _ in seen) / len(seen)
    odds = sum(each for _, each in seen) / len(seen)
    spread = sum((lead - mean) ** 2 for lead, _ in seen)
    if not spread:
        return 0.0
    return max(0.0, sum((lead - mean) * (each - odds) for lead, each in seen) / spread)
