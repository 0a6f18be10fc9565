"""Competitions through the service: steps, the matches of their pairings, and results."""

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import Mock

import pytest

from prowlerbot.competitions import competition_steps
from prowlerbot.competitions.competition_record import CompetitionTerms, Format, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty, prolong
from prowlerbot.competitions.competition_store import CompetitionPosts
from prowlerbot.core.clock import DAY
from prowlerbot.core.errors import Denied, Hopeless
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.feature_list import check_left_out
from prowlerbot.match.agreements import resign
from prowlerbot.match.banks import bank_left
from prowlerbot.match.deadlines import slack
from prowlerbot.match.match import SOMEONE, Ending, Match, Phase, Player
from prowlerbot.match.scene import Board
from prowlerbot.privacy.privacy_service import Privacy
from prowlerbot.service.match_service import Service
from prowlerbot.service.shown_boards import note_shown, note_turns
from tests.competitions import kinds
from tests.games.tell import TellGame
from tests.persistence.looks import claim_late, due, take_steps
from tests.persistence.matches import ADA, BEN, CLEO, DORA, NOON, Clock, begin, next_press, play_on

pytestmark = pytest.mark.both_databases

HOUR = 60 * 60
FOUR = (ADA, BEN, CLEO, DORA)


async def created(
    it: Competitions, kind: Format = kinds.SWISS, *, admin: bool = False, **terms: Any
) -> Stored:
    chosen = replace(CompetitionTerms(kind, "prowler", it.service.now() + 60), **terms)
    return await it.create(
        chosen, name="Cup", guild=7, channel=8, host=ADA.id, pace=DAY, admin=admin
    )


async def begun(it: Competitions, clock: Clock, kind: Format = kinds.SWISS, **terms: Any) -> Stored:
    """A competition of four that has begun, with its first matches."""
    stored = await created(it, kind, **terms)
    for player in FOUR:
        await it.enter(stored.id, player)
    clock.now += 60
    return await stepped(it, stored.id)


def opening(service: Service, match: Match) -> int:
    """The player who makes the first move of a match."""
    (seat,) = service.to_move(match)
    return match.player(seat).id


async def stepped(it: Competitions, competition: str) -> Stored:
    """The competition after all that is due."""
    await take_steps(it, competition)
    return await it.get(competition)


async def test_another_name_in_the_server_stands_in_its_competitions_matches_and_next_rounds(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock)
    await competitions.store.note_name(8, Player(ADA.id, "Elsewhere"))
    assert await competitions.get(it.id) == it

    await competitions.store.note_name(7, Player(ADA.id, "Renamed"))
    named = await competitions.get(it.id)
    assert named.names[ADA.id] == "Renamed"
    assert named.is_behind
    assert {named.names[each.id] for each in FOUR[1:]} == {each.name for each in FOUR[1:]}
    for match_id in it.matches.values():
        match = await competitions.service.match(match_id)
        assert all(player.name == "Renamed" for player in match.players if player.id == ADA.id)
        await competitions.service.apply(match_id, resign, match.players[0].id)
    after = await stepped(competitions, it.id)
    for pairing in after.course.of_round(2):
        match = await competitions.service.match(after.matches[pairing.pairing])
        assert all(player.name == "Renamed" for player in match.players if player.id == ADA.id)


async def test_the_next_board_of_a_player_passes_finished_boards_of_the_channel_once(
    competitions: Competitions, clock: Clock
) -> None:
    it, service = await begun(competitions, clock), competitions.service
    boards = service.store.boards
    for number, match_id in it.matches.items():
        await boards.put(Board(match_id, 7, 8 if number == 1 else 9, number, shown=0))
        over = await service.apply(match_id, resign, (await service.match(match_id)).players[0].id)
        boards.note_shown(match_id, number, over.revision)
    here, elsewhere = it.matches.values()
    after = await stepped(competitions, it.id)
    for pairing in after.course.of_round(2):
        first = not await boards.is_passed(here)
        new = after.matches[pairing.pairing]
        await boards.put(Board(new, 7, 8, 10 + pairing.pairing, shown=0))
        await boards.note_passed(new)
        assert await boards.is_passed(here)
        assert await boards.is_behind(here) == first, "it is drawn again once"
        boards.note_shown(here, 1, (await service.match(here)).revision)
    assert not await boards.is_passed(elsewhere)


