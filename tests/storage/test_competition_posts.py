"""What competitions have told their channels, on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from prowlerbot.competition.record import Format, Terms
from prowlerbot.match.preferences import DAY
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.service import Service
from prowlerbot.storage.competition_posts import CompetitionPosts
from tests.persistence.matches import ADA, Clock, opened

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def service(url: str) -> AsyncIterator[Service]:
    async with opened(url, Clock()) as service:
        yield service


@pytest.fixture
def posts(service: Service) -> CompetitionPosts:
    return CompetitionPosts(service.store.database)


async def created(service: Service) -> str:
    terms = Terms(Format.SWISS, "prowler", service.now() + 60)
    it = await Competitions(service).create(
        terms, name="Cup", guild=7, channel=8, host=ADA.id, pace=DAY
    )
    return it.id


async def test_a_competition_is_behind_until_its_message_and_all_news_stand(
    service: Service, posts: CompetitionPosts
) -> None:
    competitions, cup = Competitions(service), await created(service)
    assert await posts.behind(9) == [(cup, 7)]
    await competitions.store.set_message(cup, 11, 0)
    assert await posts.behind(9) == [(cup, 7)]
    await posts.told(cup, 0)
    assert await posts.behind(9) == []
    it = await competitions.enter(cup, ADA)
    assert await posts.behind(9) == [(cup, 7)]
    await competitions.store.set_message(cup, 11, it.revision)
    await posts.told(cup, it.revision)
    await posts.told(cup, 0)  # a slower process knows less
    assert await posts.behind(9) == []


async def test_posts_that_are_noted_at_once_are_all_kept(
    service: Service, posts: CompetitionPosts
) -> None:
    cup = await created(service)
    await asyncio.gather(*(posts.note(cup, {f"round{number}": number}) for number in range(5)))
    assert await posts.of(cup) == {f"round{number}": number for number in range(5)}
    assert await posts.of("unknown") == {}
