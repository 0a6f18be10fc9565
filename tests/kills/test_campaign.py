"""Processes that share the shards are killed, and nothing is lost, doubled or long unanswered."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kills.campaign import Plan, campaign
from tests.persistence.cluster import folder_of_run, lent_database
from tests.process.hosted_bot import Pace

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows"),
    pytest.mark.long,
    pytest.mark.timeout(300),
]


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with lent_database(folder_of_run(tmp_path_factory)) as url:
        yield url


async def test_processes_die_while_people_play(tmp_path: Path, server: str) -> None:
    quick = Pace(hurry=True, upkeep_every=2.0)
    plan = Plan(3, seed=1, shards=3, guilds=6, tables=6, pause=0.5, pace=quick)
    report = await campaign(plan, tmp_path, server)
    assert report.faults == []
    assert report.moments.total() == 3
    assert report.moves
