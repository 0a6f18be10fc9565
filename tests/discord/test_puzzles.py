"""Puzzles and lessons for one player alone: opened, tried and solved by presses."""

import random
from collections.abc import Sequence
from typing import Any

from cogs.contract.plain_words import seat_names
from cogs.presses import CUSTOM_ID_LIMIT, TRIES, TryPress
from prowlerbot.core.record import replay
from prowlerbot.games import GAMES
from prowlerbot.puzzles.puzzle import BEGINNER, Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_store import PuzzleStore
from tests.cogs.games.shown import FACES
from tests.discord.message import Message
from tests.discord.room import Room

SOLVED = (["10"], ["14", "Market"], ["15"], ["21"], ["9", "16"])
MISSED = (["2"], ["2", "Castle"], ["2"], ["16"], ["14", "19"])
"""The labels of buttons that are pressed in each task of Prowler's Passage."""
OTHERS = {"heroes": ["2", "J7", "1", "K7"], "landgrab": ["F5", "Around", "5 · G7"]}
"""By game: parts of the labels that are pressed in its first task."""


async def task_opened(room: Room, game: str = "prowler", number: int = 1) -> Message:
    """A task of the tutorial; what is to be read stands before the first one."""
    answer = await room.command(room.ada, f"/{game} tutorial")
    assert not answer.public
    await room.press(room.ada, answer.message, "Next lesson")
    for _ in range(1, number):
        await room.press(room.ada, answer.message, "Skip")
    return answer.message


async def press_all(room: Room, message: Message, ways: Sequence[str]) -> None:
    for wanted in ways:
        labels = [each["label"] for each in message.moves]
        meant = wanted if wanted in labels else next(it for it in labels if wanted in it)
        await room.press(room.ada, message, meant)


GAME = "prowler"
FACE = FACES[GAME]


async def opened(room: Room, game: str = GAME, **options: str) -> Message:
    answer = await room.command(room.ada, "/puzzle", game=game, **options)
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


async def rating(room: Room, game: str = GAME) -> tuple[int, int, int]:
    standing = await PuzzleStore(room.service.store.database).standing(room.ada.id, game)
    return standing.rating.points, standing.tries, standing.solved


async def test_a_puzzle_of_each_game_is_opened_and_solved(room: Room) -> None:
    for game in GAMES:
        message = await opened(room, game)
        assert "Find the " in message.text
        before = message.alts
        told = await tries(room, message, puzzle_on(message).best.move)
        assert (message.alts == before) == (game == "heroes"), "not its next question"
        assert "That is the move" in told, game
        assert "The second best" in told, game
        assert (" wealth)" in told) == (game == "prowler"), told
        assert (" if the match ended now" in told) == (game == "prowler"), told
        points, count, solved = await rating(room, game)
        assert points > BEGINNER.points
        assert (count, solved) == (1, 1)


async def test_a_wrong_move_is_told_what_the_unnamed_solution_alone_has(room: Room) -> None:
    for game in GAMES:
        message = await opened(room, game)
        puzzle, face = puzzle_on(message), FACES[game]
        view = replay(GAMES[game], puzzle.setup, puzzle.moves)[-1].view(puzzle.seat)
        names, best = seat_names("Ada", puzzle.seat, puzzle.seats), puzzle.best.move
        wrong = next(it.move for it in puzzle.options if it.move not in puzzle.solutions)
        compared, told = face.lack_sentences(view, puzzle.seat, wrong, best, names)
        assert (compared or told) in await tries(room, message, wrong), game
        shared = [it.words for it in face.merits(view, puzzle.seat, wrong, names) if it.words]
        assert not any(words in told for words in shared), game
        assert face.own_words(view, best) not in told, game


async def test_a_theme_chooses_the_puzzle_of_its_game(room: Room) -> None:
    await room.prefers(room.ada, text_first=True)
    message = await opened(room, theme="prowler:statue")
    assert puzzle_on(message).theme == "statue"
    assert "### Free pathways" in message.text, "for who wants words first"
    assert message.alts == ["The position described above."]
    offered = [each for select in message.selects for each in select["options"]]
    assert 0 < len(offered) < 27, "free pathways alone"
    assert not any("lead" in each.get("description", "") for each in offered), "no help to solve it"
    answer = await room.command(room.ada, "/puzzle", game="prowler", theme="landgrab:claim")
    assert "no puzzles with that theme" in answer.told


