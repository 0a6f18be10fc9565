"""Leagues and ladders through the service: one season after another without anybody running it."""

import asyncio
import json
from collections.abc import Collection
from contextlib import suppress
from functools import partial

import pytest

from prowlerbot.competitions.competition_record import (
    HOSTED,
    Competition,
    CompetitionTerms,
    Every,
    Format,
    Stored,
)
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import check_in
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.formats.arena import OVERTIME
from prowlerbot.competitions.formats.ladder import begin_holiday, challenge, ladder_order
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import Act, Bar, Person, What
from prowlerbot.match.agreements import resign
from prowlerbot.match.match import Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.moderation.moderation_service import Moderation
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.profiles.finished_match_service import FinishedMatches
from prowlerbot.service.visibility_check import Reader
from tests.competitions import kinds
from tests.persistence.matches import ADA, BEN, CLEO, DORA
from tests.service.conftest import Cups
from tests.service.test_competitions import FOUR, arena_of, begun, created, stepped

pytestmark = pytest.mark.both_databases

GUILD = 7
SEASON, BREAK = 28 * DAY, 7 * DAY


async def begun_league(it: Cups) -> Stored:
    """The first season of a league of four, with all its matches."""
    terms = CompetitionTerms(
        kinds.LEAGUE, "prowler", it.clock.now + DAY, at_once=True, season=SEASON
    )
    stored = await it.create(
        terms, name="League", guild=GUILD, channel=8, host=ADA.id, pace=DAY, pause=BREAK, admin=True
    )
    for player in (ADA, BEN, CLEO, DORA):
        await it.enter(stored.id, player)
    it.clock.now += DAY
    return await stepped(it, stored.id)


async def finished(it: Cups, season: Stored) -> Stored:
    """The season after all its matches; in each the player with the smaller number has won."""
    for match_id in season.matches.values():
        match = await it.service.match(match_id)
        if match.phase is Phase.PLAYING:
            await it.service.apply(match_id, resign, max(player.id for player in match.players))
    return await stepped(it, season.id)


async def test_medals_are_found_in_their_server_and_nowhere_their_winner_does_not_want(
    cups: Cups,
) -> None:
    it = await finished(cups, await begun_league(cups))
    best = [line.player for line in standings(it.competition)]
    assert best == [ADA.id, BEN.id, CLEO.id, DORA.id]
    store = cups.service.store
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


async def keys(it: Cups) -> list[str]:
    """What is stored of deleted players who have left."""
    sql = "SELECT left_key FROM competition_players WHERE left_key <> ''"
    return await it.service.store.database.column(sql)


async def test_a_deletion_gives_nobody_a_place_in_the_next_two_seasons(cups: Cups) -> None:
    it, privacy = await begun_league(cups), Privacy(cups.service)
    await cups.leave(it.id, DORA.id)
    it = await finished(cups, await stepped(cups, it.id))
    for number in (2, 3):
        later = await cups.store.season(it.series, number)
        assert later is not None
        later = await stepped(cups, later.id)
        await privacy.forget(DORA.id)
        with pytest.raises(Denied, match="left one of the last two seasons"):
            await cups.enter(later.id, DORA)
        assert len(await keys(cups)) == 1
        for player in (ADA, BEN, CLEO):
            await cups.apply(later.id, check_in, player.id)
        cups.clock.now += BREAK
        it = await finished(cups, await stepped(cups, later.id))
    assert await keys(cups) == []
    fourth = await cups.store.season(it.series, 4)
    assert fourth is not None
    assert DORA.id in (await cups.enter(fourth.id, DORA)).names


# --------------------------------------------------------------------------------- ladders


async def climbing(it: Cups, season: int = 90 * DAY) -> Stored:
    terms = CompetitionTerms(kinds.LADDER, "prowler", it.service.now(), season=season)
    stored = await it.create(terms, name="", guild=7, channel=8, host=ADA.id, pace=DAY, admin=True)
    await stepped(it, stored.id)
    for player in (ADA, BEN, CLEO, DORA):
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def lost(it: Cups, stored: Stored, number: int, player: int) -> Stored:
    """The ladder after a player has resigned the match of a pairing."""
    await it.service.apply(stored.matches[number], resign, player)
    return await stepped(it, stored.id)


