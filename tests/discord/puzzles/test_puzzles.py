"""Puzzles and lessons for one player alone: opened, tried and solved by presses."""

from __future__ import annotations

import re
from typing import Any

from cogs.presses.addresses import CUSTOM_ID_LIMIT, TRIES, TryPress
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.puzzles.puzzle import BEGINNER, Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_store import PuzzleStore
from tests.discord.games.tutorials import Tutorial
from tests.discord.message import Message
from tests.discord.room import Room

GAME = "prowler"


async def opened(room: Room, game: str = GAME, **options: str) -> Message:
    answer = await room.command(room.ada, "puzzle", group="", game=game, **options)
    assert not answer.public, answer.told
    return answer.message


def puzzle_on(message: Message) -> Puzzle:
    """The puzzle that the buttons of a message carry."""
    (id_,) = {each["custom_id"].split(":")[1] for each in message.buttons if _about(each)}
    (found,) = [each for game in GAMES for each in shipped_puzzles(GAMES[game]) if each.id == id_]
    return found


def _about(button: dict[str, str]) -> bool:
    return button["custom_id"].startswith("puzzle:")


async def tries(room: Room, message: Message, move: str) -> str:
    """Try a move as its button or menu sends it; the answer's text."""
    given_up = message.button("Show the solution")["custom_id"]
    assert given_up.endswith("!")
    await room.late_press(room.ada, message, f"{given_up}{move}")
    return message.text


def crossed_out(message: Message) -> set[str]:
    """The moves that were tried and are wrong, whose buttons cannot be pressed any more."""
    pressed = (each for each in message.buttons if each.get("emoji", {}).get("name") == "❌")
    return {each["custom_id"].rpartition("!")[2] for each in pressed if each["disabled"]}


def wrong_moves(puzzle: Puzzle) -> list[str]:
    return [each.move for each in puzzle.options if each.move not in puzzle.solutions]


async def rating(room: Room, game: str = GAME) -> tuple[int, int, int]:
    store = PuzzleStore(room.service.store.database)
    standing = await store.standing(room.ada.id, game)
    return standing.rating.points, standing.tries, standing.solved


async def test_a_puzzle_of_each_game_is_opened_and_solved(room: Room) -> None:
    for game in GAMES:
        message = await opened(room, game)
        assert "Find the " in message.text
        puzzle = puzzle_on(message)
        told = await tries(room, message, puzzle.best.move)
        assert "That is the move" in told, game
        assert "The second best" in told, game
        points, count, solved = await rating(room, game)
        assert points > BEGINNER.points
        assert (count, solved) == (1, 1)


async def test_the_solution_comes_after_three_wrong_tries_and_only_the_first_one_counts(
    room: Room,
) -> None:
    message = await opened(room)
    assert "Only the first try at a puzzle counts." in message.text
    puzzle = puzzle_on(message)
    one, two, *_ = wrong_moves(puzzle)
    told = await tries(room, message, one)
    assert "Not the best move" in told
    assert re.search(r"\*\* \((loses|shares)", told), "a sure end is told as such"
    assert "100" not in told.partition("Try 2")[0]
    assert "Try 2 of 3." in message.text
    after_one = await rating(room)
    assert 0 < BEGINNER.points - after_one[0] < 60, "gently"
    assert crossed_out(message) == {one}
    assert "Try 3 of 3." in await tries(room, message, two)
    assert crossed_out(message) == {one, two}
    assert "The solution:" in await tries(room, message, one)
    assert message.labels == ["Next puzzle"]
    assert await rating(room) == after_one


async def test_a_later_try_solves_a_puzzle_without_a_rating_also_after_a_restart(
    room: Room,
) -> None:
    message = await opened(room)
    puzzle = puzzle_on(message)
    await tries(room, message, wrong_moves(puzzle)[0])
    await room.restart()
    told = await tries(room, message, puzzle.best.move)
    assert "That is the move" in told
    assert "Only the first try at a puzzle counts" in told
    assert (await rating(room))[1:] == (1, 0)


async def test_an_untried_puzzle_comes_again_and_a_given_up_one_does_not(room: Room) -> None:
    first = puzzle_on(await opened(room)).id
    again = await opened(room)
    assert puzzle_on(again).id == first
    await room.press(room.ada, again, "Show the solution")
    assert "The solution:" in again.text
    assert (await rating(room))[1:] == (1, 0), "which counts as a try"
    await room.press(room.ada, again, "Next puzzle")
    assert puzzle_on(again).id != first


async def test_a_theme_chooses_the_puzzle_of_its_game(room: Room) -> None:
    await room.service.store.choices.put(room.ada.id, PlayerChoices(text_first=True))
    message = await opened(room, theme="prowler:statue")
    assert puzzle_on(message).theme == "statue"
    assert "### Free pathways" in message.text, "for who wants words first"
    assert message.alts == ["The position described above."]
    offered = [each for select in message.selects for each in select["options"]]
    assert 0 < len(offered) < 27, "free pathways alone"
    assert not any("lead" in each.get("description", "") for each in offered), "no help to solve it"
    answer = await room.command(
        room.ada, "puzzle", group="", game="prowler", theme="landgrab:claim"
    )
    assert "no puzzles with that theme" in answer.told


