"""Each change of a match happens once or not at all, in one process and in several."""

import asyncio
import json
import random
import threading
from collections.abc import AsyncIterator, Awaitable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from cogs.players.match_list import OpenMatches
from prowlerbot.core.clock import DAY, HOUR
from prowlerbot.core.errors import Denied, NotFound, Refused, Stale
from prowlerbot.core.game import AnyState, Registry
from prowlerbot.core.i18n import speaking
from prowlerbot.core.record import random_record, replay
from prowlerbot.feature_list import open_store
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.match import lobby
from prowlerbot.match.call_rules import CALL_PAUSE_SECONDS
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import CHALLENGE_SECONDS, accept_challenge
from prowlerbot.match.match import Match, Phase, Play, Player, machine
from prowlerbot.match.plans import set_plan
from prowlerbot.match.play import planning_seats
from prowlerbot.match.player_statistics import Hours
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.privacy import Privacy
from prowlerbot.service.archive import Archive
from prowlerbot.service.habit_store import Habits, HabitStore
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby_service import Destination, Lobby
from prowlerbot.service.match_service import Service
from prowlerbot.storage.engines.database import Database
from tests.cogs.games.shown import FACES
from tests.persistence.fresh import open_database
from tests.persistence.looks import end_expired, noted_calls
from tests.persistence.matches import (
    ADA,
    ALL,
    BEN,
    CLEO,
    NOON,
    Clock,
    Hosted,
    asker,
    begin,
    opened,
    play_on,
    states,
    there,
)

pytestmark = pytest.mark.both_databases


async def test_a_match_that_is_not_there_is_not_found(service: Hosted) -> None:
    for ask in (
        service.match("nothing"),
        service.make_move("nothing", 1, 0, "1"),
        service.apply("nothing", accept_challenge, 1),
        service.apply("nothing", resign, 1),
        service.apply("nothing", set_plan, 1, 0, "1: 2"),
        service.scene("nothing"),
        service.match("'; DROP TABLE matches; --"),
    ):
        with pytest.raises(NotFound, match="There is no match"):
            await ask


async def test_ids_are_short_and_each_used_once(service: Hosted, url: str) -> None:
    ids = {(await Lobby(service).make_challenge("prowler", [ADA, BEN], {})).id for _ in range(20)}
    # The same random source once more draws the same ids, which are all taken.
    async with opened(url) as again:
        ids |= {(await Lobby(again).make_challenge("prowler", [ADA, BEN], {})).id for _ in range(5)}
    assert len(ids) == 25
    assert all(len(each) == 8 and each.isalnum() for each in ids)


async def test_a_challenge_that_is_answered_as_it_expires_is_not_broken(service: Hosted) -> None:
    match, house = await begin(service), Housekeeping(service)
    service.clock.now += CHALLENGE_SECONDS
    async with house.isolating(match.id):
        assert await house.expire_challenge(match.id) is None
    assert (await service.match(match.id)).phase is Phase.PLAYING
    assert await service.store.broken.all_broken() == []


async def test_open_matches_that_wait_for_the_user_come_first(service: Hosted) -> None:
    waiting = []
    for _ in range(6):
        service.clock.now += 1
        match = await begin(service)
        if service.facts.waits_for(match, ADA.id):
            waiting.append(match.id)
    service.clock.now += 1
    await Lobby(service).make_challenge("prowler", [ADA, BEN], {})
    found = [scene.match for scene in await service.lists.open_matches(ADA.id, "prowler")]
    assert len(found) == 7
    assert [match.id for match in found[: len(waiting)]] == waiting
    rest = [match.changed_at for match in found[len(waiting) :]]
    assert rest == sorted(rest)


