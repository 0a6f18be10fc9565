"""A database as the bot uses it: statements and pieces of work, each in one transaction.

Statements use ``$1`` placeholders. Pieces of work are plain functions. A thread does each as a
whole, so the event loop never waits between two statements. Each thread has a connection of its
own. A file has the one thread of aiosqlite, a server as many as it has connections.

The kinds of databases differ in their connections (``sqlite.py``, ``postgres.py``); ``address.py``
opens the right one, and ``schema.py`` brings it up to date.

Discord gives up after three seconds, so an answer has less patience than the shell.
"""

import asyncio
import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine, Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from enum import Enum
from functools import partial, wraps
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

import aiosqlite

from prowlerbot.core.errors import Unusable

clock = time.perf_counter
DATABASE_PATIENCE = 5.0
"""Seconds that a request waits for a database that is locked or away before it gives up."""
_MIN_PATIENCE = 0.3  # seconds that a request gets even if its answer is due sooner
_RETRY_PAUSE = 0.05  # seconds between two attempts to reach a remote database
_SILENT = "The database {path} cannot be used: it does not answer."

_T = TypeVar("_T")
_C = TypeVar("_C")
_Job = tuple[Callable[[Any], Any], "asyncio.Future[Any]"]
Row = tuple[Any, ...]


class KeyViolation(Exception):
    """A row with this key exists already, or a row that it refers to does not exist."""


class DatabaseAway(Exception):
    """The database is locked or out of reach, and nothing was changed; a retry may help.
    ``refusal`` is raised when patience has run out.
    """

    def __init__(self, refusal: Unusable) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


class UncertainCommit(Unusable):
    """The connection was lost during a commit, so the change may have been stored."""


class WorkKind(Enum):
    """The transaction that a piece of work needs."""

    STATEMENT = "statement"
    """None: it is one statement that reads."""
    READING = "reading"
    """One that reads the state of one moment. It does not wait for writers, nor they for it."""
    WRITING = "writing"
    """A transaction that may write."""


class Work(ABC):
    """The statements of one piece of work on a thread of the database."""

    @abstractmethod
    def change(self, sql: str, *values: object) -> int:
        """Run one statement; returns the number of changed rows."""

    @abstractmethod
    def execute(self, sql: str, *values: object) -> None:
        """Run one statement, at the latest before the next result or the end of the work."""

    @abstractmethod
    def fetch(self, sql: str, *values: object) -> list[Row]: ...

    def execute_later(self, sql: str, *values: object) -> Callable[[], list[Row]]:
        """Run one statement as ``execute`` does; the returned function gives its rows."""
        rows = self.fetch(sql, *values)
        return lambda: rows

    @abstractmethod
    def lock(self, name: str) -> None:
        """Wait for the lock of this name, and hold it until the transaction ends."""

    @abstractmethod
    def keep_writers_out(self, *tables: str) -> None:
        """Let no other transaction write to these tables before this one has ended."""


class Connection(ABC):
    """A connection that one thread uses. ``place`` names its database in sentences."""

    place: Path | str
    remote = False
    """Whether the database is on a network: it may not answer, and a retry needs a pause."""

    @abstractmethod
    def transact(self, manner: WorkKind, work: Callable[[Work], _T]) -> _T:
        """Do all of the work or nothing. Raises DatabaseAway, KeyViolation and Unusable."""

    @abstractmethod
    def raise_schema(self) -> int:
        """Bring the schema up to date, once for all processes; returns the version before, or 0."""

    @abstractmethod
    def version(self) -> int:
        """The version of the schema; 0 if empty. Raises StoreError for another program's."""

    @abstractmethod
    def columns(self) -> list[tuple[str, str]]:
        """Each table with each of its columns, in their order."""

    @abstractmethod
    def size(self) -> int:
        """The bytes that the database takes."""

    @abstractmethod
    def refresh_statistics(self) -> None:
        """Renew the statistics of the planner of statements where they are out of date."""

    @abstractmethod
    def erase_overwritten(self) -> None:
        """Remove overwritten data as far as the bot can."""

    @abstractmethod
    def close(self) -> None: ...


