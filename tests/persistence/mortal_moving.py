"""Processes that die of a statement in the middle of a move from one database to another.

Run as a program, this forks one for each of the given numbers of statements; 0 is for a process
that lives until the move is complete. It prints how many statements each one that lived has run.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, NoReturn
from unittest.mock import patch

from prowlerbot.copies import database_move
from prowlerbot.games import GAMES
from prowlerbot.storage.engines.database import Work
from prowlerbot.storage.engines.postgres import PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteWork

_move = database_move._move


class Killed(BaseException):
    """The process ends here."""


def raise_killed() -> NoReturn:
    raise Killed


def kill() -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError("nobody survives this")


class Fate:
    """Counts the statements of a move between open databases, at the ``last`` of which it dies."""

    def __init__(self, last: int, die: Callable[[], NoReturn]) -> None:
        self._last, self._die = last, die
        self.count = 0

    @contextmanager
    def comes(self) -> Iterator[None]:
        with ExitStack() as stack:
            stack.enter_context(patch.object(database_move, "_AT_A_TIME", 20))
            stack.enter_context(
                patch.object(database_move, "_TOGETHER", 2)
            )  # so a table takes many
            stack.enter_context(patch.object(database_move, "_move", self._counted_move))
            yield

    async def _counted_move(self, *arguments: Any) -> database_move.Moved:
        with ExitStack() as stack:
            for works in (SqliteWork, PostgresWork):
                for name in ("execute", "fetch"):
                    counted = self._counted(getattr(works, name))
                    stack.enter_context(patch.object(works, name, counted))
            return await _move(*arguments)

    def _counted(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """A way to run statements that counts each before it is run."""

        def counted(work: Work, sql: str, *values: object) -> Any:
            self.count += 1
            if self.count == self._last:
                self._die()
            return run(work, sql, *values)

        return counted


def main(source: str, target: str, *numbers: str) -> None:
    for number in map(int, numbers):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                fate = Fate(number, kill)
                with fate.comes():
                    asyncio.run(database_move.move(source, target, GAMES, lambda *_: None))
                print(fate.count, flush=True)  # noqa: T201 - the answer
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == (-signal.SIGKILL if number else 0), number


if __name__ == "__main__":
    main(*sys.argv[1:])
