"""Hints as players see them: three presses for the asker alone, and the result for all."""

from __future__ import annotations

import pytest

from cogs.composition import Hosting
from prowlerbot.match.lobby import accept
from prowlerbot.match.match import Player
from prowlerbot.match.terms import Terms
from prowlerbot.service.lobby_service import Lobby
from tests.discord.message import Message
from tests.discord.places import jump
from tests.discord.room import Room
from tests.opponent.quick import QuickThinkers

pytestmark = pytest.mark.answering_machine

AGREED = Terms(hints=True)


def thinkers(room: Room) -> QuickThinkers:
    assert room.bench.hosting is not None
    assert isinstance(room.bench.hosting.thinkers, QuickThinkers)
    return room.bench.hosting.thinkers


AGES = 16 * 60
"""Seconds after which Discord lets a private message be removed no more."""


async def begin(room: Room, terms: Terms = AGREED, game: str = "prowler") -> Message:
    """A match of Ada against Ben, in which Ada is to move."""
    players = [Player(room.ada.id, "Ada"), Player(room.ben.id, "Ben")]
    options = {"first": "2"} if game == "prowler" else {}
    match = await Lobby(room.service).challenge(game, players, options, terms)
    await room.service.apply(match.id, accept, room.ben.id)
    return (await room.command(room.ada, "board", group=game, match=match.id)).message


async def first_step(room: Room, board: Message) -> Message:
    menu = (await room.press(room.ada, board, "Menu")).message
    answer = await room.press(room.ada, menu, "Hint")
    assert answer.message.id == menu.id
    return menu


async def test_each_press_tells_more_also_after_a_restart(room: Room) -> None:
    board = await begin(room)
    for who in (room.ben, room.cleo):
        assert "Hint" not in (await room.press(who, board, "Menu")).message.labels
    hint = await first_step(room, board)
    assert "Your 5 moves are too few to name one place." in hint.text
    await room.press(room.ada, hint, "Candidates")
    room.bench.hosting = Hosting(thinkers=QuickThinkers())
    await room.restart()
    assert "**Candidates, and what each is for**" in hint.text
    assert hint.text.count("marker**: ") == 3
    order = ["Banking", "Political", "Market", "Residential", "Castle"]
    lines = hint.text.splitlines()
    named = [each for line in lines for each in order if f" · **{each}" in line]
    assert named == sorted(named, key=order.index)
    assert "choice: " not in hint.text
    await room.press(room.ada, hint, "The machine's choice")
    assert "The machine's choice: **" in hint.text
    assert "takes " in hint.text
    assert hint.labels == ["Play it"]
    stored = await room.match(board)
    assert [(each.seat, each.steps) for each in stored.hints] == [(1, 3)]
    await room.press(room.ada, hint, "Play it")
    assert "If you make this move" in hint.text
    await room.press(room.ada, hint, "Back")
    assert "The machine's choice: **" in hint.text
    await room.press(room.ada, hint, "Play it")
    await room.press(room.ada, hint, "Confirm")
    assert (await room.match(board)).ply == 1


async def test_a_hint_changes_no_board_and_makes_no_press_late(room: Room) -> None:
    board = await begin(room)
    before, shown = board.text, board.snapshot()
    late = (await room.press(room.ada, board, "Menu")).message
    jump(room, AGES)
    await first_step(room, board)
    await room.env.settle()
    assert board.text == before
    stored = await room.board_row(board.match)
    assert stored.shown == (await room.match(board)).revision, "nobody need draw it anew"
    label = next(each["label"] for each in board.moves if "Menu" not in each["label"])
    await room.late_press(room.ada, board, board.button(label)["custom_id"], shown)
    assert (await room.match(board)).ply == 1
    assert late.exists


async def test_a_press_for_an_earlier_position_is_one_sentence(room: Room) -> None:
    board = await begin(room)
    menu = (await room.press(room.ada, board, "Menu")).message
    jump(room, AGES)
    hint = await first_step(room, board)
    await room.play(board, ["Banking", "1"])
    for message, label in ((menu, "Hint"), (hint, "Candidates")):
        answer = await room.press(room.ada, message, label)
        assert not answer.public
        assert "the match has moved on" in answer.told
    assert [each.steps for each in (await room.match(board)).hints] == [1]


async def test_a_forged_hint_is_refused(room: Room) -> None:
    board = await begin(room)
    for step in ("0", "4", "x", ""):
        answer = await room.late_press(room.ada, board, f"hint:{board.match}:0:{step}")
        assert "There is no such hint" in answer.told, step
    for who, told in ((room.ben, "It is not your turn"), (room.cleo, "You do not play")):
        assert told in (await room.late_press(who, board, f"hint:{board.match}:0:1")).told
    without = await begin(room, Terms())
    assert "Hint" not in (await room.press(room.ada, without, "Menu")).message.labels
    answer = await room.late_press(room.ada, without, f"hint:{without.match}:0:1")
    assert "its terms do not allow them" in answer.told
    assert (await room.match(board)).hints == (await room.match(without)).hints == ()


async def test_a_private_board_has_hints_too(room: Room) -> None:
    board = await begin(room, game="heroes")
    own = (await room.press(room.ada, board, "Open my board")).message
    hint = (await room.press(room.ada, own, "Hint")).message
    await room.press(room.ada, hint, "Candidates")
    await room.press(room.ada, hint, "The machine's choice")
    assert "The machine's choice: " in hint.text
    match = await room.match(board)
    assert [(each.seat, each.steps) for each in match.hints] == [(1, 3)]
