"""How well the machine plays: what it may spend on a move, and how much care it takes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from .budget import Budget
from .contract import NotFound
from .move_statistics import Tried


@dataclass(frozen=True, slots=True)
class Level:
    """``slack`` is how much worse than the best a move may look and still be played."""

    name: str
    budget: Budget
    slack: float = 0.0
    endgame: bool = True
    """Whether it searches the end of a match through."""

    def choice(self, tried: Sequence[Tried], rng: random.Random, *, contrast: float = 1.0) -> Any:
        """One of the moves of a search, which come with the best first.

        The slack is that of a game whose ``contrast`` (``hints.py``) is 1, else more or less.
        """
        if not self.slack:
            return tried[0].move
        seen = [row for row in tried if row.visits] or tried
        least = max(row.value for row in seen) - contrast * self.slack
        return rng.choice([row for row in seen if row.value >= least]).move


LEVELS: Mapping[str, Level] = MappingProxyType(
    {
        level.name: level
        for level in (
            Level("easy", Budget(playouts=60, seconds=1.0), slack=0.12, endgame=False),
            Level("medium", Budget(playouts=1000, seconds=1.0)),
            Level("hard", Budget(seconds=1.0)),
        )
    }
)


def level(name: str) -> Level:
    """The level of that name; raises NotFound, naming those that exist."""
    if name not in LEVELS:
        raise NotFound(
            "There is no level “{level}”. Levels: {known}.", level=name, known=tuple(LEVELS)
        )
    return LEVELS[name]
