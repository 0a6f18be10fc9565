"""What makes a building worth going for: its worth, the time it takes, and who else is near.

The numbers were tried out without any search, each pawn going for what appeals to it most: that
beats the claimer (``claimer.py``) in six of seven matches for two, and comes first in every second
one for four.
"""

from __future__ import annotations

from collections.abc import Sequence

from .moves import SIDES

MOST_POINTS = 25
"""The points of an undamaged large building."""

STEAL = 2.0
"""How much more a building appeals that another seat would lose."""

CROWD = (0.0, 0.0, 1.0, 4.0, 8.0)
"""By the number of seats, how much it takes from the appeal that another pawn is near: the more
there are, the sooner somebody uses the damage, or steals what has been claimed.
"""


def _rolls_needed() -> tuple[float, ...]:
    needed = [0.0]
    for left in range(1, MOST_POINTS + 1):
        after = [needed[max(0, left - shown)] for shown in range(1, SIDES + 1)]
        needed.append(1 + sum(after) / SIDES)
    return tuple(needed)


ROLLS = _rolls_needed()
"""By the points that are left, how many rolls it takes on average to claim a building."""


def threat(turns: Sequence[int]) -> tuple[float, ...]:
    """How much a pawn threatens buildings that it takes so many turns to get to."""
    return tuple([1 / (1 + each) ** 2 for each in turns])
