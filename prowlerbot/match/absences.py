"""A player's absences: those that stop the clock of a decision, and those that are remembered."""

from __future__ import annotations

from collections.abc import Sequence

_DAY = 24 * 60 * 60
LONGEST_AWAY = 14 * _DAY
"""The most seconds by which absences can move the deadline of one decision."""
TOO_LATE = 60 * 60
"""An absence moves the deadline of a decision only if more than these seconds are left.

Otherwise a late player could undo the delay, and a quick match would stop.
"""
RATED_AWAY = 30 * _DAY
"""The most seconds in a year by which absences can move deadlines of rated matches. Without the
limit a player who is about to lose could delay the end forever.
"""
_YEAR = 365 * _DAY
_REMEMBERED = 200
"""The number of past absences that are remembered, for clocks that they stopped and for streaks."""

Absence = tuple[int, int]
"""The start and end in epoch seconds."""


def granted(absences: Sequence[Absence]) -> list[Absence]:
    """The parts of absences that stop the clocks of rated matches, the earliest first."""
    parts: list[Absence] = []
    for start, end in sorted(absences):
        most = RATED_AWAY - _used(parts, start)
        if start < end and most > 0:
            parts.append((start, min(end, start + most)))
    return parts


def days_left(absences: Sequence[Absence], now: int) -> int:
    """The days that the player may still be away in rated matches this year. A running absence
    counts up to its end.
    """
    return max(0, RATED_AWAY - _used(granted(absences), now)) // _DAY


def _used(absences: Sequence[Absence], now: int) -> int:
    """The seconds of absences since a year ago."""
    return sum(max(0, end - max(start, now - _YEAR)) for start, end in absences)


def remembered(absences: Sequence[Absence]) -> list[Absence]:
    """The absences; if there are too many, neighbours with the shortest gaps are joined.

    None is dropped: a clock would lose the time, and a streak would break.
    """
    kept = sorted(absences)
    while len(kept) > _REMEMBERED:
        at = min(range(len(kept) - 1), key=lambda pair: kept[pair + 1][0] - kept[pair][1])
        kept[at : at + 2] = [(kept[at][0], kept[at + 1][1])]
    return kept
