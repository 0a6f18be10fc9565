"""The statistics of a search about the moves of a seat in one situation, and its next choice.

A search prefers moves with good results and moves with few visits (UCT).
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, NamedTuple

from prowlerbot.core.game_parts import Values

EXPECTED = 1.0
"""The weight of the expected value of an untried move, in playouts."""


class Spread:
    """The values of all playouts so far: the mean of each seat, and the spread. The spread is that
    of ``seat``, the seat of the search, because the match may already be decided for another seat.
    """

    __slots__ = ("_seat", "_share", "count", "curiosity", "squares", "sums")

    def __init__(self, seats: int, seat: int, curiosity: float) -> None:
        self._seat = seat - 1
        self._share = curiosity
        self.count = 0
        self.sums = [0.0] * seats
        self.squares = 0.0
        self.curiosity = 0.5 * curiosity

    def add_value(self, values: Values) -> None:
        self.count += 1
        for seat, value in enumerate(values):
            self.sums[seat] += value
        own = values[self._seat]
        self.squares += own * own
        if not self.count & 31:
            mean = self.sums[self._seat] / self.count
            self.curiosity = self._share * sqrt(max(self.squares / self.count - mean * mean, 1e-6))

    def mean(self, seat: int) -> float:
        return self.sums[seat - 1] / self.count if self.count else 0.5


class SearchedMove(NamedTuple):
    """One move after a search: the number of its visits, and their mean value."""

    move: Any
    visits: int
    value: float


class MoveStatistics:
    """The moves of ``seat``; counts begin with the expected value of each.

    ``means`` and ``rarities`` follow from the counts. They are stored because every playout
    compares all moves on its way, and changes one.
    """

    __slots__ = ("means", "moves", "rarities", "seat", "total", "visits", "worth")

    def __init__(self, seat: int, moves: Sequence[Any], expected: Sequence[float]) -> None:
        self.seat = seat
        self.moves = moves
        self.total = 0
        self.visits = [EXPECTED] * len(moves)
        self.worth = [EXPECTED * value for value in expected]
        self.means = [*expected]
        self.rarities = [EXPECTED**-0.5] * len(moves)

    def pick(self, curiosity: float) -> int:
        """The index of the move to visit next."""
        bonus = curiosity * sqrt(log(self.total + 2))
        both = zip(self.means, self.rarities, strict=True)
        scores = [mean + bonus * rarity for mean, rarity in both]
        return scores.index(max(scores))

    def pick_evenly(self, curiosity: float, even: float) -> int:
        """The same, but each move gets its share of the part ``even`` of all playouts."""
        least = min(self.visits)
        if (least - EXPECTED) * len(self.visits) < even * self.total:
            return self.visits.index(least)
        return self.pick(curiosity)

    def add_visit(self, index: int, value: float) -> None:
        self.total += 1
        self.visits[index] = visits = self.visits[index] + 1
        self.worth[index] = worth = self.worth[index] + value
        self.means[index] = worth / visits
        self.rarities[index] = visits**-0.5

    def is_settled(self, left: int) -> bool:
        """Whether no other move can get more visits with so many playouts left."""
        if len(self.visits) < 2:
            return True
        second, first = sorted(self.visits)[-2:]
        return first - second > left

    def tried_moves(self) -> list[SearchedMove]:
        """All moves, sorted by visits, most first."""
        rows = [
            SearchedMove(move, round(visits - EXPECTED), worth / visits)
            for move, visits, worth in zip(self.moves, self.visits, self.worth, strict=True)
        ]
        return sorted(rows, key=lambda row: (-row.visits, -row.value))