class FileThread(aiosqlite.Connection, Generic[_C]):
    """The thread of aiosqlite, which does whole jobs with the connection to a file.

    aiosqlite has no public method for that, so this uses ``_execute``, which hands a function to
    the thread. A change of that method in aiosqlite would stop all storing.
    """

    def __init__(self, connection: _C, file: sqlite3.Connection) -> None:
        super().__init__(lambda: file, iter_chunk_size=64)
        self._job_connection = connection

    @classmethod
    async def start(cls, connection: _C, file: sqlite3.Connection) -> "FileThread[_C]":
        thread = cls(connection, file)
        await thread
        return thread

    async def do(self, job: Callable[[_C], _T]) -> _T:
        """The result of a job on the thread. If the caller is cancelled, it is not begun."""
        cancelled = False

        def unless_cancelled() -> _T | None:
            return None if cancelled else job(self._job_connection)

        try:
            result: _T = await self._execute(unless_cancelled)  # type: ignore[no-untyped-call]  # of aiosqlite
        except asyncio.CancelledError:
            cancelled = True
            raise
        return result

    async def close(self) -> None:
        """Let all jobs end, then close the connection."""
        if (closed := self.stop()) is not None:
            await closed


class ServerThreads(Generic[_C]):
    """One thread for each connection; a job goes to the first thread that is free. An executor
    would be slower: its locks cost a press more time than its statements.
    """

    def __init__(self, connections: Iterable[_C]) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._threads = [Thread(target=_do_jobs, args=(each, self._jobs)) for each in connections]
        for thread in self._threads:
            thread.start()

    async def do(self, job: Callable[[_C], _T]) -> _T:
        result: _T = await self._put(job)
        return result

    async def close(self) -> None:
        """End all threads. They end even if the event loop stops first."""
        await asyncio.gather(*[self._put(_close) for _ in self._threads])

    def _put(self, job: Callable[[_C], Any]) -> asyncio.Future[Any]:
        future = asyncio.get_running_loop().create_future()
        self._jobs.put((job, future))
        return future


def _close(connection: Any) -> None:
    connection.close()


def _do_jobs(connection: Any, jobs: SimpleQueue[_Job]) -> None:
    """Do jobs with a connection until the one that closes it."""
    job = None
    while job is not _close:
        job, future = jobs.get()
        if future.cancelled() and job is not _close:
            continue
        try:
            settle = partial(_settle_future, future, job(connection))
        except BaseException as error:  # noqa: BLE001 - raised again where the job was given
            settle = partial(_settle_future, future, error=error)
        with suppress(RuntimeError):  # the loop has ended, so nobody waits
            future.get_loop().call_soon_threadsafe(settle)
        del settle, future  # while the thread waits, it keeps no result alive


def _settle_future(
    future: asyncio.Future[Any], result: object = None, error: BaseException | None = None
) -> None:
    """Give a future its result, or the error; a cancelled one stays as it is."""
    if error is not None and not future.done():
        future.set_exception(error)
    elif not future.done():
        future.set_result(result)


@dataclass(slots=True)
class Answering:
    """An answer under way: any task with a time limit for its requests."""

    deadline: float
    """The moment on ``clock`` by which the database has to be done."""
    changed: bool = False
    """Whether something was written, or may have been as the connection was lost."""


_answering: ContextVar[Answering | None] = ContextVar("answering", default=None)


@contextmanager
def answering(seconds: float) -> Iterator[Answering]:
    """Limit the requests of this task inside to so many seconds in all. A request that begins later
    has the usual patience, as nobody waits for the answer any more.
    """
    answer = Answering(clock() + seconds)
    token = _answering.set(answer)
    try:
        yield answer
    finally:
        _answering.reset(token)


def time_left() -> float | None:
    """The seconds until the database must have answered; None without a limit, or if it is over."""
    now, answer = clock(), _answering.get()
    if answer is None or answer.deadline <= now:
        return None
    return max(answer.deadline - now, _MIN_PATIENCE)


def mark_changed() -> None:
    """Note that the current answer has stored something, or perhaps has."""
    if (answer := _answering.get()) is not None:
        answer.changed = True


def has_changed() -> bool:
    """Whether the current answer has stored something, or perhaps has."""
    answer = _answering.get()
    return answer is not None and answer.changed


