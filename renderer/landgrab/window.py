"""The visible part of the space, and the places of its squares on the picture."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import COLUMNS, ROWS, SPACE, WIDTH
from prowlerbot.games.landgrab.rules import Position
from renderer.canvas import XY, Box

ACROSS = 1000
BAND = 44
"""The border around the squares: a little sea, and the frame that names columns and rows."""
FRAME = 30
"""The width of the frame of the map."""
SPAN = ACROSS - 2 * BAND
LARGEST = 140
"""The largest side of a square, however small the map."""
DRAWN_FOR = 76
"""The side of a square in the units of every drawing."""
TOP = 84
"""The top of the map, below the banner."""


class Window(NamedTuple):
    """Columns and rows from the first one shown; ``cell`` is the side of a square in pixels.

    ``left`` and ``top`` are the corner of the first square, ``high`` is the height of the map with
    its band.
    """

    first_column: int
    first_row: int
    columns: int
    rows: int
    cell: int
    left: int
    top: int
    high: int

    @property
    def box(self) -> Box:
        """The map with its band."""
        return 0, TOP, ACROSS, TOP + self.high

    @property
    def inner(self) -> Box:
        """The map within its frame."""
        return FRAME, TOP + FRAME, ACROSS - FRAME, TOP + self.high - FRAME

    def square_box(self, square: int) -> Box:
        row, column = divmod(square, WIDTH)
        left = self.left + (column - self.first_column) * self.cell
        top = self.top + (row - self.first_row) * self.cell
        return left, top, left + self.cell, top + self.cell

    def centre(self, square: int) -> XY:
        left, top, right, bottom = self.square_box(square)
        return (left + right) / 2, (top + bottom) / 2

    def covering(self, squares: tuple[int, ...]) -> Box:
        boxes = [self.square_box(square) for square in squares]
        lefts, tops, rights, bottoms = zip(*boxes, strict=True)
        return min(lefts), min(tops), max(rights), max(bottoms)


def window(state: Position) -> Window:
    """The part of the space with the squares of the map, or the whole space during tile laying.

    The height stays the same throughout a match.
    """
    if state.setup.map is not None:
        return _window(state.setup.map.squares, together=False)
    shown = SPACE if state.phase == "tiles" else state.map.squares
    return _window(shown, together=True)


@lru_cache(maxsize=256)
def _window(mask: int, *, together: bool) -> Window:
    places = [divmod(square, WIDTH) for square in squares_in(mask)]
    rows, columns = sorted({row for row, _ in places}), sorted({column for _, column in places})
    across, down = columns[-1] - columns[0] + 1, rows[-1] - rows[0] + 1
    cell = min(SPAN // across, SPAN // down, LARGEST)
    high = SPAN // len(COLUMNS) * ROWS if together else cell * down
    left = (ACROSS - cell * across) // 2
    top = TOP + BAND + (high - cell * down) // 2
    return Window(columns[0], rows[0], across, down, cell, left, top, high + 2 * BAND)
