"""The layout of the score sheet: boxes in pixels, as data.

The winner and the totals come first. Below them the categories run down the middle, with seat 1 on
the left and seat 2 on the right. Each seat has a column for mid-game, one for the final scoring and
one for their sum. The parts of a number are below it. Each district has a row. On a sheet with
mid-game alone, every number is on the right, with its parts in large letters before it. At the
end of a match the graph of wealth is at the bottom.
"""

from __future__ import annotations

from prowlerbot.games.prowler.position import DISTRICTS
from prowlerbot.games.prowler.rules import CATEGORIES
from renderer import fonts, sheet
from renderer.canvas import XY, Box
from renderer.graph import Ends
from renderer.text import Slot

SHORT, TALL = 1064, 1421
"""The height of a sheet without the graph of wealth, and with it."""

REASON = Slot((40, 206, 960, 246), fonts.TEXT, 34)

COLUMNS = ("mid", "final", "both")
ALONE = "alone"
"""The column of mid-game while it is the only one."""

_LEFT = (6, 616)
_BLOCK = 378
_WIDE = {"mid": 144, "final": 144, "both": 84}
"""The widths of columns; together they are narrower than the panel."""
_ALONE = 340
_TOP, _BOTTOM = 252, 968

NUMBERS: Box = (0, sheet.RESULT.box[1], sheet.WIDTH, _BOTTOM + 4)
"""The area without the title, the skyline and the graph."""

BLOCKS: tuple[Box, ...] = tuple((x, _TOP, x + _BLOCK, _BOTTOM) for x in _LEFT)
"""Each seat's panel."""
MIDDLE: Box = (388, 342, 612, _BOTTOM)
"""The panel of the categories."""
SIGNS: tuple[XY, ...] = tuple((x + 38.0, 284.0) for x in _LEFT)
NAMES: tuple[Slot, ...] = tuple(
    Slot((x + 70, 258, x + _BLOCK - 12, 310), fonts.SCRIPTS[0], 40, "left") for x in _LEFT
)
NAME_LEAST = 26


def _column(seat: int, column: str) -> tuple[int, int]:
    """The left and the right edge of a column."""
    if column == ALONE:
        inset = (_BLOCK - _ALONE) // 2
        return _LEFT[seat - 1] + inset, _LEFT[seat - 1] + inset + _ALONE
    before = COLUMNS[: COLUMNS.index(column)]
    left = _LEFT[seat - 1] + sum(_WIDE[each] for each in before)
    return left, left + _WIDE[column]


def _alone(seat: int) -> int:
    """The right edge of every number that is alone."""
    return _column(seat, ALONE)[1] - 20


HEADING_SLOTS: tuple[dict[str, Slot], ...] = tuple(
    {
        column: Slot((left + 2, 310, right - 2, 344), fonts.TEXT, 28)
        for column in COLUMNS
        for left, right in (_column(seat, column),)
    }
    | {ALONE: Slot((_column(seat, ALONE)[0], 310, _alone(seat), 344), fonts.TEXT, 32, "right")}
    for seat in (1, 2)
)

SUMS = len(CATEGORIES)
"""The row after the categories."""
_HEIGHTS = {"passages": 78, "statues": 54, "items": 78, "districts": 52, "achievements": 78}
_DISTRICT = 42
_SUM_HEIGHT = 68
_DISTRICTS = CATEGORIES.index("districts")


def row(number: int) -> tuple[int, int]:
    """The top and the bottom of a category's row, or of the row of sums."""
    top = MIDDLE[1] + 6
    for category in CATEGORIES[:number]:
        top += _HEIGHTS[category]
    if number > _DISTRICTS:
        top += _DISTRICT * len(DISTRICTS)
    return top, top + (_SUM_HEIGHT if number == SUMS else _HEIGHTS[CATEGORIES[number]])


def _district_row(district: int) -> tuple[int, int]:
    top = row(_DISTRICTS)[1] + _DISTRICT * district
    return top, top + _DISTRICT


_PARTS = 32
"""The font size of a number's parts."""
_DIGITS = 80
"""The width of a number that is alone."""
_LARGE = 42
"""The font size of the parts of a number that is alone."""


