"""A free seat as it is stored: one person gets it, and each knows what their seat may know."""

from __future__ import annotations

import asyncio
import json
import random

import pytest

from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Registry
from prowlerbot.match.match import Former, Match, Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from prowlerbot.storage.avoidance import Avoided
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.habits import HabitStore
from prowlerbot.storage.store import Store
from tests.discord.room import Clock
from tests.games.tell import TellGame

pytestmark = pytest.mark.both_databases

ADA, BEN, CLEO, DORA, EVE = (
    Player(n + 10, name) for n, name in enumerate(("Ada", "Ben", "Cleo", "Dora", "Eve"))
)
TERMS = Terms(takeover=True, substitutes=True)


@pytest.fixture
def service(database: Database) -> Service:
    games = Registry([TellGame(range(1, 5))])
    return Service(Store(database), games=games, rng=random.Random(5), clock=Clock())


async def with_a_free_seat(service: Service) -> Match:
    lobby = Lobby(service)
    match = await lobby.challenge("tell", [ADA, BEN, CLEO], {}, TERMS)
    for each in (BEN, CLEO):
        match = await lobby.accept(match.id, each.id)
    for each, number in ((ADA, "3"), (BEN, "2")):
        match = await service.play(match.id, each.id, 0, number)
    return await service.resign(match.id, BEN.id)


async def test_of_all_who_press_at_once_exactly_one_gets_the_seat(service: Service) -> None:
    match = await with_a_free_seat(service)
    lobby = Lobby(service)
    tries = [lobby.take_seat(match.id, each, 2, seen=match) for each in (DORA, EVE)]
    done = await asyncio.gather(*tries, return_exceptions=True)
    assert [type(each) for each in done].count(Stale) == 1
    seat = (await service.match(match.id)).player(2)
    assert seat.id in {DORA.id, EVE.id}
    assert seat.former == Former(BEN.id, "Ben", 1)


async def test_the_new_player_knows_what_the_seat_knows_and_the_leaver_no_more(
    service: Service,
) -> None:
    match = await with_a_free_seat(service)
    assert [play.seat for play in service.timeline(match, DORA.id).plays] == []
    match = await Lobby(service).take_seat(match.id, DORA, 2)
    assert [play.seat for play in service.timeline(match, DORA.id).plays] == [2]
    assert service.timeline(match, BEN.id).plays == ()
    exported = json.loads(await Privacy(service).export(BEN.id))
    assert exported["plays"] == [], "the match runs, and its numbers are secret"
    assert exported["former_players"] == [{"match": match.id, "seat": 2, "name": "Ben", "plays": 1}]
    assert "Ben" not in (await Privacy(service).export(DORA.id)).decode()


async def test_nobody_takes_a_seat_beside_somebody_whom_either_avoids(service: Service) -> None:
    match = await with_a_free_seat(service)
    await service.store.avoidance.add(Avoided(CLEO.id, DORA.id, "Dora", 1))
    with pytest.raises(Denied, match="at the moment"):
        await Lobby(service).take_seat(match.id, DORA, 2)
    await service.store.avoidance.add(Avoided(BEN.id, EVE.id, "Eve", 1))
    taken = await Lobby(service).take_seat(match.id, EVE, 2)
    assert taken.player(2).id == EVE.id, "Ben has left"


async def test_nobody_is_left_in_a_seat_after_both_were_forgotten(service: Service) -> None:
    match = await with_a_free_seat(service)
    await Lobby(service).take_seat(match.id, DORA, 2)
    for each in (BEN, DORA):
        await Privacy(service).forget(each.id)
    seat = (await service.match(match.id)).player(2)
    assert (seat.id, seat.name, seat.leaver) == (0, "someone", 0)
    assert seat.former == Former(0, "someone", 1)


async def test_the_offer_ends_once_and_by_itself(service: Service) -> None:
    match = await with_a_free_seat(service)
    housekeeping = Housekeeping(service)
    await housekeeping.close_offers()
    assert (await service.match(match.id)).revision == match.revision
    clock = service._clock
    assert isinstance(clock, Clock)
    clock.now += 3600
    await housekeeping.close_offers()
    await housekeeping.close_offers()
    closed = await service.match(match.id)
    assert (closed.revision, closed.player(2).offered) == (match.revision + 1, 0)
    with pytest.raises(Stale, match="no longer free"):
        await Lobby(service).take_seat(match.id, DORA, 2)


async def test_the_moves_of_the_one_who_left_tell_no_hour_of_the_new_player(
    service: Service,
) -> None:
    match = await with_a_free_seat(service)
    habits = HabitStore(service.store.database)
    assert sum(await habits.moves_by_hour(ADA.id)) == 1
    match = await Lobby(service).take_seat(match.id, DORA, 2)
    assert sum(await habits.moves_by_hour(DORA.id)) == 0
    (seat,) = service.to_move(match)
    match = await service.play(match.id, match.player(seat).id, match.moment, "1")
    while service.to_move(match) != {2}:
        (seat, *_) = sorted(service.to_move(match) - {2})
        match = await service.play(match.id, match.player(seat).id, match.moment, "1")
    await service.play(match.id, DORA.id, match.moment, "1")
    assert sum(await habits.moves_by_hour(DORA.id)) == 1
