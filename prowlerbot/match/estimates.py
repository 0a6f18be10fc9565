"""How long matches take and when a player is usually there, from counts alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple

A_DAY = 24
_HOUR = 60 * 60
_LEAST_MOVES = 30
"""The fewest moves from which hours are told."""
_MOST = 0.8
"""The part of a player's moves that is made in their usual hours."""
_LONGEST = 12
"""More hours than that tell nothing."""
_LEAST_MATCHES = 5
"""The fewest matches from which a duration is told."""


class Hours(NamedTuple):
    """Hours of a day in UTC, from the start of ``first`` on, ``length`` of them."""

    first: int
    length: int

    @property
    def all(self) -> frozenset[int]:
        return frozenset((self.first + after) % A_DAY for after in range(self.length))


def by_hour(moves: Iterable[tuple[int, int]], offset: Callable[[int], int], now: int) -> list[int]:
    """How many moves were made in each hour of the day, in UTC as of now: whoever moves at 20:00
    does so in summer and in winter. ``moves`` are numbers of them in hours since 1970, ``offset``
    gives the seconds that a player's clock is ahead of UTC at a time.
    """
    counts = [0] * A_DAY
    for hour, count in moves:
        moved = offset(hour * _HOUR) - offset(now)
        counts[(hour * _HOUR + moved) // _HOUR % A_DAY] += count
    return counts


def usual_hours(moves: Sequence[int]) -> Hours | None:
    """The shortest time of the day in which a player made most moves, by the number of moves in
    each hour; None for few moves and for a player without such a time.
    """
    wanted = sum(moves) * _MOST
    if sum(moves) < _LEAST_MOVES:
        return None
    for length in range(1, _LONGEST + 1):
        made = {first: sum(moves[at] for at in Hours(first, length).all) for first in range(A_DAY)}
        best = max(made, key=lambda first: made[first])
        if made[best] >= wanted:
            return Hours(best, length)
    return None


def usual_duration(seconds: Sequence[int]) -> int | None:
    """The time that half of these matches took at most; None for few matches."""
    return round(median(seconds)) if len(seconds) >= _LEAST_MATCHES else None