async def test_a_choice_within_a_puzzle_has_a_way_back(room: Room) -> None:
    message = await opened(room)
    while not any("?" in each["custom_id"] for each in message.buttons if _about(each)):
        await room.press(room.ada, message, "Show the solution")
        await room.press(room.ada, message, "Next puzzle")
    before = message.labels
    able = [each for each in message.buttons if not each.get("disabled")]
    opens = next(each for each in able if "?" in each["custom_id"])
    await room.press(room.ada, message, opens["label"])
    assert "Which marker" in message.text
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
            "puzzle", puzzle.id, 0, puzzle.theme, tries=TRIES, choosing=longest, move=longest
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


LETTERS = {"prowler": "ABCDEF", "heroes": "ABCDEFG", "landgrab": "ABCDEFG"}


async def test_a_tutorial_is_played_to_its_end_and_a_wrong_move_has_a_hint(room: Room) -> None:
    await room.hurry()
    message = await task_opened(room)
    for number, (solved, missed) in enumerate(zip(SOLVED, MISSED, strict=True), 2):
        task = message.text
        assert f"Lesson {number} of 6" in task
        assert "Skip" in message.labels or number == 6
        await press_all(room, message, missed)
        assert ("❌ Not yet." in message.text) != ("👍" in message.text)
        assert task.splitlines()[1] in message.text, "the task is still to be read"
        assert "💡" in message.text
        await room.press(room.ada, message, "Try again")
        assert message.text == task
        await press_all(room, message, solved)
        assert "✅" in message.text
        assert "❌" not in message.text
        if number < 6:
            assert message.labels == ["Next lesson", "Play the machine"]
            await room.press(room.ada, message, "Next lesson")
    assert message.labels == ["Play the machine", "Another game", "Start over"]
    await room.press(room.ada, message, "Start over")
    assert "How to read the board" in message.text
    last = await task_opened(room, number=5)
    await press_all(room, last, MISSED[-1])
    assert last.labels[-2:] == ["Try again", "Play the machine"]
    assert (await room.press(room.ada, last, "Play the machine")).public, "no lesson keeps anybody"


async def test_each_game_teaches_its_letters_or_words_and_has_a_task_to_solve(room: Room) -> None:
    for game, ways in {"prowler": SOLVED[0], **OTHERS}.items():
        await room.prefers(room.ada, text_first=False)
        read = (await room.command(room.ada, f"/{game} tutorial")).message
        assert all(f"**{letter}**" in read.text for letter in LETTERS[game])
        assert f"letters A to {LETTERS[game][-1]}" in read.alts[0]
        assert read.labels == ["Next lesson", "Play the machine"], "there is nothing to do"
        task = await task_opened(room, game)
        await press_all(room, task, ways)
        assert "✅" in task.text, game
        await room.prefers(room.ada, text_first=True)
        lesson = (await room.command(room.ada, f"/{game} tutorial")).message
        assert "How to read the words" in lesson.text
        assert "### Position" in lesson.text
        assert {*lesson.alts} == {"The position described above."}
        rules = await room.command(room.ada, f"/{game} rules")
        assert not rules.message.alts
        assert "**A**" not in lesson.text + rules.told


async def test_the_hub_opens_a_puzzle_of_the_game_that_its_reader_played_last(room: Room) -> None:
    board = await room.begin()
    await room.play(board, ["Castle"])
    room.clock.now += 60
    await room.begin_landgrab(room.ada, room.ben)
    room.clock.now += 60
    await room.play_on(board, random.Random(1), 2)  # by Ada
    for reader, game in ((room.ben, "Landgrab"), (room.ada, "Prowler")):
        hub = (await room.command(reader, "/play")).message
        assert f"Puzzle · {game}" in (await room.press(reader, hub, "Puzzles")).told
