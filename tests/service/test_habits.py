"""The hours and durations of challenges come from moves, and hours only with consent."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.match.match import Match, Phase
from prowlerbot.match.plans import plan
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.ratings import Hours
from prowlerbot.service.hint_service import Habits
from prowlerbot.service.match_service import Service
from prowlerbot.storage.player_matches import HabitStore
from tests.persistence.matches import ADA, BEN, NOON, Clock, begin, play_on
from tests.positions import states

pytestmark = pytest.mark.both_databases

HOUR, DAY = 60 * 60, 24 * 60 * 60
MIDNIGHT = NOON - NOON % DAY
TOLD = PlayerChoices(hours_told=True)


async def played_at(service: Service, clock: Clock, hours: dict[int, int]) -> Match:
    """A match to its end, in which each player moves at an hour of the day of theirs."""
    rng, match = random.Random(1), await begin(service, ADA, BEN)
    day = clock.now - clock.now % DAY
    while match.phase is Phase.PLAYING:
        (seat,) = service.to_move(match)
        user = match.player(seat).id
        at = day + hours[user] * HOUR
        day += DAY if at <= clock.now else 0
        clock.now = day + hours[user] * HOUR
        move = str(rng.choice(states(service, match)[-1].moves(seat)))
        match = await service.play(match.id, user, match.moment, move)
    return match


async def test_hours_are_told_with_consent_alone(service: Service, clock: Clock) -> None:
    for _ in range(3):
        await played_at(service, clock, {ADA.id: 20, BEN.id: 7})
    habits = Habits(service)
    assert await habits.hours(ADA.id, PlayerChoices(), clock.now) is None
    assert await habits.hours(ADA.id, TOLD, clock.now) == Hours(20, 1)
    assert await habits.hours(BEN.id, TOLD, clock.now) == Hours(7, 1)


async def test_a_move_that_a_plan_made_tells_no_hour(service: Service, clock: Clock) -> None:
    clock.now = MIDNIGHT
    match = await play_on(service, await begin(service, ADA, BEN), 3)
    (mover,) = service.to_move(match)
    legal = [str(move) for move in states(service, match)[-1].moves(mover)]
    one, two, *_ = [move for move in legal if ">" not in move]
    waiting = match.player(3 - mover).id
    before = await HabitStore(service.store.database).moves(waiting)
    await service.apply(match.id, plan, waiting, match.moment, f"{one}: {two}")
    match = await service.play(match.id, match.player(mover).id, match.moment, one)
    assert match.plays[-1].planned
    assert await HabitStore(service.store.database).moves(waiting) == before


async def test_a_duration_is_told_once_there_are_some_matches_of_the_kind(
    service: Service, clock: Clock
) -> None:
    begun = await begin(service, ADA, BEN)
    for _ in range(4):
        await played_at(service, clock, {ADA.id: 20, BEN.id: 7})
    assert await Habits(service).duration(begun) is None
    await played_at(service, clock, {ADA.id: 20, BEN.id: 7})
    habits = Habits(service)
    duration = await habits.duration(begun)
    assert duration is not None
    assert 5 * DAY < duration < 40 * DAY
    quick = replace(begun, terms=replace(begun.terms, pace=600))
    assert await habits.duration(quick) is None
