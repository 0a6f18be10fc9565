"""A login that failed can be tried again."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from cogs.discord_py.shards import can_wait, forget_session
from tests.discord_py.client import bot


async def test_nothing_can_wait_for_a_bot_before_its_first_login() -> None:
    client = bot()
    assert not can_wait(client)
    await client._async_setup_hook()
    assert can_wait(client)


async def test_after_a_failed_login_the_next_one_opens_a_session_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def fail(*_: Any, **__: Any) -> Any:
        raise ConnectionError

    client, connectors = bot(), list[Any]()
    await client._async_setup_hook()
    monkeypatch.setattr(discord.http.HTTPClient, "request", fail)
    for _ in range(2):
        with pytest.raises(ConnectionError):
            await client.http.static_login("token")
        connectors.append(client.http.connector)
        assert not connectors[-1].closed
        await forget_session(client)
        assert connectors[-1].closed
    assert connectors[0] is not connectors[1]
