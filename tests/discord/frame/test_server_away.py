"""A PostgreSQL server that is away is told in time; a short absence is not noticed."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Iterator
from contextlib import closing

import psycopg
import pytest

from tests.discord.message import Message
from tests.discord.room import Room


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


@pytest.fixture(autouse=True)
def little_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the bot does by itself waits no longer than a press."""
    monkeypatch.setattr("prowlerbot.storage.engines.database.PATIENCE", 1.5)


@pytest.mark.expects_errors
async def test_a_server_that_is_away_is_told_in_time_and_nothing_is_half_done(
    room: Room,
    board: Message,
    reachable: Callable[[bool], None],
    caplog: pytest.LogCaptureFixture,
) -> None:
    before = await room.match(board)
    mover = await room.mover(board)
    reachable(False)
    start = time.time()
    answer = await room.press(mover, board, board.moves[0]["label"])
    told = next(it for it in caplog.records if it.msg == "the database failed: %s")
    assert told.created - start < 3
    assert "My database is out of reach, so nothing was changed" in answer.told
    reachable(True)
    assert await room.match(board) == before
    await room.press(mover, board, board.moves[0]["label"])
    assert (await room.match(board)).ply == before.ply + 1


async def test_a_server_that_comes_back_in_time_is_not_noticed(
    room: Room, board: Message, reachable: Callable[[bool], None]
) -> None:
    before = await room.match(board)
    mover = await room.mover(board)
    reachable(False)
    back = asyncio.get_running_loop().call_later(0.3, reachable, True)
    await room.press(mover, board, board.moves[0]["label"])
    back.cancel()
    assert (await room.match(board)).ply == before.ply + 1
