"""The one table of a competition: its picture, its alt text and its words are made from it.

Standings, the results of all matches, a ladder and a podium are such tables.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, groupby
from math import ceil
from typing import Literal

from prowlerbot.core.i18n import mark, tr
from renderer.competition import ground
from renderer.competition.ground import Heading, Sign

Way = Literal["up", "down", "left", "away", ""]
WAYS: dict[Way, tuple[Sign, str]] = {
    "up": (ground.up, mark("goes up")),
    "down": (ground.down, mark("goes down")),
    "left": (ground.gone, mark("is out")),
    "away": (ground.away, mark("on holiday")),
}
Kind = Literal["won", "drawn", "lost", "playing", "challenges", "bye", "own", "none"]
_HEADS = 2
"""The lines that the heads of several blocks take away."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a row. ``below`` stands under ``text``.

    ``against`` has pairs of an outcome and the opponent; a bye has opponent 0.
    """

    text: str = ""
    kind: Kind = "none"
    below: str = ""
    against: tuple[tuple[Kind, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Row:
    """``place`` is 0 for a player without one; the first three can have a ``medal``.
    Consecutive rows of the same ``block`` share that title.
    """

    place: int
    player: int
    name: str
    points: str = ""
    cells: tuple[Cell, ...] = ()
    way: Way = ""
    medal: bool = True
    block: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """``points`` is the title of the points, ``columns`` are those of the cells."""

    heading: Heading
    rows: tuple[Row, ...]
    points: str = ""
    columns: tuple[str, ...] = ()

    def part(self, rows: range, columns: range) -> Table:
        """Some of the rows and columns."""
        some = slice(columns.start, columns.stop)
        return replace(
            self,
            rows=tuple(replace(self.rows[at], cells=self.rows[at].cells[some]) for at in rows),
            columns=self.columns[some],
        )

    @property
    def legend(self) -> list[tuple[Sign, str]]:
        """The signs of its rows, with their words."""
        ways = {row.way for row in self.rows}
        return [(sign, tr(word)) for way, (sign, word) in WAYS.items() if way in ways]

    @property
    def blocks(self) -> Iterator[tuple[str, Sequence[Row]]]:
        for title, rows in groupby(self.rows, key=lambda row: row.block):
            yield title, [*rows]


def windows(count: int, most: int) -> list[range]:
    """Rows or columns in pieces of about the same size."""
    pieces = max(1, ceil(count / most))
    size = max(1, ceil(count / pieces))
    return [range(at, min(count, at + size)) for at in range(0, max(1, count), size)]


def row_windows(table: Table, most: int) -> list[range]:
    """The rows of each picture, at most ``most`` lines; none of several blocks is split."""
    sizes = [len(rows) for _, rows in table.blocks]
    if len(sizes) < 2:
        return windows(len(table.rows), most)
    ends = [0, *accumulate(sizes)]
    fitting = windows(len(sizes), max(1, (most - _HEADS) // max(sizes)))
    return [range(ends[blocks.start], ends[blocks.stop]) for blocks in fitting]
