"""Shuts the bot down: running presses and commands finish first, new ones are refused."""

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
"""Seconds in which running work has to finish."""

_RESTARTING = mark("I am restarting; please try again in a minute.")


class Restarting(Denied):
    """A press or command arrived while the bot was stopping."""

    def __init__(self) -> None:
        super().__init__(_RESTARTING)


class Shutdown:
    def __init__(self) -> None:
        self._under_way: set[asyncio.Task[Any]] = set()
        self.begun = False

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """Have the bot wait for this task before it stops."""
        task = asyncio.current_task()
        if task is None or task in self._under_way:
            yield
            return
        self._under_way.add(task)
        try:
            yield
        finally:
            self._under_way.discard(task)

    def check(self) -> None:
        """Raise Restarting if the bot is stopping."""
        if self.begun:
            raise Restarting

    async def begin(self, patience: float = PATIENCE, lull: float = 0.0) -> None:
        """Refuse new work, and wait for the rest until no work has arrived for a ``lull``."""
        self.begun = True
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
        return {task for task in self._under_way if task is not current and not task.done()}
