"""The automatic backups. The bot makes them when they are due, tests them, and deletes the oldest.

A test restores the backup into a temporary file: it checks the checksum and the database, and
replays a sample of the records.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from prowlerbot.copies.backup import as_store_error, backup
from prowlerbot.copies.rebuild import Replayed
from prowlerbot.copies.restore import kept_before_restores, rehearse
from prowlerbot.core.errors import Refused
from prowlerbot.core.game import Registry
from prowlerbot.settings import Settings
from prowlerbot.storage.duty_store import BrokenMatches, Chores
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.private_files import make_folder
from prowlerbot.storage.engines.sqlite import database_path, is_server

log = logging.getLogger(__name__)

CHORE = "backup"
_AFTER_FAILURE = 15 * 60
"""Seconds until another attempt after a failed backup."""
_LOOKED_AGAIN = 60 * 60
"""Seconds after which the bot checks again that the newest backup exists."""
_FRESH = 10 * 60
"""Seconds within which no early backup follows another backup."""
_REPLACED_STAYS = 30 * 24 * 60 * 60
"""Seconds for which the database before a restore stays beside the new one."""
SAMPLE = 200
"""Records replayed from each backup, the newest ones: older ones passed earlier tests."""
_NAME = "prowler-%Y%m%d-%H%M%S.db"
"""The name of an automatic backup, by the time at which it is made."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The folder of backups, the seconds between two, and the number kept."""

    folder: Path
    every: int
    keep: int

    @classmethod
    def of(cls, settings: Settings) -> Plan | None:
        """The plan of the settings; None if backups are switched off, or for a database server."""
        if not settings.backup_every or is_server(settings.database_url):
            return None
        beside = database_path(settings.database_url).parent / "backups"
        folder = Path(settings.backup_folder) if settings.backup_folder else beside
        return cls(folder, max(60, round(settings.backup_every * 3600)), settings.backup_keep)


@dataclass(frozen=True, slots=True)
class Kept:
    """The newest backup; ``problem`` describes a failure in it or after it, if any.

    ``undeleted`` is a sentence about an old copy that could not make room for it.
    """

    file: str = ""
    at: int = 0
    size: int = 0
    replayed: int = 0
    problem: str = ""
    undeleted: str = ""

    def exists(self) -> bool:
        """Whether this process sees the file; one in a folder closed to it is no use to it."""
        return os.path.isfile(self.file)  # noqa: PTH113 - that of Path raises for a closed folder


class Backups:
    """``clock`` gives epoch seconds."""

    def __init__(
        self, database: Database, plan: Plan, clock: Callable[[], int], games: Registry
    ) -> None:
        self._path = Path(str(database.place))
        self._database = database
        self._chores = Chores(database)
        self._clock = clock
        self._games = games
        self._alone = asyncio.Lock()
        self.plan = plan

    async def run(self) -> int:
        """Make a backup if one is due, or if the newest does not exist, for example after a move of
        the database; returns the time of the next look.
        """
        async with self._alone:
            kept, now = await self.newest(), self._clock()
            if not 0 <= now - kept.at < self.plan.every or not kept.exists():
                made = await self._back_up(now)
                if made.at != now:
                    return now + _AFTER_FAILURE
                kept = made
            return min(kept.at + self.plan.every, now + _LOOKED_AGAIN)

    async def mend(self) -> None:
        """Make a backup before it is due, unless the newest is fresh and good."""
        async with self._alone:
            kept, now = await self.newest(), self._clock()
            if kept.problem or not 0 <= now - kept.at < _FRESH or not kept.exists():
                await self._back_up(now)

    async def newest(self) -> Kept:
        return await newest(self._chores)

    async def _back_up(self, now: int) -> Kept:
        try:
            kept, broken = await asyncio.to_thread(self._make, now)
            for match, problem in broken:  # the doctor reports them, later tests leave them out
                await BrokenMatches(self._database).note(match, problem, now)
        except Refused as refused:
            log.error("the backup failed: %s", refused)  # noqa: TRY400 - the sentence says it all
            kept = replace(await self.newest(), problem=str(refused))
        else:
            log.info("the bot backed up the database to %s", kept.file)
            if kept.undeleted:
                log.warning("%s", kept.undeleted)
            await self._database.refresh_statistics()
        await self._chores.note(CHORE, asdict(kept))
        return kept

    def _make(self, now: int) -> tuple[Kept, Sequence[tuple[str, str]]]:
        """Copy the database, test the copy, and delete surplus backups; runs in a thread.

        Also returns the matches whose records do not replay, each with the reason.
        """
        folder = self.plan.folder
        with as_store_error("The folder {file} cannot hold backups: {error}.", file=folder):
            make_folder(folder)
            older = copies(folder)
        file = folder / datetime.fromtimestamp(now, UTC).strftime(_NAME)
        done = backup(self._path, file)
        problem, undeleted, replayed = "", "", Replayed(0)
        try:
            replayed = asyncio.run(rehearse(file, self._games, SAMPLE))
            replayed.refuse(file)
        except Refused as refused:
            log.error("the backup failed its test: %s", refused)  # noqa: TRY400 - likewise
            problem = str(refused)
        else:  # a failed copy must not replace a good one
            others = [copy for copy in older if copy.file != file]
            undeleted = self._rotate(now, others)
        kept = Kept(str(file), now, done.size, replayed.records, problem, undeleted)
        return kept, replayed.broken

    def _rotate(self, now: int, others: list[Copy]) -> str:
        """Delete the surplus beside a new backup, and databases that a restore replaced long ago.
        Backups with a time in the future, which a wrong clock gave them, go first.

        Returns a sentence about the first one that cannot be deleted; the others go all the same.
        """
        others.sort(key=lambda copy: (copy.at <= now, copy.at))
        surplus = max(0, len(others) + 1 - self.plan.keep)
        undeleted = ""
        for file in (
            *(copy.file for copy in others[:surplus]),
            *kept_before_restores(self._path, now - _REPLACED_STAYS),
        ):
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                sentence = f"The old copy {file} cannot be deleted: {error.strerror}."
                undeleted = undeleted or sentence
        return undeleted


class Copy(NamedTuple):
    """An automatic backup in its folder, made ``at`` that time in epoch seconds."""

    file: Path
    at: int


def copies(folder: Path) -> list[Copy]:
    """The automatic backups in a folder, the oldest first: the files with such a name, none else.

    Raises OSError if the folder cannot be read.
    """
    listed = []
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for each in entries:
            at = _time_in(each.name)
            if at is not None and each.is_file(follow_symlinks=False):
                listed.append(Copy(folder / each.name, at))
    return sorted(listed, key=lambda copy: copy.at)


def _time_in(name: str) -> int | None:
    """The time in the name of an automatic backup; None in any other name."""
    try:
        made = datetime.strptime(name, _NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(made.timestamp()) if made.strftime(_NAME) == name else None


def latest_copy(folder: Path, by: float = math.inf) -> Copy | None:
    """The newest automatic backup in a folder that can be read, among those made by a time."""
    with suppress(OSError):
        return next((copy for copy in reversed(copies(folder)) if copy.at <= by), None)
    return None


async def newest(chores: Chores) -> Kept:
    """The known facts about the newest backup, whichever process made it."""
    return Kept(**await chores.latest(CHORE))
