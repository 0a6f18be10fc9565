"""The game space: 12 × 12 squares, columns A to L, rows 1 to 12 (``core/squares.py``)."""

from __future__ import annotations

from prowlerbot.core.squares import grid

COLUMNS, ROWS = "ABCDEFGHIJKL", 12
WIDTH, SQUARES, SPACE, NAME, SQUARE = grid(COLUMNS, ROWS)


def with_adjacent(mask: int) -> int:
    """The squares of a mask and all others that share an edge or a corner with them."""
    wide = mask | mask << 1 | mask >> 1
    return (wide | wide << WIDTH | wide >> WIDTH) & SPACE


def with_beside(mask: int) -> int:
    """The squares of a mask and all others that share an edge with them."""
    return (mask | mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH) & SPACE


ADJACENT: tuple[int, ...] = tuple(
    with_adjacent(1 << square) & ~(1 << square) if NAME[square] else 0
    for square in range(len(NAME))
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
