"""The database file: named, opened, raised to the newest schema, or refused in one sentence."""

import asyncio
import os
import random
import re
import sys
import threading
from collections.abc import Callable
from importlib import resources
from itertools import product
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace

import pytest

import prowlerbot.storage
import prowlerbot.storage.engines.address
import prowlerbot.storage.engines.sqlite
from prowlerbot.core.errors import StoreError
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database, Violation
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file, database_path
from tests.persistence import plans, server_plans
from tests.persistence.copies import change, digest
from tests.persistence.fresh import note, noted
from tests.persistence.matches import challenged, opened, url_of
from tests.persistence.plans import ReadsAll


def test_an_address_names_a_file_or_is_refused_without_repeating_it() -> None:
    for url, path in [
        ("sqlite:///data/prowler.db", "data/prowler.db"),
        ("sqlite:////var/lib/prowler.db", "/var/lib/prowler.db"),
        ("sqlite:///C:/bots/prowler.db", "C:/bots/prowler.db"),
        ("sqlite:///../prowler.db", "../prowler.db"),
        ("sqlite:///two%20words%3F.db", "two words?.db"),
        ("sqlite:///stra%C3%9Fe.db", "straße.db"),
        ("sqlite:///straße.db", "straße.db"),
        ("sqlite:///latin-%FF.db", os.fsdecode(b"latin-\xff.db")),
        ("sqlite:///100%.db", "100%.db"),
    ]:
        assert database_path(url) == Path(path)
    wrong = """
        prowler.db sqlite://prowler.db sqlite:/// sqlite:///data/ sqlite:///data/.. sqlite:///.
        sqlite:///:memory: sqlite:///%3Amemory%3A sqlite:///prowler.db?mode=ro file:prowler.db
        sqlite:///prow%00ler.db SQLITE:///prowler.db postgresql://user:secret@host/db
    """
    for url in ["", *wrong.split()]:
        with pytest.raises(StoreError, match=r"^DATABASE_URL must ") as refused:
            database_path(url)
        assert "secret" not in str(refused.value)


async def test_each_connection_syncs_with_a_log_and_the_last_leaves_one_file(path: Path) -> None:
    both = [await open_database(url_of(path)) for _ in range(2)]
    for each in both:
        for pragma, value in [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1)]:
            assert await each.read(f"PRAGMA {pragma}") == [(value,)]
    with pytest.raises(Violation):  # nothing refers to a match that is not there
        await both[0].write("INSERT INTO plays VALUES ('none', 0, 1, 'x', 0, 0, 0, 0)")
    for each in both:
        await each.close()
    database = await open_database(url_of(path))
    await database.close()
    await database.close()  # twice is no harm
    assert [each.name for each in path.parent.iterdir()] == ["prowler.db"]


def test_migrations_are_numbered_without_a_gap_or_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(prowlerbot.storage.__file__).parent / "migrations"
    names = sorted(each.name for each in folder.glob("*.sql"))
    assert all(re.fullmatch(r"\d{4}_[a-z_]+(\.sqlite|\.postgres)?\.sql", name) for name in names)
    for kind, other in (("sqlite", "postgres"), ("postgres", "sqlite")):
        ours = [name for name in names if not name.endswith(f".{other}.sql")]
        assert [int(name[:4]) for name in ours] == list(range(1, len(ours) + 1))
        assert len(migrations(kind)) == len(ours)
    migrations.cache_clear()
    monkeypatch.setattr(resources, "files", lambda _: tmp_path)
    wrong = tmp_path / "migrations"
    wrong.mkdir()
    (wrong / "0001_a.sql").write_text("SELECT 1;", "utf-8")
    for name in ("0001_b.sql", "0003_b.sql"):
        (wrong / name).write_text("SELECT 1;", "utf-8")
        with pytest.raises(StoreError, match="not numbered one by one"):
            migrations.__wrapped__()
        (wrong / name).unlink()


Steps = Callable[..., None]


@pytest.fixture
def raise_to(monkeypatch: pytest.MonkeyPatch) -> Steps:
    """Gives the newest version of the bot further migrations."""

    def further(*more: str) -> None:
        steps = [*migrations(), *more]
        monkeypatch.setattr(prowlerbot.storage.engines.sqlite, "migrations", lambda: steps)

    return further


async def test_an_older_file_is_raised_whole_with_its_matches(path: Path, raise_to: Steps) -> None:
    await _make(path)
    known = len(migrations())
    raise_to("CREATE TABLE moods (x);", "DROP TABLE plays; CREATE TABLE nonsense")
    with pytest.raises(StoreError, match="cannot be used"):
        await open_database(url_of(path))
    assert check_file(path) == known
    raise_to("ALTER TABLE matches ADD COLUMN mood TEXT;\nCREATE TABLE moods (x);")
    async with opened(path) as service:
        assert await service.store.find_match("m") == challenged()
    assert check_file(path) == known + 1


