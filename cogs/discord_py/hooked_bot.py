"""A bot with hooks that discord.py lacks: for arriving interactions and for connecting.

Replaces three undocumented methods of discord.py:

- ``dispatch``, which sends out each event at once, whereas a listener's task begins too late to
  start a stopwatch. If discord.py dispatches interactions differently, none is measured, deferred
  when late, or counted.
- ``launch_shards`` and ``launch_shard``. The latter retries by recursion and would exceed Python's
  limit after an hour and a half. If that changes, a bot that starts during an outage ends, or logs
  nothing while it waits.
"""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord.ext import commands
from yarl import URL


class GatewayShut(ConnectionError):
    """A connection to the gateway could not be opened; ``__cause__`` has the reason."""


class HookedBot(commands.AutoShardedBot):
    _launching = False

    def arrive(self, interaction: discord.Interaction[Any]) -> None:
        """Called for each new interaction, before anything else sees it."""

    async def connecting(self, doing: str, step: Callable[[], Awaitable[None]]) -> None:
        """Take a step of connecting, once or repeatedly; a failing shard raises GatewayShut."""
        raise NotImplementedError

    def launched(self, shard: discord.ShardInfo) -> None:
        """Called when a shard has connected for the first time."""

    def answering(self) -> tuple[list[int], int]:
        """The shards whose servers the bot can answer now, and the number of all shards."""
        connected = [number for number, shard in self.shards.items() if not shard.is_closed()]
        return connected if self.is_ready() else [], self.shard_count or 1

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        if event_name == "interaction":
            self.arrive(args[0])
        super().dispatch(event_name, *args, **kwargs)

    async def launch_shards(self) -> None:
        await self.connecting("asking for the gateway", super().launch_shards)

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        if self._launching:
            raise GatewayShut from sys.exc_info()[1]
        launch = partial(super().launch_shard, gateway, shard_id, initial=initial)
        await self.connecting("opening the gateway", partial(self._launch, launch))
        self.launched(self.shards[shard_id])

    async def _launch(self, launch: Callable[[], Awaitable[None]]) -> None:
        self._launching = True
        try:
            await launch()
        finally:
            self._launching = False
