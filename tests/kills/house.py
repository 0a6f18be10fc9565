"""The processes of the bot, the moments at which one is killed, and the next one in its place."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import psycopg

from tests.kills.town import Town
from tests.process.hosted_bot import HostedBot, Pace, joining

STOPPED = "told to stop"
_STOPS_WITHIN = 60.0
_SOON = 10.0  # seconds within which an awaited moment comes, or any other moment does
_LOCK = "SELECT pg_advisory_lock(hashtextextended('shards', 0))"
"""The lock that a process holds while it looks at the leases."""
_WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


@dataclass(eq=False)
class Resident:
    """A process, and the door by which Discord knows it."""

    bot: HostedBot
    door: int


class House:
    """``size`` processes on one database."""

    def __init__(
        self, town: Town, folder: Path, url: str, rng: random.Random, *, size: int, pace: Pace
    ) -> None:
        self._town, self._folder, self._url, self._rng = town, folder, url, rng
        self._size, self._pace = size, pace
        self._processes = AsyncExitStack()
        self.residents: list[Resident] = []
        self.faults: list[str] = []

    @asynccontextmanager
    async def inhabited(self) -> AsyncIterator[None]:
        async with self._processes:
            for _ in range(self._size):
                await self.welcome()
            yield
            for each in self.residents:
                self._listen_to(each)

    async def welcome(self) -> None:
        """Start one more process."""
        door = await self._town.open_door()
        settings = {"DATABASE_URL": self._url, "SHARDS": str(self._town.count)}
        joined = joining(door, self._folder, self._pace, **settings)
        bot = await self._processes.enter_async_context(joined)
        self.residents.append(Resident(bot, int(door.rpartition(":")[2].partition("/")[0])))

    async def kill_one(self) -> tuple[str, Resident]:
        """Kill a process at a moment, or tell it to stop; returns the moment's name and it."""
        name = self._rng.choice([*self._moments, STOPPED])
        if name == STOPPED:
            victim = await self._any()
            victim.bot.send(signal.SIGTERM)
        else:
            victim = await self._moments[name]()
            victim.bot.send(signal.SIGKILL)
        self.residents.remove(victim)
        return name, victim

    async def bury(self, victim: Resident) -> None:
        """Wait until a process has ended."""
        try:
            await asyncio.wait_for(victim.bot.ended(), _STOPS_WITHIN)
        except TimeoutError:
            self.faults.append("\n".join(["does not stop:", *victim.bot.lines[-30:]]))
            victim.bot.send(signal.SIGKILL)
        self._listen_to(victim)

    def _listen_to(self, resident: Resident) -> None:
        """Note a traceback in the log of a process as a fault."""
        lines = resident.bot.lines
        for at, line in enumerate(lines):
            if "Traceback" in line or " CRITICAL " in line:
                self.faults.append("\n".join(lines[max(0, at - 2) : at + 40]))
                return

    # ------------------------------------------------------------------ moments

    @property
    def _moments(self) -> dict[str, Callable[[], Awaitable[Resident]]]:
        return {
            "any": self._any,
            "as a press arrives": lambda: self._at("press", 0.03),
            "as an answer is sent": lambda: self._at("answer"),
            "after an answer": lambda: self._at("answer", 0.02),
            "as a call is sent": lambda: self._at("message"),
            "as a board is edited": lambda: self._at("edit"),
            "as a shard is identified": lambda: self._at("identify", 0.05),
            "as the leases are renewed": self._renewing,
            "as it starts": self._starting,
        }

    async def _any(self) -> Resident:
        await asyncio.sleep(self._rng.uniform(0, 2))
        return self._rng.choice(self.residents)

    async def _at(self, event: str, within: float = 0.0) -> Resident:
        """Right as a process gets or causes an event, or a moment later."""
        found: asyncio.Future[Resident] = asyncio.get_running_loop().create_future()
        doors = {each.door: each for each in self.residents}

        def watch(named: str, door: int) -> None:
            if named == event and door in doors and not found.done():
                found.set_result(doors[door])
                if not within:
                    doors[door].bot.send(signal.SIGKILL)

        await asyncio.sleep(self._rng.uniform(0, 1))
        self._town.watch = watch
        try:
            victim = await asyncio.wait_for(found, _SOON)
        except TimeoutError:
            return await self._any()
        finally:
            self._town.watch = lambda *_: None
        await asyncio.sleep(self._rng.uniform(0, within))
        return victim

    async def _renewing(self) -> Resident:
        """While a process waits in the middle of its look at the leases."""
        connection = await psycopg.AsyncConnection.connect(self._url, autocommit=True)
        async with connection:
            await connection.execute(_LOCK)
            for _ in range(int(_SOON / 0.05)):
                (waiting,) = await (await connection.execute(_WAITING)).fetchone() or (0,)
                if waiting == len(self.residents):
                    break
                await asyncio.sleep(0.05)
            victim = self._rng.choice(self.residents)
            victim.bot.send(signal.SIGKILL)
            await asyncio.sleep(self._rng.uniform(0, 0.2))
        return victim

    async def _starting(self) -> Resident:
        """While it starts, takes shards, or looks for work that others have left."""
        await asyncio.sleep(self._rng.uniform(0, 6))
        return self.residents[-1]
