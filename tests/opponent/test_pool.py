"""The processes in which the machine thinks."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from prowlerbot.core.errors import Denied, IllegalMove
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.pool import Thinkers
from prowlerbot.opponent.task import (
    AppraisalTask,
    Task,
    VisibleMove,
    consider,
    house,
    recall,
    think,
)
from tests.games.tell import TellGame
from tests.opponent.games import roster

PROWLER, _ = house()["prowler"]
SETUP = PROWLER.setup(random.Random(1), 2, {"first": "1"})


def task(**change: Any) -> Task:
    told: dict[str, Any] = {
        "game": "prowler",
        "setup": SETUP,
        "moves": (),
        "seat": 2,
        "level": "easy",
        "seed": 1,
    }
    return Task(**{**told, **change})


TELL = task(game="tell", setup="tell-1", moves=((2, None),), seat=1)


@asynccontextmanager
async def thinkers(processes: int, **more: Any) -> AsyncIterator[Thinkers]:
    pool = Thinkers(processes, roster, **more)
    try:
        yield pool
    finally:
        await pool.close()


async def test_answers_come_from_other_processes_and_are_legal() -> None:
    async with thinkers(1) as pool:
        text = await pool.move(1, task())
        assert text in {str(move) for move in PROWLER.start(SETUP).moves(2)}
        assert await pool.move(1, task()) == text == think(roster, task())
        assert await pool.move(2, TELL) in {"1", "2", "3"}


async def test_all_who_ask_are_answered_in_their_order() -> None:
    order: list[int] = []

    async def ask(pool: Thinkers, match: int) -> None:
        await pool.move(match, TELL)
        order.append(match)

    async with thinkers(1) as pool:
        asked = [asyncio.create_task(ask(pool, match)) for match in (1, 1, 1, 2, 3)]
        await asyncio.sleep(0)
        assert [pool.ahead(match) for match in (1, 2, 3, 4)] == [0, 2, 3, 4]
        await asyncio.gather(*asked)
        assert order == [1, 1, 2, 3, 1]
        assert pool.ahead(1) == 0


async def test_an_appraisal_comes_from_another_process_after_all_moves() -> None:
    order: list[str] = []
    asked = AppraisalTask("nim", "2", (), 1, Budget(playouts=50), seed=1)

    async def ask(pool: Thinkers, what: str) -> None:
        if what == "move":
            await pool.move(2, TELL)
        else:
            await pool.appraise(1, asked, later=what == "review")
        order.append(what)

    async with thinkers(1) as pool:
        first = asyncio.create_task(ask(pool, "move"))
        await asyncio.sleep(0)
        rest = [asyncio.create_task(ask(pool, what)) for what in ("review", "hint", "move")]
        await asyncio.gather(first, *rest)
        assert order == ["move", "hint", "move", "review"]
        appraisal = await pool.appraise(1, asked)
        assert appraisal == consider(roster, asked)
        assert (appraisal.options[0].move, appraisal.exact) == ("A2", True)


async def test_a_process_that_died_is_replaced() -> None:
    async with thinkers(1) as pool:
        first = await pool.move(1, task())
        (process,) = pool._resting
        os.kill(process.pid or 0, signal.SIGKILL)
        assert await pool.move(1, task()) == first


async def test_a_search_that_hangs_is_given_up_and_its_process_replaced() -> None:
    async with thinkers(1) as pool:
        await pool.move(1, task())
        pool._patience = 0.0
        with pytest.raises(Denied, match="found no move in time"):
            await pool.move(1, task(level="expert"))
        pool._patience = 30.0
        assert await pool.move(1, task())


async def test_what_is_wrong_with_a_task_is_told_to_the_one_who_asked() -> None:
    async with thinkers(1) as pool:
        with pytest.raises(IllegalMove, match="“99” is not a legal move"):
            await pool.move(1, task(moves=((2, "99"),)))
        assert await pool.move(1, task())


async def test_closing_ends_what_is_under_way_and_what_waits() -> None:
    async with thinkers(1) as pool:
        await pool.move(1, task())
        (process,) = pool._resting
        slow = task(level="expert", moves=((2, ">B"),), seat=1)
        asked = [asyncio.create_task(pool.move(match, slow)) for match in (1, 2)]
        await asyncio.sleep(0.05)
        await pool.close()
        answers = await asyncio.gather(*asked, return_exceptions=True)
        assert [str(answer) for answer in answers] == [
            "The machine is being stopped; its move comes after the restart."
        ] * 2
        await ended(process.pid or 0)
        with pytest.raises(Denied, match="being stopped"):
            await pool.move(3, TELL)


async def test_processes_without_work_are_ended() -> None:
    async with thinkers(1, idle=0.05) as pool:
        await pool.move(1, TELL)
        (process,) = pool._resting
        await ended(process.pid or 0)
        assert await pool.move(1, TELL)


async def test_a_player_who_does_not_wait_any_more_is_passed_over() -> None:
    async with thinkers(1) as pool:
        first = asyncio.create_task(pool.move(1, TELL))
        second = asyncio.create_task(pool.move(2, TELL))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        assert pool.ahead(3) == 1
        assert await first


async def test_without_a_process_the_machine_does_not_play() -> None:
    async with thinkers(0) as pool:
        with pytest.raises(Denied, match="The machine does not play here"):
            await pool.move(1, task())


def test_what_cannot_be_seen_is_drawn_so_that_it_fits() -> None:
    seen: list[VisibleMove] = [(2, None), (1, "1"), (3, None)]
    positions = {recall(TellGame(), "tell-0", seen, random.Random(seed)) for seed in range(60)}
    assert len(positions) == 9
    assert {position.facts()["points"] == [0, 0, 0] for position in positions} == {True}


def test_moves_that_cannot_be_are_refused_even_when_some_are_hidden() -> None:
    with pytest.raises(IllegalMove):
        recall(TellGame(), "tell-0", [(2, None), (2, None)], random.Random(1))


async def ended(pid: int) -> None:
    """Wait until a process is gone; the test's own time limit is the end of patience."""
    while True:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        await asyncio.sleep(0.02)
