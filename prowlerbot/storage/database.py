"""The database file: opened with care, kept at the newest schema, changed in whole transactions.

Statements use ``$1`` placeholders and portable types, so that a second driver can serve the same
SQL. They run one after the other on a single connection with a thread of its own. Each statement is
a way there and back, so the data of every press takes few of them, or one piece of work for all.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import unquote

from prowlerbot.core.errors import Refused, StoreError, Unusable
from prowlerbot.storage.connection import Connection
from prowlerbot.storage.patience import clock, note_change, patient_until
from prowlerbot.storage.private_files import make_file, make_folder

log = logging.getLogger(__name__)

_SCHEME = "sqlite:///"
_BUSY_SECONDS = 5.0
"""Seconds that a writer waits for another process before it gives up."""
_STEP_SECONDS = 0.02
"""Seconds that it keeps the connection meanwhile: readers need no lock of the other process."""

_WRITING = "BEGIN IMMEDIATE"

Row = tuple[Any, ...]
_T = TypeVar("_T")


class NoDatabase(StoreError):
    """A file that is not a database, or is too broken to be opened as one."""


def database_path(url: str) -> Path:
    """The file of a ``sqlite:///`` address (four slashes for an absolute path)."""
    written = url.removeprefix(_SCHEME)
    path = unquote(written, errors="surrogateescape")
    names_a_file = path.rpartition("/")[2] not in {"", ".", ".."}
    if not url.startswith(_SCHEME) or not names_a_file or path.startswith(":memory:"):
        raise StoreError("DATABASE_URL must name a file, such as sqlite:///data/prowler.db.")
    if "?" in written or "\0" in path:
        raise StoreError("DATABASE_URL must be the name of a file and nothing after it, no “?”.")
    return Path(path)


def migrations() -> list[str]:
    """The numbered migrations; migration n raises the schema from version n - 1 to n."""
    folder = resources.files("prowlerbot.storage") / "migrations"
    files = sorted((file.name, file) for file in folder.iterdir() if file.name.endswith(".sql"))
    numbers = [int(name.split("_")[0]) for name, _ in files]
    if numbers != list(range(1, len(files) + 1)):
        raise StoreError("The migrations of this installation are incomplete.")
    return [file.read_text(encoding="utf-8") for _, file in files]


def check_file(path: Path) -> int:
    """The schema version of a database file, 0 for a new one; reads without changing a byte.

    Raises StoreError for a database that does not belong to this bot or comes from a newer version.
    """
    try:
        if not path.exists() or path.stat().st_size == 0:
            return 0
        version = _written_version(path)
    except (sqlite3.OperationalError, OSError) as error:
        raise StoreError("{path} cannot be read: {error}.", path=path, error=error) from error
    except sqlite3.DatabaseError as error:
        raise NoDatabase("{path} is not a database.", path=path) from error
    except Refused:
        raise
    except Exception as error:  # such as a byte of the schema that is not text
        raise NoDatabase("{path} is damaged: it cannot be read.", path=path) from error
    _refuse_newer(path, version)
    return version


def _written_version(path: Path) -> int:
    """The version that a file states.

    An ordinary read leaves a log beside a file, so a file without one is opened as immutable. That
    fails if another process begins to write just then; the second read does not.
    """
    wal = path.with_name(f"{path.name}-wal")
    if not wal.exists():
        with contextlib.suppress(sqlite3.DatabaseError):
            return _read_version(path, "immutable=1")
    return _read_version(path, "mode=ro" if wal.exists() else "immutable=1")


