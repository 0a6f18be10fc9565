"""Results of a day's tries: their order, a player's place among them, and their distribution."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from prowlerbot.core.game import Mark, Outcome

SQUARES = {Mark.GOOD: "🟩", Mark.FAIR: "🟨", Mark.POOR: "🟥"}
_MOST_BARS = 6


def squares(marks: Sequence[Mark]) -> str:
    """The course of a try as a row of squares, without its moves."""
    return "".join(SQUARES[mark] for mark in marks)


@dataclass(frozen=True, slots=True)
class Score:
    """The result of a try. ``margin`` is the lead over the best other seat or, alone, the total."""

    rank: int
    margin: int
    total: int

    @property
    def order(self) -> tuple[int, int, int]:
        """Sorts the best try first."""
        return self.rank, -self.margin, -self.total


def score_of(outcome: Outcome, seat: int) -> Score:
    totals = outcome.totals
    others = [total for other, total in enumerate(totals, 1) if other != seat]
    own = totals[seat - 1]
    return Score(outcome.ranks[seat - 1], own - max(others) if others else own, own)


@dataclass(frozen=True, slots=True)
class Bar:
    """The number of tries with a margin from ``first`` to ``last``."""

    first: int
    last: int
    count: int

    def holds(self, margin: int) -> bool:
        return self.first <= margin <= self.last


def bars(counts: Mapping[int, int]) -> list[Bar]:
    """The tries by their margins, in a few bars of the same width. A bar may be empty."""
    if not counts:
        return []
    low, high = min(counts), max(counts)
    width = next(each for each in _WIDTHS if high // each - low // each < _MOST_BARS)
    all_bars = []
    for step in range(low // width, high // width + 1):
        first = step * width
        last = first + width - 1
        count = sum(many for margin, many in counts.items() if first <= margin <= last)
        all_bars.append(Bar(first, last, count))
    return all_bars


_WIDTHS = [digit * 10**zeros for zeros in range(8) for digit in (1, 2, 5)]
"""Readable widths, the smallest first."""


def place(score: Score, others: Mapping[tuple[int, int, int], int]) -> int:
    """The place of a result among others, which are counted by order. Equal results share one."""
    return 1 + sum(count for order, count in others.items() if order < score.order)
