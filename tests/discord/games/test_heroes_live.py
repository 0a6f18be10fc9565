"""Heroes Beware live in Discord: one pile for all, a clock, and the faster player first."""

from __future__ import annotations

from typing import Any

from tests.discord.games.test_heroes import Table, asked, position
from tests.discord.message import Message
from tests.discord.playing import hurry
from tests.discord.room import Room

CLOCK = 150


async def begun(room: Room, **options: Any) -> Message:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben, build="live", **options)).message
    await room.press(room.ben, board, "Accept")
    return board


async def test_a_tile_that_somebody_has_just_taken_says_so_at_once(room: Room) -> None:
    board = await begun(room)
    table = Table(room, board, room.ada, room.ben)
    await table.press(1, "Flip (64 left)")
    await table.press(1, "Drop it")
    ada, ben = await table.open(1), await table.open(2)
    (tile,) = (await position(room, board)).face_up
    (take,) = [it["custom_id"] for it in ada.buttons if it["custom_id"].endswith(f"take{tile}")]
    await room.late_press(room.ada, ada, take)
    own = (await room.match(board)).decision(2)
    theirs = f"plan:{board.match}:{own.moment}:take{tile}"
    late = await room.late_press(room.ben, ben, theirs)
    assert "Another player was faster" in late.told
    assert (await position(room, board)).seats[1].hand == 0


async def test_the_shared_pile_is_pressed_by_everybody(room: Room) -> None:
    board = await begun(room)
    assert "Flip: turn up a tile of the pile into your hand" in board.text
    await room.press(room.ada, board, "Flip (64 left)")
    await room.env.settle()
    assert (await position(room, board)).seats[0].hand
    assert "Flip (63 left)" in board.labels
    await room.press(room.ben, board, "Flip (63 left)")
    assert (await position(room, board)).seats[1].hand


async def test_the_clock_ends_building_for_all(room: Room) -> None:
    board = await begun(room)
    assert "You share 2:30" in board.text
    table = Table(room, board, room.ada, room.ben)
    await table.press(1, "Flip (64 left)")
    assert "Time runs out" in board.text
    assert "⏳" not in board.text, "the clock is the only time limit that counts now"
    await room.env.advance_time(CLOCK - 30)
    assert (await position(room, board)).live
    room.clock.now += CLOCK
    await room.env.advance_time(31)
    now = await position(room, board)
    assert not now.live
    assert all(not seat.hand for seat in now.seats)


async def test_a_restart_in_the_middle_loses_neither_the_clock_nor_what_is_in_hand(
    room: Room,
) -> None:
    board = await begun(room)
    table = Table(room, board, room.ada, room.ben)
    await table.press(1, "Flip (64 left)")
    before = await room.match(board)
    await room.restart()
    assert await room.match(board) == before
    await room.press(room.ben, board, "Flip (63 left)")
    assert all(seat.hand for seat in (await position(room, board)).seats)
    room.clock.now += CLOCK + 1
    await room.restart()
    await room.env.advance_time(60)
    assert not (await position(room, board)).live


async def test_a_player_who_is_in_the_race_is_not_called_to_it(room: Room) -> None:
    board = await begun(room)
    assert [call.pings for call in room.calls()] == [[room.ada.id]]
    await room.press(room.ada, board, "Flip (64 left)")
    for _ in range(2):
        await room.time_passes(61)
    assert room.calls() == []
