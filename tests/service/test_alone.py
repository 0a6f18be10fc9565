"""A player has at most 25 running matches without another person."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.lobby import accept, start
from prowlerbot.match.match import VACANT, Match, Player, machine
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Beginning, Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.player_matches import MOST_ALONE
from tests.persistence.matches import ADA, BEN, Clock, opened

pytestmark = pytest.mark.both_databases
EASY = machine("easy")


@pytest.fixture
async def lobby(url: str) -> AsyncIterator[Lobby]:
    async with opened(url, Clock()) as service:
        yield Lobby(service)


async def against_machine(lobby: Lobby, player: Player = ADA) -> Match:
    return await lobby.challenge("prowler", [player, EASY], {})


async def filled(lobby: Lobby) -> list[Match]:
    return [await against_machine(lobby) for _ in range(MOST_ALONE)]


async def test_one_more_is_refused_in_one_sentence_until_one_is_over(lobby: Lobby) -> None:
    first, *_ = await filled(lobby)
    service: Service = lobby._service
    with pytest.raises(Denied, match="finish or resign one") as refused:
        await against_machine(lobby)
    assert str(refused.value).count(".") == 1
    with pytest.raises(Denied, match="finish or resign one"):
        await lobby.challenge("heroes", [ADA], {})
    with pytest.raises(Denied, match="finish or resign one"):
        await lobby.branch(Beginning(first, 0, 1), [ADA, EASY], Terms())
    assert len(await service.open_matches(ADA.id)) == MOST_ALONE
    await against_machine(lobby, BEN)
    await service.apply(first.id, resign, ADA.id)
    await against_machine(lobby)
    with pytest.raises(Denied, match="finish or resign one"):
        await lobby.rematch(first.id, ADA.id)


async def test_matches_with_people_and_tries_of_the_day_go_on(lobby: Lobby) -> None:
    await filled(lobby)
    asked = await lobby.challenge("prowler", [ADA, BEN], {})
    await lobby._service.apply(asked.id, accept, BEN.id)
    match = await lobby.challenge("prowler", [ADA, EASY], {}, Terms(day=9))
    assert match.terms.day


async def test_a_lobby_that_nobody_joined_begins_no_match_beyond_the_limit(lobby: Lobby) -> None:
    await filled(lobby)
    two = await lobby.challenge("prowler", [ADA, VACANT], {})
    with pytest.raises(Denied, match="finish or resign one"):
        await lobby.add_machine(two, ADA.id, "easy")
    alone = await lobby.challenge("heroes", [ADA, VACANT], {})
    with pytest.raises(Denied, match="finish or resign one"):
        await lobby._service.apply(alone.id, start, ADA.id)


async def test_who_has_more_keeps_them(lobby: Lobby) -> None:
    matches = await filled(lobby)
    service: Service = lobby._service
    more = replace(matches[0], id="another1")
    assert await service.store.add(more)
    with pytest.raises(Denied, match="finish or resign one"):
        await against_machine(lobby)
    await service.apply(matches[1].id, resign, ADA.id)
    with pytest.raises(Denied, match="finish or resign one"):
        await against_machine(lobby)
    assert len(await service.open_matches(ADA.id)) == MOST_ALONE
