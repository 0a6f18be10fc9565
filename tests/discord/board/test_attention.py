"""Players at the board are called once they pause, and once more if all wait for them alone."""

from __future__ import annotations

import random

import discord
import pytest

from prowlerbot.match.attention import PAUSE
from tests.discord.board.test_calls import ends_there
from tests.discord.pinged import pings_at
from tests.discord.room import Room


@pytest.mark.there
async def test_two_who_press_within_a_minute_are_called_at_the_first_pause_once(room: Room) -> None:
    board = await room.begin(first="me")
    rng = random.Random(3)
    await room.play_on(board, rng, 2)
    pings = [pings_at(room, each.id) for each in (room.ada, room.ben)]
    for ply in range(3, 9):
        room.clock.now += 30
        await room.play_on(board, rng, ply)
    assert [pings_at(room, each.id) for each in (room.ada, room.ben)] == pings
    assert room.calls() == []
    await room.time_passes(PAUSE - 1)
    assert room.calls() == []
    await room.restart()
    await room.time_passes(61)
    (call,) = room.calls()
    assert call.pings == [(await room.mover(board)).id]
    await room.time_passes(60)
    await room.restart()
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [call.id]
    await room.play_on(board, rng, 9)
    assert not call.exists


@pytest.mark.there
async def test_a_player_who_was_there_is_called_after_a_long_outage_too(room: Room) -> None:
    board = await room.begin(first="me", pace=0)
    await room.play_on(board, random.Random(3), 4)
    room.clock.now += 30
    await room.play_on(board, random.Random(3), 5)
    assert room.calls() == []
    room.clock.now += 6 * 60 * 60
    await room.restart()
    await room.time_passes(60)
    (call,) = room.calls()
    assert call.pings == [(await room.mover(board)).id]
    await room.restart()
    await room.time_passes(60)
    assert [each.id for each in room.calls()] == [call.id]


@pytest.mark.there
@pytest.mark.parametrize("after", [False, True], ids=["before", "after"])
async def test_a_kill_as_the_call_of_a_pause_is_sent_brings_it_once(
    room: Room, monkeypatch: pytest.MonkeyPatch, *, after: bool
) -> None:
    board = await room.begin(first="me", pace=0)
    await room.play_on(board, random.Random(3), 4)
    room.clock.now += 30
    await room.play_on(board, random.Random(3), 5)
    mover = await room.mover(board)
    before = pings_at(room, mover.id)
    with monkeypatch.context() as patch:
        ends_there(patch, discord.PartialMessageable, "send", after=after)
        await room.time_passes(PAUSE)
    assert pings_at(room, mover.id) == before + after
    await room.restart()
    await room.time_passes(60)
    (call,) = room.calls()
    assert pings_at(room, mover.id) == before + 1
    await room.play_on(board, random.Random(3), 6)
    assert not call.exists


@pytest.mark.there
@pytest.mark.tell(1)
async def test_who_is_there_while_all_wait_for_them_gets_one_call(room: Room) -> None:
    board = await room.begin_tell()
    match = await room.match(board)
    for each in (room.ada, room.ben, room.cleo, room.ben, room.cleo):  # into the second round
        match = await room.service.play(match.id, each.id, match.moment, "1")
    before = pings_at(room, room.ada.id)
    for _ in range(4):
        await room.time_passes(PAUSE)
    assert pings_at(room, room.ada.id) == before + 1
    (call,) = room.calls()
    assert "all others" in call.text


@pytest.mark.tell(1)
async def test_the_last_of_several_hears_once_that_everybody_waits(room: Room) -> None:
    board = await room.begin_tell()
    match = await room.match(board)
    for each in (room.ada, room.ben):
        match = await room.service.play(match.id, each.id, match.moment, "1")
    await room.time_passes(PAUSE - 30)
    assert not [each for each in room.calls() if "all others" in each.text]
    await room.time_passes(60)
    (call,) = [each for each in room.calls() if "all others" in each.text]
    assert call.pings == [room.cleo.id]
    await room.time_passes(60)
    assert [each.id for each in room.calls() if "all others" in each.text] == [call.id]
    await room.service.play(match.id, room.cleo.id, match.moment, "1")
    await room.time_passes(60)
    assert not call.exists
