"""Arenas through the service: matches given up early, the end of the time, the first rules."""

from __future__ import annotations

import json

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_store import Stored
from prowlerbot.competitions.formats.arena import OVERTIME, RULES, TICK, ends_at, hall
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Ending, Match
from tests.competitions import kinds
from tests.persistence.looks import take_steps
from tests.persistence.matches import ADA, BEN, Clock, next_press, play_on

pytestmark = pytest.mark.both_databases

PACE = 120
SEASON = 30 * 60
LEAST = 8
"""The least moves of Prowler's Passage."""


async def stepped(it: Competitions, competition: str) -> Stored:
    await take_steps(it, competition)
    return await it.get(competition)


async def begun(it: Competitions, clock: Clock) -> Stored:
    """An arena of two that has begun."""
    terms = CompetitionTerms(kinds.ARENA, "prowler", clock.now + 60, season=SEASON)
    stored = await it.create(terms, name="", guild=7, channel=8, host=ADA.id, pace=PACE)
    for player in (ADA, BEN):
        await it.enter(stored.id, player)
    clock.now += 60
    return await stepped(it, stored.id)


async def latest(it: Competitions, stored: Stored) -> Match:
    return await it.service.match(stored.matches[max(stored.matches)])


async def last_match(it: Competitions, clock: Clock, stored: Stored) -> Match:
    """The match that two begin as the time for new ones is nearly up."""
    clock.now = ends_at(stored.competition) - TICK
    await play_on(it.service, await latest(it, stored))
    return await latest(it, await stepped(it, stored.id))


async def thought(it: Competitions, clock: Clock, match: Match, seconds: tuple[int, int]) -> Match:
    """The match after as many moves as fit before the end, each seat using so many seconds."""
    end = clock.now + TICK + OVERTIME
    assert match.created_at == clock.now
    while True:
        user, ply, move = next_press(match)
        used = seconds[user == match.player(2).id]
        if clock.now + used >= end:
            clock.now = end
            return match
        clock.now += used
        match = await it.service.play(match.id, user, ply, move)


@pytest.mark.parametrize("moves", [LEAST - 1, LEAST])
async def test_whoever_gives_up_before_the_least_moves_of_the_game_gives_up_early(
    competitions: Competitions, clock: Clock, moves: int
) -> None:
    stored = await begun(competitions, clock)
    match = await play_on(competitions.service, await latest(competitions, stored), 2 * moves)
    await competitions.service.apply(match.id, resign, ADA.id)
    stored = await stepped(competitions, stored.id)
    assert stored.course.results[1].short is (moves < LEAST)
    ada = hall(stored.competition).players[ADA.id]
    assert ada.ready - ada.since == (60 if moves < LEAST else 0)


async def test_an_arena_that_began_before_there_were_versions_goes_on_by_the_first_rules(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await begun(competitions, clock)
    assert stored.terms.rules == RULES
    terms = stored.terms.written()
    del terms["rules"]
    sql, written = "UPDATE competitions SET terms = $1 WHERE id = $2", json.dumps(terms)
    await competitions.service.store.database.run(lambda db: db.execute(sql, written, stored.id))
    match = await play_on(competitions.service, await latest(competitions, stored), 6)
    await competitions.service.apply(match.id, resign, ADA.id)
    stored = await stepped(competitions, stored.id)
    assert stored.terms.rules == 0
    assert not stored.course.results[1].short
    await last_match(competitions, clock, stored)
    clock.now = ends_at(stored.competition) + OVERTIME
    await stepped(competitions, stored.id)
    stored = await stepped(competitions, stored.id)
    assert stored.course.ended
    assert (await latest(competitions, stored)).ending is None


async def test_whoever_stalls_until_the_end_of_the_overtime_loses_a_rated_match(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await begun(competitions, clock)
    match = await last_match(competitions, clock, stored)
    match = await thought(competitions, clock, match, (1, PACE - 2))
    await stepped(competitions, stored.id)
    stored = await stepped(competitions, stored.id)
    match = await competitions.service.match(match.id)
    assert (match.ending, match.ended_by) == (Ending.CLOSED, 2)
    assert match.terms.rated
    assert stored.course.ended
    assert stored.course.results[match.terms.pairing].ranks == (1, 2)
    standing = await competitions.service.store.results.standing("prowler", match.players[0].id)
    assert standing is not None
    assert standing.matches == 2
