"""The drawing processes: they take drawing functions and return the bytes of pictures.

Drawing in a thread of the bot blocked the event loop for a third of the time. A process talks to
the event loop through a socket, without the threads that an executor would put in between. All
pictures of a match come from one process as long as it is not busy, because it caches their common
background layer. This module does not import discord.py, because the processes import it.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import socket
import time
from collections import deque
from collections.abc import Hashable, Sequence
from contextlib import suppress
from functools import partial
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import NamedTuple

from cogs.frame.drawing import HEAD, Draw, Piece, ask, draw_first, serve
from prowlerbot.core.i18n import spoken
from prowlerbot.core.recent import Recent

log = logging.getLogger(__name__)

MOST = 2
"""The largest default number of processes: two draw as fast as one event loop can send."""
_OF_THE_BOT = 1
"""Cores left to the event loop: two processes on two cores would slow it down."""
WAIT = 1.2
"""Seconds without any picture after which the bot stops waiting for a process. Discord waits for
three, so there is still time to draw elsewhere. A long queue alone does not count: drawing its
pictures elsewhere as well would only make it longer.
"""
PATIENCE = 10.0
"""Seconds without a picture after which an inactive process is replaced."""
MOST_WORK = 10.0
"""Processor seconds without a picture after which even an active process is replaced."""
_WORKS = 0.2
"""The least share of the processor that a drawing process uses when it need not wait for it."""
REST = 5.0
"""Seconds before a dead process is replaced, so that none dies over and over."""
_REMEMBERED = 10_000
"""Matches whose process is remembered."""
_BEHIND = 2
"""Queued pictures that the process of a match may have beyond the least busy process; with more
of them it is passed over."""
_LARGEST = 1 << 20
"""Bytes of the read buffer: more than any picture has."""


class _Activity(NamedTuple):
    """The processor ``seconds`` that a process has used until a time; whether it wants more."""

    at: float
    seconds: float
    wants_more: bool


class Lost(Exception):
    """The process has died, hangs or could not be started."""


_Answer = tuple[bool, bytes]
"""True and a picture, or False and the exception that drawing it raised."""


class _Asked(NamedTuple):
    answer: asyncio.Future[_Answer]
    at: float


class _Process:
    """One process and the queue of requests that wait for its pictures."""

    def __init__(self, ahead: Sequence[Piece]) -> None:
        self._ahead = ahead
        self._waiting: deque[_Asked] = deque()
        self._started = asyncio.create_task(self._start())
        self._process: SpawnProcess | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._reading: asyncio.Task[None] | None = None
        self._watch: asyncio.TimerHandle | None = None
        self._gave_at = 0.0
        self._begun: _Activity | None = None
        self._seen: _Activity | None = None
        self.lost_at: float | None = None

    @property
    def behind(self) -> int:
        """How many pictures it still has to draw."""
        return len(self._waiting)

    @property
    def pid(self) -> int | None:
        return self._process.pid if self._process is not None else None

    async def draw(self, message: bytes) -> _Answer:
        """The answer to a message. Raises Lost."""
        if not self._started.done():
            await asyncio.wait({self._started}, timeout=WAIT)
        if self._writer is None or self.lost_at is not None or self._silent() >= WAIT:
            raise Lost
        answer = self._ask(message)
        if self._watch is None:
            self._watch = asyncio.get_running_loop().call_later(WAIT, self._check)
        return await answer

    def _ask(self, message: bytes) -> asyncio.Future[_Answer]:
        asked = _Asked(asyncio.get_running_loop().create_future(), time.monotonic())
        self._waiting.append(asked)
        if self._writer is not None:
            self._writer.write(message)
        return asked.answer

    async def warm_up(self, pieces: Sequence[Piece]) -> None:
        """Have these pieces drawn before anything else, without a time limit."""
        await asyncio.wait({self._started})
        for piece in pieces:  # one by one, so that presses do not wait behind all of them
            if self._writer is not None and self.lost_at is None:
                with suppress(Lost):
                    await self._ask(ask(spoken(), partial(draw_first, piece)))

    def _silent(self) -> float:
        """For how many seconds it has owed a picture without delivering one."""
        if not self._waiting:
            return 0.0
        return time.monotonic() - max(self._waiting[0].at, self._gave_at)

    def _check(self) -> None:
        """Stop waiting for a silent process, and end it if it hangs."""
        self._watch = None
        if not self._waiting or self.lost_at is not None:
            return
        silent = self._silent()
        if silent >= PATIENCE and self._hangs():
            log.warning("a process that draws hangs; another one takes its place")
            self.end()
            return
        if silent >= WAIT:
            self._let_go()
            self._look()
        else:
            self._begun = self._seen = None
        pause = WAIT if silent >= WAIT else WAIT - silent
        self._watch = asyncio.get_running_loop().call_later(pause, self._check)

    def _look(self) -> None:
        """Record how much of the processor it uses."""
        self._seen = _activity(self.pid) if self.pid is not None else None
        self._begun = self._begun or self._seen

    def _hangs(self) -> bool:
        """Whether it is inactive or in an endless loop; on a busy machine it may only wait for the
        processor. If the system does not tell, its silence decides.
        """
        begun, before = self._begun, self._seen
        now = _activity(self.pid) if self.pid is not None else None
        if now is None or before is None or begun is None:
            return now is None
        had = now.seconds - before.seconds
        idle = had < _WORKS * (now.at - before.at) and not now.wants_more
        return idle or now.seconds - begun.seconds >= MOST_WORK

    def _rest(self) -> None:
        """Stop the checks: no request is waiting."""
        if self._watch is not None:
            self._watch.cancel()
            self._watch = None

    def _let_go(self) -> None:
        """Release all requests made so far with an error."""
        for asked in self._waiting:
            if not asked.answer.done():
                asked.answer.set_exception(Lost())

    def end(self) -> None:
        """End the process at once, without waiting for its work."""
        self._lose()
        process = self._process
        if process is not None and process.is_alive():
            process.kill()
            asyncio.get_running_loop().run_in_executor(None, process.join)  # else it stays a zombie

    async def close(self) -> None:
        """End the process and wait until it is gone."""
        with suppress(asyncio.CancelledError):
            self._started.cancel()
            await self._started
        self.end()
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        if self._process is not None:
            await asyncio.to_thread(self._process.join)

    async def _start(self) -> None:
        ours, theirs = socket.socketpair()
        try:
            make = multiprocessing.get_context("spawn").Process
            process = make(target=serve, args=(theirs, self._ahead), daemon=True)
            await asyncio.to_thread(process.start)
            self._process = process
            reader, self._writer = await asyncio.open_connection(sock=ours, limit=_LARGEST)
        except asyncio.CancelledError:
            ours.close()
            raise
        except Exception as error:  # noqa: BLE001 - after any error the bot draws without it
            ours.close()
            self._lose()
            log.warning("no process that draws could be started: %r", error)
        else:
            self._reading = asyncio.create_task(self._read(reader))
        finally:
            theirs.close()

    async def _read(self, reader: asyncio.StreamReader) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                well, length = HEAD.unpack(await reader.readexactly(HEAD.size))
                answer = await reader.readexactly(length)
                asked = self._waiting.popleft()
                self._gave_at = time.monotonic()
                if not self._waiting:
                    self._rest()
                if not asked.answer.done():  # else nobody waits for it
                    asked.answer.set_result((well, answer))
        if self.lost_at is None:
            log.warning("a process that draws has died; another one takes its place")
        self.end()

    def _lose(self) -> None:
        if self.lost_at is None:
            self.lost_at = time.monotonic()
        if self._writer is not None:
            self._writer.close()
        self._rest()
        self._let_go()
        self._waiting.clear()


class DrawingProcesses:
    """Draws in this many processes, by default ``usual`` ones; 0 is allowed."""

    def __init__(self, processes: int | None = None, *, rest: float = REST) -> None:
        self._most = usual(_cores()) if processes is None else processes
        self._rest = rest
        self._ahead: Sequence[Piece] = ()
        self._processes: list[_Process] = []
        self._homes: Recent[Hashable, int] = Recent(_REMEMBERED)
        self._closed = False

    @property
    def switched_on(self) -> bool:
        """Whether there are any processes to draw in."""
        return self._most > 0

    def begin(self, ahead: Sequence[Piece]) -> None:
        """Start the processes, each of which draws these pieces ahead."""
        self._ahead = ahead
        self._processes = [_Process(ahead) for _ in range(self._most)]

    async def warm_up(self, pieces: Sequence[Piece]) -> None:
        """Wait until every process has drawn these pieces, or has died."""
        await asyncio.gather(*(process.warm_up(pieces) for process in self._processes))

    async def draw(self, match: Hashable, draw: Draw) -> bytes:
        """A picture in the current language, drawn by the process of its match.

        Raises any exception of the drawing, and Lost if no process is usable.
        """
        process = self._process_of(match)
        well, answer = await process.draw(ask(spoken(), draw))
        if not well:
            raise pickle.loads(answer)  # noqa: S301 - from a process of the bot itself
        return answer

    async def close(self) -> None:
        """End the processes and wait until they are gone."""
        self._closed = True
        await asyncio.gather(*(process.close() for process in self._processes))

    def _process_of(self, match: Hashable) -> _Process:
        if self._closed or not self._most:
            raise Lost
        if not self._processes:
            self.begin(())
        self._replace_dead()
        living = [at for at, each in enumerate(self._processes) if each.lost_at is None]
        if not living:
            raise Lost
        least = min(living, key=lambda at: self._processes[at].behind)
        home = self._homes.find(match)
        if home is None:
            home = least
        behind = self._processes[home].behind - self._processes[least].behind
        if home not in living or behind > _BEHIND:
            home = least
        self._homes.keep(match, home)
        return self._processes[home]

    def _replace_dead(self) -> None:
        now = time.monotonic()
        for at, process in enumerate(self._processes):
            if process.lost_at is not None and now - process.lost_at >= self._rest:
                self._processes[at] = _Process(self._ahead)


def usual(cores: int) -> int:
    """The default number of processes; at least one, even if it shares the only core."""
    return min(max(1, cores - _OF_THE_BOT), MOST)


def _cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _activity(pid: int) -> _Activity | None:
    """How busy another process is; None if the system does not tell or the process is gone."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
    except OSError:
        return None
    state, *rest = told.rpartition(")")[2].split()
    ticks = int(rest[10]) + int(rest[11])
    return _Activity(time.monotonic(), ticks / os.sysconf("SC_CLK_TCK"), state in {"R", "D"})
