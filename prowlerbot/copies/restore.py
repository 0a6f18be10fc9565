"""The restore of a database from a backup, also while the bot runs."""

from __future__ import annotations

import contextlib
import os
import re
import stat
import time
from itertools import count
from pathlib import Path
from urllib.parse import quote

from prowlerbot.copies.backup import (
    Damaged,
    Done,
    Watch,
    as_damage,
    as_store_error,
    check,
    check_seal,
    companions,
    connected,
    copy_moment,
    copy_out,
    is_in_use,
    real,
    same,
    sync,
    unwatched,
)
from prowlerbot.copies.rebuild import Replayed, replayed
from prowlerbot.core.errors import StoreError
from prowlerbot.core.game import Registry
from prowlerbot.feature_list import open_store
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.private_files import COPY, make_folder, work_folder
from prowlerbot.storage.engines.sqlite import NoDatabase, check_file, database_path


async def restore(
    url: str,
    source: Path,
    games: Registry,
    watch: Watch = unwatched,
) -> Done:
    """Replace the database with a backup, and keep the old database beside it.

    A backup is good if it is complete, its schema is known, and every record replays; else nothing
    changes. If the checksum agrees, a record that does not replay was already broken before the
    backup; it is stored as broken, and the others are restored. A bot may be running: it keeps no
    matches in memory, so it goes on with the restored matches and redraws their boards.
    """
    path, source = real(database_path(url)), real(source)
    if not source.is_file():
        raise StoreError("There is no file {file}.", file=source)
    if any(same(source, each) for each in (path, *companions(path))):
        raise StoreError("{file} is the database itself; name a backup of it.", file=source)
    if check_file(source) == 0:
        raise StoreError("{file} is empty.", file=source)
    with contextlib.suppress(NoDatabase):  # a file that is no database needs no copy
        check_file(path)
    with as_store_error("{file} could not be restored: {error}.", file=source):
        make_folder(path.parent)
        with work_folder("restore", path.parent) as folder:
            copy = folder / COPY
            sealed = _take_in(source, copy)
            result = await _prove(copy, watch, games)
            if not sealed:
                result.refuse(source)
            size = copy.stat().st_size
            if not _is_sound(path):
                kept = _put_in_place(copy, path)
            else:
                # This upgrades the old database to the copy's schema.
                await (await open_database(_url(path))).close()
                kept = _put_into(copy, path)
            return Done(result.records, size, kept, result.broken)


async def rehearse(source: Path, games: Registry, sample: int | None = None) -> Replayed:
    """Restore a backup into a temporary file, and replay its records or a ``sample`` of the newest.

    Raises StoreError if a restore would fail.
    """
    with (
        as_store_error("{file} could not be tested: {error}.", file=source),
        work_folder("test", source.parent) as folder,
    ):
        copy = folder / COPY
        _take_in(source, copy)
        return await _prove(copy, unwatched, games, sample)


def _take_in(source: Path, copy: Path) -> bool:
    """Copy a backup; returns whether its checksum proves that it is unchanged."""
    sealed = check_seal(source)
    # With "immutable", the read of a file without a log makes no log beside it.
    log = companions(source)[0]
    copy_moment(source, "mode=ro" if log.exists() else "immutable=1", copy)
    with connected(copy, "mode=rw") as new:
        new.execute("PRAGMA user_version=0")
        new.execute("PRAGMA application_id=0")
    return sealed


async def _prove(copy: Path, watch: Watch, games: Registry, sample: int | None = None) -> Replayed:
    """Upgrade the copy to the present schema, replay its records, and store the broken ones."""
    database = await open_database(_url(copy))
    try:
        store = open_store(database)
        result = await replayed(store, games, watch, sample)
        for match, problem in result.broken:
            await store.broken.note(match, problem, int(time.time()))
        await store.boards.mark_all_behind()
    finally:
        await database.close()
    return result


# ---------------------------------------------------------------------- the target


def _is_sound(path: Path) -> bool:
    """Whether the path has a writable database. Raises StoreError for one of another program."""
    try:
        if check_file(path) == 0:
            return False
        # The last connection merges the log into its database, which must not be a damaged one.
        with connected(path, "mode=ro") as live, as_damage(path):
            check(live)
    except (NoDatabase, Damaged):
        return False
    return True


def _put_into(copy: Path, path: Path) -> Path:
    """Copy the old rows out and replace all rows, in one transaction.

    A running bot sees this as the change of another process. It would not see a replaced file.
    """
    with connected(path, "mode=rw") as live:
        live.execute("PRAGMA synchronous=FULL")
        live.execute("PRAGMA secure_delete=ON")
        live.execute("ATTACH $1 AS restored", (str(copy),))
        live.execute("BEGIN IMMEDIATE")
        kept = _free_name(path)
        copy_out(path, kept, unwatched)
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


def _put_in_place(copy: Path, path: Path) -> Path | None:
    """Move the copy to a path without a database, or with a damaged one."""
    if path.exists() and is_in_use(path):
        raise StoreError(
            "{path} is damaged and a bot is still using it; stop the bot first.", path=path
        )
    kept = _free_name(path)
    rest = path.exists() and path.stat().st_size > 0
    if rest:
        os.link(path, kept)  # the path has a file at every moment
    for here, there in zip(companions(path), companions(kept), strict=True):
        if here.exists():  # SQLite must not use the log of the old file with the new one
            here.replace(there)
    sync(copy)
    copy.replace(path)
    sync(path.parent)
    return kept if rest else None


_KEPT = ".before-restore-"


def _free_name(path: Path) -> Path:
    names = (path.with_name(f"{path.name}{_KEPT}{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def kept_before_restores(path: Path, by: float) -> list[Path]:
    """The files in which restores kept what they replaced, last changed by a time."""
    ours = re.compile(re.escape(path.name + _KEPT) + "[1-9][0-9]*(-wal|-shm|-journal)?")
    found = []
    with contextlib.suppress(OSError):  # a later look finds the others
        for each in path.parent.iterdir():
            if ours.fullmatch(each.name):
                facts = each.lstat()
                if stat.S_ISREG(facts.st_mode) and facts.st_mtime < by:
                    found.append(each)
    return found


def _url(path: Path) -> str:
    return f"sqlite:///{quote(os.fsencode(path))}"
