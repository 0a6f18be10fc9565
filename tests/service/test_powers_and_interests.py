"""Hosts and moderators with an interest in a competition, through the service: bars, series, and
deletions of data.
"""

import json
from contextlib import suppress
from functools import partial

import pytest

from prowlerbot.competitions.competition_record import CompetitionTerms, Format, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import check_in
from prowlerbot.competitions.course import Ended
from prowlerbot.competitions.recurrence import Every
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied
from prowlerbot.core.posts import Act, Bar, Person, What
from prowlerbot.match.match import Player
from prowlerbot.moderation.moderation_service import Moderation
from prowlerbot.privacy.privacy_service import Privacy
from tests.competitions import kinds
from tests.persistence.matches import ADA, BEN, CLEO, DORA, Clock
from tests.service.test_competitions import FOUR, begun, created, stepped
from tests.service.test_seasons import begun as begun_league
from tests.service.test_seasons import finished

pytestmark = pytest.mark.both_databases

GUILD = 7
EVE = Player(99, "Eve")
HAS_ENTERED = "You have entered this competition"
HAS_ACTED = "You have acted in this competition"
ANOTHER = "only another moderator can do that"


async def bar(it: Competitions, by: Player, whom: Player, *, until: int = 0) -> None:
    await note_bar(it, by, whom, until=until)
    await Moderation(it.service, it).carry_out(GUILD, whom.id)


async def note_bar(it: Competitions, by: Player, whom: Player, *, until: int = 0) -> None:
    now = it.service.now()
    act = Act(GUILD, What.BARRED, Person(*_of(by)), Person(*_of(whom)), at=now)
    await Moderation(it.service, it).bar(Bar(GUILD, whom.id, whom.name, now, until), act)


async def lift(it: Competitions, whom: Player, by: Player = EVE) -> None:
    act = Act(GUILD, What.LIFTED, Person(*_of(by)), at=it.service.now())
    assert await Moderation(it.service, it).lift(GUILD, whom.id, act)


def _of(player: Player) -> tuple[int, str]:
    return player.id, player.name


async def begun_arena(it: Competitions, clock: Clock) -> Stored:
    terms = CompetitionTerms(kinds.ARENA, "prowler", clock.now + 60, season=3600)
    stored = await it.create(terms, name="", guild=GUILD, channel=8, host=ADA.id, pace=60)
    for player in FOUR:
        await it.enter(stored.id, player)
    clock.now += 60
    return await stepped(it, stored.id)


# ---------------------------------------------------------------------- the five attacks


