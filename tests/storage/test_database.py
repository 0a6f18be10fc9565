"""The database file, transactions, and lists that read what they show, whatever else is stored."""

import asyncio
import errno
import os
import random
import re
import shutil
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from importlib import resources
from itertools import product
from pathlib import Path
from pkgutil import resolve_name
from types import SimpleNamespace

import pytest

import prowlerbot.storage
import prowlerbot.storage.engines.address
import prowlerbot.storage.engines.schema
import prowlerbot.storage.engines.sqlite
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.feature_list import CONTRIBUTIONS, open_store
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.columns import sql_names
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.engines.database import Database, KeyViolation, Row, Work, answering
from prowlerbot.storage.engines.schema import migrations
from prowlerbot.storage.engines.sqlite import check_file, database_path, is_full
from prowlerbot.storage.import_store import MEGABYTE, Import, ImportStore, Quota, latest_matches
from prowlerbot.storage.match_store import MATCH_COLUMNS, MAX_OPEN, PLAY_NAMES, SEAT_NAMES
from prowlerbot.storage.results import ResultStore
from tests.patience import HUNG
from tests.persistence import fresh, plans, server_plans
from tests.persistence.copies import change, digest
from tests.persistence.fresh import note, noted
from tests.persistence.matches import (
    ADA,
    ALL,
    BEN,
    CLEO,
    NOON,
    Clock,
    asker,
    begin,
    challenged,
    opened,
    url_of,
)
from tests.storage.test_duties import Killed


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
    with pytest.raises(KeyViolation):  # nothing refers to a match that is not there
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
        monkeypatch.setattr("prowlerbot.storage.engines.sqlite.migrations", lambda: steps)

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


async def test_all_who_make_the_same_new_file_at_once_succeed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.storage.engines.database.DATABASE_PATIENCE", HUNG)
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
        plans.ReadsAll, match=r"prowlerbot\.storage\.new\.look reads all of a large table"
    ):
        await ours.look(database)
    for name in plans.READ_ALL:
        assert resolve_name(name.rstrip("."))


async def note_and(database: Database, statement: str) -> None:
    """A piece of work that notes 7 and then does something more."""

    def work(db: Work) -> None:
        noting(7)(db)
        db.execute(statement)

    await database.run(work)


A_LOT = "CREATE TABLE more AS SELECT zeroblob(100000)"


def noting(*versions: int) -> Callable[[Work], int]:
    """Work that notes one version after the other and returns the last."""

    def work(db: Work) -> int:
        for version in versions:
            db.execute("UPDATE schema_version SET version = $1", version)
        ((last,),) = db.fetch("SELECT version FROM schema_version")
        return int(last)

    return work


@pytest.mark.both_databases
async def test_work_that_fails_undoes_everything_before_it(database: Database) -> None:
    def wrong(error: type[BaseException], db: Work) -> None:
        noting(7)(db)
        raise error

    with pytest.raises(StoreError, match=r"no such table|does not exist"):
        await note_and(database, "SELECT * FROM nowhere")
    with pytest.raises(KeyViolation):
        await note_and(database, "INSERT INTO plays VALUES ('none', 0, 1, 'x', 0, 0, 0, 0)")
    for error in (KeyError, Killed):
        with pytest.raises(error):
            await database.run(partial(wrong, error))
    with pytest.raises(TypeError):
        await note_and(database, None)  # type: ignore[arg-type] # an error that is not the database's
    assert await noted(database) == len(migrations())
    assert await database.run(noting(8, 9)) == 9


async def test_work_and_a_look_have_a_moment_of_their_own(path: Path, database: Database) -> None:
    other_writer = partial(sqlite3.connect, path, isolation_level=None, timeout=0)

    def work(db: Work) -> None:
        noting(50)(db)
        with closing(other_writer()) as other, pytest.raises(sqlite3.Error, match="locked"):
            other.execute("BEGIN IMMEDIATE")
        noting(51)(db)

    def look(db: Work) -> list[Row]:
        before = db.fetch("SELECT version FROM schema_version")
        with closing(other_writer()) as other:
            other.execute("UPDATE schema_version SET version = 60")
        return before + db.fetch("SELECT version FROM schema_version")

    await database.run(work)
    assert await noted(database) == 51
    assert await database.run_reading(look) == [(51,)] * 2
    assert await noted(database) == 60
    with closing(other_writer()) as other:
        other.execute("BEGIN IMMEDIATE")


