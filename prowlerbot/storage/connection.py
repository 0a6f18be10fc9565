"""A connection of aiosqlite that runs several statements on its thread at once.

All statements share one way to the thread and back instead of one each. aiosqlite has no public
method for that, so this uses ``_execute``, which hands a function to the thread, and ``_conn``, the
connection of sqlite3. If these change, nothing can be stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

_T = TypeVar("_T")


class Connection(aiosqlite.Connection):
    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Run this function on the thread; other requests wait meanwhile."""
        done: _T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]  # of aiosqlite
        return done