async def test_a_match_ends_with_the_competition_although_its_player_is_taken_out_last(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock, kinds.ROUND_ROBIN, at_once=True, most=16)
    service = competitions.service
    matches = [await service.match(match_id) for match_id in it.matches.values()]
    opens = Counter(opening(service, match) for match in matches)
    silent = next(player for player, count in opens.items() if count == 1)
    clock.now += DAY
    passes = iter((slack(DAY) - 1, 1))  # so that one of their matches goes on as the other ends
    for match in matches:
        players = [player.id for player in match.players]
        if silent not in players:
            await service.apply(match.id, resign, players[0])
        elif silent != opening(service, match):
            await play_on(service, match, 1)
            clock.now += next(passes)
    assert len(await claim_late(competitions)) == 1
    await take_steps(competitions, it.id)
    clock.now += DAY
    assert len(await claim_late(competitions)) == 1

    await CompetitionSteps(competitions).step(it.id)  # and its process dies
    await claim_late(competitions)
    it = await stepped(competitions, it.id)

    assert it.competition.course.ended
    over = [await service.match(match_id) for match_id in it.matches.values()]
    assert {match.phase for match in over} == {Phase.OVER}
    assert {match.terms.competition for match in over} == {it.id}


async def test_a_player_is_in_three_tournaments_at_once(competitions: Competitions) -> None:
    three = [await created(competitions) for _ in range(3)]
    for each in three:
        await competitions.enter(each.id, BEN)
    fourth = await created(competitions, admin=True)

    with pytest.raises(Denied, match="You take part in 3 tournaments"):
        await competitions.enter(fourth.id, BEN)
    await competitions.leave(three[0].id, BEN.id)
    assert BEN.id in (await competitions.enter(fourth.id, BEN)).names


async def test_a_host_has_three_competitions_at_once_and_a_server_one_ladder(
    competitions: Competitions,
) -> None:
    for _ in range(3):
        await created(competitions)
    with pytest.raises(Denied, match="You host 3 competitions"):
        await created(competitions)
    await created(competitions, kinds.LADDER, admin=True)
    with pytest.raises(Denied, match="has a ladder already"):
        await created(competitions, kinds.LADDER, admin=True)


async def test_terms_that_nobody_can_begin_with_are_refused(competitions: Competitions) -> None:
    cases: list[tuple[dict[str, Any], str]] = [
        ({"starts": NOON - 1}, "within the next 90 days"),
        ({"table": 5}, "is not for 5 players"),
        ({"rounds": 16}, "15 rounds at most"),
        ({"most": 129}, "for 2 to 128 players"),
        ({"format": kinds.ROUND_ROBIN, "at_once": True}, "for 2 to 16 players"),
        ({"format": kinds.ROUND_ROBIN}, "for 2 to 40 players"),
        ({"format": kinds.KNOCKOUT, "rounds": 3}, "follows from the players"),
    ]
    for changes, told in cases:
        with pytest.raises(Denied, match=told):
            await created(competitions, **changes)
        assert await competitions.of_guild(7) == []


async def test_a_game_that_two_cannot_play_has_no_competition(competitions: Competitions) -> None:
    competitions.service.games = Registry((TellGame(range(3, 5)),))
    with pytest.raises(Denied, match="Tell is not for two"):
        await created(competitions, kinds.PODS, game="tell", table=4)


