"""The grid under a colony: columns A to O, rows 1 to 13, as numbers and as bit masks.

A row of the masks has an unused sixteenth square, so that a shift by one square never runs into the
next row. Rising numbers are in reading order.
"""

from __future__ import annotations

COLUMNS = "ABCDEFGHIJKLMNO"
ROWS = 13
WIDTH = len(COLUMNS) + 1
"""The difference between a square and the one below it."""
SIZE = ROWS * WIDTH
"""An upper bound of the numbers of squares."""

SQUARES: tuple[int, ...] = tuple(
    row * WIDTH + column for row in range(ROWS) for column in range(len(COLUMNS))
)
NAME: tuple[str, ...] = tuple(
    f"{COLUMNS}-"[number % WIDTH] + str(number // WIDTH + 1) for number in range(SIZE)
)
"""The name of a square, by its number."""
SQUARE: dict[str, int] = {NAME[square]: square for square in SQUARES}
"""The number of a square, by its name."""

GRID = sum(1 << square for square in SQUARES)
ENTRANCE = SQUARE["H7"]
"""The start of invaders and the origin of distances."""

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
STEP = (-WIDTH, 1, WIDTH, -1)
"""The difference between a square and its neighbour in each direction."""


def stepped(mask: int, direction: int) -> int:
    """The squares one step away in a direction, on the grid or not."""
    step = STEP[direction]
    return mask << step if step > 0 else mask >> -step


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, in reading order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found