async def test_the_next_season_begins_at_once_and_running_matches_count_in_it(cups: Cups) -> None:
    it = await climbing(cups, season=10 * DAY)
    it = await cups.apply(it.id, challenge, 3, 1)
    cups.clock.now += 10 * DAY
    old = await stepped(cups, it.id)
    assert old.competition.course.ended
    following = await cups.store.season(it.series, 2)
    assert following is not None
    assert [each.id for each in await cups.of_guild(7)] == [following.id]
    assert following.matches == it.matches
    following = await lost(cups, following, 1, 1)
    assert ladder_order(following.competition) == [3, 1, 2, 4]
    assert ladder_order((await cups.get(it.id)).competition) == [1, 2, 3, 4]
    with pytest.raises(Denied):
        await cups.apply(it.id, challenge, 4, 2)
    assert (await cups.apply(following.id, challenge, 4, 2)).matches.keys() == {1, 2}


async def test_a_deletion_on_a_ladder_opens_no_challenge_and_no_holiday_before_the_next_season(
    cups: Cups,
) -> None:
    it, privacy = await climbing(cups), Privacy(cups.service)
    await cups.apply(it.id, begin_holiday, DORA.id, cups.clock.now + DAY)
    await privacy.forget(DORA.id)
    assert len(await keys(cups)) == 1
    for _ in range(2):  # to leave and join once more changes nothing
        it = await cups.enter(it.id, DORA)
        with pytest.raises(Denied, match="deleted your data"):
            await cups.apply(it.id, challenge, DORA.id, CLEO.id)
        with pytest.raises(Denied, match="deleted your data"):
            await cups.apply(it.id, begin_holiday, DORA.id, cups.clock.now + DAY)
        await cups.leave(it.id, DORA.id)
    await cups.enter(it.id, DORA)
    cups.clock.now += 90 * DAY
    await stepped(cups, it.id)
    assert await keys(cups) == []
    following = await cups.store.season(it.series, 2)
    assert following is not None
    await cups.apply(following.id, begin_holiday, DORA.id, cups.clock.now + DAY)
    above = ladder_order(following.competition)[-2]
    assert (await cups.apply(following.id, challenge, DORA.id, above)).matches


