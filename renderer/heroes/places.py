"""The layout of the shared picture, in the panel of each seat.

All colonies have squares of one size, the largest at which they fit. The words are above and
below a colony, or beside it in a wide panel if that makes the squares larger. Where the squares of
three or four colonies would be too small for a phone, the picture grows.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations, product
from typing import NamedTuple

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.heroes import invaders
from renderer.heroes.frame import NAMES, SIZES, Frame, border_outside, frame_area, window
from renderer.heroes.table import GAP, WIDE
from renderer.text import Slot, width

HIGH = {1: 1130, 2: 1436, 3: 1436, 4: 1436}
"""The height of the picture by the number of seats; an animation keeps it."""
HIGHEST = 2050
"""The greatest height of a picture."""
LEAST = 45
"""The picture grows if its squares are smaller; a phone shows such a square 14 pixels wide."""
_HEAD = 62
"""The height of the name and the treasure above a colony."""
_WORD = 36
"""The height of a word about the seat below the name."""
_BESIDE = 316
"""The width of the words beside a colony."""
_NARROWEST = 470
"""The least width of a panel, with room for a name with treasure or the effects of a card."""
_LOWEST = 426
"""The least height of a panel with words beside the colony and a foot."""


class Need(NamedTuple):
    """The squares that a panel shows, and whether it has a word about the seat, and a foot."""

    area: int
    word: bool
    foot: bool


_AMOUNT = 120
"""The width of the treasure with its coin, to the right of a name."""
_EXTRA = 34
"""The size of the number of gems or of prisoners, unless it is too wide."""
_EXTRA_SIGN = 42
_WIDEST_EXTRA = 126
"""The greatest width of a number of gems or prisoners with its sign."""


class Place(NamedTuple):
    """The panel of a seat; ``beside`` says whether the words are beside the colony."""

    box: Box
    beside: bool = False

    @property
    def sign(self) -> XY:
        left, top, *_ = self.box
        return left + 32, top + _HEAD / 2 + 2

    @property
    def name(self) -> Slot:
        left, top, right, _ = self.box
        end = left + _BESIDE if self.beside else right - _AMOUNT
        return Slot((left + 60, top + 6, end, top + _HEAD), fonts.SCRIPTS[0], 36, "left")

    @property
    def word(self) -> Slot:
        left, top, right, _ = self.box
        start, end = (20, left + _BESIDE) if self.beside else (60, right - 20)
        box = (left + start, top + _HEAD, end, top + _HEAD + _WORD)
        return Slot(box, fonts.TEXT, 31, "left")

    @property
    def amount(self) -> Slot:
        """The slot of the treasure."""
        left, top, right, _ = self.box
        if self.beside:
            box = (left + 70, top + 100, left + _BESIDE, top + 156)
            return Slot(box, fonts.STRONG, 46, "left")
        return Slot((right - _AMOUNT, top + 6, right - 56, top + _HEAD), fonts.STRONG, 46, "right")

    @property
    def coin(self) -> tuple[int, int]:
        left, top, right, _ = self.box
        return (left + 20, top + 108) if self.beside else (right - 52, top + 14)

    def extras(self, numbers: Sequence[str]) -> list[tuple[Slot, tuple[int, int]]]:
        """The slots of the numbers of gems and prisoners, and the corners of their signs."""
        left, top, right, _ = self.box
        extras = []
        x = left + 20 if self.beside else right - _AMOUNT - 8
        for across in map(_extra, numbers):
            if self.beside:
                box = (x + _EXTRA_SIGN, top + 156, x + across - 4, top + 200)
                extras.append((Slot(box, fonts.STRONG, _EXTRA, "left"), (x, top + 160)))
                x += across
            else:
                box = (x - across + 8, top + 6, x - _EXTRA_SIGN, top + _HEAD)
                slot = Slot(box, fonts.STRONG, _EXTRA, "right")
                extras.append((slot, (x - 38, top + 16)))
                x -= across
        return extras

    def name_before(self, numbers: Sequence[str]) -> Slot:
        """The slot of the name beside these numbers of gems and prisoners."""
        left, top, right, bottom = self.name.box
        taken = 0 if self.beside else sum(map(_extra, numbers)) + 10 * bool(numbers)
        return self.name._replace(box=(left, top, right - taken, bottom))

    @property
    def foot(self) -> Box:
        """The box for the effect of the card."""
        left, top, right, bottom = self.box
        if self.beside:
            return left + 20, top + 204, left + _BESIDE, bottom - 12
        return left + 20, bottom - invaders.HIGH, right - 20, bottom

    def colony(self, need: Need) -> Box:
        """The box of the colony: the panel without the word about the seat and without the foot."""
        left, top, right, bottom = self.box
        if self.beside:
            return left + _BESIDE + 12, top + 8, right - 12, bottom - 12
        high = top + _HEAD + 2 + _WORD * need.word
        return left + 8, high, right - 8, bottom - 10 - invaders.HIGH * need.foot

    def frame(self, need: Need) -> Frame:
        return frame_area(need.area, self.colony(need), margin=0)


def _extra(number: str) -> int:
    """The width of a number with its sign; a short number leaves the name more room."""
    return min(_EXTRA_SIGN + math.ceil(width(number, fonts.STRONG, _EXTRA)) + 8, _WIDEST_EXTRA)


def _least_size(need: Need, size: int, *, beside: bool) -> tuple[int, int]:
    """The width and the height of a panel whose colony has squares of a size."""
    columns, rows = window(need.area, 0)
    around = NAMES + 2 * border_outside(size)
    wide, high = size * len(columns) + around, size * len(rows) + around
    if beside:
        return wide + _BESIDE + 24, max(high + 20, _LOWEST if need.foot else 0)
    head = _HEAD + 12 + _WORD * need.word + invaders.HIGH * need.foot
    return max(wide + 16, _NARROWEST), high + head


_Lines = tuple[tuple[int, ...], ...]
"""The numbers of the panels in each line, counted from 0."""


def _lines(order: tuple[int, ...]) -> Iterator[_Lines]:
    """All ways to put panels in this order into lines of one or two."""
    if not order:
        yield ()
    for count in range(2, 0, -1):
        if count <= len(order):
            for rest in _lines(order[count:]):
                yield (order[:count], *rest)


@lru_cache(maxsize=64)
def places(needs: tuple[Need, ...], top: int, *, grows: bool = True) -> tuple[Place, ...]:
    """The panels below the heading, seat 1 first."""
    across, low = WIDE - 2 * GAP, HIGH[len(needs)] - GAP
    seats = tuple(range(len(needs)))
    size, lines, rows = _largest_arrangement(needs, list(_lines(seats)), (across, low - top))
    if grows and len(needs) > 2 and size < LEAST:
        orders = [lines for order in permutations(seats) for lines in _lines(order)]
        size, lines, rows = _lowest_arrangement(needs, orders, (across, HIGHEST - GAP - top))
        low = max(low, top + _height(rows))
    panels = dict(
        zip(
            (at for line in lines for at in line),
            _place_panels(rows, top, (across, low - top)),
            strict=True,
        )
    )
    return tuple(panels[at] for at in seats)


_Row = list[tuple[bool, int, int]]
"""The panels of a line: whether the words are beside the colony, the width and the height."""


_Arranged = tuple[int, _Lines, list[_Row]]
"""The size of the squares, the lines, and their panels at that size."""


def _largest_arrangement(
    needs: Sequence[Need], ways: Sequence[_Lines], room: tuple[int, int]
) -> _Arranged:
    """The arrangement with the largest squares that fits."""
    for size in SIZES:
        arrangements = _at_size(needs, ways, size, room)
        if arrangements:
            return size, *arrangements[0]
    lines = ways[0]
    each = [[(False, room[0] // len(line), room[1] // len(lines)) for _ in line] for line in lines]
    return 0, lines, each


def _lowest_arrangement(
    needs: Sequence[Need], ways: Sequence[_Lines], room: tuple[int, int]
) -> _Arranged:
    """The lowest arrangement with squares of the least size, or of smaller ones if none fits."""
    for size in SIZES[SIZES.index(LEAST) :]:
        arrangements = _at_size(needs, ways, size, room)
        if arrangements:
            return size, *min(arrangements, key=lambda each: _height(each[1]))
    return _largest_arrangement(needs, ways, room)


def _at_size(
    needs: Sequence[Need], ways: Sequence[_Lines], size: int, room: tuple[int, int]
) -> list[tuple[_Lines, list[_Row]]]:
    """All arrangements that fit with squares of a size."""
    arrangements = []
    for lines in ways:
        rows = [_line([needs[at] for at in line], size, room[0]) for line in lines]
        if all(rows) and _height(rows) <= room[1]:
            arrangements.append((lines, rows))
    return arrangements


def _height(rows: Sequence[_Row]) -> int:
    return sum(max(high for _, _, high in row) for row in rows) + GAP * (len(rows) - 1)


def _line(needs: Sequence[Need], size: int, across: int) -> _Row:
    """The lowest panels that fit side by side; empty if none do."""
    rows = []
    for ways in product((False, True), repeat=len(needs)):
        row = [
            (beside, *_least_size(need, size, beside=beside))
            for need, beside in zip(needs, ways, strict=True)
        ]
        if sum(wide for _, wide, _ in row) + GAP * (len(row) - 1) <= across:
            rows.append(row)
    return min(rows, key=lambda row: max(high for _, _, high in row), default=[])


def _place_panels(rows: Sequence[_Row], top: int, room: tuple[int, int]) -> Iterator[Place]:
    """The panels in their places; the remaining room is divided evenly among them."""
    heights = [max(high for _, _, high in row) for row in rows]
    for row, high in zip(rows, _fill_room(heights, room[1]), strict=True):
        left = GAP
        for (beside, _, _), wide in zip(
            row, _fill_room([wide for _, wide, _ in row], room[0]), strict=True
        ):
            yield Place((left, top, left + wide, top + high), beside)
            left += wide + GAP
        top += high + GAP


def _fill_room(lengths: Sequence[int], room: int) -> list[int]:
    """The lengths, each a little longer, so that they fill the room together with their gaps."""
    spare = room - sum(lengths) - GAP * (len(lengths) - 1)
    more = spare // len(lengths)
    return [
        *(each + more for each in lengths[:-1]),
        lengths[-1] + spare - more * (len(lengths) - 1),
    ]
