"""The slash commands of Prowler's Passage for looking back at a match."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from cogs.life.animation import Animations
from cogs.life.branch import Branches
from cogs.life.imports import read_record
from cogs.life.replay import Replays
from prowlerbot.core.errors import Refused

GAME = "prowler"


class AfterCommands(commands.Cog):
    """Commands for the group in ``cogs.games.prowler``; they are the same for every game."""

    _replays: Replays
    _animations: Animations
    _branches: Branches

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

    @app_commands.command(description="Get a whole match as an animated picture")
    @app_commands.describe(
        match="Which match, if not your latest", show="Who sees it; without this option only you"
    )
    @app_commands.choices(
        show=[
            app_commands.Choice(name="Only me", value="me"),
            app_commands.Choice(name="Everybody here", value="all"),
        ]
    )
    async def animation(
        self, interaction: discord.Interaction, match: str | None = None, show: str = "me"
    ) -> None:
        found = await self._replays.archive.choose(interaction.user.id, GAME, match)
        await self._animations.show(interaction, found, everybody=show == "all")

    @app_commands.command(
        name="import", description="Replay a match from a record file; /prowler record makes them"
    )
    @app_commands.describe(
        file="The record, as JSON", line="Which line of the file, if not the first record"
    )
    async def read_record(
        self,
        interaction: discord.Interaction,
        file: discord.Attachment,
        line: app_commands.Range[int, 1] | None = None,
    ) -> None:
        await read_record(interaction, self._replays, GAME, file, line)

    @app_commands.command(description="Play on from any move of a match, in a new friendly match")
    @app_commands.describe(
        opponent="Who you want to play",
        move="How many moves of the match stand",
        match="Which match or imported record, if not your latest",
        side="Which side you take",
    )
    @app_commands.choices(
        side=[
            app_commands.Choice(name="🔴 Red", value=1),
            app_commands.Choice(name="🔷 Teal", value=2),
        ]
    )
    async def branch(
        self,
        interaction: discord.Interaction,
        opponent: discord.User,
        move: app_commands.Range[int, 0],
        match: str | None = None,
        side: int | None = None,
    ) -> None:
        found = await self._replays.archive.choose(interaction.user.id, GAME, match)
        await self._branches.challenge(interaction, found, move, side, opponent)

    @replay.autocomplete("match")
    @branch.autocomplete("match")
    @animation.autocomplete("match")
    async def _suggest_past(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        try:
            return await self._replays.suggest(interaction.user.id, GAME, typed)
        except Refused:
            return []
