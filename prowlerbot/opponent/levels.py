"""How well the machine plays: what it may spend on a move, and how much care it takes."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from .budget import Budget
from .contract import NotFound
from .tally import Tried


@dataclass(frozen=True, slots=True)
class Level:
    """``slack`` is how much worse than the best a move may look that is played all the same."""

    name: str
    budget: Budget
    slack: float = 0.0
    endgame: bool = True
    """Whether it searches the end of a match through."""

    def choice(self, tried: Sequence[Tried], rng: random.Random) -> Any:
        """One of the moves of a search, which come with the best first."""
        if not self.slack:
            return tried[0].move
        best = max(row.value for row in tried if row.visits)
        good = [row for row in tried if row.visits and row.value >= best - self.slack]
        return rng.choice(good).move


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
    """The level of that name; raises NotFound, naming the ones that there are."""
    if name not in LEVELS:
        raise NotFound(
            "There is no level “{level}”; there is: {known}.", level=name, known=tuple(LEVELS)
        )
    return LEVELS[name]
