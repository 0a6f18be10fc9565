"""Processes that die of a statement in the middle of a move from one database to another.

Run as a program, this forks one for each of the given numbers of statements; 0 is for a process
that lives until the move is complete. It prints how many statements each one that lived has run.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from typing import Any
from unittest.mock import patch

from prowlerbot.games import GAMES
from prowlerbot.storage.copies import moving
from prowlerbot.storage.engines.database import Row, Work
from prowlerbot.storage.engines.postgres import PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteWork

_move = moving._move


class Fate:
    """Counts the statements of a move between open databases, of which the ``last`` one kills."""

    def __init__(self, last: int) -> None:
        self._last = last
        self.count = 0

    def _strike(self, works: type[Work]) -> None:
        """Let a kind of database count its statements, each before it is run."""
        execute, fetch = works.execute, works.fetch

        def counted_execute(work: Work, sql: str, *values: object) -> None:
            self._step()
            execute(work, sql, *values)

        def counted_fetch(work: Work, sql: str, *values: object) -> list[Row]:
            self._step()
            return fetch(work, sql, *values)

        patch.object(works, "execute", counted_execute).start()  # in this process only
        patch.object(works, "fetch", counted_fetch).start()

    async def move(self, *arguments: Any) -> moving.Moved:
        for works in (SqliteWork, PostgresWork):
            self._strike(works)
        return await _move(*arguments)

    def _step(self) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)


def main(source: str, target: str, *numbers: str) -> None:
    moving._AT_A_TIME, moving._TOGETHER = 20, 2  # so that a table takes many statements
    for number in map(int, numbers):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                fate = Fate(number)
                patch.object(moving, "_move", fate.move).start()
                asyncio.run(moving.move(source, target, GAMES, lambda *_: None))
                print(fate.count, flush=True)  # noqa: T201 - the answer
                status = 0
            finally:
                os._exit(status)
        _, status = os.waitpid(child, 0)
        assert os.waitstatus_to_exitcode(status) == (-signal.SIGKILL if number else 0), number


if __name__ == "__main__":
    main(*sys.argv[1:])
