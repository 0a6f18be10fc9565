"""The loop for what falls due: a handler that is slow, fails, or has to wait."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, cast

import discord
import pytest

from cogs.connection.discord_requests import closed_gateway_error
from cogs.discord_py.interactions import GatewayShut
from cogs.discord_py.requests import error_text
from cogs.frame.duty_loop import Later
from cogs.frame.interaction_gate import Gate, Shutdown
from cogs.frame.meter import Meter
from prowlerbot.core.clock import Clock as DiscordTime
from prowlerbot.core.errors import Denied, StoreError
from prowlerbot.core.i18n import get_language, speaking
from prowlerbot.core.posts import ANYWHERE, Duty
from prowlerbot.match.call_rules import DUTY_DELAY
from prowlerbot.match.scene import Board
from prowlerbot.service.lobby_service import Lobby
from prowlerbot.service.match_service import Service
from tests.cases import each_of
from tests.machine import Machine, answers
from tests.persistence.looks import process
from tests.persistence.matches import ADA, BEN, NOON, Clock, clock, opened, service

__all__ = ["clock", "service"]
pytestmark = pytest.mark.both_databases


async def write(service: Service, what: str, *subjects: str, home: int = ANYWHERE) -> None:
    for subject in subjects:
        await service.store.duties.put_duties(subject, {what: service.now()}, home)


async def left(service: Service) -> list[tuple[str, int]]:
    rows = await service.store.database.read("SELECT subject, at FROM duties ORDER BY subject")
    return [(str(subject), int(at)) for subject, at in rows]


def noting(done: list[str], again: Callable[[Duty], int | None] = lambda _: None) -> Any:
    async def handler(duty: Duty) -> int | None:
        done.append(duty.subject)
        return again(duty)

    return handler


async def test_all_that_is_due_is_done_at_once_however_much_it_is(service: Service) -> None:
    loop, done = process(service), list[str]()
    subjects = [f"s{number:02}" for number in range(30)]
    loop.add_handler("look", noting(done))
    await write(service, "look", *subjects)
    await loop.do_due_duties()
    assert sorted(done) == subjects
    assert await left(service) == []


async def test_a_duty_is_settled_after_what_it_noted_in_memory_is_written(service: Service) -> None:
    loop, boards = process(service), service.store.boards
    match = await Lobby(service).make_challenge("prowler", [ADA, BEN], {})

    async def draw(_: Duty) -> None:
        boards.note_shown(match.id, 3, match.revision)

    loop.add_handler("board", draw)
    await boards.put_board(Board(match.id, 1, 2, message=3))
    await loop.do_due_duties()
    database = service.store.database
    assert not await database.read("SELECT 1 FROM duties WHERE what = 'board'")
    assert await database.column("SELECT shown FROM boards") == [match.revision]


async def test_the_rounds_go_on_after_any_failure_which_is_told_once(
    service: Service, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    odd = ValueError("odd")
    failures = iter([odd, odd, StoreError("full"), None, odd])

    async def fail() -> None:
        if (failure := next(failures)) is not None:
            raise failure

    loop = process(service)
    monkeypatch.setattr(loop, "do_due_duties", fail)
    for _ in range(5):
        await loop.survive_round()
    assert [each.getMessage() for each in caplog.records if "duties" in each.getMessage()] == [
        "duties failed and continue with the next round",
        "duties had to wait: full",
        "duties failed and continue with the next round",
    ]


async def test_a_handler_speaks_no_language_of_the_press_that_has_it_done(service: Service) -> None:
    loop, heard, before = process(service), list[str](), get_language()

    async def handler(_: Duty) -> None:
        heard.append(get_language())

    loop.add_handler("look", handler)
    await write(service, "look", "a")
    with speaking("pl"):
        await loop.do_due_duties()
    assert heard == [before]
    assert before != "pl"


async def test_what_fails_holds_up_nothing_and_is_tried_ever_later(
    service: Service, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    loop, done, tries = process(service), list[str](), list[int]()

    async def fail(duty: Duty) -> int | None:
        tries.append(clock.now)
        if duty.subject == "b":
            raise Later
        raise ValueError

    loop.add_handler("fail", fail)
    loop.add_handler("look", noting(done))
    await write(service, "fail", "a", "b")
    await write(service, "look", "c")
    for _ in range(70):
        await loop.do_due_duties()
        clock.now += 10
    assert done == ["c"]
    begun = tries[0]
    assert [at - begun for at in tries[::2]] == [0, 30, 90, 210, 450]
    assert [each.getMessage() for each in caplog.records] == ["fail of a failed and is tried again"]


async def test_a_process_does_what_is_due_in_its_servers(service: Service) -> None:
    loop, done = process(service), list[str]()
    loop.add_handler("look", noting(done))
    service._serves = lambda guild: guild == 7
    await write(service, "look", "here", home=7)
    await write(service, "look", "there", home=8)
    await loop.do_due_duties()
    assert done == ["here"]


async def test_a_process_that_takes_over_looks_ahead_once(service: Service, clock: Clock) -> None:
    loop, done = process(service), list[str]()
    loop.add_handler("look", noting(done))
    for subject in ("a", "b"):
        clock.now += DUTY_DELAY
        await write(service, "look", subject)
        clock.now -= DUTY_DELAY
        await loop.do_due_duties()
        assert done == ["a"]
    await loop.on_shard_served(0)
    await loop.do_due_duties()
    assert done == ["a", "b"]


async def test_a_stop_gives_back_what_is_under_way(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.frame.duty_loop._ROUND_SECONDS", 0)
    loop, done = process(service), list[str]()

    async def forever(_: Duty) -> None:
        await asyncio.Event().wait()

    loop.add_handler("look", forever)
    await write(service, "look", "a")
    await loop.do_due_duties()
    await loop.cog_unload()
    after = process(service)
    after.add_handler("look", noting(done))
    await after.do_due_duties()
    assert done == ["a"]


class _Asked:
    """A Discord that is asked for anything, and answers when a test says so."""

    def __init__(self) -> None:
        self.times = 0
        self.answer = asyncio.Event()

    async def application_info(self) -> None:
        self.times += 1
        await self.answer.wait()
        raise OSError("the answer has no body")

    def answering_shards(self) -> tuple[list[int], int]:
        return [], 1


@pytest.fixture
async def machine() -> Machine:
    return Machine(NOON)


@pytest.fixture
async def compared(url: str, machine: Machine) -> AsyncIterator[Service]:
    """A service whose clock is compared with Discord's."""
    async with opened(url, DiscordTime(machine)) as service:
        yield service


