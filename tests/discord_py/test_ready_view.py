"""A ready view is sent as it is, and kept by nobody."""

from __future__ import annotations

from typing import Any

import discord
from discord.http import handle_message_parameters

from cogs.discord_py.interactions import ReadyView
from tests.discord_py.client import bot

TOLD: list[dict[str, Any]] = [{"type": 10, "content": "### Ada *against* Ben"}]


async def test_discord_py_sends_the_components_as_they_are() -> None:
    with handle_message_parameters(view=ReadyView(TOLD)) as made:
        assert made.payload is not None
        assert made.payload["components"] == TOLD
        assert discord.MessageFlags._from_value(made.payload["flags"]).components_v2


async def test_no_ready_view_is_kept_by_discord_py() -> None:
    view = ReadyView(TOLD)
    assert view.is_finished()
    assert not view.is_dispatchable()
    client = bot()
    assert client._connection._view_store._synced_message_views == {}
    client._connection.store_view(view, 1)
    assert client._connection._view_store.persistent_views == []
