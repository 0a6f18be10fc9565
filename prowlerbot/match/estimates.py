"""Estimates from counts: the usual duration of a match, and the usual hours of a player."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from typing import NamedTuple

A_DAY = 24
_HOUR = 60 * 60
_LEAST_MOVES = 30
"""The fewest moves from which hours are estimated."""
_MOST = 0.8
"""The part of a player's moves that their usual hours contain."""
_LONGEST = 12
"""The most usual hours; more would be no help to a reader."""
_LEAST_MATCHES = 5
"""The fewest matches from which a duration is estimated."""


class Hours(NamedTuple):
    """``length`` hours of a day in UTC, from the start of the hour ``first``."""

    first: int
    length: int

    @property
    def all(self) -> frozenset[int]:
        return frozenset((self.first + after) % A_DAY for after in range(self.length))


def by_hour(moves: Iterable[tuple[int, int]], offset: Callable[[int], int], now: int) -> list[int]:
    """The number of moves in each hour of the day, in UTC as of now.

    A player who moves at 20:00 local time does so in summer and in winter, so older hours are
    shifted. ``moves`` has pairs of an hour since 1970 and the number of moves in it. ``offset``
    gives the seconds that the player's clock is ahead of UTC at a time.
    """
    counts = [0] * A_DAY
    for hour, count in moves:
        moved = offset(hour * _HOUR) - offset(now)
        counts[(hour * _HOUR + moved) // _HOUR % A_DAY] += count
    return counts


def usual_hours(moves: Sequence[int]) -> Hours | None:
    """The shortest part of the day in which a player made most moves; None if there are few moves
    or no such part. ``moves`` has the number of moves in each hour.
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
