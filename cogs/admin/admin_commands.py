"""The commands for admins of servers, and the regular work of the bot itself."""

import json
from dataclasses import dataclass, field

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.admin.doctor_report import DoctorReport
from cogs.admin.owner_news import OwnerNews
from cogs.admin.server_log import ServerLog
from cogs.frame.duty_loop import DutyLoop
from cogs.frame.features import answers
from cogs.frame.options import ChoiceMessage, Suggestions, suggests
from cogs.frame.rate_limits import Meter
from cogs.frame.visit import Trace
from cogs.moderation.moderator_acts import Bars
from cogs.presses.addresses import SettingPress
from prowlerbot.copies.backup_service import Backups
from prowlerbot.core.posts import ANYWHERE, LONGEST_REASON, Duty, What
from prowlerbot.health.doctor import Doctor, Speed
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service

_BACKUP, _SPEED, _OWNER = "backup", "speed", "owner"
"""The duties of the bot itself."""
_NOTED_EVERY, _TOLD_EVERY = 60, 300
"""Seconds."""


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
@dataclass(eq=False)
class AdminCommands(
    commands.GroupCog,
    group_name="prowler-admin",
    group_description="Settings and health of the bot in this server",
):
    _settings: ChoiceMessage[ServerChoices]
    _doctor: DoctorReport
    _bars: Bars
    _log: ServerLog
    _trace: Trace

    @answers(SettingPress, "server")
    async def _change(self, interaction: Interaction, press: SettingPress) -> None:
        store, guild = self._settings.store, self._settings.owner(interaction)
        was = (await store.choices.choices_of(ServerChoices, guild)).written()
        await self._settings.change(interaction, press)
        now = (await store.choices.choices_of(ServerChoices, guild)).written()
        if was != now:
            detail = json.dumps({"was": was, "is": now})
            subject = press.setting
            act = self._trace.describe(interaction, What.SETTING, subject=subject, detail=detail)
            await self._trace.record(act)

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
        reason: app_commands.Range[str, 0, LONGEST_REASON] = "",
    ) -> None:
        await self._bars.bar(interaction, player, until, reason)

    @suggests(bar, "until")
    async def _suggest_time(self, interaction: Interaction, typed: str) -> Suggestions:
        return await self._bars.times.suggest_time(interaction, typed)

    @app_commands.command(description="Lift the bar of a player, as a moderator")
    @app_commands.describe(
        player="The player who can use the bot here again; leave it out to see all bars"
    )
    async def unbar(self, interaction: Interaction, player: str = "") -> None:
        await self._bars.lift(interaction, player)

    @suggests(unbar, "player")
    async def _suggest_barred(self, interaction: Interaction, typed: str) -> Suggestions:
        return await self._bars.suggest(interaction, typed)


@dataclass(eq=False)
class Chores(commands.Cog):
    """The regular work of the bot itself: backups, and a record of the speed of its answers."""

    _service: Service
    _doctor: Doctor
    _meter: Meter
    _backups: Backups | None
    _news: OwnerNews | None
    _duty_loop: DutyLoop
    _noted: int = field(default=0, init=False)

    async def cog_load(self) -> None:
        due: dict[str, int | None] = {_SPEED: 0, _BACKUP: None, _OWNER: None}
        self._duty_loop.add_handler(_SPEED, self._note_speed)
        if (backups := self._backups) is not None:
            due[_BACKUP] = 0
            self._duty_loop.add_handler(_BACKUP, lambda _: backups.run())
        if self._news is not None:
            due[_OWNER] = 0
            self._duty_loop.add_handler(_OWNER, self._tell_owner)
        await self._service.store.duties.put("", due, ANYWHERE)

    async def _tell_owner(self, _: Duty) -> int:
        if self._news is not None:
            await self._news.tell()
        return self._service.now() + _TOLD_EVERY

    async def _note_speed(self, _: Duty) -> int:
        if self._meter.count != self._noted:
            self._noted = self._meter.count
            await self._doctor.note_speed(Speed(*self._meter.latency()))
        return self._service.now() + _NOTED_EVERY
