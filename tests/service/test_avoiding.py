"""Players who avoid each other begin no match together, and are not told why."""

from __future__ import annotations

import random
from collections.abc import Awaitable
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.games import GAMES
from prowlerbot.match.match import VACANT, Phase, Player
from prowlerbot.service.avoiding import MOST_TOGETHER, may_play_together
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from prowlerbot.storage.avoidance import MOST_AVOIDED, Avoided
from prowlerbot.storage.engines.database import Database
from prowlerbot.storage.store import Store

pytestmark = pytest.mark.both_databases

ADA, BEN, CLEO = Player(1, "Ada"), Player(2, "Ben"), Player(3, "Cleo")
OWN = "You avoid {players}; change your list first."
REFUSED = "You cannot begin another match with each other at the moment."


@pytest.fixture
def service(database: Database) -> Service:
    return Service(Store(database), games=GAMES, rng=random.Random(5))


async def avoid(service: Service, player: Player, other: Player) -> None:
    await service.store.avoidance.add(Avoided(player.id, other.id, other.name, 1))


async def test_neither_can_challenge_the_other_and_only_who_avoids_reads_why(
    service: Service,
) -> None:
    await avoid(service, BEN, ADA)
    for players, told in (([ADA, BEN], REFUSED), ([BEN, ADA], OWN)):
        assert await refused(Lobby(service).challenge("prowler", players, {})) == told
    with pytest.raises(Denied, match=REFUSED):
        await Lobby(service).challenge("landgrab", [ADA, CLEO, BEN], {})
    await Lobby(service).challenge("prowler", [ADA, CLEO], {})


async def test_neither_can_take_an_open_seat_of_the_other(service: Service) -> None:
    await avoid(service, BEN, ADA)
    for host, guest, told in ((ADA, BEN, OWN), (BEN, ADA, REFUSED)):
        match = await Lobby(service).challenge("prowler", [host, VACANT], {})
        assert await refused(Lobby(service).join(match.id, guest)) == told
        assert (await service.match(match.id)).phase is Phase.LOBBY
        await Lobby(service).join(match.id, CLEO)


async def test_nobody_joins_somebody_they_avoid_who_joins_at_the_same_time(
    service: Service,
) -> None:
    await avoid(service, BEN, ADA)
    match = await Lobby(service).challenge("landgrab", [CLEO, VACANT, VACANT], {})
    await Lobby(service).join(match.id, ADA, seen=match)
    assert await refused(Lobby(service).join(match.id, BEN, seen=match)) == OWN
    asked = await Lobby(service).challenge("landgrab", [CLEO, ADA, BEN], {})
    await Lobby(service).accept(asked.id, ADA.id, seen=asked)
    assert await refused(Lobby(service).accept(asked.id, BEN.id, seen=asked)) == OWN


async def test_who_is_in_a_match_already_can_change_their_choice(service: Service) -> None:
    lobby, choices = Lobby(service), GAMES["landgrab"].choices
    match = await lobby.challenge("landgrab", [ADA, VACANT, VACANT], {})
    await lobby.join(match.id, BEN)
    await avoid(service, ADA, BEN)
    match = await lobby.join(match.id, replace(BEN, choice=choices[0]))
    assert match.player(2).choice == choices[0]


async def test_refusals_for_other_reasons_read_the_same_for_those_who_are_avoided(
    service: Service,
) -> None:
    dora, eve, lobby = Player(4, "Dora"), Player(5, "Eve"), Lobby(service)
    await avoid(service, CLEO, ADA)
    match = await lobby.challenge("landgrab", [BEN, CLEO, eve], {})
    await lobby.accept(match.id, CLEO.id)
    full = [await refused(lobby.join(match.id, each)) for each in (ADA, dora)]
    assert full == ["No seat is open: this match waits for {players}."] * 2
    await lobby.cancel(match.id, BEN.id)
    assert len({await refused(lobby.join(match.id, each)) for each in (ADA, dora)}) == 1
    ours = {
        await refused(lobby.challenge("prowler", [ADA, each, eve], {})) for each in (CLEO, dora)
    }
    assert ours == {"{game} is not for {count} players."}


async def refused(change: Awaitable[object]) -> str:
    """The sentence with which a change is refused."""
    with pytest.raises(Denied) as caught:
        await change
    return caught.value.template


async def test_who_begins_to_avoid_the_host_cannot_accept_any_more(service: Service) -> None:
    match = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await avoid(service, ADA, BEN)
    with pytest.raises(Denied, match=REFUSED):
        await Lobby(service).accept(match.id, BEN.id)
    await Lobby(service).decline(match.id, BEN.id)


async def test_there_is_no_rematch(service: Service) -> None:
    match = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    await Lobby(service).accept(match.id, BEN.id)
    await service.resign(match.id, ADA.id)
    await avoid(service, BEN, ADA)
    with pytest.raises(Denied, match=REFUSED):
        await Lobby(service).rematch(match.id, ADA.id)


async def test_the_refusal_reads_like_that_of_too_many_matches_together(service: Service) -> None:
    for _ in range(MOST_TOGETHER):
        assert await may_play_together(service.store, ADA.id, [BEN, CLEO.id])
        await Lobby(service).challenge("prowler", [ADA, BEN], {})
    with pytest.raises(Denied, match=REFUSED):
        await Lobby(service).challenge("prowler", [BEN, ADA], {})
    assert await may_play_together(service.store, ADA.id, [CLEO])
    assert not await may_play_together(service.store, ADA.id, [CLEO, BEN])


async def test_it_can_be_taken_back_and_is_limited(service: Service) -> None:
    avoidance = service.store.avoidance
    for other in range(10, 10 + MOST_AVOIDED):
        await avoidance.add(Avoided(ADA.id, other, "", other))
    with pytest.raises(Denied, match="the most possible"):
        await avoidance.add(Avoided(ADA.id, BEN.id, "Ben", 1))
    await avoidance.add(Avoided(ADA.id, 10, "", 99))  # again
    assert await avoidance.remove(ADA.id, 10)
    assert not await avoidance.remove(ADA.id, 10)
    await avoidance.add(Avoided(ADA.id, BEN.id, "Ben", 100))
    assert [it.name for it in await avoidance.of(ADA.id)][:1] == ["Ben"]
    assert await may_play_together(service.store, ADA.id, [10])


async def test_who_avoids_whom_is_exported_and_forgotten_with_either(service: Service) -> None:
    await avoid(service, ADA, BEN)
    await avoid(service, CLEO, ADA)
    assert '"other": 2' in (await Privacy(service).export(ADA.id)).decode()
    assert 'avoided": []' in (await Privacy(service).export(BEN.id)).decode()
    assert (await Privacy(service).amount(ADA.id)).anything
    await Privacy(service).forget(ADA.id)
    assert await service.store.avoidance.apart([ADA.id, BEN.id, CLEO.id]) == set()
