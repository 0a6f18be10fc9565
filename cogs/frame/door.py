"""What is being answered, and the door that closes when the bot stops: nobody is cut short."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark

log = logging.getLogger(__name__)

PATIENCE = 10.0
"""Seconds that what is under way has to finish."""

_CLOSED = mark("I am restarting; please try again in a minute.")


class Closed(Denied):
    """A press or command that came when the bot was about to stop."""

    def __init__(self) -> None:
        super().__init__(_CLOSED)


class Door:
    def __init__(self) -> None:
        self._inside: set[asyncio.Task[Any]] = set()
        self.closed = False

    @contextmanager
    def inside(self) -> Iterator[None]:
        """What this task does is finished before the bot stops."""
        task = asyncio.current_task()
        if task is None or task in self._inside:
            yield
            return
        self._inside.add(task)
        try:
            yield
        finally:
            self._inside.discard(task)

    def check(self) -> None:
        """Raise Closed where nothing begins any more."""
        if self.closed:
            raise Closed

    async def close(self, patience: float = PATIENCE, lull: float = 0.0) -> None:
        """Let nothing new begin, and wait for the rest until nothing has come for a ``lull``."""
        self.closed = True
        until = time.perf_counter() + patience
        while (left := until - time.perf_counter()) > 0:
            if self._others():
                await asyncio.wait(self._others(), timeout=left)
            if not self._others():
                if lull:
                    await asyncio.sleep(min(lull, left))
                if not self._others():
                    return
        late = self._others()
        if late:
            log.warning("not finished in %.0f s and cut short: %d", patience, len(late))
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    def _others(self) -> set[asyncio.Task[Any]]:
        current = asyncio.current_task()
        return {task for task in self._inside if task is not current and not task.done()}
