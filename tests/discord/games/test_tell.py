"""A game for three that move at the same time, and whole matches of Landgrab."""

import json
import random
from dataclasses import replace

import pytest
import simcord

from cogs.contract.lesson import Lesson, try_moves
from cogs.contract.plain_words import seat_names
from cogs.games.landgrab.texts import FIGHT, LARGE, SMALL
from prowlerbot.core.game import View
from prowlerbot.games.landgrab.map import NAME
from prowlerbot.match.match import Match, Phase
from prowlerbot.match.terms import Terms
from prowlerbot.privacy.privacy_service import Privacy
from tests.discord.message import Answer, Message
from tests.discord.room import Room
from tests.games.tell import HIDDEN, Tell, TellGame
from tests.match.test_leaving import OUT
from tests.persistence.matches import states

LESSON = Lesson(
    *("", "", "tell-7", ()),
    seats=3,
    replies=("1",),
    chance=("2",),
    goal=lambda _, now: now.points[0] == 1,
)


def test_in_a_lesson_for_three_both_rivals_move_at_the_same_time_and_have_names() -> None:
    for move, reached in (("1", False), ("2", True)):
        tried = try_moves(LESSON, TellGame(), [move])
        assert (tried.reached, tried.missed) == (reached, not reached)
        assert tried.views[-1].seen.round == 1, "both have answered the last move"
    assert seat_names("Ada", 1, LESSON.seats) == ["Ada", "Rival 1", "Rival 2"]


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


async def press_one(room: Room, board: Message, rng: random.Random) -> None:
    """Press on: attacks first, then claims, else anything, so that a match does not take long."""
    signs = {each["emoji"]["name"]: each["label"] for each in board.moves if "emoji" in each}
    wanted = map(str, (FIGHT, SMALL, LARGE))
    label = next((signs[sign] for sign in wanted if sign in signs), None)
    usual = [each["label"] for each in board.moves if each["label"] != "Draw the rest"]
    await room.press(await room.mover(board), board, label or rng.choice(usual))


async def test_a_way_begins_in_ones_own_turn_by_a_press_and_keeps_what_follows(room: Room) -> None:
    board, rng = await room.begin_landgrab(room.ada, room.ben, map="drawn"), random.Random(1)
    while phase(room, await room.match(board)) != "turn" or await room.mover(board) != room.ada:
        await press_one(room, board, rng)
    position = await room.position(board)
    step = next(str(move) for move in position.moves(1) if not move.kind)
    home = NAME[position.pawns[0]]
    own = (await room.command(room.ada, "/landgrab plan", way=f"{step}, {home}")).message
    shown = board.snapshot()
    await room.press(room.ada, own, "Begin")
    match = await room.match(board)
    assert (match.plays[-1].move, match.player(1).plan) == (step, home)
    assert board.snapshot() != shown
    assert "Begin" not in own.labels, "now others are to move"
    assert "End the plan" in own.labels


_MOVES = ["p:G6", "p:H6", "c:F7", "d4", "a:1", "d3", "d9"]
_RECORD = {"game": "landgrab", "setup": "RB/1/F6,H6/F7/", "moves": _MOVES}


def moves_listed(replay: Message) -> list[str]:
    (select,) = [each for each in replay.selects if each["placeholder"] == "Jump to a move"]
    return [option["label"] for option in select["options"]]


async def test_a_claim_or_an_attack_and_its_rolls_are_one_step(room: Room) -> None:
    file = ("record.jsonl", json.dumps(_RECORD).encode())
    replay = (await room.command(room.ada, "/landgrab import", file=file)).message
    await room.jump(room.ada, replay, 0)
    assert moves_listed(replay)[1:] == [
        "1 · Player 1: spawn G6",
        "2 · Player 2: spawn H6",
        "3 · Player 1: claim F7, roll 4",
        "4 · Player 2: attack Red, roll 3, roll 9",
    ]
    for _ in range(3):
        await room.press(room.ada, replay, "Forward")
    assert "rolls **4**" in replay.text
    for label in ("Forward", "Back"):
        await room.press(room.ada, replay, label)
    assert "Move 3 of" in replay.text


