"""The processes in which the machine thinks, and the queue of matches in front of them.

A search in a thread would delay everybody's presses. Each process is a pool of one, so that a dead
or hanging process affects no other search. They start on demand and end after some idle time. This
module does not import Discord, because the processes import this package.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress

from .contract import Denied
from .line import Line
from .roster import MakeRoster, house
from .worker import Task, begin, think

PATIENCE = 30.0
"""Seconds after which the pool gives up a search, which normally takes about one."""

IDLE = 120.0
"""Seconds without work after which the processes end."""


Check = Callable[[], Awaitable[None]]
"""Raises if a requested move is no longer wanted."""


class _Request:
    """A task with the future of its answer."""

    def __init__(self, task: Task, check: Check | None) -> None:
        self.task = task
        self.check = check
        self.answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()


class _Process:
    """One process; its start takes some milliseconds, so it happens outside the event loop."""

    def __init__(self) -> None:
        self._pool = ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), initializer=begin)
        self.pid: Future[int] = self._pool.submit(os.getpid)

    async def think(self, roster: MakeRoster, task: Task) -> str:
        return await asyncio.wrap_future(self._pool.submit(think, roster, task))

    def end(self) -> None:
        """End the process at once, without waiting for its work."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self.pid.done() and not self.pid.cancelled() and not self.pid.exception():
            with suppress(ProcessLookupError):
                os.kill(self.pid.result(), signal.SIGTERM)


class Thinkers:
    """Finds moves in up to ``processes`` processes; with 0 of them the machine does not play."""

    def __init__(
        self,
        processes: int,
        roster: MakeRoster = house,
        *,
        patience: float = PATIENCE,
        idle: float = IDLE,
    ) -> None:
        self._most = processes
        self._roster = roster
        self._patience = patience
        self._idle = idle
        self._line: Line[_Request] = Line()
        self._resting: list[_Process] = []
        self._searches: dict[asyncio.Task[None], _Request] = {}
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def switched_on(self) -> bool:
        """Whether the machine has any processes."""
        return self._most > 0

    def admit(self) -> None:
        """Raise Denied where the machine does not play."""
        if not self._most:
            raise Denied("The machine does not play here; the host of this bot has turned it off.")
        if self._closed:
            raise _stopped()

    def ahead(self, match: Hashable) -> int:
        """The number of other matches served before this one."""
        return max(0, self._line.ahead(match) - max(0, self._most - 1))

    async def move(self, match: Hashable, task: Task, check: Check | None = None) -> str:
        """The text of the move, after its turn in the queue.

        A request may be obsolete after a long wait, so ``check`` runs right before the search.
        Raises the errors of ``check``, and Denied where the machine does not play or finds no move.
        """
        self.admit()
        request = _Request(task, check)
        self._line.join(match, request)
        self._serve()
        try:
            return await request.answer
        finally:
            self._line.withdraw(match, request)

    async def close(self) -> None:
        """End all processes and fail all waiting requests."""
        self._closed = True
        self._stop_timer()
        for request in [*self._line.clear(), *self._searches.values()]:
            if not request.answer.done():
                request.answer.set_exception(_stopped())
        for search in (searches := [*self._searches]):
            search.cancel()
        await asyncio.gather(*searches, return_exceptions=True)
        self._end_processes()

    def _serve(self) -> None:
        """Give work to every available process."""
        self._stop_timer()
        while not self._closed and self._line.served < self._most and (taken := self._line.take()):
            search = asyncio.create_task(self._search(*taken))
            self._searches[search] = taken[1]
            search.add_done_callback(self._searches.pop)

    async def _search(self, match: Hashable, request: _Request) -> None:
        try:
            if request.check is not None:
                await request.check()
            answer = await self._answer(request.task)
        except Exception as error:  # noqa: BLE001 - the asker handles any error
            if not request.answer.done():
                request.answer.set_exception(error)
        else:
            if not request.answer.done():
                request.answer.set_result(answer)
        finally:
            self._line.done(match)
            self._serve()
            if not self._line.served and not self._closed:
                loop = asyncio.get_running_loop()
                self._timer = loop.call_later(self._idle, self._end_processes)

    async def _answer(self, task: Task) -> str:
        rested = self._resting.pop() if self._resting else None
        with suppress(BrokenProcessPool):  # it may have died while it was idle
            return await self._think(task, rested)
        try:
            return await self._think(task, None)
        except BrokenProcessPool as error:
            raise Denied("The machine's thinking was cut short; please try again.") from error

    async def _think(self, task: Task, rested: _Process | None) -> str:
        process = rested if rested is not None else await asyncio.to_thread(_Process)
        try:
            async with asyncio.timeout(self._patience):
                answer = await process.think(self._roster, task)
        except TimeoutError as error:
            process.end()
            raise Denied("The machine found no move in time; please try again.") from error
        except (BrokenProcessPool, asyncio.CancelledError):
            process.end()
            raise
        except BaseException:
            self._resting.append(process)
            raise
        self._resting.append(process)
        return answer

    def _end_processes(self) -> None:
        while self._resting:
            self._resting.pop().end()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _stopped() -> Denied:
    return Denied("The machine is being stopped; its move comes after the restart.")