async def test_a_moderator_bars_nobody_with_whom_they_have_played_an_arena_also_after_leaving(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun_arena(competitions, clock)
    hers = next(each.players for each in it.course.open if ADA.id in each.players)
    rivals = [each for each in FOUR if each.id not in hers]  # no match of hers forbids it
    await competitions.leave(it.id, ADA.id)
    for whom in rivals:
        with pytest.raises(Denied, match=ANOTHER):
            await bar(competitions, ADA, whom)
        await competitions.leave(it.id, whom.id)
    assert await competitions.service.store.bars.of_guild(GUILD, clock.now) == []
    with pytest.raises(Denied, match=ANOTHER):
        await bar(competitions, ADA, rivals[0])


async def test_a_bar_strikes_whoever_has_just_left_an_arena(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun_arena(competitions, clock)
    await competitions.leave(it.id, BEN.id)
    assert (await Moderation(competitions.service, competitions).find_open(GUILD, BEN.id))[1] == 1
    await bar(competitions, EVE, BEN)
    assert (await competitions.get(it.id)).course.left[BEN.id].by_host
    assert (await Moderation(competitions.service, competitions).find_open(GUILD, BEN.id))[1] == 0


async def test_a_bar_of_a_player_before_the_check_in_counts_as_one_later(
    competitions: Competitions, clock: Clock
) -> None:
    it = await created(competitions, starts=clock.now + 2 * DAY, check_in=DAY)
    for player in FOUR:
        await competitions.enter(it.id, player)
    with pytest.raises(Denied, match=ANOTHER):
        await bar(competitions, ADA, BEN)
    await competitions.leave(it.id, ADA.id)
    await bar(competitions, EVE, Player(98, "Fay"))
    await competitions.enter(it.id, EVE)
    await competitions.leave(it.id, EVE.id)
    await bar(competitions, ADA, BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, ADA)
    await competitions.enter(it.id, EVE)


async def test_whoever_plays_a_season_bars_nobody_of_the_last_one_who_may_still_join(
    competitions: Competitions, clock: Clock
) -> None:
    it = await series_begun(competitions, clock)
    it = await next_season(competitions, clock, it)
    for player in (ADA, CLEO, EVE):
        await competitions.enter(it.id, player)
    clock.now = it.terms.starts
    assert (await stepped(competitions, it.id)).course.began
    with pytest.raises(Denied, match=ANOTHER):
        await bar(competitions, EVE, BEN)
    await bar(competitions, Player(98, "Fay"), BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, Player(98, "Fay"))


async def test_a_moderator_of_a_league_bars_no_rival_in_its_break(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun_league(competitions, clock)
    await competitions.leave(it.id, DORA.id)
    it = await finished(competitions, await stepped(competitions, it.id))
    following = await competitions.store.season(it.series, 2)
    assert following is not None
    for by in (ADA, DORA):  # the check-in may not be open yet, and one has no place any more
        with pytest.raises(Denied, match=ANOTHER):
            await bar(competitions, by, BEN)
    await bar(competitions, EVE, BEN)
    assert BEN.id not in (await competitions.get(following.id)).course.present
    await competitions.cancel(following.id, by=ADA.id)


@pytest.mark.parametrize(
    ("of", "is_forgotten"),
    [(kinds.SWISS, True), (kinds.LADDER, False), (kinds.LEAGUE, True)],
    ids=str,
)
async def test_whoever_has_acted_misses_the_next_season_too_and_in_a_league_the_next_two(
    competitions: Competitions, clock: Clock, of: Format, *, is_forgotten: bool
) -> None:
    out = 2 if of is kinds.LEAGUE else 1
    begin = begun_league if of is kinds.LEAGUE else climbing if of is kinds.LADDER else series_begun
    it = await begin(competitions, clock)
    await competitions.remove(it.id, BEN.id, by=EVE.id)
    if is_forgotten:
        await Privacy(competitions.service).forget(EVE.id)
    for number in range(2, out + 3):
        it = await next_season(competitions, clock, it)
        assert it.season == number
        if number > out + 1:
            break
        with pytest.raises(Denied, match=HAS_ACTED):
            await competitions.enter(it.id, EVE)
    await competitions.enter(it.id, EVE)
    sql = "SELECT left_key FROM competition_players WHERE left_key <> '' AND acted = 1"
    clock.now = max(clock.now, it.terms.starts)
    await stepped(competitions, it.id)
    assert await competitions.service.store.database.read(sql) == []


async def climbing(it: Competitions, clock: Clock) -> Stored:
    """A ladder of three that has begun."""
    terms = CompetitionTerms(kinds.LADDER, "prowler", clock.now, season=90 * DAY)
    stored = await it.create(
        terms, name="", guild=GUILD, channel=8, host=ADA.id, pace=DAY, admin=True
    )
    await stepped(it, stored.id)
    for player in (ADA, BEN, CLEO):
        await it.enter(stored.id, player)
    return await it.get(stored.id)


async def series_begun(it: Competitions, clock: Clock) -> Stored:
    return await begun(it, clock, rounds=1, every=Every.DAY)


async def next_season(it: Competitions, clock: Clock, stored: Stored) -> Stored:
    """The season after this one, in which two have entered."""
    await stepped(it, stored.id)
    for player in (ADA, CLEO):
        with suppress(Denied):  # they have a place
            await it.enter(stored.id, player)
        with suppress(Denied):  # there is no check-in
            await it.apply(stored.id, check_in, player.id)
    clock.now = max(clock.now, stored.terms.starts)
    stored = await finished(it, await stepped(it, stored.id))
    if not stored.course.ended:
        clock.now += stored.terms.season
        await stepped(it, stored.id)
    following = await it.store.season(stored.series, stored.season + 1)
    assert following is not None
    return following


async def series(it: Competitions, clock: Clock) -> Stored:
    """The first tournament of a series, which is over."""
    stored = await begun(it, clock, rounds=1, every=Every.DAY)
    return await finished(it, stored)


async def test_whoever_takes_part_moves_nothing_unless_its_channel_is_gone_nor_hides_an_interest(
    competitions: Competitions, clock: Clock
) -> None:
    ahead, it = await created(competitions), await begun(competitions, clock)
    await competitions.enter(ahead.id, ADA)
    await Privacy(competitions.service).forget(DORA.id)
    for stored, by in ((ahead, ADA), (it, ADA), (it, DORA)):
        with pytest.raises(Denied, match=HAS_ENTERED):
            await competitions.move(stored.id, 9, by=by.id)
    empty = await created(competitions)
    await competitions.move(empty.id, 9, by=EVE.id)
    assert EVE.id in (await competitions.enter(empty.id, EVE)).course.present
    assert (await competitions.move(it.id, 9, by=EVE.id)).channel == 9
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, EVE)
    await competitions.lose_channel(it.id)
    with pytest.raises(Denied, match=HAS_ENTERED):
        await competitions.move(it.id, 10, by=ADA.id)
    held = await competitions.get(it.id)
    assert (held.channel, held.course.lost_at > 0) == (9, True)
    assert (await competitions.move(it.id, 10, by=ADA.id, for_all=True)).channel == 10


async def test_a_move_out_of_a_deleted_channel_is_an_act_unless_all_members_see_the_new_one(
    competitions: Competitions, clock: Clock
) -> None:
    for for_all in (True, False):
        it = await begun(competitions, clock)
        await competitions.lose_channel(it.id)
        moved = await competitions.move(it.id, 10, by=EVE.id, for_all=for_all)
        assert (EVE.id in moved.competition.actors) is not for_all
        assert not moved.course.lost_at


# ---------------------------------------------------------------------- series of a barred host


@pytest.mark.parametrize("is_barred", [True, False])
async def test_the_series_of_a_barred_host_ends_with_a_last_word(
    competitions: Competitions, clock: Clock, *, is_barred: bool
) -> None:
    it = await created(competitions, rounds=1, every=Every.DAY)
    for player in FOUR[1:]:
        await competitions.enter(it.id, player)
    await bar(competitions, EVE, ADA)
    if not is_barred:
        await lift(competitions, ADA)
    clock.now += 60
    it = await finished(competitions, await stepped(competitions, it.id))
    end = it.competition.events[-1]
    assert isinstance(end, Ended)
    assert (end.by, bool(end.next)) == (("barred", False) if is_barred else ("", True))
    assert (await competitions.store.season(it.series, 2) is None) == is_barred


async def test_a_moderator_cancels_the_tournaments_of_a_barred_host_that_they_have_not_entered(
    competitions: Competitions, clock: Clock
) -> None:
    entered = await begun(competitions, clock)
    other = await created(competitions)
    await created(competitions, kinds.LADDER, admin=True)
    moderation = Moderation(competitions.service, competitions)
    with pytest.raises(Denied, match="barred"):
        await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)
    await competitions.leave(entered.id, ADA.id)
    await competitions.leave(entered.id, BEN.id)
    await bar(competitions, EVE, ADA)
    free, own = await moderation.hosted_tournaments(GUILD, ADA.id, BEN.id)
    assert ([each.id for each in free], [each.id for each in own]) == ([other.id], [entered.id])
    assert [each.id for each in await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)] == [other.id]
    with pytest.raises(Denied, match="is over"):
        await moderation.cancel_hosted(GUILD, ADA.id, BEN.id)


