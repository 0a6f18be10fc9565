"""What would hold up competitions or players: damaged matches, a bot that was away, hosts of too
many, a competition that is cancelled.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

import pytest

from prowlerbot.competitions import competition_record, competition_steps
from prowlerbot.competitions.competition_record import Every
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.competition_store import withdraw
from prowlerbot.competitions.formats.ladder import challenge
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
from tests.persistence.matches import ADA, BEN, CLEO, play_on
from tests.service.conftest import Cups
from tests.service.test_competitions import HOUR, begun, created, stepped
from tests.service.test_seasons import begun_league as league
from tests.service.test_seasons import finished

pytestmark = pytest.mark.both_databases


async def damage(it: Cups, match_id: str) -> None:
    """A match of which two moves are played, and the first one cannot be read any more."""
    match = await it.service.match(match_id)
    await play_on(it.service, match, plies=2)
    changed = await it.service.store.database.write(
        "UPDATE plays SET move = 'zz' WHERE match = $1 AND ply = 0", match_id
    )
    assert changed == 1


@pytest.mark.parametrize("aside", [False, True])
async def test_a_damaged_match_is_even_once_its_move_is_late(cups: Cups, *, aside: bool) -> None:
    it = await created(cups, kinds.LADDER)
    for player in (ADA, BEN):
        await cups.enter(it.id, player)
    cups.clock.now += 60
    await CompetitionSteps(cups).step(it.id)
    it = await cups.apply(it.id, challenge, BEN.id, ADA.id)
    await show_boards(cups.service, it.matches.values())
    await damage(cups, it.matches[1])
    if aside:
        broken = cups.service.store.broken
        await broken.note(it.matches[1], "zz", cups.clock.now)
        await broken.set_aside()
    cups.clock.now += DAY + slack(DAY)
    assert await claim_late(cups) == []
    it = await stepped(cups, it.id)

    assert it.competition.course.results[1].ranks == (1, 1)
    assert await due(cups.service, MatchDuty.CLAIM) == []


async def test_matches_of_a_cancelled_competition_are_left_to_themselves(cups: Cups) -> None:
    it = await begun(cups)
    cups.clock.now += LEFT_ALONE + 30 * DAY
    assert await end_expired(cups.service) == [], "its matches end with a result"
    await cups.cancel(it.id)
    again = Competitions(cups.service)
    assert [each.phase for each in await claim_late(again)] == [Phase.PLAYING] * 2
    assert await claim_late(again) == [], "once is enough"
    cups.clock.now += LEFT_ALONE
    ended = await end_expired(cups.service)
    assert {each.id for each in ended} == {*it.matches.values()}
    for each in ended:
        assert (each.phase, each.ending) == (Phase.OVER, Ending.ABANDONED)
        assert await cups.service.store.results.finished_match(each.id) is None


@pytest.mark.parametrize("left", [-DAY, 60, DAY + 60])
async def test_a_clock_that_an_outage_ends_has_the_day_after_it(cups: Cups, left: int) -> None:
    it = await begun(cups)
    let_be_away(cups.service, cups.clock, DAY + slack(DAY) - left)
    cups.clock.now += DAY + slack(DAY) - 1
    assert await claim_late(cups) == []
    cups.clock.now += 1
    assert len(await claim_late(cups)) == len(it.matches) == 2


async def away(it: Cups, seconds: int) -> int:
    """The bot is away, and then does what is due; the time at which it is back."""
    let_be_away(it.service, it.clock, seconds)
    await it.service.store.database.run(it.service.store.beats.look_at_clocks)
    await take_steps(it)
    return it.clock.now


@pytest.mark.parametrize("left", [-DAY, 60, DAY - 60])
async def test_a_round_that_an_outage_ends_has_the_day_after_it(cups: Cups, left: int) -> None:
    it = await begun(cups, round_time=3 * DAY)
    back = await away(cups, 3 * DAY - left)
    course = (await cups.get(it.id)).course
    assert {course.clock_end(each) for each in course.open} == {back + DAY}
    assert not course.cut
    cups.clock.now = back + DAY - 1
    assert await take_steps(cups) == 0
    cups.clock.now += 1
    assert await take_steps(cups)
    assert len((await cups.get(it.id)).competition.course.results) == 2


@pytest.mark.parametrize("format_", [kinds.SWISS, kinds.LEAGUE])
async def test_a_check_in_that_an_outage_cuts_goes_on(
    cups: Cups, format_: competition_record.Format
) -> None:
    lasts = HOUR if format_ is kinds.SWISS else 7 * DAY
    starts = cups.clock.now + lasts + 60
    it = await created(cups, format_, starts=starts, check_in=lasts)
    for player in (ADA, BEN, CLEO):
        await cups.enter(it.id, player)
    cups.clock.now += 60
    await take_steps(cups)
    await cups.apply(it.id, competition_steps.check_in, ADA.id)
    cups.clock.now += 60
    back = await away(cups, lasts + HOUR)
    course = (await cups.get(it.id)).course
    assert (course.began, course.reminded, {*course.left}) == (None, True, set())
    more = A_CHECK_IN if format_ is kinds.SWISS else DAY
    cups.clock.now = back + more - 1
    assert await take_steps(cups) == 0
    await cups.apply(it.id, competition_steps.check_in, BEN.id)
    cups.clock.now += 1
    await take_steps(cups)
    course = (await cups.get(it.id)).course
    assert course.began is not None
    assert course.left.keys() == {CLEO.id}


async def test_the_season_that_a_league_waits_for_outlives_the_data_of_its_host(cups: Cups) -> None:
    first = await finished(cups, await league(cups))
    second = await cups.store.season(first.series, 2)
    assert second is not None
    await Privacy(cups.service).forget(ADA.id)
    assert not (await cups.get(second.id)).competition.course.ended


async def host(
    it: Cups, member: int, *, admin: bool = False, ahead: int = 89 * DAY
) -> competition_record.Stored:
    terms = competition_record.CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + ahead)
    return await it.create(terms, name="", guild=7, channel=8, host=member, pace=DAY, admin=admin)


async def test_members_fill_half_of_the_places_of_a_server(cups: Cups) -> None:
    for member in range(competition_record.OF_MEMBERS):
        await host(cups, 1 + member)
    with pytest.raises(Denied, match="Members host 10 competitions here"):
        await host(cups, 99)
    for _ in range(competition_record.IN_SERVER - competition_record.OF_MEMBERS):
        await host(cups, 100, admin=True)
    with pytest.raises(Denied, match="This server has 20 competitions"):
        await host(cups, 100, admin=True)


FOUR_HOSTS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
"""The hosts of as many competitions as members can host together."""


async def hosted(it: Cups, members: Sequence[int] = FOUR_HOSTS) -> list[competition_record.Stored]:
    """A competition of each of these members, each older than the next."""
    stored = list[competition_record.Stored]()
    for member in members:
        it.clock.now += 60
        stored.append(await host(it, member))
    return stored


async def joined_by_two(it: Cups, some: Sequence[competition_record.Stored]) -> None:
    for number, stored in enumerate(some):
        for player in (100 + number, 200 + number):
            await it.enter(stored.id, Player(player, ""))


async def ended(it: Cups, some: Sequence[competition_record.Stored]) -> list[int]:
    """The numbers of those that have ended."""
    courses = [(await it.get(each.id)).course for each in some]
    return [number for number, course in enumerate(courses) if course.ended]


async def test_a_host_of_none_gets_the_newest_empty_place_of_whoever_has_most(cups: Cups) -> None:
    full = await hosted(cups)
    with pytest.raises(Denied, match="Members host 10"):
        await host(cups, FOUR_HOSTS[-1])
    assert await ended(cups, full) == [], "whoever hosts one takes no place"
    await joined_by_two(cups, full[8:9])
    await cups.enter(full[7].id, CLEO)
    assert not (await host(cups, 9)).course.ended

    assert await ended(cups, full) == [7]
    course = (await cups.get(full[7].id)).course
    assert course.cancelled
    assert course.ended_by == "place"
    assert full[7].id in await due(cups.service, CompetitionDuty.NEWS)
    with pytest.raises(Stale):
        await cups.enter(full[7].id, BEN)

    for member in range(10, 15):
        await host(cups, member)
    assert await ended(cups, full) == [1, 2, 4, 5, 6, 7]
    with pytest.raises(Denied, match="Members host 10"):
        await host(cups, 15)


async def test_competitions_with_two_players_or_soon_to_start_keep_their_places(cups: Cups) -> None:
    full = await hosted(cups)
    await joined_by_two(cups, full[1:9])
    cups.clock.now = full[0].terms.starts - HOUR
    with pytest.raises(Denied, match="Members host 10"):
        await host(cups, 9)
    cups.clock.now -= 1
    await host(cups, 9)
    assert await ended(cups, full) == [0]


async def test_the_older_series_stays_though_its_present_season_is_the_newest(cups: Cups) -> None:
    terms = competition_record.CompetitionTerms(
        kinds.SWISS, "prowler", cups.clock.now + 60, every=Every.MONTH
    )
    first = await cups.create(terms, name="", guild=7, channel=8, host=1, pace=DAY)
    full = await hosted(cups, FOUR_HOSTS[1:])
    await stepped(cups, first.id)
    second = await cups.store.season(first.id, 2)
    assert second is not None
    await joined_by_two(cups, full[2:])
    for member in (9, 10):
        await host(cups, member)
    assert await ended(cups, [*full, second]) == [0, 1]


async def test_an_account_withdraws_no_second_one_by_cancelling_its_own(cups: Cups) -> None:
    full = await hosted(cups)
    mine = await host(cups, 9)
    await cups.cancel(mine.id, by=9, role="host")
    await host(cups, FOUR_HOSTS[-2])
    with pytest.raises(Denied, match="Members host 10"):
        await host(cups, 9)
    cups.clock.now += 12 * HOUR
    await host(cups, 9)
    assert len(await ended(cups, full)) == 1, "the newest one came later"


async def test_two_new_hosts_at_once_get_two_places_and_who_asks_twice_one(cups: Cups) -> None:
    full = await hosted(cups)
    asked = [host(cups, member) for member in (9, 10, 10)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    assert sum(isinstance(each, competition_record.Stored) for each in answers) == 2
    assert sum(isinstance(each, Denied) for each in answers) == 1
    assert len(await ended(cups, full)) == 2
    assert len(await cups.of_guild(7)) == competition_record.OF_MEMBERS


async def test_a_withdrawal_of_what_has_changed_meanwhile_stores_nothing(cups: Cups) -> None:
    before = await host(cups, 1)
    await cups.enter(before.id, BEN)
    new = replace(before, id="cnew", series="cnew")
    outdated = partial(withdraw, stored=before, now=cups.service.now())
    assert not await cups.store.add(new, outdated)
    assert await ended(cups, [before]) == []
    assert [each.id for each in await cups.of_guild(7)] == [before.id]


async def test_a_match_of_a_cancelled_competition_can_end_by_agreement(cups: Cups) -> None:
    service = cups.service
    it = await begun(cups)
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
    await cups.cancel(it.id)
    await claim_late(cups)
    await end()
    match = await service.match(match.id)
    assert match.phase is Phase.OVER
    assert await due(service, CompetitionDuty.STEP) == []
    assert (await cups.get(it.id)).competition.course.results == {}


@pytest.mark.parametrize("released", [False, True])
async def test_a_cancelled_competition_ends_no_match(cups: Cups, *, released: bool) -> None:
    it = await begun(cups)
    match = await cups.service.match(it.matches[1])
    match = await play_on(cups.service, match, plies=4)
    cups.clock.now += HOUR
    await cups.cancel(it.id)
    if released:
        await claim_late(cups)
    steps = CompetitionSteps(cups)
    for change in (cups.leave(it.id, match.players[0].id), steps.end_round(it.id)):
        with pytest.raises(Stale, match="is over"):
            await change
    for match_id in it.matches.values():
        assert (await cups.service.match(match_id)).phase is Phase.PLAYING


@pytest.mark.parametrize("moves", [0, 4])
async def test_who_left_before_a_competition_was_cancelled_is_out(cups: Cups, moves: int) -> None:
    it = await begun(cups)
    match = await play_on(cups.service, await cups.service.match(it.matches[1]), moves)
    left = await cups.leave(it.id, match.players[0].id)
    assert len(left.course.results[1].absent) == (moves == 0), "a match with moves is resigned"
    await cups.cancel(it.id)
    released = {each.id for each in await claim_late(cups)}
    assert released == {it.matches[2]}
    match = await cups.service.match(match.id)
    assert match.ending is Ending.RESIGNED
