"""Matches of competitions: of arenas, of hosts who play, and of boards that nobody could see."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms, Stored
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import prolong, remove
from prowlerbot.competitions.formats.arena import OVERTIME, TICK, ends_at, hall
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.banks import seats_that_moved
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import claim_at, slack
from prowlerbot.match.match import Ending, Match, Phase, Player
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.scene import Board, Scene
from prowlerbot.service.match_service import Service
from prowlerbot.service.shown_boards import note_shown
from tests.competitions import kinds
from tests.discord.deaths import dying
from tests.persistence.looks import claim_late, due, take_steps
from tests.persistence.matches import ADA, BEN, CLEO, next_press, play_on
from tests.service.conftest import Cups
from tests.service.test_competitions import FOUR, HOUR, begun, stepped

pytestmark = pytest.mark.both_databases

PACE = 120
SEASON = 30 * 60
LEAST = 8
"""The least moves of Prowler's Passage."""


async def arena_of(
    it: Cups, players: Sequence[Player] = (ADA, BEN), season: int = SEASON, pace: int = PACE
) -> Stored:
    """An arena that has begun."""
    terms = CompetitionTerms(kinds.ARENA, "prowler", it.clock.now + 60, season=season)
    stored = await it.create(terms, name="", guild=7, channel=8, host=ADA.id, pace=pace)
    for player in players:
        await it.enter(stored.id, player)
    it.clock.now += 60
    return await stepped(it, stored.id)


async def latest(it: Cups, stored: Stored) -> Match:
    return await it.service.match(stored.matches[max(stored.matches)])


async def last_match(it: Cups, stored: Stored) -> Match:
    """The match that two begin as the time for new ones is nearly up."""
    it.clock.now = ends_at(stored.competition) - TICK
    await play_on(it.service, await latest(it, stored))
    return await latest(it, await stepped(it, stored.id))


async def thought(it: Cups, match: Match, seconds: tuple[int, int]) -> Match:
    """The match after as many moves as fit before the end, each seat using so many seconds."""
    end = it.clock.now + TICK + OVERTIME
    assert match.created_at == it.clock.now
    while True:
        user, ply, move = next_press(match)
        used = seconds[user == match.player(2).id]
        if it.clock.now + used >= end:
            it.clock.now = end
            return match
        it.clock.now += used
        match = await it.service.play(match.id, user, ply, move)


@pytest.mark.parametrize("moves", [LEAST - 1, LEAST])
async def test_whoever_gives_up_before_the_least_moves_of_the_game_gives_up_early(
    cups: Cups, moves: int
) -> None:
    stored = await arena_of(cups)
    match = await play_on(cups.service, await latest(cups, stored), 2 * moves)
    await cups.service.apply(match.id, resign, ADA.id)
    stored = await stepped(cups, stored.id)
    assert stored.course.results[1].short is (moves < LEAST)
    ada = hall(stored.competition).players[ADA.id]
    assert ada.ready - ada.since == (60 if moves < LEAST else 0)


async def test_whoever_stalls_until_the_end_of_the_overtime_loses_a_rated_match(cups: Cups) -> None:
    stored = await arena_of(cups)
    match = await last_match(cups, stored)
    match = await thought(cups, match, (1, PACE - 2))
    await stepped(cups, stored.id)
    stored = await stepped(cups, stored.id)
    match = await cups.service.match(match.id)
    assert (match.ending, match.ended_by) == (Ending.CLOSED, 2)
    assert match.terms.rated
    assert stored.course.ended
    assert stored.course.results[match.terms.pairing].ranks == (1, 2)
    standing = await cups.service.store.results.standing("prowler", match.players[0].id)
    assert standing is not None
    assert standing.matches == 2


# -------------------- what a host ends counts in the table of the competition, and for no rating

ITS_HOST = ADA.id


async def begun_by_host(it: Cups) -> tuple[Stored, Match]:
    """A tournament of its host, and the match of two others after 26 moves."""
    terms = CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + 60, round_time=DAY)
    stored = await it.create(
        replace(terms, rounds=1), name="Cup", guild=7, channel=8, host=ITS_HOST, pace=DAY
    )
    for player in FOUR:
        await it.enter(stored.id, player)
    it.clock.now += 60
    await take_steps(it, stored.id)
    stored = await it.get(stored.id)
    for match_id in stored.matches.values():
        match = await it.service.match(match_id)
        if match.seat_of(ITS_HOST) is None:
            match = await play_on(it.service, match, 26)
            assert (match.phase, len(seats_that_moved(match))) == (Phase.PLAYING, 2)
            return stored, match
    raise AssertionError