async def test_a_puzzle_in_words_tells_the_colony_of_the_reader_alone_and_lives_by_number(
    room: Room,
) -> None:
    await room.service.store.choices.put(room.ada.id, PlayerChoices(text_first=True))
    message = await opened(room, "heroes")
    assert re.findall(r"### Colony of (.*)", message.text) == ["Ada"]
    assert message.alts == ["The position described above."]
    message = await opened(room, "landgrab", theme="landgrab:attack")
    offered = [each for select in message.selects for each in select["options"]]
    labels = [*message.labels, *(each["label"] for each in offered)]
    assert not any("♥" in label or label == "—" for label in labels)
    assert not re.search("[←-⇿⬀-⯿]", str(message.selects)), "no arrow"
    assert any(re.match(r"attack .*, \d li(fe|ves), win", label) for label in labels)
    assert any(re.match(r"[A-L]\d+, (north|south|east|west)", label) for label in labels)


async def test_a_choice_within_a_puzzle_has_a_way_back(room: Room) -> None:
    message = await opened(room)
    while not any("?" in each["custom_id"] for each in message.buttons if _about(each)):
        await room.press(room.ada, message, "Show the solution")
        await room.press(room.ada, message, "Next puzzle")
    before = message.labels
    opens = next(
        each for each in message.buttons if "?" in each["custom_id"] and not each.get("disabled")
    )
    await room.press(room.ada, message, opens["label"])
    assert "Which marker" in message.text
    assert (await rating(room))[1] < 90
    await room.press(room.ada, message, "Back")
    assert message.labels == before


async def test_a_move_is_tried_from_a_menu(room: Room) -> None:
    message = await opened(room, "heroes")
    while not (options := [each for menu in message.selects for each in tried_in(menu)]):
        await room.press(room.ada, message, "Show the solution")
        await room.press(room.ada, message, "Next puzzle")
    puzzle, before = puzzle_on(message), [each["custom_id"] for each in message.selects]
    wrong = next(each for each in options if each[1].split("!")[1] not in puzzle.solutions)
    await room.pick(room.ada, message, wrong[0], [wrong[1]])
    assert "Try 2 of 3." in message.text
    # Discord would show the old choice in a menu of the same name.
    assert not {*before} & {each["custom_id"] for each in message.selects}


def tried_in(menu: dict[str, Any]) -> list[tuple[str, str]]:
    """The options of a menu that try a move, each as the custom_id of the menu and its value."""
    values = [each["value"] for each in menu["options"]]
    return [(menu["custom_id"], value) for value in values if "!" in value]


def test_the_longest_press_on_a_puzzle_fits_a_custom_id() -> None:
    for puzzle in (each for game in GAMES for each in shipped_puzzles(GAMES[game])):
        longest = max((each.move for each in puzzle.options), key=len)
        press = TryPress(
            "puzzle", puzzle.id, 0, puzzle.theme, made=TRIES, choosing=longest, move=longest
        )
        assert len(str(press)) <= CUSTOM_ID_LIMIT
        assert TryPress.read(str(press)) == press


FORGED = [
    ("puzzle:nothing:0:,0", "no such puzzle"),
    ("puzzle:{id}:0:,1!99", "not a legal move"),
    ("puzzle:{id}:0:,0?99", "no wild shovel"),
    ("puzzle:{id}:0:,0!1", "cannot read this button"),
    ("puzzle:{id}:0:,4!1", "cannot read this button"),
    ("puzzle:{id}::-:?", "cannot read this button"),
    ("puzzle:{id}:0:,0#0", "Choose one of the options in the menu"),
    ("nextpuzzle:chess:", "no game “chess”"),
    ("nextpuzzle:prowler:nothing", "no puzzles with that theme"),
]


async def test_a_forged_press_on_a_puzzle_is_refused_in_words(room: Room) -> None:
    message = await opened(room)
    before, id_ = message.text, puzzle_on(message).id
    for custom_id, told in FORGED:
        answer = await room.late_press(room.ada, message, custom_id.replace("{id}", id_))
        assert told in answer.told, custom_id
        assert message.text == before
        assert (await rating(room))[1] == 0


# ------------------------------------------------------------------ the tutorial


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
        assert "wealth right now" in message.text, lesson
        assert "Not yet" not in message.text, lesson
        assert "👍" in message.text, lesson


async def test_between_two_moves_the_rival_places_also_after_a_restart(room: Room) -> None:
    message = await TUTORIAL.opened(room, 5)
    await room.press(room.ada, message, "9")
    assert "digs **9**" in message.text
    assert "**Rival** digs **4**" in message.text
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
    await room.service.store.choices.put(room.ada.id, PlayerChoices(text_first=True))
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
