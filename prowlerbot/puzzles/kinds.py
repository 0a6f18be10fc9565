"""What a game says about its puzzles: their themes, and which positions are the same to a solver.

A game says it by plain functions of these names in its module ``puzzles``; each is optional.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field, fields
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from prowlerbot.core.game import Game

NO_THEME = ""


def _no_theme(position: Any, seat: int, move: Any) -> str:  # noqa: ARG001 - the default
    return NO_THEME


def _itself(position: Any) -> Hashable:
    return (type(position).__name__, position)


def _any(position: Any, seat: int) -> bool:  # noqa: ARG001 - the default
    return True


@dataclass(frozen=True, slots=True)
class Kind:
    """``themes`` has the English name of each theme by its key."""

    themes: Mapping[str, str] = field(default_factory=dict)
    theme: Callable[[Any, int, Any], str] = _no_theme
    """The theme of a position in which this move of a seat is best."""
    likeness: Callable[[Any], Hashable] = _itself
    """A key that all positions share which are the same to a player, such as mirror images; made of
    tuples, texts and numbers.
    """

    fits: Callable[[Any, int], bool] = _any
    """Whether the machine can tell what the moves of a seat bring in a position."""

    def same(self, one: Any, other: Any) -> bool:
        """Whether two positions are the same to a player."""
        return self.likeness(one) == self.likeness(other)

    def id(self, game: Game, position: Any, seat: int) -> str:
        """The id of the puzzle of this position."""
        told = repr((game.key, seat, self.likeness(position)))
        return hashlib.sha256(told.encode()).hexdigest()[:12]


def kind_of(game: Game) -> Kind:
    package = import_module(type(game).__module__)
    if not hasattr(package, "__path__") or not find_spec(name := f"{package.__name__}.puzzles"):
        return Kind()
    module = import_module(name)
    return Kind(
        **{f.name: getattr(module, f.name) for f in fields(Kind) if hasattr(module, f.name)}
    )