async def test_a_deletion_that_meets_an_entry_on_a_ladder_is_seen_by_it(
    cups: Cups, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await climbing(cups)
    await cups.leave(it.id, DORA.id)
    looked = cups.as_known

    async def meanwhile(stored: Stored, person: int) -> Competition:
        found = await looked(stored, person)
        await Privacy(cups.service).forget(person)
        return found

    monkeypatch.setattr(cups, "as_known", meanwhile)
    with pytest.raises(Denied, match="You have left this competition"):
        await cups.enter(it.id, DORA)


async def test_however_many_processes_end_a_season_one_follows(cups: Cups) -> None:
    it = await climbing(cups, season=10 * DAY)
    it = await cups.apply(it.id, challenge, 3, 1)
    cups.clock.now += 10 * DAY
    others = [CompetitionSteps(Competitions(cups.service)) for _ in range(4)]
    await asyncio.gather(*(each.step(it.id) for each in others), return_exceptions=True)
    following = await stepped(cups, (await cups.of_guild(7))[0].id)
    assert (following.season, following.matches) == (2, it.matches)
    assert await cups.store.season(it.series, 3) is None
    assert [each.id for each in await cups.of_guild(7, ended=True)] == [it.id]


async def test_a_league_of_all_servers_is_found_by_its_name_however_many_admins_begin_others(
    cups: Cups,
) -> None:
    terms = CompetitionTerms(
        kinds.LEAGUE, "prowler", cups.clock.now + DAY, at_once=True, season=SEASON
    )

    async def wide(name: str, host: int, servers: int) -> str:
        it = await cups.create(
            terms, name=name, guild=0, channel=0, host=host, pace=DAY, pause=BREAK, admin=True
        )
        for server in range(servers):
            await cups.servers.join(it.series, 100 * host + server, 8)
        return it.id

    towns = await wide("All Towns", 1, 3)
    quiet = await wide("Quiet 100%", 2, 0)
    for admin in range(3, 17):
        for _ in range(HOSTED):
            await wide("" if admin % 2 else "All Spam", admin, 1)
    with pytest.raises(Denied, match="You host 3 competitions"):
        await wide("", 3, 0)
    assert (await cups.open_leagues(""))[0].id == towns
    assert (await cups.open_leagues("all towns"))[0].id == towns
    assert (await cups.open_leagues("0%"))[0].id == quiet
    assert (await cups.open_leagues(quiet))[0].id == quiet


async def weekly(it: Cups) -> Stored:
    """An arena that comes back every week."""
    await it.service.store.choices.change(ServerChoices, GUILD, timezone="Europe/Berlin")
    terms = CompetitionTerms(
        kinds.ARENA, "prowler", it.clock.now + DAY, season=60 * 60, every=Every.WEEK
    )
    return await it.create(terms, name="", guild=GUILD, channel=8, host=ADA.id, pace=60)


async def over(it: Cups, stored: Stored) -> Stored:
    """A competition after its start and its end."""
    it.clock.now = max(it.clock.now, stored.competition.terms.starts)
    stored = await stepped(it, stored.id)
    if not stored.competition.course.ended:
        it.clock.now += 60 * 60
        await stepped(it, stored.id)
        it.clock.now += OVERTIME
        stored = await stepped(it, stored.id)
    assert stored.competition.course.ended
    return stored


async def following(it: Cups, stored: Stored) -> Stored | None:
    return await it.store.season(stored.series, stored.season + 1)


async def test_a_weekly_arena_goes_through_three_rounds_by_itself(cups: Cups) -> None:
    stored = await weekly(cups)
    first = stored.competition.terms.starts
    for number in range(1, 4):
        assert stored.season == number
        assert await cups.store.of_guild(GUILD, ended=False, most=9) == [stored.id]
        for player in (ADA, BEN):
            await cups.enter(stored.id, player)
        stored = await over(cups, stored)
        assert stored.competition.course.began is not None
        after = await following(cups, stored)
        assert after is not None
        last = stored.competition.events[-1]
        assert isinstance(last, Ended)
        assert last.next == after.competition.terms.starts
        assert abs(last.next - first - number * 7 * DAY) <= 60 * 60, "summer time"
        assert (after.host, after.channel, after.pace) == (ADA.id, 8, 60)
        assert not after.competition.events
        stored = after


async def test_a_series_ends_when_three_in_a_row_have_too_few_players(cups: Cups) -> None:
    stored = await weekly(cups)
    for number in range(1, 6):
        if number == 2:  # after one that is played they count again from the beginning
            for player in (ADA, BEN):
                await cups.enter(stored.id, player)
        stored = await over(cups, stored)
        after = await following(cups, stored)
        assert (after is None) is (number == 5)
        stored = after or stored
    assert stored.competition.events[-1].as_json()["next"] == 0
    assert await cups.of_guild(GUILD) == []


async def test_a_series_ends_when_its_host_has_left_the_server(cups: Cups) -> None:
    async def gone(guild: int, users: Collection[int], _: int) -> Collection[int]:
        assert guild == GUILD
        return {*users} & {ADA.id}

    stored = await weekly(cups)
    cups.gone = gone
    stored = await over(cups, stored)
    assert await following(cups, stored) is None
    assert stored.competition.course.ended_by == "left"


async def test_a_series_counts_once_among_the_competitions_of_a_host(cups: Cups) -> None:
    stored = [await weekly(cups) for _ in range(HOSTED)]
    with pytest.raises(Denied):
        await weekly(cups)
    await over(cups, stored[0])
    with pytest.raises(Denied):
        await weekly(cups)


async def test_whoever_plays_a_season_does_not_take_the_league_from_its_last_server(
    cups: Cups,
) -> None:
    league, servers = await begun_league(cups), cups.servers
    for server in (5, 6):
        await servers.join(league.series, server, 8)
    await cups.leave_league(league, 6, by=BEN.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await cups.leave_league(league, 5, by=BEN.id)
    assert await servers.channels_of(league.series) == {5: 8}
    await cups.leave_league(league, 5, by=99)
    assert (await cups.get(league.id)).course.lost_at == cups.clock.now


# ----------------------------- whole competitions through the service, with a clock of their own


# ----------------------------------------- hosts and moderators with an interest in a competition


EVE = Player(99, "Eve")
HAS_ENTERED = "You have entered this competition"
HAS_ACTED = "You have acted in this competition"
ANOTHER = "only another moderator can do that"


async def bar(it: Cups, by: Player, whom: Player, *, until: int = 0) -> None:
    await note_bar(it, by, whom, until=until)
    await Moderation(it.service, it).carry_out(GUILD, whom.id)


async def note_bar(it: Cups, by: Player, whom: Player, *, until: int = 0) -> None:
    now = it.service.now()
    act = Act(GUILD, What.BARRED, Person(*_of(by)), Person(*_of(whom)), at=now)
    await Moderation(it.service, it).bar(Bar(GUILD, whom.id, whom.name, now, until), act)


async def lift(it: Cups, whom: Player, by: Player = EVE) -> None:
    act = Act(GUILD, What.LIFTED, Person(*_of(by)), at=it.service.now())
    assert await Moderation(it.service, it).lift(GUILD, whom.id, act)


def _of(player: Player) -> tuple[int, str]:
    return player.id, player.name


begun_arena = partial(arena_of, players=FOUR, season=3600, pace=60)


# ---------------------------------------------------------------------- the five attacks


async def test_a_moderator_bars_nobody_with_whom_they_have_played_an_arena_also_after_leaving(
    cups: Cups,
) -> None:
    it = await begun_arena(cups)
    hers = next(each.players for each in it.course.open if ADA.id in each.players)
    rivals = [each for each in FOUR if each.id not in hers]  # no match of hers forbids it
    await cups.leave(it.id, ADA.id)
    for whom in rivals:
        with pytest.raises(Denied, match=ANOTHER):
            await bar(cups, ADA, whom)
        await cups.leave(it.id, whom.id)
    assert await cups.service.store.bars.of_guild(GUILD, cups.clock.now) == []
    with pytest.raises(Denied, match=ANOTHER):
        await bar(cups, ADA, rivals[0])


async def test_whoever_plays_a_season_bars_nobody_of_the_last_one_who_may_still_join(
    cups: Cups,
) -> None:
    it = await series_begun(cups)
    it = await next_season(cups, it)
    for player in (ADA, CLEO, EVE):
        await cups.enter(it.id, player)
    cups.clock.now = it.terms.starts
    assert (await stepped(cups, it.id)).course.began
    with pytest.raises(Denied, match=ANOTHER):
        await bar(cups, EVE, BEN)
    await bar(cups, Player(98, "Fay"), BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await cups.enter(it.id, Player(98, "Fay"))


@pytest.mark.parametrize(
    ("of", "is_forgotten"),
    [(kinds.SWISS, True), (kinds.LADDER, False), (kinds.LEAGUE, True)],
    ids=str,
)
async def test_whoever_has_acted_misses_the_next_season_too_and_in_a_league_the_next_two(
    cups: Cups, of: Format, *, is_forgotten: bool
) -> None:
    out = 2 if of is kinds.LEAGUE else 1
    begin = (
        begun_league
        if of is kinds.LEAGUE
        else climbing_three
        if of is kinds.LADDER
        else series_begun
    )
    it = await begin(cups)
    await cups.remove(it.id, BEN.id, by=EVE.id)
    if is_forgotten:
        await Privacy(cups.service).forget(EVE.id)
    for number in range(2, out + 3):
        it = await next_season(cups, it)
        assert it.season == number
        if number > out + 1:
            break
        with pytest.raises(Denied, match=HAS_ACTED):
            await cups.enter(it.id, EVE)
    await cups.enter(it.id, EVE)
    sql = "SELECT left_key FROM competition_players WHERE left_key <> '' AND acted = 1"
    cups.clock.now = max(cups.clock.now, it.terms.starts)
    await stepped(cups, it.id)
    assert await cups.service.store.database.read(sql) == []


async def climbing_three(it: Cups) -> Stored:
    """A ladder of three that has begun."""
    terms = CompetitionTerms(kinds.LADDER, "prowler", it.clock.now, season=90 * DAY)
    stored = await it.create(
        terms, name="", guild=GUILD, channel=8, host=ADA.id, pace=DAY, admin=True
    )
    await stepped(it, stored.id)
    for player in (ADA, BEN, CLEO):
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def series_begun(it: Cups) -> Stored:
    return await begun(it, rounds=1, every=Every.DAY)


async def next_season(it: Cups, stored: Stored) -> Stored:
    """The season after this one, in which two have entered."""
    await stepped(it, stored.id)
    for player in (ADA, CLEO):
        with suppress(Denied):  # they have a place
            await it.enter(stored.id, player)
        with suppress(Denied):  # there is no check-in
            await it.apply(stored.id, check_in, player.id)
    it.clock.now = max(it.clock.now, stored.terms.starts)
    stored = await finished(it, await stepped(it, stored.id))
    if not stored.course.ended:
        it.clock.now += stored.terms.season
        await stepped(it, stored.id)
    following = await it.store.season(stored.series, stored.season + 1)
    assert following is not None
    return following


async def series(it: Cups) -> Stored:
    """The first tournament of a series, which is over."""
    stored = await begun(it, rounds=1, every=Every.DAY)
    return await finished(it, stored)


async def test_whoever_takes_part_moves_nothing_unless_its_channel_is_gone_nor_hides_an_interest(
    cups: Cups,
) -> None:
    ahead, it = await created(cups), await begun(cups)
    await cups.enter(ahead.id, ADA)
    await Privacy(cups.service).forget(DORA.id)
    for stored, by in ((ahead, ADA), (it, ADA), (it, DORA)):
        with pytest.raises(Denied, match=HAS_ENTERED):
            await cups.move(stored.id, 9, by=by.id)
    empty = await created(cups)
    await cups.move(empty.id, 9, by=EVE.id)
    assert EVE.id in (await cups.enter(empty.id, EVE)).course.present
    assert (await cups.move(it.id, 9, by=EVE.id)).channel == 9
    with pytest.raises(Denied, match=HAS_ACTED):
        await cups.enter(it.id, EVE)
    await cups.lose_channel(it.id)
    with pytest.raises(Denied, match=HAS_ENTERED):
        await cups.move(it.id, 10, by=ADA.id)
    held = await cups.get(it.id)
    assert (held.channel, held.course.lost_at > 0) == (9, True)
    assert (await cups.move(it.id, 10, by=ADA.id, for_all=True)).channel == 10


async def test_a_move_out_of_a_deleted_channel_is_an_act_unless_all_members_see_the_new_one(
    cups: Cups,
) -> None:
    for for_all in (True, False):
        it = await begun(cups)
        await cups.lose_channel(it.id)
        moved = await cups.move(it.id, 10, by=EVE.id, for_all=for_all)
        assert (EVE.id in moved.competition.actors) is not for_all
        assert not moved.course.lost_at


# ---------------------------------------------------------------------- series of a barred host


@pytest.mark.parametrize("is_barred", [True, False])
async def test_the_series_of_a_barred_host_ends_with_a_last_word(
    cups: Cups, *, is_barred: bool
) -> None:
    it = await created(cups, rounds=1, every=Every.DAY)
    for player in FOUR[1:]:
        await cups.enter(it.id, player)
    await bar(cups, EVE, ADA)
    if not is_barred:
        await lift(cups, ADA)
    cups.clock.now += 60
    it = await finished(cups, await stepped(cups, it.id))
    end = it.competition.events[-1]
    assert isinstance(end, Ended)
    assert (end.by, bool(end.next)) == (("barred", False) if is_barred else ("", True))
    assert (await cups.store.season(it.series, 2) is None) == is_barred


async def test_a_moderator_cancels_the_tournaments_of_a_barred_host_that_they_have_not_entered(
    cups: Cups,
) -> None:
    entered = await begun(cups)
    other = await created(cups)
    await created(cups, kinds.LADDER, admin=True)
    moderation = Moderation(cups.service, cups)
    with pytest.raises(Denied, match="barred"):
        await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)
    await cups.leave(entered.id, ADA.id)
    await cups.leave(entered.id, BEN.id)
    await bar(cups, EVE, ADA)
    free, own = await moderation.hosted_tournaments(GUILD, ADA.id, BEN.id)
    assert ([each.id for each in free], [each.id for each in own]) == ([other.id], [entered.id])
    assert [each.id for each in await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)] == [other.id]
    with pytest.raises(Denied, match="is over"):
        await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)