async def test_whoever_deletes_their_data_leaves_first_and_stays_as_someone(
    competitions: Competitions, clock: Clock
) -> None:
    service, privacy = competitions.service, Privacy(competitions.service)
    it = await begun(competitions, clock)
    match = await service.match(it.matches[1])
    eva = match.players[0]
    posts = CompetitionPosts(service.store.database)
    for player in match.players[:2]:
        name = PostName(PostKind.NEWS, it.id, "call1", str(player.id))
        assert await posts.begin(Post(name, clock.now), it.revision)
    running = await privacy.export(eva.id)
    told = json.loads(running)
    assert [row["part"] for row in told["messages"] if row["kind"] == "news"] == [str(eva.id)]
    assert {row["event"]["event"] for row in told["competition_events"]} >= {"entered", "paired"}
    assert [row["present"] for row in told["competition_players"]] == [1]
    await privacy.forget(eva.id)
    assert {part for _, part in await posts.posts_of(it.id)} == {"", str(match.players[1].id)}
    late = Post(PostName(PostKind.NEWS, it.id, "call1", str(eva.id)), clock.now)
    assert not await posts.begin(late, it.revision), "read before the deletion"

    it = await stepped(competitions, it.id)
    course = it.competition.course
    (alias,) = (player for player in course.entries if player < 0)
    assert it.names[alias] == SOMEONE
    assert alias in course.left
    assert eva.id not in {player for event in it.competition.events for player in event.people}
    pairing = course.pairings[match.terms.pairing]
    assert alias in pairing.players
    assert course.results[pairing.pairing].absent == (alias,)
    assert await competitions.of_player(eva.id) == []
    assert await due(competitions.service, CompetitionDuty.STEP) == []


async def test_a_deletion_lets_nobody_into_a_tournament_again_that_they_have_left(
    competitions: Competitions, clock: Clock
) -> None:
    it, privacy = await begun(competitions, clock, rounds=4), Privacy(competitions.service)
    await competitions.leave(it.id, CLEO.id)
    await privacy.forget(CLEO.id)
    await privacy.forget(DORA.id)
    for player in (CLEO, DORA):
        with pytest.raises(Denied, match="You have left this competition"):
            await competitions.enter(it.id, player)
    assert 5 in (await competitions.enter(it.id, Player(5, "Eva"))).names
    sql = "SELECT player, left_key FROM competition_players WHERE left_key <> ''"
    kept = await competitions.service.store.database.read(sql)
    assert len({key for _, key in kept}) == 2
    assert all(player < 0 and len(key) == 64 for player, key in kept)
    await competitions.cancel(it.id)
    assert await competitions.service.store.database.read(sql) == []


async def test_a_deletion_keeps_nothing_of_whoever_leaves_before_the_check_in(
    competitions: Competitions,
) -> None:
    ahead = await created(competitions)
    await competitions.enter(ahead.id, CLEO)
    await Privacy(competitions.service).forget(CLEO.id)
    assert CLEO.id in (await competitions.enter(ahead.id, CLEO)).names
    sql = "SELECT 1 FROM competition_players WHERE left_key <> ''"
    assert await competitions.service.store.database.read(sql) == []


async def test_a_round_that_is_shortened_takes_out_only_who_is_late_by_the_clock_of_a_move(
    competitions: Competitions, clock: Clock
) -> None:
    it = await begun(competitions, clock, round_time=3 * DAY)
    quick, slow = [await competitions.service.match(it.matches[number]) for number in (1, 2)]
    (late,) = [slow.player(seat).id for seat in competitions.service.to_move(slow)]
    clock.now += DAY - HOUR
    await play_on(competitions.service, quick, 1)
    await competitions.apply(it.id, partial(prolong, by=99), clock.now + HOUR + 60)
    clock.now += HOUR + 60
    it = await stepped(competitions, it.id)
    assert it.competition.course.left.keys() == {late}
    assert it.competition.course.results.keys() >= {1, 2}
    for match_id in it.matches.values():
        match = await competitions.service.match(match_id)
        assert match.phase is Phase.PLAYING or not match.terms.rated


@pytest.mark.parametrize("late", [False, True])
async def test_at_a_table_whoever_gives_up_in_time_stays_in_the_tournament(
    competitions: Competitions, clock: Clock, *, late: bool
) -> None:
    it = await created(competitions, kinds.PODS, game="landgrab", table=4, rounds=2)
    for player in FOUR:
        await competitions.enter(it.id, player)
    clock.now += 60
    it = await stepped(competitions, it.id)
    service, (match_id,) = competitions.service, it.matches.values()
    match = await service.match(match_id)
    (first,) = service.to_move(match)
    if late:
        clock.now += DAY + slack(DAY)
        await claim_late(competitions)
        gone = {match.player(first).id}
    else:
        for player in (match.players[first % 4], match.players[first - 1]):
            await service.apply(match_id, resign, player.id)
        gone = set()
    while (match := await service.match(match_id)).phase is Phase.PLAYING:
        await service.apply(
            match_id, resign, next(match.player(s).id for s in match.seats if s not in match.left)
        )
    it = await stepped(competitions, it.id)
    assert it.competition.course.left.keys() == gone
    assert len(it.competition.course.of_round(2)[0].players) == 4 - len(gone)


