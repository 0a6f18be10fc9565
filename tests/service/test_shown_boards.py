"""The clocks of a match do not count the time in which nobody could see it, whoever shows it."""

from __future__ import annotations

import asyncio
from itertools import count

import pytest

from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.core.clock import DAY
from prowlerbot.match.agreements import resign
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import claim_at, slack
from prowlerbot.match.match import Ending, Match
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service.match_service import Service
from tests.discord.deaths import dying
from tests.persistence.looks import claim_late, due
from tests.persistence.matches import Clock, play_on
from tests.service.test_competitions import HOUR, begun, stepped

pytestmark = pytest.mark.both_databases


async def paired(competitions: Competitions, clock: Clock) -> Match:
    """A match of a competition that has just begun, and has no board."""
    it = await begun(competitions, clock)
    await competitions.service.store.database.write("DELETE FROM boards")
    return await competitions.service.match(it.matches[1])


async def show(service: Service, scene: Scene, channel: int, message: int = 9) -> None:
    await service.note_shown(scene, Board(scene.match.id, 7, channel, message), channel)


async def forgiven(service: Service, before: Match) -> int:
    """The seconds that the running decision of a match has got since."""
    return (await service.match(before.id)).turn_at - before.turn_at


async def test_a_first_board_forgives_the_time_without_it_once(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    await asyncio.gather(*(show(service, scene, 8, message) for message in (9, 10)))
    assert await forgiven(service, match) == 5 * HOUR
    clock.now += 5 * HOUR
    await show(service, await service.scene(match.id), 11)
    assert await forgiven(service, match) == 5 * HOUR, "the board was there to be seen"


async def test_a_board_forgives_the_time_since_its_channel_was_deleted_once(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    await show(service, await service.scene(match.id), 8)
    clock.now += HOUR
    for _ in range(2):  # a second look finds the channel deleted too
        await service.store.boards.forget_channel(8, clock.now)
        clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    for message in (10, 11):
        await show(service, scene, 12, message)
    assert await forgiven(service, match) == 10 * HOUR
    clock.now += HOUR
    await show(service, await service.scene(match.id), 13)
    assert await forgiven(service, match) == 10 * HOUR


async def test_a_first_board_of_a_match_that_is_over_changes_nothing_else(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    clock.now += 5 * HOUR
    over = await service.apply(match.id, resign, match.players[0].id)
    await show(service, await service.scene(match.id), 8)
    assert await service.match(match.id) == over


async def test_a_death_at_any_point_leaves_the_board_with_its_time_forgiven_or_neither(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    for at in count():
        before = await service.match(match.id)
        clock.now += 5 * HOUR
        with dying(at) as death:
            await show(service, await service.scene(match.id), 8)
        if not death.has_come:
            break
        is_shown = await service.store.boards.of_match(match.id) is not None
        assert await forgiven(service, before) == is_shown * (clock.now - before.turn_at), at
        await service.store.database.write("DELETE FROM boards")
    assert at > 5, "there are statements to die at"


async def test_no_move_is_claimed_before_anybody_could_see_the_match_for_as_long_as_a_move_has(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    clock.now = claim_at(match)
    assert not service.late_seats(await service.scene(match.id)), "no player claims it"
    assert await claim_late(competitions) == []
    clock.now += 60
    assert await due(service, MatchDuty.CLAIM), "it looks again soon"
    await show(service, await service.scene(match.id), 8)
    assert claim_at(await service.match(match.id)) == clock.now + DAY + slack(DAY)
    it = await competitions.get(match.terms.competition)
    (other,) = {*it.matches.values()} - {match.id}
    clock.now = claim_at(match) + DAY - 1
    assert await claim_late(competitions) == []
    clock.now += 60
    assert [each.id for each in await claim_late(competitions)] == [other], "nobody has shown it"


async def test_nobody_wins_a_match_that_nobody_could_ever_see_and_nobody_is_taken_out_by_it(
    competitions: Competitions, clock: Clock
) -> None:
    match = await paired(competitions, clock)
    clock.now = claim_at(match) + DAY
    assert match.id in {each.id for each in await claim_late(competitions)}
    over = await competitions.service.match(match.id)
    assert (over.ending, over.ended_by) == (Ending.ABANDONED, 0)
    after = await stepped(competitions, match.terms.competition)
    assert {*after.course.results[1].ranks} == {1}
    assert not after.course.left


@pytest.mark.parametrize(("moves", "ending"), [(1, Ending.ABANDONED), (2, Ending.CLAIMED)])
async def test_nobody_wins_by_moves_that_an_opponent_who_has_not_moved_cannot_see(
    competitions: Competitions, clock: Clock, moves: int, ending: Ending
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    await play_on(service, match, moves)
    clock.now = claim_at(await service.match(match.id)) + DAY
    await claim_late(competitions)
    assert (await service.match(match.id)).ending is ending


async def test_a_round_takes_nobody_out_whose_match_nobody_could_ever_see(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock, round_time=DAY)
    await competitions.service.store.database.write("DELETE FROM boards")
    clock.now = max(map(it.course.clock_end, it.course.open))
    after = await stepped(competitions, it.id)
    assert [{*each.ranks} for each in after.course.results.values()] == [{1}, {1}]
    assert not after.course.left


async def test_a_match_that_goes_on_without_its_competition_keeps_the_time_that_nobody_saw(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    await show(service, await service.scene(match.id), 8)
    await service.store.boards.forget_channel(8, clock.now)
    clock.now += 5 * HOUR
    await competitions.cancel(match.terms.competition)
    await claim_late(competitions)
    after = await service.match(match.id)
    assert after.terms.released
    assert after.turn_at == match.turn_at + 5 * HOUR
    (other,) = {*(await competitions.get(match.terms.competition)).matches.values()} - {match.id}
    assert (await service.match(other)).ending is Ending.ABANDONED, "nobody could ever see it"


async def test_the_end_of_a_round_does_not_count_the_time_in_which_nobody_could_see_a_match(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    clock.now += DAY - HOUR
    await CompetitionSteps(competitions).end_round(match.terms.competition)
    over = await service.match(match.id)
    assert (over.ending, over.ended_by) == (Ending.CUT, 0), "nobody was too slow"
