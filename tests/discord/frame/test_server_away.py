"""A PostgreSQL server that is away, or is lost while a move is committed.

It is told, a short absence is not noticed, and the move counts or not, and once at most.
"""

import asyncio
import os
import random
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from enum import StrEnum

import psycopg
import pytest

from prowlerbot.storage.engines.postgres import PostgresWork
from tests.discord.message import Message
from tests.discord.room import Room
from tests.patience import HUNG, patiently

pytestmark = pytest.mark.full


class Loss(StrEnum):
    BEFORE = "the connection is cut before the commit is sent"
    ENDED = "the server ends the session before the commit"
    AFTER = "the connection is cut after the commit and before its reply"


@pytest.fixture
def kind() -> str:
    return "postgres"


@pytest.fixture
async def board(room: Room) -> Message:
    board = await room.begin()
    await room.play_on(board, random.Random(1), 2)
    return board


@pytest.fixture
def reachable(url: str) -> Iterator[Callable[[bool], None]]:
    """Lets connections to the database in, or ends them all and lets none in."""
    name, _, rest = url.removeprefix("postgresql://postgres@/").partition("?")

    def let_in(allowed: bool) -> None:  # noqa: FBT001 - the one thing it is about
        with closing(psycopg.connect(f"postgresql://postgres@/postgres?{rest}")) as other:
            other.autocommit = True
            other.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS {allowed}".encode())
            if not allowed:
                other.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s",
                    (name,),
                )

    yield let_in
    let_in(True)


@pytest.mark.expects_errors
async def test_a_server_that_is_away_is_told_and_nothing_is_half_done(
    room: Room,
    board: Message,
    reachable: Callable[[bool], None],
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = await room.match(board)
    mover = await room.mover(board)
    reachable(False)
    with monkeypatch.context() as patch:
        patch.setattr("prowlerbot.storage.engines.database.PATIENCE", 0.1)
        answer = await room.press(mover, board, board.moves[0]["label"])
    assert "the database failed: %s" in {each.msg for each in caplog.records}
    assert "My database is out of reach, so nothing was changed" in answer.told
    reachable(True)
    assert await room.match(board) == before
    await room.press(mover, board, board.moves[0]["label"])
    assert (await room.match(board)).ply == before.ply + 1


async def test_a_server_that_comes_back_in_time_is_not_noticed(
    room: Room, board: Message, reachable: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("prowlerbot.storage.engines.database.PATIENCE", HUNG)
    before = await room.match(board)
    mover = await room.mover(board)
    reachable(False)
    back = asyncio.get_running_loop().call_later(0.3, reachable, True)
    await room.press(mover, board, board.moves[0]["label"])
    back.cancel()
    assert (await room.match(board)).ply == before.ply + 1


@pytest.fixture(params=Loss)
def loss(request: pytest.FixtureRequest, url: str, monkeypatch: pytest.MonkeyPatch) -> Loss:
    """How the next move loses its connection as it is committed."""
    lost, execute, change = Loss(request.param), PostgresWork.execute, PostgresWork.change
    moving: list[PostgresWork] = []
    begun = False

    def noted(work: PostgresWork, sql: str, *values: object) -> int:
        nonlocal begun
        if sql.startswith("UPDATE matches") and not begun:
            begun = True
            moving.append(work)
        return change(work, sql, *values)

    def losing(work: PostgresWork, sql: str, *values: object) -> None:
        if sql != "COMMIT" or work not in moving:
            execute(work, sql, *values)
            return
        moving.clear()
        before = plays(url)
        if lost is Loss.BEFORE:
            cut(work)
        elif lost is Loss.ENDED:
            end(url, work._cursor.connection.info.backend_pid)
        execute(work, sql, *values)
        if lost is Loss.AFTER:
            until(lambda: plays(url) > before)
            cut(work)

    monkeypatch.setattr(PostgresWork, "change", noted)
    monkeypatch.setattr(PostgresWork, "execute", losing)
    return lost


def cut(work: PostgresWork) -> None:
    with socket.socket(fileno=os.dup(work._cursor.connection.fileno())) as way:
        way.shutdown(socket.SHUT_RDWR)


def end(url: str, session: int) -> None:
    with closing(psycopg.connect(url, autocommit=True)) as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", (session,))


def plays(url: str) -> int:
    with closing(psycopg.connect(url, autocommit=True)) as other:
        ((count,),) = other.execute("SELECT count(*) FROM plays").fetchall()
    return int(count)


def until(fact: Callable[[], bool]) -> None:
    for _ in patiently():
        if fact():
            return
        time.sleep(0.01)


@pytest.mark.expects_errors
async def test_a_move_whose_commit_is_lost_counts_or_not_and_once_at_most(
    room: Room, board: Message, loss: Loss, caplog: pytest.LogCaptureFixture
) -> None:
    before, mover = await room.match(board), await room.mover(board)
    label = board.moves[0]["label"]
    answer = await room.press(mover, board, label)
    assert "the database failed: %s" in {each.msg for each in caplog.records}
    assert answer.told.startswith("My database failed, but part of that may have been stored.")
    stored = await room.match(board)
    assert stored.plays[: before.ply] == before.plays
    assert stored.ply == before.ply + (loss is Loss.AFTER)

    await room.press(mover, board, label)  # seeing no effect, they try again
    again = await room.match(board)
    assert again.ply == before.ply + 1
    assert stored.plays in {before.plays, again.plays}
    assert await room.mover(board) != mover
    await room.play_on(board, random.Random(2), before.ply + 3)
    assert (await room.match(board)).ply == before.ply + 3
