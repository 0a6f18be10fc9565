"""Puzzles and lessons for one player alone: opened, tried and solved by presses."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from cogs.presses.addresses import CUSTOM_ID_LIMIT, TRIES, TryPress
from prowlerbot.games import GAMES
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.puzzles.puzzle import BEGINNER, Puzzle, shipped_puzzles
from prowlerbot.puzzles.puzzle_store import PuzzleStore
from tests.cases import each_of
from tests.discord.message import Answer, Message
from tests.discord.playing import hurry
from tests.discord.room import Room

Way = Sequence[str]
"""The labels of the buttons that are pressed, or the parts that tell them apart."""


def itself(labels: Sequence[str], wanted: str) -> str:
    """The label that is written out."""
    (found,) = {label for label in labels if label == wanted}
    return found


@dataclass(frozen=True)
class Tutorial:
    """The tutorial of one game: a lesson that is read, then one for each of ``solved``."""

    solved: Sequence[Way]
    missed: Sequence[Way]
    group: str = "prowler"
    meant: Callable[[Sequence[str], str], str] = itself
    """Of the labels of a message, the one that a word of a way means."""

    async def begun(self, room: Room) -> Answer:
        answer = await room.command(room.ada, "tutorial", group=self.group)
        assert not answer.public
        return answer

    async def opened(self, room: Room, lesson: int = 1) -> Message:
        """A task of the tutorial; what is to be read stands before the first one."""
        message = (await self.begun(room)).message
        await room.press(room.ada, message, "Next lesson")
        for _ in range(1, lesson):
            await room.press(room.ada, message, "Skip")
        return message

    async def presses(self, room: Room, message: Message, way: Way) -> None:
        for wanted in way:
            await room.press(room.ada, message, self.meant(message.labels, wanted))

    async def begins_with_how_to_read(self, room: Room, what: str, letters: str) -> None:
        """The first lesson names every letter on its picture, and there is nothing to do in it."""
        answer = await self.begun(room)
        assert f"Lesson 1 of {len(self.solved) + 1}: How to read {what}" in answer.told
        for letter in letters:
            assert f"**{letter}**" in answer.told
        ways_on = ["Next lesson", "Play the machine"]
        assert answer.message.labels == ways_on, "there is nothing to do but to read"
        assert f"letters A to {letters[-1]}" in answer.message.alts[0]

    async def is_played_to_the_last(self, room: Room) -> Message:
        message = await self.opened(room)
        lessons = len(self.solved) + 1
        for number, way in enumerate(self.solved, 2):
            assert f"Lesson {number} of {lessons}" in message.text
            assert len(message.components) <= 40
            await self.presses(room, message, way)
            assert "✅" in message.text
            assert "❌" not in message.text
            if number < lessons:
                assert message.labels == ["Next lesson", "Play the machine"]
                await room.press(room.ada, message, "Next lesson")
        assert "You are ready" in message.text
        assert message.labels == ["Play the machine", "Another game", "Start over"]
        return message

    async def offers_a_match_while_the_last_is_unsolved(self, room: Room) -> None:
        """No lesson keeps anybody: each unsolved one has "Skip", the last one a match."""
        message = await self.opened(room)
        for _ in self.solved[1:]:
            assert "Skip" in message.labels
            await room.press(room.ada, message, "Skip")
        await self.presses(room, message, self.missed[-1])
        assert message.labels[-2:] == ["Try again", "Play the machine"]
        assert (await room.press(room.ada, message, "Play the machine")).public

    async def is_missed_then_solved(self, room: Room, lesson: int) -> None:
        """A wrong move brings a hint and another try of the same task."""
        message = await self.opened(room, lesson)
        task = message.text
        await self.presses(room, message, self.missed[lesson - 1])
        assert ("❌ Not yet." in message.text) != ("👍" in message.text)
        assert task.splitlines()[1] in message.text, "the task is still to be read"
        assert "💡" in message.text
        await room.press(room.ada, message, "Try again")
        assert message.text == task
        await self.presses(room, message, self.solved[lesson - 1])
        assert "✅" in message.text


# ----------------------------------------------------- puzzles and lessons for one player alone


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
        assert (" wealth)" in told) == (game == "prowler"), told
        assert (" if it ended now" in told) == (game == "prowler"), told
        points, count, solved = await rating(room, game)
        assert points > BEGINNER.points
        assert (count, solved) == (1, 1)


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


SOLVED = (["10"], ["14", "Market"], ["15"], ["21"], ["9", "16"])
MISSED = (["2"], ["2", "Castle"], ["2"], ["16"], ["14", "19"])


TUTORIAL = Tutorial(SOLVED, MISSED)


# -------------------------------------------------- the tutorials of Heroes Beware and Landgrab


HEROES_SOLVED = (
    ["2", "J7", "1", "K7"],
    ["2", "J6", "4", "K7"],
    ["Reveal", "1"],
    ["5", "L5"],
    ["1 · I9", "Guard"],
    ["2 · H9"],
    ["Dungeon", "Warden's post"],
    ["Store a gem", "L7"],
)
HEROES_MISSED = (
    ["H9", "End turn"],
    ["3", "J6", "2", "K7"],
    ["Reveal", "5"],
    ["5", "K9"],
    ["2 · G9"],
    ["Do not re-arm"],
    ["Double coffer", "Dungeon"],
    ["Guard for a gem", "H8"],
)
"""By lesson: parts of the labels of the buttons that are pressed."""


LANDGRAB_SOLVED = (
    ["F5", "Around F6", "5 · G7"],
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
        label = re.sub("^(Claim|Steal|Attack) ", "", label)
        return beginning in (label.partition(" · ")[0], label.partition("-")[0])

    return [label for label in labels if begins(label)][-1]


HEROES = Tutorial(HEROES_SOLVED, HEROES_MISSED, "heroes", of_heroes)
LANDGRAB = Tutorial(LANDGRAB_SOLVED, LANDGRAB_MISSED, "landgrab", of_landgrab)

TUTORIALS = {"prowler": TUTORIAL, "heroes": HEROES, "landgrab": LANDGRAB}
LETTERS = {"prowler": "ABCDEF", "heroes": "ABCDEFG", "landgrab": "ABCDEFG"}


@each_of("game", TUTORIALS)
async def test_a_tutorial_is_played_from_reading_to_its_last_lesson(room: Room, game: str) -> None:
    await hurry(room)
    tutorial, what = TUTORIALS[game], "your board" if game == "heroes" else "the board"
    await tutorial.begins_with_how_to_read(room, what, LETTERS[game])
    message = await tutorial.is_played_to_the_last(room)
    await room.press(room.ada, message, "Start over")
    assert f"How to read {what}" in message.text
    await tutorial.offers_a_match_while_the_last_is_unsolved(room)


@each_of("game", TUTORIALS)
async def test_a_wrong_move_brings_a_hint_and_another_try(room: Room, game: str) -> None:
    await hurry(room)
    for lesson in range(1, len(TUTORIALS[game].solved) + 1):
        await TUTORIALS[game].is_missed_then_solved(room, lesson)


@each_of("game", TUTORIALS)
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


async def test_a_later_try_solves_a_puzzle_without_a_rating(room: Room) -> None:
    message = await opened(room)
    puzzle = puzzle_on(message)
    wrong = next(each.move for each in puzzle.options if each.move not in puzzle.solutions)
    assert "❌ Not the best move" in await tries(room, message, wrong)
    assert "Only the first try at a puzzle counts" in await tries(room, message, puzzle.best.move)
    assert (await rating(room))[1:] == (1, 0)
