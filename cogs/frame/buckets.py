"""How often somebody may ask for something: token buckets in memory, one set in each process."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable

_REMEMBERED = 10_000
"""Buckets kept; the one unused longest makes room; by then it is full or nearly."""


def clock() -> float:
    """Seconds, as the event loop counts them."""
    return asyncio.get_running_loop().time()


class Buckets:
    """Each key has a bucket that fills up within a minute; taking from an empty one is refused."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._buckets: OrderedDict[Hashable, tuple[float, float]] = OrderedDict()

    def take(self, key: Hashable, a_minute: int) -> float:
        """Take one; returns 0, or the seconds until there is one again where none was left."""
        left, wait = self._look(key, a_minute)
        self._buckets.pop(key, None)
        self._buckets[key] = (left if wait else left - 1, self._clock())
        if len(self._buckets) > _REMEMBERED:
            self._buckets.popitem(last=False)
        return wait

    def wait(self, key: Hashable, a_minute: int) -> float:
        """What ``take`` would return, without taking one."""
        return self._look(key, a_minute)[1]

    def _look(self, key: Hashable, a_minute: int) -> tuple[float, float]:
        """How many are left, and the seconds until there is one."""
        now = self._clock()
        left, at = self._buckets.get(key, (float(a_minute), now))
        left = min(float(a_minute), left + (now - at) * a_minute / 60)
        return left, 0.0 if left >= 1 else (1 - left) * 60 / a_minute
