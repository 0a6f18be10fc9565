"""The queue of matches in front of the machine, and the workers in which it thinks."""

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from prowlerbot.core.errors import Denied, IllegalMove
from prowlerbot.opponent import pool as pool_
from prowlerbot.opponent.judge import Effort
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import (
    AppraisalTask,
    MoveTask,
    VisibleMove,
    house_roster,
    recall_position,
    run_appraisal,
    run_move,
)
from prowlerbot.workers.worker import Activity, Worker
from tests.games.tell import TellGame
from tests.opponent.games import roster
from tests.workers.here import GATES, Clock, clock, here, me, shut, turns, waits

__all__ = ["clock", "here"]

PROWLER, _ = house_roster()["prowler"]
SETUP = PROWLER.setup(random.Random(1), 2, {"first": "1"})

without_processes = pytest.mark.usefixtures("here", "clock")


def task(**change: Any) -> MoveTask:
    return replace(MoveTask("prowler", SETUP, (), 2, "easy", 1), **change)


@without_processes
async def test_answers_are_those_of_a_search_here_and_a_process_that_died_is_replaced() -> None:
    async with thinkers(1) as pool:
        text = await pool.move(1, task())
        assert text in {str(move) for move in PROWLER.start(SETUP).moves(2)}
        assert await pool.move(1, task()) == text == run_move(roster, task())
        assert await pool.move(2, TELL) in {"1", "2", "3"}
        appraisal = await pool.appraise(1, ASKED)
        assert appraisal == run_appraisal(roster, ASKED)
        assert (appraisal.options[0].move, appraisal.exact) == ("A2", True)
        dies(*pool._idle_workers)
        assert await pool.move(1, task()) == text


@without_processes
async def test_a_search_whose_process_dies_is_answered_at_once() -> None:
    shut("search")
    async with thinkers(1) as pool:
        asked = asyncio.create_task(pool.run_job(1, partial(waits, "search")))
        await begun(pool)
        dies(*pool._busy_workers)
        with pytest.raises(Denied, match="was cut short; please try again"):
            await asked


@without_processes
@pytest.mark.parametrize(
    ("busy", "times", "given_up"),
    [
        pytest.param((1.0, True), 20, False, id="it goes on while the machine is busy"),
        pytest.param((1.0, False), 20, True, id="it is given up if it hangs"),
        pytest.param((None, True), 3, True, id="it is given up if it never ends"),
    ],
)
async def test_work_for_later(
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    busy: tuple[float | None, bool],
    times: int,
    *,
    given_up: bool,
) -> None:
    def activity_of(_: object) -> Activity:
        used, wants_more = busy
        return Activity(clock.now, clock.now if used is None else used, wants_more)

    monkeypatch.setattr(pool_, "activity_of", activity_of)
    shut("search")
    async with thinkers(1) as pool:
        asked = asyncio.create_task(pool.run_job(1, partial(waits, "search"), later=True))
        await begun(pool)
        for _ in range(times):
            await clock.passes(31.0)
        assert asked.done() == given_up
        GATES["search"].set()
        if given_up:
            with pytest.raises(Denied, match="found no move in time"):
                await asked
        else:
            assert await asked == b"done"


@without_processes
async def test_without_a_process_or_a_wish_for_it_no_move_is_thought_of() -> None:
    async def unwanted() -> None:
        raise Denied("No.")

    async with thinkers(1) as pool:
        with pytest.raises(Denied, match="No"):
            await pool.move(1, task(), unwanted)
        assert not pool._idle_workers, "no process was started for it"
    async with thinkers(0) as pool:
        with pytest.raises(Denied, match="The machine does not play here"):
            await pool.move(1, task())


TELL = task(game="tell", setup="tell-1", moves=((2, None),), seat=1)
ASKED = AppraisalTask("nim", "2", (), 1, Effort(Budget(playouts=50)))


@asynccontextmanager
async def thinkers(processes: int, **more: Any) -> AsyncIterator[Thinkers]:
    pool = Thinkers(processes, roster, **more)
    try:
        yield pool
    finally:
        await pool.close()


@without_processes
async def test_a_search_that_hangs_is_given_up_and_its_process_replaced(clock: Clock) -> None:
    shut("hangs")
    async with thinkers(1) as pool:
        before = await pool.run_job(1, me)
        asked = asyncio.create_task(pool.run_job(1, partial(waits, "hangs")))
        await turns()
        await clock.passes(29.0)
        assert not asked.done()
        await clock.passes(2.0)
        with pytest.raises(Denied, match="found no move in time"):
            await asked
        shut("another")
        assert await pool.run_job(1, me) != before


@without_processes
async def test_closing_ends_what_is_under_way_and_what_waits() -> None:
    shut("slow")
    async with thinkers(1) as pool:
        slow = partial(waits, "slow")
        asked = [asyncio.create_task(pool.run_job(match, slow)) for match in (1, 2)]
        await begun(pool)
        await pool.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(answer) for answer in answers] == [
            "The machine is being stopped; its move comes after the restart."
        ] * 2
        with pytest.raises(Denied, match="being stopped"):
            await pool.move(3, TELL)


@without_processes
async def test_processes_without_work_are_ended(clock: Clock) -> None:
    async with thinkers(1, idle=60.0) as pool:
        await pool.move(1, TELL)
        (worker,) = pool._idle_workers
        await clock.passes(59.0)
        assert pool._idle_workers
        await clock.passes(2.0)
        assert not pool._idle_workers
        assert worker.lost_at is not None
        assert await pool.move(1, TELL)


@without_processes
async def test_a_player_who_does_not_wait_any_more_is_passed_over() -> None:
    async with thinkers(1) as pool:
        first = asyncio.create_task(pool.move(1, TELL))
        second = asyncio.create_task(pool.move(2, TELL))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert pool.count_ahead(3) == 1
        assert await first


async def begun(pool: Thinkers) -> None:
    """A search has been sent to its worker."""
    await turns()
    (worker,) = pool._busy_workers
    await worker._started.wait()
    await turns()


def dies(worker: Worker) -> None:
    assert worker._process is not None
    worker._process.kill()


def test_what_cannot_be_seen_is_drawn_so_that_it_fits() -> None:
    seen: list[VisibleMove] = [(2, None), (1, "1"), (3, None)]
    positions = {
        recall_position(TellGame(), "tell-0", seen, random.Random(seed)) for seed in range(60)
    }
    assert len(positions) == 9
    assert {position.facts()["points"] == [0, 0, 0] for position in positions} == {True}
    with pytest.raises(IllegalMove):
        recall_position(TellGame(), "tell-0", [(2, None), (2, None)], random.Random(1))
