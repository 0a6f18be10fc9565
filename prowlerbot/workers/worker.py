"""One kind of process for all work outside of the event loop: pictures, searches, long jobs.

In a thread such work would delay everybody's presses. The process talks to the event loop through
a socket, without the threads and queues of an executor. It ends with the bot, even after a crash of
the bot, because the socket closes.
"""

import asyncio
import contextvars
import logging
import math
import os
import pickle
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar, cast

from prowlerbot.core.i18n import get_language
from prowlerbot.workers.loop import LENGTH, Child, Job, start_work

log = logging.getLogger(__name__)
_T = TypeVar("_T")
_READ_BUFFER = 1 << 20  # bytes of the read buffer: more than any picture has
_MIN_SHARE = 0.2
"""The smallest share of the processor that a working process uses when it need not wait for it."""
_USER_TICKS, _SYSTEM_TICKS = 10, 11
"""The places of the processor time of a process in its line in ``/proc``, after its state."""
_living_tasks: set[asyncio.Task[None]] = set()
"""Keeps each worker until its process is gone: the event loop has only weak references to tasks."""


class WorkerLost(Exception):
    """The process has died, has been ended or could not be started."""


class WorkerSilent(WorkerLost):
    """The process gives no answers, although it may still be alive."""


@dataclass(slots=True)
class _Request:
    """A request, sent ``at`` a time, with the timer that gives it up."""

    answer: asyncio.Future[bytes]
    at: float
    timer: asyncio.TimerHandle | None = None


class Worker:
    """A process that does jobs in the order of its requests.

    It starts at once, and does ``idle_jobs`` while it has no request. A higher ``nice`` value gives
    it less processor time. A lost process stays lost, and its owner makes another one. ``name``
    names its purpose in the log. ``child`` is a process that has been started and waits.
    """

    def __init__(
        self, name: str, idle_jobs: Sequence[Job] = (), nice: int = 0, child: Child | None = None
    ) -> None:
        self._name = name
        self._requests: deque[_Request] = deque()
        self._started = asyncio.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._answered_at = 0.0
        self.lost_at: float | None = None
        # In a context of its own, as it outlives the press that needs it first.
        running = self._run_process(partial(start_work, idle_jobs, nice, child))
        self._running = contextvars.Context().run(asyncio.create_task, running)
        _living_tasks.add(self._running)
        self._running.add_done_callback(_living_tasks.discard)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    @property
    def pending_count(self) -> int:
        """The number of requests that it still has to answer, including those given up."""
        return len(self._requests)

    @property
    def silent_seconds(self) -> float:
        """The seconds for which it has had a request and has given no answer."""
        if not self._requests:
            return 0.0
        return time.monotonic() - max(self._requests[0].at, self._answered_at)

    async def do(self, job: Callable[[], _T], patience: float = math.inf) -> _T:
        """The result of a job, done in the current language.

        Raises any exception of the job, and WorkerLost. Raises WorkerSilent if ``patience`` seconds
        pass without an answer to any request, so a long queue alone does not raise it.
        """
        if not self._started.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(self._started.wait(), patience)
        if self._writer is None or self.lost_at is not None:
            raise WorkerLost
        if self.silent_seconds >= patience:
            raise WorkerSilent
        request = self._send_request(self._writer, job)
        self._give_up_if_late(request, patience)
        try:
            is_result, result = pickle.loads(await request.answer)  # noqa: S301 - from the bot's process
        finally:
            if request.timer is not None:
                request.timer.cancel()
        if is_result:
            return cast("_T", result)
        raise result

    def end(self) -> None:
        """End the process at once, without waiting for its work."""
        if self.lost_at is None:
            self.lost_at = time.monotonic()
        for request in self._requests:
            if not request.answer.done():
                request.answer.set_exception(WorkerLost())
        self._requests.clear()
        if self._writer is not None:
            self._writer.close()
        if self._process is not None:
            self._process.kill()

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        self.end()
        await asyncio.gather(self._running, return_exceptions=True)

    def _send_request(self, writer: asyncio.StreamWriter, job: Job) -> _Request:
        message = pickle.dumps((get_language(), job), pickle.HIGHEST_PROTOCOL)
        request = _Request(asyncio.get_running_loop().create_future(), time.monotonic())
        self._requests.append(request)
        writer.write(LENGTH.pack(len(message)) + message)
        return request

    def _give_up_if_late(self, request: _Request, patience: float) -> None:
        """Give a request up after ``patience`` seconds without an answer to any request."""
        if (left := patience - self.silent_seconds) > 0:
            loop = asyncio.get_running_loop()
            request.timer = loop.call_later(left, self._give_up_if_late, request, patience)
        elif not request.answer.done():
            request.answer.set_exception(WorkerSilent())

    async def _run_process(self, start: Callable[[], Child]) -> None:
        died = False
        try:
            reader = await self._start_process(start)
        except Exception as error:  # noqa: BLE001 - after any error the bot goes on without it
            log.warning("no process for %s could be started: %r", self._name, error)
        else:
            await self._receive_answers(reader)
            died = self.lost_at is None
        finally:
            self.end()
            self._started.set()
        if self._process is None:
            return
        await asyncio.to_thread(self._process.wait)  # else it stays a zombie
        if died and self._process.returncode == -signal.SIGTERM:  # the bot stops as well
            log.info("the system has ended the process for %s", self._name)
        elif died:
            log.warning("the process for %s has died", self._name)

    async def _start_process(self, start: Callable[[], Child]) -> asyncio.StreamReader:
        self._process, ours = await asyncio.to_thread(start)
        reader, self._writer = await asyncio.open_connection(sock=ours, limit=_READ_BUFFER)
        self._started.set()
        if self.lost_at is not None:  # ended while it was being started
            self.end()
        return reader

    async def _receive_answers(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
                answer = await reader.readexactly(length)
                request = self._requests.popleft()
                self._answered_at = time.monotonic()
                if not request.answer.done():  # else nobody waits for it
                    request.answer.set_result(answer)


class Activity(NamedTuple):
    """The processor ``seconds`` that a process has used ``at`` a time; whether it wants more."""

    at: float
    seconds: float
    wants_more: bool


def activity_of(pid: int | None) -> Activity | None:
    """The activity of another process; None if the system has no figures or it has ended."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *rest = stat.rpartition(")")[2].split()
    ticks = int(rest[_USER_TICKS]) + int(rest[_SYSTEM_TICKS])
    return Activity(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), state in {"R", "D"})


def is_hanging(
    request: Activity | None, before: Activity | None, now: Activity | None, limit: float
) -> bool:
    """Whether a silent process is idle, or has used up its ``limit`` of processor seconds since the
    request. On a busy machine it may only be waiting. Without figures, silence decides.
    """
    if now is None or before is None or request is None:
        return now is None
    used_seconds = now.seconds - before.seconds
    is_idle = used_seconds < _MIN_SHARE * (now.at - before.at) and not now.wants_more
    return is_idle or now.seconds - request.seconds >= limit
