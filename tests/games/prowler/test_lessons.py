"""Each lesson of the tutorial can be solved, is missed by other moves, and states the truth."""

from __future__ import annotations

import pytest

from cogs.contract.lesson import Lesson, attempt
from cogs.games.prowler.lessons import LESSONS
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.i18n import LANGUAGES, Language
from prowlerbot.games.prowler import Prowler
from tests.lessons import ways, words_leave_room

SOLUTIONS: tuple[set[tuple[str, ...]], ...] = (
    {("8",), ("10",)},
    {("14>M",)},
    {("15",)},
    {("5",), ("21",)},
    {("9", "16"), ("16", "9")},
)
"""By lesson: every way to its goal."""
GAME = Prowler()
READING, *TASKS = LESSONS
EACH = pytest.mark.parametrize(
    ("lesson", "solutions"), list(zip(TASKS, SOLUTIONS, strict=True)), ids=range(1, 6)
)


@EACH
def test_the_goal_is_reached_in_one_or_two_moves_by_these_ways_alone(
    lesson: Lesson, solutions: set[tuple[str, ...]]
) -> None:
    assert lesson.turns in {1, 2}
    assert ways(lesson, GAME) == solutions


@EACH
def test_the_goal_is_not_reached_before_a_move(
    lesson: Lesson, solutions: set[tuple[str, ...]]
) -> None:
    tried = attempt(lesson, GAME, ())
    assert not tried.over
    assert tried.seat == 1
    begin = tried.views[0].seen
    assert lesson.goal is not None
    assert not lesson.goal(begin, begin)
    assert solutions


@EACH
def test_a_move_that_cannot_be_made_is_refused(
    lesson: Lesson, solutions: set[tuple[str, ...]]
) -> None:
    assert solutions
    with pytest.raises(IllegalMove):
        attempt(lesson, GAME, ("28",))


@EACH
def test_no_move_that_brings_as_much_as_a_solution_is_called_wrong(
    lesson: Lesson, solutions: set[tuple[str, ...]]
) -> None:
    assert lesson.worth is not None
    ends = [attempt(lesson, GAME, way) for way in solutions]
    brought = [lesson.worth(tried.views[0].seen, tried.views[-1].seen) for tried in ends]
    assert lesson.enough <= min(brought)
    assert all(map(lesson.brings_enough, ends))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_a_lesson_leave_room_for_what_happened(language: Language) -> None:
    words_leave_room(LESSONS, language)
