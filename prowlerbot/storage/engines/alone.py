"""One bot for one file: a lock beside the database, which ends with the process."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from prowlerbot.core.errors import BadDatabase
from prowlerbot.storage.copies.private_files import make_file, make_folder
from prowlerbot.storage.engines.sqlite import database_path, is_server

if sys.platform != "win32":
    import fcntl

log = logging.getLogger(__name__)

PATIENCE = 30.0
"""Seconds for which a restart waits for the process before it; that one ends within ten."""
_LOOK_EVERY = 0.2


@asynccontextmanager
async def alone_on(url: str, patience: float = PATIENCE) -> AsyncIterator[None]:
    """Be the only bot on a file; a server takes several. Raises BadDatabase if one stays."""
    if is_server(url) or sys.platform == "win32":
        yield
        return
    path = database_path(url)
    lock = path.with_name(f"{path.name}.lock")
    try:
        make_folder(path.parent)
        make_file(lock)
        handle = os.open(lock, os.O_RDWR)
    except OSError:  # the database cannot be opened there either, and says why
        yield
        return
    try:
        await _wait(handle, path, patience)
        yield
    finally:
        os.close(handle)


async def _wait(handle: int, path: Path, patience: float) -> None:
    loop = asyncio.get_running_loop()
    until, told = loop.time() + patience, False
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if loop.time() >= until:
                raise BadDatabase(
                    "Another bot is using {path}. One file is for one bot; PostgreSQL takes several"
                    " processes.",
                    path=path,
                ) from None
            if not told:
                log.info("waiting for the bot that is using %s", path)
                told = True
            await asyncio.sleep(_LOOK_EVERY)
        else:
            return
