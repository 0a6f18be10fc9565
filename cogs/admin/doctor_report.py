"""The health of the bot in Discord: the doctor's report, news to the owner, the regular work.

Admins see the problems of their server, with a button that repairs some. Problems of the whole bot
are for its owner, or the team that owns it. The host of a bot for a single server sees everything
in one place. The owner also learns by direct message of failed backups, and of schemas that updates
have raised. The regular work makes the backups and records the speed of the bot's answers.
"""

import logging
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple, TypeAlias

import discord
from discord import Interaction
from discord.ext import commands

from cogs.admin.server_settings import admins_guild
from cogs.board.match_duties import Upkeep
from cogs.club.reward_roles import giving_refusal, roles_of
from cogs.competitions.competition_channels import has_event, may_create_events, post_permissions
from cogs.competitions.competition_options import CREATE_EVENTS
from cogs.competitions.competition_text import title
from cogs.daily.daily_challenge import NEEDED_TO_POST
from cogs.frame.duty_loop import DutyLoop, Later
from cogs.frame.features import answers
from cogs.frame.layout import Button, Content, has_feature, layout
from cogs.frame.meter import Meter
from cogs.frame.permissions import (
    NEEDED_IN_CHANNEL,
    NEEDED_IN_THREAD,
    NEEDED_TO_OPEN_THREADS,
    missing_permissions,
)
from cogs.frame.replies import LOST, NOBODY, edit_answer, is_refusal, say
from cogs.frame.visit import visit_of
from cogs.presses import PlainPress
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.copies.backup_service import Backups, load_newest_backup
from prowlerbot.core.clock import Finding
from prowlerbot.core.i18n import get_language, mark, speaking, tr, trn
from prowlerbot.core.posts import ANYWHERE, Duty
from prowlerbot.doctor import Doctor, ShownTime, Speed
from prowlerbot.doctor_store import MonitoringStore
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service
from prowlerbot.storage.duty_store import ChoreStore

log = logging.getLogger(__name__)

_Place: TypeAlias = discord.abc.GuildChannel | discord.Thread

_READ_HISTORY = discord.Permissions(read_message_history=True)
_README_PERMISSIONS = (
    NEEDED_IN_CHANNEL | _READ_HISTORY | discord.Permissions(send_messages_in_threads=True)
)
"""The permissions that the README asks for, beside those to open threads and to create events."""
_WARNING = "⚠️"
_OWNER_NEWS = "owner"  # the chore with the news that the owner knows: the schema, a failed backup
_BACKUP_DUTY, _SPEED_DUTY, _OWNER_DUTY = "backup", "speed", "owner"  # the duties of the bot itself
_SPEED_SECONDS, _OWNER_SECONDS = 60, 300  # between two records of the speed, and two looks for news


