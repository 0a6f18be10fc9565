"""The figures of /metrics that are looked up when somebody asks for them."""

from __future__ import annotations

import logging
import math
import shutil
from dataclasses import dataclass

from prometheus_client import Gauge, Info

from cogs.frame.meter import Meter
from prowlerbot import __version__
from prowlerbot.core.errors import StoreError
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.service.backups import Plan, latest_copy
from prowlerbot.service.doctor import Doctor
from prowlerbot.storage.store import Store

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Figures:
    """Those of the database, the backups and the machine.

    Disk and backups are told for a file only: those of a server are its own.
    """

    _meter: Meter
    _store: Store
    _doctor: Doctor
    _plan: Plan | None
    _thinkers: Thinkers

    def __post_init__(self) -> None:
        build = Info("prowler_build", "The version of this process", registry=self._meter.registry)
        build.info({"version": __version__})
        self._open = self._gauge("prowler_open_matches", "Matches not over")
        self._behind = self._gauge("prowler_boards_behind", "Boards that wait to be redrawn")
        self._late = self._gauge(
            "prowler_competitions_waiting", "Competitions whose step has been due for ten minutes"
        )
        self._finding = self._gauge("prowler_finding_waiting", "Players who look for a match")
        self._size = self._gauge("prowler_database_bytes", "Size of the database")
        self._schema = self._gauge("prowler_schema", "Version of the schema of the database")
        self._known = self._gauge("prowler_schema_known", "Version that this process knows")
        self._known.set(self._doctor.known_schema)
        waiting = self._gauge("prowler_machine_waiting", "Requests that wait for the machine")
        waiting.set_function(lambda: self._thinkers.waiting)
        if self._doctor.folder is not None:
            self._free = self._gauge("prowler_disk_free_bytes", "Free space beside the database")
        if self._plan is not None:
            self._age = self._gauge(
                "prowler_backup_age_seconds", "Time since the newest backup; +Inf without one"
            )

    def _gauge(self, name: str, told: str) -> Gauge:
        return Gauge(name, told, registry=self._meter.registry)

    async def read(self) -> None:
        """Look up all of them; those of a database out of reach stay as they were."""
        if self._doctor.folder is not None:
            self._free.set(shutil.disk_usage(self._doctor.folder).free)
        if self._plan is not None:
            now = self._doctor.now()
            made = latest_copy(self._plan.folder, by=now)
            self._age.set(math.inf if made is None else now - made.at)
        try:
            await self._store.write_shown()  # else boards just pressed would count
            self._open.set(await self._doctor.counts.open())
            self._behind.set(await self._doctor.counts.behind())
            self._late.set(await self._doctor.late_competitions())
            self._finding.set(await self._store.finding.count_waiting(self._doctor.now()))
            self._size.set(await self._doctor.size())
            self._schema.set(await self._doctor.schema())
        except StoreError as error:
            log.warning("metrics without the database: %s", error)
