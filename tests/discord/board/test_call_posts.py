"""Messages that call players are sent while they are due and deleted once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from cogs.board.calls.calls import Calls
from tests.discord.board.test_takeback import AGREE, TAKE_BACK, asks, label, placed, question
from tests.discord.places import bring
from tests.discord.room import Room
from tests.positions import states


def calls_of(room: Room) -> Calls:
    assert room.bench.bot.parts is not None
    boards = room.bench.bot.parts.boards
    return boards.calls


def deleted(room: Room) -> Counter[str]:
    """How often Discord was asked to delete each message, by its own path or through an answer."""
    requests = room.env.http_requests
    return Counter(each.path for each in requests if each.method == "DELETE")


@pytest.mark.parametrize("place", ["server", "group"])
async def test_a_question_that_two_answer_at_once_is_deleted_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    if place == "group":
        bring(room, monkeypatch, "group")
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    before = deleted(room)
    agree, withdraw = (asked.button(label(asked, it))["custom_id"] for it in (AGREE, "Withdraw"))
    await room.presses_at_once(asked, [(room.ben, agree), (room.ada, withdraw)])
    assert not asked.exists
    own = [path for path in deleted(room) - before if path.endswith((f"/{asked.id}", "/@original"))]
    assert len(own) == 1
    assert max(deleted(room).values()) == 1
    await room.time_passes(120)
    assert await room.service.store.calls.stale() == []


@asynccontextmanager
async def busy(room: Room) -> AsyncIterator[asyncio.Lock]:
    """Discord makes the next message in the channel wait."""
    turn = asyncio.Lock()
    calls_of(room).posts._turns[room.channel.id] = turn
    async with turn:
        yield turn


async def test_a_call_that_had_to_wait_is_sent_only_while_it_is_due(room: Room) -> None:
    board = await room.begin(first="me")
    match = await room.match(board)
    async with busy(room) as turn:
        await room.service.play(match.id, room.ben.id, 0, ">C")
        scene = await room.service.scene(match.id)
        late = asyncio.create_task(calls_of(room).call(scene, presser=room.ben.id))
        while not turn._waiters:  # noqa: ASYNC110 - nothing tells that somebody waits
            await asyncio.sleep(0.001)
        move = str(states(room.service, await room.match(match.id))[-1].moves(1)[0])
        await room.service.play(match.id, room.ada.id, 1, move)
    await late
    assert room.calls() == []


async def test_nothing_is_sent_or_deleted_in_a_channel_that_is_gone(room: Room) -> None:
    board = await room.begin(first="them")
    scene = await room.service.scene(board.match)
    (call,) = scene.calls
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    before = len(room.env.http_requests)
    await calls_of(room).call(scene, presser=room.ben.id, anew=True)
    await calls_of(room)._delete([call])
    assert len(room.env.http_requests) == before
