"""The bot hears of an interaction first, and of each step of connecting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import discord
import pytest
from discord.gateway import DiscordWebSocket
from yarl import URL

from cogs.discord_py.shards import GatewayShut, HookedBot
from tests.discord_py.client import bot, press

GATEWAY = URL("wss://gateway.test")


class Hooked(HookedBot):
    def __init__(self, **said: Any) -> None:
        super().__init__(**said)
        self.told: list[str] = []

    def arrive(self, interaction: Any) -> None:
        self.told.append(f"arrived {interaction.id}")

    async def connecting(self, doing: str, step: Callable[[], Awaitable[None]]) -> None:
        self.told.append(doing)
        await step()

    def launched(self, shard: discord.ShardInfo) -> None:
        self.told.append(f"launched {shard.id}")


async def test_the_bot_hears_of_an_interaction_before_any_listener() -> None:
    client = bot(Hooked)
    heard = asyncio.Event()

    @client.listen()  # type: ignore[untyped-decorator]  # the client is Any
    async def on_interaction(_: discord.Interaction) -> None:
        client.told.append("heard")
        heard.set()

    client._connection.parsers["INTERACTION_CREATE"](press())
    assert client.told == ["arrived 9"]
    await heard.wait()
    assert client.told == ["arrived 9", "heard"]


async def test_a_shard_that_fails_is_tried_once_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """discord.py itself would try again within, a level deeper each time."""
    tried: list[OSError] = []

    async def fail(*_: Any, **__: Any) -> Any:
        tried.append(OSError("no route to host"))
        raise tried[-1]

    async def no_pause(_: float) -> None: ...

    monkeypatch.setattr(DiscordWebSocket, "from_client", fail)
    monkeypatch.setattr(asyncio, "sleep", no_pause)
    client = bot(Hooked)
    with pytest.raises(GatewayShut) as shut:
        await client.launch_shard(GATEWAY, 0)
    assert shut.value.__cause__ is tried[0]
    assert len(tried) == 1
    assert client.told == ["opening the gateway"]
    with pytest.raises(GatewayShut):
        await client.launch_shard(GATEWAY, 0)
    assert len(tried) == 2


async def test_the_gateway_is_asked_for_in_a_step_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def connected(*_: Any, **named: Any) -> Any:
        return type("Socket", (), {"shard_id": named["shard_id"], "open": True})()

    async def nothing(_: Any) -> None: ...

    monkeypatch.setattr(DiscordWebSocket, "from_client", connected)
    monkeypatch.setattr("discord.shard.Shard.worker", nothing)
    client = bot(Hooked, shard_count=1)
    await client._async_setup_hook()
    client._reconnect = True  # as ``connect`` does
    await client.launch_shards()
    assert client.told == ["asking for the gateway", "opening the gateway", "launched 0"]
