"""The connections of this process to its shards, and to those that it is about to take."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.discord_py.shard_set import Gateway, ShardSet
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.leases import Leases

log = logging.getLogger(__name__)

Step = Callable[[str, Callable[[], Awaitable[Any]]], Awaitable[None]]
"""Takes a step of connecting, repeatedly if it fails."""


@dataclass(eq=False)
class ShardConnections:
    """``connecting`` takes steps of connecting; ``answered`` waits for running answers."""

    identify_every = 5.0
    """Seconds between two shards of a bucket that identify; Discord asks for them."""
    look_every = 0.25
    """Seconds until the next attempt to identify."""

    _shards: ShardSet
    _leases: Leases
    connecting: Step
    answered: Callable[[], Awaitable[None]]

    def __post_init__(self) -> None:
        self._wanted: Sequence[int] = ()
        self._more = asyncio.Event()
        self._launched: set[int] = set()
        self.complete: set[int] = set()
        """Shards whose servers are all known."""
        self._in_flight: int | None = None
        self._gateway: Gateway | None = None
        self._at_once = 1

    def has_begun(self, shard: int) -> bool:
        """Whether a shard is connected, or about to be."""
        return shard in self._launched or shard == self._in_flight

    def note_ready(self, shard: int) -> bool:
        """Record that all servers of a shard are known; False if the shard is no longer wanted."""
        if self.has_begun(shard):
            self.complete.add(shard)
        return shard in self.complete

    def want(self, shards: Sequence[int]) -> None:
        """Connect these shards one after another; ``let_go`` disconnects the others."""
        self._wanted = shards
        self._more.set()

    async def keep(self) -> None:
        """Connect the wanted shards, for as long as the process runs."""
        while True:
            waiting = [shard for shard in self._wanted if shard not in self._launched]
            if not waiting:
                self._gateway = None
                self._more.clear()
                await self._more.wait()
                continue
            if self._gateway is None:
                await self.connecting("asking for the gateway", self.ask_for_gateway)
                continue
            shard = self._in_flight = waiting[0]
            try:
                await self._shards.connect_shard(shard, self._gateway)
            finally:
                self._in_flight = None
            if shard in self._wanted:
                self._launched.add(shard)
            else:
                await self.let_go([shard])

    async def let_go(self, lost: Collection[int]) -> None:
        """Disconnect shards; those still wanted connect again."""
        self._launched -= {*lost}
        self.complete -= {*lost}
        await asyncio.gather(*map(self._disconnect, lost))

    async def _disconnect(self, shard: int) -> None:
        try:
            await self._shards.remove(shard)
        except (OSError, TimeoutError) as error:
            log.info("the connection of shard %d was lost already: %s", shard, error)

    async def forget(self, lost: Collection[int]) -> None:
        """Forget the servers of shards, after the running answers, which still need them."""
        await self.answered()
        for shard in lost:
            if shard not in self._wanted:
                self._shards.forget(shard)

    async def ask_for_gateway(self) -> Gateway:
        """Ask Discord for the gateway and its limits."""
        gateway = self._gateway = await self._shards.ask_for_gateway()
        self._at_once = max(1, gateway.at_once)
        starts = gateway.starts
        if starts.are_few:
            log.warning("session starts left today: %d of %d", starts.left, starts.a_day)
        try:
            await self._leases.note_starts(starts)
        except StoreError as error:
            log.warning("the number of session starts left is unknown: %s", error)
        return gateway

    async def wait_to_identify(self, shard: int) -> None:
        """Wait until Discord lets a shard identify; the one before may be in another process."""
        while True:
            try:
                if await self._leases.identify(shard % self._at_once, self.identify_every):
                    return
            except StoreError as error:
                log.warning("shard %d has to wait: %s", shard, error)
            await asyncio.sleep(self.look_every)
