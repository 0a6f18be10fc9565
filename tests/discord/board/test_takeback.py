"""Taking back a move, ending a match by agreement: asked for in the menu, answered by a button."""

import json
import random
from typing import Any

import simcord

from prowlerbot.core.record import loads
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import PlayerChoices
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.room import Room

TAKE_BACK = "Take back pathway 12"
AGREE = "Agree: take back pathway 12"


async def placed(room: Room, **options: Any) -> Message:
    """Ben has opened, Ada has just placed on 12."""
    board = await room.begin(**options)
    await room.play(board, ["Castle"])
    label = "12"
    await room.play(board, [label])
    if (await room.match(board)).ply == 1:  # a wild shovel lies there: any marker will do
        await room.play(board, ["Castle"])
    return board


async def menu(room: Room, player: simcord.MemberActor, board: Message) -> Message:
    return (await room.press(player, board, "Menu")).private


async def asks(room: Room, player: simcord.MemberActor, board: Message, label: str) -> Answer:
    """Ask by the menu, where the label may be cut short."""
    shown = await menu(room, player, board)
    (full,) = [each for each in shown.labels if each.startswith(label)]
    return await room.press(player, shown, full)


def question(room: Room) -> Message:
    """The message that puts a question."""
    (found,) = [each for each in room.messages() if "❓" in each.text and "Withdraw" in each.labels]
    return found


def questions(room: Room) -> list[Message]:
    return [each for each in room.messages() if "Withdraw" in each.labels]


def label(message: Message, start: str) -> str:
    (full,) = [each for each in message.labels if each.startswith(start)]
    return full


async def test_a_question_calls_the_opponent_and_agreeing_brings_the_board_back(room: Room) -> None:
    board = await placed(room)
    for player, offered in ((room.ada, 1), (room.ben, 0), (room.cleo, 0)):
        labels = (await menu(room, player, board)).labels
        assert sum(each.startswith("Take back") for each in labels) == offered
    before = (await room.match(board)).plays[:1]
    answer = await asks(room, room.ada, board, TAKE_BACK)
    assert "Waiting for Ben" in answer.message.text
    asked = question(room)
    assert asked.pings == [room.ben.id]
    assert "**Ada** asks to take back **pathway 12" in asked.text
    assert f"/{board.channel}/{board.id}" in asked.text
    assert label(asked, AGREE)
    assert asked.labels[1:] == ["Refuse", "Withdraw"]
    assert "❓ **Ada** asks to take back" in board.text
    assert room.calls() == [], "the question is the call"

    for who, starts in ((room.ada, (AGREE, "Refuse")), (room.cleo, (AGREE, "Refuse", "Withdraw"))):
        for start in starts:
            assert (await room.press(who, asked, label(asked, start))).told
    await room.restart()
    answer = await room.press(room.ben, asked, label(asked, AGREE))
    assert answer.acknowledged
    match = await room.match(board)
    assert match.plays == before
    assert [(gone.ply, gone.seat) for gone in match.takebacks] == [(1, 1)]
    assert not asked.exists
    assert "↩️ Ada took back **pathway 12" in board.text
    assert any(each["label"] == "12" for each in board.moves)
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    assert ", your turn in Prowler's Passage. ↩️ Ben agreed: **pathway 12" in call.text
    assert " is taken back." in call.text

    await room.restart()
    await room.play_on(board, random.Random(4), 2)
    assert "took back" not in board.text
    response = (await room.command(room.ada, "record", match=match.id)).result.response
    assert response is not None
    text = await response.attachments[0].read()
    assert [undone.ply for undone in loads(text, GAMES).takebacks] == [1]
    assert json.loads(text)["takebacks"][0]["seat"] == 1


async def test_a_refusal_is_read_where_it_was_asked_and_calls_to_move_without_a_sound(
    room: Room,
) -> None:
    board = await placed(room)
    plays, call = (await room.match(board)).plays, room.calls()[0].text
    answer = await asks(room, room.ada, board, TAKE_BACK)
    assert "Ben" in answer.message.text
    pinged = pings_at(room, room.ben.id)
    await room.press(room.ben, question(room), "Refuse")
    assert (await room.match(board)).plays == plays
    assert questions(room) == []
    refusal = "✋ **Ben** refused: Ada cannot take back **pathway 12"
    assert refusal in answer.message.text
    assert refusal in board.text, "until play goes on"
    assert "❓" not in board.text
    assert [each.text for each in room.calls()] == [call]
    assert pings_at(room, room.ben.id) == pinged
    assert not [each for each in (await menu(room, room.ada, board)).labels if "Take" in each]
    await room.play_on(board, random.Random(1), 3)
    assert "refused" not in board.text


async def test_a_player_who_wants_direct_messages_is_asked_in_one_and_nobody_else_is(
    room: Room,
) -> None:
    await room.service.store.choices.change(PlayerChoices, room.ben.id, calls="dm")
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    assert "**Ada** asks to take back **pathway" in room.messages(room.ben.user.dm_channel)[-1].text
    assert question(room).pings == []
    assert room.ada.id not in room.env.backend.dm_channels


async def test_a_question_is_put_once_though_the_board_is_redrawn_and_goes_as_play_goes_on(
    room: Room,
) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    await room.service.store.boards.write_shown()
    await room.bench.database.write("UPDATE boards SET shown = 0")  # as a crash may leave it
    edits = len(room.env.http_requests)
    await room.time_passes(61)
    assert [each.method for each in room.env.http_requests[edits:]] == ["PATCH"]
    assert question(room).id == asked.id
    agree, shown = asked.button(label(asked, AGREE))["custom_id"], asked.snapshot()
    await room.play_on(board, random.Random(1), 3)
    assert not asked.exists
    assert "❓" not in board.text
    plays = (await room.match(board)).plays
    answer = await room.late_press(room.ben, asked, agree, shown)
    assert "settled" in answer.told
    assert (await room.match(board)).plays == plays


async def test_the_question_can_be_answered_in_the_menu_where_its_message_is_lost(
    room: Room,
) -> None:
    board = await placed(room)
    room.fail("send")
    await asks(room, room.ada, board, TAKE_BACK)
    assert questions(room) == []
    shown = await menu(room, room.ben, board)
    answer = await room.press(room.ben, shown, label(shown, AGREE))
    assert "You have agreed" in answer.message.text
    assert (await room.match(board)).ply == 1
