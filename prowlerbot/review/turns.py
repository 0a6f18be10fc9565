"""Where a match turned: its costliest moves and its luckiest draws, and how lucky each seat was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot

from prowlerbot.review.judgement import Estimate, Luck, Review
from prowlerbot.review.losses import MISTAKE, SURE, TREASURE, Loss, played

MOST_TURNS = 6


@dataclass(frozen=True, slots=True)
class Turn:
    """A change of the chances of ``seat`` after ``ply`` plays, in points: negative for a loss by
    its own move, of either sign for luck.
    """

    ply: int
    seat: int
    points: Estimate
    loss: Loss | None = None
    """The loss, if a move changed the chances rather than luck."""


def turning_points(review: Review, found: Sequence[Loss], most: int = MOST_TURNS) -> list[Turn]:
    """The largest changes, in the order of the match: mistakes, and luck of the same size."""
    turns = [
        Turn(
            loss.judgement.ply,
            loss.judgement.seat,
            _turned(loss),
            loss,
        )
        for loss in found
        if loss.sure
    ]
    turns += [_lucky(each, treasure=not _has_chances(review)) for each in review.luck]
    turns = [turn for turn in turns if _clear(turn.points)]
    turns.sort(key=lambda turn: -abs(turn.points.mean))
    return sorted(turns[:most], key=lambda turn: turn.ply)


def _turned(loss: Loss) -> Estimate:
    """The change of the chance to win: a lead that is thrown away in a decided match turns nothing.
    In a game without a known chance, that of the treasure.
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


def _lucky(luck: Luck, *, treasure: bool) -> Turn:
    """The turn by a draw, for the seat to which it was worth most, for good or bad."""
    factor = TREASURE if treasure else 100.0
    seat = max(range(len(luck.worth)), key=lambda at: abs(luck.worth[at].mean))
    worth = luck.worth[seat]
    return Turn(luck.ply, seat + 1, Estimate(factor * worth.mean, factor * worth.error))


def _clear(points: Estimate) -> bool:
    return abs(points.mean) >= max(MISTAKE, SURE * points.error)
