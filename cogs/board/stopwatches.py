"""Ends live stages when their time is up.

Showing a board with a running clock starts its timer; upkeep restarts timers after a restart of the
bot. The commit ensures that a stage ends once, in any number of processes.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from cogs.frame.interaction import own_context
from prowlerbot.core.errors import Refused, Stale, StoreError, Unusable
from prowlerbot.match.match import Match
from prowlerbot.match.stopwatch import stop
from prowlerbot.service.service import Service

log = logging.getLogger(__name__)

_AGAIN = 2.0
"""Seconds after which the end of a stage is retried if the database is unreachable."""


class Stopwatches:
    """``show`` updates the board of a match."""

    def __init__(self, service: Service, show: Callable[[str], Awaitable[object]]) -> None:
        self._service = service
        self._show = show
        self._running: dict[str, tuple[int, asyncio.Task[None]]] = {}

    def wind(self, match: Match) -> None:
        """Schedule the end of the current stage, if its clock runs."""
        if not match.terms.stopwatch:
            return
        due = self._service.stopwatch(match)
        running = self._running.get(match.id)
        if due is None or (running is not None and running[0] == due):
            return
        if running is not None:
            running[1].cancel()
        task = own_context().run(asyncio.create_task, self._run(match.id, due))
        self._running[match.id] = due, task
        task.add_done_callback(lambda done: self._forget(match.id, done))

    def _forget(self, match_id: str, done: asyncio.Task[None]) -> None:
        if self._running.get(match_id, (0, None))[1] is done:
            del self._running[match_id]

    async def resume(self) -> None:
        """Schedule the ends of stages that another or an ended process has left."""
        for match_id in await self._service.mine(await self._service.store.with_stopwatch()):
            try:
                self.wind(await self._service.match(match_id))
            except Unusable:
                raise  # the same for all of them
            except Refused as error:  # such as a match that does not replay
                log.debug("the clock of match %s was not wound: %s", match_id, error)

    async def _run(self, match_id: str, due: int) -> None:
        while True:
            await asyncio.sleep(max(0.0, due - self._service.now()))
            try:
                await self._service.apply(match_id, stop)
            except Stale:  # all finished early, or another process did it
                return
            except StoreError as error:
                log.warning("the time of match %s is up, and that had to wait: %s", match_id, error)
                await asyncio.sleep(_AGAIN)
            else:
                break
        try:
            await self._show(match_id)
        except StoreError as error:  # upkeep shows it later
            log.warning("match %s cannot be shown: %s", match_id, error)
        except Exception:  # likewise
            log.exception("match %s cannot be shown", match_id)

    def close(self) -> None:
        for _, task in [*self._running.values()]:
            task.cancel()
