"""The layout of the final sheet: boxes in pixels, as data.

The winner, the totals and the reason come first. Below them each seat has a row, the winner's on
top: its player, its buildings with their sums, and its points. The graph of points is at the
bottom.
"""

from __future__ import annotations

from typing import NamedTuple

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.graph import Ends
from renderer.text import Slot

REASONS: tuple[Slot, Slot] = (
    Slot((24, 206, 976, 244), fonts.TEXT, 34),
    Slot((24, 244, 976, 282), fonts.TEXT, 32),
)
"""The reason for the end of the match, and the deciding rule."""

# A row per seat.

_LEFT, _RIGHT = 6, 994
HEADINGS_TOP = 284
_FIRST = 328
_HEIGHT, _APART = 142, 150
_COLUMNS = {"small": (374, 566), "large": (592, 772), "last": (798, 846), "points": (874, 988)}
_SIGN_BETWEEN = 26
HEADINGS: dict[str, Slot] = {
    column: Slot((left, HEADINGS_TOP, right, _FIRST - 8), fonts.TEXT, 30)
    for column, (left, right) in {**_COLUMNS, "last": (762, 878)}.items()
}
NAME_LEAST = 26


class Row(NamedTuple):
    """The places of a seat's items."""

    panel: Box
    sign: XY
    name: Slot
    hearts: XY
    """The place of the first heart."""
    state: Slot
    """Whether the seat is out or has left."""
    short_state: Slot
    """The slot of the state beside a ribbon."""
    buildings: dict[str, Box]
    made: dict[str, Slot]
    """The parts of a column's number, up to the sign before it."""
    number: dict[str, Slot]
    nothing: dict[str, Slot]
    """The slots of numbers without parts."""
    plus: tuple[Slot, ...]
    """The signs between the columns, the last one for an equals sign."""
    pawn: XY
    ribbon: Slot
    total: Slot


SIGN = 17.0
HEART, HEARTS_APART = 15.0, 38
PAWN = 28.0
BUILDING = 56
"""The largest side of a small building."""


def row(place: int) -> Row:
    """The row of a seat, by its place from the top."""
    top = _FIRST + place * _APART
    bottom = top + _HEIGHT
    sums = bottom - 50, bottom - 8
    columns = _COLUMNS
    made, number, nothing, buildings = {}, {}, {}, {}
    for column, (left, right) in columns.items():
        if column == "points":
            continue
        buildings[column] = left + 2, top + 10, right - 2, sums[0] - 2
        nothing[column] = Slot((left, sums[0], right, sums[1]), fonts.STRONG, 42)
        if column == "last":
            continue
        middle = (left + right) // 2 + 30
        made[column] = Slot((left + 12, sums[0], middle, sums[1]), fonts.TEXT, 32, "right")
        number[column] = Slot((middle + 10, sums[0], right, sums[1]), fonts.STRONG, 42, "left")
    edges = [right for _, right in list(columns.values())[:-1]]
    plus = tuple(Slot((x, sums[0], x + _SIGN_BETWEEN, sums[1]), fonts.TEXT, 32) for x in edges)
    left, right = columns["points"]
    return Row(
        panel=(_LEFT, top, _RIGHT, bottom),
        sign=(42.0, top + 42.0),
        name=Slot((76, top + 12, 364, top + 72), fonts.SCRIPTS[0], 40, "left"),
        hearts=(44.0, bottom - 34.0),
        state=Slot((156, bottom - 54, 366, bottom - 14), fonts.TEXT, 32, "left"),
        short_state=Slot((150, bottom - 54, 222, bottom - 14), fonts.TEXT, 32, "left"),
        buildings=buildings,
        made=made,
        number=number,
        nothing=nothing,
        plus=plus,
        pawn=((columns["last"][0] + columns["last"][1]) / 2, top + 50.0),
        ribbon=Slot((226, bottom - 54, 366, bottom - 12), fonts.TITLE, 28),
        total=Slot((left, bottom - 104, right, bottom - 8), fonts.STRONG, 84),
    )


# The graph of points below the rows.

GRAPH_HEIGHT = 346
_SKY = 66


class Graph(NamedTuple):
    panel: Box
    title: Slot
    plot: Box
    """The area of the lines: the first round on the left, the last one on the right."""
    rounds: tuple[int, int]
    """The top and the bottom of the numbers of rounds."""
    rounds_word: Slot
    """The caption of those numbers."""
    last: Slot
    """The bonus of the last pawn, above the end of its line."""


def graph(seats: int) -> Graph:
    top = row(seats - 1).panel[3] + 8
    return Graph(
        panel=(_LEFT, top, _RIGHT, top + GRAPH_HEIGHT),
        title=Slot((26, top + 8, 560, top + 46), fonts.TEXT, 32, "left"),
        plot=(64, top + 64, 872, top + 292),
        rounds=(top + 306, top + 340),
        rounds_word=Slot((868, top + 306, 984, top + 340), fonts.TEXT, 28, "left"),
        last=Slot((570, top + 10, 886, top + 46), fonts.TEXT, 32, "right"),
    )


ENDS = Ends(sign=30, left=54, right=118, size=42)


def height(seats: int, *, tall: bool) -> int:
    """The height of a sheet, with the graph or without."""
    foot = graph(seats).panel[3] if tall else row(seats - 1).panel[3]
    return foot + _SKY
