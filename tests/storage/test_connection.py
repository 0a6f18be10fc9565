"""Several statements go to the thread of aiosqlite in one go, and to no other thread."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from prowlerbot.storage.connection import Connection


async def test_work_is_done_in_one_go_on_the_thread_of_the_connection() -> None:
    file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection = Connection(lambda: file, iter_chunk_size=64)
    await connection

    def work(given: sqlite3.Connection) -> tuple[int, list[tuple[int]]]:
        assert given is file
        given.execute("CREATE TABLE numbers (number INTEGER)")
        given.execute("INSERT INTO numbers VALUES (7)")
        return threading.get_ident(), given.execute("SELECT number FROM numbers").fetchall()

    thread, rows = await connection.run(work)
    again, _ = await connection.run(lambda _: (threading.get_ident(), None))
    assert rows == [(7,)]
    assert thread == again != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await connection.run(lambda _: 1 // 0)
    await connection.close()
    with pytest.raises(ValueError, match="no active connection"):
        await connection.run(work)
