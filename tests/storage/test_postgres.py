"""PostgreSQL as the bot uses it: its address, its schema, lost connections, ways to the server."""

import asyncio
import threading
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from prowlerbot.copies import database_move
from prowlerbot.core.errors import StoreError, Unusable
from prowlerbot.doctor import check_up
from prowlerbot.feature_list import open_store
from prowlerbot.games import GAMES
from prowlerbot.settings import Settings
from prowlerbot.storage.engines.address import check_address, open_database
from prowlerbot.storage.engines.database import Database, UncertainCommit, Work, answering
from prowlerbot.storage.engines.postgres import PostgresConnection
from prowlerbot.storage.engines.schema import migrations
from tests.persistence.cluster import drop_database, folder_of_run, new_database
from tests.persistence.fresh import noted
from tests.persistence.matches import begin, begun, challenged, next_press, opened, play_on

pytestmark = pytest.mark.full
NEWEST = len(migrations("postgres"))


@pytest.fixture
def kind() -> str:
    return "postgres"


@pytest.fixture
def new(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A database that the test may spoil."""
    url = new_database(folder_of_run(tmp_path_factory))
    yield url
    drop_database(url)


def execute(url: str, *statements: str) -> None:
    """Run statements beside the bot."""
    with psycopg.connect(url, autocommit=True) as other:
        for statement in statements:
            other.execute(statement)


def end_connections(url: str) -> None:
    """End every connection to a database, as a restart of the server does."""
    execute(
        url,
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE datname = current_database() AND pid <> pg_backend_pid()",
    )


async def test_an_address_that_is_none_or_out_of_reach_is_told_without_its_password() -> None:
    for url in ("postgresql://me:secret@[host/x", "postgres://h/x?secret=1"):
        with pytest.raises(StoreError, match="DATABASE_URL is not an address") as refused:
            check_address(url)
        assert "secret" not in str(refused.value)
    url = "postgresql://me:secret@127.0.0.1:1/prowler"
    with answering(0.3), pytest.raises(Unusable) as told:
        await open_database(url)
    assert "PostgreSQL (127.0.0.1, 1, prowler) cannot be used" in str(told.value)
    assert "secret" not in str(told.value)


async def test_processes_that_start_at_once_raise_the_schema_once(new: str) -> None:
    execute(new, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    opened_at_once = await asyncio.gather(*[open_database(new) for _ in range(5)])
    for database in opened_at_once:
        assert await noted(database) == NEWEST
        await database.close()


async def test_both_kinds_have_the_same_columns_and_tables_move_by_a_key_with_an_index(
    database: Database, path: object
) -> None:
    file = await open_database(f"sqlite:///{path}")
    theirs, ours = await file.tables(), await database.tables()
    assert theirs.keys() == ours.keys()
    assert all({*theirs[table]} == {*ours[table]} for table in ours)
    await file.close()
    rows = await database.read(
        "SELECT tablename, indexdef FROM pg_indexes WHERE indexdef LIKE 'CREATE UNIQUE %'"
    )
    found = {(table, told.partition("(")[2].partition(")")[0]) for table, told in rows}
    assert {*database_move._TABLE_KEYS.items()} <= found


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("UPDATE schema_version SET version = version + 1", "newer version of the bot"),
        ("DROP TABLE schema_version", "is a database of another program"),
        ("DELETE FROM schema_version", "is a database of another program"),
    ],
)
async def test_a_database_that_is_not_ours_is_refused(new: str, damage: str, sentence: str) -> None:
    execute(new, damage)
    with pytest.raises(StoreError, match=sentence):
        await open_database(new)


async def test_a_reader_sees_one_moment_and_writes_nothing(database: Database, url: str) -> None:
    def work(db: Work) -> list[tuple[object, ...]]:
        before = db.fetch("SELECT version FROM schema_version")
        execute(url, "UPDATE schema_version SET version = 50")
        return before + db.fetch("SELECT version FROM schema_version")

    assert await database.run_reading(work) == [(NEWEST,)] * 2
    assert await noted(database) == 50
    with pytest.raises(Unusable, match="read-only"):
        await database.run_reading(lambda db: db.change("UPDATE schema_version SET version = 1"))


async def test_those_who_deadlock_are_tried_anew(database: Database) -> None:
    await database.write("INSERT INTO chores VALUES ('a', ''), ('b', '')")

    def count(db: Work, *names: str) -> None:
        for name in names:
            db.change("UPDATE chores SET told = told || '+' WHERE name = $1", name)
            time.sleep(0.05)

    await asyncio.gather(
        database.run(lambda db: count(db, "a", "b")), database.run(lambda db: count(db, "b", "a"))
    )
    assert await database.read("SELECT told FROM chores") == [("++",), ("++",)]


async def test_a_lost_connection_is_made_again_also_for_a_change_and_in_one(
    database: Database, url: str
) -> None:
    store, tries = open_store(database), 0
    await store.add_new(challenged())
    for _ in range(3):
        end_connections(url)
        assert await store.find_match("m") == challenged()
    end_connections(url)
    assert await store.commit(challenged(), begun())
    assert await store.find_match("m") == begun()

    def work(db: Work) -> None:
        nonlocal tries
        tries += 1
        db.change("UPDATE schema_version SET version = version + 1")
        if tries == 1:
            end_connections(url)
        db.change("UPDATE schema_version SET version = version + 1")

    await database.run(work)
    assert tries == 2
    assert await noted(database) == NEWEST + 2


async def test_a_connection_lost_at_the_commit_is_not_tried_again(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the change was stored is not known, so the answer says that something may be."""
    sync = psycopg.Pipeline.sync
    tries = 0

    def lost(self: psycopg.Pipeline) -> None:
        nonlocal tries
        tries += 1
        sync(self)
        if tries == 2:
            raise psycopg.OperationalError("the connection is lost")

    monkeypatch.setattr(psycopg.Pipeline, "sync", lost)
    with answering(5) as answer, pytest.raises(UncertainCommit):
        await database.write("UPDATE schema_version SET version = 70")
    assert answer.changed
    assert await noted(database) == 70


async def test_silence_is_told_in_time(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    told, transact = threading.Event(), PostgresConnection.transact

    def silent(self: PostgresConnection, *work: object) -> object:
        told.wait()
        return transact(self, *work)  # type: ignore[arg-type]

    monkeypatch.setattr(PostgresConnection, "transact", silent)
    with answering(0.1), pytest.raises(Unusable, match="does not answer"):
        await database.read("SELECT 1")
    told.set()


async def test_a_move_takes_three_ways_to_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    ways: list[str] = []
    sync, fetch = psycopg.Pipeline.sync, psycopg.RawCursor.execute

    def counted_sync(self: psycopg.Pipeline) -> None:
        ways.append("sync")
        sync(self)

    def counted(self: psycopg.RawCursor[Any], *arguments: Any) -> object:
        if self.connection._pipeline is None:
            ways.append("statement")
        return fetch(self, *arguments)

    async with opened(url) as service:
        match = await play_on(service, await begin(service), 4)
        monkeypatch.setattr(psycopg.Pipeline, "sync", counted_sync)
        monkeypatch.setattr(psycopg.RawCursor, "execute", counted)
        await service.make_move(match.id, *next_press(match))
    assert ways == ["statement", *["sync"] * 2], "read, guard, the rest"


async def test_the_doctor_replays_the_newest_records(url: str) -> None:
    settings = Settings(database_url=url)
    async with opened(url) as service:
        match = await play_on(service, await begin(service), 9)
        told = [str(each) for each in await check_up(settings, GAMES)]
        assert told[0] == "Newest records that agree with their replay: 1"
        assert told[-1] == "Backups are the server's own: pg_dump or an archive of its log"
        await service.store.database.write(
            "UPDATE plays SET move = 'x' WHERE match = $1 AND ply = 3", match.id
        )
        damaged = [each for each in await check_up(settings, GAMES) if not each.ok]
        assert any(f"Match {match.id} cannot be used" in str(each) for each in damaged)


async def test_the_doctor_makes_no_database_and_raises_none(new: str) -> None:
    execute(new, "UPDATE schema_version SET version = version - 1")
    (finding,) = await check_up(Settings(database_url=new), GAMES)
    assert "older version" in str(finding)
    execute(new, "DROP SCHEMA public CASCADE", "CREATE SCHEMA public")
    with pytest.raises(StoreError, match="There is no database"):
        await check_up(Settings(database_url=new), GAMES)
