"""Long jobs of users, one after another in another process.

(Measured with six animations: the event loop's p99 lag is 14 ms beside a thread. Beside a process
it is 4 ms, the same as without any animation.) The process lives while there is work, so it takes
no memory from an idle bot.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from discord import Interaction

from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.features import at_the_end
from cogs.frame.rate_limits import JOBS_AT_ONCE, JOBS_OF_ALL
from prowlerbot.core.errors import Denied
from prowlerbot.core.i18n import mark
from prowlerbot.workers.line import Line, Place
from prowlerbot.workers.worker import Lost, Worker
from renderer import film

_T = TypeVar("_T")

_NICENESS = 10
"""Presses have priority on the processor."""
TOLD, LOOKS = 2.0, 0.03
"""Seconds between two words about how far a drawing is, and between two looks at it."""


class LongJobs:
    """Does one job after another, at most one per user.

    Servers take turns, and so do the users of a server: those of one server cannot hold the places
    of all others. Outside of servers each user is a group of their own.
    """

    one: str
    """The refusal for a user who already has a job."""
    many: str
    """The refusal where there are too many jobs."""
    lost: str

    def __init__(self) -> None:
        self._crowds: dict[int, Hashable] = {}
        """The users with a place, each with their server."""
        self._line: Line[asyncio.Future[None]] = Line()
        self._worker: Worker | None = None

    @at_the_end
    async def close(self) -> None:
        self._end()

    def _end(self) -> None:
        """End the process; its jobs are lost."""
        for turn in self._line.clear():
            if not turn.done():
                turn.set_exception(Denied(self.lost))
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def ahead(self, interaction: Interaction) -> int:
        """The number of jobs before a new one of this user."""
        return self._line.ahead(_place(interaction))

    def admit(self, interaction: Interaction) -> None:
        """Raise Denied if no job of this user can begin now."""
        if interaction.user.id in self._crowds:
            raise Denied(self.one)
        crowd = _place(interaction).person
        of_crowd = sum(each == crowd for each in self._crowds.values())
        if of_crowd >= JOBS_AT_ONCE or len(self._crowds) >= JOBS_OF_ALL:
            raise Denied(self.many)

    @contextmanager
    def place(self, interaction: Interaction) -> Iterator[None]:
        """Hold a place for a job of this user and its related work; raises Denied."""
        self.admit(interaction)
        place = _place(interaction)
        self._crowds[interaction.user.id] = place.person
        try:
            yield
        finally:
            del self._crowds[interaction.user.id]
            if not self._crowds:
                self._end()

    def begin(self) -> Worker:
        """The process, which may start ahead of the job of somebody who holds a place."""
        if self._worker is None or self._worker.lost_at is not None:
            self._worker = Worker("long jobs", niceness=_NICENESS)
        return self._worker

    async def do(self, interaction: Interaction, job: Callable[[], _T]) -> _T:
        """The result of a job, in the current language, for a user who holds a place."""
        return await self._in_turn(interaction, lambda worker: worker.do(job))

    async def _in_turn(
        self, interaction: Interaction, work: Callable[[Worker], Awaitable[_T]]
    ) -> _T:
        place, turn = _place(interaction), asyncio.get_running_loop().create_future()
        self._line.join(place, turn)
        self._serve()
        try:
            await turn
            return await work(self.begin())
        except Lost as error:
            raise Denied(self.lost) from error
        finally:
            self._line.leave(place, turn)
            self._serve()

    def _serve(self) -> None:
        """Give the next job its turn once no other one is done."""
        while not self._line.served and (turn := self._line.take()) is not None:
            if not turn.done():  # else its user no longer waits, and leaves
                turn.set_result(None)


def _place(interaction: Interaction) -> Place:
    user = interaction.user.id
    return Place(interaction.guild_id or user, user)


@dataclass(eq=False)
class DrawingJobs(LongJobs):
    """Films, which a copy of a drawing process draws: it has most parts of their pictures."""

    _drawing: DrawingProcesses

    def __post_init__(self) -> None:
        super().__init__()

    def begin(self) -> Worker:
        with suppress(Lost):
            return self._drawing.idlest()
        return super().begin()

    one = mark("Your last animation is still being drawn; one at a time, please.")
    many = mark("Many animations are being drawn right now; try again in a minute.")
    lost = mark("The drawing was cut short; please try again.")

    async def draw(
        self,
        interaction: Interaction,
        draw: Callable[[], bytes],
        told: Callable[[float], Awaitable[None]],
    ) -> bytes:
        """The same as ``do``; while it takes longer, the share drawn so far is ``told``."""

        async def work(worker: Worker) -> bytes:
            await worker.do(partial(film.begin, draw))
            said = time.monotonic()
            while isinstance(found := await worker.do(film.look), float):
                if time.monotonic() - said >= TOLD:
                    await told(found)
                    said = time.monotonic()
                await asyncio.sleep(LOOKS)
            return found

        return await self._in_turn(interaction, work)


class ReadingJobs(LongJobs):
    one = mark("Your last record is still being read; one at a time, please.")
    many = mark("Many records are being read right now; try again in a minute.")
    lost = mark("The reading was cut short; please try again.")
