"""What upkeep looks for: boards behind, reminders that may be due, what has no message yet."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import pairwise

import pytest

from prowlerbot.competition import record
from prowlerbot.competition.record import Format
from prowlerbot.match.deadlines import Reminder
from prowlerbot.match.leaving import resign
from prowlerbot.match.lobby import CHALLENGE_LASTS, accept
from prowlerbot.match.match import Match, machine
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.match.terms import Terms
from prowlerbot.service.competitions import Competitions
from prowlerbot.service.housekeeping import Housekeeping
from prowlerbot.service.lobby import Lobby
from prowlerbot.service.machine_seats import MachineSeats
from prowlerbot.service.service import Service
from prowlerbot.storage.boards import Board
from prowlerbot.storage.competition_posts import CompetitionPosts
from tests.opponent.quick import QuickThinkers
from tests.persistence.matches import ADA, BEN, NOON, Clock, next_press, opened

pytestmark = pytest.mark.both_databases

HOUR = 60 * 60
QUARTER, HALF, LAST = NOON + DAY // 4, NOON + DAY // 2, NOON + DAY - 2 * 60 * 60


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def service(url: str, clock: Clock) -> AsyncIterator[Service]:
    async with opened(url, clock) as service:
        yield service


async def begun(service: Service, *, pace: int = DAY) -> Match:
    asked = await Lobby(service).challenge("prowler", [ADA, BEN], {}, Terms(pace=pace))
    return await service.apply(asked.id, accept, BEN.id)


async def looked_at(service: Service, clock: Clock, now: int) -> list[str]:
    clock.now = now
    return await service.store.calls.to_remind(now)


async def reminded(service: Service, clock: Clock, now: int) -> list[Reminder]:
    clock.now = now
    return [each for _, _, each in await Housekeeping(service).reminders()]


async def test_a_match_is_looked_at_when_a_reminder_may_be_due_and_once_after_it(
    service: Service, clock: Clock
) -> None:
    match = await begun(service)
    assert await looked_at(service, clock, QUARTER - 1) == []
    assert await looked_at(service, clock, QUARTER) == [match.id]
    assert await reminded(service, clock, QUARTER) == [], "nobody is quiet until the end"
    assert await looked_at(service, clock, HALF - 1) == []
    assert await looked_at(service, clock, HALF) == [match.id]
    assert await reminded(service, clock, HALF) == [Reminder.HALF]
    assert await looked_at(service, clock, HALF + 59) == []
    assert await reminded(service, clock, HALF + 60) == [], "the first may have been lost"
    assert await looked_at(service, clock, LAST - 1) == []
    assert await reminded(service, clock, LAST) == [Reminder.LAST]
    assert await reminded(service, clock, LAST + 60) == []
    assert await looked_at(service, clock, LAST + 100 * DAY) == []


async def test_a_match_without_a_limit_or_with_a_new_turn_is_not_looked_at(
    service: Service, clock: Clock
) -> None:
    await begun(service, pace=0)
    assert await looked_at(service, clock, HALF) == []
    match = await begun(service)
    clock.now = HALF - 1
    await service.play(match.id, *next_press(match))
    assert await looked_at(service, clock, HALF) == []
    assert await looked_at(service, clock, HALF - 1 + DAY // 4) == [match.id]


async def test_whoever_changes_what_reminders_depend_on_is_looked_at_again(
    service: Service, clock: Clock
) -> None:
    match = await begun(service)
    (seat,) = service.to_move(match)
    player = match.player(seat).id
    assert await reminded(service, clock, HALF) == [Reminder.HALF]
    until = NOON + 2 * DAY
    await service.store.rechoose(PlayerChoices, player, away_from=clock.now, away_until=until)
    assert await looked_at(service, clock, HALF) == [match.id]
    last = until + DAY // 2 - 2 * HOUR
    for now in (until - 1, until, last - 1):
        assert await reminded(service, clock, now) == []
    assert await reminded(service, clock, last) == [Reminder.LAST]
    assert await reminded(service, clock, last + 60) == []
    await service.store.rechoose(PlayerChoices, player, text_first=True)
    assert await looked_at(service, clock, last + 60) == []


async def test_a_match_is_looked_at_for_moves_of_the_machine_once_after_each_change(
    service: Service,
) -> None:
    seats, store = MachineSeats(service, QuickThinkers()), service.store
    match = await Lobby(service).challenge("prowler", [ADA, machine("easy")], {"first": "1"})
    await begun(service)
    for _ in range(2):  # it stays due however often it is looked at
        assert [each.id async for each in seats.waiting()] == [match.id]
    match = await seats.make(await seats.find(match, 2))
    assert await store.machine_due(9) == [match.id]
    assert [each.id async for each in seats.waiting()] == []
    assert await store.machine_due(9) == []
    before, match = match, await service.play(match.id, *next_press(match))
    await store.machine_not_due([before])
    assert await store.machine_due(9) == [match.id]
    await service.apply(match.id, resign, ADA.id)
    assert await store.machine_due(9) == []


async def test_matches_with_the_machine_are_looked_at_in_pieces_and_none_is_left_out(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.service.machine_seats._AT_A_TIME", 2)
    seats, players = MachineSeats(service, QuickThinkers()), [ADA, machine("easy")]
    made = [await Lobby(service).challenge("prowler", players, {"first": "1"}) for _ in range(5)]
    for match in made[:2]:
        await seats.make(await seats.find(match, 2))
    waiting = sorted(match.id for match in made[2:])
    for _ in range(2):
        assert [each.id async for each in seats.waiting()] == waiting
        assert await service.store.machine_due(9) == waiting
    assert [each.id async for each in seats.waiting(but=waiting[1:])] == waiting[:1]


async def test_a_round_ends_a_few_of_what_has_expired_and_the_next_ones_the_rest(
    service: Service, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.service.housekeeping._ENDED_AT_ONCE", 2)
    asked = []
    for _ in range(7):
        clock.now += 1
        asked.append((await Lobby(service).challenge("prowler", [ADA, BEN], {})).id)
    clock.now += CHALLENGE_LASTS
    broken = asked.pop(1)
    await service.store.database.write("UPDATE matches SET options = '?' WHERE id = $1", broken)
    housekeeping = Housekeeping(service)
    rounds = [[each.id for each in await housekeeping.expire()] for _ in range(2)]
    assert rounds == [asked[:2], asked[2:4]]
    assert [each.id for each in await housekeeping.expire(everywhere=True)] == asked[4:]


async def test_a_board_is_behind_whether_it_or_the_change_of_its_match_came_first(
    service: Service,
) -> None:
    store, match = service.store, await begun(service)
    await store.set_board(Board(match.id, 1, 2, message=3, shown=match.revision - 1))
    assert await store.behind() == [match.id]
    store.note_shown(match.id, 3, match.revision)
    assert await store.behind() == []
    match = await service.play(match.id, *next_press(match))
    assert await store.behind(1) == [match.id]
    assert await store.behind(2) == []
    for board in (Board(match.id, 1, 2, message=4, shown=match.revision), Board(match.id, 1, 2, 0)):
        await store.set_board(board)
        assert await store.behind() == [], "nor where there is no message that could be"


# ------------------------------------------------------- what competitions have told their channels


@pytest.fixture
def posts(service: Service) -> CompetitionPosts:
    return CompetitionPosts(service.store.database)


async def created(service: Service) -> str:
    terms = record.Terms(Format.SWISS, "prowler", service.now() + 60)
    it = await Competitions(service).create(
        terms, name="Cup", guild=7, channel=8, host=ADA.id, pace=DAY
    )
    return it.id


async def test_a_competition_is_behind_until_its_message_and_all_news_stand(
    service: Service, posts: CompetitionPosts
) -> None:
    competitions, cup = Competitions(service), await created(service)
    assert await posts.behind(9) == [(cup, 7)]
    await competitions.store.set_message(cup, 11, 0)
    assert await posts.behind(9) == [(cup, 7)]
    await posts.told(cup, 0)
    assert await posts.behind(9) == []
    it = await competitions.enter(cup, ADA)
    assert await posts.behind(9) == [(cup, 7)]
    await competitions.store.set_message(cup, 11, it.revision)
    await posts.told(cup, it.revision)
    await posts.told(cup, 0)  # a slower process knows less
    assert await posts.behind(9) == []


async def test_posts_that_are_noted_at_once_are_all_kept(
    service: Service, posts: CompetitionPosts
) -> None:
    cup = await created(service)
    await asyncio.gather(*(posts.note(cup, {f"round{number}": number}) for number in range(5)))
    assert await posts.of(cup) == {f"round{number}": number for number in range(5)}
    assert await posts.of("unknown") == {}


async def test_a_reminder_that_discord_refuses_is_due_again_ever_sooner(
    service: Service, clock: Clock
) -> None:
    match = await begun(service)
    house, by = Housekeeping(service), match.turn_at + DAY
    clock.now = by - HOUR
    tries = []
    while clock.now < by:
        for scene, seat, reminder in await house.reminders():
            assert reminder is Reminder.LAST
            tries.append(clock.now)
            await house.reminded(scene, seat, reminder, sent=False)
        clock.now += 30
    pauses = [later - earlier for earlier, later in pairwise(tries)]
    assert pauses == sorted(pauses, reverse=True)
    assert 10 < len(tries) < 60


async def test_a_reminder_that_a_dead_process_has_begun_is_given_out_once_more(
    service: Service, clock: Clock
) -> None:
    match = await begun(service)
    clock.now = match.turn_at + DAY - HOUR
    ((scene, seat, reminder),) = await Housekeeping(service).reminders()
    assert await Housekeeping(service).reminders(left=True) == [], "it is being sent"
    clock.now += 60
    again = Housekeeping(service)
    ((_, _, lost),) = await again.reminders(left=True)
    assert lost is reminder
    await again.reminded(scene, seat, reminder, sent=True)
    clock.now += 60
    assert await again.reminders(left=True) == []
