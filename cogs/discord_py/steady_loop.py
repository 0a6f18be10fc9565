"""A loop whose pauses are as long as they should be, whatever becomes of the machine's clock.

Replaces ``Loop._try_sleep_until``, which waits for a time of day: once the clock is put back, a
loop of discord.py stands still until that time comes again, and once it is put forward, the loop
makes up for all rounds without a pause. If that method changes, this is so again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks
from discord.utils import MISSING, utcnow


class SteadyLoop(tasks.Loop[Any]):
    """Goes its rounds with a pause of so many seconds after each."""

    def __init__(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        super().__init__(work, seconds, MISSING, MISSING, MISSING, None, True, None)
        self._pause = timedelta(seconds=seconds)

    def _try_sleep_until(self, _: datetime) -> asyncio.Future[Any]:
        sleeping: asyncio.Future[Any] = super()._try_sleep_until(utcnow() + self._pause)
        return sleeping
