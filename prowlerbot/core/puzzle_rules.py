"""The rules of a game for its puzzles: their themes, and the positions that count as the same."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any, Generic

from prowlerbot.core.game import Game, M, S


def _no_theme(position: Any, seat: int, move: Any) -> str:  # noqa: ARG001 - the default
    return ""


def _itself(position: Any) -> Hashable:
    return (type(position).__name__, position)


def _any(position: Any, seat: int) -> bool:  # noqa: ARG001 - the default
    return True


@dataclass(frozen=True, slots=True)
class PuzzleRules(Generic[S, M]):
    """Each rule is optional. A game states them as ``PUZZLES`` in its module ``puzzles``."""

    themes: Mapping[str, str] = field(default_factory=dict)
    """The English name of each theme by its key."""

    theme: Callable[[S, int, M], str] = _no_theme
    """The theme of a position in which this move of a seat is best."""

    likeness: Callable[[S], Hashable] = _itself
    """A key that all positions share which are the same to a player, such as mirror images; made of
    tuples, texts and numbers.
    """

    fits: Callable[[S, int], bool] = _any
    """Whether the machine can judge the moves of a seat in a position."""

    def same(self, one: S, other: S) -> bool:
        """Whether two positions are the same to a player."""
        return self.likeness(one) == self.likeness(other)

    def id(self, game: Game, position: S, seat: int) -> str:
        """The id of the puzzle of this position."""
        key = repr((game.key, seat, self.likeness(position)))
        return sha256(key.encode()).hexdigest()[:12]


AnyPuzzleRules = PuzzleRules[Any, Any]
"""The rules as the puzzles handle them: they do not look into positions and moves."""
