"""What several processes want at once happens as if one came after the other."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Iterable
from contextlib import suppress
from dataclasses import dataclass

import pytest

from prowlerbot.competition.record import Format, Terms
from prowlerbot.core.errors import Denied, Refused
from prowlerbot.match.attention import PAUSE
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.imports import Import, Imports, Quota
from prowlerbot.storage.store import Store
from tests.persistence.competitors import HOUR, Town, check
from tests.persistence.matches import ADA, ALL, BEN, CLEO, Clock, begin, opened, play_on

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def services(url: str) -> AsyncIterator[list[Service]]:
    """Those of three processes, as far as the database can tell."""
    async with opened(url, seed=1) as one, opened(url, seed=2) as two, opened(url, seed=3) as three:
        yield [one, two, three]


async def at_once(calls: Iterable[Awaitable[object]]) -> list[object]:
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_nobody_gets_more_challenges_than_allowed(services: list[Service]) -> None:
    done = await at_once(
        Lobby(service).challenge("prowler", [ADA, BEN], {}, most=4)
        for service in services
        for _ in range(4)
    )
    refused = [each for each in done if isinstance(each, Denied)]
    assert len(refused) == len(done) - 4
    assert len(await services[0].store.open_matches(ADA.id)) == 4


async def test_no_choice_is_lost(services: list[Service]) -> None:
    one, two, three = (service.store.rechoose for service in services)
    for _ in range(5):
        await one(PlayerChoices, ADA.id, theme=None, text_first=False, timezone="UTC")
        await at_once(
            [
                one(PlayerChoices, ADA.id, theme="day"),
                two(PlayerChoices, ADA.id, text_first=True),
                three(PlayerChoices, ADA.id, timezone="Europe/Paris"),
            ]
        )
        chosen = await services[0].store.choices(PlayerChoices, ADA.id)
        assert (chosen.theme, chosen.text_first, chosen.timezone) == ("day", True, "Europe/Paris")


async def test_one_rematch_follows_upon_a_match(services: list[Service]) -> None:
    one, *_ = services
    for _ in range(10):
        over = await one.resign((await begin(one)).id, ADA.id)
        done = await at_once(
            Lobby(service).rematch(over.id, user)
            for service in services
            for user in (ADA.id, BEN.id)
        )
        assert sum(not isinstance(each, BaseException) for each in done) == 1
        assert all(isinstance(each, Refused) for each in done if isinstance(each, BaseException))


async def test_all_records_together_keep_to_their_limit(services: list[Service]) -> None:
    quota = Quota(20, 1_000, 1_000)
    done = await at_once(
        Imports(service.store.database).add(
            user, Import(f"i{user}-{number}", "prowler", "x" * 100, number), quota
        )
        for number, service in enumerate(services)
        for user in range(1, 8)
    )
    assert sum(isinstance(each, Denied) for each in done) == len(done) - 10
    kept = await services[0].store.database.number("SELECT sum(bytes) FROM imports")
    assert kept == 1_000


async def test_whoever_is_forgotten_meanwhile_is_in_no_match(
    services: list[Service],
) -> None:
    one, two, three = services
    matches = [await one.resign((await begin(one, ADA, CLEO)).id, CLEO.id) for _ in range(5)]
    forgotten, *_ = await at_once(
        [
            Privacy(one).forget(ADA.id),
            *[two.store.rename(match.id, ADA) for match in matches],
            *[Lobby(three).rematch(match.id, CLEO.id) for match in matches[:2]],
        ]
    )
    if isinstance(forgotten, Refused):  # a rematch came in between, and Ada presses again
        await Privacy(one).forget(ADA.id)
    for match in matches:
        players = (await one.match(match.id)).players
        assert not {ADA.id, ADA.name} & {
            it for player in players for it in (player.id, player.name)
        }


# --------------------------------------- each process works for the servers that it serves

HERE, THERE = 7, 8


@pytest.fixture
def processes(database: Database, clock: Clock) -> tuple[Service, Service]:
    """One process serves a server and the chats, the other one another server."""

    def made(*guilds: int) -> Service:
        return Service(Store(database), games=ALL, clock=clock, serves=lambda it: it in guilds)

    return made(0, HERE), made(THERE)


async def show(service: Service, match: Match, guild: int) -> str:
    await service.store.set_board(Board(match.id, guild, guild + 1, int(match.created_at)))
    return match.id


async def test_each_ends_what_expires_in_its_own_servers(
    processes: tuple[Service, Service], clock: Clock
) -> None:
    one, other = processes
    asked = [await Lobby(one).challenge("prowler", [ADA, BEN], {}) for _ in range(3)]
    here, there = await show(one, asked[0], HERE), await show(one, asked[1], THERE)
    clock.now += CHALLENGE_LASTS
    assert {it.id for it in await Housekeeping(other).expire()} == {there}
    assert {it.id for it in await Housekeeping(one).expire()} == {here, asked[2].id}


async def test_each_calls_and_redraws_in_its_own_servers(
    processes: tuple[Service, Service], clock: Clock
) -> None:
    one, other = processes
    here = await show(one, await begin(one), HERE)
    there = await show(one, await begin(one), THERE)
    for match_id in (here, there):
        await play_on(one, await one.match(match_id), 1)
    clock.now += PAUSE
    called = await asyncio.gather(*(Housekeeping(each).uncalled() for each in processes))
    assert [[scene.match.id for scene, *_ in each] for each in called] == [[here], [there]]
    behind = await one.store.behind()
    assert {*behind} == {here, there}
    assert [await each.mine(behind) for each in processes] == [[here], [there]]
    assert not one.serves_all
    assert not other.serves(0)


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
