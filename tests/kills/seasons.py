"""A competition while the processes that take its steps die again and again."""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable
from contextlib import suppress
from dataclasses import dataclass

from prowlerbot.competition.events import Began, Called, Ended, Paired
from prowlerbot.competition.record import Format, Terms
from prowlerbot.core.errors import Denied
from prowlerbot.match.preferences import DAY
from prowlerbot.storage.competitions import Stored
from tests.kills.stepper import Steppers
from tests.patience import HUNG
from tests.persistence.competitors import HOUR, Town, check
from tests.persistence.matches import NOON, Clock, opened

PROCESSES = 3
_LIVES_FOR = 150
"""The statements of changes after which a process dies, in the mean."""
TERMS = (
    Terms(Format.SWISS, "prowler", table=2, check_in=DAY, round_time=3 * DAY),
    Terms(Format.LEAGUE, "prowler", at_once=True, round_time=2 * DAY),
    Terms(Format.PODS, "landgrab", table=4, round_time=2 * DAY),
    Terms(Format.KNOCKOUT, "prowler", round_time=2 * DAY),
)


@dataclass
class Watched(Town):
    """A town whose steps are left to other processes."""

    steppers: Steppers | None = None

    async def upkeep(self) -> None:
        """Wait until nothing is due."""
        assert self.steppers is not None
        self.steppers.clock.value = self.clock.now
        until = time.monotonic() + HUNG
        while await self.competitions.due() or await self._late():
            assert time.monotonic() < until, "a step was not taken"
            self.steppers.replace_dead()
            await asyncio.sleep(0.01)
        self.steppers.replace_dead()

    async def attempt(self, doing: Awaitable[None]) -> None:
        """Do something, unless a step has come first."""
        with suppress(Denied):
            await doing

    async def _late(self) -> list[str]:
        return await self.competitions.ends.to_claim(self.clock.now, 1)


async def play_while_they_die(
    url: str, kills: int, seed: int, people: int = 9
) -> tuple[int, Counter[str]]:
    """Play competitions until so many processes have died; returns how many, and the moments.

    Raises AssertionError where a step is lost or doubled.
    """
    rng, clock, count = random.Random(seed), Clock(), 0
    steppers = Steppers(
        url,
        NOON,
        count=PROCESSES,
        points=lambda: 1 + int(rng.expovariate(1 / _LIVES_FOR)),
        kills=kills,
    )
    try:
        async with opened(url, clock, seed) as service:
            while steppers.killed < kills:
                town = Watched(service, clock, rng, leave=0.1, whole=0, tick=12 * HOUR)
                town.steppers = steppers
                terms = TERMS[count % len(TERMS)]
                begins = Terms.read({**terms.written(), "starts": clock.now + 2 * DAY})
                it = await town.played(await town.create(begins, people))
                await check(service, it)
                await _check_steps(it, town)
                count += 1
    finally:
        steppers.stop()
    return count, steppers.moments


async def _check_steps(it: Stored, town: Town) -> None:
    """No step is there twice, and each match belongs to a pairing."""
    events = it.competition.events
    for kind in (Called, Began, Ended):
        assert sum(isinstance(event, kind) for event in events) <= 1
    paired = [event for event in events if isinstance(event, Paired)]
    assert [event.pairing for event in paired] == [*range(1, len(paired) + 1)]
    for event in paired:
        if it.competition.terms.table == 2 and it.competition.terms.format is not Format.KNOCKOUT:
            of_round = [each.players for each in paired if each.round == event.round]
            players = [player for players in of_round for player in players]
            assert len(players) == len({*players})
    rows = await town.service.store.database.read(
        "SELECT id FROM matches WHERE terms LIKE $1", f'%"competition": "{it.id}"%'
    )
    assert {match for (match,) in rows} == {*it.matches.values()}
