"""A review for its readers: the turning points, and the accuracy and luck of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot, inf, sqrt
from statistics import fmean

from prowlerbot.opponent.judgement import Estimate, Judgement, Luck, Option, Review
from prowlerbot.reviews.move_losses import (
    MISTAKE,
    TREASURE,
    Loss,
    costliest,
    losses,
    played,
    player_accuracy,
)

_Moment = tuple[int, tuple[Estimate, ...]]
_CALM = 0.03
"""An error of a chance that a reader of the course hardly sees."""
_REACHES = (0, 1, 2, 4, 8)
"""The possible numbers of moments on either side that smoothing includes."""
PASSES = 1 / 3
"""The part of the loss in the match below which the loss of another move has to stay."""
MOST_TURNS = 6


@dataclass(frozen=True, slots=True)
class Point:
    """A moment after ``at`` plays that changed the prospects of ``seat`` by ``points`` of a hundred
    (see ``losses``): a loss by its own move or, without a judgement, luck.
    """

    at: int
    seat: int
    points: Estimate
    judgement: Judgement | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        """The compared moves, the machine's own first; none if luck decided."""
        return () if self.judgement is None else self.judgement.options

    @property
    def played(self) -> Option | None:
        return None if self.judgement is None else played(self.judgement)

    def lead_lost(self, option: Option) -> Estimate:
        """The margin that a move loses."""
        best = self.options[0].margin
        return Estimate(best.mean - option.margin.mean, hypot(best.error, option.margin.error))

    def passes(self, given_away: Estimate) -> bool:
        """Whether a move is a good answer: it loses less than a third of the loss in the match."""
        return given_away.mean < self.points.mean * PASSES


@dataclass(frozen=True, slots=True)
class Digest:
    """``accuracy`` is in percent, None for a seat without decisions; seat 1 comes first.

    ``luck`` is in percent of chance, or in margin; None for all if the match had none. ``turns``
    are the turning points in their order, ``costly`` the costliest moves of each seat, the worst
    first. ``course`` has the chance or margin of each seat by number of plays; chances with large
    errors are smoothed.
    """

    review: Review
    chances: bool
    course: tuple[tuple[int, tuple[Estimate, ...]], ...]
    accuracy: tuple[float | None, ...]
    luck: tuple[float | None, ...]
    turns: tuple[Point, ...]
    costly: tuple[tuple[Point, ...], ...]

    def given_away(self, judgement: Judgement) -> Estimate:
        """The loss by a move that was not played in this match, in points."""
        return losses(replace(self.review, judgements=(judgement,)))[0].points


def digest(review: Review, seats: int) -> Digest:
    all_losses = losses(review)
    chances = any(each.chances for each in review.course)
    every = range(1, seats + 1)
    return Digest(
        review=review,
        chances=chances,
        course=_smooth(
            [(each.ply, each.chances if chances else each.margins) for each in review.course],
            _CALM if chances else inf,
        ),
        accuracy=tuple(player_accuracy(all_losses, seat) for seat in every),
        luck=tuple(_luck(review, seat, chances=chances) for seat in every),
        turns=tuple(turning_points(review, all_losses)),
        costly=tuple(tuple(map(_point, costliest(all_losses, seat))) for seat in every),
    )


def _smooth(course: Sequence[_Moment], calm: float) -> tuple[_Moment, ...]:
    """The course with the mean over the moments around each one, over as few as reduce the usual
    error to ``calm``. A moment without an error stays as it is.
    """
    unsure = [values for _, values in course if _unsure(values)]
    if not unsure:
        return tuple(course)
    usual = fmean(each.error for values in unsure for each in values)
    reach = next((each for each in _REACHES if usual / sqrt(2 * each + 1) <= calm), _REACHES[-1])
    smoothed = []
    for at, (ply, values) in enumerate(course):
        around = [near for _, near in course[max(0, at - reach) : at + reach + 1]]
        seats = zip(*(near for near in around if _unsure(near)), strict=True)
        smoothed.append((ply, tuple(map(_mean, seats)) if _unsure(values) else values))
    return tuple(smoothed)


def _unsure(values: Sequence[Estimate]) -> bool:
    return any(each.error for each in values)


def _mean(values: Sequence[Estimate]) -> Estimate:
    error = hypot(*(each.error for each in values)) / len(values)
    return Estimate(fmean(each.mean for each in values), error)


def _luck(review: Review, seat: int, *, chances: bool) -> float | None:
    luck = luck_of(review, seat)
    if luck is None:
        return None
    return luck.mean if chances else luck.mean / TREASURE


def turning_points(
    review: Review, all_losses: Sequence[Loss], most: int = MOST_TURNS
) -> list[Point]:
    """The largest changes, in the order of the match: mistakes, and luck of the same size."""
    changes = [(_turned(loss), _point(loss)) for loss in all_losses if loss.sure]
    lucky = [_lucky(each, treasure=not _has_chances(review)) for each in review.luck]
    changes += [(point.points, point) for point in lucky]
    clear = [each for each in changes if _clear(each[0])]
    clear.sort(key=lambda each: -abs(each[0].mean))
    return sorted([point for _, point in clear[:most]], key=lambda point: point.at)


def _point(loss: Loss) -> Point:
    return Point(loss.judgement.ply, loss.judgement.seat, loss.points, loss.judgement)


def _turned(loss: Loss) -> Estimate:
    """The change of the chance to win, as a lead lost in a decided match changes nothing. In a game
    without a known chance, the change of the treasure.
    """
    made = played(loss.judgement)
    if made.chance is None:
        return Estimate(-loss.points.mean, loss.points.error)
    return Estimate(-100 * made.behind.mean, 100 * made.behind.error)


def luck_of(review: Review, seat: int) -> Estimate | None:
    """The luck of a seat in all rolls and draws, in points; None if there were none."""
    if not review.luck:
        return None
    factor = 100.0 if _has_chances(review) else TREASURE
    worths = [each.worth[seat - 1] for each in review.luck]
    return Estimate(
        factor * sum(each.mean for each in worths), factor * hypot(*(each.error for each in worths))
    )


def _has_chances(review: Review) -> bool:
    return any(each.chances for each in review.course)


def _lucky(luck: Luck, *, treasure: bool) -> Point:
    """The change by a draw by lot, for the seat with the largest gain or loss."""
    factor = TREASURE if treasure else 100.0
    seat = max(range(len(luck.worth)), key=lambda at: abs(luck.worth[at].mean))
    worth = luck.worth[seat]
    return Point(luck.ply, seat + 1, Estimate(factor * worth.mean, factor * worth.error))


def _clear(points: Estimate) -> bool:
    return abs(points.mean) >= MISTAKE and points.sure
