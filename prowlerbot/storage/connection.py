"""A connection of aiosqlite whose thread does several statements in one go.

Replaces one way to the thread and back for each statement by one for all of them. aiosqlite has no
public method for that, so this uses ``_execute``, which hands a function to the thread, and
``_conn``, the connection of sqlite3. If these change, nothing can be stored.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from typing import TypeVar

import aiosqlite

_T = TypeVar("_T")


class Connection(aiosqlite.Connection):
    async def run(self, work: Callable[[sqlite3.Connection], _T]) -> _T:
        """Have the thread do this; what else is asked for waits meanwhile."""
        done: _T = await self._execute(work, self._conn)  # type: ignore[no-untyped-call]  # of aiosqlite
        return done
