"""Competitions through the service: steps, the matches of their pairings, and results."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from prowlerbot.competitions import competition_changes
from prowlerbot.competitions.competition_changes import prolong_rounds, remove_player
from prowlerbot.competitions.competition_post_store import CompetitionPosts
from prowlerbot.competitions.competition_record import CompetitionTerms, Format, Stored
from prowlerbot.competitions.competition_service import Competitions
from prowlerbot.competitions.competition_step_service import CompetitionSteps
from prowlerbot.competitions.competition_steps import CompetitionDuty
from prowlerbot.competitions.course import Actor
from prowlerbot.competitions.formats.arena import OVERTIME_SECONDS, TICK, ends_at, replay_arena
from prowlerbot.competitions.formats.ladder import challenge
from prowlerbot.core.clock import CHECK_IN_GRACE, DAY, HOUR
from prowlerbot.core.errors import Denied, Hopeless, Stale
from prowlerbot.core.game import Registry
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.feature_list import check_left_out
from prowlerbot.match import agreements
from prowlerbot.match.banks import bank_left
from prowlerbot.match.call_rules import MatchDuty
from prowlerbot.match.deadlines import MAX_IDLE_SECONDS, earliest_claim, slack_of_pace
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import SOMEONE, Ending, Match, Phase, Player
from prowlerbot.match.ratings import Verdict
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Motion
from prowlerbot.privacy import Privacy
from prowlerbot.service.match_service import Service
from tests.competitions import kinds
from tests.competitions.building import asked
from tests.discord.deaths import dying
from tests.games.tell import TellGame
from tests.persistence import looks
from tests.persistence.matches import ADA, BEN, CLEO, DORA, NOON, begin, next_press, play_on, there
from tests.service.conftest import Cups

pytestmark = pytest.mark.both_databases

FOUR = (ADA, BEN, CLEO, DORA)


async def created(
    it: Cups, kind: Format = kinds.SWISS, *, admin: bool = False, **terms: Any
) -> Stored:
    chosen = replace(CompetitionTerms(kind, "prowler", it.service.now() + 60), **terms)
    return await it.create(asked(chosen, "Cup", host=ADA.id, admin=admin))


async def begun(it: Cups, kind: Format = kinds.SWISS, **terms: Any) -> Stored:
    """A competition of four that has begun, with its first matches."""
    return await started(it, await created(it, kind, **terms))


async def started(it: Cups, stored: Stored, players: Sequence[Player] = FOUR) -> Stored:
    for player in players:
        await it.enter(stored.id, player)
    it.clock.now += 60
    return await stepped(it, stored.id)


async def stepped(it: Cups, competition: str) -> Stored:
    """The competition after all that is due."""
    await looks.take_steps(it, competition)
    return await it.get(competition)


async def test_a_new_name_stands_in_competitions_matches_and_next_rounds(cups: Cups) -> None:
    it = await begun(cups)
    await cups.store.note_name(8, Player(ADA.id, "Elsewhere"))
    assert await cups.get(it.id) == it

    await cups.store.note_name(7, Player(ADA.id, "Renamed"))
    named = await cups.get(it.id)
    assert named.names[ADA.id] == "Renamed"
    assert named.is_behind
    assert {named.names[each.id] for each in FOUR[1:]} == {each.name for each in FOUR[1:]}
    for match_id in it.matches.values():
        match = await cups.service.match(match_id)
        assert all(player.name == "Renamed" for player in match.players if player.id == ADA.id)
        await cups.service.apply(match_id, resign, match.players[0].id)
    after = await stepped(cups, it.id)
    for pairing in after.course.pairings_in(2):
        match = await cups.service.match(after.matches[pairing.pairing])
        assert all(player.name == "Renamed" for player in match.players if player.id == ADA.id)


async def test_a_players_next_board_passes_finished_ones_of_the_channel_once(cups: Cups) -> None:
    it, service = await begun(cups), cups.service
    boards = service.store.boards
    for number, match_id in it.matches.items():
        await boards.put_board(Board(match_id, 7, 8 if number == 1 else 9, number, shown=0))
        over = await service.apply(match_id, resign, (await service.match(match_id)).players[0].id)
        boards.note_shown(match_id, number, over.revision)
    here, elsewhere = it.matches.values()
    after = await stepped(cups, it.id)
    for pairing in after.course.pairings_in(2):
        first = not await boards.is_passed(here)
        new = after.matches[pairing.pairing]
        await boards.put_board(Board(new, 7, 8, 10 + pairing.pairing, shown=0))
        await boards.note_passed(new)
        assert await boards.is_passed(here)
        assert await boards.is_behind(here) == first, "it is drawn again once"
        boards.note_shown(here, 1, (await service.match(here)).revision)
    assert not await boards.is_passed(elsewhere)


async def test_three_tournaments_of_a_host_or_player_and_one_ladder_run_at_once(cups: Cups) -> None:
    three = [await created(cups) for _ in range(3)]
    with pytest.raises(Denied, match="You host 3 competitions"):
        await created(cups)
    await created(cups, kinds.LADDER, admin=True)
    with pytest.raises(Denied, match="has a ladder already"):
        await created(cups, kinds.LADDER, admin=True)
    for each in three:
        await cups.enter(each.id, BEN)
    fourth = await created(cups, admin=True)
    with pytest.raises(Denied, match="You take part in 3 tournaments"):
        await cups.enter(fourth.id, BEN)
    await cups.leave(three[0].id, BEN.id)
    assert BEN.id in (await cups.enter(fourth.id, BEN)).names


async def test_terms_that_nobody_can_begin_with_are_refused(cups: Cups) -> None:
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
            await created(cups, **changes)
        assert await cups.of_guild(7) == []
    cups.service.games = Registry((TellGame(range(3, 5)),))
    with pytest.raises(Denied, match="Tell is not for two"):
        await created(cups, kinds.PODS, game="tell", table=4)


async def test_whoever_deletes_their_data_leaves_first_and_stays_as_someone(cups: Cups) -> None:
    service, privacy = cups.service, Privacy(cups.service)
    it = await begun(cups)
    match = await service.match(it.matches[1])
    eva = match.players[0]
    posts = CompetitionPosts(service.store.database)
    for player in match.players[:2]:
        name = PostName(PostKind.NEWS, it.id, "call1", str(player.id))
        assert await posts.begin(Post(name, cups.clock.now), it.revision)
    running = await privacy.export_data(eva.id)
    told = json.loads(running)
    assert [row["part"] for row in told["messages"] if row["kind"] == "news"] == [str(eva.id)]
    assert {row["event"]["event"] for row in told["competition_events"]} >= {"entered", "paired"}
    assert [row["present"] for row in told["competition_players"]] == [1]
    await privacy.delete_data(eva.id)
    assert {part for _, part in await posts.posts_of(it.id)} == {"", str(match.players[1].id)}
    late = Post(PostName(PostKind.NEWS, it.id, "call1", str(eva.id)), cups.clock.now)
    assert not await posts.begin(late, it.revision), "read before the deletion"

    it = await stepped(cups, it.id)
    course = it.competition.course
    (alias,) = (player for player in course.entries if player < 0)
    assert it.names[alias] == SOMEONE
    assert alias in course.left
    assert eva.id not in {player for event in it.competition.events for player in event.people}
    pairing = course.pairings[match.terms.pairing]
    assert alias in pairing.players
    assert course.results[pairing.pairing].absent == (alias,)
    assert await cups.of_player(eva.id) == []
    assert await looks.due(cups.service, CompetitionDuty.STEP) == []


async def test_a_deletion_lets_nobody_into_a_tournament_that_they_have_left(cups: Cups) -> None:
    ahead, privacy = await created(cups), Privacy(cups.service)
    await cups.enter(ahead.id, CLEO)
    await privacy.delete_data(CLEO.id)
    assert CLEO.id in (await cups.enter(ahead.id, CLEO)).names, "its check-in is not open yet"
    it = await begun(cups, rounds=4)
    await cups.leave(it.id, CLEO.id)
    await privacy.delete_data(CLEO.id)
    await privacy.delete_data(DORA.id)
    for player in (CLEO, DORA):
        with pytest.raises(Denied, match="You have left this competition"):
            await cups.enter(it.id, player)
    assert 5 in (await cups.enter(it.id, Player(5, "Eva"))).names
    sql = "SELECT player, left_key FROM competition_players WHERE left_key <> ''"
    kept = await cups.service.store.database.read(sql)
    assert len({key for _, key in kept}) == 2
    assert all(player < 0 and len(key) == 64 for player, key in kept)
    await cups.cancel(it.id)
    assert await cups.service.store.database.read(sql) == []


async def test_a_shortened_round_takes_out_those_late_by_a_moves_clock_alone(cups: Cups) -> None:
    it = await begun(cups, round_time=3 * DAY)
    quick, slow = [await cups.service.match(it.matches[number]) for number in (1, 2)]
    (late,) = [slow.player(seat).id for seat in cups.service.facts.to_move(slow)]
    cups.clock.now += DAY - HOUR
    await play_on(cups.service, quick, 1)
    await cups.apply(it.id, partial(prolong_rounds, by=Actor(99)), cups.clock.now + HOUR + 60)
    cups.clock.now += HOUR + 60
    it = await stepped(cups, it.id)
    assert it.competition.course.left.keys() == {late}
    assert it.competition.course.results.keys() >= {1, 2}
    for match_id in it.matches.values():
        match = await cups.service.match(match_id)
        assert match.phase is Phase.PLAYING or not match.terms.rated


async def test_the_bot_starts_without_competitions_once_their_matches_are_over(cups: Cups) -> None:
    service = cups.service
    await check_left_out(service.store.database, {"competitions"})
    it = await begun(cups)
    await check_left_out(service.store.database, {"daily"})
    with pytest.raises(Hopeless, match=r"matches that need it still run \(2\)"):
        await check_left_out(service.store.database, {"competitions"})
    for match_id in it.matches.values():
        match = await service.match(match_id)
        await service.apply(match_id, resign, match.player(1).id)
    await check_left_out(service.store.database, {"competitions"})


async def test_a_usual_round_has_as_many_turns_as_finished_matches_have_had(cups: Cups) -> None:
    rounds = partial(cups.usual_round, kinds.SWISS, "prowler", -1010)
    assert await rounds() == 27 * 60, "40 turns where few matches are finished"
    for _ in range(5):
        await play_on(cups.service, await begin(cups.service))
    assert await rounds() == 25 * 60, "27 turns"


async def test_a_clock_runs_from_the_board_and_ends_a_match_of_a_competition(cups: Cups) -> None:
    service = cups.service
    terms = CompetitionTerms(kinds.SWISS, "prowler", service.now() + 60)
    cup = await cups.create(asked(terms, "Cup", host=ADA.id, pace=-505))
    matches = [*(await started(cups, cup)).matches.values()]
    cups.clock.now += 20
    for number, match_id in enumerate(matches):
        scene = await service.scene(match_id)
        board = Board(match_id, 7, 8, 9 + number, -1 if number else scene.match.revision)
        await service.note_shown(scene, board, 8)
    behind = await service.store.boards.outdated_matches()
    assert {*behind} == {*matches[1:]}, "unsure content is drawn again, although turns begin"
    moved = await service.match(matches[0])
    cups.clock.now += 59
    assert await looks.claim_late(cups) == []
    moved = await service.make_move(moved, *next_press(moved), pressed=cups.clock.now)
    assert bank_left(moved, moved.plays[-1].seat) == 300 - 59 + 5
    noted = await service.note_turns(moved, cups.clock.now + 2)
    assert await service.note_turns(noted, cups.clock.now + 9) == noted
    cups.clock.now += 11
    assert [each.id for each in await looks.claim_late(cups)] == matches[1:]
    late = await service.match(matches[1])
    assert (late.ending, len(late.plays)) == (Ending.CLAIMED, 0)


async def test_a_series_that_ends_every_day_displaces_no_other_from_the_list(cups: Cups) -> None:
    made = [(await created(cups, admin=True)).id for _ in range(6)]
    league, *daily = made
    change = "UPDATE competitions SET ended = 1, series = $1, season = $2 WHERE id = $3"
    for season, each in enumerate(daily, 1):
        await cups.service.store.database.write(change, daily[0], season, each)
    await cups.service.store.database.write(change, league, 1, league)
    latest = await cups.store.ids_of_ended(7, 3)
    assert {*latest} == {league, *daily[-2:]}


PACE = 120
SEASON = 30 * 60
LEAST = 8  # the least moves of Prowler's Passage


async def arena_of(
    it: Cups, players: Sequence[Player] = (ADA, BEN), season: int = SEASON, pace: int = PACE
) -> Stored:
    """An arena that has begun."""
    terms = CompetitionTerms(kinds.ARENA, "prowler", it.clock.now + 60, season=season)
    stored = await it.create(asked(terms, host=ADA.id, pace=pace))
    return await started(it, stored, players)


async def latest(it: Cups, stored: Stored) -> Match:
    return await it.service.match(stored.matches[max(stored.matches)])


@pytest.mark.parametrize("moves", [LEAST - 1, LEAST])
async def test_to_resign_before_the_least_moves_is_to_give_up_early(cups: Cups, moves: int) -> None:
    stored = await arena_of(cups)
    match = await play_on(cups.service, await latest(cups, stored), 2 * moves)
    await cups.service.apply(match.id, resign, ADA.id)
    stored = await stepped(cups, stored.id)
    assert stored.course.results[1].short is (moves < LEAST)
    ada = replay_arena(stored.competition).players[ADA.id]
    assert ada.ready_at - ada.waiting_since == (60 if moves < LEAST else 0)


async def test_whoever_stalls_until_the_end_of_the_overtime_loses_a_rated_match(cups: Cups) -> None:
    stored, service = await arena_of(cups), cups.service
    cups.clock.now = ends_at(stored.competition) - TICK  # two begin when the time is nearly up
    await play_on(service, await latest(cups, stored))
    match = await latest(cups, await stepped(cups, stored.id))
    end = cups.clock.now + TICK + OVERTIME_SECONDS
    while cups.clock.now + PACE < end:
        user, ply, move = next_press(match)
        cups.clock.now += PACE - 2 if user == match.player(2).id else 1
        match = await service.make_move(match.id, user, ply, move)
    cups.clock.now = end
    await stepped(cups, stored.id)
    stored = await stepped(cups, stored.id)
    match = await service.match(match.id)
    assert (match.ending, match.ended_by, match.terms.rated) == (Ending.CLOSED, 2, True)
    assert stored.course.ended
    assert stored.course.results[match.terms.pairing].ranks == (1, 2)
    standing = there(await service.store.results.standing("prowler", match.players[0].id))
    assert standing.matches == 2


@pytest.mark.parametrize("ends", ["host removes", "host ends round", "claim", "round"])
async def test_what_a_host_ends_or_keeps_out_counts_for_no_rating(cups: Cups, ends: str) -> None:
    stored, steps = await begun(cups, rounds=1, round_time=DAY), CompetitionSteps(cups)
    both = [await cups.service.match(each) for each in stored.matches.values()]
    (match,) = [each for each in both if ADA.id not in each.people]  # she hosts
    match = await play_on(cups.service, match, 26)
    assert (match.phase, len(match.moved_seats)) == (Phase.PLAYING, 2)
    late, rival = cups.service.facts.to_move(match), match.players[0].id

    async def kept_out(scene: Scene) -> list[int]:
        return [player.id for player in scene.match.players_at(late)]

    if ends == "host removes":
        await cups.apply(stored.id, partial(remove_player, by=Actor(99)), rival)
        await steps.step(stored.id)
    elif ends == "host ends round":
        cups.clock.now += 20
        await steps.end_round(stored.id, by=Actor(99))
    else:
        cups.find_kept_out = kept_out
        if ends == "claim":
            await cups.apply(stored.id, prolong_rounds, cups.clock.now + 9 * DAY)
        cups.clock.now += 2 * DAY
        await (looks.claim_late(cups) if ends == "claim" else steps.step(stored.id))
    assert (await cups.service.match(match.id)).phase is Phase.OVER
    found = there(await cups.service.store.results.finished_match(match.id))
    assert found.verdict is Verdict.FRIENDLY
    result = (await stepped(cups, stored.id)).course.results[match.terms.pairing]
    assert {*result.ranks} == {1, 2}
    assert rival in result.absent or ends != "host removes"


async def paired(cups: Cups) -> Match:
    """A match of a competition that has just begun, and has no board."""
    it = await begun(cups)
    await cups.service.store.database.write("DELETE FROM boards")
    return await cups.service.match(it.matches[1])


async def show(service: Service, scene: Scene, channel: int, message: int = 9) -> None:
    await service.note_shown(scene, Board(scene.match.id, 7, channel, message), channel)


async def forgiven(service: Service, before: Match) -> int:
    """The seconds that the running decision of a match has got since."""
    return (await service.match(before.id)).turn_at - before.turn_at


async def test_a_board_forgives_the_time_without_one_once(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    cups.clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    await asyncio.gather(*(show(service, scene, 8, message) for message in (9, 10)))
    assert await forgiven(service, match) == 5 * HOUR
    cups.clock.now += HOUR
    await show(service, await service.scene(match.id), 8)
    assert await forgiven(service, match) == 5 * HOUR, "the board was there to be seen"
    for _ in range(2):  # a second look finds the channel deleted too
        await service.store.boards.forget_channel(8, cups.clock.now)
        cups.clock.now += 5 * HOUR
    scene = await service.scene(match.id)
    for message in (10, 11):
        await show(service, scene, 12, message)
    assert await forgiven(service, match) == 15 * HOUR
    cups.clock.now += HOUR
    await show(service, await service.scene(match.id), 13)
    assert await forgiven(service, match) == 15 * HOUR


async def test_a_death_leaves_a_board_with_its_time_forgiven_or_neither(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    for at in count():
        before = await service.match(match.id)
        cups.clock.now += 5 * HOUR
        with dying(at) as death:
            await show(service, await service.scene(match.id), 8)
        if not death.has_come:
            break
        is_shown = await service.store.boards.board_of(match.id) is not None
        assert await forgiven(service, before) == is_shown * (cups.clock.now - before.turn_at), at
        await service.store.database.write("DELETE FROM boards")
    assert at > 5, "there are statements to die at"


def claim_of(match: Match) -> int:
    claim = earliest_claim(match)
    assert claim is not None
    return claim


async def test_no_move_is_claimed_in_a_match_that_nobody_could_see(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    cups.clock.now = claim_of(match)
    assert not service.clocks.late_seats(await service.scene(match.id)), "no player claims it"
    assert await looks.claim_late(cups) == []
    cups.clock.now += 60
    assert await looks.due(service, MatchDuty.CLAIM), "it looks again soon"
    await show(service, await service.scene(match.id), 8)
    assert earliest_claim(await service.match(match.id)) == cups.clock.now + DAY + slack_of_pace(
        DAY
    )
    it = await cups.get(match.terms.competition)
    (other,) = {*it.matches.values()} - {match.id}
    cups.clock.now = claim_of(match) + DAY - 1
    assert await looks.claim_late(cups) == []
    cups.clock.now += 60
    assert [each.id for each in await looks.claim_late(cups)] == [other], "nobody has shown it"


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


@pytest.mark.parametrize(
    ("moves", "ending"), [(0, Ending.ABANDONED), (1, Ending.ABANDONED), (2, Ending.CLAIMED)]
)
async def test_nobody_wins_by_moves_that_none_sees(cups: Cups, moves: int, ending: Ending) -> None:
    match = await play_on(cups.service, await paired(cups), moves)
    cups.clock.now = claim_of(match) + DAY
    assert match.id in {each.id for each in await looks.claim_late(cups)}
    over = await cups.service.match(match.id)
    assert (over.ending, bool(over.ended_by)) == (ending, moves == 2)
    after = await stepped(cups, match.terms.competition)
    assert len({*after.course.results[1].ranks}) == 1 + (moves == 2)
    assert not after.course.left
    other = await paired(cups)
    cups.clock.now += DAY - HOUR
    await CompetitionSteps(cups).end_round(other.terms.competition)
    over = await cups.service.match(other.id)
    assert (over.ending, over.ended_by) == (Ending.CUT, 0)


async def test_a_match_without_its_competition_keeps_the_time_that_nobody_saw(cups: Cups) -> None:
    service, match = cups.service, await paired(cups)
    await show(service, await service.scene(match.id), 8)
    await service.store.boards.forget_channel(8, cups.clock.now)
    cups.clock.now += 5 * HOUR
    await cups.cancel(match.terms.competition)
    await looks.claim_late(cups)
    after = await service.match(match.id)
    assert after.terms.released
    assert after.turn_at == match.turn_at + 5 * HOUR
    (other,) = {*(await cups.get(match.terms.competition)).matches.values()} - {match.id}
    assert (await service.match(other)).ending is Ending.ABANDONED, "nobody could ever see it"


@pytest.mark.parametrize("aside", [False, True])
async def test_a_damaged_match_is_even_once_its_move_is_late(cups: Cups, *, aside: bool) -> None:
    it, service = await created(cups, kinds.LADDER), cups.service
    for player in (ADA, BEN):
        await cups.enter(it.id, player)
    cups.clock.now += 60
    await CompetitionSteps(cups).step(it.id)
    it = await cups.apply(it.id, challenge, BEN.id, ADA.id)
    await looks.show_boards(service, it.matches.values())
    await play_on(service, await service.match(it.matches[1]), plies=2)
    unreadable = "UPDATE plays SET move = 'zz' WHERE match = $1 AND ply = 0"
    assert await service.store.database.write(unreadable, it.matches[1]) == 1
    if aside:
        await service.store.broken.note_problem(it.matches[1], "zz", cups.clock.now)
        await service.store.broken.set_aside()
    cups.clock.now += DAY + slack_of_pace(DAY)
    assert await looks.claim_late(cups) == []
    assert (await stepped(cups, it.id)).competition.course.results[1].ranks == (1, 1)
    assert await looks.due(service, MatchDuty.CLAIM) == []


async def test_matches_of_a_cancelled_competition_are_left_to_themselves(cups: Cups) -> None:
    it, service = await begun(cups), cups.service
    match = await play_on(service, await service.match(it.matches[1]), plies=4)
    one, other = match.players

    async def agree() -> None:
        for transition in (
            lambda each, it: agreements.ask(each, it, one.id, Motion.CANCEL, each.moment),
            lambda each, it: agreements.agree(each, it, other.id, Motion.CANCEL, each.moment),
        ):
            await service.apply(match.id, transition)

    cups.clock.now += MAX_IDLE_SECONDS + 30 * DAY
    assert await looks.end_expired(service) == [], "its matches end with a result"
    with pytest.raises(Denied, match="ends with a result"):
        await agree()
    await cups.cancel(it.id)
    again = Competitions(service)
    for released in ([Phase.PLAYING] * 2, []):
        for change in (cups.leave(it.id, one.id), CompetitionSteps(cups).end_round(it.id)):
            with pytest.raises(Stale, match="is over"):
                await change
        assert [each.phase for each in await looks.claim_late(again)] == released, "once is enough"
    await agree()
    assert (await service.match(match.id)).phase is Phase.OVER
    assert await looks.due(service, CompetitionDuty.STEP) == []
    assert (await cups.get(it.id)).competition.course.results == {}
    cups.clock.now += MAX_IDLE_SECONDS
    (ended,) = await looks.end_expired(service)
    assert (ended.id, ended.ending) == (it.matches[2], Ending.ABANDONED)
    assert await service.store.results.finished_match(ended.id) is None


@pytest.mark.parametrize("left", [-DAY, 60, DAY + 60])
async def test_a_clock_that_an_outage_ends_has_the_day_after_it(cups: Cups, left: int) -> None:
    it = await begun(cups)
    looks.let_be_away(cups.service, cups.clock, DAY + slack_of_pace(DAY) - left)
    cups.clock.now += DAY + slack_of_pace(DAY) - 1
    assert await looks.claim_late(cups) == []
    cups.clock.now += 1
    assert len(await looks.claim_late(cups)) == len(it.matches) == 2


async def away(it: Cups, seconds: int) -> int:
    """The bot is away, and then does what is due; the time at which it is back."""
    looks.let_be_away(it.service, it.clock, seconds)
    await it.service.store.database.run(it.service.store.beats.check_clocks)
    await looks.take_steps(it)
    return it.clock.now


@pytest.mark.parametrize("left", [-DAY, 60, DAY - 60])
async def test_a_round_that_an_outage_ends_has_the_day_after_it(cups: Cups, left: int) -> None:
    it = await begun(cups, round_time=3 * DAY)
    back = await away(cups, 3 * DAY - left)
    course = (await cups.get(it.id)).course
    assert {course.clock_end(each) for each in course.open} == {back + DAY}
    assert not course.shortened_by
    cups.clock.now = back + DAY - 1
    assert await looks.take_steps(cups) == 0
    cups.clock.now += 1
    assert await looks.take_steps(cups)
    assert len((await cups.get(it.id)).competition.course.results) == 2


@pytest.mark.parametrize("format_", [kinds.SWISS, kinds.LEAGUE])
async def test_a_check_in_that_an_outage_cuts_goes_on(cups: Cups, format_: Format) -> None:
    lasts = HOUR if format_ is kinds.SWISS else 7 * DAY
    starts = cups.clock.now + lasts + 60
    it = await created(cups, format_, starts=starts, check_in=lasts)
    for player in (ADA, BEN, CLEO):
        await cups.enter(it.id, player)
    cups.clock.now += 60
    await looks.take_steps(cups)
    await cups.apply(it.id, competition_changes.check_in, ADA.id)
    cups.clock.now += 60
    back = await away(cups, lasts + HOUR)
    course = (await cups.get(it.id)).course
    assert (course.began, course.reminded, {*course.left}) == (None, True, set())
    more = CHECK_IN_GRACE if format_ is kinds.SWISS else DAY
    cups.clock.now = back + more - 1
    assert await looks.take_steps(cups) == 0
    await cups.apply(it.id, competition_changes.check_in, BEN.id)
    cups.clock.now += 1
    await looks.take_steps(cups)
    course = (await cups.get(it.id)).course
    assert course.began is not None
    assert course.left.keys() == {CLEO.id}


@pytest.mark.parametrize("moves", [0, 4])
async def test_who_left_before_a_competition_was_cancelled_is_out(cups: Cups, moves: int) -> None:
    it = await begun(cups)
    match = await play_on(cups.service, await cups.service.match(it.matches[1]), moves)
    left = await cups.leave(it.id, match.players[0].id)
    assert len(left.course.results[1].absent) == (moves == 0), "a match with moves is resigned"
    await cups.cancel(it.id)
    assert {each.id for each in await looks.claim_late(cups)} == {it.matches[2]}
    match = await cups.service.match(match.id)
    assert match.ending is Ending.RESIGNED
