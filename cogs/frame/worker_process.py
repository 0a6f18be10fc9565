"""Runs long work in another process: in a thread it would delay everybody's presses.

(Measured with six animations: the event loop's p99 lag is 14 ms beside a thread. Beside a process
it is 4 ms, the same as without any animation.) The process lives while there is work, so it neither
takes memory from an idle bot nor outlives it. This file does not import discord.py, because the
process imports it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from typing import TypeVar

from cogs.frame.throttles import JOBS_AT_ONCE
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import Language, mark, speaking, spoken

_T = TypeVar("_T")

_PRIORITY = 10

DRAWING = (
    mark("Your last animation is still being drawn; one at a time, please."),
    mark("Many animations are being drawn right now; try again in a minute."),
    mark("The drawing was cut short; please try again."),
)
READING = (
    mark("Your last record is still being read; one at a time, please."),
    mark("Many records are being read right now; try again in a minute."),
    mark("The reading was cut short; please try again."),
)
"""The refusals for a user who already has a job, for too many jobs, and for a lost job."""


class WorkerProcess:
    """Runs one job after another, at most one per user."""

    def __init__(self, words: tuple[str, str, str] = DRAWING) -> None:
        self._one, self._many, self._lost = words
        self._users: set[int] = set()
        self._pool: ProcessPoolExecutor | None = None

    @property
    def jobs(self) -> int:
        """How many jobs wait or run."""
        return len(self._users)

    def close(self) -> None:
        """Drop waiting jobs; the running one ends by itself, and its result is dropped."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def admit(self, user: int) -> None:
        """Raise Denied if no job of this user can begin now."""
        if user in self._users:
            raise Denied(self._one)
        if len(self._users) >= JOBS_AT_ONCE:
            raise Denied(self._many)

    @contextmanager
    def place(self, user: int) -> Iterator[None]:
        """Hold a place for a job of this user and its related work; raises Denied."""
        self.admit(user)
        self._users.add(user)
        try:
            yield
        finally:
            self._users.discard(user)
            if not self._users:
                self.close()

    async def work(self, user: int, job: Callable[[], _T]) -> _T:
        """The result of a job, which must be picklable, in the current language."""
        with self.place(user):
            return await self.run(job)

    async def run(self, job: Callable[[], _T]) -> _T:
        """The same for a user who holds a place."""
        try:
            if self._pool is None:
                self._pool = ProcessPoolExecutor(
                    1, multiprocessing.get_context("spawn"), initializer=_begin
                )
            return await asyncio.get_running_loop().run_in_executor(
                self._pool, _work, spoken(), job
            )
        except BrokenProcessPool as error:
            self.close()  # the next job gets a new process
            raise Denied(self._lost) from error


def _begin() -> None:
    """Leave a keyboard interrupt to the bot, which also ends this process, and give presses
    priority on the processor.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(_PRIORITY)


def _work(language: Language, job: Callable[[], _T]) -> _T:
    with speaking(language):
        return job()
