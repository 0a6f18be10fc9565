"""A tree of slash commands with a hook around each whole command or suggestion.

Replaces ``CommandTree._call``: the public hook, ``interaction_check``, ends before the command
begins, so it can neither hold a place during the command nor catch its errors. If discord.py calls
another method, commands have no limits and answer in English only.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands


class HookedTree(app_commands.CommandTree[commands.AutoShardedBot]):
    async def _call(self, interaction: discord.Interaction[commands.AutoShardedBot]) -> None:
        await self.around(interaction, partial(super()._call, interaction))

    async def around(
        self,
        interaction: discord.Interaction[commands.AutoShardedBot],
        call: Callable[[], Awaitable[None]],
    ) -> None:
        """Called for each command and suggestion; ``call`` executes it."""
        raise NotImplementedError
