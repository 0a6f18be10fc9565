"""The grid under a colony: columns A to O, rows 1 to 13 (``core/squares.py``)."""

from prowlerbot.core.squares import grid

COLUMNS, ROWS = "ABCDEFGHIJKLMNO", 13
WIDTH, SQUARES, GRID, NAME, SQUARE = grid(COLUMNS, ROWS)
ENTRANCE = SQUARE["H7"]
"""The start of invaders and the origin of distances."""

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
STEP = (-WIDTH, 1, WIDTH, -1)
"""The difference between a square and its neighbour in each direction."""


def shift(mask: int, direction: int) -> int:
    """The squares one step away in a direction, on the grid or not."""
    step = STEP[direction]
    return mask << step if step > 0 else mask >> -step
