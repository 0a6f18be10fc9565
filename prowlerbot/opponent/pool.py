"""The processes in which the machine thinks, and the queue in front of them.

Work that no player waits for at the board, such as a review, is last in the queue. It comes in
pieces of two seconds, so a move waits for one piece at most.

The processes start on demand and end after some idle time. Each does one search at a time, so a
dead or hanging one affects no other search.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import TypeVar

from prowlerbot.core.errors import Denied
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.task import (
    AppraisalTask,
    MakeRoster,
    MoveTask,
    house_roster,
    run_appraisal,
    run_move,
)
from prowlerbot.workers.fair_queue import FairQueue
from prowlerbot.workers.worker import Worker, WorkerLost, WorkerSilent, activity_of, is_hanging

_T = TypeVar("_T")

PATIENCE = 30.0
"""Seconds after which the pool gives up a search, which normally takes about one. Only work for
later counts by its processor time, as it may wait on a busy machine.
"""
IDLE_SECONDS = 120.0
"""Seconds without work after which the processes end."""
NICENESS = 10
"""The niceness of the machine: on a single core, the bot answers presses first."""

Check = Callable[[], Awaitable[None]]
"""Raises an error if a requested move is no longer wanted."""


class Thinkers:
    """Finds moves in up to ``processes`` processes; with 0 of them the machine does not play."""

    def __init__(
        self,
        processes: int,
        roster: MakeRoster = house_roster,
        *,
        patience: float = PATIENCE,
        idle: float = IDLE_SECONDS,
    ) -> None:
        self._max_processes = processes
        self.roster = roster
        self._patience = patience
        self._idle_seconds = idle
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        self._idle_workers: list[Worker] = []
        self._busy_workers: set[Worker] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    @property
    def switched_on(self) -> bool:
        return self._max_processes > 0

    @property
    def waiting(self) -> int:
        """The number of requests in the queue."""
        return len(self._queue)

    def check_available(self) -> None:
        """Raise Denied if the machine does not play."""
        if not self._max_processes:
            raise Denied("The machine does not play here; the host of this bot has turned it off.")
        if self._closed:
            raise _denied_by_stop()

    def count_ahead(self, match: Hashable) -> int:
        """The number of other matches served before this one."""
        return max(0, self._queue.count_ahead(match) - max(0, self._max_processes - 1))

    async def move(self, match: Hashable, task: MoveTask, check: Check | None = None) -> str:
        """The text of the move, after its turn in the queue. A request may be obsolete after a long
        wait, so ``check`` runs right before the search. Raises the errors of ``check``, and Denied
        where the machine does not play or finds no move.
        """
        return await self.run_job(match, partial(run_move, self.roster, task), check)

    async def appraise(self, match: Hashable, task: AppraisalTask) -> Appraisal:
        """The appraisal, after its turn in the queue. It raises as ``move`` does."""
        return await self.run_job(match, partial(run_appraisal, self.roster, task))

    async def run_job(
        self,
        match: Hashable,
        job: Callable[[], _T],
        check: Check | None = None,
        *,
        later: bool = False,
    ) -> _T:
        """The result of any job, done in a process of the machine; with ``later`` after all other
        requests. It raises as ``move`` does.
        """
        self.check_available()
        async with self._hold_turn(match, later=later):
            if check is not None:
                await check()
            return await self._run_on_any_worker(job, later=later)

    async def close(self) -> None:
        """End all processes and fail all waiting requests."""
        self._closed = True
        self._stop_timer()
        for turn in self._queue.clear():
            if not turn.done():
                turn.set_exception(_denied_by_stop())
        await asyncio.gather(*(each.close() for each in (*self._idle_workers, *self._busy_workers)))

    @asynccontextmanager
    async def _hold_turn(self, match: Hashable, *, later: bool) -> AsyncIterator[None]:
        """Wait for a free process, and hold it while inside."""
        turn = asyncio.get_running_loop().create_future()
        self._queue.join(match, turn, later=later)
        self._give_turns()
        try:
            await turn
            yield
        finally:
            self._queue.remove(match, turn, later=later)
            self._give_turns()
            if not self._queue.served and not self._closed:
                self._timer = asyncio.get_running_loop().call_later(
                    self._idle_seconds, self._end_idle_workers
                )

    def _give_turns(self) -> None:
        """Give a turn to as many requests as there are processes."""
        self._stop_timer()
        while not self._closed and self._queue.served < self._max_processes:
            if (turn := self._queue.take_next()) is None:
                break
            if not turn.done():  # else nobody waits for it any more
                turn.set_result(None)

    async def _run_on_any_worker(self, job: Callable[[], _T], *, later: bool) -> _T:
        """The result of a job on an idle worker, or else on a new one."""
        if self._idle_workers:
            with suppress(WorkerLost):  # it may have died while it was idle
                return await self._run_on(job, self._idle_workers.pop(), later=later)
        self.check_available()
        try:
            return await self._run_on(job, Worker("the machine", nice=NICENESS), later=later)
        except WorkerLost as error:
            self.check_available()
            raise Denied("The machine's thinking was cut short; please try again.") from error

    async def _run_on(self, job: Callable[[], _T], worker: Worker, *, later: bool) -> _T:
        self._busy_workers.add(worker)
        try:
            if later:
                return await self._run_slow_job(job, worker)
            return await worker.do(job, self._patience)
        except WorkerSilent as error:
            worker.end()
            raise Denied("The machine found no move in time; please try again.") from error
        except (WorkerLost, asyncio.CancelledError):
            worker.end()
            raise
        finally:
            self._busy_workers.discard(worker)
            if worker.lost_at is None:
                self._idle_workers.append(worker)

    async def _run_slow_job(self, job: Callable[[], _T], worker: Worker) -> _T:
        """The result, however long it takes; raises WorkerSilent if the process hangs."""
        task = asyncio.create_task(worker.do(job))
        first_activity = before = activity_of(worker.pid)
        try:
            while not (await asyncio.wait({task}, timeout=self._patience))[0]:
                now = activity_of(worker.pid)
                if is_hanging(first_activity, before, now, self._patience):
                    raise WorkerSilent
                before = now
                first_activity = first_activity or now
            return await task
        finally:
            task.cancel()

    def _end_idle_workers(self) -> None:
        while self._idle_workers:
            self._idle_workers.pop().end()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _denied_by_stop() -> Denied:
    return Denied("The machine is being stopped; its move comes after the restart.")
