"""A match with secrets and simultaneous turns, played by three or four by pressing."""

from __future__ import annotations

import pytest
import simcord

from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.room import Room

pytestmark = [pytest.mark.tell, pytest.mark.gathering]
several = pytest.mark.tell(2)
"""Each hides two numbers a round, one after the other."""

OWN = "Open my board"


async def own_board(room: Room, player: simcord.MemberActor, board: Message) -> Message:
    answer = await room.press(player, board, OWN)
    assert not answer.public
    return answer.message


def edits(room: Room, board: Message) -> int:
    """How often the bot has edited the shared message by its own rights."""
    path = f"/channels/{board.channel}/messages/{board.id}"
    return sum(e.method == "PATCH" and e.path == path for e in room.env.http_requests)


async def gathered(room: Room) -> None:
    """The moment passes for which edits of the shared message are gathered."""
    await room.env.advance_time(1)


# ------------------------------------------------------------------ playing


async def test_three_play_a_whole_match_by_pressing(room: Room) -> None:
    board = await room.begin_tell()
    for round_ in (1, 2):
        for player, number in ((room.ben, "2"), (room.ada, "1"), (room.cleo, "3")):
            await room.press(player, board, number)
        assert f"Round {round_}: 1, 2, 3" in board.text
    match = await room.match(board)
    assert match.ending is Ending.PLAYED
    assert "Points:" in board.text
    (told,) = room.calls()
    assert told.pings == [room.ada.id, room.ben.id]


async def test_a_player_who_chooses_on_the_shared_board_is_told_in_private_what_it_was(
    room: Room,
) -> None:
    board = await room.begin_tell()
    answer = await room.press(room.ada, board, "2")
    assert "Your choice: **number 2**" in answer.told
    assert "number 2" not in board.text
    assert "Still to hide a number: Ben, Cleo" in board.text


# ------------------------------------------------------------------ planning and undoing


@several
async def test_a_step_that_nobody_can_notice_changes_no_message(room: Room) -> None:
    board = await room.begin_tell()
    own = await own_board(room, room.ada, board)
    shown, messages = board.snapshot(), len(room.messages())
    await room.press(room.ada, own, "2")
    await room.press(room.ada, own, "Take back")
    await room.press(room.ada, own, "3")
    await room.press(room.ada, board, "1")  # begun already, so it leads to their own board
    await gathered(room)
    await room.time_passes(61)
    assert board.snapshot() == shown
    assert edits(room, board) == 0
    assert len(room.messages()) == messages


@several
async def test_a_private_board_lives_through_a_whole_turn_and_a_restart(room: Room) -> None:
    board = await room.begin_tell()
    own = await own_board(room, room.ada, board)
    await room.press(room.ada, own, "2")
    await room.restart()
    await room.press(room.ada, own, "3")
    assert (await room.match(board)).decision(1).concealed == 2
    assert "hides" not in board.text
    await gathered(room)
    assert "Still to hide a number: Ben, Cleo" in board.text
    anew = await own_board(room, room.ada, board)
    assert anew.labels == ["Take back", "Look again"], "there is nothing more to choose"
    for player in (room.ben, room.cleo):
        mine = await own_board(room, player, board)
        await room.press(player, mine, "1")
        await room.press(player, mine, "1")
    await gathered(room)
    assert "Round 1: 23, 11, 11" in board.text


@several
async def test_those_who_finish_together_cost_the_shared_message_one_edit(room: Room) -> None:
    board = await room.begin_tell()
    boards = [await own_board(room, each, board) for each in (room.ada, room.ben)]
    for player, own in zip((room.ada, room.ben), boards, strict=True):
        await room.press(player, own, "1")
    records = [
        room.send_press(player, own, own.button("2")["custom_id"], None)
        for player, own in zip((room.ada, room.ben), boards, strict=True)
    ]
    await room.env.settle()
    assert len(records) == 2
    await gathered(room)
    assert "Still to hide a number: Cleo" in board.text
    assert edits(room, board) == 1


@several
async def test_a_menu_does_what_the_buttons_do(room: Room) -> None:
    board = await room.begin_tell()
    shared = board.selects[0]
    assert [each["value"] for each in shared["options"]] == ["m:1", "m:2", "m:3"]
    answer = await room.pick(room.ben, board, shared["custom_id"], ["m:2"])
    assert "Your choice: **number 2**" in answer.told
    own = await own_board(room, room.ada, board)
    for value in ("plan:3", "plan:1"):
        await room.pick(room.ada, own, own.selects[0]["custom_id"], [value])
    assert [each.move for each in (await room.match(board)).plays] == ["2", "3", "1"]
    mine = await own_board(room, room.ben, board)
    made_up = await room.choose(room.ben, mine, "resign!:")
    assert "Choose one of the options in the menu" in made_up.told


# ------------------------------------------------------------------ calls, clocks, questions


async def test_a_seat_is_called_once_a_decision_and_undoing_a_plan_calls_nobody(room: Room) -> None:
    board = await room.begin_tell()
    for player in (room.ada, room.ben, room.cleo):
        await room.press(player, board, "1")
    calls = room.calls()
    assert [each.pings for each in calls] == [[room.ada.id], [room.ben.id]]
    await room.press(room.ada, board, "1")
    assert not calls[0].exists
    own = await own_board(room, room.ada, board)
    await room.press(room.ada, own, "Take back")
    await gathered(room)
    await room.time_passes(61)
    assert [each.id for each in room.calls()] == [calls[1].id], "the same decision as before"
    await room.press(room.ada, board, "1")
    await room.press(room.cleo, board, "1")
    assert [each.id for each in room.calls()] == [calls[1].id]