@dataclass(eq=False)
class DoctorReport(commands.Cog):
    """Shows the findings of the doctor, and answers the button that repairs them."""

    _bot: commands.AutoShardedBot
    _service: Service
    _meter: Meter
    _doctor: Doctor
    _upkeep: Upkeep
    _backups: Backups | None

    async def show(self, interaction: Interaction) -> None:
        admins_guild(interaction)
        await say(interaction, await self._report(interaction))

    @answers(PlainPress, "doctor")
    async def _repair(self, interaction: Interaction, _press: PlainPress) -> None:
        guild = admins_guild(interaction)
        await interaction.response.defer()  # drawing and copying may take longer than Discord waits
        is_owner = await self._is_owner(interaction.user)
        before = await self._count_overdue(guild)
        await self._upkeep.repair(None if is_owner else guild)
        if is_owner:
            await self._doctor.broken.set_aside()
        if is_owner and self._backups is not None:
            await self._backups.back_up_early()
        after = await self._count_overdue(guild)
        boards, challenges = [max(0, old - new) for old, new in zip(before, after, strict=True)]
        took_application = is_owner and await self._take_application()
        repair_words = _repair_words(boards, challenges, took_application=took_application)
        await edit_answer(interaction, 0, await self._report(interaction, repair_words))

    async def _take_application(self) -> bool:
        """Take the present application for the bot's own; False if it already was."""
        store = self._service.store
        await store.boards.write_shown()
        if not (applications := await store.application.applications()).is_another:
            return False
        await store.application.take_application(applications.present, self._service.now())
        return True

    async def _count_overdue(self, guild: int) -> tuple[int, int]:
        """The boards to redraw in a server, and the challenges to end."""
        await self._service.store.boards.write_shown()
        counts, now = self._doctor.counts, self._service.now()
        behind = await counts.count_boards_behind(now, guild=guild)
        return behind, await counts.count_overdue_challenges(now, guild)

    async def _report(self, interaction: Interaction, repair_words: str | None = None) -> Content:
        """The findings; ``repair_words`` tell the result of a repair, None without one."""
        guild, choices = admins_guild(interaction), visit_of(interaction).server
        # Otherwise boards that were just pressed would count as outdated.
        await self._service.store.boards.write_shown()
        lines = [
            f"### {tr('Health of the bot')}",
            f"**{tr('This server')}**",
            *map(_finding_line, await self._permission_findings(interaction, choices)),
            *map(_finding_line, await self._doctor.match_findings(guild)),
        ]
        hint = tr("Repair redraws boards and ends what is overdue.")
        if await self._is_owner(interaction.user):
            count, p50, p95 = self._meter.latency()
            lines += [
                f"**{tr('All servers')}**",
                "-# " + tr("Only owners of the bot see this part."),
                *map(_finding_line, await self._doctor.game_findings(self._service.games)),
                *map(_finding_line, await self._doctor.findings(Speed(count, p50, p95))),
            ]
            hint = tr("Repair redraws boards, ends what is overdue, makes a backup and tests it.")
        if repair_words is not None:
            has_warning = any(line.startswith(_WARNING) for line in lines)
            no_change = tr("Nothing had to be repaired.")
            limits = tr("Repair cannot mend what is marked with ⚠️ here.")
            lines.insert(1, f"🔧 **{repair_words or (limits if has_warning else no_change)}**")
        granted = tr("Permissions are granted in the settings of the server.")
        repair = Button(tr("Repair"), PlainPress("doctor:repair"), emoji="🔧")
        return layout("\n".join([*lines, f"-# {hint} {granted}"]), rows=[[repair]])

    async def _permission_findings(
        self, interaction: Interaction, choices: ServerChoices
    ) -> list[Finding]:
        """The permissions that the bot lacks here, in its chosen channels, and at boards."""
        if (guild := interaction.guild) is None:
            return []
        missing, me = _MissingPermissions(), guild.me
        for_threads = NEEDED_TO_OPEN_THREADS if choices.threads else discord.Permissions.none()
        granted = {interaction.channel_id or 0: visit_of(interaction).permissions}
        chosen = [place for place in map(guild.get_channel, choices.channels) if place is not None]
        for channel in chosen:
            granted.setdefault(channel.id, channel.permissions_for(me))
        for channel_id, permissions in granted.items():
            missing.add(channel_id, permissions, _README_PERMISSIONS | for_threads)
        boards = await self._service.store.boards.open_channels(guild.id)
        places = [guild.get_channel_or_thread(board) for board in boards if board not in granted]
        missing.add_threads(place for place in places if isinstance(place, discord.Thread))
        channels = (place for place in places if isinstance(place, discord.abc.GuildChannel))
        needed_in: list[tuple[_Place, discord.Permissions]] = []
        needed_in += ((channel, _README_PERMISSIONS) for channel in channels)
        competitions = list[Finding]()
        if has_feature("competitions"):
            competitions, needed_there = await self._competition_findings(guild)
            needed_in += needed_there.items()
        daily_id = choices.daily_channel if has_feature("daily") else 0
        if (daily := guild.get_channel(daily_id)) is not None:
            needed_in.append((daily, NEEDED_TO_POST))
        for place, permissions in needed_in:
            missing.add(place.id, place.permissions_for(me), permissions)
        findings = missing.findings()
        if daily_id and daily is None:
            lost_channel = mark("The channel for the daily challenge is gone; choose another one")
            findings.append(Finding(lost_channel, ok=False))
        findings += [*competitions, *_role_findings(guild, choices)]
        if deleted := len(choices.channels) - len(chosen):
            fact = mark(
                "Deleted channels in the list of those for the bot: {count};"
                " see `/prowler-admin settings`"
            )
            findings.append(Finding(fact, ok=False, count=deleted))
        return findings or [Finding(mark("All permissions are there"))]

    async def _competition_findings(
        self, guild: discord.Guild
    ) -> tuple[list[Finding], dict[_Place, discord.Permissions]]:
        """Findings about the running competitions of a server, and the permissions needed there."""
        findings: list[Finding] = []
        places: dict[_Place, discord.Permissions] = {}
        competitions = Competitions(self._service)
        running = await competitions.of_guild(guild.id)
        for stored in running:
            channel = guild.get_channel_or_thread(stored.channel)
            if channel is None:  # only Discord knows an archived thread
                with suppress(*LOST):
                    channel = await guild.fetch_channel(stored.channel)
            if channel is None:
                lost_channel = mark("The channel of a competition is gone: {name}")
                findings.append(Finding(lost_channel, ok=False, name=title(stored)))
            else:
                needed = places[channel] = post_permissions(channel)
                waiting_since = CompetitionSteps(competitions).waiting_since(stored)
                if waiting_since and missing_permissions(channel.permissions_for(guild.me), needed):
                    text = mark("{name} waits since {when} for permissions in {channel}")
                    fields = {"channel": channel.mention, "when": ShownTime(waiting_since)}
                    finding = Finding(text, ok=False, neutral=False, name=title(stored), **fields)
                    findings.append(finding)
        if any(has_event(stored) for stored in running) and not may_create_events(guild):
            fact = mark("Permission missing for events of tournaments: {missing}")
            findings.append(Finding(fact, ok=False, missing=tr(CREATE_EVENTS)))
        return findings, places

    async def _is_owner(self, user: discord.abc.User) -> bool:
        try:
            return await self._bot.is_owner(user)
        except LOST as error:
            log.warning("Discord does not say who owns the bot: %s", error)
            return False


