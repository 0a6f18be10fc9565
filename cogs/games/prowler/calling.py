"""The slash command for where and when a player is called."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from cogs.people.call_choices import LONGEST_AWAY, WHERE_CHOICES, CallChoices, suggest_zones


class CallingCommands(commands.Cog):
    """The part of the game's group that is about calls; ``_calls`` is set by the whole."""

    _calls: CallChoices

    @app_commands.command(description="Choose where and when you are called to move")
    @app_commands.describe(
        where="Where you are told that it is your turn",
        quiet_from="Hour of the day from which calls make no sound",
        quiet_to="Hour at which that ends; the same hour for no quiet hours",
        timezone="Your time zone, such as Europe/Berlin",
        away="Days that you are away from now on; 0 when you are back",
    )
    @app_commands.choices(where=WHERE_CHOICES)
    async def calls(  # noqa: PLR0917 - each argument is an option of the command
        self,
        interaction: discord.Interaction,
        where: Literal["channel", "dm", "off"] | None = None,
        quiet_from: app_commands.Range[int, 0, 23] | None = None,
        quiet_to: app_commands.Range[int, 0, 23] | None = None,
        timezone: str | None = None,
        away: app_commands.Range[int, 0, LONGEST_AWAY] | None = None,
    ) -> None:
        await self._calls.change(
            interaction,
            where=where,
            quiet_from=quiet_from,
            quiet_to=quiet_to,
            timezone=timezone,
            away=away,
        )

    @calls.autocomplete("timezone")
    async def _suggest_zone(
        self, _: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        return suggest_zones(typed)
