"""What would hold up competitions or players: damaged matches, a bot that was away, hosts of too
many, a competition that is cancelled.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import (
    IN_SERVER,
    OF_MEMBERS,
    CompetitionTerms,
    Format,
    Stored,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.competition_store import withdraw
from prowlerbot.competitions.course import Dropped
from prowlerbot.competitions.formats.ladder import challenge
from prowlerbot.competitions.recurrence import Every
from prowlerbot.core.clock import A_CHECK_IN, DAY
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.match import agreements
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import LEFT_ALONE, slack
from prowlerbot.match.match import Ending, Phase, Player
from prowlerbot.match.terms import Asked
from prowlerbot.privacy.privacy_service import Privacy
from tests.competitions import kinds
from tests.persistence.looks import (
    claim_late,
    due,
    end_expired,
    let_be_away,
    show_boards,
    take_steps,
)
from tests.persistence.matches import ADA, BEN, CLEO, Clock, play_on
from tests.service.test_competitions import HOUR, begun, created, stepped
from tests.service.test_seasons import begun as league
from tests.service.test_seasons import finished

pytestmark = pytest.mark.both_databases


async def damage(it: Competitions, match_id: str) -> None:
    """A match of which two moves are played, and the first one cannot be read any more."""
    match = await it.service.match(match_id)
    await play_on(it.service, match, plies=2)
    changed = await it.service.store.database.write(
        "UPDATE plays SET move = 'zz' WHERE match = $1 AND ply = 0", match_id
    )
    assert changed == 1


@pytest.mark.parametrize("aside", [False, True])
async def test_a_damaged_match_is_even_once_its_move_is_late_though_no_round_ends_it(
    competitions: Competitions, clock: Clock, *, aside: bool
) -> None:
    it = await created(competitions, kinds.LADDER)
    for player in (ADA, BEN):
        await competitions.enter(it.id, player)
    clock.now += 60
    await CompetitionSteps(competitions).step(it.id)
    it = await competitions.apply(it.id, challenge, BEN.id, ADA.id)
    await show_boards(competitions.service, it.matches.values())
    await damage(competitions, it.matches[1])
    if aside:
        broken = competitions.service.store.broken
        await broken.note(it.matches[1], "zz", clock.now)
        await broken.set_aside()
    clock.now += DAY + slack(DAY)
    assert await claim_late(competitions) == []
    it = await stepped(competitions, it.id)

    assert it.competition.course.results[1].ranks == (1, 1)
    assert await due(competitions.service, MatchDuty.CLAIM) == []


async def test_the_bot_claims_nothing_in_the_matches_of_a_cancelled_competition(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    await competitions.cancel(it.id)
    clock.now += DAY + slack(DAY)
    again = Competitions(competitions.service)
    assert [each.phase for each in await claim_late(again)] == [Phase.PLAYING] * 2
    clock.now += LEFT_ALONE
    ended = await end_expired(competitions.service)

    assert {each.id for each in ended} == {*it.matches.values()}
    for each in ended:
        assert (each.phase, each.ending) == (Phase.OVER, Ending.ABANDONED)
        assert await competitions.service.store.results.finished_match(each.id) is None


@pytest.mark.parametrize("left", [-DAY, 60, DAY + 60])
async def test_a_clock_that_runs_out_in_an_outage_or_in_the_day_after_it_has_that_day(
    competitions: Competitions, clock: Clock, left: int
) -> None:
    it = await begun(competitions, clock)
    claimed = clock.now + DAY + slack(DAY)
    let_be_away(competitions.service, clock, claimed - left - clock.now)
    clock.now += DAY + slack(DAY) - 1
    assert await claim_late(competitions) == []
    clock.now += 1
    assert len(await claim_late(competitions)) == len(it.matches) == 2


@pytest.mark.parametrize("left", [-DAY, 60, DAY - 60])
async def test_a_round_that_ends_in_an_outage_or_in_the_day_after_it_has_that_day(
    competitions: Competitions, clock: Clock, left: int
) -> None:
    it = await begun(competitions, clock, round_time=3 * DAY)
    end = clock.now + 3 * DAY
    let_be_away(competitions.service, clock, end - left - clock.now)
    back = clock.now
    await competitions.service.store.database.run(competitions.service.store.beats.look_at_clocks)
    await take_steps(competitions)
    it = await competitions.get(it.id)
    assert {it.competition.course.clock_end(each) for each in it.competition.course.open} == {
        back + DAY
    }
    assert not it.competition.course.cut
    clock.now = back + DAY - 1
    assert await take_steps(competitions) == 0
    clock.now += 1
    assert await take_steps(competitions)
    assert len((await competitions.get(it.id)).competition.course.results) == 2


@pytest.mark.parametrize("format_", [kinds.SWISS, kinds.LEAGUE])
async def test_a_check_in_that_an_outage_has_cut_short_goes_on_and_players_are_called_once_more(
    competitions: Competitions, clock: Clock, format_: Format
) -> None:
    lasts = HOUR if format_ is kinds.SWISS else 7 * DAY
    starts = clock.now + lasts + 60
    it = await created(competitions, format_, starts=starts, check_in=lasts)
    for player in (ADA, BEN, CLEO):
        await competitions.enter(it.id, player)
    clock.now += 60
    await take_steps(competitions)
    await competitions.apply(it.id, competition_steps.check_in, ADA.id)
    clock.now += 60
    let_be_away(competitions.service, clock, lasts + HOUR)
    back = clock.now
    await competitions.service.store.database.run(competitions.service.store.beats.look_at_clocks)
    await take_steps(competitions)
    course = (await competitions.get(it.id)).competition.course
    assert (course.began, course.reminded, {*course.left}) == (None, True, set())
    more = A_CHECK_IN if format_ is kinds.SWISS else DAY
    clock.now = back + more - 1
    assert await take_steps(competitions) == 0
    await competitions.apply(it.id, competition_steps.check_in, BEN.id)
    clock.now += 1
    await take_steps(competitions)
    course = (await competitions.get(it.id)).competition.course
    assert course.began is not None
    assert course.left.keys() == {CLEO.id}


async def test_on_a_ladder_days_without_the_bot_do_not_count_as_idle(
    competitions: Competitions, clock: Clock
) -> None:
    it = await created(competitions, kinds.LADDER)
    for player in (ADA, BEN, CLEO):
        await competitions.enter(it.id, player)
    clock.now += 60
    await take_steps(competitions)
    began, idle = clock.now, it.competition.terms.idle
    clock.now += idle - 4 * DAY
    let_be_away(competitions.service, clock, 5 * DAY)
    await competitions.service.store.database.run(competitions.service.store.beats.look_at_clocks)
    await take_steps(competitions)
    for now, drop in ((began + idle + 5 * DAY - 61, False), (began + idle + 5 * DAY, True)):
        clock.now = now
        await take_steps(competitions)
        events = (await competitions.get(it.id)).competition.events
        assert any(isinstance(event, Dropped) for event in events) is drop


async def test_the_season_that_a_league_waits_for_outlives_the_data_of_its_host(
    competitions: Competitions, clock: Clock
) -> None:
    first = await finished(competitions, await league(competitions, clock))
    second = await competitions.store.season(first.series, 2)
    assert second is not None
    await Privacy(competitions.service).forget(ADA.id)
    assert not (await competitions.get(second.id)).competition.course.ended


async def host(
    it: Competitions, member: int, *, admin: bool = False, ahead: int = 89 * DAY
) -> Stored:
    terms = CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + ahead)
    return await it.create(terms, name="", guild=7, channel=8, host=member, pace=DAY, admin=admin)


async def test_members_fill_half_of_the_places_of_a_server(competitions: Competitions) -> None:
    for member in range(OF_MEMBERS):
        await host(competitions, 1 + member)
    with pytest.raises(Denied, match="Members host 10 competitions here"):
        await host(competitions, 99)
    for _ in range(IN_SERVER - OF_MEMBERS):
        await host(competitions, 100, admin=True)
    with pytest.raises(Denied, match="This server has 20 competitions"):
        await host(competitions, 100, admin=True)


FOUR_HOSTS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
"""The hosts of as many competitions as members can host together."""


async def hosted(
    it: Competitions, clock: Clock, members: Sequence[int] = FOUR_HOSTS
) -> list[Stored]:
    """A competition of each of these members, each older than the next."""
    stored = list[Stored]()
    for member in members:
        clock.now += 60
        stored.append(await host(it, member))
    return stored


async def joined_by_two(it: Competitions, some: Sequence[Stored]) -> None:
    for number, stored in enumerate(some):
        for player in (100 + number, 200 + number):
            await it.enter(stored.id, Player(player, ""))


async def ended(it: Competitions, some: Sequence[Stored]) -> list[int]:
    """The numbers of those that have ended."""
    courses = [(await it.get(each.id)).course for each in some]
    return [number for number, course in enumerate(courses) if course.ended]


async def test_a_member_who_hosts_none_gets_the_newest_empty_place_of_the_member_with_most(
    competitions: Competitions, clock: Clock
) -> None:
    full = await hosted(competitions, clock)
    await joined_by_two(competitions, full[8:9])
    await competitions.enter(full[7].id, CLEO)
    assert not (await host(competitions, 9)).course.ended

    assert await ended(competitions, full) == [7]
    course = (await competitions.get(full[7].id)).course
    assert course.cancelled
    assert course.ended_by == "place"
    assert full[7].id in await due(competitions.service, CompetitionDuty.NEWS)
    with pytest.raises(Stale):
        await competitions.enter(full[7].id, BEN)

    for member in range(10, 15):
        await host(competitions, member)
    assert await ended(competitions, full) == [1, 2, 4, 5, 6, 7]
    with pytest.raises(Denied, match="Members host 10"):
        await host(competitions, 15)


async def test_whoever_hosts_one_takes_no_other_members_place(
    competitions: Competitions, clock: Clock
) -> None:
    full = await hosted(competitions, clock)
    with pytest.raises(Denied, match="Members host 10"):
        await host(competitions, FOUR_HOSTS[-1])
    with pytest.raises(Denied, match="You host 3 competitions"):
        await host(competitions, FOUR_HOSTS[0])
    assert await ended(competitions, full) == []


async def test_competitions_with_two_players_or_about_to_start_keep_their_places(
    competitions: Competitions, clock: Clock
) -> None:
    full = await hosted(competitions, clock)
    await joined_by_two(competitions, full[1:9])
    clock.now = full[0].terms.starts - HOUR
    with pytest.raises(Denied, match="Members host 10"):
        await host(competitions, 9)
    clock.now -= 1
    await host(competitions, 9)
    assert await ended(competitions, full) == [0]


async def test_the_older_series_stays_though_its_present_season_is_the_newest(
    competitions: Competitions, clock: Clock
) -> None:
    terms = CompetitionTerms(kinds.SWISS, "prowler", clock.now + 60, every=Every.MONTH)
    first = await competitions.create(terms, name="", guild=7, channel=8, host=1, pace=DAY)
    full = await hosted(competitions, clock, FOUR_HOSTS[1:])
    await stepped(competitions, first.id)
    second = await competitions.store.season(first.id, 2)
    assert second is not None
    await joined_by_two(competitions, full[2:])
    for member in (9, 10):
        await host(competitions, member)
    assert await ended(competitions, [*full, second]) == [0, 1]


async def test_an_account_withdraws_no_second_one_by_cancelling_its_own(
    competitions: Competitions, clock: Clock
) -> None:
    full = await hosted(competitions, clock)
    mine = await host(competitions, 9)
    await competitions.cancel(mine.id, by=9, role="host")
    await host(competitions, FOUR_HOSTS[-2])
    with pytest.raises(Denied, match="Members host 10"):
        await host(competitions, 9)
    clock.now += 12 * HOUR
    await host(competitions, 9)
    assert len(await ended(competitions, full)) == 1, "the newest one came later"


async def test_two_new_hosts_at_once_get_two_places_and_one_who_asks_twice_gets_one(
    competitions: Competitions, clock: Clock
) -> None:
    full = await hosted(competitions, clock)
    asked = [host(competitions, member) for member in (9, 10, 10)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, Stored) for each in answers) == 2
    assert sum(isinstance(each, Denied) for each in answers) == 1
    assert len(await ended(competitions, full)) == 2
    assert len(await competitions.of_guild(7)) == OF_MEMBERS


async def test_a_withdrawal_of_what_has_changed_meanwhile_stores_nothing(
    competitions: Competitions,
) -> None:
    before = await host(competitions, 1)
    await competitions.enter(before.id, BEN)
    new = replace(before, id="cnew", series="cnew")
    outdated = partial(withdraw, stored=before, now=competitions.service.now())
    assert not await competitions.store.add(new, outdated)
    assert await ended(competitions, [before]) == []
    assert [each.id for each in await competitions.of_guild(7)] == [before.id]


async def test_a_match_of_a_cancelled_competition_can_end_by_agreement(
    competitions: Competitions, clock: Clock
) -> None:
    service = competitions.service
    it = await begun(competitions, clock)
    assert await claim_late(competitions) == []
    match = await service.match(it.matches[1])
    one, other = match.players

    async def end() -> None:
        for transition in (
            lambda each, it: agreements.ask(each, it, one.id, Asked.CANCEL, each.moment),
            lambda each, it: agreements.agree(each, it, other.id, Asked.CANCEL, each.moment),
        ):
            await service.apply(match.id, transition)

    with pytest.raises(Denied, match="ends with a result"):
        await end()
    clock.now += LEFT_ALONE + 30 * DAY
    assert await end_expired(service) == []
    await competitions.cancel(it.id)
    released = {each.id for each in await claim_late(competitions)}
    assert released == {*it.matches.values()}
    assert await claim_late(competitions) == []
    await end()
    match = await service.match(match.id)
    assert match.phase is Phase.OVER
    assert await due(service, CompetitionDuty.STEP) == []
    assert (await competitions.get(it.id)).competition.course.results == {}


@pytest.mark.parametrize("released", [False, True])
async def test_nobody_ends_a_match_by_what_they_do_with_its_cancelled_competition(
    competitions: Competitions, clock: Clock, *, released: bool
) -> None:
    it = await begun(competitions, clock)
    match = await competitions.service.match(it.matches[1])
    match = await play_on(competitions.service, match, plies=4)
    clock.now += HOUR
    await competitions.cancel(it.id)
    if released:
        await claim_late(competitions)
    steps = CompetitionSteps(competitions)
    for change in (competitions.leave(it.id, match.players[0].id), steps.end_round(it.id)):
        with pytest.raises(Stale, match="is over"):
            await change
    for match_id in it.matches.values():
        assert (await competitions.service.match(match_id)).phase is Phase.PLAYING


async def test_whoever_left_before_a_competition_was_cancelled_is_out_of_the_match(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    gone = (await competitions.service.match(it.matches[1])).players[0].id
    await competitions.leave(it.id, gone)
    await competitions.cancel(it.id)
    released = {each.id for each in await claim_late(competitions)}
    assert released == {it.matches[2]}
    match = await competitions.service.match(it.matches[1])
    assert match.ending is Ending.RESIGNED
