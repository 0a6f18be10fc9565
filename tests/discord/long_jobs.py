"""A worker without a process, for tests that are not about the process."""

from __future__ import annotations

import asyncio
import math
import pickle
import time
from collections.abc import Callable, Sequence
from typing import TypeVar, cast

from prowlerbot.core.i18n import get_language
from prowlerbot.workers.loop import Job, _answer
from prowlerbot.workers.worker import WorkerLost

_T = TypeVar("_T")


class JobsHere:
    """Does the jobs in a thread, and pickles what would travel to the process and back."""

    def __init__(self, name: str, ahead: Sequence[Job] = (), *, niceness: int = 0) -> None:
        del name, ahead, niceness
        self.lost_at: float | None = None
        self._answers: set[asyncio.Future[bytes]] = set()

    async def do(self, job: Callable[[], _T], patience: float = math.inf) -> _T:
        """The result of a job; raises any exception of the job, and Lost after the end."""
        del patience
        message = pickle.dumps((get_language(), job), pickle.HIGHEST_PROTOCOL)
        answer = asyncio.get_running_loop().run_in_executor(None, _answer, message)
        self._answers.add(answer)
        try:
            well, result = pickle.loads(await answer)  # noqa: S301 - what it has just written
        except asyncio.CancelledError:
            if self.lost_at is not None:
                raise WorkerLost from None
            raise
        finally:
            self._answers.discard(answer)
        if well:
            return cast("_T", result)
        raise result

    def end(self) -> None:
        self.lost_at = time.monotonic()
        for answer in self._answers:
            answer.cancel()
