"""The commands for admins of servers."""

import json
from dataclasses import dataclass

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.admin.doctor_report import DoctorReport
from cogs.admin.server_log import ServerLog
from cogs.frame.command_options import Suggestions, suggests
from cogs.frame.features import answers
from cogs.frame.settings_message import SettingsMessage
from cogs.frame.visit import visit_of
from cogs.moderation import Bars
from cogs.presses import SettingPress
from prowlerbot.core import posts
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
@dataclass(eq=False)
class AdminCommands(
    commands.GroupCog,
    group_name="prowler-admin",
    group_description="Settings and health of the bot in this server",
):
    _settings: SettingsMessage[ServerChoices]
    _doctor: DoctorReport
    _bars: Bars
    _log: ServerLog
    _service: Service

    @answers(SettingPress, "server")
    async def _change_setting(self, interaction: Interaction, press: SettingPress) -> None:
        """Change a setting, and note for the log all choices before and after."""
        store, guild = self._settings.store, self._settings.owner(interaction)
        before = (await store.choices.choices_of(ServerChoices, guild)).as_json()
        await self._settings.change(interaction, press)
        after = (await store.choices.choices_of(ServerChoices, guild)).as_json()
        if before != after:
            detail, now = json.dumps({"was": before, "is": after}), self._service.now()
            setting, visit = press.setting, visit_of(interaction)
            act = visit.act(posts.ActKind.SETTING, now, subject=setting, detail=detail)
            await self._service.store.acts.add_act(act)

    @app_commands.command(description="See and change the settings of this server")
    async def settings(self, interaction: Interaction) -> None:
        await self._settings.show(interaction)

    @app_commands.command(description="See what is wrong with the bot here, and repair it")
    async def doctor(self, interaction: Interaction) -> None:
        await self._doctor.show(interaction)

    @app_commands.command(description="See what admins, moderators and hosts have done here")
    async def log(self, interaction: Interaction) -> None:
        await self._log.show(interaction)

    @app_commands.command(description="Bar a player from the bot in this server, as a moderator")
    @app_commands.describe(
        player="The player to bar",
        until="Until when: “in 7 days”, “sat 18:00” or “2026-12-01 19:30” (default: for good)",
        reason="Why, in one sentence; they read it, and so do the players of their matches",
    )
    async def bar(
        self,
        interaction: Interaction,
        player: discord.User,
        until: str | None = None,
        reason: app_commands.Range[str, 0, posts.MAX_REASON_LENGTH] = "",
    ) -> None:
        await self._bars.bar_player(interaction, player, until, reason)

    @suggests(bar, "until")
    async def _suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        return await self._bars.times.suggest_time(interaction, typed)

    @app_commands.command(description="Lift the bar of a player, as a moderator")
    @app_commands.describe(
        player="The player who can use the bot here again; leave it out to see all bars"
    )
    async def unbar(self, interaction: Interaction, player: str = "") -> None:
        await self._bars.lift_bar(interaction, player)

    @suggests(unbar, "player")
    async def _suggest_barred(self, interaction: Interaction, typed: str) -> Suggestions:
        return await self._bars.suggest_barred(interaction, typed)
