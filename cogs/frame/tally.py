"""Counting what happens often on a bad day, told at most once a minute."""

from __future__ import annotations

import logging
import time

_A_LINE_EVERY = 60.0


class Tally:
    """``line`` is what the log says of it, with a %d for how many since the last line."""

    def __init__(self, log: logging.Logger, line: str) -> None:
        self._log = log
        self._line = line
        self._count = 0
        self._told = float("-inf")

    def note(self) -> None:
        self._count += 1
        now = time.monotonic()
        if not 0 <= now - self._told < _A_LINE_EVERY:
            self._log.warning(self._line, self._count)
            self._count, self._told = 0, now
