"""A database that another process has locked is waited for, but not longer than an answer may."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from prowlerbot.core.errors import StoreError
from prowlerbot.storage.engines.database import Database, answering
from tests.persistence.fresh import open_database

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
        self._count = 0

    def __call__(self) -> float:
        self._count += 1
        self.looks.pop(self._count, lambda: None)()
        self.now += 0.01
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr("prowlerbot.storage.engines.database.clock", clock)
    monkeypatch.setattr("prowlerbot.storage.engines.sqlite._STEP_SECONDS", 0)
    return clock


@pytest.fixture
async def database(path: Path, clock: Clock) -> AsyncIterator[Database]:
    del clock  # is put in before the file is opened
    database = await open_database(f"sqlite:///{path}")
    yield database
    await database.close()


async def test_whoever_answers_gives_up_in_time_however_many_do(
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


async def test_a_lock_that_ends_in_time_is_not_noticed(
    database: Database, path: Path, clock: Clock
) -> None:
    with locked(path) as other, answering(5) as answer:
        clock.looks[20] = lambda: other.execute("ROLLBACK")
        await asyncio.gather(database.write(WRITE, "one"), transacted(database, "two"))
        assert answer.changed
    assert await database.read("SELECT name FROM chores ORDER BY 1") == [("one",), ("two",)]


async def test_a_read_has_changed_nothing(database: Database) -> None:
    with answering(1) as answer:
        await database.read("SELECT 1")
        await database.look(lambda db: db.fetch("SELECT 1"))
        assert not answer.changed
