"""The time that the bot goes by: the machine's clock while Discord's answers agree with it.

A deadline ends a match for good, so a clock that is wrong for a moment must not count. If the
machine's clock is wrong, the bot uses the time of Discord's answers, and between two of them a
clock that nobody sets. After a start, and after somebody sets the machine's clock, the time is
unsure until Discord answers. Until then this clock is never ahead of the right time.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

AGREE = 5
"""Seconds by which two clocks that agree may differ. Processes that share a database claim duties
for 20 seconds at least, by their own clocks.
"""
_LONGEST = 10
"""Seconds of a request beyond which its answer does not give the time closely enough."""


class Reading(NamedTuple):
    """The machine's clock, in epoch seconds, and its clock that nobody sets."""

    wall: float
    steady: float


class Clock:
    def __init__(self, read: Callable[[], Reading]) -> None:
        self.read = read
        self._set = read()
        """The time that this clock was set to, and when."""
        self._known: float | None = None
        """By how much the machine's clock was ahead at Discord's latest answer; None while that
        is not known.
        """

    def __call__(self) -> int:
        return int(self._time(self.read()))

    def _time(self, at: Reading) -> float:
        return self._set.wall + at.steady - self._set.steady

    @property
    def ahead(self) -> float:
        """Seconds by which the machine's clock is ahead of this one."""
        at = self.read()
        return at.wall - self._time(at)

    @property
    def is_sure(self) -> bool:
        """Whether Discord has answered since the start, and since the machine's clock was set."""
        return self._known is not None and abs(self.ahead - self._known) <= AGREE

    def hear(self, said: float, asked: Reading) -> None:
        """Compare with the time of an answer, in whole seconds, to a request sent at ``asked``."""
        at = self.read()
        took = max(at.wall - asked.wall, at.steady - asked.steady)
        if took > _LONGEST:  # perhaps the machine slept after the answer
            return

        def off(time: float) -> float:
            return max(said - time, time - said - 1 - took)

        # A machine whose clock is about as far off as it may be keeps to one of the two.
        near = AGREE if abs(self.ahead) <= AGREE else AGREE / 2
        if off(at.wall) <= near:
            self._set = at
        elif off(self._time(at)) > AGREE:
            if self.is_sure:  # a second answer has to say the same
                self._known = None
                return
            self._set = Reading(said, at.steady)
        self._known = at.wall - self._time(at)

    def hear_of(self, past: float) -> None:
        """Take note of an event at Discord, such as a press, whose time is not in the future."""
        at = self.read()
        if past > self._time(at) + AGREE:  # this machine was suspended
            self._set, self._known = Reading(past, at.steady), None
