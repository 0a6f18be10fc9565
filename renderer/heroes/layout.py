"""The layout of the pictures: the visible part of a colony, and the panel of each seat.

All colonies of the shared picture have squares of one size, the largest at which they fit: a wide
panel has its words beside the colony if that makes the squares larger.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes.pieces import COLUMNS, ROWS, WIDTH
from renderer import fonts
from renderer.canvas import XY, Box
from renderer.text import Slot, text_width

WIDE, GAP = 1000, 10
"""The width of a picture, and the pixels between two panels."""
EFFECT_HEIGHT = 52  # the height of a line about the effect of a card
MARGIN = 1  # the number of squares shown around the built area, as room to build
MIN_LETTER_SIZE = 29
"""The least size of type: nine pixels high on a phone and on a computer."""
NAMES_ROOM = 34  # the width of the names of rows and the height of those of columns
DIRECTION_STEPS: tuple[tuple[int, int], ...] = ((0, -1), (1, 0), (0, 1), (-1, 0))
"""The directions of north, east, south and west on a picture."""
_SQUARE_SIZES = (
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


def grid_around(area: int, margin: int = MARGIN) -> tuple[range, range]:
    """The columns and rows of squares, with ``margin`` more around them."""
    squares = squares_in(area)
    columns = [each % WIDTH for each in squares]
    rows = [each // WIDTH for each in squares]
    shown = range(max(0, min(columns) - margin), min(len(COLUMNS), max(columns) + margin + 1))
    return shown, range(max(0, min(rows) - margin), min(ROWS, max(rows) + margin + 1))


def frame_area(area: int, box: Box, *, margin: int = MARGIN) -> Frame:
    """The part of the grid with these squares, as large as fits into a box, in its middle."""
    columns, rows = grid_around(area, margin)
    left, top, right, bottom = box
    width, height = right - left - NAMES_ROOM, bottom - top - NAMES_ROOM
    fitting = (size for size in _SQUARE_SIZES if _fits_into(size, columns, rows, (width, height)))
    size = next(fitting, _SQUARE_SIZES[-1])
    x = left + NAMES_ROOM + (width - size * len(columns)) // 2
    y = top + NAMES_ROOM + (height - size * len(rows)) // 2
    return Frame(columns, rows, size, x, y)


def border_outside(size: int) -> int:
    """The border for arrows out of a colony, inside the names, by the size of squares."""
    return size * 11 // 50


def _fits_into(size: int, columns: range, rows: range, room: tuple[int, int]) -> bool:
    width, height = room
    around = 2 * border_outside(size)
    return size * len(columns) + around <= width and size * len(rows) + around <= height


# ------------------------------------------------------------------- the panels of the seats

_HEAD_HEIGHT = 52  # the height of the name and the treasure above a colony
_WORD_HEIGHT = 36
_WORDS_WIDTH = 284
_MIN_WIDTH = 430
"""The least width of a panel, with room for a name with treasure or the effects of a card."""
_MIN_HEIGHT = 200
"""The least height of a panel with words beside the colony, without its foot."""
_AMOUNT_WIDTH = 112  # the width of the treasure with its coin, to the right of a name
_EXTRA_SIZE = 34  # the size of the number of gems or of prisoners, unless it is too wide
_EXTRA_SIGN_WIDTH = 42
_MAX_EXTRA_WIDTH = 126  # the greatest width of a number of gems or prisoners with its sign


class Need(NamedTuple):
    """The squares that a panel shows, and whether it has a word about the seat, and a foot."""

    area: int
    word: bool
    foot: bool


class Place(NamedTuple):
    """The panel of a seat; ``beside`` says whether the words are beside the colony."""

    box: Box
    beside: bool = False

    @property
    def sign_centre(self) -> XY:
        left, top, *_ = self.box
        return left + 32, top + _HEAD_HEIGHT / 2 + 3

    @property
    def name_slot(self) -> Slot:
        left, top, right, _ = self.box
        end = left + _WORDS_WIDTH if self.beside else right - _AMOUNT_WIDTH
        return Slot((left + 60, top + 4, end, top + _HEAD_HEIGHT), fonts.SCRIPTS[0], 36, "left")

    @property
    def word_slot(self) -> Slot:
        left, top, right, _ = self.box
        start, end = (20, left + _WORDS_WIDTH) if self.beside else (60, right - 20)
        box = (left + start, top + _HEAD_HEIGHT, end, top + _HEAD_HEIGHT + _WORD_HEIGHT)
        return Slot(box, fonts.TEXT, 31, "left")

    @property
    def amount_slot(self) -> Slot:
        left, top, right, _ = self.box
        if self.beside:
            return Slot((left + 66, top + 88, left + 130, top + 136), fonts.STRONG, 44, "left")
        return Slot(
            (right - _AMOUNT_WIDTH, top + 4, right - 54, top + _HEAD_HEIGHT),
            fonts.STRONG,
            44,
            "right",
        )

    @property
    def coin_corner(self) -> tuple[int, int]:
        left, top, right, _ = self.box
        return (left + 18, top + 92) if self.beside else (right - 50, top + 10)

    def extra_places(self, numbers: Sequence[str]) -> list[tuple[Slot, tuple[int, int]]]:
        """The slots of the numbers of gems and prisoners, and the corners of their signs."""
        left, top, right, _ = self.box
        extras = []
        x = left + 20 if self.beside else right - _AMOUNT_WIDTH - 8
        for width in map(_extra_width, numbers):
            if self.beside:
                box = (x + _EXTRA_SIGN_WIDTH, top + 140, x + width - 4, top + 184)
                extras.append((Slot(box, fonts.STRONG, _EXTRA_SIZE, "left"), (x, top + 144)))
                x += width
            else:
                box = (x - width + 8, top + 4, x - _EXTRA_SIGN_WIDTH, top + _HEAD_HEIGHT)
                extras.append((Slot(box, fonts.STRONG, _EXTRA_SIZE, "right"), (x - 38, top + 12)))
                x -= width
        return extras

    def name_slot_beside(self, numbers: Sequence[str]) -> Slot:
        """The slot of the name beside these numbers of gems and prisoners."""
        left, top, right, bottom = self.name_slot.box
        taken = 0 if self.beside else sum(map(_extra_width, numbers)) + 10 * bool(numbers)
        return self.name_slot._replace(box=(left, top, right - taken, bottom))

    @property
    def foot_box(self) -> Box:
        left, top, right, bottom = self.box
        if self.beside:
            return left + 16, top + 188, left + _WORDS_WIDTH, top + 188 + 2 * EFFECT_HEIGHT
        return left + 20, bottom - EFFECT_HEIGHT - 2, right - 16, bottom - 2

    def colony_box(self, need: Need) -> Box:
        """The box of the colony: the panel without the word about the seat and without the foot."""
        left, top, right, bottom = self.box
        if self.beside:
            return left + _WORDS_WIDTH + 12, top + 8, right - 12, bottom - 10
        colony_top = top + _HEAD_HEIGHT + 2 + _WORD_HEIGHT * need.word
        return left + 8, colony_top, right - 8, bottom - 6 - EFFECT_HEIGHT * need.foot

    def colony_frame(self, need: Need) -> Frame:
        return frame_area(need.area, self.colony_box(need), margin=0)


def _extra_width(number: str) -> int:
    """The width of a number with its sign; a short number leaves the name more room."""
    width = math.ceil(text_width(number, fonts.STRONG, _EXTRA_SIZE))
    return min(_EXTRA_SIGN_WIDTH + width + 8, _MAX_EXTRA_WIDTH)


def _least_size(need: Need, size: int, *, beside: bool) -> tuple[int, int]:
    """The width and the height of a panel whose colony has squares of a size."""
    columns, rows = grid_around(need.area, 0)
    around = NAMES_ROOM + 2 * border_outside(size)
    width, height = size * len(columns) + around, size * len(rows) + around
    if beside:
        return width + _WORDS_WIDTH + 24, max(height + 18, _MIN_HEIGHT + 100 * need.foot)
    head = _HEAD_HEIGHT + 8 + _WORD_HEIGHT * need.word + EFFECT_HEIGHT * need.foot
    return max(width + 16, _MIN_WIDTH), height + head


_PanelsOfLines = tuple[tuple[int, ...], ...]
"""The numbers of the panels in each line, counted from 0."""


def _divisions_into_lines(order: tuple[int, ...]) -> Iterator[_PanelsOfLines]:
    """All divisions of panels in this order into lines of one or two."""
    if not order:
        yield ()
    for count in range(2, 0, -1):
        if count <= len(order):
            for rest in _divisions_into_lines(order[count:]):
                yield (order[:count], *rest)


@lru_cache(maxsize=64)
def place_panels(needs: tuple[Need, ...], top: int) -> tuple[Place, ...]:
    """The panels of a square from ``top`` on, seat 1 first."""
    room = WIDE - 2 * GAP, WIDE - GAP - top
    return tuple(_place_panels(_largest_rows(needs, room), top, room))


_PanelsOfRow = list[tuple[bool, int, int]]
"""The panels of a line: whether the words are beside the colony, the width and the height."""


def _largest_rows(needs: Sequence[Need], room: tuple[int, int]) -> list[_PanelsOfRow]:
    """The panels in lines, with the largest squares that fit."""
    divisions = list(_divisions_into_lines(tuple(range(len(needs)))))
    for size in _SQUARE_SIZES:
        for lines in divisions:
            rows = [_row_of_needs([needs[it] for it in line], size, room[0]) for line in lines]
            if all(rows) and _rows_height(rows) <= room[1]:
                return rows
    lines = divisions[0]
    return [[(False, room[0] // len(line), room[1] // len(lines)) for _ in line] for line in lines]


def _rows_height(rows: Sequence[_PanelsOfRow]) -> int:
    return sum(max(height for _, _, height in row) for row in rows) + GAP * (len(rows) - 1)


def _row_of_needs(needs: Sequence[Need], size: int, max_width: int) -> _PanelsOfRow:
    """The lowest panels that fit side by side; empty if none do."""
    rows = []
    for choice in product((False, True), repeat=len(needs)):
        panels = zip(needs, choice, strict=True)
        row = [(beside, *_least_size(need, size, beside=beside)) for need, beside in panels]
        if sum(width for _, width, _ in row) + GAP * (len(row) - 1) <= max_width:
            rows.append(row)
    return min(rows, key=lambda row: max(height for _, _, height in row), default=[])


def _place_panels(rows: Sequence[_PanelsOfRow], top: int, room: tuple[int, int]) -> Iterator[Place]:
    """The panels in their places; the remaining room is divided evenly among them."""
    heights = [max(height for _, _, height in row) for row in rows]
    for row, height in zip(rows, _fill_room(heights, room[1]), strict=True):
        left = GAP
        widths = _fill_room([width for _, width, _ in row], room[0])
        for (beside, _, _), width in zip(row, widths, strict=True):
            yield Place((left, top, left + width, top + height), beside)
            left += width + GAP
        top += height + GAP


def _fill_room(lengths: Sequence[int], room: int) -> list[int]:
    """The lengths, each a little longer, so that they fill the room together with their gaps."""
    spare = room - sum(lengths) - GAP * (len(lengths) - 1)
    added = spare // len(lengths)
    last = lengths[-1] + spare - added * (len(lengths) - 1)
    return [*(each + added for each in lengths[:-1]), last]
