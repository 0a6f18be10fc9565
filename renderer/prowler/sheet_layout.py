"""Where everything stands on the score sheet: boxes in pixels, as data.

The categories run down the middle, seat 1 stands to the left of them and seat 2 to the right. Each
seat has a column for mid-game, one for the final scoring and one for both together.
"""

from __future__ import annotations

from typing import NamedTuple

from prowlerbot.games.prowler.scoring import CATEGORIES
from renderer import fonts
from renderer.canvas import XY
from renderer.text import Box, Slot

SIZE = (1000, 900)

TITLE = Slot((100, 22, 900, 80), fonts.TITLE, 50)

COLUMNS = ("mid", "final", "both")

_LEFT = (8, 626)
_BLOCK = 366
_COLUMN = _BLOCK // len(COLUMNS)
_ROWS_TOP, _ROW = 242, 72

BLOCKS: tuple[Box, ...] = tuple((x, 100, x + _BLOCK, 668) for x in _LEFT)
"""Each seat's panel."""
MIDDLE: Box = (378, 216, 622, 668)
"""The panel of the categories."""
SIGNS: tuple[XY, ...] = tuple((x + 40.0, 138.0) for x in _LEFT)
NAMES: tuple[Slot, ...] = tuple(
    Slot((x + 74, 112, x + _BLOCK - 12, 164), fonts.SCRIPTS[0], 40, "left") for x in _LEFT
)
NAME_LEAST = 26
HEADING_SLOTS: tuple[dict[str, Slot], ...] = tuple(
    {
        column: Slot((x + i * _COLUMN + 2, 180, x + (i + 1) * _COLUMN - 2, 216), fonts.TEXT, 28)
        for i, column in enumerate(COLUMNS)
    }
    for x in _LEFT
)


def row_top(row: int) -> int:
    """The upper edge of a category's row; the row after the last holds the sums."""
    return _ROWS_TOP - 20 + _ROW * row


def number(seat: int, column: str, row: int) -> Slot:
    """Where a number stands; the row after the categories holds the sums."""
    left = _LEFT[seat - 1] + COLUMNS.index(column) * _COLUMN
    top = row_top(row)
    size = 50 if row == len(CATEGORIES) else 44
    return Slot((left + 12, top + 10, left + _COLUMN - 12, top + _ROW - 10), fonts.STRONG, size)


CATEGORY_SIGNS: tuple[XY, ...] = tuple(
    (406.0, row_top(row) + _ROW / 2) for row in range(len(CATEGORIES))
)
CATEGORY_SLOTS: tuple[Slot, ...] = tuple(
    Slot((436, row_top(row) + 12, 618, row_top(row) + _ROW - 12), fonts.TEXT, 31, "left")
    for row in range(len(CATEGORIES))
)
SUM_SLOT = Slot((388, row_top(5) + 12, 612, row_top(5) + _ROW - 12), fonts.TITLE, 36)


class Total(NamedTuple):
    frame: Box
    """The flat ground, in the seat's colour for the winner."""
    slot: Slot


def total(seat: int) -> Total:
    slot = number(seat, "both", len(CATEGORIES))
    left, top, right, bottom = slot.box
    return Total((left - 4, top - 2, right + 4, bottom + 2), slot)


RESULT = Slot((60, 682, 940, 756), fonts.SCRIPTS[0], 52)
RESULT_LEAST = 26
REASON = Slot((40, 758, 960, 802), fonts.TEXT, 36)
