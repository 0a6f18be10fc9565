"""The commands for admins of servers, and the settings of the host besides those of matches."""

from __future__ import annotations

from dataclasses import dataclass, field

from discord import Interaction, app_commands
from discord.ext import commands

from cogs.admin.daily_posts import DailyPosts
from cogs.admin.doctor import DoctorReport
from cogs.admin.figures import Figures
from cogs.admin.greeting import Greeting
from cogs.admin.health import Address, Health
from cogs.admin.settings import server_settings
from cogs.board.rendering import Rendering
from cogs.board.upkeep import Upkeep
from cogs.connection.patient_bot import PatientBot
from cogs.frame.choices import ChoiceMessage
from cogs.frame.drawing_processes import DrawingProcesses
from cogs.frame.meter import Meter
from cogs.frame.recurring import recurring
from cogs.frame.router import Router
from cogs.life.daily.challenge import DailyChallenge
from cogs.life.hub import Hub
from cogs.views.host_links import HostLinks
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.archive import BYTES_OF_ALL
from prowlerbot.service.backups import Backups, Plan
from prowlerbot.service.doctor import Doctor, Speed
from prowlerbot.service.reviews import Reviewer
from prowlerbot.service.service import Service

_CHORES_EVERY = 60
"""Seconds."""


@dataclass(frozen=True, slots=True)
class Hosting:
    """The settings of the host: how to back up and where to report health (None: not at all), the
    processes that search for the machine's moves (by default none, so it does not play), the bytes
    for imported records, the processes that draw (by default the bot itself, in threads), and the
    number of shards (None: as Discord recommends), the host's own pages. A test may bring a
    ``reviewer`` in place of the machine.

    The bot closes the ``thinkers`` and the ``drawing`` processes.
    """

    plan: Plan | None = None
    address: Address | None = None
    thinkers: Thinkers = field(default_factory=lambda: Thinkers(0))
    imports: int = BYTES_OF_ALL
    drawing: DrawingProcesses = field(default_factory=lambda: DrawingProcesses(0))
    shards: int | None = None
    reviewer: Reviewer | None = None
    links: HostLinks = field(default_factory=HostLinks)


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class AdminCommands(
    commands.GroupCog,
    group_name="prowler-admin",
    group_description="Settings and health of the bot in this server",
):
    def __init__(self, settings: ChoiceMessage[ServerChoices], doctor: DoctorReport) -> None:
        self._settings = settings
        self._doctor = doctor

    @app_commands.command(description="See and change the settings of this server")
    async def settings(self, interaction: Interaction) -> None:
        await self._settings.show(interaction)

    @app_commands.command(description="See what is wrong with the bot here, and repair it")
    async def doctor(self, interaction: Interaction) -> None:
        await self._doctor.show(interaction)


class Chores(commands.Cog):
    """The regular work of the bot itself: backups, and a note of how fast it answers."""

    def __init__(
        self, bot: commands.AutoShardedBot, doctor: Doctor, meter: Meter, backups: Backups | None
    ) -> None:
        self._doctor = doctor
        self._meter = meter
        self._backups = backups
        self._noted = 0
        self._rounds = recurring("chores", _CHORES_EVERY, self._next_round, bot.wait_until_ready)

    async def cog_load(self) -> None:
        self._rounds.start()

    async def cog_unload(self) -> None:
        self._rounds.cancel()

    async def _next_round(self) -> None:
        if self._meter.count != self._noted:
            self._noted = self._meter.count
            await self._doctor.note_speed(Speed(*self._meter.latency()))
        if self._backups is not None:
            await self._backups.run()


async def add_admin(
    bot: PatientBot,
    service: Service,
    router: Router,
    meter: Meter,
    *,
    upkeep: Upkeep,
    hosting: Hosting,
    rendering: Rendering,
    hub: Hub,
    daily: DailyChallenge,
) -> None:
    """Add all cogs of this package."""
    database = service.store.database
    doctor = Doctor(database, hosting.plan, service.now)
    backups = Backups(database, hosting.plan, service.now, service.games) if hosting.plan else None
    settings = server_settings(service.store, hosting.links, service.now)
    report = DoctorReport(bot, service, meter, doctor, upkeep, backups)
    greeting = Greeting(bot, service.store, rendering, hub)
    router.add(*settings.routes, *report.routes, *greeting.routes)
    await bot.add_cog(greeting)
    await bot.add_cog(DailyPosts(bot, service, rendering, daily))
    await bot.add_cog(AdminCommands(settings, report))
    await bot.add_cog(Chores(bot, doctor, meter, backups))
    if hosting.address is not None:
        figures = Figures(meter.registry, service.store, doctor, hosting.plan, hosting.thinkers)
        await bot.add_cog(Health(bot, doctor, meter, figures, hosting.address))
