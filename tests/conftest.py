"""What all tests share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from prowlerbot.database import Database
from tests.persistence.matches import url_of


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "expects_errors: the test brings about an error that the bot has to log"
    )
    config.addinivalue_line(
        "markers", "real_pictures: the test draws real pictures instead of a tiny one"
    )


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
    database = await Database.open(url_of(path))
    yield database
    await database.close()