async def verdict(it: Cups, match: Match) -> Verdict:
    found = await it.service.store.results.finished_match(match.id)
    assert found is not None
    return found.verdict


async def test_whoever_is_taken_out_by_a_host_loses_the_place_and_no_rating(cups: Cups) -> None:
    stored, match = await begun_by_host(cups)
    rival = match.players[0].id
    with pytest.raises(Denied, match="You have entered this competition"):
        await cups.apply(stored.id, partial(remove, by=ITS_HOST), rival)
    await cups.apply(stored.id, partial(remove, by=99), rival)
    await CompetitionSteps(cups).step(stored.id)
    assert await verdict(cups, match) is Verdict.FRIENDLY
    course = (await cups.get(stored.id)).competition.course
    assert rival in course.results[match.terms.pairing].absent


async def test_a_round_that_a_host_ends_counts_in_the_table_alone(cups: Cups) -> None:
    stored, match = await begun_by_host(cups)
    (own,) = {*stored.matches.values()} - {match.id}
    await cups.service.apply(own, resign, ADA.id)
    await CompetitionSteps(cups).step(stored.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await CompetitionSteps(cups).end_round(stored.id, by=ITS_HOST)
    cups.clock.now += 20
    after = await CompetitionSteps(cups).end_round(stored.id, by=99)
    assert await verdict(cups, match) is Verdict.FRIENDLY
    assert {*after.competition.course.results[match.terms.pairing].ranks} == {1, 2}


@pytest.mark.parametrize("ends", ["claim", "round"])
async def test_the_bot_asks_who_is_kept_out_before_somebody_loses_by_the_clock(
    cups: Cups, ends: str
) -> None:
    stored, match = await begun_by_host(cups)
    late = cups.service.to_move(match)

    async def kept_out(scene: Scene) -> list[int]:
        return [player.id for player in scene.match.players_at(late)]

    cups.kept_out = kept_out
    if ends == "claim":
        await cups.apply(stored.id, prolong, cups.clock.now + 9 * DAY)
    cups.clock.now += 2 * DAY
    if ends == "claim":
        assert match.id in {each.id for each in await claim_late(cups)}
    else:
        await CompetitionSteps(cups).step(stored.id)
    assert (await cups.service.match(match.id)).phase is Phase.OVER
    assert await verdict(cups, match) is Verdict.FRIENDLY


# ---- the clocks of a match do not count the time in which nobody could see it, whoever shows it


async def paired(cups: Cups) -> Match:
    """A match of a competition that has just begun, and has no board."""
    it = await begun(cups)
    await cups.service.store.database.write("DELETE FROM boards")
    return await cups.service.match(it.matches[1])


async def show(service: Service, scene: Scene, channel: int, message: int = 9) -> None:
    await note_shown(service, scene, Board(scene.match.id, 7, channel, message), channel)


async def forgiven(service: Service, before: Match) -> int:
    """The seconds that the running decision of a match has got since."""
    return (await service.match(before.id)).turn_at - before.turn_at


async def test_a_first_board_forgives_the_time_without_it_once(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    cups.clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    await asyncio.gather(*(show(service, scene, 8, message) for message in (9, 10)))
    assert await forgiven(service, match) == 5 * HOUR
    cups.clock.now += 5 * HOUR
    await show(service, await service.scene(match.id), 11)
    assert await forgiven(service, match) == 5 * HOUR, "the board was there to be seen"


async def test_a_board_forgives_the_time_since_its_channel_was_deleted_once(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    await show(service, await service.scene(match.id), 8)
    cups.clock.now += HOUR
    for _ in range(2):  # a second look finds the channel deleted too
        await service.store.boards.forget_channel(8, cups.clock.now)
        cups.clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    for message in (10, 11):
        await show(service, scene, 12, message)
    assert await forgiven(service, match) == 10 * HOUR
    cups.clock.now += HOUR
    await show(service, await service.scene(match.id), 13)
    assert await forgiven(service, match) == 10 * HOUR


async def test_a_death_at_any_point_leaves_the_board_with_its_time_forgiven_or_neither(
    cups: Cups,
) -> None:
    service, match = cups.service, await paired(cups)
    for at in count():
        before = await service.match(match.id)
        cups.clock.now += 5 * HOUR
        with dying(at) as death:
            await show(service, await service.scene(match.id), 8)
        if not death.has_come:
            break
        is_shown = await service.store.boards.of_match(match.id) is not None
        assert await forgiven(service, before) == is_shown * (cups.clock.now - before.turn_at), at
        await service.store.database.write("DELETE FROM boards")
    assert at > 5, "there are statements to die at"


async def test_no_move_is_claimed_before_anybody_could_see_the_match_for_as_long_as_a_move_has(
    cups: Cups,
) -> None:
    service, match = cups.service, await paired(cups)
    cups.clock.now = claim_at(match)
    assert not service.late_seats(await service.scene(match.id)), "no player claims it"
    assert await claim_late(cups) == []
    cups.clock.now += 60
    assert await due(service, MatchDuty.CLAIM), "it looks again soon"
    await show(service, await service.scene(match.id), 8)
    assert claim_at(await service.match(match.id)) == cups.clock.now + DAY + slack(DAY)
    it = await cups.get(match.terms.competition)
    (other,) = {*it.matches.values()} - {match.id}
    cups.clock.now = claim_at(match) + DAY - 1
    assert await claim_late(cups) == []
    cups.clock.now += 60
    assert [each.id for each in await claim_late(cups)] == [other], "nobody has shown it"


async def test_the_end_of_a_round_does_not_count_the_time_in_which_nobody_could_see_a_match(
    cups: Cups,
) -> None:
    service, match = cups.service, await paired(cups)
    cups.clock.now += DAY - HOUR
    await CompetitionSteps(cups).end_round(match.terms.competition)
    over = await service.match(match.id)
    assert (over.ending, over.ended_by) == (Ending.CUT, 0), "nobody was too slow"


async def test_an_arena_goes_on_where_it_stood_once_the_bot_can_post_again(cups: Cups) -> None:
    stored, steps = await arena_of(cups), CompetitionSteps(cups)
    await cups.enter(stored.id, CLEO)
    end = ends_at(stored.competition)
    cups.clock.now = end - 60
    match = await play_on(cups.service, await latest(cups, stored), 2 * LEAST)
    await cups.service.apply(match.id, resign, ADA.id)
    for _ in range(11):
        assert await steps.take_due_steps(stored.id, can_post=False) == cups.clock.now + 30
        cups.clock.now += 30
    stored = await cups.get(stored.id)
    assert not stored.course.ended
    assert len(stored.course.pairings) == 1
    stored = await stepped(cups, stored.id)
    assert len(stored.course.pairings) == 2
    assert cups.clock.now < ends_at(stored.competition) <= cups.clock.now + 60
    assert ends_at(stored.competition) >= end + 300


async def test_nobody_wins_a_match_that_nobody_could_ever_see_and_nobody_is_taken_out_by_it(
    cups: Cups,
) -> None:
    match = await paired(cups)
    cups.clock.now = claim_at(match) + DAY
    assert match.id in {each.id for each in await claim_late(cups)}
    over = await cups.service.match(match.id)
    assert (over.ending, over.ended_by) == (Ending.ABANDONED, 0)
    after = await stepped(cups, match.terms.competition)
    assert {*after.course.results[1].ranks} == {1}
    assert not after.course.left


@pytest.mark.parametrize(("moves", "ending"), [(1, Ending.ABANDONED), (2, Ending.CLAIMED)])
async def test_nobody_wins_by_moves_that_an_opponent_who_has_not_moved_cannot_see(
    cups: Cups, moves: int, ending: Ending
) -> None:
    service, match = cups.service, await paired(cups)
    await play_on(service, match, moves)
    cups.clock.now = claim_at(await service.match(match.id)) + DAY
    await claim_late(cups)
    assert (await service.match(match.id)).ending is ending


async def test_a_match_that_goes_on_without_its_competition_keeps_the_time_that_nobody_saw(
    cups: Cups,
) -> None:
    service, match = cups.service, await paired(cups)
    await show(service, await service.scene(match.id), 8)
    await service.store.boards.forget_channel(8, cups.clock.now)
    cups.clock.now += 5 * HOUR
    await cups.cancel(match.terms.competition)
    await claim_late(cups)
    after = await service.match(match.id)
    assert after.terms.released
    assert after.turn_at == match.turn_at + 5 * HOUR
    (other,) = {*(await cups.get(match.terms.competition)).matches.values()} - {match.id}
    assert (await service.match(other)).ending is Ending.ABANDONED, "nobody could ever see it"
