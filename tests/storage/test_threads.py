"""Jobs of a file go whole to the thread of aiosqlite, and to no other thread."""

from __future__ import annotations

import sqlite3
import threading

import pytest

from prowlerbot.storage.engines.threads import FileThread


async def test_a_job_is_done_whole_on_the_one_thread_of_a_file() -> None:
    file = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    thread = await FileThread[sqlite3.Connection].start(file, file)

    def job(given: sqlite3.Connection) -> tuple[int, list[tuple[int]]]:
        assert given is file
        given.execute("CREATE TABLE numbers (number INTEGER)")
        given.execute("INSERT INTO numbers VALUES (7)")
        return threading.get_ident(), given.execute("SELECT number FROM numbers").fetchall()

    worker, rows = await thread.do(job)
    assert rows == [(7,)]
    assert worker == await thread.do(lambda _: threading.get_ident()) != threading.get_ident()
    with pytest.raises(ZeroDivisionError):
        await thread.do(lambda _: 1 // 0)
    await thread.close()
    with pytest.raises(ValueError, match="closed"):
        await thread.do(job)
