"""The layout of the final sheet: boxes in pixels, as data.

The winner, the totals and the reason come first. Below them each seat has a row, the best at the
top: the profit of each of its colonies, and their sum. The graph is at the bottom.
"""

from __future__ import annotations

from typing import NamedTuple

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.graph import Ends
from renderer.text import Slot

REASON = Slot((24, 206, 976, 246), fonts.TEXT, 34)

# A row per seat, with a block per round.

_LEFT, _RIGHT = 6, 994
_HEADINGS = 254
_FIRST = 296
_HEIGHT, _APART = 152, 160
_BLOCKS, _SUM_ONLY = 290, 114
"""The left edge of the rounds, and the width of a round that shows only its sum."""
SOURCE = 38
"""The side of the sign of a source."""
SIGN = 17.0
NAME_LEAST = 26


class Rounds(NamedTuple):
    """The number of rounds, and the index of the one that shows its sources."""

    in_all: int
    detailed: int

    def span(self, at: int) -> tuple[int, int]:
        """The left and right end of a round."""
        wide = _RIGHT - 10 - _BLOCKS - _SUM_ONLY * (self.in_all - 1)
        left = _BLOCKS + _SUM_ONLY * at + (wide - _SUM_ONLY if at > self.detailed else 0)
        return left, left + (wide if at == self.detailed else _SUM_ONLY)


def heading(rounds: Rounds, at: int) -> Slot:
    """The slot of the heading of a round, by its place from the left."""
    left, right = rounds.span(at)
    return Slot((left, _HEADINGS, right - 6, _FIRST - 6), fonts.TEXT, 30)


class Block(NamedTuple):
    """A colony's profit: gold, gems, prisoners, most guards; and their value."""

    left: int
    signs: tuple[XY, ...]
    """The upper left corners of the signs; empty if only the sum is shown."""
    numbers: tuple[Slot, ...]
    sum: Slot


class Row(NamedTuple):
    panel: Box
    sign: XY
    name: Slot
    state: Slot
    """The rank, or a note that the seat has left."""
    ribbon: Slot
    blocks: tuple[Block, ...]


def row(place: int, rounds: Rounds) -> Row:
    """The row of a seat, by its place from the top."""
    top = _FIRST + place * _APART
    panel = (_LEFT, top, _RIGHT, top + _HEIGHT)
    name = Slot((74, top + 14, _BLOCKS - 20, top + 66), fonts.SCRIPTS[0], 38, "left")
    state = Slot((74, top + 76, _BLOCKS - 20, top + 132), fonts.TEXT, 32, "left")
    ribbon = Slot((28, top + 82, 262, top + 132), fonts.TITLE, 32)
    blocks = tuple(
        _block(rounds.span(at), top, detailed=at == rounds.detailed) for at in range(rounds.in_all)
    )
    return Row(panel, (42.0, top + 40.0), name, state, ribbon, blocks)


def _block(span: tuple[int, int], top: int, *, detailed: bool) -> Block:
    left, right = span
    if not detailed:
        slot = Slot((left + 6, top + 24, right - 6, top + _HEIGHT - 24), fonts.STRONG, 40)
        return Block(left, (), (), slot)
    signs, numbers = [], []
    across = (right - left - 170) // 2
    for at in range(4):
        x, y = left + 20 + at % 2 * across, top + 18 + at // 2 * 66
        signs.append((float(x), float(y)))
        numbers.append(Slot((x + 46, y, x + across - 8, y + 40), fonts.STRONG, 34, "left"))
    box = (right - 150, top + 24, right - 14, top + _HEIGHT - 24)
    return Block(left, tuple(signs), tuple(numbers), Slot(box, fonts.STRONG, 58, "right"))


# The graph at the foot.

ENDS = Ends(sign=30, left=54, right=108, size=40)
_GRAPH = 316
_FOOT = 66
"""The height of the skyline below the last panel."""


class Graph(NamedTuple):
    panel: Box
    title: Slot
    plot: Box
    rounds: tuple[int, int]
    """The top and the bottom of the words below the plot."""


def graph(seats: int) -> Graph:
    top = _FIRST + seats * _APART
    panel = (_LEFT, top, _RIGHT, top + _GRAPH)
    title = Slot((30, top + 8, 960, top + 48), fonts.TEXT, 31, "left")
    plot = (84, top + 64, 880, top + _GRAPH - 56)
    return Graph(panel, title, plot, (plot[3] + 8, plot[3] + 46))


def height(seats: int, *, tall: bool) -> int:
    """The height of a sheet; a tall one has the graph."""
    bottom = _FIRST + seats * _APART
    return bottom + (_GRAPH + 8 if tall else 0) + _FOOT