def _role_findings(guild: discord.Guild, choices: ServerChoices) -> list[Finding]:
    findings = list[Finding]()
    for role_id in roles_of(choices) if has_feature("club") else ():
        if (role := guild.get_role(role_id)) is None:
            lost_role = mark("A role that I give is deleted; choose another one in the settings")
            findings.append(Finding(lost_role, ok=False))
        elif refusal := giving_refusal(role, choices):
            findings.append(Finding(refusal.template, ok=False, neutral=False, **refusal.fields))
    return findings


def _finding_line(finding: Finding) -> str:
    """A fact on a line of its own."""
    fields = {
        name: f"<t:{int(value)}:R>" if isinstance(value, ShownTime) else value
        for name, value in finding.fields.items()
    }
    sign = "✅" if finding.ok else _WARNING
    return f"{'▫️' if finding.neutral else sign} {tr(finding.template, **fields)}"


def _repair_words(boards: int, challenges: int, *, took_application: bool) -> str:
    """The result of a repair in this server; empty if it has changed nothing."""
    sentences = []
    if boards:
        sentences.append(trn("{count} board is redrawn.", "{count} boards are redrawn.", boards))
    if challenges:
        sentences.append(
            trn("{count} challenge has ended.", "{count} challenges have ended.", challenges)
        )
    if took_application:
        sentences.append(tr("Boards, main messages and greetings are posted anew, two a second."))
    return " ".join(sentences)


class _MissingPermissions:
    """The missing permissions by channel, each once; threads that lack the same share a finding."""

    def __init__(self) -> None:
        self._found: dict[int, dict[str, None]] = {}
        self._threads: dict[tuple[int, tuple[str, ...]], list[int]] = {}

    def add(self, channel: int, held: discord.Permissions, needed: discord.Permissions) -> None:
        """Note the ``needed`` permissions in a channel that are missing among those ``held``."""
        if missing := missing_permissions(held, needed):
            self._found.setdefault(channel, {}).update(dict.fromkeys(missing))

    def add_threads(self, threads: Iterable[discord.Thread]) -> None:
        for thread in threads:
            held, needed = thread.permissions_for(thread.guild.me), NEEDED_IN_THREAD | _READ_HISTORY
            if not held.send_messages_in_threads:  # then files count as forbidden too
                needed = discord.Permissions(needed.value, attach_files=False)
            if missing := missing_permissions(held, needed):
                self._threads.setdefault((thread.parent_id, tuple(missing)), []).append(thread.id)

    def findings(self) -> list[Finding]:
        single = mark("Permissions missing in {channel}: {missing}")
        plural = mark("Permissions missing in {count} threads of {channel}: {missing}")
        findings = [self._make_finding(single, *missing) for missing in self._found.items()]
        for (parent, missing), threads in self._threads.items():
            count = len(threads)
            template, place = (plural, parent) if count > 1 else (single, threads[0])
            findings.append(self._make_finding(template, place, missing, count))
        return findings

    @staticmethod
    def _make_finding(template: str, place: int, names: Iterable[str], count: int = 1) -> Finding:
        missing = ", ".join(map(tr, names))
        return Finding(template, ok=False, channel=f"<#{place}>", missing=missing, count=count)


