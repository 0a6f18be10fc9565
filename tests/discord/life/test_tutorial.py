"""The tutorial: how to read the board, then five positions, solved and missed by presses."""

from __future__ import annotations

import pytest

from prowlerbot.match.preferences import PlayerChoices
from tests.discord.games.tutorials import Tutorial
from tests.discord.room import Room

SOLVED = (["10"], ["14", "Market"], ["15"], ["21"], ["9", "16"])
MISSED = (["2"], ["2", "Castle"], ["2"], ["16"], ["14", "19"])


TUTORIAL = Tutorial(SOLVED, MISSED)


async def test_the_tutorial_begins_with_how_to_read_the_board(room: Room) -> None:
    await TUTORIAL.begins_with_how_to_read(room, "the board", "ABCDEF")


async def test_the_tutorial_is_played_from_the_first_lesson_to_the_last(room: Room) -> None:
    message = await TUTORIAL.is_played_to_the_last(room)
    await room.press(room.ada, message, "Start over")
    assert "Lesson 1 of 6: How to read the board" in message.text


@pytest.mark.parametrize("lesson", range(1, 6))
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, lesson: int) -> None:
    await TUTORIAL.is_missed_then_solved(room, lesson)


@pytest.mark.parametrize(("lesson", "way"), [(1, ["7"]), (2, ["11"]), (3, ["3"]), (4, ["8"])])
async def test_a_move_that_scores_more_than_the_task_is_not_called_wrong(
    room: Room, lesson: int, way: list[str]
) -> None:
    message = await TUTORIAL.opened(room, lesson)
    await TUTORIAL.presses(room, message, way)
    assert "wealth if scored now" in message.text
    assert "Not yet" not in message.text
    assert "👍" in message.text


async def test_the_last_lesson_leads_to_a_match_also_while_it_is_unsolved(room: Room) -> None:
    await TUTORIAL.offers_a_match_while_the_last_is_unsolved(room)


async def test_between_two_moves_the_rival_places(room: Room) -> None:
    message = await TUTORIAL.opened(room, 5)
    await room.press(room.ada, message, "9")
    assert "dug **9**" in message.text
    assert "**Rival** dug **4**" in message.text
    assert "Move 2 of 2." in message.text
    assert message.button("9")["disabled"]


async def test_a_choice_within_a_lesson_has_a_way_back(room: Room) -> None:
    message = await TUTORIAL.opened(room, 2)
    before = message.labels
    await room.press(room.ada, message, "14")
    assert "Which marker" in message.text
    await room.press(room.ada, message, "Back")
    assert message.labels == before


async def test_a_lesson_goes_on_after_a_restart(room: Room) -> None:
    message = await TUTORIAL.opened(room, 5)
    await room.press(room.ada, message, "16")
    await room.restart()
    await room.press(room.ada, message, "9")
    assert "✅" in message.text


async def test_a_player_who_wants_words_first_is_told_the_position_of_a_lesson(room: Room) -> None:
    await room.service.store.choose(room.ada.id, PlayerChoices(text_first=True))
    assert "Free pathways" in (await TUTORIAL.opened(room)).text


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
    message = await TUTORIAL.opened(room)
    before = message.text
    answer = await room.late_press(room.ada, message, custom_id)
    assert told in answer.told
    assert message.text == before
