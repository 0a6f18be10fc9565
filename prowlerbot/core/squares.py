"""Grids of squares, as numbers and as bit masks.

A row of the masks has one more square, which is unused, so that a shift by one square never runs
into the next row. Rising numbers are in reading order.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import NamedTuple


class Grid(NamedTuple):
    """A grid with the names of its squares, such as A1."""

    width: int
    """The difference between a square and the one below it."""
    squares: tuple[int, ...]
    mask: int
    """The mask of all squares."""
    name: tuple[str, ...]
    """The name of each number; "" for an unused one."""
    square: dict[str, int]
    """The number of each name."""


def grid(columns: str, rows: int) -> Grid:
    """A grid of these columns, with rows from 1."""
    places = [(column, row) for row in range(1, rows + 1) for column in (*columns, "")]
    name = tuple(f"{column}{row}" if column else "" for column, row in places)
    square = {square_name: number for number, square_name in enumerate(name) if square_name}
    squares = tuple(square.values())
    return Grid(len(columns) + 1, squares=squares, mask=mask_of(squares), name=name, square=square)


def mask_of(squares: Iterable[int]) -> int:
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def unite(masks: Iterable[int]) -> int:
    return reduce(or_, masks, 0)


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, in reading order."""
    squares = []
    while mask:
        lowest = mask & -mask
        squares.append(lowest.bit_length() - 1)
        mask ^= lowest
    return squares
