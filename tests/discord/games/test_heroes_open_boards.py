"""Private boards of Heroes Beware: they follow the moves of others, and some moves are final."""

from __future__ import annotations

import random

import pytest

from tests.discord.games.test_heroes import Table, asked, position
from tests.discord.message import Message
from tests.discord.playing import hurry
from tests.discord.room import Room
from tests.games.heroes.matches import CHOICES

pytestmark = pytest.mark.answering_machine


async def begun(room: Room) -> tuple[Message, Table]:
    await hurry(room)
    board = (await asked(room, "challenge", opponent=room.ben)).message
    await room.press(room.ben, board, "Accept")
    return board, Table(room, board, room.ada, room.ben)


async def test_a_board_that_waits_follows_what_others_do_without_a_press(room: Room) -> None:
    _, table = await begun(room)
    await table.make(1, "end")
    waiting = await table.open(1)
    assert "End turn" not in waiting.labels
    await table.make(2, "end")
    await room.env.settle()
    assert "End turn" in waiting.labels
    assert "Look again" not in waiting.labels


async def test_after_a_restart_a_board_that_waits_is_brought_up_to_date_by_a_press(
    room: Room,
) -> None:
    _, table = await begun(room)
    await table.make(1, "end")
    waiting = await table.open(1)
    await room.restart()
    await table.make(2, "end")
    assert "End turn" not in waiting.labels
    await table.press(1, "Look again")
    assert "End turn" in waiting.labels


async def test_take_back_in_the_menu_brings_the_private_board_up_to_date(room: Room) -> None:
    board = (await asked(room, "challenge", seats=1, length="short")).message
    table = Table(room, board, room.ada)
    await table.press(1, "Patch")
    mine = await table.open(1)
    assert "Patch" not in mine.labels
    menu = (await room.press(room.ada, board, "Menu")).message
    label = next(each for each in menu.labels if each.startswith("Take back"))
    await room.press(room.ada, menu, label)
    await room.env.settle()
    assert "Patch" in mine.labels


async def test_a_typed_move_brings_the_private_board_up_to_date(room: Room) -> None:
    _, table = await begun(room)
    mine = await table.open(1)
    await asked(room, "play", move="end")
    await room.env.settle()
    assert "End turn" not in mine.labels


async def test_a_choice_that_is_open_stays_while_others_finish(room: Room) -> None:
    _, table = await begun(room)
    mine = await table.open(1)
    await table.press(1, "Done for this round")
    opened = mine.snapshot()
    await table.make(2, "end")
    await room.env.settle()
    assert mine.snapshot() == opened


@pytest.mark.newcomers
async def test_in_a_first_match_a_step_that_cannot_be_taken_back_is_confirmed(room: Room) -> None:
    board, table = await begun(room)
    await table.press(1, "Patch")
    mine = await table.open(1)
    label = next(each for each in mine.labels if each.startswith("1 · "))
    await table.press(1, label)
    assert "a step that cannot be taken back counts once you confirm it" in mine.text
    assert not (await position(room, board)).seats[0].made
    await table.press(1, "Confirm")
    assert (await position(room, board)).seats[0].made


@pytest.mark.newcomers
async def test_in_a_first_match_such_a_step_is_confirmed_if_it_is_typed_too(room: Room) -> None:
    board, _ = await begun(room)
    state = await position(room, board)
    move = next(str(each) for each in state.moves(1) if each.kind == "reserve")
    mine = (await asked(room, "play", move=move)).message
    assert "a step that cannot be taken back counts once you confirm it" in mine.text
    assert not (await position(room, board)).seats[0].made
    await room.press(room.ada, mine, "Confirm")
    assert (await position(room, board)).seats[0].made


@pytest.mark.newcomers
async def test_in_a_first_match_a_typed_step_that_can_be_taken_back_counts(room: Room) -> None:
    board, _ = await begun(room)
    state = await position(room, board)
    move = next(str(each) for each in state.moves(1) if each.kind == "queue")
    answer = await asked(room, "play", move=move)
    assert "you can take it back" in answer.told
    assert (await position(room, board)).seats[0].built_now == 1


async def test_the_film_stands_beside_a_button_that_would_be_alone_in_its_row(room: Room) -> None:
    await hurry(room)
    board = (await asked(room, "challenge", seats=1)).message
    table, rng = Table(room, board, room.ada), random.Random(4)
    while (now := await position(room, board)).seats[0].stage != "arm":
        match = await room.match(board)
        moment, own = match.decision(1).moment, match.decision(1).own
        move = str(CHOICES["sensible"](rng, now, 1))
        await room.service.play(match.id, room.ada.id, moment, move, own=own)
    assert ["Do not re-arm", "Invasion"] in (await table.open(1)).rows
