"""The machine's moves through restarts, by answers alone, and beside matches that fail."""

from __future__ import annotations

import asyncio
import math
import random
import subprocess
import sys
import time
from collections.abc import Hashable
from functools import partial
from pathlib import Path

import pytest

from cogs.admin.admin_commands import Hosting
from prowlerbot.opponent.pool import Check, Thinkers
from prowlerbot.opponent.task import Task
from tests.discord.board.test_machine import (
    THINKING,
    adas_turn,
    begin,
    machines,
    of,
    press_any,
    rest,
)
from tests.discord.places import bring, own_requests
from tests.discord.room import Room
from tests.discord.settling import own_context_by_the_simulated_clock
from tests.opponent.quick import QuickThinkers
from tests.workers.jobs import asleep

ROOT = Path(__file__).parents[3]

pytestmark = pytest.mark.answering_machine


async def test_a_move_that_was_due_at_a_restart_is_made_after_it(room: Room) -> None:
    board = await begin(room)
    await rest(room)
    of(room.bench).free.clear()
    await press_any(room, board, random.Random(1))
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    await room.env.advance_time(1)
    await rest(room)
    match = await room.match(board)
    assert (match.ply, await adas_turn(room, board)) == (3, True)
    assert THINKING not in board.text


async def test_where_the_bot_can_only_answer_its_move_comes_through_the_last_press(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "group")
    # SimCord takes answers only from tasks that it knows to belong to a press.
    monkeypatch.setattr("cogs.board.machine_moves.own_context", own_context_by_the_simulated_clock)
    board = await begin(room)
    await rest(room)
    for _ in range(3):
        await press_any(room, board, random.Random(1))
        await rest(room)
        assert await adas_turn(room, board)
        assert THINKING not in board.text
    assert own_requests(room) == []


async def test_where_the_bot_can_only_answer_the_next_press_shows_a_move_made_after_a_restart(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    bring(room, monkeypatch, "group")
    board = await begin(room)
    await rest(room)
    of(room.bench).free.clear()
    await press_any(room, board, random.Random(1))
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    await room.env.advance_time(1)
    await rest(room)
    assert await adas_turn(room, board)
    assert THINKING in board.text, "nobody has pressed since the restart"
    answer = await room.press(room.ada, board, board.moves[0]["label"])
    assert (answer.told, (await room.match(board)).ply) == ("", 3)
    assert THINKING not in board.text
    await press_any(room, board, random.Random(1))
    await rest(room)
    assert (await room.match(board)).ply == 5
    assert own_requests(room) == []


# ------------------------------------------------------------------------- real processes


@pytest.mark.full
async def test_a_process_finds_the_moves_while_the_loop_goes_on(room: Room) -> None:
    room.bench.hosting = Hosting(thinkers=Thinkers(1))
    await room.restart()
    board = await begin(room, level="expert", first="2")
    await press_any(room, board, random.Random(1))
    late = 0.0
    while machines(room)._playing:
        begin_ = time.thread_time()  # a busy machine may give it no turn
        await asyncio.sleep(0.01)
        late = max(late, time.thread_time() - begin_)
    await rest(room)
    assert (await room.match(board)).ply == 2
    assert await adas_turn(room, board)
    assert late < 0.5, "a search of a second never stood in the way"


class EndlessThinkers(Thinkers):
    """Whatever they search for, their process never finds it."""

    async def move(self, match: Hashable, task: Task, check: Check | None = None) -> str:
        del task
        return str(await self.work(match, partial(asleep, 10**6), check))


@pytest.mark.full
async def test_a_search_under_way_does_not_hold_up_the_end_of_the_bot(room: Room) -> None:
    room.bench.hosting = Hosting(thinkers=EndlessThinkers(1, patience=math.inf))
    await room.restart()
    board = await begin(room, level="expert", first="2")
    await press_any(room, board, random.Random(1))
    await machines(room).cog_unload()
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    await room.env.advance_time(1)
    await rest(room)
    assert (await room.match(board)).ply == 2


@pytest.mark.full
def test_a_process_of_the_machine_does_not_import_what_the_bot_is_made_of() -> None:
    script = (
        "import sys, prowlerbot.workers.loop, prowlerbot.opponent.task;"
        " assert not {'discord', 'PIL', 'cogs'} & {*sys.modules}"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)