class Gate:
    """Holds a thread of the database where a test wants it."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._reached, self._open = asyncio.Event(), threading.Event()

    def wait(self, *_: object) -> None:
        """On the thread: tell that it is here, and go on once the test says so."""
        self._loop.call_soon_threadsafe(self._reached.set)
        assert self._open.wait(HUNG)

    async def reached(self) -> None:
        await self._reached.wait()

    def open(self) -> None:
        self._open.set()


@pytest.mark.parametrize("statements", [0, 1, 2])
async def test_a_task_cancelled_anywhere_leaves_all_or_nothing_and_a_usable_connection(
    path: Path, database: Database, statements: int
) -> None:
    gate = Gate()

    def work(db: Work) -> None:
        for number in (50, 51)[:statements]:
            noting(number)(db)
        gate.wait()
        for number in (50, 51)[statements:]:
            noting(number)(db)

    task = asyncio.create_task(database.run(work))
    await gate.reached()
    task.cancel()
    task.cancel()
    gate.open()
    await asyncio.gather(task, return_exceptions=True)
    assert await noted(database) == 51, "what has begun is done whole"
    await database.run(noting(60))
    with closing(sqlite3.connect(path)) as other:  # nothing is left locked
        assert other.execute("SELECT version FROM schema_version").fetchall() == [(60,)]
        other.execute("BEGIN IMMEDIATE")


async def test_work_given_up_before_it_began_is_never_begun(database: Database) -> None:
    gate = Gate()
    first = asyncio.create_task(database.run(gate.wait))
    await gate.reached()
    given_up = asyncio.create_task(database.run(noting(70)))
    await asyncio.sleep(0)
    given_up.cancel()
    await asyncio.gather(given_up, return_exceptions=True)
    gate.open()
    await first
    assert await noted(database) == len(migrations())


async def test_a_full_disk_is_told_and_nothing_is_half_done(database: Database) -> None:
    ((pages,),) = await database.read("PRAGMA page_count")
    await database.read(f"PRAGMA max_page_count={pages}")
    with pytest.raises(StoreError, match="The disk is full, so the database ") as refused:
        await note_and(database, A_LOT)
    assert await noted(database) == len(migrations())
    assert database.failed_write == str(refused.value)
    await database.read("PRAGMA max_page_count=1000000")
    await note(database, 8)
    assert await noted(database) == 8
    assert database.failed_write == ""


@pytest.mark.parametrize("free", [0, 10_000_000])
def test_an_error_of_input_or_output_on_a_full_disk_is_a_full_disk(
    path: Path, monkeypatch: pytest.MonkeyPatch, free: int
) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=free))
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE
    assert is_full(path, error) is (free == 0)
    assert is_full(path, OSError(errno.ENOSPC, "No space left on device"))
    assert not is_full(path, OSError(errno.EACCES, "Permission denied"))


async def test_closing_lets_what_has_begun_end_and_refuses_what_comes_after(path: Path) -> None:
    database = await fresh.open_database(url_of(path))
    gate = Gate()

    def change(db: Work) -> None:
        gate.wait()
        noting(5)(db)

    changing = asyncio.create_task(database.run(change))
    await gate.reached()
    closing_it = asyncio.create_task(database.close())
    late = asyncio.create_task(noted(database))
    await asyncio.sleep(0)
    gate.open()
    results = await asyncio.gather(changing, closing_it, late, return_exceptions=True)
    assert (results[0], results[1]) == (None, None)
    assert isinstance(results[2], StoreError)
    assert "is stopping" in str(results[2])
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("SELECT version FROM schema_version").fetchone() == (5,)


async def test_a_close_that_is_cancelled_does_not_keep_the_process_alive(path: Path) -> None:
    before = set(threading.enumerate())
    database = await fresh.open_database(url_of(path))
    (thread,) = set(threading.enumerate()) - before
    gate = Gate()
    holding = asyncio.create_task(database.run_reading(gate.wait))
    await gate.reached()
    closing_it = asyncio.create_task(database.close())
    await asyncio.sleep(0)
    closing_it.cancel()
    await asyncio.gather(closing_it, return_exceptions=True)
    gate.open()
    await asyncio.gather(holding, return_exceptions=True)
    await asyncio.to_thread(thread.join, HUNG)
    assert not thread.is_alive()


WRITE = "INSERT INTO chores VALUES ($1, '{}')"


@contextmanager
def locked(path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield other


async def transacted(database: Database, name: str) -> None:
    await database.run(lambda db: db.execute(WRITE, name))


class CountingClock:
    """The time of the database: each look at it takes a while, and a test may lift a lock then."""

    def __init__(self) -> None:
        self.now = 100.0
        self.looks: dict[int, Callable[[], object]] = {}
        self.count = 0

    def __call__(self) -> float:
        self.count += 1
        self.looks.pop(self.count, lambda: None)()
        self.now += 0.01
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> CountingClock:
    clock = CountingClock()
    monkeypatch.setattr("prowlerbot.storage.engines.database.clock", clock)
    monkeypatch.setattr("prowlerbot.storage.engines.sqlite._LOCK_SECONDS", 0)
    return clock


@pytest.fixture
async def database(url: str, clock: CountingClock) -> AsyncIterator[Database]:
    del clock  # is put in before the file is opened
    database = await fresh.open_database(url)
    yield database
    await database.close()


async def test_an_answer_waits_for_a_lock_and_gives_up_in_time(
    database: Database, path: Path, clock: CountingClock
) -> None:
    async def answer(number: int) -> None:
        with answering(0.5) as answer:
            writing = transacted(database, "x") if number % 2 else database.write(WRITE, "x")
            with pytest.raises(StoreError, match="locked"):
                await writing
            assert not answer.changed

    begins = clock.now
    with locked(path):
        writing = asyncio.gather(*map(answer, range(10)))
        assert await database.read("SELECT name FROM chores") == []
        assert not writing.done(), "reading goes on meanwhile"
        await writing
        assert 0.5 <= clock.now - begins < 1, "all of them together"
    assert await database.write(WRITE, "y") == 1, "it is usable afterwards"
    with locked(path) as other, answering(5) as late:
        clock.looks[clock.count + 20] = lambda: other.execute("ROLLBACK")
        await asyncio.gather(database.write(WRITE, "one"), transacted(database, "two"))
        assert late.changed
    told = [("one",), ("two",), ("y",)]
    assert await database.read("SELECT name FROM chores ORDER BY 1") == told


PILED = 10_000


def pile_up(db: Work, match: str) -> None:
    """Copies of a match, each with an id of its own."""
    for table, columns, key in (
        ("matches", sql_names(MATCH_COLUMNS), "id"),
        ("seats", SEAT_NAMES, "match"),
        ("plays", PLAY_NAMES, "match"),
    ):
        copied = ", ".join(f"n || {key}" if each == key else each for each in columns.split(", "))
        db.execute(
            "WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers"  # noqa: S608 - constant columns
            f" WHERE n < {PILED}) INSERT INTO {table} ({columns})"
            f" SELECT {copied} FROM {table} CROSS JOIN numbers WHERE {key} = $1",
            match,
        )


async def test_an_account_with_ten_thousand_open_matches_has_a_few_read(database: Database) -> None:
    service = Service(open_store(database), games=ALL, clock=Clock())
    lobby = Lobby(service)
    urgent = await begin(service, terms=Terms(pace=3600))
    piled = await begin(service)
    other = await lobby.make_challenge("prowler", [CLEO, BEN], {})
    await database.run(lambda db: pile_up(db, piled.id))
    found = await service.store.open_matches(ADA.id, "prowler")
    assert len(found) == MAX_OPEN
    assert urgent.id in {scene.match.id for scene in found}
    assert [it.match.id for it in await service.store.open_matches(CLEO.id)] == [other.id]
    with pytest.raises(Denied, match="several matches"):
        await service.choose_match(asker(ADA.id), "prowler", None)


class Plans:
    """A database that tells how it would find the rows of each statement."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.steps: list[str] = []

    async def read(self, sql: str, *values: object) -> list[tuple[object, ...]]:
        rows = await self._database.run_reading(
            lambda db: db.fetch(f"EXPLAIN QUERY PLAN {sql}", *values)
        )
        self.steps += [str(step) for *_, step in rows]
        return []

    async def number(self, sql: str, *values: object) -> int:
        await self.read(sql, *values)
        return 0

    column = read


