"""A loop whose pauses do not depend on the machine's clock.

Replaces ``Loop._try_sleep_until``, which waits for a time of day. When the clock is put back, a
loop of discord.py pauses until that time comes again. When the clock is put forward, the loop makes
up for all missed rounds without a pause. If that method changes, both problems return.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

from discord.ext import tasks
from discord.utils import MISSING, utcnow


class SteadyLoop(tasks.Loop[Any]):
    """A loop with a pause of so many seconds after each round."""

    def __init__(self, work: Callable[[], Awaitable[None]], seconds: float) -> None:
        super().__init__(work, seconds, MISSING, MISSING, MISSING, None, True, None)
        self._pause = timedelta(seconds=seconds)

    def _try_sleep_until(self, _: datetime) -> asyncio.Future[Any]:
        sleeping: asyncio.Future[Any] = super()._try_sleep_until(utcnow() + self._pause)
        return sleeping
