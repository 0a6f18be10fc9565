"""The game space: 12 × 12 squares, columns A to L, rows 1 to 12, as numbers and as bit masks.

A row of the masks has an unused thirteenth square, so that a shift by one square never runs into
the next row. Rising numbers are in reading order.
"""

from __future__ import annotations

from collections.abc import Iterable

COLUMNS = "ABCDEFGHIJKL"
ROWS = 12
WIDTH = len(COLUMNS) + 1
"""The difference between a square and the one below it."""

SQUARES: tuple[int, ...] = tuple(
    row * WIDTH + column for row in range(ROWS) for column in range(len(COLUMNS))
)
SQUARE: dict[str, int] = {
    f"{column}{row + 1}": row * WIDTH + at
    for row in range(ROWS)
    for at, column in enumerate(COLUMNS)
}
"""The number of a square, by its name."""
_NAMES: dict[int, str] = {square: name for name, square in SQUARE.items()}
NAME: tuple[str, ...] = tuple(_NAMES.get(square, "") for square in range(ROWS * WIDTH))
"""The name of a square, by its number."""

SPACE = sum(1 << square for square in SQUARES)


def masked(squares: Iterable[int]) -> int:
    """The mask of some squares."""
    mask = 0
    for square in squares:
        mask |= 1 << square
    return mask


def squares_in(mask: int) -> list[int]:
    """The squares of a mask, in reading order."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return found


def with_adjacent(mask: int) -> int:
    """The squares of a mask and all others that share an edge or a corner with them."""
    wide = mask | mask << 1 | mask >> 1
    return (wide | wide << WIDTH | wide >> WIDTH) & SPACE


def with_beside(mask: int) -> int:
    """The squares of a mask and all others that share an edge with them."""
    return (mask | mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH) & SPACE


ADJACENT: tuple[int, ...] = tuple(
    with_adjacent(1 << square) & ~(1 << square) if NAME[square] else 0
    for square in range(ROWS * WIDTH)
)
"""The squares that share an edge or a corner with a square, as a mask, by its number."""


def joined(within: int, start: int, goal: int) -> bool:
    """Whether steps to adjacent squares of ``within`` lead from ``start`` to all of ``goal``."""
    seen = start
    while goal & ~seen:
        wide = seen | seen << 1 | seen >> 1
        wider = (wide | wide << WIDTH | wide >> WIDTH) & within
        if wider == seen:
            return False
        seen = wider
    return True


def apart(one: int, other: int) -> int:
    """The distance between two squares: the larger of columns and rows."""
    (row, column), (other_row, other_column) = divmod(one, WIDTH), divmod(other, WIDTH)
    return max(abs(row - other_row), abs(column - other_column))