@pytest.mark.parametrize("analysed", [False, True])
async def test_a_place_is_looked_up_by_match(database: Database, *, analysed: bool) -> None:
    if analysed:
        await database.run(
            lambda db: db.execute(
                "INSERT INTO showings SELECT 1, value, 9, 0, 'board', 'm' || value, 0, 'played', 0,"
                " 0, ''"
                " FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n"
                " WHERE value < 3000) SELECT value FROM n)"
            )
        )
        await database.refresh_statistics()
        found = await database.run_reading(
            lambda db: db.fetch("SELECT DISTINCT tbl FROM sqlite_stat1")
        )
        assert ("showings",) in found
    plans = Plans(database)
    results = ResultStore(plans)  # type: ignore[arg-type] # as much of a database as it asks
    await results.finished_matches("prowler", 1, home=9)
    await results.count_finished("prowler", 1, home=9)
    await results.matches_between("prowler", 1, 2)
    await results.played_in(["m"], 9)
    showings = [step for step in plans.steps if step.startswith(("SEARCH w ", "SCAN w"))]
    assert len(showings) == 3
    assert all("(match=?)" in step for step in showings), showings


PLENTY = Quota(records=20, bytes=MEGABYTE, bytes_of_all=100 * MEGABYTE)


def record(number: int, size: int = 10) -> Import:
    return Import(f"i{number}", "prowler", "x" * size, NOON + number)


