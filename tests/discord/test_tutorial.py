"""The tutorial: how to read the board, then five positions, solved and missed by presses."""

from __future__ import annotations

import pytest

from prowlerbot.match.preferences import PlayerChoices
from tests.discord.message import Message
from tests.discord.room import Room

SOLVED = (["10"], ["14", "Market"], ["15"], ["21"], ["9", "16"])
MISSED = (["2"], ["2", "Castle"], ["2"], ["16"], ["14", "19"])


async def opened(room: Room, lesson: int = 1) -> Message:
    """A task of the tutorial; what is to be read stands before the first one."""
    answer = await room.command(room.ada, "tutorial")
    assert not answer.public
    await room.press(room.ada, answer.message, "Next lesson")
    for _ in range(1, lesson):
        await room.press(room.ada, answer.message, "Skip")
    return answer.message


async def presses(room: Room, message: Message, labels: list[str]) -> None:
    for label in labels:
        await room.press(room.ada, message, label)


async def test_the_tutorial_begins_with_how_to_read_the_board(room: Room) -> None:
    answer = await room.command(room.ada, "tutorial")
    assert not answer.public
    assert "Lesson 1 of 6: How to read the board" in answer.told
    for letter in "ABCDEF":
        assert f"**{letter}** " in answer.told
    assert answer.message.labels == ["Next lesson"], "there is nothing to do but to read"
    assert "letters A to F" in answer.message.alts[0]


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    message = await opened(room)
    for number, labels in enumerate(SOLVED, 1):
        assert f"Lesson {number + 1} of 6" in message.text
        assert len(message.components) <= 40
        await presses(room, message, labels)
        assert "✅" in message.text
        assert "❌" not in message.text
        if number < 5:
            assert message.labels == ["Next lesson"]
            await room.press(room.ada, message, "Next lesson")
    assert "/prowler challenge" in message.text
    await room.press(room.ada, message, "From the beginning")
    assert "Lesson 1 of 6: How to read the board" in message.text


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


async def test_between_two_moves_the_rival_places(room: Room) -> None:
    message = await opened(room, 5)
    await room.press(room.ada, message, "9")
    assert "dug **9**" in message.text
    assert "**Rival** dug **4**" in message.text
    assert "Move 2 of 2." in message.text
    assert message.button("9")["disabled"]


async def test_a_choice_within_a_lesson_has_a_way_back(room: Room) -> None:
    message = await opened(room, 2)
    before = message.labels
    await room.press(room.ada, message, "14")
    assert "Which marker" in message.text
    await room.press(room.ada, message, "Back")
    assert message.labels == before


async def test_a_lesson_goes_on_after_a_restart(room: Room) -> None:
    message = await opened(room, 5)
    await room.press(room.ada, message, "16")
    await room.restart()
    await room.press(room.ada, message, "9")
    assert "✅" in message.text


async def test_who_wants_words_first_is_told_the_position_of_a_lesson(room: Room) -> None:
    await room.service.store.choose(room.ada.id, PlayerChoices(text_first=True))
    assert "Free pathways" in (await opened(room)).text


@pytest.mark.parametrize(
    ("custom_id", "told"),
    [
        ("lesson:prowler:9:-:?", "no such lesson"),
        ("lesson:chess:0:-:?", "no such lesson"),
        ("lesson:prowler:1:99:?", "not a legal move"),
        ("lesson:prowler:1:-:?99", "no wild shovel"),
        ("lesson:prowler:1:-:?xyz", "no wild shovel"),
    ],
)
async def test_a_forged_press_is_refused_in_words(room: Room, custom_id: str, told: str) -> None:
    message = await opened(room)
    before = message.text
    answer = await room.late_press(room.ada, message, custom_id)
    assert told in answer.told
    assert message.text == before
