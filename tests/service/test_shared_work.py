"""Of several processes, each does the work without presses of the servers that it serves."""

from __future__ import annotations

import asyncio

import pytest

from prowlerbot.match.attention import PAUSE
from prowlerbot.match.lobby import CHALLENGE_LASTS
from prowlerbot.match.match import Match
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.store import Store
from tests.persistence.matches import ADA, ALL, BEN, Clock, begin, play_on

pytestmark = pytest.mark.both_databases
HERE, THERE = 7, 8


@pytest.fixture
def clock() -> Clock:
    return Clock()


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