class Imports(ImportStore):
    """The ids of all that is kept, the oldest first."""

    async def kept(self) -> list[str]:
        return await self._db.column("SELECT id FROM imports ORDER BY imported_at")


@pytest.fixture
def imports(database: Database) -> Imports:
    return Imports(database, CONTRIBUTIONS)


@pytest.mark.both_databases
async def test_the_newest_records_of_a_user_are_kept_in_number_and_bytes(imports: Imports) -> None:
    few, small = Quota(2, MEGABYTE, MEGABYTE), Quota(20, 100, MEGABYTE)
    await imports.add_import(BEN.id, record(0), few)
    for number in range(1, 5):
        await imports.add_import(ADA.id, record(number), few)
    assert await imports.kept() == ["i0", "i3", "i4"]
    for number, size in enumerate((40, 30, 30), 5):
        await imports.add_import(CLEO.id, record(number, size), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i5", "i6", "i7"]
    await imports.add_import(CLEO.id, record(8, 41), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i7", "i8"]
    await imports.add_import(CLEO.id, record(9, 101), small)
    assert await imports.kept() == ["i0", "i3", "i4", "i9"], "the newest one, whatever its size"
    await imports.add_import(CLEO.id, record(1), Quota(1, MEGABYTE, MEGABYTE))
    assert await imports.kept() == ["i0", "i1", "i3", "i4"], "though an older one has a later time"


@pytest.mark.both_databases
async def test_what_all_users_have_together_is_limited(imports: Imports) -> None:
    tight = Quota(1, MEGABYTE, 2 * MEGABYTE)
    await imports.add_import(ADA.id, record(0, MEGABYTE), tight)
    await imports.add_import(BEN.id, record(1, MEGABYTE), tight)
    with pytest.raises(Denied, match="all users together can keep 2 MB"):
        await imports.add_import(CLEO.id, record(2, 1), tight)
    await imports.add_import(ADA.id, record(3, MEGABYTE), tight)
    assert await imports.kept() == ["i1", "i3"], "their own oldest makes room first"
    with pytest.raises(Denied, match="can keep 0 MB"):
        await imports.add_import(ADA.id, record(4), Quota(20, MEGABYTE, 0))


@pytest.mark.both_databases
async def test_a_list_has_the_latest_first_with_all_it_takes_to_name_them(url: str) -> None:
    async with opened(url) as service:
        match = await begin(service, ADA, BEN)
        (seat,) = service.facts.to_move(match)
        view = service.facts.position_to_move(match, match.player(seat).id, 0)
        match = await service.make_move(match.id, match.player(seat).id, 0, str(view.moves()[0]))
        await Lobby(service).make_challenge("prowler", [ADA, CLEO], {})
        database = service.store.database
        finished = Import("i1", "prowler", "no record at all", NOON + 9, 27, finished=True)
        await ImportStore(database, CONTRIBUTIONS).add_import(ADA.id, finished, PLENTY)
        await ImportStore(database, CONTRIBUTIONS).add_import(BEN.id, record(2), PLENTY)
        imported, played = await latest_matches(database, ADA.id, "prowler", 25)
        assert (imported.id, imported.plies, imported.finished) == ("i1", 27, True)
        assert imported.others == ()
        assert (played.id, played.plies, played.finished) == (match.id, 1, False)
        assert [each.name for each in played.others] == ["Ben"]
        assert len(await latest_matches(database, ADA.id, "prowler", 1)) == 1
        assert await latest_matches(database, ADA.id, "tell", 25) == []


@pytest.mark.both_databases
async def test_a_list_does_not_even_count_what_others_have_concealed(url: str) -> None:
    async with opened(url) as service:
        match = await begin(service, ADA, BEN, CLEO, game="tell")
        move = str(service.facts.position_to_move(match, ADA.id, match.moment).moves()[0])
        match = await service.make_move(match.id, ADA.id, match.moment, move)
        for user in (ADA, BEN):
            (known,) = await latest_matches(service.store.database, user.id, "tell", 25)
            assert known.plies == service.facts.timeline(match, user.id).ply == (user is ADA)
