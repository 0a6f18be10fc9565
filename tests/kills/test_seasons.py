"""Processes that take the steps of competitions die, and no step is lost or doubled."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kills.seasons import play_while_they_die
from tests.persistence.cluster import folder_of_run, lent_database
from tests.persistence.matches import url_of

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows"),
    pytest.mark.long,
    pytest.mark.timeout(300),
]
KILLS = 4


@pytest.fixture(params=["sqlite", "postgres"])
def shared(
    request: pytest.FixtureRequest, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    if request.param == "sqlite":
        yield url_of(tmp_path / "prowler.db")
        return
    with lent_database(folder_of_run(tmp_path_factory)) as address:
        yield address


async def test_no_step_is_lost_or_doubled_although_processes_die(shared: str) -> None:
    _, moments = await play_while_they_die(shared, KILLS, seed=1, people=5)
    assert moments.total() >= KILLS
