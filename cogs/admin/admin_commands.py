"""The commands for admins of servers, and the regular work of the bot itself.

Part of that work are direct messages to the owner: failed backups, and schemas that updates have
raised.
"""

import json
import logging
from dataclasses import dataclass, field

import discord
from discord import Interaction, app_commands
from discord.ext import commands

from cogs.admin.doctor_report import DoctorReport
from cogs.admin.server_log import ServerLog
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.features import answers
from cogs.frame.options import ChoiceMessage, Suggestions, suggests
from cogs.frame.rate_limits import Meter
from cogs.frame.replies import LOST, NOBODY, surely_refused
from cogs.frame.visit import Trace
from cogs.moderation.moderator_acts import Bars
from cogs.presses.addresses import SettingPress
from prowlerbot.copies.backup_service import Backups, newest_backup
from prowlerbot.core.i18n import get_language, speaking, tr
from prowlerbot.core.posts import ANYWHERE, LONGEST_REASON, Duty, What
from prowlerbot.health.doctor import Doctor, Speed
from prowlerbot.health.match_count_store import Counts
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore

_BACKUP, _SPEED, _OWNER = "backup", "speed", "owner"
"""The duties of the bot itself."""
_NOTED_EVERY, _TOLD_EVERY = 60, 300
"""Seconds."""
_TOLD = "owner"
"""The chore with the schema that the owner knows, and whether they know of a failed backup."""


@dataclass(eq=False)
class OwnerNews:
    """Tells the owner, or the admins and developers of the team that owns the bot."""

    _bot: commands.AutoShardedBot
    _service: Service

    async def tell(self) -> None:
        """Tell what is new since the last time. Raises Later if Discord cannot be reached."""
        database = self._service.store.database
        chores, schema = ChoreStore(database), await Counts(database).schema()
        told = await chores.latest_outcome(_TOLD)
        before = told.get("schema", database.schema_before or schema)
        problem = (await newest_backup(chores)).problem
        is_new = bool(problem) and not told.get("failed", False)
        if before < schema or is_new:
            try:
                for owner in await self._owners():
                    await self._send(owner, before, schema, problem if is_new else "")
            except LOST as error:
                log.info("the owner of the bot is told later: %s", error)
                raise Later from error
        now = {"schema": schema, "failed": bool(problem)}
        if now != told:
            await chores.note(_TOLD, now)

    async def _owners(self) -> list[int]:
        if self._bot.user is not None:
            await self._bot.is_owner(self._bot.user)  # now the bot knows who owns it
        owners = {*(self._bot.owner_ids or ()), self._bot.owner_id or 0}
        return sorted(owner for owner in owners if owner)

    async def _send(self, owner: int, before: int, schema: int, problem: str) -> None:
        lines, choices = list[str](), await self._service.player(owner)
        with speaking(choices.language or get_language()):
            if before < schema:
                raised = tr(
                    "An update has raised the database from schema {before} to {schema}. Older"
                    " versions of the bot cannot use it.",
                    before=before,
                    schema=schema,
                )
                lines.append(f"⬆️ {raised}")
            if problem:
                failed = tr("The backup of the database failed: {problem}", problem=problem)
                lines.append(f"⚠️ {failed}")
        try:
            chat = await self._bot.create_dm(discord.Object(owner))
            await chat.send("\n".join(lines), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if not surely_refused(error):
                raise
            log.info("the owner of the bot takes no direct message: %s", error)


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
        was = (await store.choices.choices_of(ServerChoices, guild)).as_json()
        await self._settings.change(interaction, press)
        now = (await store.choices.choices_of(ServerChoices, guild)).as_json()
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


log = logging.getLogger(__name__)