class Database:
    """One open database; see ``Connection`` for the methods of the same names."""

    def __init__(
        self, connection: Connection, threads: FileThread[Connection] | ServerThreads[Connection]
    ) -> None:
        """``connection`` is any one of those that the threads have."""
        self.place = connection.place
        self.remote = connection.remote
        self._threads = threads
        self._closed = False
        self.schema_before = 0
        """The version of the schema before this process opened the database."""
        self.failed_write = ""
        """Why the last write failed; empty after one that succeeded."""

    async def close(self) -> None:
        """Let the work that has begun end, then close; nothing begins later."""
        if not self._closed:
            self._closed = True
            await self._threads.close()

    async def read(self, sql: str, *values: object) -> list[Row]:
        """The rows of one statement, all of one moment."""
        return await self._transact(WorkKind.STATEMENT, lambda db: db.fetch(sql, *values))

    async def column(self, sql: str, *values: object) -> list[Any]:
        """The values of the only column of one statement."""
        return [value for (value,) in await self.read(sql, *values)]

    async def number(self, sql: str, *values: object) -> int:
        """The only value of one statement."""
        ((number,),) = await self.read(sql, *values)
        return int(number)

    async def run_reading(self, work: Callable[[Work], _T]) -> _T:
        """Do a piece of work that only reads; all that it reads is of one moment."""
        return await self._transact(WorkKind.READING, work)

    async def write(self, sql: str, *values: object) -> int:
        """Run one statement, wholly or not at all; returns the number of changed rows."""
        return await self.run(lambda db: db.change(sql, *values))

    async def run(self, work: Callable[[Work], _T]) -> _T:
        """Do a piece of work in one transaction; it waits for nothing but the database. If the task
        is cancelled meanwhile, the work is done as a whole or not at all.
        """
        try:
            result = await self._transact(WorkKind.WRITING, work)
        except Unusable as error:
            self.failed_write = str(error)
            if isinstance(error, UncertainCommit):
                mark_changed()
            raise
        self.failed_write = ""
        mark_changed()
        return result

    async def raise_schema(self) -> None:
        """Bring the schema up to date, and note its version before that."""
        self.schema_before = await self.retry_job(lambda connection: connection.raise_schema())

    async def version(self) -> int:
        return await self.retry_job(lambda connection: connection.version())

    async def tables(self) -> dict[str, list[str]]:
        """The tables, each with its columns in their order."""
        found: dict[str, list[str]] = {}
        for table, column in await self.retry_job(lambda connection: connection.columns()):
            found.setdefault(table, []).append(column)
        return found

    async def erase_overwritten(self) -> None:
        await self.retry_job(lambda connection: connection.erase_overwritten())

    async def refresh_statistics(self) -> None:
        await self.retry_job(lambda connection: connection.refresh_statistics())

    async def size(self) -> int:
        return await self.retry_job(lambda connection: connection.size())

    async def _transact(self, manner: WorkKind, work: Callable[[Work], _T]) -> _T:
        return await self.retry_job(lambda connection: connection.transact(manner, work))

    async def retry_job(self, job: Callable[[Connection], _T]) -> _T:
        """Have a thread do a job, and retry it for a while if the database is locked or away."""
        left = time_left()
        until = clock() + (DATABASE_PATIENCE if left is None else min(DATABASE_PATIENCE, left))
        while not self._closed:
            try:
                async with asyncio.timeout(time_left() if self.remote else None):
                    return await self._threads.do(job)
            except DatabaseAway as away:
                if clock() >= until:
                    raise away.refusal from away
            except TimeoutError as error:
                raise UncertainCommit(_SILENT, path=self.place) from error
            if self.remote:
                await asyncio.sleep(_RETRY_PAUSE)
        raise Unusable("The bot is stopping; please try again in a minute.")


@dataclass(eq=False)
class Tables:
    """The SQL of one concept: some tables of a database."""

    _db: Database


_Tables = TypeVar("_Tables", bound=Tables)
_P = ParamSpec("_P")
_Method = Callable[Concatenate[_Tables, Work, _P], _T]
_Request = Callable[Concatenate[_Tables, _P], Coroutine[Any, Any, _T]]


def transaction(method: _Method[_Tables, _P, _T]) -> _Request[_Tables, _P, _T]:
    """A method of tables that is one transaction: its caller waits for ``Database.run``."""

    @wraps(method)
    async def request(tables: _Tables, /, *args: _P.args, **values: _P.kwargs) -> _T:
        return await tables._db.run(lambda db: method(tables, db, *args, **values))  # noqa: SLF001 - a part of the class

    return request


def reading(method: _Method[_Tables, _P, _T]) -> _Request[_Tables, _P, _T]:
    """A method of tables that only reads, all of one moment; see ``Database.run_reading``."""

    @wraps(method)
    async def request(tables: _Tables, /, *args: _P.args, **values: _P.kwargs) -> _T:
        return await tables._db.run_reading(lambda db: method(tables, db, *args, **values))  # noqa: SLF001 - see above

    return request
