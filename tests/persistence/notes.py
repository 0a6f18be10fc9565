"""A note in a database, for tests of transactions: the number of its schema."""

from __future__ import annotations

import asyncio
from multiprocessing.synchronize import Barrier
from pathlib import Path

from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.engines.schema import migrations


async def note(database: Database, version: int) -> None:
    await database.write("UPDATE schema_version SET version = $1", version)


async def noted(database: Database) -> int:
    ((version,),) = await database.read("SELECT version FROM schema_version")
    return int(version)


def open_at_once(path: Path, start: Barrier) -> None:
    """The work of one of several processes, each of which loads this file, so it is short."""
    start.wait(30)

    async def open_and_close() -> None:
        database = await open_database(f"sqlite:///{path}")
        assert await noted(database) == len(migrations())
        await database.close()

    asyncio.run(open_and_close())
