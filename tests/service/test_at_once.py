"""What several processes want at once of one person happens as if one came after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Iterable

import pytest

from prowlerbot.core.errors import Denied, Refused
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.privacy import Privacy
from prowlerbot.service.service import Service
from prowlerbot.storage.imports import Import, Imports, Quota
from tests.persistence.matches import ADA, BEN, CLEO, begin, opened

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


async def test_whoever_is_forgotten_meanwhile_is_in_no_older_match(
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
