"""Backups of the database: making them when due, testing, deleting the oldest, restoring one.

A test restores the backup into a temporary file. It checks the checksum and the database, and
replays a sample of the records. A restore also works while the bot runs.
"""

import asyncio
import logging
import math
import os
import re
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

from prowlerbot.copies import backup
from prowlerbot.copies.record_check import ReplayResult, replay_records
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Refused, StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.settings import Settings
from prowlerbot.storage.duty_store import BrokenMatches, ChoreStore
from prowlerbot.storage.engines import sqlite
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import migrations

log = logging.getLogger(__name__)

_NO_FOLDER = "The folder {file} cannot hold backups: {error}."
BACKUP_CHORE = "backup"
"""The chore with the known facts about the newest backup."""
_RETRY_SECONDS = 15 * 60
"""Seconds until another attempt after a failed backup."""
_RECHECK_SECONDS = HOUR
"""Seconds after which the bot checks again that the newest backup exists."""
_MIN_INTERVAL_SECONDS = 60
"""The fewest seconds between two backups."""
_FRESH_SECONDS = 10 * 60
"""Seconds within which no early backup follows another backup."""
_RETENTION_DAYS = 30
"""Days for which the database from before a restore or an update is kept."""
RECORDS_TESTED = 200
"""Records replayed from each backup, the newest ones: older ones passed earlier tests."""
_BACKUP_NAME = "prowler-%Y%m%d-%H%M%S.db"
"""The name of an automatic backup, by the time at which it is made."""
_UPDATE_PREFIX = "prowler-schema-"
"""The beginning of the name of a backup from before an update; the number of its schema follows."""
_RESTORE_SUFFIX = ".before-restore-"
"""The end of the name of a database that a restore has replaced; a number follows."""


class BackupFile(NamedTuple):
    """An automatic backup in its folder, made ``at`` that time in epoch seconds."""

    file: Path
    at: int


@dataclass(frozen=True, slots=True)
class BackupPlan:
    """The folder of backups, the seconds between two of them, and the number of those kept."""

    folder: Path
    interval: int
    kept_count: int

    @classmethod
    def from_settings(cls, settings: Settings) -> "BackupPlan | None":
        """The plan of the settings; None if backups are switched off, or for a database server."""
        if not settings.backup_every or sqlite.is_server(settings.database_url):
            return None
        default_folder = sqlite.database_path(settings.database_url).parent / "backups"
        folder = Path(settings.backup_folder) if settings.backup_folder else default_folder
        interval = max(_MIN_INTERVAL_SECONDS, round(settings.backup_every * HOUR))
        return cls(folder, interval, settings.backup_keep)


@dataclass(frozen=True, slots=True)
class NewestBackup:
    """The known facts about the newest backup, as they are stored; without any, ``at`` is 0."""

    file: str = ""
    at: int = 0
    size: int = 0
    replayed: int = 0
    """The number of records that its test has replayed."""
    problem: str = ""
    """A failure in it or after it, as a sentence."""
    undeleted: str = ""
    """A sentence about an old copy that could not make room for it."""

    def exists(self) -> bool:
        """Whether this process sees the file; one in a folder closed to it is no use to it."""
        return os.path.isfile(self.file)  # noqa: PTH113 - that of Path raises for a closed folder


async def restore(
    url: str, source: Path, games: Registry, report: backup.Report = backup.report_nothing
) -> backup.BackupResult:
    """Replace the database with a backup, and keep the old database beside it.

    A backup is good if it is complete, its schema is known, and every record replays; else nothing
    changes. If the checksum agrees, a record that does not replay was already broken before the
    backup. It is stored as broken, and the others are restored. A bot may be running: it keeps no
    matches in memory, so it goes on with the restored matches and redraws their boards.
    """
    path, source = backup.real_path(sqlite.database_path(url)), backup.real_path(source)
    _check_source(source, path)
    with suppress(sqlite.NoDatabase):  # a file that is no database needs no copy
        sqlite.check_file(path)
    with backup.raising_store_error("{file} could not be restored: {error}.", file=source):
        sqlite.make_folder(path.parent)
        with backup.work_folder("restore", path.parent) as folder:
            copy = folder / backup.COPY_NAME
            sealed = _copy_backup(source, copy)
            result = await _replay_copy(copy, report, games)
            if not sealed:
                result.refuse_broken(source)
            size = copy.stat().st_size
            if not _has_sound_database(path):
                kept = _move_into_place(copy, path)
            else:
                # This upgrades the old database to the copy's schema.
                await (await open_database(_file_url(path))).close()
                kept = _replace_rows(copy, path)
            return backup.BackupResult(result.records, size, kept, result.broken)


