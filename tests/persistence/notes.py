"""A note in a database, for tests of what a transaction has changed: its number of the schema."""

from __future__ import annotations

from prowlerbot.database import Database


async def note(database: Database, version: int) -> None:
    await database.execute("UPDATE schema_version SET version = $1", version)


async def noted(database: Database) -> int:
    async with database.reading() as db:
        ((version,),) = await db.fetch("SELECT version FROM schema_version")
    return int(version)
