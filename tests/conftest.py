"""What all tests share."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from prowlerbot.storage.database import Database
from tests.persistence.fresh import open_database
from tests.persistence.matches import url_of


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "expects_errors: the test brings about an error that the bot has to log"
    )
    config.addinivalue_line(
        "markers", "real_pictures: the test draws real pictures instead of a tiny one"
    )
    config.addinivalue_line(
        "markers", "newcomers: the players of the test have never played before"
    )
    config.addinivalue_line("markers", "tell(picks): the bot hosts Tell too, the game for tests")
    config.addinivalue_line(
        "markers", "answering_machine: the machine moves as soon as it is asked"
    )
    config.addinivalue_line(
        "markers", "gathering: edits of shared messages are gathered as long as they really are"
    )
    config.addinivalue_line("markers", "long: the test takes long and is begun before the others")
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
    """What has been imported and collected stays: nobody has to look for garbage in it again."""
    gc.collect()
    gc.freeze()
    # Simulated Discords come and go by the hundred beside pictures and positions that are kept, and
    # to look through all of that took an eighth of the time of all tests.
    gc.set_threshold(5_000, 10, 50)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One process more than there are cores: some tests mostly wait, for a bot or a browser."""
    return (os.cpu_count() or 1) + 1


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


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    database = await open_database(url_of(path))
    yield database
    await database.close()