async def test_a_step_that_fails_comes_again_later(
    competitions: Competitions, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    it = await created(competitions)
    clock.now += 60
    with monkeypatch.context() as broken:
        broken.setattr(competition_steps, "take", Mock(side_effect=ZeroDivisionError))
        with pytest.raises(ZeroDivisionError):
            await CompetitionSteps(competitions).step(it.id)
    clock.now += HOUR
    assert (await stepped(competitions, it.id)).competition.course.ended


async def test_matches_of_a_competition_keep_the_bot_from_starting_without_competitions(
    competitions: Competitions, clock: Clock
) -> None:
    service = competitions.service
    await check_left_out(service.store.database, {"competitions"})
    it = await begun(competitions, clock)
    await check_left_out(service.store.database, {"daily"})
    with pytest.raises(Hopeless, match=r"matches that need it still run \(2\)"):
        await check_left_out(service.store.database, {"competitions"})
    for match_id in it.matches.values():
        match = await service.match(match_id)
        await service.apply(match_id, resign, match.player(1).id)
    await check_left_out(service.store.database, {"competitions"})


async def test_a_round_lasts_a_match_by_its_clock_of_the_usual_turns_of_finished_ones(
    competitions: Competitions,
) -> None:
    rounds = partial(competitions.usual_round, kinds.SWISS, "prowler", -1010)
    assert await rounds() == 27 * 60, "40 turns where few matches are finished"
    for _ in range(5):
        await play_on(competitions.service, await begin(competitions.service))
    assert await rounds() == 25 * 60, "27 turns"


async def test_a_clock_runs_from_the_board_and_ends_a_match_of_a_competition(
    competitions: Competitions, clock: Clock
) -> None:
    service = competitions.service
    terms = CompetitionTerms(kinds.SWISS, "prowler", service.now() + 60)
    cup = await competitions.create(terms, name="Cup", guild=7, channel=8, host=ADA.id, pace=-505)
    for player in FOUR:
        await competitions.enter(cup.id, player)
    clock.now += 60
    matches = [*(await stepped(competitions, cup.id)).matches.values()]
    clock.now += 20
    for number, match_id in enumerate(matches):
        scene = await service.scene(match_id)
        board = Board(match_id, 7, 8, 9 + number, -1 if number else scene.match.revision)
        await note_shown(service, scene, board, 8)
    behind = await service.store.boards.outdated_matches()
    assert {*behind} == {*matches[1:]}, "unsure content is drawn again, although turns begin"
    moved = await service.match(matches[0])
    clock.now += 59
    assert await claim_late(competitions) == []
    moved = await service.play(moved, *next_press(moved), pressed=clock.now)
    assert bank_left(moved, moved.plays[-1].seat) == 300 - 59 + 5
    noted = await note_turns(service, moved, clock.now + 2)
    assert await note_turns(service, noted, clock.now + 9) == noted
    clock.now += 11
    assert [each.id for each in await claim_late(competitions)] == matches[1:]
    late = await service.match(matches[1])
    assert (late.ending, len(late.plays)) == (Ending.CLAIMED, 0)


async def test_a_series_that_ends_every_day_displaces_no_other_from_the_latest(
    competitions: Competitions,
) -> None:
    made = [(await created(competitions, admin=True)).id for _ in range(6)]
    league, *daily = made
    change = "UPDATE competitions SET ended = 1, series = $1, season = $2 WHERE id = $3"
    for season, each in enumerate(daily, 1):
        await competitions.service.store.database.write(change, daily[0], season, each)
    await competitions.service.store.database.write(change, league, 1, league)
    latest = await competitions.store.ended_of_series(7, 3)
    assert {*latest} == {league, *daily[-2:]}
