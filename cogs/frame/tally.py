"""Counting what happens often on a bad day, to be told at most once a minute."""

from __future__ import annotations

import time

_A_LINE_EVERY = 60.0


class Tally:
    def __init__(self) -> None:
        self._count = 0
        self._told = float("-inf")

    def add(self) -> int:
        """Count one more; returns how many there are to tell of now, 0 if that has to wait."""
        self._count += 1
        now = time.monotonic()
        if 0 <= now - self._told < _A_LINE_EVERY:
            return 0
        count, self._count, self._told = self._count, 0, now
        return count
