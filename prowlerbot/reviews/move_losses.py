"""The loss by each move of a match, in points of a hundred, the name of such a loss, and the
accuracy of moves and players.

A point is one percent of chance to win. In a game without a known chance, a treasure counts as
several points. docs/machine.md has the formulae and their sources.

An accuracy is from 0 to 100, as lichess computes it. Lichess compares the chances to win before and
after a move. This module compares the best and the played move with the same luck, so no roll of
the dice counts against a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, hypot, log
from statistics import fmean, harmonic_mean, pstdev
from typing import Literal

from prowlerbot.opponent.judgement import Estimate, Judgement, Option, Review

Verdict = Literal["inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 5.0, 10.0, 15.0
"""The points from which a loss has this name; lichess has the same."""
TREASURE = 5.0
"""The points of one treasure: three of them are a blunder."""
DECIDED = 0.25
"""The weight of a lost lead that hardly changes the chance to win, compared with the same lead in
an even match.
"""
_UNCLEAR = 0.02, 0.98
"""The chances that show the worth of a lead; beyond them a match is nearly decided."""
_LEAST_OUTLOOKS = 6
_BONUS = 1.0
"""The bonus of lichess, as no analysis is perfect."""
LEAST_STAKE = 3.0
"""The points that must be at stake in a game without a known chance to win."""
_LEAST_WINDOW, _MOST_WINDOW = 2, 8
_LEAST_WEIGHT, _MOST_WEIGHT = 0.5, 12.0
_FULL = 99.999
"""Between this and 100 the difference is an error of rounding."""
_LEAST_ACCURACY = 1.0
"""The least accuracy of a move in the harmonic mean, as a single 0 would make the mean 0."""


@dataclass(frozen=True, slots=True)
class Loss:
    judgement: Judgement
    points: Estimate

    @property
    def sure(self) -> bool:
        """Whether the move surely gave something away."""
        return self.points.mean > 0 and self.points.sure

    @property
    def counted(self) -> float:
        """The points that count against the player; a loss below its error does not count."""
        return max(0.0, self.points.mean) if self.points.likely else 0.0

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


def costliest(all_losses: Sequence[Loss], seat: int, most: int = 3) -> list[Loss]:
    """The costliest moves of a seat, the worst first; each is at least an inaccuracy."""
    own = [each for each in all_losses if each.judgement.seat == seat and each.verdict is not None]
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
    ahead = Estimate(
        best.margin.mean - made.margin.mean, hypot(best.margin.error, made.margin.error)
    )
    lead, error = ahead.mean, ahead.error
    if lead <= 0 or not ahead.sure:
        return points
    # The worth of the lead in an even match, and the error of this worth.
    chance = 1 / (1 + exp(-worth * lead))
    counted = 100 * DECIDED * (chance - 0.5)
    if counted <= points.mean:
        return points
    return Estimate(counted, 100 * DECIDED * worth * chance * (1 - chance) * error)


def _worth_of_a_lead(review: Review) -> float:
    """The slope of the log odds of a win over the lead in this match; 0 if the match has too few
    moments for it.
    """
    low, high = _UNCLEAR
    moments = [
        (margin.mean, log(chance.mean / (1 - chance.mean)))
        for outlook in review.course
        for margin, chance in zip(outlook.margins, outlook.chances, strict=False)
        if low < chance.mean < high
    ]
    if len(moments) < _LEAST_OUTLOOKS:
        return 0.0
    mean = sum(lead for lead, _ in moments) / len(moments)
    odds = sum(each for _, each in moments) / len(moments)
    spread = sum((lead - mean) ** 2 for lead, _ in moments)
    if not spread:
        return 0.0
    return max(0.0, sum((lead - mean) * (each - odds) for lead, each in moments) / spread)


def in_whole_percent(accuracy: float) -> int:
    """An accuracy for readers; 100 means that the player lost nothing at all."""
    return min(99, round(accuracy)) if accuracy < _FULL else 100


def move_accuracy(points: float) -> float:
    """The accuracy of a move with a loss of this many points of chance to win."""
    if points <= 0:
        return 100.0
    accuracy = 103.1668100711649 * exp(-0.04354415386753951 * points) - 3.166924740191411
    return min(100.0, max(0.0, accuracy + _BONUS))


def player_accuracy(all_losses: Sequence[Loss], seat: int) -> float | None:
    """The accuracy of a seat; None if it had no decision.

    It is the average of two means. In one, moves weigh more while the chance to win changes much;
    in the other, the harmonic mean, single bad moves weigh more. In a game without a known chance,
    moves weigh by their stakes.
    """
    own = [each for each in all_losses if each.judgement.seat == seat]
    if not own:
        return None
    if own[0].judgement.options[0].chance is None:
        return accuracy_by_stakes([(each.counted, stake_of(each.judgement)) for each in own])
    accuracies = [move_accuracy(each.counted) for each in own]
    weighted = fmean(accuracies, _weights([_before(each.judgement) for each in own]))
    harmonic = harmonic_mean([max(_LEAST_ACCURACY, each) for each in accuracies])
    return (weighted + harmonic) / 2


def accuracy_by_stakes(moves: Sequence[tuple[float, float]]) -> float:
    """The accuracy of a seat by the lost points of each move and the points at stake.

    Most of the many small decisions of a turn cost nothing, and the others cost little. So moves
    weigh by their stake, and half of a move's accuracy is the part of the stake that the player
    took.
    """
    counting = [(lost, stake) for lost, stake in moves if stake >= LEAST_STAKE]
    if not counting:
        return 100.0
    return fmean(
        [(move_accuracy(lost) + 100 * (1 - lost / stake)) / 2 for lost, stake in counting],
        [min(_MOST_WEIGHT, stake) for _, stake in counting],
    )


def stake_of(judgement: Judgement) -> float:
    """The points between the best and the worst of the compared moves."""
    return TREASURE * max(each.behind.mean for each in judgement.options)


def _before(judgement: Judgement) -> float:
    """The points that the seat could expect before the decision."""
    best = judgement.options[0].chance
    return 100 * best.mean if best is not None else 0.0


def _weights(points: Sequence[float]) -> list[float]:
    """The weight of each decision: the spread of the chances around it, within bounds."""
    size = min(_MOST_WINDOW, max(_LEAST_WINDOW, len(points) // 10))
    starts = [min(max(0, at - size // 2), max(0, len(points) - size)) for at in range(len(points))]
    spreads = [pstdev(points[start : start + size]) for start in starts]
    return [min(_MOST_WEIGHT, max(_LEAST_WEIGHT, spread)) for spread in spreads]