async def test_all_who_make_the_same_new_file_at_once_succeed(tmp_path: Path) -> None:
    for name in ("prowler.db", "two words?#%.db", os.fsdecode(b"latin-\xff.db"), "a" * 200):
        path = tmp_path / "new" / "folders" / name
        quoted = "".join(f"%{byte:02x}" for byte in os.fsencode(path))
        url = prowlerbot.storage.engines.sqlite._SCHEME + quoted
        for database in await asyncio.gather(*(open_database(url) for _ in range(4))):
            assert await noted(database) == len(migrations())
            await database.close()
        assert check_file(path) == len(migrations())


async def _make(path: Path) -> None:
    async with opened(path) as service:
        await service.store.add_new(challenged())


VERSION = "UPDATE schema_version SET version = "
FOREIGN = "is a database of another program"


async def test_a_file_that_is_not_ours_is_refused_and_left_untouched(tmp_path: Path) -> None:
    good = tmp_path / "good.db"
    await _make(good)
    ours = good.read_bytes()
    for number, (content, changes, sentence) in enumerate(
        (
            (ours, (f"{VERSION}version + 1",), "newer version of the bot"),
            (ours, (f"{VERSION}'one'",), FOREIGN),
            (ours, ("DELETE FROM schema_version",), FOREIGN),
            (ours, (f"{VERSION}0",), FOREIGN),
            (b"", ("CREATE TABLE recipes (name TEXT)", "PRAGMA journal_mode=WAL"), FOREIGN),
            (b"", ("CREATE TABLE schema_version (number INTEGER)",), FOREIGN),
            (b"Somebody may still need this.\n" * 100, (), "is not a database"),
            (random.Random(1).randbytes(5000), (), "is not a database"),
            (ours[:1000], (), "is damaged"),
            (ours[:100] + b"\xff" * 3_000 + ours[3_100:], (), "is damaged"),
        )
    ):
        path = tmp_path / f"{number}" / "prowler.db"
        path.parent.mkdir()
        path.write_bytes(content)
        change(path, *changes)
        await _is_refused(path, sentence)
    path = tmp_path / "folder" / "prowler.db"
    path.mkdir(parents=True)
    await _is_refused(path, "is a folder")


async def _is_refused(path: Path, sentence: str) -> None:
    before = digest(path)
    with pytest.raises(StoreError, match=sentence) as refused:
        await open_database(url_of(path))
    told = str(refused.value)
    assert str(path) in told
    assert told.endswith(".")
    assert "\n" not in told
    assert before == digest(path)
    assert [each.name for each in path.parent.iterdir()] == ["prowler.db"]


async def test_a_newer_version_that_comes_meanwhile_is_refused(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    await note(database, 99)
    monkeypatch.setattr(prowlerbot.storage.engines.sqlite, "check_file", lambda _: 1)
    with pytest.raises(StoreError, match="newer version"):
        await open_database(url_of(path))


@pytest.mark.skipif(sys.platform != "linux", reason="these places are Linux's")
async def test_a_place_where_no_file_can_be_is_named_and_no_thread_waits_for_it() -> None:
    for where in ["/proc/prowler.db", "/dev/null/prowler.db", f"/{'a' * 300}.db"]:
        threads = {*threading.enumerate()}
        with pytest.raises(StoreError, match=r"cannot be (made|opened)") as refused:
            await open_database(url_of(Path(where)))
        assert str(refused.value).startswith(("The database /", "/"))
        assert {*threading.enumerate()} <= threads


WHOLE = (
    "SELECT match FROM plays WHERE move = $1",
    "SELECT m.id FROM matches m JOIN seats s ON s.match = m.id WHERE s.name = $1",
    "UPDATE results SET verdict = $1 WHERE ended_at > 5",
    "DELETE FROM seats WHERE match IN (SELECT id FROM matches WHERE ended_by > 1)",
)
LET_THROUGH = (
    "SELECT move FROM plays WHERE match = $1",
    "SELECT count(*) FROM calls WHERE stale = 1",
    "SELECT value FROM json_each($1)",
)
IN_FILE = (
    "SELECT id FROM matches WHERE phase = $1",
    "SELECT player FROM ratings WHERE game = $1",
    "SELECT id FROM preferences WHERE kind = $1",
)
"""A phase, a game or a kind alone finds most of a table."""


@pytest.mark.both_databases
def test_reading_all_of_a_large_table_is_seen_and_an_index_let_through(url: str) -> None:
    for sql, seen in (*product(WHOLE, [True]), *product(LET_THROUGH, [False])):
        assert bool(plans._in_file(sql)) is seen
        if url.startswith("postgres"):
            assert bool(server_plans.large(sql, ("[]",) * sql.count("$"))) is seen
    assert all(map(plans._in_file, IN_FILE))


@pytest.mark.both_databases
async def test_the_product_is_stopped_but_for_functions_that_there_are(database: Database) -> None:
    sql = "SELECT match FROM plays WHERE move = $1"
    assert await database.read(sql, "") == []
    ours = SimpleNamespace(__name__="prowlerbot.storage.new")
    code = f"async def look(db):\n    return await db.read({sql!r}, '')"
    exec(code, vars(ours))  # noqa: S102 - a function of the product
    with pytest.raises(
        ReadsAll, match=r"prowlerbot\.storage\.new\.look reads all of a large table"
    ):
        await ours.look(database)
    for name in plans.READ_ALL:
        assert resolve_name(name.rstrip("."))
