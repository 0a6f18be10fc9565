"""The tutorials of Heroes Beware and Landgrab: how to read the board, then tasks."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from prowlerbot.match.preferences import PlayerChoices
from tests.cases import each_of
from tests.discord.games.tutorials import Tutorial
from tests.discord.playing import hurry
from tests.discord.room import Room

HEROES_SOLVED = (
    ["2 · mixed straight", "J7", "1 · treasure chest", "K7"],
    ["2 · ore vein", "J6", "4 · cavern dead end", "K7"],
    ["Reveal, pass another", "1"],
    ["5 · ore vein", "L5"],
    ["1 · I9", "Guard"],
    ["2 · H9"],
    ["Dungeon", "Warden's post"],
    ["Store a gem", "L7"],
)
HEROES_MISSED = (
    ["1 · treasure chest at H9", "End turn"],
    ["3 · cavern straight", "J6", "2 · ore vein", "K7"],
    ["Reveal, pass 5"],
    ["5 · ore vein", "K9"],
    ["2 · G9"],
    ["Do not re-arm"],
    ["Double coffer", "Dungeon"],
    ["Guard for a gem", "H8"],
)
"""By lesson: parts of the labels of the buttons that are pressed."""


LANDGRAB_SOLVED = (
    ["F5", "Around", "5 · G7"],
    ["G5"],
    ["F6", "F6"],
    ["Rival", "H7"],
    ["F6", "Rival"],
)
LANDGRAB_MISSED = (["G4", "H5"], ["E5"], ["G8", "G8"], ["Rival", "G7"], ["Rival"])
"""By lesson: the beginnings of the labels of the buttons that are pressed."""


def of_heroes(labels: Sequence[str], part: str) -> str:
    return next(label for label in labels if part in label)


def of_landgrab(labels: Sequence[str], beginning: str) -> str:
    # The pad has the square of a building too, disabled; the enabled buttons come below it.
    # A large building is named by both its squares.
    def begins(label: str) -> bool:
        return beginning in (label.partition(" · ")[0], label.partition("-")[0])

    return [label for label in labels if begins(label)][-1]


HEROES = Tutorial(HEROES_SOLVED, HEROES_MISSED, "heroes", of_heroes)
LANDGRAB = Tutorial(LANDGRAB_SOLVED, LANDGRAB_MISSED, "landgrab", of_landgrab)

each_tutorial = pytest.mark.parametrize("tutorial", [HEROES, LANDGRAB], ids=["heroes", "landgrab"])


@each_tutorial
async def test_a_tutorial_begins_with_how_to_read_the_board_and_is_played_to_its_last_lesson(
    room: Room, tutorial: Tutorial
) -> None:
    await hurry(room)
    what = "your board" if tutorial is HEROES else "the board"
    await tutorial.begins_with_how_to_read(room, what, "ABCDEFG")
    await tutorial.is_played_to_the_last(room)


@each_tutorial
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, tutorial: Tutorial) -> None:
    await hurry(room)
    for lesson in range(1, len(tutorial.solved) + 1):
        await tutorial.is_missed_then_solved(room, lesson)


@each_of("game", ("prowler", "landgrab", "heroes"))
async def test_who_reads_words_first_learns_to_read_them_without_a_letter_in_a_picture(
    room: Room, game: str
) -> None:
    await room.service.store.choices.put(room.ada.id, PlayerChoices(text_first=True))
    lesson = (await room.command(room.ada, "tutorial", group=game)).message
    assert "How to read the words" in lesson.text
    assert "**A**" not in lesson.text
    assert set(lesson.alts) == {"The position described above."}
    assert "### Position" in lesson.text
    rules = await room.command(room.ada, "rules", group=game)
    assert "**A**" not in rules.told
    assert not rules.message.alts
