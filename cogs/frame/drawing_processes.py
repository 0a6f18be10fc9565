"""Draws pictures in processes of their own, which take drawing functions and return PNG bytes.

Drawing in a thread of the bot blocked the event loop for a third of the time. All pictures of a
match come from one process as long as it is not busy, because it caches their background layer.
"""

import asyncio
import logging
import os
import time
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from prowlerbot.core.recent_cache import Recent
from prowlerbot.workers.loop import Child, Job, do_idle_job
from prowlerbot.workers.worker import Worker, WorkerLost, WorkerSilent, activity_of, is_hanging

log = logging.getLogger(__name__)

Draw: TypeAlias = Callable[[], bytes]

MAX_PROCESSES = 2  # by default, as two draw as fast as one event loop can send
_CORES_OF_THE_BOT = 1  # left to the event loop: two processes on two cores would slow it down
PICTURE_SECONDS = 1.2
"""Seconds without any picture after which the bot stops waiting for a process. Discord waits for
three, so there is still time to draw elsewhere. A long queue alone does not count: drawing its
pictures elsewhere as well would only make it longer.
"""
PATIENCE = 10.0  # seconds without a picture after which an inactive process is replaced
MAX_PROCESSOR_SECONDS = 10.0  # without a picture, after which a process is replaced
REST_SECONDS = 5.0  # before a dead process is replaced, so that it does not die over and over
_MAX_MATCHES = 10_000  # the maximum number of matches whose process is remembered
_MAX_BEHIND = 2  # pictures that the process of a match has queued beyond the least busy one


class _Drawer(Worker):
    """A drawing process that ends itself if it hangs."""

    _watching: asyncio.Task[None] | None = None

    async def draw(self, draw: Draw) -> bytes:
        """A picture. Raises any exception of the drawing, and WorkerLost."""
        try:
            return await self.do(draw, PICTURE_SECONDS)
        except WorkerSilent:
            if self._watching is None or self._watching.done():
                self._watching = asyncio.create_task(self._watch())
            raise

    async def _watch(self) -> None:
        """End the silent process if it is inactive or in an endless loop.

        On a busy machine, the process may only be waiting for the processor. If the system gives no
        figures, the silence alone decides.
        """
        first_activity = last_activity = activity_of(self.pid)
        while self.silent_seconds >= PICTURE_SECONDS:
            await asyncio.sleep(PICTURE_SECONDS)
            activity = activity_of(self.pid)
            activities = first_activity, last_activity, activity
            if self.silent_seconds >= PATIENCE and is_hanging(*activities, MAX_PROCESSOR_SECONDS):
                log.warning("a drawing process hangs and is replaced")
                self.end()
            last_activity = activity
            first_activity = first_activity or activity

    async def warm_up(self, pieces: Sequence[Job]) -> None:
        """Draw these pieces before anything else, without a time limit."""
        with suppress(WorkerLost):
            for piece in pieces:  # one by one, so that presses do not wait behind all of them
                await self.do(partial(do_idle_job, piece))


class DrawingProcesses:
    """Draws in a number of ``processes``, by default ``default_count``; 0 switches this off.

    A dead process is replaced after ``rest`` seconds. ``begun`` is a process that runs already.
    """

    def __init__(
        self,
        processes: int | None = None,
        *,
        rest: float = REST_SECONDS,
        begun: Child | None = None,
    ) -> None:
        self._count = default_count(_usable_cores()) if processes is None else processes
        self._begun = begun
        if begun is not None and not self._count:
            begun.end()
        self._rest = rest
        self._shared_pieces: Sequence[Job] = ()
        self._drawers: list[_Drawer] = []
        self._drawer_by_match: Recent[Hashable, _Drawer] = Recent(_MAX_MATCHES)
        self._is_closed = False

    @property
    def switched_on(self) -> bool:
        return self._count > 0

    def start(self, ahead: Sequence[Job]) -> None:
        """Start the processes; each of them draws these pieces ahead."""
        self._shared_pieces = ahead
        self._drawers = [
            _Drawer("drawing", ahead, child=None if number else self._begun)
            for number in range(self._count)
        ]

    async def warm_up(self, pieces: Sequence[Job]) -> None:
        """Wait until every process has drawn these pieces, or has died."""
        await asyncio.gather(*(drawer.warm_up(pieces) for drawer in self._drawers))

    async def draw(self, match: Hashable, draw: Draw) -> bytes:
        """A picture by the process of its match. Raises errors of the drawing, and WorkerLost."""
        living, drawer = self._living_drawers(), self._drawer_by_match.find(match)
        idlest = min(living, key=lambda drawer_: drawer_.pending_count)
        if drawer not in living or drawer.pending_count - idlest.pending_count > _MAX_BEHIND:
            drawer = idlest
        self._drawer_by_match.keep(match, drawer)
        return await drawer.draw(draw)

    async def close(self) -> None:
        self._is_closed = True
        await asyncio.gather(*(drawer.close() for drawer in self._drawers))

    def idlest_process(self) -> Worker:
        """The process with the fewest queued pictures; raises WorkerLost if none is usable."""
        return min(self._living_drawers(), key=lambda drawer: drawer.pending_count)

    def _living_drawers(self) -> list[_Drawer]:
        """The usable processes, after the rested ones are replaced; raises WorkerLost for none."""
        if self._is_closed or not self._count:
            raise WorkerLost
        if not self._drawers:
            self.start(())
        now = time.monotonic()
        for index, drawer in enumerate(self._drawers):
            if drawer.lost_at is not None and now - drawer.lost_at >= self._rest:
                self._drawers[index] = _Drawer("drawing", self._shared_pieces)
        if not (living := [drawer for drawer in self._drawers if drawer.lost_at is None]):
            raise WorkerLost
        return living


def default_count(cores: int) -> int:
    """The default number of processes; at least one, even if it shares the only core."""
    return min(max(1, cores - _CORES_OF_THE_BOT), MAX_PROCESSES)


def _usable_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
