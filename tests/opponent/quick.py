"""Thinkers without processes: they find a legal move at once, or when a test says."""

import asyncio
import random
from collections.abc import Callable, Hashable
from dataclasses import replace
from typing import TypeVar

from prowlerbot.core.errors import Denied
from prowlerbot.opponent.judgement import Appraisal
from prowlerbot.opponent.pool import Check, Thinkers
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import AppraisalTask, MoveTask, recall_position, run_appraisal
from tests.opponent.games import roster

_T = TypeVar("_T")


class QuickThinkers(Thinkers):
    """``tasks`` are those they were given; while not ``free`` they do not answer, and ``wanted``
    tells that they have been asked for an appraisal.
    """

    def __init__(self, processes: int = 1) -> None:
        super().__init__(processes)
        self.tasks: list[MoveTask] = []
        self.free = asyncio.Event()
        self.free.set()
        self._asked = asyncio.Event()
        self.wanted = asyncio.Event()
        self.before = 0
        self.broken = False

    async def next_task(self) -> None:
        """Wait until they are given the next task."""
        self._asked.clear()
        await self._asked.wait()

    def count_ahead(self, match: Hashable) -> int:  # noqa: ARG002 - the interface
        return self.before

    async def move(self, match: Hashable, task: MoveTask, check: Check | None = None) -> str:  # noqa: ARG002 - the interface
        self.tasks.append(task)
        self._asked.set()
        if self.broken:
            raise Denied("The machine's thinking was cut short; please try again.")
        await self.free.wait()
        if check is not None:
            await check()
        rng = random.Random(task.seed)
        state = recall_position(roster()[task.game][0], task.setup, task.moves, rng)
        return str(rng.choice(state.moves(task.seat)))

    async def appraise(
        self,
        match: Hashable,  # noqa: ARG002 - the interface
        task: AppraisalTask,
    ) -> Appraisal:
        if self.broken:
            raise Denied("The machine's thinking was cut short; please try again.")
        self.wanted.set()
        await self.free.wait()
        return run_appraisal(
            roster, replace(task, effort=task.effort.with_budget(Budget(playouts=60)))
        )

    async def run_job(
        self,
        match: Hashable,  # noqa: ARG002 - the interface
        job: Callable[[], _T],  # noqa: ARG002 - the interface
        check: Check | None = None,  # noqa: ARG002 - the interface
        *,
        later: bool = False,  # noqa: ARG002 - the interface
    ) -> _T:
        """Other work, such as the proof of a puzzle, takes a process; they do none."""
        raise Denied("The machine's thinking was cut short; please try again.")


class PonderingThinkers(Thinkers):
    """They take any task and never come to an end, whatever is stopped and started."""

    def __init__(self) -> None:
        super().__init__(1)

    async def move(self, match: Hashable, task: MoveTask, check: Check | None = None) -> str:  # noqa: ARG002 - the interface
        await asyncio.Event().wait()
        raise AssertionError

    async def close(self) -> None:
        """There is nothing to end."""
