"""Outages: the times at which the bot could answer nobody, and the grace that deadlines get.

A deadline that falls into an outage, or so shortly after it that nobody could act, moves to a grace
after the end of the outage. Nothing here reads a clock: the bot notes a beat while it can answer,
and the gap between two beats shows an outage.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

HOUR, DAY = 60 * 60, 24 * 60 * 60
A_CHECK_IN = 15 * 60
"""The grace in seconds for a player who only has to check in."""
SHORTEST = 2 * 60
"""Seconds below which a pause is no outage: a restart takes as long, and players try again."""
_SKEW = 30
"""The seconds by which two clocks of a machine may differ between two beats."""


class Outage(NamedTuple):
    """A time in which the bot could answer nobody, in epoch seconds."""

    began: int
    ended: int


class Beat(NamedTuple):
    """A moment at which the bot could answer: the time of day in epoch seconds, and the seconds of
    a clock that is never set and stops while the machine sleeps, None if another process noted the
    beat.
    """

    wall: int
    steady: float | None = None


def between(before: Beat, now: Beat, planned: int) -> Outage | None:
    """The outage between two beats that should have been ``planned`` seconds apart, if any.

    The process was down or suspended, it could reach nobody, or the time of day was set forward:
    for players these are the same. A time that was set back costs nobody anything.
    """
    passed = now.wall - before.wall
    lost: float = passed - planned
    if before.steady is not None and now.steady is not None:
        # The wall clock alone went on while the machine slept, or was set.
        set_by = passed - (now.steady - before.steady)
        lost = max(lost, set_by if set_by > _SKEW else 0)
    return Outage(before.wall, now.wall) if lost >= SHORTEST else None


def grace(given: int) -> int:
    """The grace after an outage for a deadline of this length: a day for deadlines of days, as
    players may be asleep.
    """
    return DAY if given >= DAY else HOUR


def forgiven(due: int, outages: Sequence[Outage], grace: int) -> int:
    """The new time of a deadline: ``grace`` seconds after the outage that it falls into, or that
    ended less than the grace before it.
    """
    for outage in sorted(outages):
        if outage.began <= due < outage.ended + grace:
            due = outage.ended + grace
    return due


def moved_by(due: int, outages: Sequence[Outage], grace: int) -> Outage | None:
    """The outage that moved a deadline; None if none did."""
    then = forgiven(due, outages, grace)
    return next((each for each in outages if then > due and then == each.ended + grace), None)


def passed(start: int, seconds: int, outages: Sequence[Outage]) -> int:
    """The time at which so many seconds without outages have passed since then."""
    end = start + seconds
    for outage in sorted(outages):
        if start < outage.ended and outage.began < end:
            end += outage.ended - max(outage.began, start)
            start = outage.ended
    return end


def lost(outages: Sequence[Outage], start: int, end: int) -> int:
    """The seconds of outages between two times; they count as idle for nobody."""
    total, until = 0, start
    for outage in sorted(outages):
        begins, ends = max(outage.began, until), min(outage.ended, end)
        if begins < ends:
            total, until = total + ends - begins, ends
    return total


def kept(outages: Sequence[Outage], new: Outage, since: int) -> list[Outage]:
    """The outages to store with a new one: those that ended since then, joined where they meet."""
    joined: list[Outage] = []
    for outage in sorted([*outages, new]):
        if joined and outage.began <= joined[-1].ended:
            joined[-1] = Outage(joined[-1].began, max(joined[-1].ended, outage.ended))
        elif outage.ended >= since:
            joined.append(outage)
    return joined
