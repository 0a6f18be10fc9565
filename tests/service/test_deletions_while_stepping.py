"""Players delete their data while two processes take the steps of their competition at once."""

from __future__ import annotations

import asyncio
import random
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

GONE = {3: 2, 6: 5, 9: 7}
"""Who deletes their data while which step is taken."""


@dataclass
class Crowd(Town):
    """A town whose steps two others take at once, while players delete their data."""

    others: tuple[Service, ...] = ()
    steps: int = 0

    async def upkeep(self) -> None:
        while due := await self.competitions.due():
            self.steps += 1
            doing: list[Awaitable[object]] = [
                self._step(service, each) for service in self.others for each in due
            ]
            if self.steps in GONE:
                doing.insert(1, Privacy(self.others[0]).forget(GONE[self.steps]))
            await asyncio.gather(*doing)

    async def _step(self, service: Service, each: str) -> None:
        competitions = Competitions(service, up_since=0)
        await competitions.claim_late_moves()
        await competitions.step(each)

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Do something, unless a step or a deletion has come first."""
        with suppress(Denied):
            await doing


@pytest.mark.both_databases
async def test_deletions_and_steps_of_several_processes_stand_in_nobodys_way(url: str) -> None:
    clock = Clock()
    async with (
        opened(url, clock, 1) as one,
        opened(url, clock, 2) as two,
        opened(url, clock, 3) as it,
    ):
        town = Crowd(it, clock, random.Random(1), whole=0, tick=6 * HOUR, others=(one, two))
        terms = Terms(Format.SWISS, "prowler", clock.now + DAY, rounds=6, round_time=4 * DAY)
        cup = await town.create(terms, 9)
        await town.played(cup)
        over = await town.competitions.get(cup.id)
        await check(it, over)
        entries = over.competition.course.entries
        assert sorted(player for player in entries if player > 0) == [1, 3, 4, 6, 8, 9]
        assert len(entries) == 9
