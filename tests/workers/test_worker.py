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
from prowlerbot.workers.line import FairQueue, QueuePlace
from prowlerbot.workers.loop import Job
from prowlerbot.workers.worker import Silent, Worker, WorkerLost
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
    assert ["nothing was done ahead" in each for each in caplog.messages] == [True]


async def test_a_dropped_worker_still_waits_for_the_end_of_its_process() -> None:
    worker = Worker("tests")
    await worker.do(me)
    (ended,) = (weakref.ref(task) for task in asyncio.all_tasks() - {asyncio.current_task()})
    worker.end()
    del worker
    gc.collect()
    running = ended()
    assert running is not None, "collected while its process ends"
    await running


async def test_a_job_is_done_elsewhere_in_the_language_of_the_one_who_asks() -> None:
    async with working() as worker:
        assert int(await worker.do(me)) == worker.pid != int(me())
        with speaking("de"):
            assert await worker.do(get_language) == "de"
        assert await worker.do(get_language) == "en"


async def test_jobs_are_done_in_the_order_of_the_requests() -> None:
    shut("first")
    async with working() as worker:
        order: list[int] = []

        async def ask(number: int) -> None:
            await worker.do(me if number else partial(waits, "first"))
            order.append(number)

        asked = [asyncio.create_task(ask(number)) for number in range(5)]
        await worker._started.wait()
        await turns()
        assert worker.behind == 5
        GATES["first"].set()
        await asyncio.gather(*asked)
        assert order == [0, 1, 2, 3, 4]
        assert (worker.behind, worker.silent) == (0, 0)


async def test_an_error_is_raised_here_and_says_where_it_came_from() -> None:
    async with working() as worker:
        with pytest.raises(ValueError, match="invalid literal") as raised:
            await worker.do(partial(int, "x"))
        assert "In a worker process" in "".join(raised.value.__notes__)
        assert int(await worker.do(me)) == worker.pid


async def test_a_result_that_cannot_be_sent_is_an_error() -> None:
    async with working() as worker:
        with pytest.raises(AttributeError, match="pickle"):
            await worker.do(jobs.unspeakable)
        assert int(await worker.do(me)) == worker.pid


async def test_an_error_whose_class_cannot_be_sent_is_told_in_plain_form() -> None:
    async with working() as worker:
        with pytest.raises(RuntimeError, match="1, not 2") as raised:
            await worker.do(jobs.odd)
        assert "In a worker process" in "".join(raised.value.__notes__)
        assert int(await worker.do(me)) == worker.pid


async def test_a_process_that_dies_fails_all_its_requests_and_stays_lost(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with working() as worker:
        answers = await asyncio.gather(*map(worker.do, (dies, me)), return_exceptions=True)
        assert [type(answer) for answer in answers] == [WorkerLost, WorkerLost]
        with pytest.raises(WorkerLost):
            await worker.do(me)
    assert caplog.messages == ["the process for tests has died"]


async def test_a_silent_process_is_not_waited_for_and_gets_no_more_to_do(clock: Clock) -> None:
    shut("hangs")
    async with working() as worker:
        await worker.do(me)
        asked = asyncio.create_task(worker.do(partial(waits, "hangs"), 1.0))
        await turns()
        await clock.passes(0.9)
        assert not asked.done()
        await clock.passes(0.2)
        with pytest.raises(Silent):
            await asked
        with pytest.raises(Silent):
            await worker.do(me, 1.0)
        assert worker.behind == 1, "it was not asked again"
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


async def test_a_process_that_cannot_be_started_is_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object) -> None:
        raise OSError("no memory")

    monkeypatch.setattr("prowlerbot.workers.worker.spawn", fails)
    async with working() as worker:
        with pytest.raises(WorkerLost):
            await worker.do(me)
    assert caplog.messages == ["no process for tests could be started: OSError('no memory')"]


