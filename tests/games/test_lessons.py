"""Each lesson of each game can be solved, is missed by other moves, and its words have room."""

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from cogs.contract.lesson import Attempt, Lesson, try_moves
from cogs.games.heroes import lessons as heroes
from cogs.games.heroes.lessons import LESSONS
from cogs.games.landgrab import lessons as landgrab
from cogs.games.prowler import lessons as prowler
from cogs.presses import LessonPress
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import CHANCE, Game
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.cards import INVADERS, INVASIONS, MAPS
from prowlerbot.games.heroes.pieces import SQUARE
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER_WORTH, TARGETS
from prowlerbot.games.heroes.seat import GEM_WORTH, Seat
from prowlerbot.games.heroes.stages.draft import MAX_BUILT, QUEUE_LENGTH, TURNS
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE
from prowlerbot.games.landgrab.map import building
from prowlerbot.games.landgrab.turns import ROUNDS
from tests.games.heroes.matches import HEROES

Way = tuple[str, ...]
"""Moves of the learner."""
_TWO_DEAD_ENDS = {("b2@J6r0", "b4@K7r1"), ("b4@J6r0", "b2@K7r1")}


class Course(NamedTuple):
    """The lessons of a game: every way to the goal of each task, and moves that no task allows."""

    lessons: Sequence[Lesson]
    solutions: Sequence[set[Way]]
    illegal: Way

    @property
    def tasks(self) -> list[Lesson]:
        return [lesson for lesson in self.lessons if lesson.goal is not None]


COURSES = {
    "prowler": Course(
        prowler.LESSONS,
        ({("8",), ("10",)}, {("14>M",)}, {("15",)}, {("5",), ("21",)}, {("9", "16"), ("16", "9")}),
        illegal=("28",),
    ),
    "landgrab": Course(
        landgrab.LESSONS,
        (
            {(step, around) for step in ("E5", "F5", "G5") for around in ("F7", "G7", "H7")},
            {("c:G5",)},
            {("c:F6", "c:F6")},
            {("a:2", "H6"), ("a:2", "H7")},
            {("c:F6", "a:2")},
        ),
        illegal=("A1", "d12", "c:A1", "a:1"),
    ),
    "heroes": Course(
        heroes.LESSONS,
        (
            {
                ("b2@J7r3", "b1@K7r1"),
                ("P@J7r0", "b2@J6r0"),
                ("P@J7r0", "b2@J8r2"),
                ("P@J7r0", "b2@K7r1"),
            },
            {way for pair in _TWO_DEAD_ENDS for way in (pair, pair[::-1])},
            {(f"reveal{place}",) for place in range(1, QUEUE_LENGTH)},
            {("b5@L5r0",)},
            {(">I9", "guard")},
            {("armg@H9",)},
            {("I17", "L7"), ("L7", "I17")},
            {("store@L7",)},
        ),
        illegal=("b1@A1r0", "t37", "leave", "cell@A1"),
    ),
}
TASKS = pytest.mark.parametrize(
    ("game", "task", "solutions"),
    [
        pytest.param(game, task, solutions, id=f"{game}-{number}")
        for game, course in COURSES.items()
        for number, (task, solutions) in enumerate(zip(course.tasks, course.solutions, strict=True))
    ],
)
RULES: dict[str, tuple[Callable[[], str], tuple[int, ...]]] = {
    "landgrab": (landgrab.rules, (12, building(0).full, building(0, 1).full, 3, 1, 5, 20, ROUNDS)),
    "heroes": (
        heroes.rules,
        (
            *(QUEUE_LENGTH, MAX_BUILT, GEM_WORTH, PRISONER_WORTH, ORE_DISTANCE, GEM_DISTANCE),
            *TARGETS["brisk"].values(),
            *(number for invaded in INVASIONS.values() for number in invaded),
        ),
    ),
}


def ways(lesson: Lesson, game: Game, made: Way = ()) -> set[Way]:
    """All ways on from here that reach the goal."""
    tried = try_moves(lesson, game, made)
    if tried.over:
        return {made} if tried.reached else set()
    moves = map(str, tried.views[-1].moves())
    return {way for move in moves for way in ways(lesson, game, (*made, move))}


