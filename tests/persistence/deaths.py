"""Where the process of a bot dies while it serves a press, and how that is brought about."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NoReturn

import discord
import pytest

from cogs.discord_py.timed_response import TimedResponse
from prowlerbot.storage.boards import Boards
from prowlerbot.storage.engines.database import Connection, Manner, Work
from prowlerbot.storage.engines.postgres import PostgresConnection, PostgresWork
from prowlerbot.storage.engines.sqlite import SqliteConnection, SqliteWork


class Death(StrEnum):
    """Where the process is killed while it serves a press."""

    IN_TRANSACTION = "between the statements of a move"
    BEFORE_COMMIT = "right before the commit"
    AFTER_COMMIT = "right after the commit"
    BEFORE_REDRAW = "before the message is edited"
    AFTER_REDRAW = "after the message is edited and before that is stored"
    BEFORE_CALL = "after the next player is called and before that is stored"


class ThreadDeath(StrEnum):
    """Where the process is killed while it opens a thread for a match that begins."""

    EMPTY = "after the thread is opened and before the board is in it"
    UNNOTED = "after the board is in the thread and before that is stored"


def arm_threads(death: ThreadDeath, die: Callable[[], NoReturn]) -> None:
    """Have the opening of the next thread end in death."""
    create, set_board = discord.PartialMessage.create_thread, Boards.put

    async def deadly_create(self: Any, **values: Any) -> Any:
        thread = await create(self, **values)
        if death is ThreadDeath.EMPTY:
            die()
        return thread

    async def deadly_set_board(self: Boards, *board: Any) -> None:
        if death is ThreadDeath.UNNOTED:
            die()
        await set_board(self, *board)

    discord.PartialMessage.create_thread = deadly_create  # type: ignore[method-assign] # in this process only
    Boards.put = deadly_set_board  # type: ignore[method-assign,assignment] # likewise


def arm(death: Death, die: Callable[[], NoReturn], *, server: bool) -> None:
    """Have the next press that changes the match end in death."""
    works: type[Work] = PostgresWork if server else SqliteWork
    connections: type[Connection] = PostgresConnection if server else SqliteConnection
    execute, change, transact = works.execute, works.change, connections.transact
    fetch = works.fetch
    edit = TimedResponse.edit_message
    changing = False

    def deadly_change(self: Work, sql: str, *values: object) -> int:
        nonlocal changing
        changing = changing or sql.startswith("UPDATE matches")
        return change(self, sql, *values)

    def deadly_execute(self: Work, sql: str, *values: object) -> None:
        if _falls_before(death, sql) or (
            death is Death.BEFORE_COMMIT and sql == "COMMIT" and changing
        ):
            die()
        execute(self, sql, *values)

    def deadly_fetch(self: Work, sql: str, *values: object) -> Any:
        if _falls_before(death, sql):
            die()
        return fetch(self, sql, *values)

    def deadly_transact(self: Connection, manner: Manner, work: Callable[[Work], Any]) -> Any:
        done = transact(self, manner, work)
        if death is Death.AFTER_COMMIT and changing:
            die()
        return done

    async def deadly_edit(self: Any, **values: Any) -> Any:
        if death is Death.BEFORE_REDRAW:
            die()
        return await edit(self, **values)

    patch = pytest.MonkeyPatch()  # in this process only
    patch.setattr(works, "change", deadly_change)
    patch.setattr(works, "execute", deadly_execute)
    patch.setattr(works, "fetch", deadly_fetch)
    patch.setattr(connections, "transact", deadly_transact)
    patch.setattr(TimedResponse, "edit_message", deadly_edit)


def _falls_before(death: Death, sql: str) -> bool:
    match death:
        case Death.IN_TRANSACTION:
            return sql.startswith("INSERT INTO plays")
        case Death.AFTER_REDRAW:
            return sql.startswith("UPDATE boards SET shown")
        case Death.BEFORE_CALL:
            return sql.startswith("UPDATE messages SET channel")
    return False