DRAW, CLOCK_TOLERANCE = "Draw the rest", "Agree: draw the rest"


def phase(room: Room, match: Match) -> object:
    return states(room.service, match)[-1].facts()["phase"]


def question(room: Room) -> Message:
    return [each for each in room.messages() if "by lot" in each.text and each.pings][-1]


async def test_once_all_agree_the_map_is_drawn_and_the_next_player_is_called(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    await room.press(room.ada, board, DRAW)
    assert "❓ **Ada** asks to have the rest of the set-up drawn by lot." in board.text
    assert board.button(DRAW)["disabled"], "and it keeps its place"
    await room.press(room.ben, question(room), CLOCK_TOLERANCE)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    assert f"The rest of the set-up was drawn by lot: {match.ply} moves." in board.text
    replay = await room.command(room.ada, "/landgrab replay", match=match.id, move=match.ply)
    assert f"{match.ply} · drawn by lot: " in "\n".join(moves_listed(replay.message))
    assert DRAW not in board.labels
    (seat,) = room.service.to_move(match)
    called = [call.pings for call in room.calls()]
    assert called == ([[match.player(seat).id]] if match.player(seat).id != room.ben.id else [])
    spawn = str(states(room.service, match)[-1].moves(seat)[0]).removeprefix("p:")
    for label in (spawn[0], spawn):
        await room.press(room.member(match.player(seat).id), board, label)
    assert "by lot" not in board.text, "told until play goes on"


async def test_a_player_who_is_out_sees_all_cannot_leave_and_can_delete_data(room: Room) -> None:
    three = (room.ada, room.ben, room.cleo)
    players = (
        replace(seat, id=it.id, name=room.names[it.id])
        for seat, it in zip(OUT.players, three, strict=True)
    )
    match = replace(OUT, players=tuple(players))
    now = room.clock.now
    decisions = tuple(replace(each, since=now) for each in match.decisions)
    match = replace(match, id="out123", decisions=decisions, turn_at=now, changed_at=now)
    assert await room.service.store.add_new(match)
    board = (await room.command(room.ada, "/landgrab board", match=match.id)).message
    assert "you are out, and can watch" in (await room.command(room.cleo, "/matches")).told
    menu = (await room.press(room.cleo, board, "Menu")).message
    assert "Leave" not in menu.labels
    assert {"My view", "Describe", "Replay", "Cancel match"} <= {*menu.labels}
    assert "Leave" in (await room.press(room.ben, board, "Menu")).message.labels
    assert (await room.press(room.cleo, menu, "My view")).told
    resigned = await room.command(room.cleo, "/landgrab resign", match=board.match)
    assert "nothing to give up" in resigned.told
    assert (await room.match(board)).phase is Phase.PLAYING
    played = await room.command(room.cleo, "/landgrab play", move="F6", match=board.match)
    assert "You are out of this match" in played.told
    forgotten = await Privacy(room.service).delete_data(room.cleo.id)
    assert (await room.match(board)).player(3).is_forgotten
    assert board.match in forgotten.others


@pytest.mark.answering_machine
async def test_a_challenge_says_which_map_is_played(room: Room) -> None:
    drawn = (await room.command(room.ada, "/landgrab challenge", opponent=room.ben)).message
    assert "The map is a new one, drawn for this match." in drawn.text
    anybody = (await room.command(room.ada, "/landgrab challenge", map="mill")).message
    assert "The map is Mill" in anybody.text
    assert anybody.alts[0].startswith("The map Mill. Buildings: D2 small, I2-J2 large")


async def test_by_command_it_is_asked_and_agreed_to(room: Room) -> None:
    board = await room.begin_landgrab(room.ada, room.ben)
    asked = await room.command(room.ada, "/landgrab draw-rest")
    assert "Waiting for Ben." in asked.told
    await room.command(room.ben, "/landgrab draw-rest", match=board.match)
    match = await room.match(board)
    assert phase(room, match) == "spawns"
    late = await room.command(room.ben, "/landgrab draw-rest")
    assert late.told == "There is nothing to draw by lot at this point of the match."
