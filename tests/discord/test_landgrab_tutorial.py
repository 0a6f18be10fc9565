"""The tutorial of Landgrab: how to read the board, then five positions, solved and missed."""

from __future__ import annotations

import pytest

from tests.discord.message import Message
from tests.discord.room import Room

SOLVED = (["F5", "Around", "5 · G7"], ["G5"], ["F6", "F6"], ["Rival", "H7"], ["F6", "Rival"])
MISSED = (["G4", "H5"], ["E5"], ["G8", "G8"], ["Rival", "G7"], ["Rival"])
"""By lesson: the beginnings of the labels of the buttons that are pressed."""


async def opened(room: Room, lesson: int = 1) -> Message:
    answer = await room.command(room.ada, "tutorial", group="landgrab")
    assert not answer.public
    await room.press(room.ada, answer.message, "Next lesson")
    for _ in range(1, lesson):
        await room.press(room.ada, answer.message, "Skip")
    return answer.message


async def presses(room: Room, message: Message, beginnings: list[str]) -> None:
    for beginning in beginnings:
        # The pad has the square of a building too, disabled; what can be pressed comes below it.
        (*_, found) = [
            label for label in message.labels if f"{label} · ".startswith(f"{beginning} · ")
        ]
        await room.press(room.ada, message, found)


async def test_the_tutorial_begins_with_how_to_read_the_board(room: Room) -> None:
    answer = await room.command(room.ada, "tutorial", group="landgrab")
    assert "Lesson 1 of 6: How to read the board" in answer.told
    for letter in "ABCDEFG":
        assert f"**{letter}** " in answer.told
    assert answer.message.labels == ["Next lesson"]
    assert "letters A to G" in answer.message.alts[0]


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    message = await opened(room)
    for number, labels in enumerate(SOLVED, 1):
        assert f"Lesson {number + 1} of 6" in message.text
        assert len(message.components) <= 40
        await presses(room, message, labels)
        assert "✅" in message.text
        assert "❌" not in message.text
        if number < len(SOLVED):
            assert message.labels == ["Next lesson"]
            await room.press(room.ada, message, "Next lesson")
    assert "/landgrab challenge" in message.text


@pytest.mark.parametrize("lesson", range(1, 6))
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, lesson: int) -> None:
    message = await opened(room, lesson)
    task = message.text
    await presses(room, message, MISSED[lesson - 1])
    assert "❌ Not yet." in message.text
    assert "💡" in message.text
    await room.press(room.ada, message, "Try again")
    assert message.text == task
    await presses(room, message, SOLVED[lesson - 1])
    assert "✅" in message.text


async def test_rolls_of_both_are_told_and_the_goal_is_said_again(room: Room) -> None:
    message = await opened(room, 3)
    await presses(room, message, ["F6"])
    assert "rolled **8**" in message.text
    assert "**Rival** rolled **2**" in message.text
    assert "Move 2 of 2.\n**Get ahead of your rival with this turn.**" in message.text


async def test_a_fight_is_told_once_with_both_rolls(room: Room) -> None:
    message = await opened(room, 4)
    await presses(room, message, ["Rival"])
    assert message.text.count("⚔️") == 1
    assert "rolled **9**" in message.text
    assert "rolled **4**" in message.text
    assert "step aside to a square next to" in message.text


async def test_to_be_the_last_at_once_is_to_lose(room: Room) -> None:
    message = await opened(room, 5)
    await presses(room, message, ["Rival"])
    assert "6 : 7" in message.text
    assert message.labels[0] == "Try again"
