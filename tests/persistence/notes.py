"""A note in a database, for tests of what a transaction has changed: its number of the schema."""

from __future__ import annotations

import asyncio
from multiprocessing.synchronize import Barrier
from pathlib import Path

from prowlerbot.storage.database import Database, migrations


async def note(database: Database, version: int) -> None:
    await database.execute("UPDATE schema_version SET version = $1", version)


async def noted(database: Database) -> int:
    async with database.reading() as db:
        ((version,),) = await db.fetch("SELECT version FROM schema_version")
    return int(version)


def open_at_once(path: Path, start: Barrier) -> None:
    """What one of several processes does; it loads this file, so there is little in it."""
    start.wait(30)

    async def open_and_close() -> None:
        database = await Database.open(f"sqlite:///{path}")
        assert await noted(database) == len(migrations())
        await database.close()

    asyncio.run(open_and_close())
