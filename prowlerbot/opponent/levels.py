"""The levels of the machine: its budget for a move, and its care."""

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
    """``slack`` is the largest accepted difference between the best move and a played one."""

    name: str
    budget: Budget
    slack: float = 0.0
    endgame: bool = True
    """Whether it searches the end of a match exhaustively."""

    def choice(self, tried: Sequence[Tried], rng: random.Random, *, contrast: float = 1.0) -> Any:
        """Choose one of the moves of a search, which are sorted from the best one on.

        The slack is for a game whose ``contrast`` (``hints.py``) is 1, and scales with it.
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
    """The level of that name; raises NotFound, which names the existing ones."""
    if name not in LEVELS:
        raise NotFound(
            "There is no level “{level}”. Levels: {known}.", level=name, known=tuple(LEVELS)
        )
    return LEVELS[name]
