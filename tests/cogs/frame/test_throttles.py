"""How often somebody may ask, ping, and have large work done, and what is dropped unread."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import Interaction

from cogs.board.rendering import DrawingProcesses
from cogs.club.told_messages import SendingTurns
from cogs.frame import rate_limits
from cogs.frame.interaction_gate import Gate
from cogs.frame.rate_limits import (
    MAX_CHALLENGES_AN_HOUR,
    MAX_EVERYWHERE_A_MINUTE,
    MAX_JOBS,
    MAX_JOBS_OF_SERVER,
    MAX_LARGE_WORK_A_MINUTE,
    MAX_PINGS_A_MINUTE,
    MAX_UNANSWERED,
    Arrivals,
    Buckets,
    LargeWork,
    Pings,
    Posts,
    TooMuch,
)
from cogs.replays import long_jobs
from cogs.replays.long_jobs import DrawingJobs
from prowlerbot.core.errors import Denied
from prowlerbot.match.match import VACANT, Player
from prowlerbot.match.preferences import ServerChoices
from prowlerbot.service.match_service import Service
from tests.persistence.matches import asked_by


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate_limits, "loop_time", clock)
    return clock


def test_a_minutes_worth_may_be_taken_at_once_and_then_one_at_a_time(clock: Clock) -> None:
    buckets = Buckets(clock)
    assert [buckets.take_token("ada", 30) for _ in range(30)] == [0.0] * 30
    assert buckets.take_token("ada", 30) == pytest.approx(2)
    clock.now += 1
    assert buckets.take_token("ada", 30) == pytest.approx(1)
    clock.now += 1
    assert buckets.take_token("ada", 30) == 0
    assert buckets.take_token("ada", 30) == pytest.approx(2)
    assert buckets.take_token("ben", 30) == 0, "an empty bucket concerns nobody else"


def test_a_lower_limit_counts_and_old_ones_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "_MAX_REMEMBERED", 2)
    buckets = Buckets(Clock())
    for user in ("ada", "ben", "ada", "cleo"):
        assert buckets.take_token(user, 100 if user == "cleo" else 2) == 0
    assert buckets.take_token("ada", 2) == pytest.approx(30)
    assert [buckets.take_token("cleo", 2) for _ in range(3)] == [0, 0, pytest.approx(30)]
    assert buckets.take_token("ben", 1) == 0


MOST = 3


def event(number: int, user: int = 1, *, guild: bool = True) -> dict[str, Any]:
    asker = {"user": {"id": str(user)}}
    return {"id": str(number), **({"member": asker} if guild else asker)}


def begun(number: int, user: int = 1, *, done: bool = False) -> Any:
    response = SimpleNamespace(is_done=lambda: done)
    return SimpleNamespace(id=number, user=SimpleNamespace(id=user), response=response)


@pytest.fixture
def arrivals(clock: Clock) -> Arrivals:
    return Arrivals(clock, MOST)


def test_of_one_user_only_so_many_unanswered_events_are_looked_at(arrivals: Arrivals) -> None:
    sent = [event(number, guild=number % 2 == 0) for number in range(300)]
    assert sum(map(arrivals.let_in, sent)) == MOST
    assert all(arrivals.let_in(event(1000 + user, user)) for user in range(2, 50))


def test_what_has_ended_makes_room_and_what_goes_on_behind_an_answer_does_not_count(
    arrivals: Arrivals, clock: Clock
) -> None:
    for number in range(300):
        arrivals.let_in(event(number))
    with arrivals.handling(begun(0)):
        assert not arrivals.let_in(event(300))
    assert [arrivals.let_in(event(number)) for number in (301, 302)] == [True, False]
    with arrivals.handling(begun(1, done=True)):
        assert [arrivals.let_in(event(number)) for number in (303, 304)] == [True, False]
    clock.now += 3  # a button of some other bot's version is never answered
    assert arrivals.let_in(event(305)), "nobody is shut out for longer than Discord waits"


def test_an_event_without_an_asker_is_let_in(arrivals: Arrivals) -> None:
    assert all(arrivals.let_in({"id": str(number), "type": 1}) for number in range(300))


HALL, YARD = 70, 71


def posted(posts: Posts, *users: int, channel: int = HALL) -> list[int]:
    """Those who get a post into a channel, each in turn until nobody gets another one."""
    got = list[int]()
    while True:
        before = len(got)
        for user in users:
            try:
                posts.count_post(user, channel)
            except TooMuch:
                continue
            got.append(user)
        if len(got) == before:
            return got


def test_a_few_members_leave_the_last_three_posts_of_a_minute_to_others(clock: Clock) -> None:
    posts = Posts(clock)
    assert len(posted(posts, 1, 2, 3, 4)) == 7
    for minute in range(1, 10):
        clock.now = 60.0 * minute
        posted(posts, 1, 2, 3, 4)
        assert posted(posts, 10 * minute) == [10 * minute], "somebody new finds a place at once"
    assert posted(posts, 500, 501, 502, 503) == [500, 501], "a post every six seconds comes back"


def test_a_member_is_new_in_a_channel_again_after_ten_minutes_without_a_post_there() -> None:
    clock = Clock()
    posts = Posts(clock)
    posted(posts, ADA)
    posted(posts, ADA, channel=YARD)
    clock.now = 599.0
    assert len(posted(posts, 10, 11, 12, 13)) == 7
    with pytest.raises(TooMuch, match="10 messages a minute in a channel") as refused:
        posts.check_room(ADA, HALL)
    assert refused.value.fields == {"count": 10, "seconds": 6}
    posts.check_room(ADA, YARD)
    clock.now = 600.0
    posts.check_room(ADA, HALL)


def test_competitions_are_posted_however_much_else_is() -> None:
    posts = Posts(Clock())
    posted(posts, *range(1, 20))
    with pytest.raises(TooMuch):
        posts.check_room(99, HALL)
    for _ in range(3):
        posts.count_post(1, HALL, "competitions")
    with pytest.raises(TooMuch, match="3 messages a minute posted"):
        posts.check_room(1, HALL, "competitions")


def test_a_user_has_one_place_and_so_many_a_minute_and_others_have_theirs(clock: Clock) -> None:
    work = LargeWork()
    with work.hold_place(1), work.hold_place(2):
        clock.now += 60
        with pytest.raises(Denied, match="Your last request is still running"), work.hold_place(1):
            pass
    with pytest.raises(KeyError), work.hold_place(1):
        raise KeyError
    for _ in range(MAX_LARGE_WORK_A_MINUTE - 1):
        with work.hold_place(1):
            pass
    with pytest.raises(TooMuch, match="You can continue in 20 s"), work.hold_place(1):
        pass
    with work.hold_place(2):
        clock.now += 20
        with work.hold_place(1):
            pass


ADA, BEN, CLEO = 1, 2, 3


def test_one_user_pings_another_six_times_at_once_and_then_once_in_ten_seconds() -> None:
    clock = Clock()
    pings = Pings(clock)
    assert [pings.count_ping(ADA, BEN) for _ in range(7)] == [True] * 6 + [False]
    clock.now = 9.9
    assert not pings.count_ping(ADA, BEN)
    clock.now = 10.0
    assert [pings.count_ping(ADA, BEN) for _ in range(2)] == [True, False]
    clock.now = 70.0
    assert [pings.count_ping(ADA, BEN) for _ in range(7)] == [True] * 6 + [False]


def test_pings_count_by_pair_and_those_of_the_bot_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pings = Pings(Clock())
    assert all(pings.count_ping(ADA, BEN) for _ in range(MAX_PINGS_A_MINUTE))
    assert not pings.count_ping(ADA, BEN)
    assert pings.count_ping(CLEO, BEN)
    assert pings.count_ping(ADA, CLEO)
    assert all(pings.count_ping(0, BEN) for _ in range(2 * MAX_PINGS_A_MINUTE))
    monkeypatch.setattr(rate_limits, "_MAX_REMEMBERED", 1)
    pings = Pings(Clock())
    assert all(pings.count_ping(ADA, BEN) for _ in range(MAX_PINGS_A_MINUTE))
    assert pings.count_ping(ADA, CLEO)
    assert pings.count_ping(ADA, BEN), "pairs without a ping for longest are forgotten"


def test_a_player_who_answers_with_a_move_may_be_called_to_the_next_one() -> None:
    pings = Pings(Clock())
    for _ in range(3):
        assert all(pings.count_ping(ADA, BEN) for _ in range(MAX_PINGS_A_MINUTE))
        pings.restart_counts(BEN, [ADA, BEN])
    assert pings.count_ping(ADA, BEN)
    assert all(pings.count_ping(CLEO, BEN) for _ in range(MAX_PINGS_A_MINUTE))
    pings.restart_counts(BEN, [ADA, BEN])
    assert not pings.count_ping(CLEO, BEN), "they are in no match together"


def test_the_sentence_says_who_and_how_long(clock: Clock) -> None:
    pings, ben = Pings(clock), Player(BEN, "Ben")
    pings.check_challenge(ADA, [ben, VACANT])
    for _ in range(MAX_PINGS_A_MINUTE):
        pings.count_ping(ADA, BEN)
    clock.now = 2.5
    with pytest.raises(TooMuch) as refused:
        pings.check_challenge(ADA, [VACANT, ben])
    assert refused.value.fields == {"player": ben, "count": 6, "seconds": 8}
    pings.check_challenge(CLEO, [ben])


def test_three_challenges_an_hour_that_were_not_accepted_ping_the_same_person() -> None:
    clock, ben = Clock(), Player(BEN, "Ben")
    pings = Pings(clock)
    for minute in range(MAX_CHALLENGES_AN_HOUR):
        clock.now = 60.0 * minute
        pings.check_challenge(ADA, [ben])
        assert pings.count_challenge(ADA, BEN)
    clock.now = 3599.0
    pings.restart_counts(BEN, [ADA])
    with pytest.raises(TooMuch) as refused:
        pings.check_challenge(ADA, [VACANT, ben])
    assert refused.value.fields == {"player": ben, "count": 3, "minutes": 1}
    pings.check_challenge(CLEO, [ben])
    pings.check_challenge(ADA, [Player(CLEO, "Cleo")])
    clock.now = 3600.0
    pings.check_challenge(ADA, [ben])
    assert pings.count_challenge(ADA, BEN)
    with pytest.raises(TooMuch):
        pings.check_challenge(ADA, [ben])
    pings = Pings(Clock())
    for _ in range(2 * MAX_CHALLENGES_AN_HOUR):
        pings.check_challenge(ADA, [ben])
        pings.count_challenge(ADA, BEN)
        pings.forget_challenge(ADA, BEN)  # as it is accepted


def asked(user: int = 1, guild: int | None = 7, *, done: bool = False) -> discord.Interaction:
    response = SimpleNamespace(is_done=lambda: done)
    named: Any = SimpleNamespace(user=SimpleNamespace(id=user), guild_id=guild, response=response)
    return cast("discord.Interaction", named)


def gate() -> Gate:
    return Gate(cast("Service", None))  # which is asked for what a server allows, known here


def let_in(gate: Gate, interaction: discord.Interaction, choices: ServerChoices) -> bool:
    try:
        gate.count_interaction(interaction, choices)
    except TooMuch:
        return False
    return True


async def test_presses_in_many_servers_are_counted_together() -> None:
    it, choices = gate(), ServerChoices(presses_a_minute=60)
    passed = sum(let_in(it, asked(guild=guild), choices) for guild in [*range(5)] * 60)
    assert passed == MAX_EVERYWHERE_A_MINUTE
    assert let_in(it, asked(user=2), choices)


async def test_the_limit_of_a_server_holds_there_and_its_refusals_cost_nothing_elsewhere() -> None:
    for allowed in (20, 240):
        it, choices = gate(), ServerChoices(presses_a_minute=allowed)
        assert sum(let_in(it, asked(), choices) for _ in range(1000)) == allowed
    it, more = gate(), ServerChoices(presses_a_minute=60)
    for _ in range(1000):
        let_in(it, asked(guild=1), ServerChoices(presses_a_minute=20))
    assert sum(let_in(it, asked(guild=guild), more) for guild in [2, 3] * 60) == 100


async def test_answers_on_the_way_are_counted_over_all_servers_until_they_are_given() -> None:
    it = gate()
    with it.limiting(asked(guild=1)), it.limiting(asked(guild=2)), it.limiting(asked(guild=None)):
        assert MAX_UNANSWERED == 3
        with pytest.raises(TooMuch), it.limiting(asked(guild=4)):
            pass
        with it.limiting(asked(user=2, guild=1)):
            pass
    done = [asked(done=True) for _ in range(MAX_UNANSWERED)]
    with it.limiting(done[0]), it.limiting(done[1]), it.limiting(done[2]), it.limiting(asked()):
        pass


async def test_of_what_somebody_types_only_the_newest_waits() -> None:
    it, found = gate(), list[int]()
    begun, go_on = asyncio.Event(), asyncio.Event()

    async def letter(number: int, user: int = 1) -> None:
        async with it.suggesting(asked(user=user)) as wanted:
            if wanted:
                found.append(number)
                begun.set()
                await go_on.wait()

    first = asyncio.create_task(letter(1))
    await begun.wait()
    others = [asyncio.create_task(letter(number)) for number in range(2, 30)]
    elsewhere = asyncio.create_task(letter(99, user=2))
    await asyncio.sleep(0)
    assert found == [1, 99], "each user has a line of their own"
    go_on.set()
    await asyncio.gather(first, *others, elsewhere)
    assert found == [1, 99, 29]


def test_ten_players_a_minute_are_written_to_in_the_order_of_asking_however_late() -> None:
    turns, sent = SendingTurns(), list[tuple[int, int]]()
    due = dict.fromkeys(range(30), 0)
    for now in [*range(0, 40, 2), *range(100, 400, 2)]:  # the bot was away for a minute
        due |= {99: now} if now == 20 else {}
        for player in [each for each, at in due.items() if at <= now]:
            if (at := turns.take_turn(player, now)) <= now:
                sent.append((now, player))
                del due[player]
            else:
                due[player] = at
    assert [player for _, player in sent] == [*range(30), 99]
    times = [at for at, _ in sent]
    assert max(sum(at <= each < at + 60 for each in times) for at in times) == 10


class HeldWorker:
    """A worker whose jobs end when a test says so."""

    lost_at = None

    def __init__(self, *_: object, **__: object) -> None:
        self.begun: list[Any] = []
        self.may_end = asyncio.Semaphore(0)

    async def do(self, job: Callable[[], Any]) -> Any:
        self.begun.append(job())
        await self.may_end.acquire()
        return job()

    def end(self) -> None:
        """There is no process."""


async def test_servers_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = HeldWorker()
    monkeypatch.setattr(long_jobs, "Worker", lambda *_, **__: worker)
    jobs = DrawingJobs(DrawingProcesses(0))

    async def draw(asked: Interaction, name: str) -> Any:
        with jobs.hold_place(asked):
            return await jobs.do_job(asked, lambda: name)

    crowd = [asyncio.create_task(draw(asked_by(user), f"crowd {user}")) for user in range(4)]
    await asyncio.sleep(0)
    assert jobs.count_ahead(asked_by(9, guild=2)) == 2
    other = asyncio.create_task(draw(asked_by(9, guild=2), "other"))
    alone = asyncio.create_task(draw(asked_by(8, guild=None), "alone"))
    for _ in range(6):
        worker.may_end.release()
    await asyncio.gather(*crowd, other, alone)
    assert worker.begun[:4] == ["crowd 0", "crowd 1", "other", "alone"]


async def test_a_drawing_that_lasts_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter((None, 0.25, 0.75, b"film"))

    class Drawing(HeldWorker):
        async def do(self, _: Any) -> Any:
            return next(answers)

    monkeypatch.setattr(long_jobs, "Worker", lambda *_, **__: Drawing())
    monkeypatch.setattr(long_jobs, "REPORT_SECONDS", 0.0)
    monkeypatch.setattr(long_jobs, "POLL_SECONDS", 0.0)
    told = list[float]()

    async def tell(part: float) -> None:
        told.append(part)

    assert await DrawingJobs(DrawingProcesses(0)).draw(asked_by(1), bytes, tell) == b"film"
    assert told == [0.25, 0.75]


def test_a_server_has_so_many_places_and_others_have_theirs() -> None:
    jobs = DrawingJobs(DrawingProcesses(0))
    with ExitStack() as places:
        for user in range(MAX_JOBS_OF_SERVER):
            places.enter_context(jobs.hold_place(asked_by(user)))
        with pytest.raises(Denied, match="Many animations"):
            jobs.check_free(asked_by(99))
        with pytest.raises(Denied, match="Your last animation"):
            jobs.check_free(asked_by(0, guild=2))
        jobs.check_free(asked_by(99, guild=2))
    jobs.check_free(asked_by(99))
    assert MAX_JOBS > 4 * MAX_JOBS_OF_SERVER


async def test_jobs_that_wait_are_told_when_the_bot_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = HeldWorker()
    monkeypatch.setattr(long_jobs, "Worker", lambda *_, **__: worker)
    jobs = DrawingJobs(DrawingProcesses(0))
    first, second = (asyncio.create_task(jobs.do_job(asked_by(user), int)) for user in (1, 2))
    await asyncio.sleep(0)
    await jobs.cog_unload()
    with pytest.raises(Denied, match="cut short"):
        await second
    first.cancel()


@pytest.mark.full
async def test_a_copy_of_a_drawing_process_draws_a_film_or_fails_alone() -> None:
    drawing = DrawingProcesses(1)
    jobs = DrawingJobs(drawing)
    try:
        with pytest.raises(RuntimeError, match="has failed"):
            await jobs.draw(asked_by(1), partial(cast("Any", int), "no film"), _nothing)
        assert await jobs.draw(asked_by(1), partial(bytes, 5), _nothing) == bytes(5)
        assert await drawing.draw("match", partial(bytes, 3)) == bytes(3)
    finally:
        await drawing.close()


async def _nothing(_: float) -> None:
    """Nobody is told."""
