"""Fixtures and settings of all tests."""

import gc
import os
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from prowlerbot.storage.engines.database import Database
from tests.persistence.cluster import folder_of_run, lent_database, stop
from tests.persistence.fresh import open_database
from tests.persistence.matches import url_of
from tests.persistence.plans import watch_plans
from tests.persistence.server_plans import plan_on_server
from tests.sets import guard, install_guard, is_full_room, leaves_full_out, lift_guard, mark_full

MARKERS = (
    "expects_errors: the test brings about an error that the bot has to log",
    "real_pictures: the test draws real pictures instead of a tiny one",
    "limited_posts: people have the bot post only so often in the test",
    "newcomers: the players of the test have never played before",
    "tell(picks): the bot hosts Tell too, the game for tests",
    "answering_machine: the machine moves as soon as it is asked",
    "there: players who press within a minute of each other are not called",
    "gathering: edits of shared messages are gathered as long as they really are",
    "translated_commands: the bot registers its commands in all languages",
    "both_databases: on SQLite and on PostgreSQL",
    "long: the test takes long and is begun before the others",
    "full: starts processes, waits or counts in full; `make test` leaves it out",
)


def pytest_configure(config: pytest.Config) -> None:
    gc.disable()  # until all is imported
    for marker in MARKERS:
        config.addinivalue_line("markers", marker)
    settings.register_profile("steady", deadline=None)  # how fast a machine is fails no test
    settings.load_profile("steady")
    install_guard()
    watch_plans()
    keep_compiled(config.rootpath / ".pytest_cache" / "compiled")


def keep_compiled(folder: Path) -> None:
    """Where Python is told to leave no compiled files beside the sources, have it keep them here.

    Tests start a hundred processes of the bot and its machine; otherwise each of them, and each
    process of tests, would compile all that it imports, which takes longer than what they do.
    """
    if sys.dont_write_bytecode and sys.pycache_prefix is None:
        sys.dont_write_bytecode, sys.pycache_prefix = False, str(folder)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = str(folder)


def pytest_collection_finish() -> None:
    """Freeze all imports and collected tests, so that the garbage collector skips them."""
    gc.collect()
    gc.freeze()
    # Simulated Discords come and go by the hundred beside pictures and positions that are kept, and
    # to look through all of that more often takes up to an eighth of the time of all tests.
    gc.set_threshold(20_000, 10, 50)
    gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """A process for each core, and two more for tests that mostly wait, for a bot or a browser."""
    cores = os.cpu_count() or 1
    return cores if leaves_full_out(config) else cores + 2


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Do not import the rooms of the full set where they are left out as a whole."""
    return (leaves_full_out(config) and is_full_room(collection_path)) or None


@pytest.hookimpl(tryfirst=True)  # before `-m` looks at the marks
def pytest_itemcollected(item: pytest.Item) -> None:
    mark_full(item)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    guard(item)


@pytest.hookimpl(trylast=True)  # after they were shuffled
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the longest tests, lest one process has one left when the others are done."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a test has its database, in a folder with nothing else in it."""
    folder = tmp_path / "data"
    folder.mkdir()
    return folder / "prowler.db"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Where a test puts a backup."""
    return tmp_path / "prowler.backup"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if metafunc.definition.get_closest_marker("both_databases") and "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", ["sqlite", "postgres"], indirect=True)


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of the database: SQLite, unless a test is marked to run on both."""
    return getattr(request, "param", "sqlite")


@pytest.fixture
def url(kind: str, path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a test's database."""
    if kind != "postgres":  # some tests of SQLite have a parameter of their own with this name
        yield url_of(path)
        return
    run = folder_of_run(tmp_path_factory)
    plan_on_server(run)
    with lent_database(run) as address:
        yield address


def pytest_sessionfinish(session: pytest.Session) -> None:
    lift_guard()
    if "PYTEST_XDIST_WORKER" not in os.environ:
        factory: pytest.TempPathFactory = session.config._tmp_path_factory  # type: ignore[attr-defined] # no other way
        stop(factory.getbasetemp())


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    database = await open_database(url)
    yield database
    await database.close()
