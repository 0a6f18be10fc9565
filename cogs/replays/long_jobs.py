"""The queue of long jobs in another process: films are drawn, and records read, one at a time.

With six animations, the event loop's p99 lag is 14 ms beside a thread. Beside a process it is 4 ms,
the same as without any. The process lives while there is work, so it takes no memory from an idle
bot.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, TypeVar

from discord import Interaction
from discord.ext import commands

from cogs.board.rendering import DrawingProcesses
from cogs.frame.rate_limits import MAX_JOBS, MAX_JOBS_OF_SERVER
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.workers.fair_queue import FairQueue, QueuePlace
from prowlerbot.workers.worker import Worker, WorkerLost
from renderer.film import begin_film, film_or_share

_T = TypeVar("_T")

_NICENESS = 10  # presses have priority on the processor
REPORT_SECONDS, POLL_SECONDS = 2.0, 0.03  # seconds, of a drawing's progress


@dataclass(eq=False)
class LongJobs(commands.Cog):
    """Does one job after another, at most one per user.

    Servers take turns, and so do the users of a server: those of one server cannot hold the places
    of all others. Outside of servers each user counts as a server.
    """

    second_refusal: ClassVar[str]  # for a user who already has a job
    crowd_refusal: ClassVar[str]  # for a server, or all servers, with too many jobs
    lost_refusal: ClassVar[str]  # for a job whose process has ended

    def __post_init__(self) -> None:
        self._server_by_user: dict[int, Hashable] = {}  # the server of each user with a place
        self._queue: FairQueue[asyncio.Future[None]] = FairQueue()
        """The turns of waiting and running jobs; a turn that is done has begun."""
        self._worker: Worker | None = None

    async def cog_unload(self) -> None:
        self._end_process()

    def _end_process(self) -> None:
        """End the process; its jobs are lost."""
        for turn in self._queue.clear():
            if not turn.done():
                turn.set_exception(Denied(self.lost_refusal))
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def count_ahead(self, interaction: Interaction) -> int:
        """The number of jobs before a new one of this user."""
        return self._queue.count_ahead(_queue_place(interaction))

    def check_free(self, interaction: Interaction) -> None:
        """Raise Denied if no job of this user can begin now."""
        if interaction.user.id in self._server_by_user:
            raise Denied(self.second_refusal)
        server = _queue_place(interaction).person
        jobs_here = [*self._server_by_user.values()].count(server)
        if jobs_here >= MAX_JOBS_OF_SERVER or len(self._server_by_user) >= MAX_JOBS:
            raise Denied(self.crowd_refusal)

    @contextmanager
    def hold_place(self, interaction: Interaction) -> Iterator[None]:
        """Hold a place for a job of this user and its related work; raises Denied."""
        self.check_free(interaction)
        self._server_by_user[interaction.user.id] = _queue_place(interaction).person
        try:
            yield
        finally:
            del self._server_by_user[interaction.user.id]
            if not self._server_by_user:
                self._end_process()

    def ready_process(self) -> Worker:
        """The process, which starts if there is none. The holder of a place may ask ahead of the
        job, so that the process starts beside other work.
        """
        if self._worker is None or self._worker.lost_at is not None:
            self._worker = Worker("long jobs", nice=_NICENESS)
        return self._worker

    async def do_job(self, interaction: Interaction, job: Callable[[], _T]) -> _T:
        """The result of a job, in the current language, for a user who holds a place."""
        return await self._run_job(interaction, lambda worker: worker.do(job))

    async def _run_job(self, interaction: Interaction, do: Callable[[Worker], Awaitable[_T]]) -> _T:
        place, turn = _queue_place(interaction), asyncio.get_running_loop().create_future()
        self._queue.join(place, turn)
        self._begin_next()
        try:
            await turn
            return await do(self.ready_process())
        except WorkerLost as error:
            raise Denied(self.lost_refusal) from error
        finally:
            self._queue.remove(place, turn)
            self._begin_next()

    def _begin_next(self) -> None:
        """Give the next job its turn once no other one runs."""
        while not self._queue.served and (turn := self._queue.take_next()) is not None:
            if not turn.done():  # else its user no longer waits, and leaves
                turn.set_result(None)


def _queue_place(interaction: Interaction) -> QueuePlace:
    """The place of a user: here the persons of a queue are servers, and their matches are users."""
    user = interaction.user.id
    return QueuePlace(interaction.guild_id or user, user)


@dataclass(eq=False)
class DrawingJobs(LongJobs):
    """Films, which a copy of a drawing process draws: it has most parts of their pictures."""

    second_refusal = mark("Your last animation is still being drawn; one at a time, please.")
    crowd_refusal = mark("Many animations are being drawn right now; try again in a minute.")
    lost_refusal = mark("The drawing was cut short; please try again.")

    _drawing: DrawingProcesses

    def ready_process(self) -> Worker:
        """The idlest drawing process, which may be another one each time, else one of its own."""
        with suppress(WorkerLost):
            return self._drawing.idlest_process()
        return super().ready_process()

    async def draw(
        self,
        interaction: Interaction,
        draw: Callable[[], bytes],
        report: Callable[[float], Awaitable[None]],
    ) -> bytes:
        """The film of a user who holds a place; ``report`` gets the share drawn so far."""

        async def draw_film(worker: Worker) -> bytes:
            await worker.do(partial(begin_film, draw))
            reported_at = time.monotonic()
            while isinstance(film := await worker.do(film_or_share), float):  # the share so far
                if time.monotonic() - reported_at >= REPORT_SECONDS:
                    await report(film)
                    reported_at = time.monotonic()
                await asyncio.sleep(POLL_SECONDS)
            return film

        return await self._run_job(interaction, draw_film)


class ReadingJobs(LongJobs):
    second_refusal = mark("Your last record is still being read; one at a time, please.")
    crowd_refusal = mark("Many records are being read right now; try again in a minute.")
    lost_refusal = mark("The reading was cut short; please try again.")
