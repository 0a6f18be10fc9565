"""Transactions: whole or not at all, whatever happens to the task, the file or the disk."""

import asyncio
import errno
import shutil
import sqlite3
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest

from prowlerbot.core.errors import StoreError
from prowlerbot.storage.engines.database import Database, Row, Violation, Work, answering
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import is_full
from tests.patience import HUNG
from tests.persistence.fresh import note, noted, open_database
from tests.persistence.matches import url_of
from tests.storage.test_duties import Killed


async def note_and(database: Database, statement: str) -> None:
    """A piece of work that notes 7 and then does something more."""

    def work(db: Work) -> None:
        noting(7)(db)
        db.execute(statement)

    await database.run(work)


A_LOT = "CREATE TABLE more AS SELECT zeroblob(100000)"


def noting(*versions: int) -> Callable[[Work], int]:
    """Work that notes one version after the other and returns the last."""

    def work(db: Work) -> int:
        for version in versions:
            db.execute("UPDATE schema_version SET version = $1", version)
        ((last,),) = db.fetch("SELECT version FROM schema_version")
        return int(last)

    return work


@pytest.mark.both_databases
async def test_work_that_fails_undoes_everything_before_it(database: Database) -> None:
    def wrong(error: type[BaseException], db: Work) -> None:
        noting(7)(db)
        raise error

    with pytest.raises(StoreError, match=r"no such table|does not exist"):
        await note_and(database, "SELECT * FROM nowhere")
    with pytest.raises(Violation):
        await note_and(database, "INSERT INTO plays VALUES ('none', 0, 1, 'x', 0, 0, 0, 0)")
    for error in (KeyError, Killed):
        with pytest.raises(error):
            await database.run(partial(wrong, error))
    with pytest.raises(TypeError):
        await note_and(database, None)  # type: ignore[arg-type] # an error that is not the database's
    assert await noted(database) == len(migrations())
    assert await database.run(noting(8, 9)) == 9