def _check_source(source: Path, path: Path) -> None:
    """Raise StoreError for a file from which the database at a path cannot be restored."""
    if source.is_dir():
        raise StoreError("{file} is a folder; name a backup in it.", file=source)
    if not source.is_file():
        raise StoreError("There is no file {file}.", file=source)
    if any(backup.are_same_file(source, file) for file in (path, *backup.companion_files(path))):
        raise StoreError("{file} is the database itself; name a backup of it.", file=source)
    if sqlite.check_file(source) == 0:
        raise StoreError("{file} is empty.", file=source)


async def try_restore(source: Path, games: Registry, sample: int | None = None) -> ReplayResult:
    """Restore a backup into a temporary file, and replay its records or a ``sample`` of the newest.
    Raises StoreError if a restore would fail.
    """
    with (
        backup.raising_store_error("{file} could not be tested: {error}.", file=source),
        backup.work_folder("test", source.parent) as folder,
    ):
        copy = folder / backup.COPY_NAME
        _copy_backup(source, copy)
        return await _replay_copy(copy, backup.report_nothing, games, sample)


def _copy_backup(source: Path, copy: Path) -> bool:
    """Copy a backup; returns whether its checksum proves that it is unchanged."""
    sealed = backup.check_seal(source)
    # With "immutable", the read of a file without a log makes no log beside it.
    write_ahead_log = backup.companion_files(source)[0]
    backup.copy_snapshot(source, "mode=ro" if write_ahead_log.exists() else "immutable=1", copy)
    with backup.open_sqlite(copy, "mode=rw") as target:  # the copy is a database, and needs no seal
        target.execute("PRAGMA user_version=0")
        target.execute("PRAGMA application_id=0")
    return sealed


async def _replay_copy(
    copy: Path, report: backup.Report, games: Registry, sample: int | None = None
) -> ReplayResult:
    """Upgrade the copy to the present schema, replay its records, and store the broken ones."""
    database = await open_database(_file_url(copy))
    try:
        store = open_store(database)
        result = await replay_records(store, games, report, sample)
        for match, problem in result.broken:
            await store.broken.note_problem(match, problem, int(time.time()))
        await store.boards.mark_all_behind()
    finally:
        await database.close()
    return result


def _has_sound_database(path: Path) -> bool:
    """Whether the path has a writable database. Raises StoreError for one of another program."""
    try:
        if sqlite.check_file(path) == 0:
            return False
        # The last connection merges the log into its database, which must not be a damaged one.
        with backup.open_sqlite(path, "mode=ro") as live, backup.raising_damage(path):
            backup.check_copy(live)
    except (sqlite.NoDatabase, backup.DamagedFile):
        return False
    return True


def _replace_rows(copy: Path, path: Path) -> Path:
    """Copy the old rows out and replace all rows, in one transaction. A running bot sees this as
    the change of another process. It would not see a replaced file.
    """
    with backup.open_sqlite(path, "mode=rw") as live:
        live.execute("PRAGMA synchronous=FULL")
        live.execute("PRAGMA secure_delete=ON")
        live.execute("ATTACH $1 AS restored", (str(copy),))
        live.execute("BEGIN IMMEDIATE")
        kept = _free_name_beside(path)
        backup.write_backup(path, kept, backup.report_nothing)
        tables = live.execute(
            "SELECT name FROM restored.sqlite_master"
            " WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            " AND name NOT GLOB '_*'"  # Litestream's own tables describe their own file
        ).fetchall()
        for (table,) in tables:
            live.execute(f'DELETE FROM main."{table}"')  # noqa: S608 - a table of our migrations
            live.execute(f'INSERT INTO main."{table}" SELECT * FROM restored."{table}"')  # noqa: S608 - likewise
        live.execute("COMMIT")
    return kept


