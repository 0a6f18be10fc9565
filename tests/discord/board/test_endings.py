"""Taking back a move and ending a match by agreement; rematches, claims, and players who leave."""

import asyncio
import random
from dataclasses import replace
from typing import Any

import pytest
import simcord

from cogs.board.match_message import Rendering, first_move_in_text
from cogs.frame.layout import Picture
from prowlerbot.core.clock import DAY
from prowlerbot.match.leaving import resign
from prowlerbot.match.match import Ending, Phase
from prowlerbot.match.terms import Terms
from tests.discord.limits import pings_at
from tests.discord.message import Answer, Message
from tests.discord.room import Room

TAKE_BACK = "Take back pathway 12"
AGREE = "Agree: take back pathway 12"


async def placed(room: Room, **options: Any) -> Message:
    """Ben has opened, Ada has just placed on 12."""
    board = await room.begin(**options)
    await room.play(board, ["Castle", "12"])
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
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    assert asked.pings == [room.ben.id]
    assert "**Ada** asks to take back **pathway 12" in asked.text
    assert asked.labels[1:] == ["Refuse", "Withdraw"]
    assert room.calls() == [], "the question is the call"

    for who, starts in ((room.ada, (AGREE, "Refuse")), (room.cleo, (AGREE, "Refuse", "Withdraw"))):
        for start in starts:
            assert (await room.press(who, asked, label(asked, start))).told
    await room.restart()
    await room.press(room.ben, asked, label(asked, AGREE))
    match = await room.match(board)
    assert match.plays == before
    assert [(gone.ply, gone.seat) for gone in match.takebacks] == [(1, 1)]
    assert not asked.exists
    assert "↩️ Ada took back **pathway 12" in board.text
    (call,) = room.calls()
    assert call.pings == [room.ada.id]
    assert ", your turn in Prowler's Passage. ↩️ Ben agreed: **pathway 12" in call.text

    await room.restart()
    await room.play_on(board, random.Random(4), 2)
    assert "took back" not in board.text


async def test_a_refusal_is_read_where_it_was_asked_and_calls_to_move_silently(room: Room) -> None:
    board = await placed(room)
    plays, call = (await room.match(board)).plays, room.calls()[0].text
    answer = await asks(room, room.ada, board, TAKE_BACK)
    pinged = pings_at(room, room.ben.id)
    await room.press(room.ben, question(room), "Refuse")
    assert (await room.match(board)).plays == plays
    assert questions(room) == []
    refusal = "✋ **Ben** refused: Ada cannot take back **pathway 12"
    assert refusal in answer.message.text
    assert refusal in board.text, "until play goes on"
    assert [each.text for each in room.calls()] == [call]
    assert pings_at(room, room.ben.id) == pinged
    assert not [each for each in (await menu(room, room.ada, board)).labels if "Take" in each]
    await room.play_on(board, random.Random(1), 3)
    assert "refused" not in board.text


async def test_who_wants_direct_messages_is_asked_in_one_and_nobody_else_is(room: Room) -> None:
    await room.prefers(room.ben, calls="dm")
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    assert "**Ada** asks to take back **pathway" in room.chat(room.ben)[-1].text
    assert question(room).pings == []
    assert room.ada.id not in room.env.backend.dm_channels


async def test_a_question_is_put_once_on_all_boards_and_goes_as_play_goes_on(room: Room) -> None:
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
    plays = (await room.match(board)).plays
    answer = await room.late_press(room.ben, asked, agree, shown)
    assert "settled" in answer.told
    assert (await room.match(board)).plays == plays


async def test_two_who_ask_for_a_rematch_at_once_get_one_message(room: Room) -> None:
    board = await room.begin()
    await room.service.apply(board.match, resign, room.ben.id)
    await room.time_passes(60)
    draw = Rendering.pictures

    async def takes_a_while(*args: Any) -> list[Picture]:
        for _ in range(200):  # rounds of the event loop, in which the other press comes through
            await asyncio.sleep(0)
        return await draw(*args)

    room.patch.setattr(Rendering, "pictures", takes_a_while)
    press = board.button("Rematch")["custom_id"]
    answers = await room.presses_at_once(board, [(room.ada, press), (room.ben, press)])
    (shown,) = [each for each in room.messages() if "Accept" in each.labels]
    assert sorted(answer.public for answer in answers) == [False, True]
    (told,) = [answer.told for answer in answers if not answer.public]
    assert f"/{shown.channel}/{shown.id}" in told
    stored = await room.board_row(shown.match)
    assert stored.message == shown.id


tell = pytest.mark.tell


async def left(room: Room, player: simcord.MemberActor, group: str = "tell") -> str:
    """The question to a player who leaves by the command, and the answer afterwards."""
    answer = await room.command(player, "resign", group=group)
    question = answer.told
    label, _ = answer.message.labels
    await room.press(player, answer.message, label)
    return f"{question}\n{answer.message.text}"


@tell
async def test_of_three_the_others_play_on_and_the_board_says_who_left(room: Room) -> None:
    board = await room.begin_tell()
    told = await left(room, room.ben)
    assert "Leave your match with Ada and Cleo? They play on" in told
    assert (await room.match(board)).left == {2}
    again = await room.command(room.ben, "/tell resign", match=board.match)
    assert "already left this match" in again.told
    assert "🚪 Ben left the match." in board.text
    asked = (await room.command(room.cleo, "/tell resign")).told
    assert "Leave your match with Ada? That ends the match" in asked
    for _ in range(2):
        await room.each_press(board, "1", room.ada, room.cleo)
    assert (await room.match(board)).ending is Ending.PLAYED
    assert "🚪 Ben left the match." in board.text


