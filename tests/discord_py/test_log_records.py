"""The records that discord.py writes of outages, as the filters know them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from typing import Any

import discord
import pytest
from discord import app_commands
from discord.gateway import DiscordWebSocket
from yarl import URL

from cogs.discord_py.requests import (
    CONNECTIONS,
    SUGGESTIONS,
    filter_records,
    is_failed_launch,
    silence_voice,
)
from tests.discord_py.client import bot, event

Records = list[logging.LogRecord]


@pytest.fixture
def seen() -> Iterator[Records]:
    """The records that come to a filter, which lets none pass."""
    records: Records = []

    def keep(record: logging.LogRecord) -> bool:
        records.append(record)
        return False

    names = (*CONNECTIONS, *SUGGESTIONS)
    before = {name: logging.getLogger(name).filters[:] for name in names}
    for name in names:
        logging.getLogger(name).filters.clear()  # of a bot in this process
    filter_records(names, keep)
    filter_records(names, keep)
    assert all(logging.getLogger(name).filters == [keep] for name in names)
    yield records
    for name in names:
        logging.getLogger(name).filters[:] = before[name]


async def test_a_shard_that_was_not_launched_is_known_by_its_record(
    monkeypatch: pytest.MonkeyPatch, seen: Records
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise OSError

    async def end(_: float) -> None:
        raise asyncio.CancelledError

    monkeypatch.setattr(DiscordWebSocket, "from_client", fail)
    monkeypatch.setattr(asyncio, "sleep", end)
    with pytest.raises(asyncio.CancelledError):
        await bot().launch_shard(URL("wss://gateway.test"), 0)
    (record,) = seen
    assert is_failed_launch(record)


async def test_a_suggestion_that_failed_comes_to_the_filter_once_with_its_error(
    seen: Records,
) -> None:
    async def suggested(_: discord.Interaction, __: str) -> list[app_commands.Choice[str]]:
        raise ConnectionError

    @app_commands.command()
    @app_commands.autocomplete(move=suggested)
    async def play(_: discord.Interaction, move: str) -> None: ...

    client = bot()
    client.tree.add_command(play)
    option = {"type": 3, "name": "move", "value": "a", "focused": True}
    data = {"id": "1", "name": "play", "type": 1, "options": [option]}
    asked: Any = discord.Interaction(data=event(4, data), state=client._connection)  # type: ignore[arg-type]  # JSON
    await client.tree._call(asked)
    (record,) = seen
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], ConnectionError)


async def test_discord_py_says_nothing_of_voice(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for name in ("warn_nacl", "warn_dave"):
        monkeypatch.setattr(discord.VoiceClient, name, True)
    monkeypatch.setattr("discord.voice_client.has_nacl", False)
    silence_voice()
    bot()
    assert [each for each in caplog.records if "voice" in each.getMessage()] == []