# ---------------------------------------------------------------------- bars that end


async def test_a_bar_that_runs_out_lets_nobody_back_and_a_lifted_one_does(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun_arena(competitions, clock)
    await bar(competitions, EVE, BEN, until=clock.now + 60)
    await bar(competitions, EVE, CLEO, until=clock.now + 600)
    clock.now += 61
    with pytest.raises(Denied, match="has taken you out"):
        await competitions.enter(it.id, BEN)
    await lift(competitions, CLEO)
    assert CLEO.id in (await competitions.enter(it.id, CLEO)).course.present


async def test_whoever_plays_lifts_no_bar_that_keeps_somebody_out_of_the_competition(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun_arena(competitions, clock)
    fay = Player(98, "Fay")
    await bar(competitions, EVE, BEN)
    with pytest.raises(Denied, match=ANOTHER):
        await lift(competitions, BEN, ADA)
    assert len(await competitions.service.store.bars.of_guild(GUILD, clock.now)) == 1
    await lift(competitions, BEN, fay)
    await competitions.enter(it.id, BEN)
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, fay)


# ---------------------------------------------------------------------- deletions of data


async def test_a_deletion_hides_no_interest(competitions: Competitions, clock: Clock) -> None:
    it = await begun(competitions, clock)
    await Privacy(competitions.service).forget(DORA.id)
    for act in (
        partial(competitions.remove, it.id, BEN.id, by=DORA.id),
        partial(CompetitionSteps(competitions).end_round, it.id, by=DORA.id),
        partial(competitions.cancel, it.id, by=DORA.id),
        partial(bar, competitions, DORA, BEN),
    ):
        with pytest.raises(Denied, match=f"{HAS_ENTERED}|{ANOTHER}"):
            await act()


async def test_a_deletion_hides_no_act(competitions: Competitions, clock: Clock) -> None:
    it = await begun(competitions, clock, rounds=4)
    await competitions.remove(it.id, BEN.id, by=EVE.id)
    await Privacy(competitions.service).forget(EVE.id)
    stored = await competitions.get(it.id)
    (actor,) = stored.competition.actors
    assert actor < 0
    assert actor not in stored.names
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, EVE)


