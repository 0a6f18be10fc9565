"""Long jobs of users, one after another in another process.

(Measured with six animations: the event loop's p99 lag is 14 ms beside a thread. Beside a process
it is 4 ms, the same as without any animation.) The process lives while there is work, so it takes
no memory from an idle bot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from cogs.frame.throttles import JOBS_AT_ONCE
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.workers.worker import Lost, Worker

_T = TypeVar("_T")

_NICENESS = 10
"""Presses have priority on the processor."""

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


class LongJobs:
    """Does one job after another, at most one per user."""

    def __init__(self, words: tuple[str, str, str]) -> None:
        self._one, self._many, self._lost = words
        self._users: set[int] = set()
        self._worker: Worker | None = None

    @property
    def count(self) -> int:
        """How many jobs wait or run."""
        return len(self._users)

    def close(self) -> None:
        """End the process; its jobs are lost."""
        if self._worker is not None:
            self._worker.end()
            self._worker = None

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

    async def do(self, job: Callable[[], _T]) -> _T:
        """The result of a job, in the current language, for a user who holds a place."""
        if self._worker is None or self._worker.lost_at is not None:
            self._worker = Worker("long jobs", niceness=_NICENESS)
        try:
            return await self._worker.do(job)
        except Lost as error:
            raise Denied(self._lost) from error
