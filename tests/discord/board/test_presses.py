"""Presses that come late, twice, at once, from the wrong hand or from nowhere."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.frame.rate_limits import AT_ONCE, REFUSALS_A_MINUTE
from prowlerbot.match.match import Ending
from tests.discord.message import Message
from tests.discord.room import Room


@pytest.fixture
async def board(room: Room) -> Message:
    board = await room.begin()
    await room.play(board, ["Castle"])
    return board


def placement(board: Message) -> str:
    """The first pathway that can be taken by one press."""
    return str(next(each["label"] for each in board.moves if each["custom_id"].startswith("m:")))


async def test_who_is_not_to_move_is_told_why_and_changes_nothing(
    room: Room, board: Message
) -> None:
    before = await room.match(board)
    shown = board.snapshot()["components"]
    choice = next(each["label"] for each in board.moves if each["custom_id"].startswith("choose"))
    for label in (placement(board), choice):
        answer = await room.press(room.cleo, board, label)
        assert "You do not play in this match" in answer.told
        answer = await room.press(room.ben, board, label)
        assert "not your turn" in answer.told
        assert "Ada" in answer.told
    assert await room.match(board) == before
    assert board.snapshot()["components"] == shown


async def test_a_late_press_changes_nothing_and_leads_to_the_present_board_or_says_it_is_over(
    room: Room, board: Message
) -> None:
    shown, late = board.snapshot(), board.button(placement(board))["custom_id"]
    await room.play_on(board, random.Random(1), 3)
    before = await room.match(board)
    assert before.plays[1].move != late.rsplit(":", 1)[-1]
    answer = await room.late_press(room.ada, board, late, shown)
    assert "moved on" in answer.told
    assert len(board.moves) == 25

    shown, late = board.snapshot(), board.button(placement(board))["custom_id"]
    menu = board.button("Menu")["custom_id"]
    new = (await room.command(room.ada, "board")).message
    answer = await room.late_press(room.ada, board, late, shown)
    assert f"https://discord.com/channels/{room.guild.id}/{new.channel}/{new.id}" in answer.told
    assert (await room.late_press(room.ben, board, menu, shown)).told, "a menu still answers"
    assert board.moves == []
    assert len(new.moves) == 25
    assert await room.match(new) == before

    shown, late = new.snapshot(), new.button(placement(new))["custom_id"]
    await room.press(room.ada, (await room.command(room.ada, "resign")).message, "Resign")
    over = await room.match(before.id)
    assert over.ending is Ending.RESIGNED
    assert "over" in (await room.late_press(room.ada, new, late, shown)).told
    assert await room.match(before.id) == over
    assert new.moves == []


async def test_a_doubled_press_is_one_move_and_of_two_different_ones_the_second_is_refused(
    room: Room, board: Message
) -> None:
    press = (room.ada, board.button(placement(board))["custom_id"])
    answers = await room.presses_at_once(board, [press, press])
    assert (await room.match(board)).ply == 2
    assert [(each.acknowledged, each.told) for each in answers] == [(True, ""), (True, "")]
    one, two = [each["custom_id"] for each in board.moves if each["custom_id"].startswith("m:")][:2]
    answers = await room.presses_at_once(board, [(room.ben, one), (room.ben, two)])
    assert (await room.match(board)).ply == 3
    assert sorted(bool(each.told) for each in answers) == [False, True]


async def test_a_burst_of_one_user_is_dropped_before_anything_is_made_of_it(
    room: Room, board: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    arrived: list[int] = []
    arrive = room.bench.bot.meter.arrive

    def noted(interaction: discord.Interaction) -> None:
        arrived.append(interaction.user.id)
        arrive(interaction)

    monkeypatch.setattr(room.bench.bot.meter, "arrive", noted)
    menu = board.button("Menu")["custom_id"]
    burst = [(room.cleo, menu)] * 300
    *_, other = await room.presses_at_once(board, [*burst, (room.ada, menu)])
    assert arrived.count(room.cleo.id) == AT_ONCE + REFUSALS_A_MINUTE
    assert other.told
    # Once that is over, she is heard again: only the refusals are used up.
    assert (await room.press(room.cleo, board, "Menu")).told


async def test_a_challenge_shown_elsewhere_is_accepted_there_alone(room: Room) -> None:
    old = await room.challenge()
    shown, accept = old.snapshot(), old.button("Accept")["custom_id"]
    new = (await room.command(room.ada, "board", match=old.match)).message
    answer = await room.late_press(room.ben, old, accept, shown)
    assert answer.acknowledged
    await room.time_passes(60)
    live = [each for each in (old, new) if len(each.buttons) > 2]
    assert live == [new]


HOSTILE = [
    "m:nomatch:99999999999999999999:1",
    "m:{match}:99999999999999999999:1",
    "m:{match}:-1:1",
    "m:{match}:1:",
    "m:{match}:1:0",
    "m:{match}:1:28",
    "m:{match}:1:1>Q",
    "m:{match}:١:1",
    "m:{match}:1:١",
    "m:{match}:²:1",
    "m:{match}:1:1:1:1",
    "m:{match}:1:{{0}}{{typed}}%s\\",
    "m:' OR 1=1 --:0:1",
    "m::0:",
    "choose:{match}:1:",
    "choose:{match}:1:abc",
    "choose:{match}:1:0",
    "choose:{match}:1:999999999999",
    "choose:{match}:0:1",
    "back:{match}:77:",
    "accept:{match}:1:",
    "decline:{match}:1:",
    "cancel:{match}:1:",
    "unknown:{match}:1:1",
    "M:{match}:1:1",
    "scores:nomatch:1:",
    "menu:\U0001f600:1:",
    "a",
    ":::",
]


async def test_no_form_of_a_button_does_harm(room: Room, board: Message) -> None:
    """Whatever a button carries, it is answered in words or ignored, and nothing is changed."""
    before = await room.match(board)
    for form in HOSTILE:
        press = form.format(match=before.id)
        presses = [(player, press) for player in (room.ada, room.ben, room.cleo)]
        await room.presses_at_once(board, presses)
        assert await room.match(before.id) == before, form
        assert len(board.moves) == 27, form
    answer = await room.late_press(room.ada, board, "vote:yes")
    assert not answer.acknowledged, "a button of another bot's message"
