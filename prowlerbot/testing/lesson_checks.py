"""Checks of lessons: the rules allow them, they can be solved and missed, and their words fit."""

from __future__ import annotations

from collections.abc import Iterator

from cogs.contract.lesson import Lesson, attempt
from cogs.contract.screen import Look
from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import Game
from prowlerbot.core.i18n import LANGUAGES, speaking
from prowlerbot.testing.picture_checks import mistakes_of_picture
from prowlerbot.testing.random_matches import Played

LONGEST_TITLE, LONGEST_TEXTS = 40, 2_000
MOST_ATTEMPTS = 3_000
"""The attempts that look for a way to the goal."""


def _lessons(played: Played) -> Iterator[str]:
    for lesson in played.manifest.face.lessons:
        yield from _lesson(played, lesson)


def _lesson(played: Played, lesson: Lesson) -> Iterator[str]:
    game, what = played.game, f"The lesson “{lesson.title}”"
    if lesson.seats not in game.seats:
        yield f"{what} has {lesson.seats} seats, and the game does not."
    for language in LANGUAGES:
        with speaking(language):
            words = (lesson.title, lesson.task, lesson.hint, lesson.praise, lesson.reminder)
            texts = [lesson.translated(text) for text in words if text]
        if len(texts[0]) > LONGEST_TITLE or sum(map(len, texts)) > LONGEST_TEXTS:
            yield f"{what} is too long in {language}: a title has 40 characters, all texts 2,000."
    try:
        begun = attempt(lesson, game, ())
    except IllegalMove as error:
        yield f"{what} has an illegal move among its `moves`: {error}"
        return
    view = begun.views[-1]
    if lesson.goal is None:
        if lesson.drawings is not None:
            names = [f"Player {seat}" for seat in range(1, lesson.seats + 1)]
            for drawing in lesson.drawings(view, Look(names, names)):
                yield from mistakes_of_picture(drawing, f"A picture of {what}")
        return
    if begun.over or begun.seat not in view.to_move:
        yield f"{what} is over before the learner moves: let `moves` end at the learner's turn."
        return
    names = [f"Player {seat}" for seat in range(1, lesson.seats + 1)]
    played.manifest.face.screen(begun.views, Look(names, names))
    if lesson.goal(view.seen, view.seen):
        yield f"{what} has reached its `goal` before the learner moves."
    yield from _solved(game, lesson, what)


def _solved(game: Game, lesson: Lesson, what: str) -> Iterator[str]:
    """The mistake of a lesson without a way to its goal, or in which every way leads there."""
    ways: list[tuple[str, ...]] = [()]
    reached = missed = False
    for _ in range(MOST_ATTEMPTS):
        if not ways or (reached and missed):
            break
        made = ways.pop()
        try:
            tried = attempt(lesson, game, made)
        except RuntimeError:  # no reply follows in a generator
            yield f"{what} has no legal reply for the rival after {', '.join(made)}: add `replies`."
            return
        reached |= tried.reached
        missed |= tried.missed
        if not tried.over:
            ways += [(*made, str(move)) for move in tried.views[-1].moves()]
    if not reached:
        yield f"{what} cannot be solved in {lesson.turns} moves: mend `goal`, `replies` or `turns`."
    elif not missed and not ways:
        yield f"{what} is solved by every move: set a task that can be missed."


CHECKS = (_lessons,)
