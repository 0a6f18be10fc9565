"""The shards that this process serves while others serve the rest; leases divide them.

A lease is valid for a while and renewed several times in it. This process counts its end from the
moment before it asked, and lets go of its shards a little earlier. So another process gets a shard
only after this one has let go of it, however long it was frozen or the database away: what arrives
later is refused.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from contextlib import AsyncExitStack
from typing import Any

from cogs.discord_py.shard_set import Gateway, ShardSet
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import Held, Leases, Misfit
from prowlerbot.storage.shares import requests_a_second, shard_of

log = logging.getLogger(__name__)

Step = Callable[[str, Callable[[], Awaitable[Any]]], Awaitable[None]]
"""Takes a step of connecting, repeatedly if it fails."""


def _clock() -> float:
    """Seconds that pass while this process is frozen, or the whole machine sleeps."""
    clock: int | None = getattr(time, "CLOCK_BOOTTIME", None)  # on Linux
    return time.monotonic() if clock is None else time.clock_gettime(clock)


class SharedShards:
    """``connecting`` takes steps of connecting; ``answered`` waits for running answers."""

    lease = 20.0
    """Seconds until a dead process has lost its shards."""
    margin = 2.0
    """Seconds by which a process lets go before its lease ends."""
    renew_every = 5.0
    hurry = 1.0
    """Seconds until the next look at the leases if a shard is due or the database is away, and
    until the next look for free ones.
    """
    identify_every = 5.0
    """Seconds between two shards of a bucket that identify; Discord asks for them."""

    def __init__(
        self,
        shards: ShardSet,
        leases: Leases,
        *,
        connecting: Step,
        answered: Callable[[], Awaitable[None]],
    ) -> None:
        self._shards = shards
        self._leases = leases
        self._connecting = connecting
        self._answered = answered
        self._numbers: dict[int, int] = {}
        """The number of the lease of each shard that this process may serve."""
        self._launched: set[int] = set()
        self._complete: set[int] = set()
        """Shards whose servers are all known."""
        self._leaving: set[int] = set()
        """Shards that wait for their last answers before others get them."""
        self._in_flight: int | None = None
        self._gateway: Gateway | None = None
        self._at_once = 1
        self._processes = 2
        """The processes that live, this one included; before it knows them, it is not alone."""
        self._renewed = self._until = float("-inf")
        self._away = self._told_spare = False
        self._asking = asyncio.Lock()
        """Held during each look at the leases, so that answers come in the order of changes."""
        self._more = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()

    # ------------------------------------------------------------------ questions

    @property
    def is_live(self) -> bool:
        """Whether the leases of this process are surely valid; if not, it may answer nobody."""
        return bool(self._numbers) and _clock() < self._until

    @property
    def is_spare(self) -> bool:
        """Whether other processes have all shards."""
        return not self._numbers

    def told(self) -> str:
        """The shards of this process in words, for the health address."""
        if self.is_spare:
            return f"spare: other processes have all {self._shards.count} shards"
        shards = f"shards {_listed(self._numbers)} of {self._shards.count}"
        return f"{shards}, leases renewed {self.age:.0f} s ago"

    @property
    def age(self) -> float:
        """Seconds since the leases were renewed; 0 if there are none."""
        return _clock() - self._renewed if self._numbers else 0.0

    @property
    def requests_a_second(self) -> int:
        """This process's part of the requests that Discord takes."""
        own = len(self._numbers) if self.is_live else 0
        return requests_a_second(own, max(1, self._shards.count), self._processes)

    def owns(self, guild: int) -> bool:
        """Whether this process serves a server, or with 0 whatever has no server."""
        return self.is_live and shard_of(guild, self._shards.count) in self._complete

    # ------------------------------------------------------------------ beginning and end

    async def begin(self, wanted: int | None) -> None:
        """Settle the number of shards, and begin to share them. Raises Misfit."""
        recommended = (await self._ask()).recommended
        count = await self._leases.settle(wanted or recommended, fixed=wanted is not None)
        self._shards.share(count)
        for work in (self._keep, self._launch):
            self._do(self._failing(work))

    def stand_still(self) -> None:
        """Take and give nothing from now on; the leases last until the last answers are out."""
        for task in self._tasks:
            task.cancel()

    async def leave(self) -> None:
        """Free all leases; the client has closed its shards."""
        self.stand_still()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._numbers.clear()
        try:
            await self._leases.leave()
        except StoreError as error:
            log.warning("other processes get the shards later: %s", error)

    def note_ready(self, shard: int) -> None:
        """Note that all servers of a shard are known."""
        if shard in self._launched or shard == self._in_flight:
            self._complete.add(shard)

    async def wait_to_identify(self, shard: int) -> None:
        """Wait until Discord lets a shard identify, whichever process the one before was in."""
        while True:
            try:
                if await self._leases.identify(shard % self._at_once, self.identify_every):
                    return
            except StoreError as error:
                log.warning("shard %d has to wait: %s", shard, error)
            await asyncio.sleep(self.hurry / 4)

    # ------------------------------------------------------------------ the leases

    async def _keep(self) -> None:
        while True:
            left = await self._look()
            while left > 0:
                pause = min(self.hurry, left)
                await asyncio.sleep(pause)
                left = 0.0 if await self._may_take() else left - pause

    async def _may_take(self) -> bool:
        """Whether a shard is free, as its process has ended."""
        try:
            async with asyncio.timeout(self.hurry):
                return await self._leases.are_free()
        except (StoreError, TimeoutError):
            return False

    async def _look(self) -> float:
        """Renew the leases once; returns the seconds until the next time."""
        asked = _clock()
        if self._numbers and asked >= self._until:
            log.warning(
                "shards %s are let go: their leases were not renewed in time",
                _listed(self._numbers),
            )
            await self._let_go([*self._numbers])
            asked = _clock()
        until = self._until if self._numbers else asked + self.lease
        async with AsyncExitStack() as locked:
            try:
                async with asyncio.timeout(until - asked):
                    await locked.enter_async_context(self._asking)
                    held = await self._leases.renew(self.lease)
            except Misfit:
                raise
            except (StoreError, TimeoutError) as error:
                if not self._away:
                    log.warning("leases of shards are not renewed: %s", str(error) or "no answer")
                self._away = True
                return max(0.0, min(self.hurry, until - _clock()))
            self._away = False
            self._renewed, self._until = asked, asked + self.lease - self.margin
            await self._take(held)
        pause = self.hurry if len(held.numbers) < held.due else self.renew_every
        return max(0.0, min(pause, self._until - _clock()))  # it may have been frozen meanwhile

    async def _take(self, held: Held) -> None:
        """Let go of lost shards, begin with new ones, and give back the surplus."""
        self._processes = held.processes
        now = {it: number for it, number in held.numbers.items() if it not in self._leaving}
        lost = [it for it, number in self._numbers.items() if now.get(it) != number]
        if lost:
            log.warning("shards %s are let go: another process has them", _listed(lost))
            await self._let_go(lost)
        if new := now.keys() - self._numbers.keys():
            log.info(
                "shards %s of %d are mine, by the leases of %d processes",
                _listed(new),
                self._shards.count,
                held.processes,
            )
            self._numbers.update({shard: now[shard] for shard in new})
            self._more.set()
        if held.give_back - self._leaving - {self._in_flight}:
            self._do(self._give_back(held.give_back - self._leaving - {self._in_flight}))
        spare = not held.numbers and not held.due
        if spare and not self._told_spare:
            log.info("other processes have all %d shards; I wait as a spare", self._shards.count)
        self._told_spare = spare

    async def _give_back(self, surplus: Collection[int]) -> None:
        numbers = {shard: self._numbers[shard] for shard in surplus if shard in self._numbers}
        log.info("shards %s go to another process", _listed(numbers))
        self._leaving |= numbers.keys()
        try:
            await self._let_go(numbers)
            await self._answered()
            async with self._asking:
                await self._leases.give_back(numbers)
        except StoreError as error:
            log.warning("shards %s are given back later: %s", _listed(numbers), error)
        finally:
            self._leaving -= numbers.keys()

    # ------------------------------------------------------------------ the connections

    async def _launch(self) -> None:
        """Connect the shards of this process, one after another."""
        while True:
            if not (waiting := self._numbers.keys() - self._launched):
                self._gateway = None
                self._more.clear()
                await self._more.wait()
                continue
            if self._gateway is None:
                await self._connecting("asking for the gateway", self._ask)
                continue
            shard = self._in_flight = min(waiting)
            try:
                await self._shards.add(shard, self._gateway)
            finally:
                self._in_flight = None
            if shard in self._numbers:
                self._launched.add(shard)
            else:
                await self._let_go([shard])

    async def _let_go(self, lost: Collection[int]) -> None:
        """Handle nothing of these shards any more, and disconnect them."""
        for shard in lost:
            self._numbers.pop(shard, None)
        self._launched -= {*lost}
        self._complete -= {*lost}
        await asyncio.gather(*map(self._disconnect, lost))
        self._do(self._forget([*lost]))

    async def _disconnect(self, shard: int) -> None:
        try:
            await self._shards.remove(shard)
        except (OSError, TimeoutError) as error:
            log.info("the connection of shard %d was lost already: %s", shard, error)

    async def _forget(self, lost: Collection[int]) -> None:
        """Forget the servers of shards, which answers that are under way still need to know."""
        await self._answered()
        for shard in lost:
            if shard not in self._numbers:
                self._shards.forget(shard)

    async def _ask(self) -> Gateway:
        gateway = self._gateway = await self._shards.ask()
        self._at_once = max(1, gateway.at_once)
        starts = gateway.starts
        if starts.are_few:
            log.warning("session starts left today: %d of %d", starts.left, starts.a_day)
        try:
            await self._leases.note_starts(starts)
        except StoreError as error:
            log.warning("the doctor does not know of session starts: %s", error)
        return gateway

    # ------------------------------------------------------------------ tasks

    def _do(self, work: Awaitable[None]) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _failing(self, work: Callable[[], Awaitable[None]]) -> None:
        """Do work that has no end; if it fails, so does the bot."""
        try:
            await work()
        except Exception as error:  # noqa: BLE001 - raised again by the client
            self._shards.fail(error)


def _listed(shards: Collection[int]) -> str:
    return ", ".join(map(str, sorted(shards)))
