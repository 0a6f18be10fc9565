"""A ladder through the service: challenges, results, and one season after another."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator

import pytest

from prowlerbot.competition.ladder import places, reach
from prowlerbot.competition.record import Format, Terms
from prowlerbot.core.errors import Denied
from prowlerbot.match.deadlines import grace
from prowlerbot.match.match import Phase, Player
from prowlerbot.match.preferences import DAY
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.service import Service
from prowlerbot.storage.competitions import Stored
from tests.persistence.matches import Clock, opened

PLAYERS = [Player(n, f"Player {n}") for n in range(1, 9)]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(url: str, clock: Clock) -> AsyncIterator[Service]:
    async with opened(url, clock) as service:
        yield service


@pytest.fixture
def competitions(service: Service) -> Competitions:
    return Competitions(service)


async def stepped(it: Competitions, competition: str) -> Stored:
    while competition in await it.due():
        await it.step(competition)
    return await it.get(competition)


async def begun(it: Competitions, players: int = 4, season: int = 90 * DAY) -> Stored:
    terms = Terms(Format.LADDER, "prowler", it.service.now(), season=season)
    stored = await it.create(
        terms, name="", guild=7, channel=8, host=PLAYERS[0].id, pace=DAY, admin=True
    )
    await stepped(it, stored.id)
    for player in PLAYERS[:players]:
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def lost(it: Competitions, stored: Stored, number: int, player: int) -> Stored:
    """The ladder after a player has resigned the match of a pairing."""
    await it.service.resign(stored.matches[number], player)
    return await stepped(it, stored.id)


@pytest.mark.both_databases
async def test_a_challenge_begins_a_match_at_once_and_its_winner_takes_the_place(
    competitions: Competitions,
) -> None:
    it = await begun(competitions)
    it = await competitions.challenge(it.id, 4, 2)
    match = await competitions.service.match(it.matches[1])
    assert (match.phase, {each.id for each in match.players}) == (Phase.PLAYING, {2, 4})
    it = await lost(competitions, it, 1, 2)
    assert places(it.competition) == [1, 4, 2, 3]


@pytest.mark.both_databases
async def test_a_player_who_does_not_move_in_time_loses_the_place_and_drops_one(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions)
    it = await competitions.challenge(it.id, 3, 1)
    match = await competitions.service.match(it.matches[1])
    (seat,) = competitions.service.to_move(match)
    late = match.player(seat).id
    clock.now += DAY + grace(DAY)
    assert [each.id for each in await competitions.claim_late_moves()] == [match.id]
    it = await stepped(competitions, it.id)
    expected = [3, 2, 1, 4] if late == 1 else [1, 2, 4, 3]
    assert places(it.competition) == expected


@pytest.mark.both_databases
async def test_the_next_season_begins_at_once_and_running_matches_count_in_it(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, season=10 * DAY)
    it = await competitions.challenge(it.id, 3, 1)
    clock.now += 10 * DAY
    old = await stepped(competitions, it.id)
    assert old.competition.course.ended
    following = await competitions.store.season(it.series, 2)
    assert following is not None
    assert [each.id for each in await competitions.of_guild(7)] == [following.id]
    assert following.matches == it.matches
    following = await lost(competitions, following, 1, 1)
    assert places(following.competition) == [3, 1, 2, 4]
    assert places((await competitions.get(it.id)).competition) == [1, 2, 3, 4]
    with pytest.raises(Denied):
        await competitions.challenge(it.id, 4, 2)
    assert (await competitions.challenge(following.id, 4, 2)).matches.keys() == {1, 2}


@pytest.mark.both_databases
async def test_however_many_processes_end_a_season_one_follows(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, season=10 * DAY)
    it = await competitions.challenge(it.id, 3, 1)
    clock.now += 10 * DAY
    others = [Competitions(competitions.service) for _ in range(4)]
    await asyncio.gather(*(each.step(it.id) for each in others), return_exceptions=True)
    following = await stepped(competitions, (await competitions.of_guild(7))[0].id)
    assert (following.season, following.matches) == (2, it.matches)
    assert await competitions.store.season(it.series, 3) is None
    assert [each.id for each in await competitions.of_guild(7, ended=True)] == [it.id]


async def test_a_ladder_that_was_switched_off_has_no_next_season(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, season=10 * DAY)
    await competitions.challenge(it.id, 3, 1)
    await competitions.cancel(it.id)
    clock.now += 20 * DAY
    assert await competitions.due() == []
    assert await competitions.of_guild(7) == []


async def test_a_month_on_the_ladder_gives_the_order_that_its_results_give(
    competitions: Competitions, clock: Clock
) -> None:
    rng = random.Random(4)
    it = await begun(competitions, players=8)
    order = [each.id for each in PLAYERS]
    open_ones: dict[int, tuple[int, int]] = {}
    moved: dict[int, int] = dict.fromkeys(order, clock.now)
    for _ in range(30 * 4):
        clock.now += DAY // 4
        it = await stepped(competitions, it.id)
        idle = {player for pair in open_ones.values() for player in pair}
        dropped = [p for p in order if p not in idle and clock.now - moved[p] >= 14 * DAY]
        assert set(dropped) == {
            player
            for event in it.competition.events
            if type(event).__name__ == "Dropped" and event.at == clock.now
            for player in getattr(event, "players", ())
        }
        if dropped:
            order = places(it.competition)
            moved |= dict.fromkeys(dropped, clock.now)
        player = rng.choice(order[:6])
        free = [other for other, why in reach(it.competition, player, clock.now).items() if not why]
        if free and rng.random() < 0.5:
            other = rng.choice(free)
            it = await competitions.challenge(it.id, player, other)
            open_ones[max(it.matches)] = (player, other)
        if open_ones and rng.random() < 0.5:
            number = rng.choice(sorted(open_ones))
            challenger, other = open_ones.pop(number)
            loser = rng.choice([challenger, other])
            it = await lost(competitions, it, number, loser)
            moved |= {challenger: clock.now, other: clock.now}
            if loser == other and order.index(other) < order.index(challenger):
                order.remove(challenger)
                order.insert(order.index(other), challenger)
        assert places(it.competition) == order
    assert len(it.matches) > 20
    assert len({p for event in it.competition.events for p in getattr(event, "players", ())}) == 8
