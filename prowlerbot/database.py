"""The database file: opened with care, kept at the newest schema, changed in whole transactions.

Statements use ``$1`` placeholders and portable types, so that a second driver can serve the same
SQL. Every statement runs inside ``transaction``, one at a time on the one connection.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Iterator
from importlib import resources
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import aiosqlite

from prowlerbot.game import StoreError

log = logging.getLogger(__name__)

_SCHEME = "sqlite:///"
_BUSY_SECONDS = 5.0
"""How long a writer waits for another process before it gives up."""

Row = tuple[Any, ...]


def database_path(url: str) -> Path:
    """The file that a ``sqlite:///`` address names (four slashes for an absolute path)."""
    path = unquote(url.removeprefix(_SCHEME))
    if not url.startswith(_SCHEME) or not path or path.startswith(":memory:"):
        raise StoreError("DATABASE_URL must name a file, such as sqlite:///data/prowler.db.")
    return Path(path)


def migrations() -> list[str]:
    """The numbered migrations; migration n raises the schema from version n - 1 to n."""
    folder = resources.files("prowlerbot") / "migrations"
    files = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".sql"))
    numbers = [int(name.split("_")[0]) for name, _ in files]
    if numbers != list(range(1, len(files) + 1)):
        raise StoreError("The migrations of this installation are incomplete.")
    return [file.read_text(encoding="utf-8") for _, file in files]


def check_file(path: Path) -> int:
    """The schema version of a database file, 0 for a new one; reads without changing a byte.

    Raises StoreError for what is no database of this bot, or one from a newer version of it.
    """
    if not path.exists() or path.stat().st_size == 0:
        return 0
    known = len(migrations())
    try:
        with contextlib.closing(_read_only(path)) as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
            if "schema_version" not in tables:
                if tables:
                    raise StoreError("{path} is a database of something else.", path=path)
                return 0
            ((version,),) = db.execute("SELECT version FROM schema_version")
    except sqlite3.DatabaseError as error:
        if isinstance(error, sqlite3.OperationalError):
            raise StoreError("{path} cannot be read: {error}.", path=path, error=error) from error
        raise StoreError("{path} is not a database.", path=path) from error
    if not isinstance(version, int) or version > known:
        raise StoreError(
            "{path} was written by a newer version of the bot (schema {version}, this one knows "
            "{known}); update the bot, the file was left as it is.",
            path=path,
            version=version,
            known=known,
        )
    return version


def _read_only(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=_BUSY_SECONDS)


class Database:
    """One open database. Make it with ``open``; statements belong into ``transaction``."""

    def __init__(self, connection: aiosqlite.Connection, path: Path) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self.path = path

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the file, made with its folder where missing, and bring its schema up to date."""
        path = database_path(url)
        check_file(path)
        with _told_as_store_error(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            connection = await aiosqlite.connect(
                path, isolation_level=None, timeout=_BUSY_SECONDS, cached_statements=256
            )
        database = cls(connection, path)
        try:
            with _told_as_store_error(path):
                for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
                    await database.execute(f"PRAGMA {pragma}")
                await database._migrate()
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        await self._connection.close()

    @contextlib.asynccontextmanager
    async def transaction(self) -> AsyncIterator[Database]:
        """Everything inside happens or nothing does; a cancelled task leaves nothing behind."""
        async with self._lock:
            try:
                with _told_as_store_error(self.path):
                    await self.execute("BEGIN IMMEDIATE")
                    yield self
                    await self.execute("COMMIT")
            except BaseException:
                # The connection works in order, so this ends whatever got through before it;
                # an error means that nothing was open any more.
                with contextlib.suppress(sqlite3.OperationalError):
                    await asyncio.shield(self._connection.execute("ROLLBACK"))
                raise

    async def execute(self, sql: str, *values: object) -> int:
        """Run one statement; returns how many rows it changed."""
        cursor = await self._connection.execute(sql, _named(values))
        changed = cursor.rowcount
        await cursor.close()
        return changed

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        rows = await self._connection.execute_fetchall(sql, _named(values))
        return [tuple(row) for row in rows]

    async def _migrate(self) -> None:
        steps = migrations()
        async with self.transaction():
            await self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER)")
            rows = await self.fetch("SELECT version FROM schema_version")
            if not rows:
                await self.execute("INSERT INTO schema_version VALUES (0)")
            version = rows[0][0] if rows else 0
            for number, script in enumerate(steps[version:], version + 1):
                for statement in _statements(script):
                    await self.execute(statement)
                await self.execute("UPDATE schema_version SET version = $1", number)
                log.info("database schema raised to version %d", number)


def _named(values: tuple[object, ...]) -> dict[str, object]:
    return {str(number): value for number, value in enumerate(values, 1)}


def _statements(script: str) -> list[str]:
    """The statements of a migration; none of them has a semicolon inside."""
    lines = re.sub(r"^\s*--.*$", "", script, flags=re.MULTILINE)
    return [statement.strip() for statement in lines.split(";") if statement.strip()]


@contextlib.contextmanager
def _told_as_store_error(path: Path) -> Iterator[None]:
    """Turn what the operating system or SQLite says into one sentence."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise  # a lost race, which the store answers
    except (sqlite3.Error, OSError) as error:
        raise StoreError(
            "The database {path} cannot be used: {error}.", path=path, error=error
        ) from error