def number(seat: int, column: str, at: int, *, above: bool = False) -> Slot:
    """The slot of the wealth of a category or of the sum, ``above`` its parts if they are shown."""
    left, right = _column(seat, column)
    top, bottom = row(at)
    if column == ALONE:
        end, size = _alone(seat), 54 if at == SUMS else 46
        return Slot((end - _DIGITS, top + 6, end, bottom - 6), fonts.STRONG, size, "right")
    if at == SUMS:
        return Slot((left + 4, top + 8, right - 4, bottom - 8), fonts.STRONG, 48)
    low = bottom - 34 if above else bottom - 4
    return Slot((left + 6, top + 4, right - 6, low), fonts.STRONG, 42)


def parts(seat: int, column: str, at: int) -> Slot:
    """The slot of the parts of a category's number."""
    left, right = _column(seat, column)
    top, bottom = row(at)
    if column == ALONE:
        end = _alone(seat) - _DIGITS - 6
        return Slot((left, top + 4, end, bottom - 4), fonts.TEXT, _LARGE, "right")
    return Slot((left + 6, bottom - 36, right - 6, bottom - 4), fonts.TEXT, _PARTS)


def district_parts(seat: int, district: int) -> Slot:
    """The slot of the parts of the number of a district, on a sheet with mid-game alone."""
    left, end = _column(seat, ALONE)[0], _alone(seat) - _DIGITS - 6
    top, bottom = _district_row(district)
    return Slot((left, top + 1, end, bottom - 3), fonts.TEXT, 38, "right")


def district_number(seat: int, column: str, district: int) -> Slot:
    left, right = _column(seat, column)
    top, bottom = _district_row(district)
    if column != ALONE:
        return Slot((left + 6, top + 2, right - 6, bottom - 2), fonts.STRONG, 36)
    end = _alone(seat)
    return Slot((end - _DIGITS, top + 1, end, bottom - 3), fonts.STRONG, 40, "right")


LINES: tuple[int, ...] = tuple(row(at)[0] for at in range(SUMS + 1))
"""The upper edges of all rows that have a line above."""

CATEGORY_SIGN = 18.0
CATEGORY_SIGNS: tuple[XY, ...] = tuple((417.0, (row(at)[0] + row(at)[1]) / 2) for at in range(SUMS))
CATEGORY_SLOTS: tuple[Slot, ...] = tuple(
    Slot((439, row(at)[0] + 4, 604, row(at)[1] - 4), fonts.TEXT, 29, "left") for at in range(SUMS)
)
DISTRICT_SIGNS: tuple[XY, ...] = tuple(
    (430.0, (top + bottom) / 2 + 1) for top, bottom in map(_district_row, range(len(DISTRICTS)))
)
DISTRICT_SLOTS: tuple[Slot, ...] = tuple(
    Slot((458, top + 2, 608, bottom - 2), fonts.TEXT, 28, "left")
    for top, bottom in map(_district_row, range(len(DISTRICTS)))
)
SUM_SLOT = Slot((394, row(SUMS)[0] + 8, 606, row(SUMS)[1] - 8), fonts.TITLE, 36)


# The graph of wealth below the sheet.

GRAPH: Box = (6, 976, 994, 1353)
GRAPH_TITLE = Slot((26, 982, 640, 1018), fonts.TEXT, 32, "left")
PLOT: Box = (84, 1066, 852, 1311)
"""The area of the lines: the first move on the left, the last one on the right."""
COURSES: Box = (14, 982, 986, 1347)
"""The inside of the panel, without its edge."""
MOVES = 1315, 1347
"""The top and the bottom of the numbers of moves."""
MOVES_WORD = Slot((828, 1315, 980, 1347), fonts.TEXT, 28, "left")
"""The slot of the caption of the numbers of moves."""
HALF = 1024, 1060
"""The top and the bottom of the pay at mid-game scoring."""
HALF_WORD = 344
HALF_SIGN = 14.0
ENDS = Ends(sign=27, left=50, right=134, size=42)
