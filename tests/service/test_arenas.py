"""Arenas through the service: matches given up early, the end of the time, the first rules."""

from __future__ import annotations

import json

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.formats.arena import (
    LONGEST_WAIT,
    OVERTIME,
    RULES,
    TICK,
    ends_at,
    hall,
)
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Ending, Match
from prowlerbot.privacy.privacy_service import Privacy
from tests.competitions import kinds
from tests.persistence.looks import take_steps
from tests.persistence.matches import ADA, BEN, CLEO, Clock, next_press, play_on

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


async def test_an_arena_goes_on_where_it_stood_once_the_bot_can_post_again(
    competitions: Competitions, clock: Clock
) -> None:
    stored, steps = await begun(competitions, clock), CompetitionSteps(competitions)
    await competitions.enter(stored.id, CLEO)
    end = ends_at(stored.competition)
    clock.now = end - 60
    match = await play_on(competitions.service, await latest(competitions, stored), 2 * LEAST)
    await competitions.service.apply(match.id, resign, ADA.id)
    for _ in range(11):
        assert await steps.take_due_steps(stored.id, can_post=False) == clock.now + 30
        clock.now += 30
    stored = await competitions.get(stored.id)
    assert not stored.course.ended
    assert len(stored.course.pairings) == 1
    stored = await stepped(competitions, stored.id)
    assert len(stored.course.pairings) == 2
    assert clock.now < ends_at(stored.competition) <= clock.now + 60
    assert ends_at(stored.competition) >= end + 300


async def test_an_arena_that_cannot_be_posted_for_too_long_ends_without_a_winner(
    competitions: Competitions, clock: Clock
) -> None:
    stored, steps = await begun(competitions, clock), CompetitionSteps(competitions)
    match = await play_on(competitions.service, await latest(competitions, stored), 2 * LEAST)
    await competitions.service.apply(match.id, resign, ADA.id)
    until = clock.now + LONGEST_WAIT + 60
    while await steps.take_due_steps(stored.id, can_post=False) is not None:
        clock.now += 30
        assert clock.now <= until
    course = (await competitions.get(stored.id)).course
    assert (course.cancelled, course.ended_by) == (True, "channel")


async def test_a_deletion_makes_nobody_a_new_opponent_of_the_same_friend(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await begun(competitions, clock)
    await competitions.leave(stored.id, BEN.id)
    await Privacy(competitions.service).forget(BEN.id)
    with pytest.raises(Denied, match="You have left this competition"):
        await competitions.enter(stored.id, BEN)


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


async def test_two_who_used_about_as_much_time_share_the_points_at_the_end_of_the_overtime(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await begun(competitions, clock)
    match = await last_match(competitions, clock, stored)
    before = {p: each.points for p, each in hall(stored.competition).players.items()}
    match = await thought(competitions, clock, match, (70, 50))
    await stepped(competitions, stored.id)
    stored = await stepped(competitions, stored.id)
    assert stored.course.results[match.terms.pairing].ranks == (1, 1)
    tallies = hall(stored.competition).players
    assert sum(each.points for each in tallies.values()) - sum(before.values()) == 2 + 2
    assert all(each.row == 0 for each in tallies.values())
