"""The slash commands of Prowler's Passage for looking back at a match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.replay import Replays
from prowlerbot.game import Refused

GAME = "prowler"


class AfterCommands(commands.Cog):
    """Commands for the group in ``cogs.prowler``; they are the same for every game."""

    _replays: Replays

    @app_commands.command(description="Step through a match move by move, for your eyes only")
    @app_commands.describe(match="Which match, if not your latest", move="The move to begin with")
    async def replay(
        self,
        interaction: discord.Interaction,
        match: str | None = None,
        move: app_commands.Range[int, 0] | None = None,
    ) -> None:
        found = await self._replays.archive.choose(interaction.user.id, GAME, match)
        await self._replays.show(interaction, found, move)

    @replay.autocomplete("match")
    async def _suggest_past(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            return await self._replays.suggest(interaction.user.id, GAME, typed)
        except Refused:
            return []
