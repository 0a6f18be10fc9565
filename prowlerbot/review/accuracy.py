"""The accuracy of moves and of players, from 0 to 100, as lichess computes it.

Lichess compares the chance to win before and after a move; here the best and the played move are
compared by the same luck, so no roll of the dice counts against a player.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from statistics import fmean, harmonic_mean, pstdev

from prowlerbot.review.judgement import Judgement
from prowlerbot.review.losses import TREASURE, Loss

_BONUS = 1.0
"""What lichess adds, as no analysis is perfect."""
LEAST_STAKE = 3.0
"""The points that must be at stake in a game without a known chance to win."""
_LEAST_WINDOW, _MOST_WINDOW = 2, 8
_LEAST_WEIGHT, _MOST_WEIGHT = 0.5, 12.0
_FULL = 99.999
"""From here on less than all is an error of rounding."""
_LEAST_ACCURACY = 1.0
"""The least accuracy of a move in the harmonic mean, which 0 would bring to 0."""


def in_whole_percent(accuracy: float) -> int:
    """An accuracy for readers: 100 only where nothing was given away, so no costly move has it."""
    return min(99, round(accuracy)) if accuracy < _FULL else 100


def move_accuracy(points: float) -> float:
    """The accuracy of a move that gives away so many points of chance to win."""
    if points <= 0:
        return 100.0
    accuracy = 103.1668100711649 * exp(-0.04354415386753951 * points) - 3.166924740191411
    return min(100.0, max(0.0, accuracy + _BONUS))


def player_accuracy(found: Sequence[Loss], seat: int) -> float | None:
    """The accuracy of a seat; None if it had no decision.

    It is the middle of two means: one in which moves weigh more while the chance to win changes
    much, and the harmonic one, in which single bad moves weigh more. A game without a known chance
    counts by what was at stake.
    """
    own = [each for each in found if each.judgement.seat == seat]
    if not own:
        return None
    if own[0].judgement.options[0].chance is None:
        return accuracy_by_stakes([(each.counted, stake_of(each.judgement)) for each in own])
    accuracies = [move_accuracy(each.counted) for each in own]
    weighted = fmean(accuracies, _weights([_before(each.judgement) for each in own]))
    harmonic = harmonic_mean([max(_LEAST_ACCURACY, each) for each in accuracies])
    return (weighted + harmonic) / 2


def accuracy_by_stakes(moves: Sequence[tuple[float, float]]) -> float:
    """The accuracy of a seat by the points that each move gave away, and those at stake.

    Of the many small decisions of a turn most cost nothing, whatever is chosen, and the rest little
    each. So moves weigh by the stake, and half of the accuracy of each is the part of it that the
    player took.
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
    """By decision, how much its surroundings change, within bounds."""
    size = min(_MOST_WINDOW, max(_LEAST_WINDOW, len(points) // 10))
    starts = [min(max(0, at - size // 2), max(0, len(points) - size)) for at in range(len(points))]
    spreads = [pstdev(points[start : start + size]) for start in starts]
    return [min(_MOST_WEIGHT, max(_LEAST_WEIGHT, spread)) for spread in spreads]
