"""The tutorial of Landgrab: how to read the board, then five positions, solved and missed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.discord.games.tutorials import Tutorial
from tests.discord.room import Room

SOLVED = (["F5", "Around", "5 · G7"], ["G5"], ["F6", "F6"], ["Rival", "H7"], ["F6", "Rival"])
MISSED = (["G4", "H5"], ["E5"], ["G8", "G8"], ["Rival", "G7"], ["Rival"])
"""By lesson: the beginnings of the labels of the buttons that are pressed."""


def meant(labels: Sequence[str], beginning: str) -> str:
    # The pad has the square of a building too, disabled; the enabled buttons come below it.
    return [label for label in labels if f"{label} · ".startswith(f"{beginning} · ")][-1]


TUTORIAL = Tutorial(SOLVED, MISSED, "landgrab", meant)


async def test_the_tutorial_begins_with_how_to_read_the_board(room: Room) -> None:
    await TUTORIAL.begins_with_how_to_read(room, "the board", "ABCDEFG")


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    await TUTORIAL.is_played_to_the_last(room)


@pytest.mark.parametrize("lesson", range(1, 6))
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, lesson: int) -> None:
    await TUTORIAL.is_missed_then_solved(room, lesson)


async def test_rolls_of_both_are_told_and_the_goal_is_said_again(room: Room) -> None:
    message = await TUTORIAL.opened(room, 3)
    await TUTORIAL.presses(room, message, ["F6"])
    assert "rolled **8**" in message.text
    assert "**Rival** rolled **2**" in message.text
    assert "Move 2 of 2.\n**Get ahead of your rival with this turn.**" in message.text


async def test_a_fight_is_told_once_with_both_rolls(room: Room) -> None:
    message = await TUTORIAL.opened(room, 4)
    await TUTORIAL.presses(room, message, ["Rival"])
    assert message.text.count("rolled **9**") == 1
    assert "rolled **4**" in message.text
    assert "step aside to a square next to" in message.text


async def test_to_be_the_last_at_once_is_to_lose(room: Room) -> None:
    message = await TUTORIAL.opened(room, 5)
    await TUTORIAL.presses(room, message, ["Rival"])
    assert "6 : 7" in message.text
    assert message.labels[0] == "Try again"
