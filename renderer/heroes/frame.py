"""The visible part of a colony's grid, and its scale."""

from dataclasses import dataclass

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.pieces import COLUMNS, ROWS, WIDTH
from renderer.canvas import Box

MARGIN = 1
"""The number of squares shown around the built area, as room to build."""
SMALLEST = 29
"""The least size of type: nine pixels high on a phone and on a computer."""
NAMES = 34
"""The width of the names of rows and the height of those of columns."""
AWAY: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The directions of north, east, south and west on a picture."""
SIZES = (
    *(140, 120, 104, 98, 92, 82, 76, 71, 66, 62, 58, 55, 51),
    *(48, 45, 43, 41, 39, 37, 35, 32, 28, 24, 20),
)
"""The possible sizes of a square: few, because each size has cached pictures."""


@dataclass(frozen=True)
class Frame:
    """``size`` is the side of a square; ``left`` and ``top`` are the corner of the first one."""

    columns: range
    rows: range
    size: int
    left: int
    top: int

    def corner(self, number: int) -> tuple[int, int]:
        row, column = divmod(number, WIDTH)
        x = self.left + (column - self.columns.start) * self.size
        return x, self.top + (row - self.rows.start) * self.size

    def box(self, number: int) -> Box:
        x, y = self.corner(number)
        return x, y, x + self.size, y + self.size

    def centre(self, number: int) -> tuple[float, float]:
        left, top, right, bottom = self.box(number)
        return (left + right) / 2, (top + bottom) / 2

    @property
    def right(self) -> int:
        return self.left + len(self.columns) * self.size

    @property
    def bottom(self) -> int:
        return self.top + len(self.rows) * self.size


def window(area: int, margin: int = MARGIN) -> tuple[range, range]:
    """The columns and rows of squares, with ``margin`` more around them."""
    squares = squares_in(area)
    across = [each % WIDTH for each in squares]
    down = [each // WIDTH for each in squares]
    columns = range(max(0, min(across) - margin), min(len(COLUMNS), max(across) + margin + 1))
    return columns, range(max(0, min(down) - margin), min(ROWS, max(down) + margin + 1))


def frame_area(area: int, box: Box, *, margin: int = MARGIN) -> Frame:
    """The part of the grid with these squares, as large as fits into a box, in its middle."""
    columns, rows = window(area, margin)
    left, top, right, bottom = box
    across, down = right - left - NAMES, bottom - top - NAMES
    size = next((size for size in SIZES if _fits(size, columns, rows, (across, down))), SIZES[-1])
    x = left + NAMES + (across - size * len(columns)) // 2
    y = top + NAMES + (down - size * len(rows)) // 2
    return Frame(columns, rows, size, x, y)


def border_outside(size: int) -> int:
    """The border for arrows out of a colony, inside the names, by the size of squares."""
    return size * 11 // 50


def _fits(size: int, columns: range, rows: range, room: tuple[int, int]) -> bool:
    across, down = room
    around = 2 * border_outside(size)
    return size * len(columns) + around <= across and size * len(rows) + around <= down
