"""What two processes with one database do at once happens once, or one after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from prowlerbot.core.errors import Refused
from prowlerbot.match import agreements
from prowlerbot.match.deadlines import LEFT_ALONE, Reminder
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.preferences import DAY
from prowlerbot.match.terms import Asked, Terms
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from tests.persistence.matches import ADA, BEN, Clock, next_press, opened
from tests.positions import states

pytestmark = pytest.mark.both_databases

HOUR = 3600


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def services(url: str, clock: Clock) -> AsyncIterator[list[Service]]:
    async with opened(url, clock, seed=1) as one, opened(url, clock, seed=2) as two:
        yield [one, two]


async def begun(service: Service, pace: int) -> Match:
    """A match in which Ben is to open, and whose board is shown."""
    terms = Terms(pace=pace)
    match = await Lobby(service).challenge("prowler", (ADA, BEN), {"first": "1"}, terms)
    await service.store.set_board(Board(match.id, 1, 2, 3, shown=99))
    return await Lobby(service).accept(match.id, BEN.id)


async def test_of_answers_to_a_question_and_a_move_at_once_none_is_lost_or_counts_twice(
    services: list[Service],
) -> None:
    service, _ = services
    for seed in range(4):
        match = await begun(service, 0)
        for _ in range(2):
            match = await service.play(match.id, *next_press(match))
        at, asked = match.moment, Asked.TAKEBACK
        match = await service.settle(agreements.ask, match.id, ADA.id, asked, at)
        rng, at = random.Random(seed), match.moment
        move = str(states(service, match)[-1].moves(2)[0])
        tries = [
            rng.choice(services).settle(agreements.agree, match.id, BEN.id, asked, at),
            rng.choice(services).settle(agreements.refuse, match.id, BEN.id, asked, at),
            rng.choice(services).play(match.id, BEN.id, at, move),
            rng.choice(services).settle(agreements.agree, match.id, BEN.id, asked, at),
        ]
        rng.shuffle(tries)
        done = await asyncio.gather(*tries, return_exceptions=True)
        after = await service.match(match.id)
        worked = [each for each in done if not isinstance(each, BaseException)]
        assert all(isinstance(each, Refused) for each in done if isinstance(each, BaseException))
        assert after.revision == match.revision + len(worked)
        assert after.ply in {1, 2, 3}
        assert len(after.takebacks) == (after.ply == 1)
        assert states(service, after)[-1].outcome is None


async def test_each_reminder_is_given_out_once(services: list[Service], clock: Clock) -> None:
    await begun(services[0], DAY)
    clock.now += DAY - HOUR
    houses = [Housekeeping(each) for each in services]
    found = await asyncio.gather(*(each.reminders() for each in houses for _ in range(5)))
    assert [reminder for each in found for _, _, reminder in each] == [Reminder.LAST]


async def test_a_match_left_alone_is_ended_once(services: list[Service], clock: Clock) -> None:
    matches = [await begun(services[0], HOUR) for _ in range(3)]
    clock.now += HOUR + LEFT_ALONE
    one, two = await asyncio.gather(*(Housekeeping(each).expire() for each in services))
    assert sorted(each.id for each in (*one, *two)) == sorted(each.id for each in matches)
    assert {each.ending for each in (*one, *two)} == {Ending.ABANDONED}
