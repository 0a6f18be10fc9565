"""The grid under a colony: columns A to O, rows 1 to 13, as numbers and as bit masks.

A row of the masks has a sixteenth square that belongs to nobody, so that a mask can be moved by a
square without one row running into the next. A rising number is reading order.
"""

from __future__ import annotations

COLUMNS = "ABCDEFGHIJKLMNO"
ROWS = 13
WIDTH = len(COLUMNS) + 1
"""What lies between a square and the one below it."""
SIZE = ROWS * WIDTH
"""More than any number of a square."""

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
"""Where invaders start and distances count from."""

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
STEP = (-WIDTH, 1, WIDTH, -1)
"""What lies between a square and its neighbour in each direction."""


def stepped(mask: int, direction: int) -> int:
    """The squares one step away in a direction, whether they lie on the grid or not."""
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
