"""Leagues through the service: a season without anybody running it, reminders and medals."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from prowlerbot.competition.record import Format, Terms
from prowlerbot.competition.standings import standings
from prowlerbot.core.errors import Denied
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.finished import FinishedMatches, Reader
from prowlerbot.storage.competitions import Stored
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock, opened

pytestmark = pytest.mark.both_databases

GUILD = 7
SEASON, BREAK = 28 * DAY, 7 * DAY


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def competitions(url: str, clock: Clock) -> AsyncIterator[Competitions]:
    async with opened(url, clock) as service:
        yield Competitions(service)


async def begun(it: Competitions, clock: Clock) -> Stored:
    """The first season of a league of four, with all its matches."""
    terms = Terms(Format.LEAGUE, "prowler", clock.now + DAY, at_once=True, season=SEASON)
    stored = await it.create(
        terms,
        name="League",
        guild=GUILD,
        channel=8,
        host=ADA.id,
        pace=DAY,
        pause=BREAK,
        admin=True,
    )
    for player in (ADA, BEN, CLEO, DORA):
        await it.enter(stored.id, player)
    clock.now += DAY
    return await stepped(it, stored.id)


async def stepped(it: Competitions, competition: str) -> Stored:
    """The competition after all that is due."""
    while competition in await it.due():
        await it.step(competition)
    return await it.get(competition)


async def finished(it: Competitions, season: Stored) -> Stored:
    """The season after all its matches; in each the player with the smaller number has won."""
    for match_id in season.matches.values():
        match = await it.service.match(match_id)
        if match.phase is Phase.PLAYING:
            await it.service.resign(match_id, max(player.id for player in match.players))
    return await stepped(it, season.id)


async def test_one_press_confirms_the_next_season_and_all_else_goes_by_itself(
    competitions: Competitions, clock: Clock
) -> None:
    first = await finished(competitions, await begun(competitions, clock))
    assert first.competition.course.ended

    second = await competitions.store.season(first.series, 2)
    assert second is not None
    second = await stepped(competitions, second.id)
    assert second.competition.course.called
    for player in (ADA, BEN, CLEO):
        await competitions.check_in(second.id, player.id)
    clock.now += BREAK
    second = await stepped(competitions, second.id)

    assert {*second.competition.course.players} == {ADA.id, BEN.id, CLEO.id}
    assert len(second.matches) == 3
    assert {each.until for each in second.competition.course.open} == {clock.now + SEASON}


async def test_open_matches_are_reminded_of_once(competitions: Competitions, clock: Clock) -> None:
    it = await begun(competitions, clock)
    clock.now += SEASON - DAY
    it = await stepped(competitions, it.id)
    assert it.competition.course.reminded
    assert await competitions.due() == []


async def test_medals_are_found_in_their_server_and_nowhere_their_winner_does_not_want(
    competitions: Competitions, clock: Clock
) -> None:
    it = await finished(competitions, await begun(competitions, clock))
    best = [line.player for line in standings(it.competition)]
    assert best == [ADA.id, BEN.id, CLEO.id, DORA.id]
    store = competitions.service.store
    found = FinishedMatches(store)

    async def seen(
        by: int, home: int, player: int = BEN.id, game: str = "prowler"
    ) -> dict[int, int]:
        return dict(await found.medals(Reader(by, home), game, player))

    assert await seen(DORA.id, GUILD) == {2: 1}
    assert await seen(DORA.id, GUILD, game="landgrab") == {}
    assert await seen(DORA.id, GUILD, player=DORA.id) == {}
    assert await seen(DORA.id, GUILD + 1) == {}
    assert await seen(BEN.id, GUILD + 1) == {2: 1}, "their own"
    await store.rechoose(PlayerChoices, BEN.id, seen="nowhere")
    assert await seen(DORA.id, GUILD) == {}


async def test_whoever_left_a_season_has_no_place_in_the_next_two(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    await competitions.leave(it.id, DORA.id)
    first = await finished(competitions, await stepped(competitions, it.id))
    second = await competitions.store.season(first.series, 2)
    assert second is not None
    with pytest.raises(Denied, match="left one of the last two seasons"):
        await competitions.enter(second.id, DORA)
