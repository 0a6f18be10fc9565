"""The slash commands of Prowler's Passage for looking back and comparing."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.people.list_presses import Scope
from cogs.people.profile import Profiles

GAME = "prowler"


class StandingCommands(commands.Cog):
    """Commands for the group in ``cogs.games.prowler``; they are the same for every game."""

    _profiles: Profiles

    @app_commands.command(description="List finished matches, yours or somebody else's")
    @app_commands.describe(player="Whose matches, if not yours")
    async def history(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        await self._profiles.standings.history(interaction, GAME, player or interaction.user)

    @app_commands.command(description="Compare yourself with somebody you have played against")
    @app_commands.describe(opponent="Whom you want to compare yourself with")
    async def versus(self, interaction: discord.Interaction, opponent: discord.User) -> None:
        await self._profiles.standings.versus(interaction, GAME, opponent)

    @app_commands.command(description="See what a player's matches have in common")
    @app_commands.describe(player="Whose statistics, if not yours")
    async def stats(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        await self._profiles.standings.statistics(interaction, GAME, player or interaction.user)

    @app_commands.command(description="See who has the best rating")
    @app_commands.describe(scope="Of this server, or of all servers together")
    async def leaderboard(
        self, interaction: discord.Interaction, scope: Scope | None = None
    ) -> None:
        await self._profiles.standings.leaderboard(interaction, GAME, scope)

    @app_commands.command(description="See a player's card: rating, results, favourite achievement")
    @app_commands.describe(player="Whose card, if not yours")
    async def profile(
        self, interaction: discord.Interaction, player: discord.User | None = None
    ) -> None:
        await self._profiles.show(interaction, GAME, player or interaction.user)