def test_a_host_that_lets_no_process_change_its_priority_has_workers_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As a system call filter such as that of deploy/prowlerbot.service may do."""

    def refused(_: int) -> int:
        raise PermissionError

    monkeypatch.setattr(os, "nice", refused)
    bot, process = socket.socketpair()
    bot.close()
    with process:
        loop.serve(process, (), 10)


def test_a_worker_leaves_the_interrupt_to_the_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop, "signal", signal)
    bot, process = socket.socketpair()
    before = signal.getsignal(signal.SIGINT)
    bot.close()
    try:
        with process:
            loop.serve(process, (), 0)
        assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


# --------------------------------------------------- the line of matches in front of the machine


def served(line: FairQueue[str], matches: dict[str, int]) -> list[str]:
    """All requests in the order in which they are served, given the match of each."""
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.remove(matches[taken], taken)
    return order


def test_matches_are_served_in_the_order_they_came() -> None:
    line: FairQueue[str] = FairQueue()
    matches = {"a": 7, "b": 3, "c": 5}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "b", "c"]


def test_a_match_that_wants_more_goes_to_the_end() -> None:
    line: FairQueue[str] = FairQueue()
    matches = {"a": 1, "b": 1, "c": 1, "d": 2, "e": 3}
    for request, match in matches.items():
        line.join(match, request)
    assert served(line, matches) == ["a", "d", "e", "b", "c"]


def test_one_search_of_a_match_at_a_time() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "a")
    line.join(1, "b")
    assert line.take() == "a"
    assert line.take() is None
    line.remove(1, "a")
    assert line.take() == "b"


def test_ahead_are_those_served_and_those_who_came_before() -> None:
    line: FairQueue[str] = FairQueue()
    for match in (1, 2, 3):
        line.join(match, "x")
    line.take()
    assert [line.count_ahead(match) for match in (1, 2, 3, 4)] == [0, 1, 2, 3]


def test_later_requests_are_served_after_all_others() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    line.join(2, "a")
    assert line.take() == "a"
    line.join(3, "b")
    line.remove(2, "a")
    assert line.take() == "b"
    assert line.take() == "review"
    assert line.take() is None


def test_a_move_of_a_match_does_not_wait_for_its_review() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    line.join(1, "more", later=True)
    assert line.take() == "review"
    line.join(1, "move")
    assert line.count_ahead(1) == 1
    assert line.take() == "move"
    line.remove(1, "move")
    assert line.take() is None
    line.remove(1, "review", later=True)
    assert line.take() == "more"


def test_waiting_reviews_are_ahead_of_nobody() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "review", later=True)
    assert line.count_ahead(2) == 0
    assert line.clear() == ["review"]
    assert line.take() is None


def test_a_player_who_withdraws_is_ahead_of_nobody() -> None:
    line: FairQueue[str] = FairQueue()
    line.join(1, "a")
    line.join(2, "b")
    line.remove(1, "a")
    assert line.count_ahead(2) == 0
    assert line.take() == "b"


def test_people_take_turns_however_many_matches_each_of_them_has() -> None:
    line: FairQueue[str] = FairQueue()
    places = {f"a{at}": QueuePlace("Ada", at) for at in range(60)} | {"b": QueuePlace("Ben", 99)}
    places["c"] = QueuePlace("Cleo", 98)
    for request, place in places.items():
        line.join(place, request)
    assert line.count_ahead(places["b"]) == 1
    assert line.count_ahead(places["c"]) == 2
    assert line.count_ahead(places["a1"]) == 3
    assert line.count_ahead(QueuePlace("Ada", "new")) == 62
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.remove(places[taken], taken)
    assert order[:4] == ["a0", "b", "c", "a1"]


def test_a_hint_takes_its_turn_among_the_matches_of_its_person() -> None:
    line: FairQueue[str] = FairQueue()
    for place, request in (
        (QueuePlace("Ada", 1), "a1"),
        (QueuePlace("Ada", 2), "a2"),
        (QueuePlace("Ben", (3, "hint")), "b"),
    ):
        line.join(place, request)
    assert [line.take(), line.take(), line.take()] == ["a1", "b", "a2"]


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), max_size=20), st.data())
def test_ahead_counts_the_matches_that_are_served_before(
    joined: list[tuple[int, int]], data: st.DataObject
) -> None:
    line: FairQueue[QueuePlace] = FairQueue()
    for person, about in joined:
        place = QueuePlace(person, (person, about))
        if place not in waiting_in(line):
            line.join(place, place)
    waiting = waiting_in(line)
    if not waiting:
        return
    wanted = data.draw(st.sampled_from(waiting))
    ahead = line.count_ahead(wanted)
    order = []
    while (taken := line.take()) is not None:
        order.append(taken)
        line.remove(taken, taken)
    assert order.index(wanted) == ahead


def waiting_in(line: FairQueue[QueuePlace]) -> list[QueuePlace]:
    return [place for own in line._waiting[False].values() for place in own if place is not None]  # type: ignore[misc]
