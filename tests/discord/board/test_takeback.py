"""Taking back a move, ending a match by agreement: asked for in the menu, answered by a button."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
import simcord

from prowlerbot.core.errors import Refused
from prowlerbot.core.record_json import loads
from prowlerbot.games import GAMES
from prowlerbot.match import agreements
from prowlerbot.match.match import Ending
from prowlerbot.match.terms import Asked
from prowlerbot.service.service import Service
from prowlerbot.storage.engines.address import open_database
from prowlerbot.storage.store import Store
from tests.discord.message import Answer, Message
from tests.discord.pinged import pings_at
from tests.discord.room import Room
from tests.positions import states

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
    return (await room.press(player, board, "Menu")).message


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


async def test_the_question_names_the_move_and_calls_the_opponent(room: Room) -> None:
    board = await placed(room)
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


async def test_agreeing_brings_the_board_back_and_calls_the_asker(room: Room) -> None:
    board = await placed(room)
    before = (await room.match(board)).plays[:1]
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
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


async def test_the_match_goes_on_from_there_to_its_end_and_the_record_tells(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    await room.press(room.ben, question(room), label(question(room), AGREE))
    await room.play_on(board, random.Random(4))
    match = await room.match(board.match)
    assert match.ending is Ending.PLAYED
    assert "took back" not in board.text
    answer = await room.command(room.ada, "record", match=match.id)
    response = answer.result.response
    assert response is not None
    text = await response.attachments[0].read()
    record = loads(text, GAMES)
    assert [undone.ply for undone in record.takebacks] == [1]
    assert json.loads(text)["takebacks"][0]["seat"] == 1


async def test_refusing_leaves_the_board_as_it_is(room: Room) -> None:
    board = await placed(room)
    plays = (await room.match(board)).plays
    await asks(room, room.ada, board, TAKE_BACK)
    await room.press(room.ben, question(room), "Refuse")
    assert (await room.match(board)).plays == plays
    assert questions(room) == []
    assert "❓" not in board.text
    assert not [each for each in (await menu(room, room.ada, board)).labels if "Take" in each]


async def test_the_asker_reads_a_refusal_where_they_asked(room: Room) -> None:
    board = await placed(room)
    answer = await asks(room, room.ada, board, TAKE_BACK)
    assert "Ben" in answer.message.text
    await room.press(room.ben, question(room), "Refuse")
    refusal = "✋ **Ben** refused: Ada cannot take back **pathway 12"
    assert refusal in answer.message.text
    assert refusal in board.text, "until play goes on"
    await room.play_on(board, random.Random(1), 3)
    assert "refused" not in board.text


async def test_a_refusal_brings_the_call_to_move_back_without_a_sound(room: Room) -> None:
    board = await placed(room)
    before = room.calls()[0].text
    await asks(room, room.ada, board, TAKE_BACK)
    pinged = pings_at(room, room.ben.id)
    await room.press(room.ben, question(room), "Refuse")
    (call,) = room.calls()
    assert call.text == before
    assert pings_at(room, room.ben.id) == pinged


async def test_a_refusal_calls_an_asker_whose_private_message_is_out_of_reach(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    await room.env.advance_time(16 * 60)
    await room.press(room.ben, question(room), "Refuse")
    to_ada = next(each for each in room.calls() if each.pings == [room.ada.id])
    assert "**Ben** refused: Ada cannot take back **pathway 12" in to_ada.text
    assert len(room.calls()) == 2, "Ben's call to move is back too"
    await room.play_on(board, random.Random(1), 3)
    assert not to_ada.exists


async def test_every_question_tells_its_asker_the_answer(room: Room) -> None:
    board = await placed(room)
    for answer, told in (
        ("Refuse", "✋ **Ben** refused to end the match without a result."),
        ("Agree: no result", "Ben agreed."),
    ):
        asked = await asks(room, room.ada, board, "Cancel match")
        await room.press(room.ben, question(room), answer)
        assert told in asked.message.text
        if answer == "Refuse":
            assert told in board.text
            await room.play_on(board, random.Random(1), 3)


async def test_an_asker_who_withdraws_in_the_question_reads_so_where_they_asked(room: Room) -> None:
    board = await placed(room)
    answer = await asks(room, room.ada, board, TAKE_BACK)
    await room.press(room.ada, question(room), "Withdraw")
    assert answer.message.text == "You have withdrawn your question."


async def test_a_player_who_wants_direct_messages_is_asked_in_one_and_nobody_else_is(
    room: Room,
) -> None:
    await room.command(room.ben, "calls", group="", where="dm")
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    assert "**Ada** asks to take back **pathway" in room.messages(room.ben.user.dm_channel)[-1].text
    assert question(room).pings == []
    assert room.ada.id not in room.env.backend.dm_channels


async def test_a_question_is_put_once_though_the_board_is_redrawn(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    put = question(room).id
    await room.service.store.write_shown()
    await room.bench.database.write("UPDATE boards SET shown = 0")  # as a crash may leave it
    edits = len(room.env.http_requests)
    await room.time_passes(61)
    assert [each.method for each in room.env.http_requests[edits:]] == ["PATCH"]
    assert question(room).id == put


async def test_the_asker_can_withdraw_in_the_question_or_in_the_menu(room: Room) -> None:
    board = await placed(room)
    for where in ("question", "menu"):
        await asks(room, room.ada, board, TAKE_BACK)
        message = question(room) if where == "question" else await menu(room, room.ada, board)
        await room.press(room.ada, message, "Withdraw")
        assert (await room.match(board)).question is None
        assert questions(room) == []
        (call,) = room.calls()
        assert call.pings == [room.ben.id], "it is Ben's turn as before"


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


async def test_playing_on_takes_the_question_away(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    asked = question(room)
    agree = asked.button(label(asked, AGREE))["custom_id"]
    shown = asked.snapshot()
    await room.play(board, ["20"])
    await room.play_on(board, random.Random(1), 3)
    assert not asked.exists
    assert "❓" not in board.text
    plays = (await room.match(board)).plays
    answer = await room.late_press(room.ben, asked, agree, shown)
    assert "settled" in answer.told
    assert (await room.match(board)).plays == plays


@pytest.mark.parametrize("who", ["ada", "cleo"])
async def test_nobody_else_can_answer(room: Room, who: str) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    before = await room.match(board)
    asked = question(room)
    for start in (AGREE, "Refuse", *(["Withdraw"] if who == "cleo" else [])):
        assert (await room.press(getattr(room, who), asked, label(asked, start))).told
    assert await room.match(board) == before
    assert asked.exists


async def test_only_who_moved_last_is_offered_a_takeback(room: Room) -> None:
    board = await placed(room)
    for player, offered in ((room.ada, 1), (room.ben, 0), (room.cleo, 0)):
        labels = (await menu(room, player, board)).labels
        assert sum(each.startswith("Take back") for each in labels) == offered


async def test_without_asking_where_the_match_is_set_so(room: Room) -> None:
    board = await placed(room, takebacks="free")
    await asks(room, room.ada, board, TAKE_BACK)
    assert (await room.match(board)).ply == 1
    assert questions(room) == []
    assert "↩️ Ada took back" in board.text
    await asks(room, room.ben, board, "Take back Castle marker")
    assert (await room.match(board)).ply == 0


async def test_never_where_the_match_is_set_so(room: Room) -> None:
    asked = await room.challenge(first="me", takebacks="never")
    assert "No move can be taken back" in asked.text
    board = await placed(room, takebacks="never")
    assert not [e for e in (await menu(room, room.ada, board)).labels if e.startswith("Take")]


async def test_a_late_double_of_the_move_taken_back_does_not_make_it_again(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    plain = next(each for each in board.moves if each["custom_id"].startswith("m:"))
    press, shown = plain["custom_id"], board.snapshot()
    await room.play(board, [plain["label"]])
    await asks(room, room.ada, board, "Take back")
    await room.press(room.ben, question(room), question(room).labels[0])
    before = await room.match(board)
    assert before.ply == 1
    answer = await room.late_press(room.ada, board, press, shown)
    assert "earlier position" in answer.told
    assert await room.match(board) == before
    await room.play(board, [plain["label"]])
    assert (await room.match(board)).ply == 2


async def test_a_question_outlives_a_restart(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, TAKE_BACK)
    before = await room.match(board)
    await room.restart()
    assert await room.match(board) == before
    asked = question(room)
    await room.press(room.ben, asked, label(asked, AGREE))
    after = await room.match(board)
    await room.restart()
    assert await room.match(board) == after
    assert after.ply == 1


async def test_both_agree_to_end_the_match_without_a_result(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ben, board, "Cancel match")
    asked = question(room)
    assert asked.pings == [room.ada.id]
    assert "**Ben** asks to end the match without a result" in asked.text
    await room.press(room.ada, asked, "Agree: no result")
    match = await room.match(board)
    assert match.ending is Ending.AGREED
    assert not asked.exists
    assert "Ada and Ben agreed to end the match without a result" in board.text
    assert board.moves == []
    (call,) = room.calls()
    assert call.pings == [room.ben.id]


async def test_cancelling_is_refused_and_play_goes_on(room: Room) -> None:
    board = await placed(room)
    await asks(room, room.ada, board, "Cancel match")
    await room.press(room.ben, question(room), "Refuse")
    assert (await room.match(board)).ending is None
    assert "Cancel match" not in (await menu(room, room.ada, board)).labels
    await room.play_on(board, random.Random(1), 4)
    assert "Cancel match" in (await menu(room, room.ada, board)).labels


@pytest.mark.parametrize("seed", range(4))
async def test_of_two_processes_that_answer_and_play_at_once_one_wins(
    room: Room, seed: int
) -> None:
    board = await placed(room)
    match = await room.service.settle(
        agreements.ask, board.match, room.ada.id, Asked.TAKEBACK, (await room.match(board)).moment
    )
    other = await open_database(room.bench.url)
    try:
        services = [room.service, Service(Store(other), games=GAMES, clock=room.clock)]
        rng = random.Random(seed)
        at, ben = match.moment, room.ben.id
        state = states(room.service, match)[-1]
        move = str(state.moves(2)[0])
        tries = [
            services[rng.randrange(2)].settle(agreements.agree, match.id, ben, Asked.TAKEBACK, at),
            services[rng.randrange(2)].settle(agreements.refuse, match.id, ben, Asked.TAKEBACK, at),
            services[rng.randrange(2)].play(match.id, ben, at, move),
            services[rng.randrange(2)].settle(agreements.agree, match.id, ben, Asked.TAKEBACK, at),
        ]
        rng.shuffle(tries)
        done = await asyncio.gather(*tries, return_exceptions=True)
    finally:
        await other.close()
    after = await room.match(board)
    worked = [each for each in done if not isinstance(each, BaseException)]
    assert all(isinstance(each, Refused) for each in done if isinstance(each, BaseException))
    assert after.revision == match.revision + len(worked)
    assert after.ply in {1, 2, 3}
    assert len(after.takebacks) == (after.ply == 1)
    assert states(room.service, after)[-1].outcome is None