async def test_work_and_a_look_have_a_moment_of_their_own(path: Path, database: Database) -> None:
    other_writer = partial(sqlite3.connect, path, isolation_level=None, timeout=0)

    def work(db: Work) -> None:
        noting(50)(db)
        with closing(other_writer()) as other, pytest.raises(sqlite3.Error, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        noting(51)(db)

    def look(db: Work) -> list[Row]:
        before = db.fetch("SELECT version FROM schema_version")
        with closing(other_writer()) as other:
            other.execute("UPDATE schema_version SET version = 60")
        return before + db.fetch("SELECT version FROM schema_version")

    await database.run(work)
    assert await noted(database) == 51
    assert await database.run_reading(look) == [(51,)] * 2
    assert await noted(database) == 60
    with closing(other_writer()) as other:
        other.execute("BEGIN IMMEDIATE")


class Gate:
    """Holds a thread of the database where a test wants it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reached, self._open = asyncio.Event(), threading.Event()

    def wait(self, *_: object) -> None:
        """On the thread: tell that it is here, and go on once the test says so."""
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self._open.wait(HUNG)

    async def reached(self) -> None:
        await self._reached.wait()

    def open(self) -> None:
        self._open.set()


@pytest.mark.parametrize("statements", [0, 1, 2])
async def test_a_task_cancelled_anywhere_leaves_all_or_nothing_and_a_usable_connection(
    path: Path, database: Database, statements: int
) -> None:
    gate = Gate()

    def work(db: Work) -> None:
        for number in (50, 51)[:statements]:
            noting(number)(db)
        gate.wait()
        for number in (50, 51)[statements:]:
            noting(number)(db)

    task = asyncio.create_task(database.run(work))
    await gate.reached()
    task.cancel()
    task.cancel()
    gate.open()
    await asyncio.gather(task, return_exceptions=True)
    assert await noted(database) == 51, "what has begun is done whole"
    await database.run(noting(60))
    with closing(sqlite3.connect(path)) as other:  # nothing is left locked
        assert other.execute("SELECT version FROM schema_version").fetchall() == [(60,)]
        other.execute("BEGIN IMMEDIATE")


async def test_work_given_up_before_it_began_is_never_begun(database: Database) -> None:
    gate = Gate()
    first = asyncio.create_task(database.run(gate.wait))
    await gate.reached()
    given_up = asyncio.create_task(database.run(noting(70)))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    gate.open()
    await first
    assert await noted(database) == len(migrations())


async def test_a_full_disk_is_told_and_nothing_is_half_done(database: Database) -> None:
    ((pages,),) = await database.read("PRAGMA page_count")
    await database.read(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError, match="The disk is full, so the database ") as refused:
        await note_and(database, A_LOT)
    assert await noted(database) == len(migrations())
    assert database.failed_write == str(refused.value)
    await database.read("PRAGMA max_page_count=1000000")
    await note(database, 8)
    assert await noted(database) == 8
    assert database.failed_write == ""


@pytest.mark.parametrize("free", [0, 10_000_000])
def test_an_error_of_input_or_output_on_a_full_disk_is_a_full_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert is_full(path, error) is (free == 0)
    assert is_full(path, OSError(errno.ENOSPC, "No space left on device"))
    assert not is_full(path, OSError(errno.EACCES, "Permission denied"))


async def test_closing_lets_what_has_begun_end_and_refuses_what_comes_after(path: Path) -> None:
    database = await open_database(url_of(path))
    gate = Gate()

    def change(db: Work) -> None:
        gate.wait()
        noting(5)(db)

    changing = asyncio.create_task(database.run(change))
    await gate.reached()
    closing_it = asyncio.create_task(database.close())
    late = asyncio.create_task(noted(database))
    await asyncio.sleep(0)
    gate.open()
    results = await asyncio.gather(changing, closing_it, late, return_exceptions=True)
    assert (results[0], results[1]) == (None, None)
    assert isinstance(results[2], StoreError)
    assert "is stopping" in str(results[2])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT version FROM schema_version").fetchone() == (5,)


async def test_a_close_that_is_cancelled_does_not_keep_the_process_alive(path: Path) -> None:
    before = set(threading.enumerate())
    database = await open_database(url_of(path))
    (thread,) = set(threading.enumerate()) - before
    gate = Gate()
    holding = asyncio.create_task(database.run_reading(gate.wait))
    await gate.reached()
    closing_it = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    closing_it.cancel()
    await asyncio.gather(closing_it, return_exceptions=True)
    gate.open()
    await asyncio.gather(holding, return_exceptions=True)
    await asyncio.to_thread(thread.join, HUNG)
    assert not thread.is_alive()


WRITE = "INSERT INTO chores VALUES ($1, '{}')"


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def transacted(database: Database, name: str) -> None:
    await database.run(lambda db: db.execute(WRITE, name))


class Clock:
    """The time of the database: each look at it takes a while, and a test may lift a lock then."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks: dict[int, Callable[[], object]] = {}
        self.count = 0

    def __call__(self) -> float:
        self.count += 1
        self.looks.pop(self.count, lambda: None)()
        self.now += 0.01
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("prowlerbot.storage.engines.database.clock", clock)
    monkeypatch.setattr("prowlerbot.storage.engines.sqlite._LOCK_SECONDS", 0)
    return clock


@pytest.fixture
async def database(url: str, clock: Clock) -> AsyncIterator[Database]:
    del clock  # is put in before the file is opened
    database = await open_database(url)
    yield database
    await database.close()


async def test_an_answer_waits_for_a_lock_and_gives_up_in_time(
    database: Database, path: Path, clock: Clock
) -> None:
    async def answer(number: int) -> None:
        with answering(0.5) as answer:
            writing = transacted(database, "x") if number % 2 else database.write(WRITE, "x")
            with pytest.raises(StoreError, match="locked"):
                await writing
            assert not answer.changed

    begins = clock.now
    with locked(path):
        writing = asyncio.gather(*map(answer, range(10)))
        assert await database.read("SELECT name FROM chores") == []
        assert not writing.done(), "reading goes on meanwhile"
        await writing
        assert 0.5 <= clock.now - begins < 1, "all of them together"
    assert await database.write(WRITE, "y") == 1, "it is usable afterwards"
    with locked(path) as other, answering(5) as late:
        clock.looks[clock.count + 20] = lambda: other.execute("ROLLBACK")
        await asyncio.gather(database.write(WRITE, "one"), transacted(database, "two"))
        assert late.changed
    told = [("one",), ("two",), ("y",)]
    assert await database.read("SELECT name FROM chores ORDER BY 1") == told
