"""From the address of the database, DATABASE_URL, to an open database with the newest schema.

Only one bot may use a file. A lock beside the database ensures that; it ends with the process.
"""

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from prowlerbot.core.errors import BadDatabase, StoreError
from prowlerbot.storage.engines import sqlite
from prowlerbot.storage.engines.database import Connection, Database, FileThread, ServerThreads

if sys.platform != "win32":
    import fcntl

NO_DATABASE = "There is no database {path}; the bot makes it at its start."
EMPTY_DATABASE = (
    "{path} is empty. If it was copied while a bot ran, its data is in a file -wal beside the"
    " original; make a backup there, and restore that."
)
OLD_DATABASE = "The database {path} is of an older version; the bot raises it at its next start."
log = logging.getLogger(__name__)
_CONNECTIONS = 4
"""The connections of this process to a server, which other processes use too."""
LOCK_PATIENCE = 30.0
"""Seconds for which a restart waits for the process before it; that one ends within ten."""
_ATTEMPT_SECONDS = 0.2  # seconds between two attempts to get the lock


def check_address(url: str) -> None:
    """Raise StoreError for an address that cannot be one; nothing is opened."""
    if sqlite.is_server(url):
        _server_connection(url)
    else:
        sqlite.database_path(url)


def _server_connection(url: str) -> Connection:
    try:
        from prowlerbot.storage.engines.postgres import PostgresConnection  # noqa: PLC0415 - optional
    except ImportError as error:
        raise StoreError(
            "For PostgreSQL, install psycopg: .venv/bin/pip install --require-hashes"
            " --requirement requirements-postgres.lock."
        ) from error
    return PostgresConnection(url)


async def _open_unchecked(url: str) -> Database:
    if sqlite.is_server(url):
        connections = [_server_connection(url) for _ in range(_CONNECTIONS)]
        return Database(connections[0], ServerThreads(connections))
    path = sqlite.database_path(url)
    sqlite.check_file(path)
    connection = sqlite.SqliteConnection(path)
    return Database(connection, await FileThread[Connection].start(connection, connection.file))


async def open_database(url: str) -> Database:
    """Open a database, make a missing file, and bring the schema up to date."""
    database = await _open_unchecked(url)
    try:
        await database.raise_schema()
    except BaseException:
        await database.close()
        raise
    return database


def no_database(path: Path) -> StoreError:
    """The error for a file that is missing or empty."""
    sentence = EMPTY_DATABASE if path.exists() and path.stat().st_size else NO_DATABASE
    return StoreError(sentence, path=path)


@asynccontextmanager
async def existing_database(url: str) -> AsyncIterator[tuple[Database, int]]:
    """A database that is there, with the version of its schema. Opening it changes nothing."""
    if not sqlite.is_server(url) and sqlite.check_file(path := sqlite.database_path(url)) == 0:
        raise no_database(path)
    database = await _open_unchecked(url)
    try:
        if not (version := await database.version()):
            raise StoreError(NO_DATABASE, path=database.place)
        yield database, version
    finally:
        await database.close()


@asynccontextmanager
async def hold_database_lock(url: str, patience: float = LOCK_PATIENCE) -> AsyncIterator[None]:
    """Be the only bot on a file; a server takes several. Raises BadDatabase if another one still
    uses the file when ``patience`` runs out.
    """
    if sqlite.is_server(url) or sys.platform == "win32":
        yield
        return
    path = sqlite.database_path(url)
    lock = path.with_name(f"{path.name}.lock")
    try:
        sqlite.make_folder(path.parent)
        sqlite.make_file(lock)
        handle = os.open(lock, os.O_RDWR)
    except OSError:  # the database cannot be opened there either, and says why
        yield
        return
    try:
        await _wait_for_lock(handle, path, patience)
        yield
    finally:
        os.close(handle)


async def _wait_for_lock(handle: int, path: Path, patience: float) -> None:
    loop = asyncio.get_running_loop()
    until, was_logged = loop.time() + patience, False
    while True:
        with suppress(BlockingIOError):
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        if loop.time() >= until:
            raise BadDatabase(
                "Another bot is using {path}. One file is for one bot; PostgreSQL takes several"
                " processes.",
                path=path,
            )
        if not was_logged:
            log.info("waiting for the bot that is using %s", path)
            was_logged = True
        await asyncio.sleep(_ATTEMPT_SECONDS)
