"""A database that another process has locked is waited for, but not longer than an answer may."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from prowlerbot.core.errors import StoreError
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.patience import answering

WRITE = "INSERT INTO chores VALUES ($1, 0, 0, '{}')"


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def transacted(database: Database, name: str) -> None:
    await database.run(lambda db: db.execute(WRITE, name))


async def test_whoever_answers_gives_up_in_time_however_many_do(
    database: Database, path: Path
) -> None:
    async def answer(number: int) -> float:
        start = time.perf_counter()
        with answering(0.5) as answer:
            writing = transacted(database, "x") if number % 2 else database.write(WRITE, "x")
            with pytest.raises(StoreError, match="locked"):
                await writing
            assert not answer.changed
        return time.perf_counter() - start

    with locked(path):
        assert max(await asyncio.gather(*map(answer, range(10)))) < 1.5
    assert await database.read("SELECT name FROM chores") == []


async def test_reading_goes_on_meanwhile(database: Database, path: Path) -> None:
    with locked(path), answering(0.6):
        writing = asyncio.create_task(database.write(WRITE, "one"))
        await asyncio.sleep(0.05)
        start = time.perf_counter()
        assert await database.read("SELECT name FROM chores") == []
        assert time.perf_counter() - start < 0.4
        assert not writing.done()
        with pytest.raises(StoreError):
            await writing


async def test_a_lock_that_ends_in_time_is_not_noticed(database: Database, path: Path) -> None:
    with locked(path) as other, answering(5) as answer:
        both = asyncio.gather(database.write(WRITE, "one"), transacted(database, "two"))
        await asyncio.sleep(0.2)
        other.execute("ROLLBACK")
        await both
        assert answer.changed
    assert await database.read("SELECT name FROM chores ORDER BY 1") == [("one",), ("two",)]


async def test_a_read_has_changed_nothing(database: Database) -> None:
    with answering(1) as answer:
        await database.read("SELECT 1")
        await database.look(lambda db: db.fetch("SELECT 1"))
        assert not answer.changed
