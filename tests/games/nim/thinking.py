"""The machine's knowledge of Nim."""

from functools import reduce
from operator import xor

from prowlerbot.core.game_parts import Hints
from tests.games.nim.rules import Position


def value(position: Position) -> tuple[float, float]:
    """A player who leaves heaps with a binary sum of 0 wins."""
    good = 0.9 if reduce(xor, position.heaps) else 0.1
    return (good, 1 - good) if position.seat == 1 else (1 - good, good)


HINTS: Hints[Position, str] = Hints(value=value, horizon=4)