# ---------------------------------------------------------------------- bars that end


async def test_a_bar_that_runs_out_lets_nobody_back_and_a_lifted_one_does(cups: Cups) -> None:
    it = await begun_arena(cups)
    await bar(cups, EVE, BEN, until=cups.clock.now + 60)
    await bar(cups, EVE, CLEO, until=cups.clock.now + 600)
    cups.clock.now += 61
    with pytest.raises(Denied, match="has taken you out"):
        await cups.enter(it.id, BEN)
    await lift(cups, CLEO)
    assert CLEO.id in (await cups.enter(it.id, CLEO)).course.present


async def test_whoever_plays_lifts_no_bar_that_keeps_somebody_out_of_the_competition(
    cups: Cups,
) -> None:
    it = await begun_arena(cups)
    fay = Player(98, "Fay")
    await bar(cups, EVE, BEN)
    with pytest.raises(Denied, match=ANOTHER):
        await lift(cups, BEN, ADA)
    assert len(await cups.service.store.bars.of_guild(GUILD, cups.clock.now)) == 1
    await lift(cups, BEN, fay)
    await cups.enter(it.id, BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await cups.enter(it.id, fay)


# ---------------------------------------------------------------------- deletions of data


async def test_a_deletion_hides_no_interest(cups: Cups) -> None:
    it = await begun(cups)
    await Privacy(cups.service).forget(DORA.id)
    for act in (
        partial(cups.remove, it.id, BEN.id, by=DORA.id),
        partial(CompetitionSteps(cups).end_round, it.id, by=DORA.id),
        partial(cups.cancel, it.id, by=DORA.id),
        partial(bar, cups, DORA, BEN),
    ):
        with pytest.raises(Denied, match=f"{HAS_ENTERED}|{ANOTHER}"):
            await act()


async def test_a_deletion_lets_nobody_back_into_an_arena(cups: Cups) -> None:
    it, privacy = await begun_arena(cups), Privacy(cups.service)
    await cups.remove(it.id, BEN.id, by=EVE.id)
    await cups.leave(it.id, CLEO.id)
    for player in (BEN, CLEO):
        await privacy.forget(player.id)
    for player, why in ((BEN, "has taken you out"), (CLEO, "You have left this competition")):
        with pytest.raises(Denied, match=why):
            await cups.enter(it.id, player)


async def test_an_act_is_exported_to_whoever_has_acted(cups: Cups) -> None:
    it = await begun(cups)
    await cups.remove(it.id, BEN.id, by=EVE.id)
    told = json.loads(await Privacy(cups.service).export(EVE.id))
    (row,) = told["competition_players"]
    assert (row["competition"], row["acted"], row["present"]) == (it.id, 1, 0)
    assert told["competition_events"] == []


async def test_a_host_whose_data_is_deleted_takes_a_tournament_with_them_before_its_check_in_alone(
    cups: Cups,
) -> None:
    privacy = Privacy(cups.service)
    for is_open in (True, False):
        it = await created(cups, starts=cups.clock.now + 2 * DAY, check_in=DAY)
        await cups.enter(it.id, BEN)
        if is_open:
            cups.clock.now += DAY
            await stepped(cups, it.id)
        assert (await privacy.data_amount(ADA.id)).hosted == (not is_open)
        await privacy.forget(ADA.id)
        assert (await cups.get(it.id)).course.cancelled != is_open


# ---------------------------------------------------------------------- at the same time


async def test_whoever_joins_while_their_bar_of_a_player_is_stored_has_acted(
    cups: Cups, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await begun(cups, rounds=4)
    commit = cups.store.commit

    async def after_a_bar(*said: object, **more: object) -> bool:
        monkeypatch.setattr(cups.store, "commit", commit)
        await note_bar(cups, EVE, BEN)
        return await commit(*said, **more)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(cups.store, "commit", after_a_bar)
    with pytest.raises(Denied, match=HAS_ACTED):
        await cups.enter(it.id, EVE)
