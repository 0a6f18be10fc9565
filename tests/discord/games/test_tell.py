"""A game for three that move at the same time: its tutorial, and what its record tells."""

from dataclasses import replace

import pytest
import simcord

from cogs.contract.lesson import Lesson, attempt
from cogs.contract.plain_words import seated
from prowlerbot.core.game import View
from prowlerbot.match.match import Phase
from prowlerbot.match.terms import Terms
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.games.tell import HIDDEN, Tell, TellGame

LESSON = Lesson(
    *("", "", "tell-7", ()),
    seats=3,
    replies=("1",),
    chance=("2",),
    goal=lambda _, now: now.points[0] == 1,
)


def test_in_a_lesson_for_three_both_rivals_move_at_the_same_time_and_have_names() -> None:
    for move, reached in (("1", False), ("2", True)):
        tried = attempt(LESSON, TellGame(), [move])
        assert (tried.reached, tried.missed) == (reached, not reached)
        assert tried.views[-1].seen.round == 1, "both have answered the last move"
    assert seated("Ada", 1, LESSON.seats) == ["Ada", "Rival 1", "Rival 2"]


@pytest.mark.tell
@pytest.mark.newcomers
async def test_a_record_is_open_at_the_end_if_it_tells_what_was_dealt_in_secret(room: Room) -> None:
    board, see = await room.begin_tell(), Tell.view

    def view(position: Tell, viewer: int | None) -> View[Tell]:
        seen = see(position, viewer).seen
        return View(seen if seen.over else replace(seen, points=(HIDDEN,) * 3), viewer)

    room.patch.setattr(Tell, "view", view)
    asked: list[tuple[str, dict[str, int]]] = [("record", {}), ("branch", {"move": 0})]
    for command, more in asked:
        refused = await room.command(room.ada, f"/tell {command}", match=board.match, **more)
        assert "its record holds secrets until it is over" in refused.told, command
    for _ in range(2):
        await room.each_press(board, "1", room.ada, room.ben, room.cleo)
    told = await room.command(room.ada, "/tell record", match=board.match)
    assert "The record of" in told.told


tell = pytest.mark.tell


@tell
async def test_a_branch_of_replays_played_with_several_anybody_or_the_machine(room: Room) -> None:
    board = await room.begin_tell(terms=Terms(rated=True))
    for number in "123" * 2:
        await room.press(room.members[int(number) - 1], board, number)

    async def asked() -> Answer:
        replay = await room.press(room.ada, board, "Replay")
        return await room.press(room.ada, replay.message, "Play on from here")

    question = (await asked()).message
    assert question.selects[0]["max_values"] == 2
    opened = await room.press(room.ada, question, "Anyone")
    lobby = await room.match(opened.message)
    assert [player.is_vacant for player in lobby.players] == [False, True, True]
    begun = await room.press(room.ada, (await asked()).message, "Machine: Expert")
    match = await room.match(begun.message)
    assert [player.level for player in match.players] == [None, "expert", "expert"]
    assert match.phase is Phase.PLAYING


several = pytest.mark.tell(2)
"""Each hides two numbers a round, one after the other."""


async def own_board(room: Room, player: simcord.MemberActor, board: Message) -> Message:
    answer = await room.press(player, board, "Open my board")
    assert not answer.public
    return answer.message


@pytest.mark.gathering
@several
async def test_a_private_board_lives_through_a_whole_turn_and_a_restart(room: Room) -> None:
    board = await room.begin_tell()
    own = await own_board(room, room.ada, board)
    for label in ("1", "Take back", "2"):
        await room.press(room.ada, own, label)
    await room.restart()
    await room.press(room.ada, own, "3")
    assert (await room.match(board)).decision(1).concealed == 2
    assert "hides" not in board.text
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Still to hide a number: Ben, Cleo" in board.text
    anew = await own_board(room, room.ada, board)
    assert anew.labels == ["Take back", "Look again"], "there is nothing more to choose"
    for player in (room.ben, room.cleo):
        mine = await own_board(room, player, board)
        await room.press(player, mine, "1")
        await room.press(player, mine, "1")
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Round 1: 23, 11, 11" in board.text


@pytest.mark.gathering
@several
async def test_those_who_finish_together_cost_the_shared_message_one_edit(room: Room) -> None:
    board = await room.begin_tell()
    boards = [await own_board(room, each, board) for each in (room.ada, room.ben)]
    for player, own in zip((room.ada, room.ben), boards, strict=True):
        await room.press(player, own, "1")
    for player, own in zip((room.ada, room.ben), boards, strict=True):
        room.send_press(player, own, own.button("2")["custom_id"], None)
    await room.env.settle()
    await room.env.advance_time(1)  # for which edits of the shared message are gathered
    assert "Still to hide a number: Cleo" in board.text
    requests = [each for each in room.env.http_requests if each.method == "PATCH"]
    assert len([each for each in requests if f"menu:{board.match}" in str(each.json)]) == 1


@pytest.mark.gathering
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
    mine = (await room.press(room.ben, board, "1")).message  # begun, so it leads to their own board
    made_up = await room.choose(room.ben, mine, "resign!:")
    assert "Choose one of the options in the menu" in made_up.told
