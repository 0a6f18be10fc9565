"""What the service forgives after the bot was away."""

from __future__ import annotations

import pytest

from prowlerbot.core.clock import DAY, HOUR, Beat, Outage
from prowlerbot.core.errors import Denied
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.terms import Terms
from prowlerbot.service.heartbeat import _Pulse
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.persistence.looks import due_reminders, end_expired, let_be_away, looked, process, rested
from tests.persistence.matches import ADA, BEN, Clock

pytestmark = pytest.mark.both_databases


async def begin(service: Service, pace: int = DAY) -> str:
    """A match in which Ben is to move."""
    options = {"first": "1"}
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], options, Terms(pace=pace))
    await service.apply(asked.id, accept, BEN.id)
    return asked.id


async def test_after_a_week_offline_no_match_can_be_claimed_for_a_day(
    service: Service, clock: Clock
) -> None:
    matches = [await begin(service) for _ in range(4)]
    clock.now += HOUR
    let_be_away(service, clock, 7 * DAY)
    back = clock.now
    for now in (back, back + DAY - 1):
        clock.now = now
        for match_id in matches:
            scene = await service.scene(match_id)
            assert service.deadline(scene) == back + DAY
            with pytest.raises(Denied, match="not up yet"):
                await service.claim(match_id, ADA.id)
    clock.now = back + DAY
    assert (await service.claim(matches[0], ADA.id)).ending is Ending.CLAIMED


async def test_a_reminder_that_came_before_an_outage_comes_anew_before_the_new_deadline(
    service: Service, clock: Clock
) -> None:
    match_id = await begin(service)
    clock.now += DAY - HOUR
    assert await due_reminders(service) == ["last"]
    let_be_away(service, clock, 7 * DAY)
    await service.store.database.run(service.store.beats.look_at_clocks)
    house, told = Housekeeping(service), list[bool]()

    async def look(match_id: str) -> None:
        told.append(await house.forgive(match_id))

    await looked(service, MatchDuty.FORGIVE, look)
    assert told == [True]
    assert await due_reminders(service) == []
    clock.now += DAY - 2 * HOUR
    assert await due_reminders(service) == ["last"]
    assert await due_reminders(service) == []
    assert service.deadline(await service.scene(match_id)) == clock.now + 2 * HOUR


async def test_a_challenge_that_would_have_expired_in_an_outage_stands_for_another_hour(
    service: Service, clock: Clock
) -> None:
    loop, house = process(service), Housekeeping(service)
    loop.add_handler(MatchDuty.EXPIRE, lambda duty: house.expire(duty.subject), grace=HOUR)
    one, two = [await Lobby(service).challenge("prowler", [ADA, BEN], {}) for _ in range(2)]
    clock.now += HOUR
    let_be_away(service, clock, 7 * DAY)
    await rested(loop)
    clock.now += HOUR - 1
    await rested(loop)
    assert (await service.apply(one.id, accept, BEN.id)).phase is Phase.PLAYING
    clock.now += 1
    await rested(loop)
    assert (await service.match(two.id)).ending is Ending.EXPIRED


async def test_the_time_without_a_game_counts_for_its_matches_and_challenges_alone(
    service: Service, clock: Clock
) -> None:
    running = await begin(service)
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], {})
    clock.now += HOUR
    gone = Outage(clock.now, clock.now + 7 * DAY)
    clock.now = gone.ended
    service.heartbeat._of_games["prowler"] = _Pulse(1, Beat(10**11), (gone,))
    assert service.deadline(await service.scene(running)) == clock.now + DAY
    assert await Housekeeping(service).expire(asked.id) == clock.now + HOUR
    assert service.heartbeat.outages(0, "landgrab") == ()
    clock.now += HOUR
    assert await Housekeeping(service).expire(asked.id) is None
    assert (await service.match(asked.id)).ending is Ending.EXPIRED


async def test_after_five_weeks_offline_no_match_is_abandoned(
    service: Service, clock: Clock
) -> None:
    await begin(service)
    clock.now += HOUR
    let_be_away(service, clock, 35 * DAY)
    assert await end_expired(service) == []
    clock.now += 31 * DAY
    assert [it.ending for it in await end_expired(service)] == [Ending.ABANDONED]