async def test_a_deletion_lets_nobody_back_into_an_arena(
    competitions: Competitions, clock: Clock
) -> None:
    it, privacy = await begun_arena(competitions, clock), Privacy(competitions.service)
    await competitions.remove(it.id, BEN.id, by=EVE.id)
    await competitions.leave(it.id, CLEO.id)
    for player in (BEN, CLEO):
        await privacy.forget(player.id)
    for player, why in ((BEN, "has taken you out"), (CLEO, "You have left this competition")):
        with pytest.raises(Denied, match=why):
            await competitions.enter(it.id, player)


async def test_an_act_is_exported_to_whoever_has_acted(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    await competitions.remove(it.id, BEN.id, by=EVE.id)
    told = json.loads(await Privacy(competitions.service).export(EVE.id))
    (row,) = told["competition_players"]
    assert (row["competition"], row["acted"], row["present"]) == (it.id, 1, 0)
    assert told["competition_events"] == []


async def test_a_host_whose_data_is_deleted_takes_a_tournament_with_them_before_its_check_in_alone(
    competitions: Competitions, clock: Clock
) -> None:
    privacy = Privacy(competitions.service)
    for is_open in (True, False):
        it = await created(competitions, starts=clock.now + 2 * DAY, check_in=DAY)
        await competitions.enter(it.id, BEN)
        if is_open:
            clock.now += DAY
            await stepped(competitions, it.id)
        assert (await privacy.data_amount(ADA.id)).hosted == (not is_open)
        await privacy.forget(ADA.id)
        assert (await competitions.get(it.id)).course.cancelled != is_open


# ---------------------------------------------------------------------- at the same time


async def test_whoever_joins_while_their_bar_of_a_player_is_stored_has_acted(
    competitions: Competitions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await begun(competitions, clock, rounds=4)
    commit = competitions.store.commit

    async def after_a_bar(*said: object, **more: object) -> bool:
        monkeypatch.setattr(competitions.store, "commit", commit)
        await note_bar(competitions, EVE, BEN)
        return await commit(*said, **more)  # type: ignore[arg-type] # as it was called

    monkeypatch.setattr(competitions.store, "commit", after_a_bar)
    with pytest.raises(Denied, match=HAS_ACTED):
        await competitions.enter(it.id, EVE)
