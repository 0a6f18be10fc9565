"""The address for monitoring: /healthz for a yes or no, and /metrics for Prometheus."""

import asyncio
import errno
import logging
import math
import os
import shutil
import socket
import time
from dataclasses import dataclass
from functools import partial
from typing import ClassVar

from aiohttp import web
from discord.ext import commands
from prometheus_client import CONTENT_TYPE_LATEST, Gauge, Info, generate_latest

from cogs.connection.patient_bot import PatientBot
from cogs.frame.layout import has_feature
from cogs.frame.meter import Meter
from prowlerbot import __version__
from prowlerbot.copies.backup_service import BackupPlan, latest_backup_file
from prowlerbot.core.clock import Finding
from prowlerbot.core.errors import StoreError
from prowlerbot.doctor import Doctor
from prowlerbot.finding.finding_store import FindingStore
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.settings import BadSetting
from prowlerbot.storage.engines.address import LOCK_PATIENCE
from prowlerbot.storage.match_store import Store

log = logging.getLogger(__name__)

_DATABASE_SECONDS = 2.0  # seconds until a database that does not answer counts as out of reach
_RETRY_SECONDS = 0.5  # seconds between two attempts to listen at a port that another program has


@dataclass(eq=False)
class Figures:
    """The figures of /metrics about the database, the backups and the machine.

    They are read when somebody asks for them. Disk and backups are given for a database in a file
    only; a database server looks after its own.
    """

    _meter: Meter
    _store: Store
    _doctor: Doctor
    _plan: BackupPlan | None
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        self._queue = FindingStore(self._store.database)
        build = Info("prowler_build", "The version of this process", registry=self._meter.registry)
        build.info({"version": __version__})
        gauge = partial(Gauge, registry=self._meter.registry)
        self._open = gauge("prowler_open_matches", "Matches not over")
        self._behind = gauge("prowler_boards_behind", "Boards that wait to be redrawn")
        self._late = gauge(
            "prowler_competitions_waiting", "Competitions whose step has been due for ten minutes"
        )
        self._finding = gauge("prowler_finding_waiting", "Players who look for a match")
        self._size = gauge("prowler_database_bytes", "Size of the database")
        self._schema = gauge("prowler_schema", "Version of the schema of the database")
        self._known = gauge("prowler_schema_known", "Version that this process knows")
        self._known.set(self._doctor.known_schema)
        waiting = gauge("prowler_machine_waiting", "Requests that wait for the machine")
        waiting.set_function(lambda: self._thinkers.waiting)
        if self._doctor.folder is not None:
            self._free = gauge("prowler_disk_free_bytes", "Free space beside the database")
        if self._plan is not None:
            self._age = gauge(
                "prowler_backup_age_seconds", "Time since the newest backup; +Inf without one"
            )

    async def update_gauges(self) -> None:
        """Read all figures; while the database is out of reach, its figures stay as they were."""
        if self._doctor.folder is not None:
            self._free.set(shutil.disk_usage(self._doctor.folder).free)
        if self._plan is not None:
            now = self._doctor.now()
            latest = latest_backup_file(self._plan.folder, until=now)
            self._age.set(math.inf if latest is None else now - latest.at)
        try:
            # Otherwise boards that were just pressed would count.
            await self._store.boards.write_shown()
            self._open.set(await self._doctor.counts.count_open_matches())
            self._behind.set(await self._doctor.counts.count_boards_behind())
            if has_feature("competitions"):
                self._late.set(await self._doctor.count_late_competitions())
            self._finding.set(await self._queue.count_waiting(self._doctor.now()))
            self._size.set(await self._doctor.database.size())
            self._schema.set(await self._doctor.counts.schema_version())
        except StoreError as error:
            log.warning("metrics without the database: %s", error)


@dataclass(frozen=True, slots=True)
class Address:
    host: str
    port: int


@dataclass(eq=False)
class Health(commands.Cog):
    _bot: PatientBot
    _doctor: Doctor
    _meter: Meter
    _figures: Figures
    _address: Address
    port_timeout: ClassVar[float] = LOCK_PATIENCE  # seconds to wait for another process

    def __post_init__(self) -> None:
        self._runner: web.AppRunner | None = None
        gauge = partial(Gauge, registry=self._meter.registry)
        self._shards = gauge("prowler_shards", "Shards that this process serves")
        age = "Time since the leases of these shards were renewed"
        self._age = gauge("prowler_shard_lease_age_seconds", age)
        self.port = 0

    async def cog_load(self) -> None:
        app = web.Application()
        app.add_routes(
            [web.get("/healthz", self._answer_healthz), web.get("/metrics", self._answer_metrics)]
        )
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        try:
            await self._listen(self._runner)
        except OSError as error:
            await self._runner.cleanup()
            if isinstance(error, socket.gaierror) or error.errno == errno.EADDRNOTAVAIL:
                raise BadSetting(
                    "HEALTH_HOST is “{host}”; that is no address of this machine.",
                    host=self._address.host,
                ) from error
            raise BadSetting(
                "The health address cannot be served at {host}:{port}: {error}. HEALTH_HOST and"
                " HEALTH_PORT say where it is.",
                host=self._address.host,
                port=self._address.port,
                error=os.strerror(error.errno) if error.errno else error,
            ) from error
        self.port = int(self._runner.addresses[0][1])
        log.info("health address: http://%s:%d/healthz", self._address.host, self.port)

    async def _listen(self, runner: web.AppRunner) -> None:
        """Listen; a process that ends may have the port for some time."""
        deadline = time.monotonic() + self.port_timeout
        while True:
            try:
                return await web.TCPSite(runner, self._address.host, self._address.port).start()
            except OSError as error:
                if error.errno != errno.EADDRINUSE or time.monotonic() >= deadline:
                    raise
            log.info("waiting for the port %d, which another program has", self._address.port)
            await asyncio.sleep(_RETRY_SECONDS)

    async def cog_unload(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def _answer_healthz(self, _: web.Request) -> web.Response:
        problem = self._connection_problem() or self._doctor.database.failed_write
        findings = list[Finding]()
        if not problem:
            try:
                request = self._doctor.command_findings()
                findings = await asyncio.wait_for(request, _DATABASE_SECONDS)
            except StoreError as error:
                problem = str(error)
            except TimeoutError:
                problem = "the database does not answer"
        lines = [problem or "ok", *(f"degraded: {finding}" for finding in findings)]
        if self._bot.sharing is not None:
            lines.append(self._bot.sharing.describe_shards())
        return web.Response(text="\n".join([*lines, ""]), status=503 if problem else 200)

    def _connection_problem(self) -> str:
        """Why no event comes from Discord; empty if events come."""
        sharing = self._bot.sharing
        is_spare = sharing is not None and sharing.is_spare
        if self._bot.is_closed() or not (is_spare or self._bot.is_ready()):
            return "not connected to Discord's gateway"
        closed = [str(number) for number, shard in self._bot.shards.items() if shard.is_closed()]
        return f"not connected to Discord's gateway: shard {', '.join(closed)}" if closed else ""

    async def _answer_metrics(self, _: web.Request) -> web.Response:
        if self._bot.sharing is None:
            self._shards.set(len(self._bot.shards))
        else:
            self._shards.set(self._bot.sharing.shard_count)
            self._age.set(self._bot.sharing.lease_age)
        await self._figures.update_gauges()
        headers = {"Content-Type": CONTENT_TYPE_LATEST}
        return web.Response(body=generate_latest(self._meter.registry), headers=headers)
