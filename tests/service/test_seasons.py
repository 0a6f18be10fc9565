"""Leagues and ladders through the service: one season after another without anybody running it."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from prowlerbot.competitions.competition_changes import check_in
from prowlerbot.competitions.competition_player_store import (
    MAX_HOSTED,
    MAX_IN_SERVER,
    MAX_OF_MEMBERS,
)
from prowlerbot.competitions.competition_record import Competition, CompetitionTerms, Cycle, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.competition_store import end_for_its_place
from prowlerbot.competitions.course import Actor, Ended
from prowlerbot.competitions.formats.arena import OVERTIME_SECONDS
from prowlerbot.competitions.formats.ladder import begin_holiday, challenge, ladder_order
from prowlerbot.competitions.standings import standings
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.posts import Act, ActKind, Bar, Person
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Phase, Player
from prowlerbot.match.preferences import PlayerChoices, ServerChoices
from prowlerbot.moderation import Moderation
from prowlerbot.privacy import Privacy
from prowlerbot.profiles import FinishedMatches
from prowlerbot.service.visibility_check import Reader
from tests.competitions import kinds
from tests.competitions.building import asked
from tests.persistence.looks import due
from tests.persistence.matches import ADA, BEN, CLEO, DORA, there
from tests.service.conftest import Cups
from tests.service.test_competitions import FOUR, arena_of, begun, created, started, stepped

pytestmark = pytest.mark.both_databases

GUILD = 7
SEASON, BREAK = 28 * DAY, 7 * DAY


async def begun_league(it: Cups) -> Stored:
    """The first season of a league of four, with all its matches."""
    return await started(it, await league(it, "League", ADA.id, GUILD))


async def league(it: Cups, name: str, host: int, guild: int) -> Stored:
    terms = CompetitionTerms(
        kinds.LEAGUE, "prowler", it.clock.now + 60, at_once=True, season=SEASON
    )
    return await it.create(asked(terms, name, guild=guild, host=host, pause=BREAK, admin=True))


async def finished(it: Cups, season: Stored) -> Stored:
    """The season after all its matches; in each the player with the smaller number has won."""
    for match_id in season.matches.values():
        match = await it.service.match(match_id)
        if match.phase is Phase.PLAYING:
            await it.service.apply(match_id, resign, max(player.id for player in match.players))
    return await stepped(it, season.id)


async def test_medals_are_found_in_their_server_if_their_winner_wants_that(cups: Cups) -> None:
    it = await finished(cups, await begun_league(cups))
    best = [line.player for line in standings(it.competition)]
    assert best == [ADA.id, BEN.id, CLEO.id, DORA.id]
    store = cups.service.store
    found = FinishedMatches(store)

    async def seen(
        by: int, home: int, player: int = BEN.id, game: str = "prowler"
    ) -> dict[int, int]:
        return dict(await found.count_medals(Reader(by, home), game, player))

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
    for _ in range(2):
        later = await stepped(cups, (await followed(cups, it)).id)
        await privacy.delete_data(DORA.id)
        with pytest.raises(Denied, match="left one of the last two seasons"):
            await cups.enter(later.id, DORA)
        assert len(await keys(cups)) == 1
        for player in (ADA, BEN, CLEO):
            await cups.apply(later.id, check_in, player.id)
        cups.clock.now += BREAK
        it = await finished(cups, await stepped(cups, later.id))
    assert await keys(cups) == []
    fourth = await followed(cups, it)
    assert DORA.id in (await cups.enter(fourth.id, DORA)).names


async def climbing(it: Cups, season: int = 90 * DAY, players: Collection[Player] = FOUR) -> Stored:
    """A ladder that has begun."""
    stored = await created(it, kinds.LADDER, admin=True, starts=it.clock.now, season=season)
    await stepped(it, stored.id)
    for player in players:
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def test_one_season_follows_at_once_and_running_matches_count_in_it(cups: Cups) -> None:
    it = await climbing(cups, season=10 * DAY)
    it = await cups.apply(it.id, challenge, 3, 1)
    cups.clock.now += 10 * DAY
    others = [CompetitionSteps(Competitions(cups.service)) for _ in range(4)]
    await asyncio.gather(*(each.step(it.id) for each in others), return_exceptions=True)
    following = await stepped(cups, (await followed(cups, it)).id)
    assert (following.season, following.matches) == (2, it.matches)
    assert await cups.store.load_season(it.series, 3) is None
    assert [each.id for each in await cups.of_guild(7)] == [following.id]
    assert [each.id for each in await cups.of_guild(7, ended=True)] == [it.id]
    await cups.service.apply(following.matches[1], resign, 1)
    following = await stepped(cups, following.id)
    assert ladder_order(following.competition) == [3, 1, 2, 4]
    assert ladder_order((await cups.get(it.id)).competition) == [1, 2, 3, 4]
    with pytest.raises(Denied):
        await cups.apply(it.id, challenge, 4, 2)
    assert (await cups.apply(following.id, challenge, 4, 2)).matches.keys() == {1, 2}


async def test_a_deletion_on_a_ladder_opens_nothing_before_the_next_season(cups: Cups) -> None:
    it, privacy = await climbing(cups), Privacy(cups.service)
    await cups.apply(it.id, begin_holiday, DORA.id, cups.clock.now + DAY)
    await privacy.delete_data(DORA.id)
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
    following = await followed(cups, it)
    await cups.apply(following.id, begin_holiday, DORA.id, cups.clock.now + DAY)
    above = ladder_order(following.competition)[-2]
    assert (await cups.apply(following.id, challenge, DORA.id, above)).matches


async def test_an_entry_on_a_ladder_sees_a_deletion_meanwhile(
    cups: Cups, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await climbing(cups)
    await cups.leave(it.id, DORA.id)
    looked = cups.as_known

    async def meanwhile(stored: Stored, person: int) -> Competition:
        found = await looked(stored, person)
        await Privacy(cups.service).delete_data(person)
        return found

    monkeypatch.setattr(cups, "as_known", meanwhile)
    with pytest.raises(Denied, match="You have left this competition"):
        await cups.enter(it.id, DORA)


async def test_a_league_of_all_servers_is_found_among_those_of_many_admins(cups: Cups) -> None:
    async def wide(name: str, host: int, servers: int) -> str:
        it = await league(cups, name, host, 0)
        for server in range(servers):
            await cups.servers.add_server(it.series, 100 * host + server, 8)
        return it.id

    towns = await wide("All Towns", 1, 3)
    quiet = await wide("Quiet 100%", 2, 0)
    for admin in range(3, 17):
        for _ in range(MAX_HOSTED):
            await wide("" if admin % 2 else "All Spam", admin, 1)
    with pytest.raises(Denied, match="You host 3 competitions"):
        await wide("", 3, 0)
    assert (await cups.open_leagues(""))[0].id == towns
    assert (await cups.open_leagues("all towns"))[0].id == towns
    assert (await cups.open_leagues("0%"))[0].id == quiet
    assert (await cups.open_leagues(quiet))[0].id == quiet


async def following(it: Cups, stored: Stored) -> Stored | None:
    return await it.store.load_season(stored.series, stored.season + 1)


async def followed(it: Cups, stored: Stored) -> Stored:
    return there(await following(it, stored))


async def weekly(it: Cups) -> Stored:
    """An arena that comes back every week."""
    await it.service.store.choices.change(ServerChoices, GUILD, timezone="Europe/Berlin")
    starts = it.clock.now + DAY
    terms = CompetitionTerms(kinds.ARENA, "prowler", starts, season=60 * 60, every=Cycle.WEEK)
    return await it.create(asked(terms, guild=GUILD, host=ADA.id, pace=60))


async def over(it: Cups, stored: Stored, *players: Player) -> Stored:
    """A competition that these players have entered, after its start and its end."""
    for player in players:
        await it.enter(stored.id, player)
    it.clock.now = max(it.clock.now, stored.competition.terms.starts)
    for later in (0, 60 * 60, OVERTIME_SECONDS):
        it.clock.now += later
        stored = await stepped(it, stored.id)
        if stored.course.ended:
            return stored
    raise AssertionError


async def test_a_weekly_arena_goes_on_by_itself_until_its_host_has_left(cups: Cups) -> None:
    async def gone(guild: int, users: Collection[int], _: int) -> Collection[int]:
        assert guild == GUILD
        return {*users} & {ADA.id}

    stored, *_ = [await weekly(cups) for _ in range(MAX_HOSTED)]
    first = stored.competition.terms.starts
    for number in range(1, 4):
        assert stored.season == number
        with pytest.raises(Denied, match="You host 3 competitions"):
            await weekly(cups)  # a series counts once
        stored = await over(cups, stored, ADA, BEN)
        assert stored.competition.course.began is not None
        after = await followed(cups, stored)
        last = stored.competition.events[-1]
        assert isinstance(last, Ended)
        assert last.next == after.competition.terms.starts
        assert abs(last.next - first - number * 7 * DAY) <= 60 * 60, "summer time"
        assert (after.host, after.channel, after.pace) == (ADA.id, 8, 60)
        assert not after.competition.events
        stored = after
    cups.find_gone = gone
    stored = await over(cups, stored)
    assert await following(cups, stored) is None
    assert stored.course.ended_by == "left"


async def test_a_series_ends_when_three_in_a_row_have_too_few_players(cups: Cups) -> None:
    stored = await weekly(cups)
    for number in range(1, 6):  # after one that is played they count again from the beginning
        stored = await over(cups, stored, *((ADA, BEN) if number == 2 else ()))
        after = await following(cups, stored)
        assert (after is None) is (number == 5)
        stored = after or stored
    assert stored.competition.events[-1].as_json()["next"] == 0
    assert await cups.of_guild(GUILD) == []


async def test_no_player_of_a_season_takes_the_league_from_its_last_server(cups: Cups) -> None:
    league, servers = await begun_league(cups), cups.servers
    for server in (5, 6):
        await servers.add_server(league.series, server, 8)
    await cups.leave_league(league, 6, by=BEN.id)
    with pytest.raises(Denied, match="You have entered this competition"):
        await cups.leave_league(league, 5, by=BEN.id)
    assert await servers.channels_of(league.series) == {5: 8}
    await cups.leave_league(league, 5, by=99)
    assert (await cups.get(league.id)).course.channel_lost_at == cups.clock.now


EVE = Player(99, "Eve")
HAS_ENTERED = "You have entered this competition"
HAS_ACTED = "You have acted in this competition"
ANOTHER = "only another moderator can do that"


async def bar(it: Cups, by: Player, whom: Player, *, until: int = 0) -> None:
    await note_bar(it, by, whom, until=until)
    await Moderation(it.service, it).take_out_everywhere(GUILD, whom.id)


async def note_bar(it: Cups, by: Player, whom: Player, *, until: int = 0) -> None:
    now = it.service.now()
    act = Act(GUILD, ActKind.BARRED, Person(by.id, by.name), Person(whom.id, whom.name), at=now)
    await Moderation(it.service, it).bar_player(Bar(GUILD, whom.id, whom.name, now, until), act)


async def lift(it: Cups, whom: Player, by: Player = EVE) -> None:
    act = Act(GUILD, ActKind.LIFTED, Person(by.id, by.name), at=it.service.now())
    assert await Moderation(it.service, it).lift_bar(GUILD, whom.id, act)


begun_arena = partial(arena_of, players=FOUR, season=3600, pace=60)
begun_series = partial(begun, rounds=1, every=Cycle.DAY)
BEGIN: dict[str, tuple[int, Callable[[Cups], Awaitable[Stored]]]] = {
    "series": (1, begun_series),
    "ladder": (1, partial(climbing, players=(ADA, BEN, CLEO))),
    "league": (2, begun_league),
}
"""For how many seasons whoever has acted is out, and how one begins."""


async def test_a_player_bars_nobody_of_the_last_season_who_may_still_join(cups: Cups) -> None:
    it = await begun_series(cups)
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
    ("of", "is_forgotten"), [("series", True), ("ladder", False), ("league", True)]
)
async def test_who_has_acted_misses_a_season(cups: Cups, of: str, *, is_forgotten: bool) -> None:
    out, begin = BEGIN[of]
    it, privacy = await begin(cups), Privacy(cups.service)
    await cups.remove(it.id, BEN.id, by=Actor(EVE.id))
    told = json.loads(await privacy.export_data(EVE.id))
    (row,) = told["competition_players"]
    assert (row["competition"], row["acted"], row["present"]) == (it.id, 1, 0)
    assert told["competition_events"] == []
    if is_forgotten:
        await privacy.delete_data(EVE.id)
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
    return await followed(it, stored)


async def test_a_move_is_an_act_unless_the_channel_is_gone_and_all_see_the_new(cups: Cups) -> None:
    ahead, it = await created(cups), await begun(cups)
    await cups.enter(ahead.id, ADA)
    await Privacy(cups.service).delete_data(DORA.id)
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
    assert (held.channel, held.course.channel_lost_at > 0) == (9, True)
    assert (await cups.move(it.id, 10, by=ADA.id, for_all=True)).channel == 10
    for for_all in (True, False):
        await cups.cancel(it.id)
        it = await begun(cups, admin=True)
        await cups.lose_channel(it.id)
        moved = await cups.move(it.id, 10, by=EVE.id, for_all=for_all)
        assert (EVE.id in moved.competition.actors) is not for_all, "all members see the new one"
        assert not moved.course.channel_lost_at


@pytest.mark.parametrize("is_barred", [True, False])
async def test_the_series_of_a_barred_host_ends(cups: Cups, *, is_barred: bool) -> None:
    it = await created(cups, rounds=1, every=Cycle.DAY)
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
    assert (await cups.store.load_season(it.series, 2) is None) == is_barred


async def test_a_moderator_cancels_what_a_barred_host_has_and_they_do_not_play(cups: Cups) -> None:
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


async def test_a_player_lifts_no_bar_and_one_that_runs_out_lets_nobody_back(cups: Cups) -> None:
    it = await begun_arena(cups)
    fay = Player(98, "Fay")
    await bar(cups, EVE, CLEO, until=cups.clock.now + 60)
    await bar(cups, EVE, BEN, until=cups.clock.now + 600)
    cups.clock.now += 61
    with pytest.raises(Denied, match="has taken you out"):
        await cups.enter(it.id, CLEO)  # though the bar has run out
    with pytest.raises(Denied, match=ANOTHER):
        await lift(cups, BEN, ADA)
    assert len(await cups.service.store.bars.bars_of_guild(GUILD, cups.clock.now)) == 1
    await lift(cups, BEN, fay)
    await cups.enter(it.id, BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await cups.enter(it.id, fay)


async def test_a_deletion_hides_no_interest_and_lets_nobody_back(cups: Cups) -> None:
    it, privacy = await begun(cups), Privacy(cups.service)
    await privacy.delete_data(DORA.id)
    for act in (
        partial(cups.remove, it.id, BEN.id, by=Actor(DORA.id)),
        partial(CompetitionSteps(cups).end_round, it.id, by=Actor(DORA.id)),
        partial(cups.cancel, it.id, by=Actor(DORA.id)),
        partial(bar, cups, DORA, BEN),
    ):
        with pytest.raises(Denied, match=f"{HAS_ENTERED}|{ANOTHER}"):
            await act()
    await cups.leave(it.id, BEN.id)
    with pytest.raises(Denied, match=ANOTHER):
        await bar(cups, DORA, BEN)
    assert await cups.service.store.bars.bars_of_guild(GUILD, cups.clock.now) == []
    arena = await begun_arena(cups)
    await cups.remove(arena.id, BEN.id, by=Actor(EVE.id))
    await privacy.delete_data(BEN.id)
    with pytest.raises(Denied, match="has taken you out"):
        await cups.enter(arena.id, BEN)


async def test_the_deletion_of_a_host_ends_what_has_no_check_in_or_season_yet(cups: Cups) -> None:
    privacy = Privacy(cups.service)
    for is_open in (True, False):
        it = await created(cups, starts=cups.clock.now + 2 * DAY, check_in=DAY)
        await cups.enter(it.id, BEN)
        if is_open:
            cups.clock.now += DAY
            await stepped(cups, it.id)
        assert (await privacy.data_amount(ADA.id)).hosted == (not is_open)
        await privacy.delete_data(ADA.id)
        assert (await cups.get(it.id)).course.cancelled != is_open
    season = await followed(cups, await finished(cups, await begun_league(cups)))
    await privacy.delete_data(ADA.id)
    assert not (await cups.get(season.id)).course.ended, "a league waits for it"


async def test_to_join_while_a_bar_is_stored_comes_after_it(
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


async def host(it: Cups, member: int, *, admin: bool = False, **terms: Any) -> Stored:
    ahead = CompetitionTerms(kinds.SWISS, "prowler", it.service.now() + 89 * DAY)
    chosen = replace(ahead, **terms)
    return await it.create(asked(chosen, host=member, admin=admin))


FOUR_HOSTS = (1, 1, 1, 2, 2, 2, 3, 3, 3, 4)
"""The hosts of as many competitions as members can host together."""


async def hosted(it: Cups, members: Sequence[int] = FOUR_HOSTS) -> list[Stored]:
    """A competition of each of these members, each older than the next."""
    stored = list[Stored]()
    for member in members:
        it.clock.now += 60
        stored.append(await host(it, member))
    return stored


async def joined_by_two(it: Cups, some: Sequence[Stored]) -> None:
    for number, stored in enumerate(some):
        for player in (100 + number, 200 + number):
            await it.enter(stored.id, Player(player, ""))


async def ended(it: Cups, some: Sequence[Stored]) -> list[int]:
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


async def test_members_fill_half_of_a_server_s_places_and_keep_those_in_use(cups: Cups) -> None:
    full = await hosted(cups)
    await joined_by_two(cups, full[1:9])
    cups.clock.now = full[0].terms.starts - HOUR
    with pytest.raises(Denied, match="Members host 10 competitions here"):
        await host(cups, 9)
    cups.clock.now -= 1
    await host(cups, 9)
    assert await ended(cups, full) == [0], "the others have two players, or start soon"
    for _ in range(MAX_IN_SERVER - MAX_OF_MEMBERS):
        await host(cups, 100, admin=True)
    with pytest.raises(Denied, match="This server has 20 competitions"):
        await host(cups, 100, admin=True)


async def test_the_older_series_stays_though_its_present_season_is_the_newest(cups: Cups) -> None:
    first = await host(cups, 1, starts=cups.clock.now + 60, every=Cycle.MONTH)
    full = await hosted(cups, FOUR_HOSTS[1:])
    await stepped(cups, first.id)
    second = there(await cups.store.load_season(first.id, 2))
    await joined_by_two(cups, full[2:])
    for member in (9, 10):
        await host(cups, member)
    assert await ended(cups, [*full, second]) == [0, 1]


async def test_an_account_withdraws_no_second_one_by_cancelling_its_own(cups: Cups) -> None:
    full = await hosted(cups)
    mine = await host(cups, 9)
    await cups.cancel(mine.id, by=Actor(9))
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
    assert sum(isinstance(each, Stored) for each in answers) == 2
    assert sum(isinstance(each, Denied) for each in answers) == 1
    assert len(await ended(cups, full)) == 2
    assert len(await cups.of_guild(7)) == MAX_OF_MEMBERS


async def test_a_withdrawal_of_what_has_changed_meanwhile_stores_nothing(cups: Cups) -> None:
    before = await host(cups, 1)
    await cups.enter(before.id, BEN)
    new = replace(before, id="cnew", series="cnew")
    outdated = partial(end_for_its_place, stored=before, now=cups.service.now())
    assert not await cups.store.add(new, outdated)
    assert await ended(cups, [before]) == []
    assert [each.id for each in await cups.of_guild(7)] == [before.id]