def _move_into_place(copy: Path, path: Path) -> Path | None:
    """Move the copy to a path without a database, or with a damaged one."""
    if path.exists() and backup.is_in_use(path):
        raise StoreError(
            "{path} is damaged and a bot is still using it; stop the bot first.", path=path
        )
    kept = _free_name_beside(path)
    has_content = path.exists() and path.stat().st_size > 0
    if has_content:
        os.link(path, kept)  # the path has a file at every moment
    for old, new in zip(backup.companion_files(path), backup.companion_files(kept), strict=True):
        if old.exists():  # SQLite must not use the log of the old file with the new one
            old.replace(new)
    backup.write_to_disk(copy)
    copy.replace(path)
    backup.write_to_disk(path.parent)
    return kept if has_content else None


def _free_name_beside(path: Path) -> Path:
    names = (path.with_name(f"{path.name}{_RESTORE_SUFFIX}{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def databases_before_restores(path: Path, before: float) -> list[Path]:
    """The databases that restores replaced and kept, last changed before a time."""
    pattern = re.escape(path.name + _RESTORE_SUFFIX) + "[1-9][0-9]*(-wal|-shm|-journal)?"
    return _matching_files(path.parent, pattern, before)


def backups_before_updates(folder: Path, before: float = math.inf) -> list[Path]:
    """The backups in a folder that updates made first, last changed before a time."""
    return _matching_files(folder, re.escape(_UPDATE_PREFIX) + "[1-9][0-9]*[.]db", before)


def _matching_files(folder: Path, pattern: str, before: float) -> list[Path]:
    """The files of a folder whose names match, last changed before a time."""
    found = []
    with suppress(OSError):  # a later look finds the others
        for file in sorted(folder.iterdir()):
            if re.fullmatch(pattern, file.name):
                status = file.lstat()
                if stat.S_ISREG(status.st_mode) and status.st_mtime < before:
                    found.append(file)
    return found


def back_up_before_update(url: str, plan: BackupPlan | None) -> Path | None:
    """Copy a file before this version raises its schema. Raises StoreError if that fails."""
    if plan is None or sqlite.is_server(url):
        return None
    path = sqlite.database_path(url)
    version = sqlite.check_file(path)
    if not 0 < version < len(migrations()):
        return None
    folder = plan.folder
    with backup.raising_store_error(_NO_FOLDER, file=folder):
        sqlite.make_folder(folder)
    file = folder / f"{_UPDATE_PREFIX}{version}.db"
    backup.make_backup(path, file)
    log.info("the update raises the schema %d of the database; its backup is %s", version, file)
    return file


def _file_url(path: Path) -> str:
    return f"sqlite:///{quote(os.fsencode(path))}"


class Backups:
    """The backups that a bot makes by itself; ``clock`` gives epoch seconds."""

    def __init__(
        self, database: Database, plan: BackupPlan, clock: Callable[[], int], games: Registry
    ) -> None:
        self._path = Path(str(database.place))
        self._database = database
        self._chores = ChoreStore(database)
        self._clock = clock
        self._games = games
        self._lock = asyncio.Lock()
        self.plan = plan

    async def back_up_if_due(self) -> int:
        """Make a backup if one is due or the newest is gone; returns the time of the next look."""
        async with self._lock:
            newest, now = await self.newest_backup(), self._clock()
            if not 0 <= now - newest.at < self.plan.interval or not newest.exists():
                if (new_backup := await self._back_up(now)) is None:
                    return now + _RETRY_SECONDS
                newest = new_backup  # even if it failed its test, as another would fail alike
            return min(newest.at + self.plan.interval, now + _RECHECK_SECONDS)

    async def back_up_early(self) -> None:
        """Make a backup before it is due, unless the newest is fresh and good."""
        async with self._lock:
            newest, now = await self.newest_backup(), self._clock()
            is_fresh = 0 <= now - newest.at < _FRESH_SECONDS and newest.exists()
            if newest.problem or not is_fresh:
                await self._back_up(now)

    async def newest_backup(self) -> NewestBackup:
        return await load_newest_backup(self._chores)

    async def _back_up(self, now: int) -> NewestBackup | None:
        """Make a backup and note it; None if that failed, which is noted with the one before."""
        try:
            new_backup, broken = await asyncio.to_thread(self._make_backup, now)
            for match, problem in broken:  # the doctor reports them, later tests leave them out
                await BrokenMatches(self._database).note_problem(match, problem, now)
        except Refused as refused:
            log.error("the backup failed: %s", refused)  # noqa: TRY400 - the sentence says it all
            failed = replace(await self.newest_backup(), problem=str(refused))
            await self._chores.note_outcome(BACKUP_CHORE, asdict(failed))
            return None
        log.info("the bot backed up the database to %s", new_backup.file)
        if new_backup.undeleted:
            log.warning("%s", new_backup.undeleted)
        await self._database.refresh_statistics()
        await self._chores.note_outcome(BACKUP_CHORE, asdict(new_backup))
        return new_backup

    def _make_backup(self, now: int) -> tuple[NewestBackup, Sequence[tuple[str, str]]]:
        """Copy the database, test the copy, and delete surplus backups; runs in a thread. Also
        returns the matches whose records do not replay, each with the reason.
        """
        folder = self.plan.folder
        with backup.raising_store_error(_NO_FOLDER, file=folder):
            sqlite.make_folder(folder)
            older = list_backup_files(folder)
        file = folder / datetime.fromtimestamp(now, UTC).strftime(_BACKUP_NAME)
        copy_result = backup.make_backup(self._path, file)
        problem, undeleted, replayed = "", "", ReplayResult(0)
        try:
            replayed = asyncio.run(try_restore(file, self._games, RECORDS_TESTED))
            replayed.refuse_broken(file)
        except Refused as refused:
            log.error("the backup failed its test: %s", refused)  # noqa: TRY400 - likewise
            problem = str(refused)
        else:  # a failed copy must not replace a good one
            undeleted = self._delete_surplus(now, [copy for copy in older if copy.file != file])
        size, count = copy_result.size, replayed.records
        return NewestBackup(str(file), now, size, count, problem, undeleted), replayed.broken

    def _delete_surplus(self, now: int, older: list[BackupFile]) -> str:
        """Delete the backups beyond the number kept, and the copies of old restores and updates.
        Backups with a time in the future, which a wrong clock gave them, are deleted first. Returns
        a sentence about the first file that cannot be deleted; the others are deleted all the same.
        """
        older.sort(key=lambda copy: (copy.at <= now, copy.at))
        surplus = max(0, len(older) + 1 - self.plan.kept_count)
        undeleted, before = "", now - _RETENTION_DAYS * DAY
        for file in (
            *(copy.file for copy in older[:surplus]),
            *databases_before_restores(self._path, before),
            *backups_before_updates(self.plan.folder, before),
        ):
            try:
                file.unlink(missing_ok=True)
            except OSError as error:
                undeleted = undeleted or f"The old copy {file} cannot be deleted: {error.strerror}."
        return undeleted


def list_backup_files(folder: Path) -> list[BackupFile]:
    """The automatic backups in a folder, told by their names; the oldest first. Raises OSError."""
    listed = []
    with suppress(FileNotFoundError), os.scandir(folder) as entries:
        for entry in entries:
            at = _time_in_name(entry.name)
            if at is not None and entry.is_file(follow_symlinks=False):
                listed.append(BackupFile(folder / entry.name, at))
    return sorted(listed, key=lambda copy: copy.at)


def _time_in_name(name: str) -> int | None:
    """The time in the name of an automatic backup; None in any other name."""
    try:
        made = datetime.strptime(name, _BACKUP_NAME).replace(tzinfo=UTC)
    except ValueError:
        return None
    return int(made.timestamp()) if made.strftime(_BACKUP_NAME) == name else None


def latest_backup_file(folder: Path, until: float = math.inf) -> BackupFile | None:
    """The newest automatic backup made by a time; None also for a folder that cannot be read."""
    with suppress(OSError):
        files = reversed(list_backup_files(folder))
        return next((copy for copy in files if copy.at <= until), None)
    return None


async def load_newest_backup(chores: ChoreStore) -> NewestBackup:
    """The known facts about the newest backup, whichever process made it."""
    return NewestBackup(**await chores.latest_outcome(BACKUP_CHORE))
