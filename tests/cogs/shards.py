"""A process that shares shards, with stand-ins for its connections, its leases and its clock."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from yarl import URL

from cogs.connection.shared_shards import SharedShards
from cogs.discord_py.shards import SHARD, Gateway
from prowlerbot.storage.leases import Held, Starts

COUNT = 2


class Shards:
    """Shards that connect and are complete at once."""

    def __init__(self) -> None:
        self.count = 0
        self.connected: list[int] = []
        self.errors: list[Exception] = []
        self.served: list[int] = []
        self.complete: Callable[[int], None] = lambda _: None
        self.slow = asyncio.Event()
        """Cleared while no connection can be made."""
        self.slow.set()

    async def ask_for_gateway(self) -> Gateway:
        return Gateway(URL("wss://gateway.test"), COUNT, 1, Starts(9, 10))

    def share(self, count: int) -> None:
        self.count = count

    async def connect_shard(self, shard: int, _: Gateway) -> None:
        await self.slow.wait()
        self.connected.append(shard)
        self.complete(shard)

    async def remove(self, shard: int) -> None:
        if shard in self.connected:
            self.connected.remove(shard)

    def forget(self, shard: int) -> None:
        assert shard not in self.connected

    def announce_served(self, shard: int) -> None:
        self.served.append(shard)

    def fail(self, error: Exception) -> None:
        self.errors.append(error)


class Leases:
    """Leases that a test deals out, and a database that it takes away."""

    def __init__(self) -> None:
        self.held = Held({0: 1, 1: 1}, 2, 1)
        self.away: Exception | None = None
        self.slow = 0.0
        self.told: list[dict[str, Any]] = []
        """The state of the process at each renewal, as it said it."""
        self.offers: list[tuple[int, int, list[int]]] = []
        self.takes = False
        """Whether the heir takes what is offered."""
        self.lost: Exception | None = None
        """What becomes of an offer."""

    async def settle(self, wanted: int, **_: bool) -> int:
        return wanted

    async def renew(self, _: float, **said: Any) -> Held:
        CLOCK.now += self.slow
        if self.away:
            raise self.away
        self.told.append(said)
        return self.held

    async def needs_renewal(self) -> bool:
        return False

    async def offer(self, shard: int, number: int, begun: list[int]) -> bool:
        self.offers.append((shard, number, begun))
        if self.takes:
            self.give(shard)
        if self.lost:
            raise self.lost
        return True

    async def is_mine(self, shard: int, number: int) -> bool:
        return self.held.numbers.get(shard) == number

    async def take_back(self, shard: int, number: int) -> bool:
        back = await self.is_mine(shard, number)
        if back:
            self.held = replace(
                self.held, numbers={**self.held.numbers, shard: number + 1}, ready=frozenset()
            )
        return back

    def give(self, shard: int) -> None:
        kept = {it: number for it, number in self.held.numbers.items() if it != shard}
        self.held = Held(kept, len(kept), 2)

    async def note_starts(self, _: Starts) -> None: ...

    async def leave(self) -> None:
        self.held = Held({}, 2, 1)


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


CLOCK = Clock()


class Fast(SharedShards):
    renew_every = hurry = brisk = 0.001
    patience = 0.05


class Process:
    def __init__(self) -> None:
        self.shards, self.leases = Shards(), Leases()
        self.running = asyncio.Event()
        self.running.set()
        self.handled: list[int] = []
        made: Any = Fast
        self.sharing: SharedShards = made(
            self.shards,
            self.leases,
            connecting=_step,
            answered=self.running.wait,
            handle=lambda event: self.handled.append(int(event["id"])),
        )
        self.shards.complete = self.sharing.mark_ready
        self._ticks, loop = 0.0, asyncio.get_running_loop()
        loop.time = lambda: self._ticks  # type: ignore[method-assign] # it passes by ticks alone

    def press(self, shard: int, number: int) -> None:
        event = {"id": str(number), SHARD: shard}
        if self.sharing.let_in(event):
            self.handled.append(number)

    async def tick(self) -> None:
        """Let a millisecond pass for all that waits in the event loop."""
        self._ticks += 0.001
        await asyncio.sleep(0)

    async def until(self, fact: Callable[[], bool]) -> None:
        for _ in range(10_000):
            if fact():
                return
            await self.tick()
        raise AssertionError("ten seconds have not brought it about")

    async def done(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        await self.until(task.done)
        await task

    async def rounds(self) -> None:
        """Let some looks at the leases pass."""
        seen = len(self.leases.told)
        await self.until(lambda: len(self.leases.told) > seen + 3)


async def _step(_: str, step: Callable[[], Awaitable[Any]]) -> None:
    await step()
