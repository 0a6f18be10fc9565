"""The tutorial of Heroes Beware: how to read your board, then six positions, solved and missed."""

from __future__ import annotations

import pytest

from tests.discord.message import Message
from tests.discord.room import Room

SOLVED = (
    ["2 · mixed straight", "J7", "1 · treasure chest", "K7"],
    ["2 · ore vein", "J6", "4 · campfire", "K7"],
    ["5 · ore vein", "L5"],
    ["1 · I9", "Guard"],
    ["2 · H9"],
    ["Reveal, pass another", "1"],
)
MISSED = (
    ["1 · treasure chest", "H9", "End turn"],
    ["3 · cavern straight", "J6", "2 · ore vein", "K7"],
    ["5 · ore vein", "K9"],
    ["2 · G9"],
    ["Do not re-arm"],
    ["Reveal, pass the last"],
)
"""By lesson: parts of the labels of the buttons that are pressed."""


async def opened(room: Room, lesson: int = 1) -> Message:
    answer = await room.command(room.ada, "tutorial", group="heroes")
    assert not answer.public
    await room.press(room.ada, answer.message, "Next lesson")
    for _ in range(1, lesson):
        await room.press(room.ada, answer.message, "Skip")
    return answer.message


async def presses(room: Room, message: Message, parts: list[str]) -> None:
    for part in parts:
        found = next(label for label in message.labels if part in label)
        await room.press(room.ada, message, found)


async def test_the_tutorial_begins_with_how_to_read_your_board(room: Room) -> None:
    answer = await room.command(room.ada, "tutorial", group="heroes")
    assert "Lesson 1 of 7: How to read your board" in answer.told
    for letter in "ABCDEFG":
        assert f"**{letter}** " in answer.told
    assert answer.message.labels == ["Next lesson"]
    assert "letters A to G" in answer.message.alts[0]


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    message = await opened(room)
    for number, labels in enumerate(SOLVED, 1):
        assert f"Lesson {number + 1} of 7" in message.text
        assert len(message.components) <= 40
        await presses(room, message, labels)
        assert "✅" in message.text
        assert "❌" not in message.text
        if number < len(SOLVED):
            assert message.labels == ["Next lesson"]
            await room.press(room.ada, message, "Next lesson")
    assert "/heroes challenge" in message.text


@pytest.mark.parametrize("lesson", range(1, 7))
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


async def test_a_choice_shows_the_own_board_and_leads_back(room: Room) -> None:
    message = await opened(room, 3)
    before = message.labels
    await presses(room, message, ["5 · ore vein"])
    assert len(message.alts) == 1
    await room.press(room.ada, message, "Back")
    assert message.labels == before