def _read_version(path: Path, how: str) -> int:
    address = f"{path.absolute().as_uri()}?{how}"
    with contextlib.closing(sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
        if not tables:
            return 0
        if not tables >= {"schema_version", "matches"}:
            raise StoreError("{path} is a database of another program.", path=path)
        match db.execute("SELECT * FROM schema_version").fetchall():
            case [(int(version),)] if version > 0:
                return version
    raise StoreError("{path} is a database of another program.", path=path)


def _refuse_newer(path: Path, version: int) -> None:
    known = len(migrations())
    if version > known:
        raise StoreError(
            "{path} was written by a newer version of the bot (schema {version}, this one knows "
            "{known}); update the bot, the file was left as it is.",
            path=path,
            version=version,
            known=known,
        )


class Work:
    """The statements of one piece of work on the database's thread."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def execute(self, sql: str, *values: object) -> int:
        """Run one statement; returns the number of changed rows."""
        return self._file.execute(sql, _named(values)).rowcount

    def fetch(self, sql: str, *values: object) -> list[Row]:
        return self._file.execute(sql, _named(values)).fetchall()


class Database:
    """One open database. Make it with ``open``.

    One statement goes through ``read`` or ``write``. Several that need nothing from outside between
    them go through ``run``; the others belong in ``reading`` and ``transaction``.
    """

    def __init__(self, connection: Connection, path: Path) -> None:
        self._connection = connection
        self._lock = asyncio.Lock()
        self._closed = False
        self.path = path

    @classmethod
    async def open(cls, url: str) -> Database:
        """Open the file, create it and its folder if missing, and bring its schema up to date."""
        path = database_path(url)
        check_file(path)
        with _as_store_error(path):
            make_folder(path.parent)
            make_file(path)
            # Opened before its thread begins: a failure then leaves no thread of aiosqlite behind,
            # which would answer after everybody has stopped waiting and the loop may have ended.
            file = sqlite3.connect(
                path,
                isolation_level=None,
                timeout=_STEP_SECONDS,
                cached_statements=256,
                check_same_thread=False,  # only that thread will use it
            )
        connection = Connection(lambda: file, iter_chunk_size=64)
        await connection
        database = cls(connection, path)
        try:
            with _as_store_error(path):
                await database._set_up()
                await database._migrate()
        except Refused:
            await database.close()
            raise
        except Exception as error:
            await database.close()
            raise StoreError("{path} is damaged: it cannot be read.", path=path) from error
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        """Let the current transaction end, then close; nothing begins after it."""
        try:
            async with self._lock:
                self._closed = True
                await self._connection.close()
        except asyncio.CancelledError:
            # Cancelled while it waited for its turn. The thread would keep the process alive; it
            # ends after the requests it already has, and its last answer needs the loop.
            if not self._closed:
                self._closed = True
                if stopped := self._connection.stop():
                    await stopped
            raise

    def transaction(self) -> contextlib.AbstractAsyncContextManager[Database]:
        """Everything inside happens or nothing does; a cancelled task leaves nothing behind."""
        return self._between(_WRITING)

    def reading(self) -> contextlib.AbstractAsyncContextManager[Database]:
        """Everything inside sees one moment; it neither waits for writers nor makes them wait."""
        return self._between("BEGIN")

    async def read(self, sql: str, *values: object) -> list[Row]:
        """The rows of one statement, all of one moment."""
        return await self._patiently(lambda: self.fetch(sql, *values))

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement, wholly or not at all; returns the number of changed rows."""
        done = await self._patiently(lambda: self.execute(sql, *values))
        note_change()
        return done

    async def run(self, work: Callable[[Work], _T]) -> _T:
        """Do a piece of work in one transaction; it waits for nothing but the database.

        If the task is cancelled meanwhile, the work is done as a whole or not at all.
        """
        done = await self._patiently(lambda: self._connection.run(partial(_transact, work)))
        note_change()
        return done

    async def scrub(self) -> None:
        """Remove overwritten data from the log too, except for parts that are being read."""
        await self._patiently(lambda: self.fetch("PRAGMA wal_checkpoint(TRUNCATE)"))

    async def _patiently(self, step: Callable[[], Awaitable[_T]]) -> _T:
        """Take a step alone, and retry it for a while if another process is writing."""
        until = patient_until(_BUSY_SECONDS)
        while True:
            async with self._alone():
                try:
                    return await step()
                except sqlite3.OperationalError as error:
                    if not _is_busy(error) or clock() >= until:
                        raise

    @contextlib.asynccontextmanager
    async def _between(self, begin: str) -> AsyncIterator[Database]:
        until = patient_until(_BUSY_SECONDS)
        while True:
            async with self._alone():
                try:
                    await self.execute(begin)
                except BaseException as error:
                    await self._roll_back()
                    again = isinstance(error, sqlite3.OperationalError) and _is_busy(error)
                    if not again or clock() >= until:
                        raise
                    continue
                try:
                    yield self
                    await self.execute("COMMIT")
                except BaseException:
                    await self._roll_back()
                    raise
                if begin == _WRITING:
                    note_change()
                return

    async def _roll_back(self) -> None:
        """Roll back every statement sent so far, as the connection works in order; does nothing if
        no transaction is open. The request is sent even if nobody waits for it.
        """
        await asyncio.shield(self._connection.rollback())

    @contextlib.asynccontextmanager
    async def _alone(self) -> AsyncIterator[None]:
        async with self._lock:
            if self._closed:
                raise Unusable("The bot is stopping; please try again in a minute.")
            with _as_store_error(self.path):
                yield

    async def execute(self, sql: str, *values: object) -> int:
        """Run one statement within a transaction; returns how many rows it changed."""
        # A statement without rows is done at once, so its cursor needs no closing.
        return (await self._connection.execute(sql, _named(values))).rowcount

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        rows = await self._connection.execute_fetchall(sql, _named(values))
        return [tuple(row) for row in rows]

    async def _set_up(self) -> None:
        if await self.fetch("PRAGMA journal_mode=WAL") != [("wal",)]:
            raise StoreError(
                "{path} lies where SQLite cannot keep a write-ahead log, perhaps on a network "
                "drive; choose a place on this machine.",
                path=self.path,
            )
        await self.execute("PRAGMA synchronous=FULL")
        await self.execute("PRAGMA foreign_keys=ON")
        await self.fetch("PRAGMA secure_delete=ON")  # deleted data is gone from the raw file too

    async def _migrate(self) -> None:
        steps = migrations()
        async with self.transaction():
            await self.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER)")
            rows = await self.fetch("SELECT version FROM schema_version")
            if not rows:
                await self.execute("INSERT INTO schema_version VALUES (0)")
            version = before = rows[0][0] if rows else 0
            _refuse_newer(self.path, version)  # another process may just have upgraded it
            for number, script in enumerate(steps[version:], version + 1):
                for statement in _statements(script):
                    await self.execute(statement)
                await self.execute("UPDATE schema_version SET version = $1", number)
                log.info("database schema raised to version %d", number)
        if 0 < before < len(steps):
            with contextlib.suppress(sqlite3.OperationalError):  # while another process reads it
                await self.execute("VACUUM")  # data deleted by older versions is still in the file


def _transact(work: Callable[[Work], _T], file: sqlite3.Connection) -> _T:
    db = Work(file)
    db.execute(_WRITING)
    try:
        done = work(db)
        db.execute("COMMIT")
    except BaseException:
        file.rollback()
        raise
    return done


def _named(values: tuple[object, ...]) -> dict[str, object]:
    return {str(number): value for number, value in enumerate(values, 1)}


def _statements(script: str) -> list[str]:
    """The statements of a migration; none of them has a semicolon inside."""
    lines = re.sub(r"^\s*--.*$", "", script, flags=re.MULTILINE)
    return [statement.strip() for statement in lines.split(";") if statement.strip()]


@contextlib.contextmanager
def _as_store_error(path: Path) -> Iterator[None]:
    """Raise StoreError, one sentence, for an error of the operating system or SQLite."""
    try:
        yield
    except sqlite3.IntegrityError:
        raise  # a lost race, which the store handles
    except (sqlite3.Error, OSError, UnicodeError) as error:
        raise Unusable(
            "The database {path} cannot be used: {error}.", path=path, error=error
        ) from error


def _is_busy(error: sqlite3.OperationalError) -> bool:
    """Whether another process is writing at the moment."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in {
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_LOCKED,
    }
