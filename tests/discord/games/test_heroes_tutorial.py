"""The tutorial of Heroes Beware: how to read your board, eight tasks, solved and missed."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.discord.games.tutorials import Tutorial
from tests.discord.room import Room

SOLVED = (
    ["2 · mixed straight", "J7", "1 · treasure chest", "K7"],
    ["2 · ore vein", "J6", "4 · cavern dead end", "K7"],
    ["5 · ore vein", "L5"],
    ["1 · I9", "Guard"],
    ["2 · H9"],
    ["Dungeon", "Warden's post"],
    ["Store a gem", "L7"],
    ["Reveal, pass another", "1"],
)
MISSED = (
    ["1 · treasure chest at H9", "End turn"],
    ["3 · cavern straight", "J6", "2 · ore vein", "K7"],
    ["5 · ore vein", "K9"],
    ["2 · G9"],
    ["Do not re-arm"],
    ["Double coffer", "Dungeon"],
    ["Guard for a gem", "H8"],
    ["Reveal, pass 5"],
)
"""By lesson: parts of the labels of the buttons that are pressed."""


def meant(labels: Sequence[str], part: str) -> str:
    return next(label for label in labels if part in label)


TUTORIAL = Tutorial(SOLVED, MISSED, "heroes", meant)


async def test_the_tutorial_begins_with_how_to_read_your_board(room: Room) -> None:
    await TUTORIAL.begins_with_how_to_read(room, "your board", "ABCDEFG")


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    await TUTORIAL.is_played_to_the_last(room)


@pytest.mark.parametrize("lesson", range(1, 9))
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, lesson: int) -> None:
    await TUTORIAL.is_missed_then_solved(room, lesson)


async def test_a_choice_shows_the_own_board_and_leads_back(room: Room) -> None:
    message = await TUTORIAL.opened(room, 3)
    before = message.labels
    await TUTORIAL.presses(room, message, ["5 · ore vein"])
    assert len(message.alts) == 1
    await room.press(room.ada, message, "Back")
    assert message.labels == before
