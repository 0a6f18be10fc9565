"""The slash commands of Prowler's Passage with which players suit it to themselves."""

from __future__ import annotations

from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ext import commands

from cogs.board.private_board import PrivateBoards
from cogs.life.tutorial import Tutorial
from cogs.people.preferences import PlayerPreferences

GAME = "prowler"


@dataclass(frozen=True, slots=True)
class Comfort:
    """What these commands show."""

    own: PrivateBoards
    preferences: PlayerPreferences
    tutorial: Tutorial


class ComfortCommands(commands.Cog):
    """Commands for the group in ``cogs.games.prowler``; they are the same for every game."""

    _comfort: Comfort

    @app_commands.command(description="Choose your colours, words first, confirmation of moves")
    async def preferences(self, interaction: discord.Interaction) -> None:
        await self._comfort.preferences.show(interaction)

    @app_commands.command(description="Learn the game in five small positions, for your eyes only")
    async def tutorial(self, interaction: discord.Interaction) -> None:
        await self._comfort.tutorial.begin(interaction, GAME)