class _News(NamedTuple):
    """The news since the last message to the owner."""

    known_schema: int  # the schema of the database that the owner knows
    schema: int
    problem: str  # the failure of the latest backup; empty without one that the owner has to know


@dataclass(eq=False)
class OwnerNews:
    """Tells the owner, or the admins and developers of the team that owns the bot."""

    _bot: commands.AutoShardedBot
    _service: Service
    _informed: set[tuple[int, _News]] = field(default_factory=set[tuple[int, _News]], init=False)
    """The owners who have read the present news, while others still have to."""

    async def tell_owners(self) -> None:
        """Send the news since the last time. Raises Later if Discord cannot be reached."""
        database = self._service.store.database
        chores, schema = ChoreStore(database), await MonitoringStore(database).schema_version()
        known = await chores.latest_outcome(_OWNER_NEWS)
        known_schema = known.get("schema", database.schema_before or schema)
        problem = (await load_newest_backup(chores)).problem
        news = _News(known_schema, schema, "" if known.get("failed", False) else problem)
        if known_schema < schema or news.problem:
            try:
                for owner in await self._owner_ids():
                    if (owner, news) not in self._informed:
                        await self._send_news(owner, news)
                        self._informed.add((owner, news))
            except LOST as error:
                log.info("the owner of the bot is told later: %s", error)
                raise Later from error
        self._informed.clear()
        outcome = {"schema": schema, "failed": bool(problem)}
        if outcome != known:
            await chores.note_outcome(_OWNER_NEWS, outcome)

    async def _owner_ids(self) -> list[int]:
        if self._bot.user is not None:
            await self._bot.is_owner(self._bot.user)  # now the bot knows who owns it
        owners = {*(self._bot.owner_ids or ()), self._bot.owner_id or 0}
        return sorted(owner for owner in owners if owner)

    async def _send_news(self, owner: int, news: _News) -> None:
        lines, choices = list[str](), await self._service.player(owner)
        with speaking(choices.language or get_language()):
            if news.known_schema < news.schema:
                schema_news = tr(
                    "An update has raised the database from schema {before} to {schema}. Older"
                    " versions of the bot cannot use it.",
                    before=news.known_schema,
                    schema=news.schema,
                )
                lines.append(f"⬆️ {schema_news}")
            if news.problem:
                sentence = tr("The backup of the database failed: {problem}", problem=news.problem)
                lines.append(f"⚠️ {sentence}")
        try:
            chat = await self._bot.create_dm(discord.Object(owner))
            await chat.send("\n".join(lines), allowed_mentions=NOBODY)
        except discord.HTTPException as error:
            if not is_refusal(error):
                raise
            log.info("the owner of the bot takes no direct message: %s", error)


@dataclass(eq=False)
class Chores(commands.Cog):
    """The regular work of the bot itself: backups, and a record of the speed of its answers."""

    _service: Service
    _doctor: Doctor
    _meter: Meter
    _backups: Backups | None
    _news: OwnerNews | None
    _duty_loop: DutyLoop
    _noted_count: int = field(default=0, init=False)

    async def cog_load(self) -> None:
        due_times: dict[str, int | None] = {_SPEED_DUTY: 0, _BACKUP_DUTY: None, _OWNER_DUTY: None}
        self._duty_loop.add_handler(_SPEED_DUTY, self._note_speed)
        if (backups := self._backups) is not None:
            due_times[_BACKUP_DUTY] = 0
            self._duty_loop.add_handler(_BACKUP_DUTY, lambda _: backups.back_up_if_due())
        if (news := self._news) is not None:
            due_times[_OWNER_DUTY] = 0
            self._duty_loop.add_handler(_OWNER_DUTY, partial(self._tell_owner, news))
        await self._service.store.duties.put_duties("", due_times, ANYWHERE)

    async def _tell_owner(self, news: OwnerNews, _: Duty) -> int:
        await news.tell_owners()
        return self._service.now() + _OWNER_SECONDS

    async def _note_speed(self, _: Duty) -> int:
        if self._meter.count != self._noted_count:
            self._noted_count = self._meter.count
            await self._doctor.note_speed(Speed(*self._meter.latency()))
        return self._service.now() + _SPEED_SECONDS