async def test_a_list_of_matches_replays_those_that_have_changed_alone(
    service: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = [await begin(service, ADA, BEN) for _ in range(3)]
    await service.lists.open_matches(ADA.id, "prowler")
    replayed: list[str] = []
    real = service.facts._states

    def noted(match: Match) -> list[AnyState]:
        replayed.append(match.id)
        return real(match)

    monkeypatch.setattr(service.facts, "_states", noted)
    for _ in range(3):
        await service.lists.open_matches(ADA.id, "prowler")
    assert replayed == []
    moved = await play_on(service, matches[1], 1)
    replayed.clear()
    found = {scene.match.id: scene.match for scene in await service.lists.open_matches(ADA.id)}
    assert set(replayed) <= {moved.id}
    assert service.facts.to_move(found[moved.id]) == states(service, moved)[-1].to_move


async def test_the_match_meant_is_named_the_only_one_or_the_one_that_waits(service: Hosted) -> None:
    async def chosen(player: Player, named: str | None = None, game: str = "prowler") -> Match:
        return await service.choose_match(asker(player.id), game, named)

    with pytest.raises(NotFound, match="no match of this game yet"):
        await chosen(ADA)
    over = await play_on(service, await begin(service))
    await Lobby(service).make_challenge("prowler", [CLEO, ADA], {})
    assert await chosen(ADA) == over, "the latest one, as none is running"
    one = await begin(service)
    for player in (ADA, BEN):
        assert await chosen(player) == one
    assert await chosen(BEN, over.id) == over
    with pytest.raises(NotFound, match="of this game"):
        await chosen(ADA, one.id, "tell")
    with pytest.raises(NotFound):
        await chosen(ADA, "nothing")
    other = await begin(service, ADA, CLEO)
    for first_waits, second_waits in ((True, False), (True, True)):
        one = await until_waiting(service, one, waits=first_waits)
        other = await until_waiting(service, other, waits=second_waits)
        if not second_waits:
            assert (await chosen(ADA)).id == one.id
    with pytest.raises(Denied, match="choose one of them"):
        await chosen(ADA)


async def until_waiting(service: Hosted, match: Match, *, waits: bool) -> Match:
    """The match as soon as it waits for Ada, or as soon as it does not."""
    while service.facts.waits_for(match, ADA.id) != waits:
        match = await play_on(service, match, 1)
    return match


async def make_any_move(service: Hosted, match: Match, user: int) -> Match:
    (seat,) = service.facts.to_move(match)
    move = service.facts.timeline(match, user).present.seen.moves(seat)[0]
    return await service.make_move(match, user, match.moment, str(move))


LANDGRAB = Landgrab()


class Watched(Landgrab):
    """Notes the threads in which matches are replayed from the start."""

    threads: list[int]

    def start(self, setup: str) -> Position:
        self.threads.append(threading.get_ident())
        return super().start(setup)


def stored(seed: int) -> Match:
    """A running match with most of the moves of a long one."""
    record = random_record(LANDGRAB, random.Random(seed), 4)
    plays = tuple(Play(made.seat, made.text, 0, ply) for ply, made in enumerate(record.moves[:140]))
    players = tuple(Player(seat, f"Player {seat}") for seat in range(1, 5))
    return Match(
        id=f"long{seed}",
        game="landgrab",
        players=players,
        created_at=0,
        phase=Phase.PLAYING,
        setup=record.setup,
        plays=plays,
    )


@pytest.fixture
async def watched(tmp_path: Path) -> AsyncIterator[Service]:
    Watched.threads = []
    database = await open_database(f"sqlite:///{tmp_path}/m.db")
    yield Service(open_store(database), games=Registry([Watched()]), clock=lambda: 9)
    await database.close()


async def test_a_long_match_is_replayed_beside_the_event_loop(watched: Service) -> None:
    match = replace(stored(31), id="looked")
    await watched.store.add_new(match)
    found = await Archive(watched).find_match(match.id, asker(1))
    assert Watched.threads
    assert threading.get_ident() not in Watched.threads
    Watched.threads.clear()
    assert watched.facts.timeline(found, 1).ply == match.ply
    assert Watched.threads == [], "and is remembered"
    for part in (0, 1):
        record = random_record(LANDGRAB, random.Random(5), 4)
        record = replace(record, moves=record.moves[:part])
        imported = await Archive(watched).keep_record(1, record)
        assert len(imported.players) == 4, "seats that have not moved too"
    matches = [stored(seed) for seed in range(41, 46)]
    for each in matches:
        await watched.store.add_new(each)
    for count in (len(matches), 0):
        Watched.threads.clear()
        assert len(await watched.lists.open_matches(1)) == len(matches) + 1
        assert len(Watched.threads) == count
        assert threading.get_ident() not in Watched.threads


async def test_an_import_whose_replay_is_displaced_is_replayed_beside_it(watched: Service) -> None:
    archive, record = Archive(watched), random_record(LANDGRAB, random.Random(6), 4)
    match = await archive.keep_record(1, replace(record, game=watched.games["landgrab"]))
    for other in (random_record(LANDGRAB, random.Random(seed), 4) for seed in (7, 8)):
        for ply in range(len(other.moves)):  # more replays than are remembered
            replay(LANDGRAB, other.setup, other.moves[:ply])
    Watched.threads.clear()
    assert (await archive.find_match(match.id, asker(1))).plays == match.plays
    assert Watched.threads
    assert threading.get_ident() not in Watched.threads


MIDNIGHT = NOON - NOON % DAY
TOLD = PlayerChoices(hours_told=True)


async def played_at(service: Hosted, hours: dict[int, int]) -> Match:
    """A match to its end, in which each player moves at an hour of the day of theirs."""
    rng, match = random.Random(1), await begin(service, ADA, BEN)
    day = service.clock.now - service.clock.now % DAY
    while match.phase is Phase.PLAYING:
        (seat,) = service.facts.to_move(match)
        user = match.player(seat).id
        at = day + hours[user] * HOUR
        day += DAY if at <= service.clock.now else 0
        service.clock.now = day + hours[user] * HOUR
        move = str(rng.choice(states(service, match)[-1].moves(seat)))
        match = await service.make_move(match.id, user, match.moment, move)
    return match


async def test_hours_need_consent_and_a_duration_needs_some_matches(service: Hosted) -> None:
    begun, habits = await begin(service, ADA, BEN), Habits(service)
    for _ in range(4):
        await played_at(service, {ADA.id: 20, BEN.id: 7})
    assert await habits.usual_hours_of(ADA.id, PlayerChoices(), service.clock.now) is None
    assert await habits.usual_hours_of(ADA.id, TOLD, service.clock.now) == Hours(20, 1)
    assert await habits.usual_hours_of(BEN.id, TOLD, service.clock.now) == Hours(7, 1)
    assert await habits.usual_match_seconds(begun) is None
    await played_at(service, {ADA.id: 20, BEN.id: 7})
    assert 5 * DAY < there(await Habits(service).usual_match_seconds(begun)) < 40 * DAY
    quick = replace(begun, terms=replace(begun.terms, pace=600))
    assert await Habits(service).usual_match_seconds(quick) is None


async def test_a_move_that_a_plan_made_tells_no_hour(service: Hosted) -> None:
    service.clock.now = MIDNIGHT
    match = await play_on(service, await begin(service, ADA, BEN), 3)
    (mover,) = service.facts.to_move(match)
    legal = [str(move) for move in states(service, match)[-1].moves(mover)]
    one, two, *_ = [move for move in legal if ">" not in move]
    waiting = match.player(3 - mover).id
    before = await HabitStore(service.database).moves_by_hour(waiting)
    await service.apply(match.id, set_plan, waiting, match.moment, f"{one}: {two}")
    match = await service.make_move(match.id, match.player(mover).id, match.moment, one)
    assert match.plays[-1].planned
    assert await HabitStore(service.database).moves_by_hour(waiting) == before


async def test_a_letter_reads_no_match_whole_but_shows_a_move_a_name_and_a_new_match(
    service: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, matches = await begin(service), OpenMatches(service, FACES)
    read, whole = list[int](), service.store.open_matches

    async def open_matches(player: int, game: str | None = None) -> list[Scene]:
        read.append(player)
        return await whole(player, game)

    monkeypatch.setattr(service.store, "open_matches", open_matches)
    first = await matches.running_options(ADA.id, "prowler")
    assert [key for _, key in first] == [match.id]
    assert await matches.running_options(ADA.id, "prowler") == first
    assert read == [ADA.id]
    with speaking("de"):
        await matches.running_options(ADA.id, "prowler")
    assert read == [ADA.id] * 2, "words of another language"
    ((of_ben, key),) = await matches.running_options(BEN.id, "prowler")
    assert (BEN.name in first[0][0], ADA.name in of_ben, key) == (True, True, match.id)
    assert await matches.running_options(CLEO.id, "prowler") == []
    assert await matches.running_options(ADA.id, "tell") == []
    mover = match.player(min(service.facts.to_move(match))).id
    ((waits, _),) = await matches.running_options(mover, "prowler")
    assert "your turn" in waits
    await make_any_move(service, match, mover)
    ((moved, _),) = await matches.running_options(mover, "prowler")
    assert moved != waits
    other = next(each for each in match.people if each != mover)
    await service.store.store_name(match.id, Player(other, "Bo"))
    ((renamed, _),) = await matches.running_options(mover, "prowler")
    assert renamed.startswith("Bo · ")
    await begin(service)
    assert len(await matches.running_options(mover, "prowler")) == 2


async def test_waiting_boards_are_found_by_reading_what_has_changed(
    service: Hosted, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, whole = list[list[str]](), service.store.read_matches

    async def read_matches(ids: list[str]) -> list[Match]:
        read.append(ids)
        return await whole(ids)

    monkeypatch.setattr(service.store, "read_matches", read_matches)
    first, second = await begin(service), await begin(service)
    mover = first.player(min(service.facts.to_move(first))).id
    waiting = [it.id for it in (first, second) if service.facts.waits_for(it, mover)]
    assert sorted(await service.lists.waiting_matches(mover, "")) == sorted(waiting)
    assert first.id not in await service.lists.waiting_matches(mover, first.id)
    assert [sorted(each) for each in read] == [sorted([first.id, second.id])]
    await make_any_move(service, first, mover)
    assert first.id not in await service.lists.waiting_matches(mover, "")
    assert read[1:] == [[first.id]]


async def test_a_list_tells_the_late_their_move_counts_and_leavers_no_time(service: Hosted) -> None:
    match, matches = await begin(service, terms=Terms(pace=DAY)), OpenMatches(service, FACES)
    (seat,) = service.facts.to_move(match)
    mover, scene = match.player(seat).id, await service.scene(match.id)
    assert "**your turn** · " in matches.match_line(scene, mover, None)
    service.clock.now += DAY
    assert "**your turn**, and you can still move · " in matches.match_line(scene, mover, None)
    assert (await make_any_move(service, match, mover)).ply == 1
    three = await begin(service, ADA, BEN, CLEO, game="landgrab", terms=Terms(pace=DAY))
    await service.apply(three.id, resign, CLEO.id)
    scene = await service.scene(three.id)
    assert " · ⏳ due <t:" in matches.match_line(scene, ADA.id, None)
    line = matches.match_line(scene, CLEO.id, None)
    assert "you have left · last move <t:" in line, "and no deadline of the others"
    assert "due" not in line


async def at_once(calls: Iterable[Awaitable[object]]) -> list[object]:
    return await asyncio.gather(*calls, return_exceptions=True)


async def test_nobody_gets_more_challenges_than_allowed(services: list[Hosted]) -> None:
    done = await at_once(
        Lobby(service).make_challenge("prowler", [ADA, BEN], {}, to=Destination(max_unanswered=4))
        for service in services
        for _ in range(4)
    )
    refused = [each for each in done if isinstance(each, Denied)]
    assert len(refused) == len(done) - 4
    assert len(await services[0].store.open_matches(ADA.id)) == 4


async def test_no_choice_is_lost(services: list[Hosted]) -> None:
    one, two, three = (service.store.choices.change for service in services)
    for _ in range(5):
        await one(PlayerChoices, ADA.id, theme=None, text_first=False, timezone="UTC")
        await at_once(
            [
                one(PlayerChoices, ADA.id, theme="day"),
                two(PlayerChoices, ADA.id, text_first=True),
                three(PlayerChoices, ADA.id, timezone="Europe/Paris"),
            ]
        )
        chosen = await services[0].store.choices.choices_of(PlayerChoices, ADA.id)
        assert (chosen.theme, chosen.text_first, chosen.timezone) == ("day", True, "Europe/Paris")


async def test_one_rematch_of_a_match_is_open_at_a_time(services: list[Hosted]) -> None:
    one, *_ = services
    over = await one.apply((await begin(one)).id, resign, ADA.id)
    for _ in range(10):
        done = await at_once(
            Lobby(service).make_rematch(over.id, user)
            for service in services
            for user in (ADA.id, BEN.id)
        )
        (again,) = [each for each in done if isinstance(each, Match)]
        assert all(isinstance(each, Refused) for each in done if each is not again)
        (asked,) = again.invited_seats
        await one.apply(again.id, lobby.accept_challenge, again.player(asked).id)
        await one.apply(again.id, resign, BEN.id)


async def test_whoever_is_forgotten_meanwhile_is_in_no_match(services: list[Hosted]) -> None:
    one, two, three = services
    matches = [await one.apply((await begin(one, ADA, CLEO)).id, resign, CLEO.id) for _ in range(5)]
    forgotten, *_ = await at_once(
        [
            Privacy(one).delete_data(ADA.id),
            *[two.store.store_name(match.id, ADA) for match in matches],
            *[Lobby(three).make_rematch(match.id, CLEO.id) for match in matches[:2]],
        ]
    )
    if isinstance(forgotten, Refused):  # a rematch came in between, and Ada presses again
        await Privacy(one).delete_data(ADA.id)
    for match in matches:
        players = (await one.match(match.id)).players
        assert not {ADA.id, ADA.name} & {it for one in players for it in (one.id, one.name)}


HERE, THERE_SECONDS = 7, 8


@pytest.fixture
def processes(database: Database, clock: Clock) -> tuple[Service, Service]:
    """One process serves a server and the chats, the other one another server."""

    def made(*guilds: int) -> Service:
        return Service(open_store(database), games=ALL, clock=clock, serves=lambda it: it in guilds)

    return made(0, HERE), made(THERE_SECONDS)


async def show(service: Service, match: Match, guild: int) -> str:
    await service.store.boards.put_board(Board(match.id, guild, guild + 1, int(match.created_at)))
    return match.id


async def test_each_process_expires_calls_and_redraws_in_its_servers(
    processes: tuple[Service, Service], clock: Clock
) -> None:
    one, other = processes
    asked = [await Lobby(one).make_challenge("prowler", [ADA, BEN], {}) for _ in range(3)]
    here, there = await show(one, asked[0], HERE), await show(one, asked[1], THERE_SECONDS)
    clock.now += CHALLENGE_SECONDS
    assert {it.id for it in await end_expired(other)} == {there}
    assert {it.id for it in await end_expired(one)} == {here, asked[2].id}
    here = await show(one, await begin(one), HERE)
    there = await show(one, await begin(one), THERE_SECONDS)
    for match_id in (here, there):
        await play_on(one, await one.match(match_id), 1)
    clock.now += CALL_PAUSE_SECONDS
    called = await asyncio.gather(*(noted_calls(each) for each in processes))
    assert [[post.name.subject for post in each] for each in called] == [[here], [there]]
    behind = {*await one.store.boards.outdated_matches()} & {here, there}
    assert behind == {here, there}
    assert [await each.matches_served_here(behind) for each in processes] == [[here], [there]]
    assert not one.serves_all
    assert not other.serves(0)


def plain(service: Service, match: Match) -> list[str]:
    """Moves that are legal now, without those of wild shovels."""
    state = states(service, match)[-1]
    legal = [str(move) for seat in state.to_move for move in state.moves(seat)]
    return [move for move in legal if ">" not in move]


async def waiting(service: Service) -> tuple[Match, int, int]:
    """A match after its opening and a passage, who waits in it, and who is to move."""
    match = await begin(service)
    for _ in range(2):
        state = states(service, match)[-1]
        (seat,) = state.to_move
        move = str(state.moves(seat)[0]) if not match.ply else plain(service, match)[0]
        match = await service.make_move(match.id, match.player(seat).id, match.moment, move)
    (mover,) = service.facts.to_move(match)
    return match, match.player(3 - mover).id, match.player(mover).id


async def test_a_new_plan_and_the_move_which_it_answers_are_ordered(services: list[Hosted]) -> None:
    one, two, _ = services
    rng = random.Random(3)
    seen = set()
    for _ in range(12):
        match, planner, mover = await waiting(one)
        a, b, c, *_ = plain(one, match)
        before = await one.apply(match.id, set_plan, planner, match.moment, f"{a}: {b}")
        calls = [
            two.apply(match.id, set_plan, planner, match.moment, f"{a}: {c}"),
            one.make_move(before, mover, match.moment, a),
        ]
        if rng.random() < 0.5:
            calls.reverse()
        done = await asyncio.gather(*calls, return_exceptions=True)
        refused = [each for each in done if isinstance(each, Exception)]
        after = await two.match(match.id)
        made = [play.move for play in after.plays[-2:]]
        assert made == ([a, b] if refused else [a, c])
        assert all(isinstance(each, Stale) for each in refused)
        assert not any(each.plan for each in after.players)
        seen.add(bool(refused))
    assert seen


async def test_a_plan_is_its_players_alone_and_deleted_with_them(services: list[Hosted]) -> None:
    service, *_ = services
    match, planner, mover = await waiting(service)
    a, b, *_ = plain(service, match)
    before = json.loads(await Privacy(service).export_data(mover))
    await service.apply(match.id, set_plan, planner, match.moment, f"{a}: {b}")
    assert f'"{a}: {b}"' in (await Privacy(service).export_data(planner)).decode()
    after = json.loads(await Privacy(service).export_data(mover))
    assert {**after, "exported_at": 0} == {**before, "exported_at": 0}
    await Privacy(service).delete_data(planner)
    found = await service.store.database.read("SELECT premoves FROM seats WHERE premoves <> ''")
    assert not found


async def test_replies_to_the_machine_alone_are_not_planned(services: list[Hosted]) -> None:
    service, *_ = services
    match = await Lobby(service).make_challenge("prowler", [ADA, machine("easy")], {})
    assert not planning_seats(match, service.facts.timeline(match, ADA.id).present.seen)
    with pytest.raises(Denied, match="the machine"):
        await service.apply(match.id, set_plan, ADA.id, match.moment, "1: 2")
