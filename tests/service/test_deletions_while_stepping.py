"""Players delete their data while several processes take the steps of their competition."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass

import pytest

from prowlerbot.competition.record import Format, Terms
from prowlerbot.core.errors import Denied
from prowlerbot.match.preferences import DAY
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from tests.persistence.competitors import HOUR, Town, check
from tests.persistence.matches import Clock, opened

GONE = (2, 5, 7)
_PATIENCE = 60


@dataclass
class Crowd(Town):
    """A town whose steps others take."""

    async def upkeep(self) -> None:
        until = time.monotonic() + _PATIENCE
        while await self.competitions.due():
            assert time.monotonic() < until, "a step was not taken"
            await asyncio.sleep(0.005)

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Do something, unless a step or a deletion has come first."""
        with suppress(Denied):
            await doing


async def steps(service: Service, ends: asyncio.Event) -> None:
    competitions = Competitions(service, up_since=0)
    while not ends.is_set():
        await competitions.claim_late_moves()
        for each in await competitions.due():
            await competitions.step(each)
        await asyncio.sleep(0.002)


async def deletions(service: Service) -> None:
    for player in GONE:
        await asyncio.sleep(0.15)
        await Privacy(service).forget(player)


@pytest.mark.both_databases
async def test_deletions_and_steps_of_several_processes_stand_in_nobodys_way(url: str) -> None:
    clock, ends = Clock(), asyncio.Event()
    async with (
        opened(url, clock, 1) as one,
        opened(url, clock, 2) as two,
        opened(url, clock, 3) as it,
    ):
        town = Crowd(it, clock, random.Random(1), whole=0, tick=6 * HOUR)
        terms = Terms(Format.SWISS, "prowler", clock.now + DAY, rounds=6, round_time=4 * DAY)
        cup = await town.create(terms, 9)
        others = [asyncio.create_task(steps(each, ends)) for each in (one, two)]
        deleting = asyncio.create_task(deletions(one))
        await town.played(cup)
        await deleting
        ends.set()
        await asyncio.gather(*others)
        over = await town.competitions.get(cup.id)
        await check(it, over)
        entries = over.competition.course.entries
        assert sorted(player for player in entries if player > 0) == [1, 3, 4, 6, 8, 9]
        assert len(entries) == 9
