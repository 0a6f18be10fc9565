"""Databases filled for the tests of copies, and the calls that make and bring back copies."""

import asyncio
import hashlib
import os
import random
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeVar

from prowlerbot.copies.backup import BackupResult, Report, report_nothing
from prowlerbot.copies.backup_service import restore
from prowlerbot.games import GAMES
from prowlerbot.match.match import Match
from prowlerbot.match.scene import Board
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.sqlite import make_file
from tests.persistence.matches import ADA, BEN, Clock, begin, opened, play_on, url_of

_Found = TypeVar("_Found")
_filled: list[tuple[bytes, list[Match]]] = []
"""A filled database and its matches, once it has been made in this process."""


def fill(path: Path) -> list[Match]:
    """Make a database with matches in every phase and their boards; returns the matches."""
    if not _filled:
        with TemporaryDirectory() as folder:
            made = Path(folder) / "prowler.db"
            matches = asyncio.run(_fill(made))
            _filled.append((made.read_bytes(), matches))
    raw, matches = _filled[0]
    make_file(path)
    path.write_bytes(raw)
    return matches


async def _fill(path: Path) -> list[Match]:
    async with opened(path, Clock()) as service:
        open_match = await play_on(service, await begin(service), 9)
        over = await play_on(service, await begin(service))
        asked = await Lobby(service).make_challenge("prowler", [ADA, BEN], {"first": "1"})
        for match in (open_match, over, asked):
            board = Board(match.id, 1, 2, message=3, shown=match.revision)
            await service.store.boards.put_board(board)
        return await everything(service)


async def everything(service: Service) -> list[Match]:
    matches = [await service.match(match_id) for match_id in await service.store.match_ids()]
    return sorted(matches, key=lambda match: match.id)


def using(where: Path | str, work: Callable[[Service], Awaitable[_Found]], seed: int = 1) -> _Found:
    """What some work with the service on a file, or on the database at an address, gives."""

    async def use() -> _Found:
        async with opened(where, seed=seed) as service:
            return await work(service)

    return asyncio.run(use())


def read(where: Path | str) -> list[Match]:
    """All matches of a database."""
    return using(where, everything)


def begin_another(path: Path) -> None:
    using(path, begin, 6)


def play_another(path: Path, seed: int) -> None:
    async def play(service: Service) -> Match:
        return await play_on(service, await begin(service))

    using(path, play, seed)


def restored(path: Path, copy: Path, watch: Report = report_nothing) -> BackupResult:
    return asyncio.run(restore(url_of(path), copy, GAMES, watch))


def change(path: Path, *statements: str) -> None:
    """Change a database with SQLite alone; a backup becomes a plain database by that."""
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        for statement in statements:
            db.execute(statement)


def overwrite_with_noise(path: Path) -> None:
    """Spoil all pages of a database after the first two."""
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(random.Random(1).randbytes(path.stat().st_size - 8192))


def truncate_in_a_page(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2 + 100)


def digest(path: Path) -> str | None:
    """The hash of a file; None for a folder."""
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else None


def names(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


NOBODY = 65_534


@contextmanager
def without_rights(*places: Path) -> Iterator[None]:
    """As a user who is not root, and who owns these places and all beside them."""
    if os.geteuid():
        yield
        return
    for place in (*places, *places[0].iterdir()):
        os.chown(place, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, 0)
    try:
        yield
    finally:
        os.setresuid(0, 0, 0)


@contextmanager
def used_by_a_bot(path: Path) -> Iterator[None]:
    """Another process has the file open all the while."""
    program = (
        "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]);"
        " db.execute('SELECT count(*) FROM matches').fetchall(); print('open', flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as bot:
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"open\n"
        yield
        bot.communicate(b"\n")
