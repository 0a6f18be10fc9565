"""Databases for tests that are not about the file: new ones are copied, and no disk is waited for.

To raise a new file through all migrations, and to have every change lie on the disk, takes longer
than what most tests do with it; ``tests/storage/test_database.py`` is about both.
"""

import asyncio
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeVar

from prowlerbot.storage.engines import address
from prowlerbot.storage.engines.database import Database, FileThread
from prowlerbot.storage.engines.sqlite import database_path, is_server, make_file, make_folder

_T = TypeVar("_T")
_empty: list[bytes] = []
"""A database at the newest schema, once it has been made in this process."""


async def open_database(url: str) -> Database:
    """Open the database at an address as the bot does, made where it is missing."""
    if is_server(url):
        return await address.open_database(url)
    path = database_path(url)
    if not path.exists():
        make_folder(path.parent)
        await _put_new(path)
    database = await address.open_database(url)
    await database.read("PRAGMA synchronous=OFF")
    return database


async def do_here(file: FileThread[Any], job: Callable[[Any], _T]) -> _T:
    """Do a job on the database between two rounds of the loop: a thread takes twice as long to be
    asked and to answer as most jobs take.
    """
    await asyncio.sleep(0)
    try:
        return job(file._job_connection)
    finally:
        await asyncio.sleep(0)


async def _put_new(path: Path) -> None:
    """Put a new file in its place whole, as other processes may open it at the same moment."""
    whole = path.with_name(f"{path.name}.{os.getpid()}")
    make_file(whole)
    whole.write_bytes(await _new())
    with suppress(FileExistsError):
        os.link(whole, path)
    whole.unlink()


async def _new() -> bytes:
    if not _empty:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "prowler.db"
            await (await address.open_database(f"sqlite:///{path}")).close()
            _empty.append(path.read_bytes())
    return _empty[0]


# A note in a database, for tests of transactions: the number of its schema.


async def note(database: Database, version: int) -> None:
    await database.write("UPDATE schema_version SET version = $1", version)


async def noted(database: Database) -> int:
    return await database.number("SELECT version FROM schema_version")
