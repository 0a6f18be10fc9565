"""The possible orientations of a piece in a place, each with its surroundings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.heroes.colony import Colony, Placed
from renderer.canvas import Box, Piece, put_all
from renderer.heroes.colours import Colours

from . import colony as colonies
from . import lights
from .frame import Frame, window

_NUMBER = 54
"""Pixels for a number, and between two orientations."""
_LARGEST = 104
PANEL = 940
"""Pixels across of the box around them."""


def height(options: Sequence[Placed], most: int) -> int:
    """The height of the orientations, ``most`` pixels at most, in a box as wide as the panel."""
    wide, high = _largest(options)
    size, a_row = _grid(len(options), (wide, high), (PANEL, most))
    return -(-len(options) // a_row) * (size * high + 10)


def _largest(options: Sequence[Placed]) -> tuple[int, int]:
    """Squares across and down of the orientations, with their surroundings."""
    windows = [window(each.area) for each in options]
    return max(len(columns) for columns, _ in windows), max(len(rows) for _, rows in windows)


def pieces(theme: Colours, colony: Colony, options: Sequence[Placed], box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    windows = [window(each.area) for each in options]
    wide, high = _largest(options)
    size, a_row = _grid(len(options), (wide, high), (right - left, bottom - top))
    number_of_rows = -(-len(options) // a_row)
    across, down = wide * size + _NUMBER, (bottom - top) // number_of_rows
    start = left + (right - left - a_row * across) // 2
    for at, (each, (columns, rows)) in enumerate(zip(options, windows, strict=True)):
        frame = Frame(columns, rows, size, 0, 0)
        drawn = Image.new("P", (frame.right, frame.bottom), theme.index(theme.soil))
        after = colony.with_piece(each)
        lit = [square for square, _ in each.cells]
        surroundings = colonies.within(theme, frame, after, each.area)
        put_all(drawn, (*surroundings, *lights.highlighted(theme, frame, lit, {})))
        row, column = divmod(at, a_row)
        x = start + column * across + _NUMBER - 4
        y = top + row * down + (down - frame.bottom) // 2
        yield Piece(drawn, x, y)
        yield lights.badge(theme, str(at + 1), 46).shifted(x - _NUMBER + 4, y)


def _grid(count: int, squares: tuple[int, int], room: tuple[int, int]) -> tuple[int, int]:
    """The largest size of the squares, and the number of orientations in a row at that size."""
    (wide, high), (across, down) = squares, room
    found = []
    for a_row in range(1, count + 1):
        rows = -(-count // a_row)
        size = min((across // a_row - _NUMBER) // wide, (down // rows - 10) // high, _LARGEST)
        found.append((size // 2 * 2, a_row))
    largest, _ = max(found)
    # Few rows, for a quick overview, unless they make the squares much smaller.
    return next(each for each in reversed(found) if each[0] >= largest * 3 // 4)
