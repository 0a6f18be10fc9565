"""The move from one kind of database to the other: everything arrives, or nothing counts."""

import asyncio
import random
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from prowlerbot.__main__ import main
from prowlerbot.copies import database_move
from prowlerbot.copies.database_move import Counts, move_data
from prowlerbot.core.errors import StoreError
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database, Work
from prowlerbot.storage.engines.postgres import PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteWork
from tests.persistence.copies import fill, read, used_by_a_bot, using
from tests.persistence.matches import ADA, there, url_of
from tests.storage.test_duties import Killed

pytestmark = pytest.mark.both_databases
"""The kind of the database that a test moves into; it moves out of a file."""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return tmp_path / "source.db"


def moved(origin: str, target: str) -> Counts:
    return asyncio.run(move_data(origin, target, GAMES, lambda *_: None))


async def rows(url: str) -> dict[str, list[tuple[object, ...]]]:
    database = await open_database(url)
    try:
        found = {}
        for table, columns in (await database.tables()).items():
            listed = ", ".join(columns)
            found[table] = sorted(await database.read(f"SELECT {listed} FROM {table}"), key=str)  # noqa: S608 - our tables
        return found
    finally:
        await database.close()


def test_everything_moves_to_a_server_and_back(source: Path, url: str, tmp_path: Path) -> None:
    matches = fill(source)
    zone = {"timezone": "Europe/Paris"}
    using(source, lambda service: service.store.choices.change(PlayerChoices, ADA.id, **zone))
    back = url_of(tmp_path / "back.db")
    done = moved(url_of(source), url)
    assert done.matches == len(matches)
    assert moved(url, back) == done
    before = asyncio.run(rows(url_of(source)))
    assert asyncio.run(rows(url)) == before == asyncio.run(rows(back))
    assert done.rows == sum(map(len, before.values())) - len(before["schema_version"])
    places = (source, url, back)
    last = [using(each, lambda it: it.store.last_requested(ADA.id)) for each in places]
    assert len({there(each).match.id for each in last}) == 1, "their order stays"
    assert read(url) == matches


class Fate:
    """Counts the statements of a move between open databases, at the ``last`` of which it ends."""

    def __init__(self, last: int) -> None:
        self._last = last
        self.count = 0

    @contextmanager
    def comes(self) -> Iterator[None]:
        begin = database_move._move_rows

        async def counted_move(*arguments: Any) -> Counts:
            with pytest.MonkeyPatch.context() as patch:
                for works, name in product((SqliteWork, PostgresWork), ("execute", "fetch")):
                    patch.setattr(works, name, self._counted(getattr(works, name)))
                return await begin(*arguments)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(database_move, "_ROWS_READ", 20)
            patch.setattr(database_move, "_ROWS_ADDED", 2)  # so a table takes many
            patch.setattr(database_move, "_move_rows", counted_move)
            yield

    def _counted(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """A way to run statements that counts each before it is run."""

        def counted(work: Work, sql: str, *values: object) -> Any:
            self.count += 1
            if self.count == self._last:
                raise Killed
            return run(work, sql, *values)

        return counted


def broken_off(source: str, target: str, *statements: int) -> int:
    """Begin a move anew after each fault at one of these statements; 0 completes it.

    Returns the number of statements of the last one.
    """
    fate = Fate(0)
    for number in statements:
        fate = Fate(number)
        with fate.comes(), suppress(Killed):
            moved(source, target)
    return fate.count


def test_a_move_that_ends_anywhere_can_begin_again(source: Path, url: str, tmp_path: Path) -> None:
    matches = fill(source)
    before = asyncio.run(rows(url_of(source)))
    once, back = url_of(tmp_path / "once.db"), url_of(tmp_path / "back.db")
    statements = broken_off(url_of(source), once, 0)
    for origin, target in ((url_of(source), url), (url, back)):
        broken_off(origin, target, *random.sample(range(1, statements), 6), statements - 2)
        with pytest.raises(StoreError, match="broke off; run move-database again"):
            moved(target, url_of(tmp_path / "other.db"))
        broken_off(origin, target, 0)
        assert asyncio.run(rows(origin)) == before == asyncio.run(rows(target))
    assert read(back) == matches


@pytest.mark.parametrize(
    ("wrong", "table"),
    [
        ("UPDATE plays SET move = 'x' WHERE ply = 1", "plays"),
        ("INSERT INTO preferences VALUES ('player', 99, '{}')", "preferences"),
    ],
)
def test_a_row_that_arrives_changed_or_is_too_many_is_noticed(
    source: Path, url: str, wrong: str, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(source)
    compare, changed = database_move._compare_rows, list[int]()

    async def compared(origin: object, goal: Database, *rest: object) -> None:
        if not changed:
            changed.append(await goal.write(wrong))
        await compare(origin, goal, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(database_move, "_compare_rows", compared)
    with pytest.raises(StoreError, match=f"rows of {table} differ"):
        moved(url_of(source), url)
    assert changed


async def test_every_table_moves_except_those_of_running_processes(database: Database) -> None:
    left = {"schema_version", "shard_leases", "bot_processes", "identify_times"}
    assert (await database.tables()).keys() == database_move._TABLE_KEYS.keys() | left


def test_what_is_not_there_cannot_be_moved(source: Path, url: str) -> None:
    with pytest.raises(StoreError, match="There is no database"):
        moved(url_of(source), url)
    with pytest.raises(StoreError, match="name the same database"):
        moved(url, url)
    assert not source.exists()


@pytest.mark.full
@pytest.mark.skipif(sys.platform == "win32", reason="there are no such locks on Windows")
def test_a_file_that_a_bot_uses_is_not_moved(source: Path, url: str) -> None:
    fill(source)
    with used_by_a_bot(source), pytest.raises(StoreError, match="stop it first"):
        moved(url_of(source), url)
    assert moved(url_of(source), url).matches


def test_the_command_line_moves(source: Path, url: str, capsys: pytest.CaptureFixture[str]) -> None:
    matches = fill(source)
    assert main(["move-database", url_of(source), url]) == 0
    told = capsys.readouterr().out
    assert told.startswith("Moved and compared: ")
    assert told.endswith(f" records that agree with their replay: {len(matches)}.\n")
    before = asyncio.run(rows(url))
    assert main(["move-database", url_of(source), url]) == 1
    assert "is not empty" in capsys.readouterr().err
    assert asyncio.run(rows(url)) == before
