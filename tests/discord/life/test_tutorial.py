"""The tutorial: how to read the board, then five positions, solved and missed by presses."""

from __future__ import annotations

from prowlerbot.match.preferences import PlayerChoices
from tests.discord.games.tutorials import Tutorial
from tests.discord.room import Room

SOLVED = (["10"], ["14", "Market"], ["15"], ["21"], ["9", "16"])
MISSED = (["2"], ["2", "Castle"], ["2"], ["16"], ["14", "19"])


TUTORIAL = Tutorial(SOLVED, MISSED)


async def test_the_tutorial_is_played_from_how_to_read_the_board_to_the_last_lesson(
    room: Room,
) -> None:
    await TUTORIAL.begins_with_how_to_read(room, "the board", "ABCDEF")
    message = await TUTORIAL.is_played_to_the_last(room)
    await room.press(room.ada, message, "Start over")
    assert "Lesson 1 of 6: How to read the board" in message.text
    await TUTORIAL.offers_a_match_while_the_last_is_unsolved(room)


async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room) -> None:
    for lesson in range(1, 6):
        await TUTORIAL.is_missed_then_solved(room, lesson)


async def test_a_move_that_scores_more_than_the_task_is_not_called_wrong(room: Room) -> None:
    for lesson, way in enumerate((["7"], ["11"], ["3"], ["8"]), 1):
        message = await TUTORIAL.opened(room, lesson)
        await TUTORIAL.presses(room, message, way)
        assert "wealth if scored now" in message.text, lesson
        assert "Not yet" not in message.text, lesson
        assert "👍" in message.text, lesson


async def test_between_two_moves_the_rival_places_also_after_a_restart(room: Room) -> None:
    message = await TUTORIAL.opened(room, 5)
    await room.press(room.ada, message, "9")
    assert "dug **9**" in message.text
    assert "**Rival** dug **4**" in message.text
    assert "Move 2 of 2." in message.text
    assert message.button("9")["disabled"]
    await room.restart()
    await room.press(room.ada, message, "16")
    assert "✅" in message.text


async def test_a_choice_within_a_lesson_has_a_way_back(room: Room) -> None:
    message = await TUTORIAL.opened(room, 2)
    before = message.labels
    await room.press(room.ada, message, "14")
    assert "Which marker" in message.text
    await room.press(room.ada, message, "Back")
    assert message.labels == before
    await room.service.store.choose(room.ada.id, PlayerChoices(text_first=True))
    assert "Free pathways" in (await TUTORIAL.opened(room)).text, "for who wants words first"


async def test_a_forged_press_on_a_lesson_is_refused_in_words(room: Room) -> None:
    message = await TUTORIAL.opened(room)
    before = message.text
    for custom_id, told in (
        ("lesson:prowler:9:-:?", "no such lesson"),
        ("lesson:chess:0:-:?", "no such lesson"),
        ("lesson:prowler:1:99:?", "not a legal move"),
        ("lesson:prowler:1:-:?99", "no wild shovel"),
        ("lesson:prowler:1:-:?xyz", "no wild shovel"),
    ):
        answer = await room.late_press(room.ada, message, custom_id)
        assert told in answer.told, custom_id
        assert message.text == before
