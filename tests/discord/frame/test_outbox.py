"""A kill at any step towards a message that shall stand once: nothing is lost, doubled or stuck."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any

import pytest
from discord.http import HTTPClient

from tests.discord.pinged import pings_at
from tests.discord.room import Room

pytestmark = pytest.mark.both_databases


@contextmanager
def killed_at(room: Room, number: int) -> Iterator[Callable[[], bool]]:
    """Let the process die before or after something that it asks of the database or of Discord: it
    asks nothing more from then on. Tells whether it has died.
    """
    left, database = number, room.bench.database

    def step() -> None:
        nonlocal left
        left -= 1
        if left <= 0:
            raise asyncio.CancelledError

    def mortal(ask: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def asked(*args: Any, **values: Any) -> Any:
            step()
            answer = await ask(*args, **values)
            step()
            return answer

        return asked

    with pytest.MonkeyPatch.context() as patch:
        for name in ("read", "run"):
            patch.setattr(database, name, mortal(getattr(database, name)))
        patch.setattr(HTTPClient, "request", mortal(HTTPClient.request))
        with suppress(asyncio.CancelledError):
            yield lambda: left <= 0
    room.service.store.outbox._gone.clear()  # what was only in memory


async def passes(room: Room, seconds: int) -> None:
    """Both the bot's clock and Discord's go on."""
    room.clock.now += seconds
    await room.env.advance_time(seconds)


@pytest.mark.parametrize("pause", [17, 80], ids=["at once", "later"])
async def test_a_kill_at_any_step_of_a_move_calls_the_next_player_once_and_soon(
    room: Room, pause: int
) -> None:
    for number in count(1):
        board = await room.begin(first="me")
        before = pings_at(room, room.ada.id)
        with killed_at(room, number) as died:
            await room.play(board, ["Castle"])
        await room.restart()
        await passes(room, pause)
        moved = bool((await room.match(board)).ply)
        for seconds in (1, 60):
            await passes(room, seconds)
            calls = [each for each in room.calls() if str(board.id) in each.text]
            assert [each.pings for each in calls] == [[room.ada.id]] * moved, number
            assert pings_at(room, room.ada.id) == before + moved, number
        if not died():
            break
    assert number > 8
