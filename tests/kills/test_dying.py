"""Processes die again and again, and nothing is lost, doubled or long unanswered."""

import sys
from pathlib import Path

import pytest

from tests.kills.campaign import Plan, campaign
from tests.process.hosted_bot import Pace

pytestmark = [
    pytest.mark.skipif(sys.platform == "win32", reason="there is no fork on Windows"),
    pytest.mark.long,
]


@pytest.mark.parametrize("kind", ["postgres"], indirect=True)
async def test_processes_that_share_shards_die_while_people_play(tmp_path: Path, url: str) -> None:
    plan = Plan(3, seed=1, shards=3, guilds=6, tables=6, pause=0.5, pace=Pace(hurry=True))
    report = await campaign(plan, tmp_path, url)
    assert report.faults == []
    assert report.moments.total() == 3
    assert report.moves
