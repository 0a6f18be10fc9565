"""A shard waits as long as it is told before it connects anew."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.shard import Shard

from cogs.discord_py.shards import pause_shard
from tests.discord_py.client import bot


async def test_a_shard_that_lost_its_connection_waits_for_the_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    client = bot()
    client._reconnect = True
    socket: Any = SimpleNamespace(shard_id=0, _can_handle_close=lambda: True)
    shard = Shard(socket, client, lambda _: None)
    pause_shard(discord.ShardInfo(shard, 1), lambda: 12.5)
    monkeypatch.setattr(asyncio, "sleep", sleep)
    await shard._handle_disconnect(OSError("no route to host"))
    assert waited == [12.5]
