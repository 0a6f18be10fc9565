"""Helpers for tests of the lessons of any game."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from cogs.contract.lesson import Lesson, attempt
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import Language, speaking


def ways(lesson: Lesson, game: Game, made: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """All ways on from here that reach the goal."""
    tried = attempt(lesson, game, made)
    if tried.over:
        return {made} if tried.reached else set()
    moves = [str(move) for move in tried.views[-1].moves()]
    return {way for move in moves for way in ways(lesson, game, (*made, move))}


def words_leave_room(lessons: Sequence[Lesson], language: Language) -> None:
    """What a lesson says leaves room in its message for what happened."""
    with speaking(language):
        for lesson in lessons:
            words = (lesson.title, lesson.task, lesson.hint, lesson.praise, lesson.reminder)
            assert sum(len(lesson.told(text)) for text in words if text) < 2_000
            assert len(lesson.told(lesson.title)) <= 40


def rules_fit_and_have(
    rules: Callable[[], str], numbers: Iterable[int], language: Language
) -> None:
    """The rules in short fit into a message, and have the numbers that matter."""
    with speaking(language):
        text = rules()
    assert len(text) <= 4_000
    for number in numbers:
        assert re.search(rf"\b{number}\b", text), number