def told(service: Service, machine: Machine) -> None:
    """Have Discord answer something."""
    assert service.clocks.compared_clock is not None
    answers(machine, service.clocks.compared_clock)


async def test_nothing_is_taken_before_discord_has_told_the_time_and_it_is_asked_for_it(
    compared: Service, machine: Machine, caplog: pytest.LogCaptureFixture
) -> None:
    loop, done, discord = process(compared), list[str](), _Asked()
    loop._bot = cast("Any", discord)
    loop.add_handler("look", noting(done))
    await write(compared, "look", "a")
    for _ in range(3):
        await loop.do_due_duties()
        await asyncio.sleep(0)
        machine.runs(60)
    assert (done, discord.times) == ([], 1)
    discord.answer.set()
    for _ in range(2):
        await asyncio.sleep(0)
    await loop.do_due_duties()
    await asyncio.sleep(0)
    assert (done, discord.times) == ([], 2), "an answer that tells no time is no answer"
    told(compared, machine)
    await loop.do_due_duties()
    assert done == ["a"]
    waits = "duties wait until Discord has sent the time"
    assert [each.getMessage() for each in caplog.records] == [waits]


async def test_a_slow_handler_keeps_its_claim_while_the_time_is_not_sure_and_holds_up_no_other_kind(
    compared: Service, machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cogs.frame.duty_loop._ROUND_SECONDS", 0)
    loop, other, done, free = process(compared), process(compared), list[str](), asyncio.Event()

    async def slow(duty: Duty) -> None:
        await free.wait()
        done.append(duty.subject)

    for each in (loop, other):
        each.add_handler("slow", slow)
        each.add_handler("look", noting(done))
    await write(compared, "slow", "a")
    told(compared, machine)
    for _ in range(9):
        await loop.do_due_duties()
        await other.do_due_duties()
        machine.runs(10)
        await write(compared, "look", "b")
    assert done == ["b"] * 8
    machine.off = 3600.0
    for _ in range(9):
        machine.runs(10)
        await loop.do_due_duties()
    machine.off = 0.0
    await other.do_due_duties()
    free.set()
    for _ in range(3):
        await asyncio.sleep(0)
    await loop.do_due_duties()
    assert done.count("a") == 1
    assert "a" not in [subject for subject, _ in await left(compared)]


async def test_what_a_wrong_clock_has_put_off_for_a_year_is_looked_at_once_the_time_is_sure(
    compared: Service, machine: Machine
) -> None:
    loop, done = process(compared), list[str]()
    loop.add_handler("look", noting(done, lambda duty: duty.at + 50))
    year = 365 * 24 * 3600
    for subject, ahead in (("near", year // 12), ("far", year)):
        await compared.store.duties.put_duties(
            subject, {"look": int(machine.right) + ahead}, ANYWHERE
        )
    told(compared, machine)
    for _ in range(2):
        await loop.do_due_duties()
        machine.runs(1)
    assert done == ["far"]
    assert [subject for subject, _ in await left(compared)] == ["far", "near"]


async def under_way(shutdown: Shutdown, over: asyncio.Event) -> str:
    with shutdown.awaiting_this_task():
        await over.wait()
    return "done"


async def test_a_stop_waits_for_what_is_under_way_and_lets_nothing_new_begin() -> None:
    gate, over = Gate(cast("Service", None)), asyncio.Event()
    task = asyncio.create_task(under_way(gate.shutdown, over))
    await asyncio.sleep(0)
    closing = asyncio.create_task(gate.shutdown.begin_shutdown(patience=30))
    await asyncio.sleep(0)
    new = cast("discord.Interaction", None)
    with pytest.raises(Denied, match="I am restarting"), gate.limiting(new):
        pass
    over.set()
    await closing
    assert await task == "done"


async def test_work_that_does_not_end_soon_is_cut_short(caplog: pytest.LogCaptureFixture) -> None:
    shutdown = Shutdown()
    task = asyncio.create_task(under_way(shutdown, asyncio.Event()))
    await asyncio.sleep(0)
    await shutdown.begin_shutdown(patience=0.0)
    assert task.cancelled()
    assert caplog.messages == ["not finished in 0 s and cut short: 1"]


@each_of(
    ("code", "words"),
    [
        (4004, "does not accept DISCORD_TOKEN"),
        (4012, "no longer speaks this version"),
        (4013, "does not let the bot have the intents"),
        (4014, "does not let the bot have the intents"),
        (4010, "has closed the gateway for good (close code 4010)"),
    ],
)
def test_each_close_code_has_its_sentence(code: int, words: str) -> None:
    refused = closed_gateway_error(code)
    assert words in refused.template.format(**refused.fields)


def test_the_reason_why_there_is_no_gateway_is_what_lies_behind_that() -> None:
    closed = GatewayShut("the gateway was closed")
    assert error_text(closed) == "the gateway was closed"
    closed.__cause__ = OSError("no route to host")
    assert error_text(closed) == "no route to host"


def latency_after(ago: float, *seconds: float) -> tuple[int, int, int]:
    """The latency once answers that took so long are so many seconds old."""
    meter = Meter()
    meter._seconds.extend((time.perf_counter() - ago, each) for each in seconds)
    return meter.latency()


def test_half_of_the_latest_answers_are_faster_than_the_middle_and_one_in_twenty_slower() -> None:
    assert latency_after(3_500, 9.0) == (1, 9_000, 9_000)
    assert latency_after(3_601, 9.0) == (0, 0, 0)
    assert latency_after(0) == (0, 0, 0), "nothing was measured yet"
    assert latency_after(0, 0.0124) == (1, 12, 12)
    assert latency_after(0, *(number / 1000 for number in range(101))) == (101, 50, 95)
    assert latency_after(0, *[9.0] * 50, *[0.02] * 1000) == (1000, 20, 20)
