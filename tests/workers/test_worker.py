"""Workers: their answers, and no harm from one that dies, hangs or is left."""

import asyncio
import gc
import os
import signal
import socket
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from prowlerbot.core.i18n import get_language, speaking
from prowlerbot.workers import loop
from prowlerbot.workers.fair_queue import FairQueue, QueuePlace
from prowlerbot.workers.loop import Job
from prowlerbot.workers.worker import Worker, WorkerLost, WorkerSilent
from tests.workers import jobs
from tests.workers.here import GATES, Clock, clock, dies, here, me, opens, shut, turns, waits

__all__ = ["clock", "here"]

pytestmark = pytest.mark.usefixtures("here")


@asynccontextmanager
async def working(*ahead: Job) -> AsyncIterator[Worker]:
    worker = Worker("tests", ahead)
    try:
        yield worker
    finally:
        await worker.close()


async def test_requests_do_not_wait_for_jobs_done_ahead(tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.touch()
    shut("ahead")
    async with working(partial(waits, "ahead"), *[partial(jobs.note, notes)] * 10) as worker:
        asked = [asyncio.create_task(worker.do(partial(jobs.noted, notes))) for _ in range(4)]
        await worker._started.wait()
        await turns()
        GATES["ahead"].set()
        assert await asyncio.gather(*asked) == [0] * 4


async def test_jobs_are_done_ahead_while_nobody_asks_and_one_that_fails_stops_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shut("ahead")
    async with working(partial(int, "x"), partial(opens, "ahead")):
        await asyncio.to_thread(GATES["ahead"].wait)
    assert ["idle job" in each for each in caplog.messages] == [True]


async def test_a_dropped_worker_still_waits_for_the_end_of_its_process() -> None:
    gc.freeze()  # the collection below is about this test alone
    worker = Worker("tests")
    await worker.do(me)
    (ended,) = (weakref.ref(task) for task in asyncio.all_tasks() - {asyncio.current_task()})
    worker.end()
    del worker
    gc.collect()
    running = ended()
    assert running is not None, "collected while its process ends"
    await running


async def test_jobs_are_done_elsewhere_in_order_in_the_language_of_the_one_who_asks() -> None:
    shut("first")
    async with working() as worker:
        order: list[int] = []

        async def ask(number: int) -> None:
            await worker.do(me if number else partial(waits, "first"))
            order.append(number)

        asked = [asyncio.create_task(ask(number)) for number in range(5)]
        await worker._started.wait()
        await turns()
        assert worker.pending_count == 5
        GATES["first"].set()
        await asyncio.gather(*asked)
        assert order == [0, 1, 2, 3, 4]
        assert (worker.pending_count, worker.silent_seconds) == (0, 0)
        assert int(await worker.do(me)) == worker.pid != int(me())
        with speaking("de"):
            assert await worker.do(get_language) == "de"
        assert await worker.do(get_language) == "en"


@pytest.mark.parametrize(
    ("job", "kind", "told"),
    [
        pytest.param(partial(int, "x"), ValueError, "invalid literal", id="an error"),
        pytest.param(jobs.odd, RuntimeError, "1, not 2", id="an error that cannot be sent"),
        pytest.param(jobs.unspeakable, AttributeError, "pickle", id="a result that cannot be sent"),
    ],
)
async def test_an_error_is_raised_here_and_says_where_it_came_from(
    job: Job, kind: type[Exception], told: str
) -> None:
    async with working() as worker:
        with pytest.raises(kind, match=told) as raised:
            await worker.do(job)
        assert job is jobs.unspeakable or "In a worker" in "".join(raised.value.__notes__)
        assert int(await worker.do(me)) == worker.pid


async def test_a_process_that_dies_or_cannot_be_started_fails_its_requests_and_stays_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise OSError("no memory")

    async with working() as worker:
        answers = await asyncio.gather(*map(worker.do, (dies, me)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [WorkerLost, WorkerLost]
        with pytest.raises(WorkerLost):
            await worker.do(me)
    monkeypatch.setattr("prowlerbot.workers.worker.start_work", fails)
    async with working() as worker:
        with pytest.raises(WorkerLost):
            await worker.do(me)
    assert caplog.messages == [
        "the process for tests has died",
        "no process for tests could be started: OSError('no memory')",
    ]


def test_a_worker_leaves_the_interrupt_to_the_bot_and_may_be_refused_a_priority(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a system call filter such as that of deploy/prowlerbot.service may do."""

    def refused(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(loop, "signal", signal)
    monkeypatch.setattr(os, "nice", refused)
    before = signal.getsignal(signal.SIGINT)
    try:
        for niceness in (10, 0):
            bot, process = socket.socketpair()
            bot.close()
            with process:
                loop.serve(process, (), niceness)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.fixture
def line() -> FairQueue[str]:
    return FairQueue()


async def test_a_silent_process_is_not_waited_for_and_gets_no_more_to_do(clock: Clock) -> None:
    shut("hangs")
    async with working() as worker:
        await worker.do(me)
        asked = asyncio.create_task(worker.do(partial(waits, "hangs"), 1.0))
        await turns()
        await clock.passes(0.9)
        assert not asked.done()
        await clock.passes(0.2)
        with pytest.raises(WorkerSilent):
            await asked
        with pytest.raises(WorkerSilent):
            await worker.do(me, 1.0)
        assert worker.pending_count == 1, "it was not asked again"
        GATES["hangs"].set()
        assert int(await worker.do(me)) == worker.pid, "the late answer is nobody else's"


async def test_a_long_queue_alone_is_no_silence(clock: Clock) -> None:
    names = [f"job {number}" for number in range(5)]
    shut(*names)
    async with working() as worker:
        await worker.do(me)
        queue = [asyncio.create_task(worker.do(partial(waits, name), 1.0)) for name in names]
        await turns()
        for name, asked in zip(names, queue, strict=True):
            await clock.passes(0.8)
            GATES[name].set()
            assert await asked == b"done", "an answer to anybody counts"


async def test_a_request_that_is_given_up_keeps_its_place() -> None:
    shut("slow")
    async with working() as worker:
        await worker.do(me)
        given_up = asyncio.create_task(worker.do(partial(waits, "slow")))
        await turns()
        given_up.cancel()
        next_one = asyncio.create_task(worker.do(me))
        await turns()
        GATES["slow"].set()
        assert int(await next_one) == worker.pid


async def test_closing_fails_what_is_under_way_also_while_the_process_is_being_started() -> None:
    shut("never")
    for started in (False, True):
        async with working() as worker:
            if started:
                await worker.do(me)
            waiting = asyncio.create_task(worker.do(partial(waits, "never")))
            await asyncio.sleep(0)
            await worker.close()
            with pytest.raises(WorkerLost):
                await waiting


# --------------------------------------------------- the line of matches in front of the machine


def served(line: FairQueue[str], **places: object) -> str:
    """All requests in the order in which they are served, given the place of each."""
    order = ""
    for request, place in places.items():
        line.join(place, request)
    while (taken := line.take_next()) is not None:
        order += taken
        line.remove(places[taken], taken)
    return order


def test_matches_come_in_turn_and_who_wants_more_goes_to_the_end(line: FairQueue[str]) -> None:
    assert served(line, a=7, b=3, c=5) == "abc"
    assert served(line, a=1, b=1, c=1, d=2, e=3) == "adebc"
    hint = QueuePlace("Ben", (3, "hint"))
    assert served(line, a=QueuePlace("Ada", 1), c=QueuePlace("Ada", 2), b=hint) == "abc"


def test_one_search_of_a_match_at_a_time_and_ahead_are_earlier_ones(line: FairQueue[str]) -> None:
    for match in (1, 2, 3):
        line.join(match, "x")
    assert line.take_next() == "x"
    assert [line.count_ahead(match) for match in (1, 2, 3, 4)] == [0, 1, 2, 3]
    other: FairQueue[str] = FairQueue()
    for match, request in ((1, "a"), (1, "b"), (2, "c")):
        other.join(match, request)
    other.remove(2, "c")
    assert other.count_ahead(3) == 1, "a player who withdraws is ahead of nobody"
    assert (other.take_next(), other.take_next()) == ("a", None)
    other.remove(1, "a")
    assert other.take_next() == "b"


def test_later_requests_are_ahead_of_nobody_also_of_their_own_match(line: FairQueue[str]) -> None:
    line.join(1, "review", later=True)
    line.join(1, "more", later=True)
    assert line.count_ahead(2) == 0
    line.join(2, "a")
    assert line.take_next() == "a"
    line.join(3, "b")
    line.remove(2, "a")
    assert [line.take_next(), line.take_next()] == ["b", "review"]
    line.remove(3, "b")
    line.join(1, "move")
    assert line.count_ahead(1) == 1
    assert line.take_next() == "move"
    line.remove(1, "move")
    assert line.take_next() is None
    line.remove(1, "review", later=True)
    assert line.take_next() == "more"
    line.join(2, "later", later=True)
    assert (line.clear(), line.take_next()) == (["later"], None)


def test_people_take_turns_however_many_matches_each_of_them_has(line: FairQueue[str]) -> None:
    places = {f"a{at}": QueuePlace("Ada", at) for at in range(60)} | {"b": QueuePlace("Ben", 99)}
    places["c"] = QueuePlace("Cleo", 98)
    for request, place in places.items():
        line.join(place, request)
    asked = [places["b"], places["c"], places["a1"], QueuePlace("Ada", "new")]
    assert [line.count_ahead(place) for place in asked] == [1, 2, 3, 62]
    order = []
    while (taken := line.take_next()) is not None:
        order.append(taken)
        line.remove(places[taken], taken)
    assert order[:4] == ["a0", "b", "c", "a1"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=20, unique=True))
def test_ahead_counts_the_matches_that_are_served_before(joined: list[tuple[int, int]]) -> None:
    line: FairQueue[QueuePlace] = FairQueue()
    places = [QueuePlace(person, (person, about)) for person, about in joined]
    for place in places:
        line.join(place, place)
    ahead = {place: line.count_ahead(place) for place in places}
    order = []
    while (taken := line.take_next()) is not None:
        order.append(taken)
        line.remove(taken, taken)
    assert {place: order.index(place) for place in places} == ahead
