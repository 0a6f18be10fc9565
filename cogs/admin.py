"""The commands for those who run a server."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.settings import ServerSettings


@app_commands.guild_only()
@app_commands.default_permissions(manage_guild=True)
class AdminCommands(
    commands.GroupCog,
    group_name="prowler-admin",
    group_description="Settings and health of the bot in this server",
):
    def __init__(self, settings: ServerSettings) -> None:
        self._settings = settings

    @app_commands.command(description="See and change the settings of this server")
    async def settings(self, interaction: discord.Interaction) -> None:
        await self._settings.show(interaction)
