"""Leagues and ladders through the service: one season after another without anybody running it."""

import asyncio
from collections.abc import Collection

import pytest

from prowlerbot.competitions.competition_record import (
    HOSTED,
    Competition,
    CompetitionTerms,
    Stored,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import check_in
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.formats.arena import OVERTIME
from prowlerbot.competitions.formats.ladder import begin_holiday, challenge, ladder_order
from prowlerbot.competitions.recurrence import Every
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Phase
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.visibility_check import Reader
from tests.competitions import kinds
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock
from tests.service.test_competitions import stepped

pytestmark = pytest.mark.both_databases

GUILD = 7
SEASON, BREAK = 28 * DAY, 7 * DAY


async def begun(it: Competitions, clock: Clock) -> Stored:
    """The first season of a league of four, with all its matches."""
    terms = CompetitionTerms(kinds.LEAGUE, "prowler", clock.now + DAY, at_once=True, season=SEASON)
    stored = await it.create(
        terms, name="League", guild=GUILD, channel=8, host=ADA.id, pace=DAY, pause=BREAK, admin=True
    )
    for player in (ADA, BEN, CLEO, DORA):
        await it.enter(stored.id, player)
    clock.now += DAY
    return await stepped(it, stored.id)


async def finished(it: Competitions, season: Stored) -> Stored:
    """The season after all its matches; in each the player with the smaller number has won."""
    for match_id in season.matches.values():
        match = await it.service.match(match_id)
        if match.phase is Phase.PLAYING:
            await it.service.apply(match_id, resign, max(player.id for player in match.players))
    return await stepped(it, season.id)


async def test_medals_are_found_in_their_server_and_nowhere_their_winner_does_not_want(
    competitions: Competitions, clock: Clock
) -> None:
    it = await finished(competitions, await begun(competitions, clock))
    best = [line.player for line in standings(it.competition)]
    assert best == [ADA.id, BEN.id, CLEO.id, DORA.id]
    store = competitions.service.store
    found = FinishedMatches(store)

    async def seen(
        by: int, home: int, player: int = BEN.id, game: str = "prowler"
    ) -> dict[int, int]:
        return dict(await found.medals(Reader(by, home), game, player))

    assert await seen(DORA.id, GUILD) == {2: 1}
    assert await seen(DORA.id, GUILD, game="landgrab") == {}
    assert await seen(DORA.id, GUILD, player=DORA.id) == {}
    assert await seen(DORA.id, GUILD + 1) == {}
    assert await seen(BEN.id, GUILD + 1) == {2: 1}, "their own"
    await store.choices.change(PlayerChoices, BEN.id, seen="nowhere")
    assert await seen(DORA.id, GUILD) == {}


async def keys(it: Competitions) -> list[str]:
    """What is stored of deleted players who have left."""
    sql = "SELECT left_key FROM competition_players WHERE left_key <> ''"
    return await it.service.store.database.column(sql)


async def test_a_deletion_gives_nobody_a_place_in_the_next_two_seasons(
    competitions: Competitions, clock: Clock
) -> None:
    it, privacy = await begun(competitions, clock), Privacy(competitions.service)
    await competitions.leave(it.id, DORA.id)
    it = await finished(competitions, await stepped(competitions, it.id))
    for number in (2, 3):
        later = await competitions.store.season(it.series, number)
        assert later is not None
        later = await stepped(competitions, later.id)
        await privacy.forget(DORA.id)
        with pytest.raises(Denied, match="left one of the last two seasons"):
            await competitions.enter(later.id, DORA)
        assert len(await keys(competitions)) == 1
        for player in (ADA, BEN, CLEO):
            await competitions.apply(later.id, check_in, player.id)
        clock.now += BREAK
        it = await finished(competitions, await stepped(competitions, later.id))
    assert await keys(competitions) == []
    fourth = await competitions.store.season(it.series, 4)
    assert fourth is not None
    assert DORA.id in (await competitions.enter(fourth.id, DORA)).names


async def test_a_league_that_ends_forgets_who_has_left_it(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    await Privacy(competitions.service).forget(DORA.id)
    assert len(await keys(competitions)) == 1
    await competitions.cancel(it.id)
    assert await keys(competitions) == []


# --------------------------------------------------------------------------------- ladders


async def climbing(it: Competitions, season: int = 90 * DAY) -> Stored:
    terms = CompetitionTerms(kinds.LADDER, "prowler", it.service.now(), season=season)
    stored = await it.create(terms, name="", guild=7, channel=8, host=ADA.id, pace=DAY, admin=True)
    await stepped(it, stored.id)
    for player in (ADA, BEN, CLEO, DORA):
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def lost(it: Competitions, stored: Stored, number: int, player: int) -> Stored:
    """The ladder after a player has resigned the match of a pairing."""
    await it.service.apply(stored.matches[number], resign, player)
    return await stepped(it, stored.id)


async def test_the_next_season_begins_at_once_and_running_matches_count_in_it(
    competitions: Competitions, clock: Clock
) -> None:
    it = await climbing(competitions, season=10 * DAY)
    it = await competitions.apply(it.id, challenge, 3, 1)
    clock.now += 10 * DAY
    old = await stepped(competitions, it.id)
    assert old.competition.course.ended
    following = await competitions.store.season(it.series, 2)
    assert following is not None
    assert [each.id for each in await competitions.of_guild(7)] == [following.id]
    assert following.matches == it.matches
    following = await lost(competitions, following, 1, 1)
    assert ladder_order(following.competition) == [3, 1, 2, 4]
    assert ladder_order((await competitions.get(it.id)).competition) == [1, 2, 3, 4]
    with pytest.raises(Denied):
        await competitions.apply(it.id, challenge, 4, 2)
    assert (await competitions.apply(following.id, challenge, 4, 2)).matches.keys() == {1, 2}


async def test_a_deletion_on_a_ladder_opens_no_challenge_and_no_holiday_before_the_next_season(
    competitions: Competitions, clock: Clock
) -> None:
    it, privacy = await climbing(competitions), Privacy(competitions.service)
    await competitions.apply(it.id, begin_holiday, DORA.id, clock.now + DAY)
    await privacy.forget(DORA.id)
    assert len(await keys(competitions)) == 1
    for _ in range(2):  # to leave and join once more changes nothing
        it = await competitions.enter(it.id, DORA)
        with pytest.raises(Denied, match="deleted your data"):
            await competitions.apply(it.id, challenge, DORA.id, CLEO.id)
        with pytest.raises(Denied, match="deleted your data"):
            await competitions.apply(it.id, begin_holiday, DORA.id, clock.now + DAY)
        await competitions.leave(it.id, DORA.id)
    await competitions.enter(it.id, DORA)
    clock.now += 90 * DAY
    await stepped(competitions, it.id)
    assert await keys(competitions) == []
    following = await competitions.store.season(it.series, 2)
    assert following is not None
    await competitions.apply(following.id, begin_holiday, DORA.id, clock.now + DAY)
    above = ladder_order(following.competition)[-2]
    assert (await competitions.apply(following.id, challenge, DORA.id, above)).matches


async def test_a_deletion_that_meets_an_entry_on_a_ladder_is_seen_by_it(
    competitions: Competitions, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await climbing(competitions)
    await competitions.leave(it.id, DORA.id)
    looked = competitions.as_known

    async def meanwhile(stored: Stored, person: int) -> Competition:
        found = await looked(stored, person)
        await Privacy(competitions.service).forget(person)
        return found

    monkeypatch.setattr(competitions, "as_known", meanwhile)
    with pytest.raises(Denied, match="You have left this competition"):
        await competitions.enter(it.id, DORA)


async def test_however_many_processes_end_a_season_one_follows(
    competitions: Competitions, clock: Clock
) -> None:
    it = await climbing(competitions, season=10 * DAY)
    it = await competitions.apply(it.id, challenge, 3, 1)
    clock.now += 10 * DAY
    others = [CompetitionSteps(Competitions(competitions.service)) for _ in range(4)]
    await asyncio.gather(*(each.step(it.id) for each in others), return_exceptions=True)
    following = await stepped(competitions, (await competitions.of_guild(7))[0].id)
    assert (following.season, following.matches) == (2, it.matches)
    assert await competitions.store.season(it.series, 3) is None
    assert [each.id for each in await competitions.of_guild(7, ended=True)] == [it.id]


async def test_a_league_of_all_servers_is_found_by_its_name_however_many_admins_begin_others(
    competitions: Competitions, clock: Clock
) -> None:
    terms = CompetitionTerms(kinds.LEAGUE, "prowler", clock.now + DAY, at_once=True, season=SEASON)

    async def wide(name: str, host: int, servers: int) -> str:
        it = await competitions.create(
            terms, name=name, guild=0, channel=0, host=host, pace=DAY, pause=BREAK, admin=True
        )
        for server in range(servers):
            await competitions.servers.join(it.series, 100 * host + server, 8)
        return it.id

    towns = await wide("All Towns", 1, 3)
    quiet = await wide("Quiet 100%", 2, 0)
    for admin in range(3, 17):
        for _ in range(HOSTED):
            await wide("" if admin % 2 else "All Spam", admin, 1)
    with pytest.raises(Denied, match="You host 3 competitions"):
        await wide("", 3, 0)
    assert (await competitions.open_leagues(""))[0].id == towns
    assert (await competitions.open_leagues("all towns"))[0].id == towns
    assert (await competitions.open_leagues("0%"))[0].id == quiet
    assert (await competitions.open_leagues(quiet))[0].id == quiet


async def weekly(it: Competitions, clock: Clock) -> Stored:
    """An arena that comes back every week."""
    await it.service.store.choices.change(ServerChoices, GUILD, timezone="Europe/Berlin")
    terms = CompetitionTerms(
        kinds.ARENA, "prowler", clock.now + DAY, season=60 * 60, every=Every.WEEK
    )
    return await it.create(terms, name="", guild=GUILD, channel=8, host=ADA.id, pace=60)


async def over(it: Competitions, clock: Clock, stored: Stored) -> Stored:
    """A competition after its start and its end."""
    clock.now = max(clock.now, stored.competition.terms.starts)
    stored = await stepped(it, stored.id)
    if not stored.competition.course.ended:
        clock.now += 60 * 60
        await stepped(it, stored.id)
        clock.now += OVERTIME
        stored = await stepped(it, stored.id)
    assert stored.competition.course.ended
    return stored


async def following(it: Competitions, stored: Stored) -> Stored | None:
    return await it.store.season(stored.series, stored.season + 1)


async def test_a_weekly_arena_goes_through_three_rounds_by_itself(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await weekly(competitions, clock)
    first = stored.competition.terms.starts
    for number in range(1, 4):
        assert stored.season == number
        assert await competitions.store.of_guild(GUILD, ended=False, most=9) == [stored.id]
        for player in (ADA, BEN):
            await competitions.enter(stored.id, player)
        stored = await over(competitions, clock, stored)
        assert stored.competition.course.began is not None
        after = await following(competitions, stored)
        assert after is not None
        last = stored.competition.events[-1]
        assert isinstance(last, Ended)
        assert last.next == after.competition.terms.starts
        assert abs(last.next - first - number * 7 * DAY) <= 60 * 60, "summer time"
        assert (after.host, after.channel, after.pace) == (ADA.id, 8, 60)
        assert not after.competition.events
        stored = after


async def test_a_series_ends_when_three_in_a_row_have_too_few_players(
    competitions: Competitions, clock: Clock
) -> None:
    stored = await weekly(competitions, clock)
    for number in range(1, 6):
        if number == 2:  # after one that is played they count again from the beginning
            for player in (ADA, BEN):
                await competitions.enter(stored.id, player)
        stored = await over(competitions, clock, stored)
        after = await following(competitions, stored)
        assert (after is None) is (number == 5)
        stored = after or stored
    assert stored.competition.events[-1].as_json()["next"] == 0
    assert await competitions.of_guild(GUILD) == []


async def test_a_series_ends_when_its_host_has_left_the_server(
    competitions: Competitions, clock: Clock
) -> None:
    async def gone(guild: int, users: Collection[int], _: int) -> Collection[int]:
        assert guild == GUILD
        return {*users} & {ADA.id}

    stored = await weekly(competitions, clock)
    competitions.gone = gone
    stored = await over(competitions, clock, stored)
    assert await following(competitions, stored) is None
    assert stored.competition.course.ended_by == "left"


async def test_a_series_counts_once_among_the_competitions_of_a_host(
    competitions: Competitions, clock: Clock
) -> None:
    stored = [await weekly(competitions, clock) for _ in range(HOSTED)]
    with pytest.raises(Denied):
        await weekly(competitions, clock)
    await over(competitions, clock, stored[0])
    with pytest.raises(Denied):
        await weekly(competitions, clock)


async def test_whoever_plays_a_season_does_not_take_the_league_from_its_last_server(
    competitions: Competitions, clock: Clock
) -> None:
    league, servers = await begun(competitions, clock), competitions.servers
    for server in (5, 6):
        await servers.join(league.series, server, 8)
    await competitions.leave_league(league, 6, by=BEN.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await competitions.leave_league(league, 5, by=BEN.id)
    assert await servers.channels_of(league.series) == {5: 8}
    await competitions.leave_league(league, 5, by=99)
    assert (await competitions.get(league.id)).course.lost_at == clock.now


# ----------------------------- whole competitions through the service, with a clock of their own
