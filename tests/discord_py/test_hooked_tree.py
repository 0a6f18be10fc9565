"""The hook of the tree is around the whole of a command, and of a suggestion."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest
from discord import app_commands

from cogs.discord_py.interactions import HookedTree
from tests.discord_py.client import bot, event

OPTION = {"type": 3, "name": "move", "value": "a", "focused": True}


@pytest.mark.parametrize(("kind", "done"), [(2, "command"), (4, "suggestion")])
async def test_a_command_and_a_suggestion_go_through_the_hook(kind: int, done: str) -> None:
    told: list[str] = []
    ended = asyncio.Event()

    class Tree(HookedTree):
        async def around(self, _: Any, call: Any) -> None:
            told.append("before")
            try:
                await call()
            finally:
                told.append("after")
                ended.set()

    async def suggested(_: discord.Interaction, __: str) -> list[app_commands.Choice[str]]:
        told.append("suggestion")
        raise ConnectionError

    @app_commands.command()
    @app_commands.autocomplete(move=suggested)
    async def play(_: discord.Interaction, move: str) -> None:  # noqa: ARG001 - an option
        told.append("command")

    client: Any = bot(tree_cls=Tree)
    client.tree.add_command(play)
    data = {"id": "1", "name": "play", "type": 1, "options": [OPTION]}
    client._connection.parsers["INTERACTION_CREATE"](event(kind, data))
    await ended.wait()
    assert told == ["before", done, "after"]
