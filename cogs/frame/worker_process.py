"""Work that takes seconds, done in another process: in a thread it would delay everybody's presses.

(Measured with six animations: the event loop's p99 lag is 14 ms beside a thread, and beside a
process it is 4 ms, the same as with no animation at all.) The process lives while there is work, so
it neither takes memory from an idle bot nor outlives it. Knows no Discord, as the process imports
this file.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import Language, speaking, spoken

MOST = 8
"""How many jobs may wait or be under way at once."""


class WorkerProcess:
    """One job after another, one per user."""

    def __init__(self) -> None:
        self._users: set[int] = set()
        self._pool: ProcessPoolExecutor | None = None

    @property
    def jobs(self) -> int:
        """How many jobs wait or are under way."""
        return len(self._users)

    def close(self) -> None:
        """Drop waiting jobs; the one under way ends by itself, with nobody waiting for it."""
        pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def admit(self, user: int) -> None:
        """Raise Denied where no job of this user can begin now."""
        if user in self._users:
            raise Denied("Your last animation is still being drawn; one at a time, please.")
        if len(self._users) >= MOST:
            raise Denied("Many animations are being drawn right now; try again in a minute.")

    async def work(self, user: int, job: Callable[[], bytes]) -> bytes:
        """The result of a job, which must be picklable, in the current language."""
        self.admit(user)
        self._users.add(user)
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
            raise Denied("The drawing was cut short; please try again.") from error
        finally:
            self._users.discard(user)
            if not self._users:
                self.close()


def _begin() -> None:
    """Leave an interrupt from the keyboard to the bot, which ends this process too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _work(language: Language, job: Callable[[], bytes]) -> bytes:
    with speaking(language):
        return job()
