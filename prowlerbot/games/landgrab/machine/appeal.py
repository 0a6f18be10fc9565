"""The appeal of a building as a goal: its worth, the time it takes, and the pawns near it.

The numbers come from matches without any search, where each pawn goes for the most appealing
building: such a pawn beats the claimer (``claimer.py``) in six of seven matches for two, and comes
first in every second match for four.
"""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.landgrab.moves import SIDES

MOST_POINTS = 25
"""The points of an undamaged large building."""

STEAL = 2.0
"""The factor on the appeal of a building that another seat would lose."""

CROWD = (0.0, 0.0, 1.0, 4.0, 8.0)
"""By the number of seats, how much another pawn nearby reduces the appeal: with more seats the
damage is used, or the claimed building stolen, sooner.
"""


def _rolls_needed() -> tuple[float, ...]:
    needed = [0.0]
    for left in range(1, MOST_POINTS + 1):
        after = [needed[max(0, left - shown)] for shown in range(1, SIDES + 1)]
        needed.append(1 + sum(after) / SIDES)
    return tuple(needed)


ROLLS = _rolls_needed()
"""By the points that are left, the mean number of rolls that claim a building."""


def threat(turns: Sequence[int]) -> tuple[float, ...]:
    """By the turns to each building, how much a pawn threatens it."""
    return tuple([1 / (1 + each) ** 2 for each in turns])