@TASKS
def test_the_goal_is_reached_in_one_or_two_moves_by_these_ways_alone(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    assert {len(way) for way in solutions} <= {task.turns} <= {1, 2}
    assert ways(task, GAMES[game]) == solutions
    assert task.worth or bool(task.reminder) == (task.turns > 1), "a second move is asked for"
    for way in solutions:
        page = LessonPress(game, COURSES[game].lessons.index(task), ",".join(way))
        assert LessonPress.read(str(page)) == page
        assert len(str(page)) <= 100, "Discord's limit of a button"
        tried = try_moves(task, GAMES[game], way)
        if task.worth is not None:
            brought = task.worth(tried.views[0].seen, tried.views[-1].seen)
            assert task.enough <= brought, "as much as a solution is never called wrong"
            assert task.brings_enough(tried)


@TASKS
def test_before_a_move_the_goal_is_ahead_and_after_one_it_is_over_or_the_learner_has_another(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    del solutions
    tried = try_moves(task, GAMES[game], ())
    begin = tried.views[-1].seen
    assert (tried.over, begin.to_move) == (False, {tried.seat})
    assert task.goal is not None
    assert not task.goal(begin, begin)
    assert task.spoilt is None or not task.spoilt(begin, begin)
    for move in map(str, tried.views[-1].moves()):
        onward = try_moves(task, GAMES[game], (move,))
        mine = onward.seat in onward.views[-1].to_move
        assert onward.over or (task.turns > 1 and mine), move
    for move in COURSES[game].illegal:
        with pytest.raises(IllegalMove):
            try_moves(task, GAMES[game], (move,))


@pytest.mark.parametrize("game", COURSES)
def test_the_words_of_a_lesson_leave_room_for_what_happened(game: str) -> None:
    for language in LANGUAGES:
        with speaking(language):
            for lesson in COURSES[game].lessons:
                words = (lesson.title, lesson.task, lesson.hint, lesson.praise, lesson.reminder)
                length = sum(len(lesson.translated(text)) for text in words if text)
                assert length < 2_000, (language, lesson.title)
                assert len(lesson.translated(lesson.title)) <= 40, (language, lesson.title)


@pytest.mark.parametrize("game", RULES)
def test_the_rules_in_short_fit_into_a_message_and_have_the_numbers_that_matter(game: str) -> None:
    rules, numbers = RULES[game]
    for language in LANGUAGES:
        with speaking(language):
            text = rules()
        assert len(text) <= 4_000, language
        for number in numbers:
            assert re.search(rf"\b{number}\b", text), (language, number)
    assert f" {TURNS + 1} draft turns" in heroes.setup_words({"build": "turns"})
    for told in ("In the last turn you only build", "only your stash after round 3 counts"):
        assert told in heroes.rules()


# ----------------------------------------------------- the lessons of Heroes Beware state the truth


_, JOIN, SEAL, QUEUED, ORE, WAY, ARM, PIECES, STASH = LESSONS


def now(tried: Attempt) -> Position:
    seen = tried.views[-1].seen
    assert isinstance(seen, Position)
    return seen


def learner(lesson: Lesson, *made: str) -> Seat:
    tried = try_moves(lesson, HEROES, made)
    return now(tried).seats[tried.seat - 1]


def missed(lesson: Lesson, *made: str) -> Position:
    """The position after moves that miss the goal."""
    tried = try_moves(lesson, HEROES, made)
    assert tried.missed
    return now(tried)


def test_tiles_of_the_lessons_close_reach_and_are_passed_on_as_the_words_say() -> None:
    assert [lesson.seats for lesson in LESSONS] == [1, 1, 1, 2, 1, 1, 1, 1, 1]
    assert learner(SEAL).colony.sealed_with("trap") == 0
    colony = missed(SEAL, "b3@J6r0", "b2@K7r1").seats[0].colony
    assert colony.sealed_with("trap") == 1 << SQUARE["J7"]
    assert [placed.id for placed in colony.open_pieces] == ["45"]
    places = [move for move in map(str, learner(ORE).legal) if move.startswith("b5@")]
    assert len(places) == 4, "the ore vein fits there, and is deep enough in one place"
    distance = {move: learner(ORE, move).colony.distance for move in places}
    assert distance["b5@L5r0"][SQUARE["L5"]] == ORE_DISTANCE == 5 + 1
    assert distance["b5@K9r1"][SQUARE["K9"]] == 4 + 1
    assert (GEM_DISTANCE, GEM_WORTH, PRISONER_WORTH) == (10 + 1, 5, 2)
    assert learner(QUEUED).queue == (34, 0, 0, 0, 1)
    assert try_moves(QUEUED, HEROES, ()).seat == 2, "the rival has finished"
    rival, mine = now(try_moves(QUEUED, HEROES, ("reveal1",))).seats
    assert 0 not in mine.queue
    assert (1 in mine.queue, rival.queue[0]) == (True, 34), "the rival gets what was passed"
    assert missed(QUEUED, "reveal5").seats[0].queue[0] == 1


def test_invaders_of_the_lessons_go_fight_and_take_as_the_words_say() -> None:
    squire = learner(WAY)
    assert squire.walk is not None
    assert (squire.walk.hearts, squire.walk.bags) == (1, 1)
    assert [str(move) for move in squire.legal] == [">I9", ">G9"]
    assert {squire.colony.distance[SQUARE[name]] for name in ("G9", "I9")} == {3}, "as short"
    solved = learner(WAY, ">I9", "guard")
    assert (squire.tokens.counts, solved.tokens.counts) == ([2, 0, 1, 0, 0], [2, 0, 0, 0, 1])
    assert solved.tokens.prisoners == 1 << SQUARE["K9"]
    for way in ((">G9",), (">I9", "gold")):
        seat = missed(WAY, *way).seats[0]
        assert (seat.trace[-1][1], seat.tokens.all_gold) == ("left", 1), "that ends the lesson"
    assert (INVADERS[4].hearts, MAPS[2].goals) == (3, ("deepest treasure",))
    armed = [learner(ARM, *way).tokens.counts for way in ((), ("armg@H9",))]
    assert armed == [[2, 0, 1, 0, 0], [1, 0, 0, 0, 0]]
    for move in ("pass", "armw@K6", "armg@K5"):
        position = missed(ARM, move)
        assert (position.invader, position.seats[0].tokens.all_gold) == (4, 0)
        assert CHANCE in position.to_move, "the next card is not drawn any more"


def test_pieces_and_the_stash_of_the_lessons_bring_what_the_words_say() -> None:
    assert [str(move) for move in learner(PIECES).legal] == ["P", "I12", "I17", "L7"]
    assert learner(PIECES, "L7", "I17").reserve == ("P", "I17", "L7")
    assert missed(PIECES, "L7", "P")
    kept = {str(move): learner(STASH, str(move)).tokens.counts[:2] for move in learner(STASH).legal}
    assert kept.pop("store@L7") == [0, 1], "a gem outlasts the squire in the far chest alone"
    assert kept.pop("buyg@H8") == [2, 0], "the squire is defeated"
    assert {tuple(left) for left in kept.values()} == {(1, 0)}
    assert missed(STASH, "ready")
