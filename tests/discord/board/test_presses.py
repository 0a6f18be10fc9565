"""Presses that come late, twice, at once, from the wrong hand or from nowhere."""

from __future__ import annotations

import random

import discord
import pytest

from cogs.frame.throttles import AT_ONCE, REFUSALS_A_MINUTE
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


async def test_somebody_else_cannot_change_a_match(room: Room, board: Message) -> None:
    before = await room.match(board)
    shown = board.snapshot()["components"]
    for label in [each["label"] for each in board.moves]:
        answer = await room.press(room.cleo, board, label)
        assert "You do not play in this match" in answer.told
    assert await room.match(board) == before
    assert board.snapshot()["components"] == shown


async def test_a_player_who_is_not_to_move_is_told_whose_turn_it_is(
    room: Room, board: Message
) -> None:
    before = await room.match(board)
    answer = await room.press(room.ben, board, placement(board))
    assert "not your turn" in answer.told
    assert "Ada" in answer.told
    assert await room.match(board) == before


async def test_a_late_press_changes_nothing_and_shows_the_present_board(
    room: Room, board: Message
) -> None:
    shown, label = board.snapshot(), placement(board)
    late = board.button(label)["custom_id"]
    await room.play_on(board, random.Random(1), 3)
    before = await room.match(board)
    assert before.plays[1].move != late.rsplit(":", 1)[-1]
    answer = await room.late_press(room.ada, board, late, shown)
    assert "moved on" in answer.told
    assert await room.match(board) == before
    assert len(board.moves) == 25


async def test_a_doubled_press_is_one_move_and_no_reproach(room: Room, board: Message) -> None:
    press = (room.ada, board.button(placement(board))["custom_id"])
    answers = await room.presses_at_once(board, [press, press])
    assert (await room.match(board)).ply == 2
    assert [(each.acknowledged, each.told) for each in answers] == [(True, ""), (True, "")]


async def test_of_two_different_presses_at_once_one_is_made(room: Room, board: Message) -> None:
    one, two = [each["custom_id"] for each in board.moves if each["custom_id"].startswith("m:")][:2]
    answers = await room.presses_at_once(board, [(room.ada, one), (room.ada, two)])
    match = await room.match(board)
    assert match.ply == 2
    assert sorted(bool(each.told) for each in answers) == [False, True]


async def test_everybody_pressing_at_once_makes_one_move(room: Room, board: Message) -> None:
    # As many as a player gets answers to; any more is a flood.
    buttons = [each["custom_id"] for each in board.moves[: AT_ONCE + REFUSALS_A_MINUTE]]
    presses = [
        (player, custom_id) for custom_id in buttons for player in (room.ben, room.cleo, room.ada)
    ]
    answers = await room.presses_at_once(board, presses)
    assert (await room.match(board)).ply <= 2
    assert all(each.acknowledged for each in answers)


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


async def test_a_match_that_is_over_takes_no_press(room: Room, board: Message) -> None:
    shown, match_id = board.snapshot(), board.match
    late = board.button(placement(board))["custom_id"]
    answer = await room.command(room.ada, "resign")
    await room.press(room.ada, answer.message, "Resign")
    before = await room.match(match_id)
    assert before.ending is Ending.RESIGNED
    answer = await room.late_press(room.ada, board, late, shown)
    assert "over" in answer.told
    assert await room.match(match_id) == before
    assert board.moves == []


async def test_an_old_message_leads_to_the_new_one_and_makes_no_move(
    room: Room, board: Message
) -> None:
    shown, press = board.snapshot(), board.button(placement(board))["custom_id"]
    new = (await room.command(room.ada, "board")).message
    before = await room.match(new)
    answer = await room.late_press(room.ada, board, press, shown)
    assert f"https://discord.com/channels/{room.guild.id}/{new.channel}/{new.id}" in answer.told
    assert await room.match(new) == before
    assert board.moves == []
    assert len(new.moves) == 27


async def test_the_menu_of_an_old_message_still_answers(room: Room, board: Message) -> None:
    shown = board.snapshot()
    await room.command(room.ada, "board")
    custom_id = next(
        each["custom_id"]
        for row in shown["components"]
        for each in row.get("components", [])
        if each.get("label") == "Menu"
    )
    answer = await room.late_press(room.ben, board, custom_id, shown)
    assert answer.told


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


@pytest.mark.parametrize("form", HOSTILE)
async def test_no_form_of_a_button_does_harm(room: Room, board: Message, form: str) -> None:
    """Whatever a button carries, it is answered in words or ignored, and nothing is changed."""
    before = await room.match(board)
    for player in (room.ada, room.ben, room.cleo):
        await room.late_press(player, board, form.format(match=before.id))
    assert await room.match(before.id) == before
    assert len(board.moves) == 27


async def test_a_button_of_another_bots_message_is_none_of_our_business(
    room: Room, board: Message
) -> None:
    answer = await room.late_press(room.ada, board, "vote:yes")
    assert not answer.acknowledged
