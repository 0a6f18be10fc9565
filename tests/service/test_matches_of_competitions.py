"""Matches of competitions: of arenas, of hosts who play, and of boards that nobody could see."""

import asyncio
import json
from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import prolong, remove
from prowlerbot.competitions.formats.arena import LONGEST_WAIT, OVERTIME, RULES, TICK, ends_at, hall
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.banks import seats_that_moved
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import claim_at, slack
from prowlerbot.match.match import Ending, Match, Phase
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.service.shown_boards import note_shown
from tests.competitions import kinds
from tests.discord.deaths import dying
from tests.persistence.looks import claim_late, due, take_steps
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock, next_press, play_on
from tests.service.test_competitions import HOUR, begun

pytestmark = pytest.mark.both_databases

PACE = 120
SEASON = 30 * 60
LEAST = 8
"""The least moves of Prowler's Passage."""


async def stepped(it: Competitions, competition: str) -> Stored:
    await take_steps(it, competition)
    return await it.get(competition)


async def begun_arena(it: Competitions, clock: Clock) -> Stored:
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
    stored = await begun_arena(competitions, clock)
    match = await play_on(competitions.service, await latest(competitions, stored), 2 * moves)
    await competitions.service.apply(match.id, resign, ADA.id)
    stored = await stepped(competitions, stored.id)
    assert stored.course.results[1].short is (moves < LEAST)
    ada = hall(stored.competition).players[ADA.id]
    assert ada.ready - ada.since == (60 if moves < LEAST else 0)


async def test_an_arena_that_began_before_there_were_versions_goes_on_by_the_first_rules(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await begun_arena(competitions, clock)
    assert stored.terms.rules == RULES
    terms = stored.terms.as_json()
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
    stored = await begun_arena(competitions, clock)
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


# -------------------- what a host ends counts in the table of the competition, and for no rating

FOUR = (ADA, BEN, CLEO, DORA)
ITS_HOST = ADA.id


async def begun_by_host(it: Competitions, clock: Clock) -> tuple[Stored, Match]:
    """A tournament of its host, and the match of two others after 26 moves."""
    terms = CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + 60, round_time=DAY)
    stored = await it.create(
        replace(terms, rounds=1), name="Cup", guild=7, channel=8, host=ITS_HOST, pace=DAY
    )
    for player in FOUR:
        await it.enter(stored.id, player)
    clock.now += 60
    await take_steps(it, stored.id)
    stored = await it.get(stored.id)
    for match_id in stored.matches.values():
        match = await it.service.match(match_id)
        if match.seat_of(ITS_HOST) is None:
            match = await play_on(it.service, match, 26)
            assert (match.phase, len(seats_that_moved(match))) == (Phase.PLAYING, 2)
            return stored, match
    raise AssertionError


async def verdict(it: Competitions, match: Match) -> Verdict:
    found = await it.service.store.results.finished_match(match.id)
    assert found is not None
    return found.verdict


async def test_whoever_is_taken_out_by_a_host_loses_the_place_and_no_rating(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun_by_host(competitions, clock)
    rival = match.players[0].id
    with pytest.raises(Denied, match="You have entered this competition"):
        await competitions.apply(stored.id, partial(remove, by=ITS_HOST), rival)
    await competitions.apply(stored.id, partial(remove, by=99), rival)
    await CompetitionSteps(competitions).step(stored.id)
    assert await verdict(competitions, match) is Verdict.FRIENDLY
    course = (await competitions.get(stored.id)).competition.course
    assert rival in course.results[match.terms.pairing].absent


async def test_a_round_that_a_host_ends_counts_in_the_table_alone(
    competitions: Competitions, clock: Clock
) -> None:
    stored, match = await begun_by_host(competitions, clock)
    (own,) = {*stored.matches.values()} - {match.id}
    await competitions.service.apply(own, resign, ADA.id)
    await CompetitionSteps(competitions).step(stored.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await CompetitionSteps(competitions).end_round(stored.id, by=ITS_HOST)
    clock.now += 20
    after = await CompetitionSteps(competitions).end_round(stored.id, by=99)
    assert await verdict(competitions, match) is Verdict.FRIENDLY
    assert {*after.competition.course.results[match.terms.pairing].ranks} == {1, 2}


@pytest.mark.parametrize("ends", ["claim", "round"])
async def test_the_bot_asks_who_is_kept_out_before_somebody_loses_by_the_clock(
    competitions: Competitions, clock: Clock, ends: str
) -> None:
    stored, match = await begun_by_host(competitions, clock)
    late = competitions.service.to_move(match)

    async def kept_out(scene: Scene) -> list[int]:
        return [player.id for player in scene.match.players_at(late)]

    competitions.kept_out = kept_out
    if ends == "claim":
        await competitions.apply(stored.id, prolong, clock.now + 9 * DAY)
    clock.now += 2 * DAY
    if ends == "claim":
        assert match.id in {each.id for each in await claim_late(competitions)}
    else:
        await CompetitionSteps(competitions).step(stored.id)
    assert (await competitions.service.match(match.id)).phase is Phase.OVER
    assert await verdict(competitions, match) is Verdict.FRIENDLY


# ---- the clocks of a match do not count the time in which nobody could see it, whoever shows it


async def paired(competitions: Competitions, clock: Clock) -> Match:
    """A match of a competition that has just begun, and has no board."""
    it = await begun(competitions, clock)
    await competitions.service.store.database.write("DELETE FROM boards")
    return await competitions.service.match(it.matches[1])


async def show(service: Service, scene: Scene, channel: int, message: int = 9) -> None:
    await note_shown(service, scene, Board(scene.match.id, 7, channel, message), channel)


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


async def test_the_end_of_a_round_does_not_count_the_time_in_which_nobody_could_see_a_match(
    competitions: Competitions, clock: Clock
) -> None:
    service, match = competitions.service, await paired(competitions, clock)
    clock.now += DAY - HOUR
    await CompetitionSteps(competitions).end_round(match.terms.competition)
    over = await service.match(match.id)
    assert (over.ending, over.ended_by) == (Ending.CUT, 0), "nobody was too slow"


async def test_an_arena_goes_on_where_it_stood_once_the_bot_can_post_again(
    competitions: Competitions, clock: Clock
) -> None:
    stored, steps = await begun_arena(competitions, clock), CompetitionSteps(competitions)
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
    stored, steps = await begun_arena(competitions, clock), CompetitionSteps(competitions)
    match = await play_on(competitions.service, await latest(competitions, stored), 2 * LEAST)
    await competitions.service.apply(match.id, resign, ADA.id)
    until = clock.now + LONGEST_WAIT + 60
    while await steps.take_due_steps(stored.id, can_post=False) is not None:
        clock.now += 30
        assert clock.now <= until
    course = (await competitions.get(stored.id)).course
    assert (course.cancelled, course.ended_by) == (True, "channel")


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