@tell
async def test_the_machine_plays_on_and_what_a_leaver_did_stays_theirs(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(rated=True, takeover=True))
    for player, number in zip((room.ada, room.ben, room.cleo), "123", strict=True):
        await room.press(player, board, number)
    told = await left(room, room.ben)
    assert "The machine takes over your seat" in told
    match = await room.match(board)
    assert match.phase is Phase.PLAYING
    assert (match.player(2).level, match.terms.rated) == ("medium", False)
    assert "🅰️ Ada · 🅱️ Ben (machine) · 🆎 Cleo" in board.text
    assert match.id not in (await room.command(room.ben, "/matches")).told
    replay = await room.command(room.ada, "/tell replay")
    assert "Ben (machine)" in replay.told
    line = [replace(match.plays[0], seat=seat) for seat in (1, 2, 3)]
    assert first_move_in_text(match, line[:2]) == 0, "the latest move by a person"
    ben = replace(match.plays[0], seat=2)
    cleo = replace(match, players=(*match.players[:2], replace(match.player(2), name="Cleo")))
    assert first_move_in_text(cleo, [line[0], *line[1:] * 3, ben]) == 6, "one turn of each"

    await room.delete_data(room.ben)
    await room.time_passes(60)
    assert "someone (machine)" in board.text
    assert "Ben" not in board.text


@tell
async def test_a_seat_is_offered_without_a_ping_and_taken_with_no_moves_of_its_leaver(
    room: Room,
) -> None:
    await room.set_up(free_seats=True)
    dora = room.join("Dora")
    board = await room.begin_tell(terms=Terms(takeover=True, substitutes=True, pace=DAY))
    for player, number in ((room.ada, "1"), (room.ben, "2"), (room.cleo, "3")):
        await room.press(player, board, number)
    assert "Another player can take your seat" in await left(room, room.ben)
    (told,) = [each for each in room.calls() if "Another player can take the seat" in each.text]
    assert not told.pings
    await room.press(room.ada, board, "1")
    await room.time_passes(60)
    assert [each.id for each in room.calls() if "take the seat" in each.text] == [told.id]
    await room.press(dora, board, "Take this seat")
    assert not [each for each in room.calls() if "take the seat" in each.text]
    match = await room.match(board)
    line = [replace(match.plays[0], seat=seat) for seat in (1, 2, 1, 3)]
    assert first_move_in_text(match, line[:2]) == 2, "there is nothing to tell"
    assert first_move_in_text(match, line[:3]) == 2
    assert first_move_in_text(match, [*line, line[1]], reader=2) == 4, "her first move"
    replay = await room.command(room.ada, "/tell replay", move=3)
    assert "Ben" in replay.told


async def test_a_question_is_withdrawn_and_answered_in_the_menu_too_if_it_is_lost(
    room: Room,
) -> None:
    board = await placed(room)
    for where in ("question", "menu"):
        answer = await asks(room, room.ada, board, TAKE_BACK)
        message = question(room) if where == "question" else await menu(room, room.ada, board)
        await room.press(room.ada, message, "Withdraw")
        if where == "question":
            assert answer.message.text == "You have withdrawn your question."
        assert (await room.match(board)).question is None
        assert questions(room) == []
        (call,) = room.calls()
        assert call.pings == [room.ben.id], "it is Ben's turn as before"
    room.fail("send")
    await asks(room, room.ada, board, TAKE_BACK)
    assert questions(room) == []
    shown = await menu(room, room.ben, board)
    answer = await room.press(room.ben, shown, label(shown, AGREE))
    assert "You have agreed" in answer.message.text
    assert (await room.match(board)).ply == 1


@tell
async def test_of_three_a_claim_makes_those_leave_who_are_late(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(pace=DAY))
    await room.press(room.ada, board, "1")
    room.clock.now += DAY
    menu = await room.press(room.ada, board, "Menu")
    asked = await room.press(room.ada, menu.message, "Make late players leave")
    assert asked.told.startswith("Make Ben and Cleo leave the match?")
    answer = await room.press(room.ada, asked.message, "Make late players leave")
    assert "Ben and Cleo had to leave the match" in answer.told
    assert (await room.match(board)).left == {2, 3}


@tell
async def test_who_has_everything_deleted_leaves_the_lobbies_they_have_joined(room: Room) -> None:
    board = (await room.command(room.ada, "/tell challenge", seats=3)).message
    await room.press(room.ben, board, "Red")
    await room.delete_data(room.ben)
    assert (await room.match(board)).player(2).is_vacant
    assert "Ben" not in board.text


@tell
async def test_alone_or_against_the_machine_resigning_ends_the_match(room: Room) -> None:
    await room.command(room.ada, "/tell challenge", seats=1)
    told = await left(room, room.ada)
    assert "Resign this match?" in told
    await room.command(room.ada, "challenge", machine="easy")
    told = await left(room, room.ada, "prowler")
    assert "against Machine (easy)? You lose it" in told
