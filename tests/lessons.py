"""What tests of the lessons of any game share."""

from __future__ import annotations

from cogs.life.lesson import Lesson, attempt
from prowlerbot.core.game import Game


def ways(lesson: Lesson, game: Game, made: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """All ways on from here that reach the goal."""
    tried = attempt(lesson, game, made)
    if tried.over:
        return {made} if tried.reached else set()
    moves = [str(move) for move in tried.views[-1].moves()]
    return {way for move in moves for way in ways(lesson, game, (*made, move))}
