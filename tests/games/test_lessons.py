"""Each lesson of each game can be solved, is missed by other moves, and its words have room."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import pytest

from cogs.contract.lesson import Attempt, Lesson, attempt
from cogs.games.heroes import lessons as heroes
from cogs.games.heroes import rules_text
from cogs.games.landgrab import lessons as landgrab
from cogs.games.prowler import lessons as prowler
from cogs.presses.addresses import LessonPress
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.games import GAMES
from prowlerbot.games.heroes.colony import GEM
from prowlerbot.games.heroes.scoring import PRISONER, TARGETS
from prowlerbot.games.heroes.stages.draft import MOST_BUILT, QUEUE
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE

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
        (
            {("8",), ("10",)},
            {("14>M",)},
            {("15",)},
            {("5",), ("21",)},
            {("9", "16"), ("16", "9")},
        ),
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
            {(f"reveal{place}",) for place in range(1, QUEUE)},
            {("b5@L5r0",)},
            {(">I9", "guard")},
            {("armg@H9",)},
            {("I17", "L7"), ("L7", "I17")},
            {("store@L7",)},
        ),
        illegal=("b1@A1r0", "t37", "leave", "cell@A1"),
    ),
}
TASKS = [
    pytest.param(game, task, solutions, id=f"{game}-{number}")
    for game, course in COURSES.items()
    for number, (task, solutions) in enumerate(zip(course.tasks, course.solutions, strict=True), 1)
]
RULES: dict[str, tuple[Callable[[], str], tuple[int, ...]]] = {
    "landgrab": (landgrab.rules, (12, 10, 25, 3, 1, 5, 20, 80)),
    "heroes": (
        rules_text.rules,
        (
            QUEUE,
            MOST_BUILT,
            GEM,
            PRISONER,
            ORE_DISTANCE - 1,
            GEM_DISTANCE - 1,
            *TARGETS["brisk"].values(),
        ),
    ),
}
"""By game: its rules in short, and the numbers that matter in them."""


def ways(lesson: Lesson, game: Game, made: Way = ()) -> set[Way]:
    """All ways on from here that reach the goal."""
    tried = attempt(lesson, game, made)
    if tried.over:
        return {made} if tried.reached else set()
    return {way for move in moves(tried) for way in ways(lesson, game, (*made, move))}


def moves(tried: Attempt) -> list[str]:
    return [str(move) for move in tried.views[-1].moves()]


@pytest.mark.parametrize(("game", "task", "solutions"), TASKS)
def test_the_goal_is_reached_in_one_or_two_moves_by_these_ways_alone(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    assert task.turns in {1, 2}
    assert {len(way) for way in solutions} <= {task.turns}
    assert ways(task, GAMES[game]) == solutions
    assert task.worth or bool(task.reminder) == (task.turns > 1), "a second move is asked for"
    for way in solutions:
        page = LessonPress(game, COURSES[game].lessons.index(task), ",".join(way))
        assert LessonPress.read(str(page)) == page
        assert len(str(page)) <= 100, "Discord's limit of a button"


@pytest.mark.parametrize(("game", "task", "solutions"), TASKS)
def test_before_a_move_the_goal_is_ahead_and_after_one_it_is_over_or_the_learner_has_another(
    game: str, task: Lesson, solutions: set[Way]
) -> None:
    del solutions
    tried = attempt(task, GAMES[game], ())
    begin = tried.views[-1].seen
    assert not tried.over
    assert begin.to_move == {tried.seat}
    assert task.goal is not None
    assert not task.goal(begin, begin)
    assert task.spoilt is None or not task.spoilt(begin, begin)
    for move in moves(tried):
        onward = attempt(task, GAMES[game], (move,))
        mine = onward.seat in onward.views[-1].to_move
        assert onward.over or (task.turns > 1 and mine), move
    for move in COURSES[game].illegal:
        with pytest.raises(IllegalMove):
            attempt(task, GAMES[game], (move,))


def test_no_move_that_brings_as_much_as_a_solution_is_called_wrong() -> None:
    course = COURSES["prowler"]
    for task, solutions in zip(course.tasks, course.solutions, strict=True):
        assert task.worth is not None
        ends = [attempt(task, GAMES["prowler"], way) for way in solutions]
        brought = [task.worth(tried.views[0].seen, tried.views[-1].seen) for tried in ends]
        assert task.enough <= min(brought), task.title
        assert all(map(task.brings_enough, ends)), task.title


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
