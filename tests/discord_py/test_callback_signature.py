"""Options that are written into a signature are options of the command."""

from __future__ import annotations

import inspect
from typing import Any

import discord
from discord import app_commands

from cogs.discord_py.interactions import add_parameters


def test_added_parameters_are_options_of_the_command() -> None:
    async def play(_: discord.Interaction, first: str, *, last: str = "", **said: Any) -> None: ...

    kind = inspect.Parameter.KEYWORD_ONLY
    added = [
        inspect.Parameter("board", kind, annotation=str),
        inspect.Parameter("score", kind, default=None, annotation=int | None),
    ]
    add_parameters(play, added, after="first")
    callback: Any = play
    command: Any = app_commands.Command(name="play", description="Play", callback=callback)
    told = [(each.name, each.type.name, each.required) for each in command.parameters]
    assert told == [
        ("first", "string", True),
        ("board", "string", True),
        ("score", "integer", False),
        ("last", "string", False),
    ]
