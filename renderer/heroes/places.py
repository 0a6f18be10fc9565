"""The layout of the shared picture, in the panel of each seat.

The words stand above and below the colony, or beside it in a wide panel if that makes its squares
larger.
"""

from __future__ import annotations

from typing import NamedTuple

from renderer import fonts
from renderer.canvas import XY, Box
from renderer.text import Slot

from .ground.frame import Frame, framed
from .invaders import strip
from .panels.table import GAP, WIDE

HIGH = {1: 1130, 2: 1388, 3: 1388, 4: 1388}
"""Pixels of the whole picture, by the number of seats."""
_HEAD = 62
"""Pixels for the name and the treasure above a colony."""
_WORD = 36
"""Pixels for a word about the seat below them."""
_BESIDE = 316
"""Pixels across for the words beside a colony."""


class Place(NamedTuple):
    """The panel of a seat; ``beside`` tells whether the words stand beside the colony."""

    box: Box
    beside: bool = False

    @property
    def sign(self) -> XY:
        left, top, *_ = self.box
        return left + 32, top + _HEAD / 2 + 2

    @property
    def name(self) -> Slot:
        left, top, right, _ = self.box
        end = left + _BESIDE if self.beside else right - 134
        return Slot((left + 60, top + 6, end, top + _HEAD), fonts.SCRIPTS[0], 36, "left")

    @property
    def word(self) -> Slot:
        left, top, right, _ = self.box
        start, end = (20, left + _BESIDE) if self.beside else (60, right - 20)
        box = (left + start, top + _HEAD, end, top + _HEAD + _WORD)
        return Slot(box, fonts.TEXT, 31, "left")

    @property
    def amount(self) -> Slot:
        """The treasure."""
        left, top, right, _ = self.box
        if self.beside:
            box = (left + 70, top + 100, left + _BESIDE, top + 156)
            return Slot(box, fonts.STRONG, 46, "left")
        return Slot((right - 134, top + 6, right - 56, top + _HEAD), fonts.STRONG, 46, "right")

    @property
    def coin(self) -> tuple[int, int]:
        left, top, right, _ = self.box
        return (left + 20, top + 108) if self.beside else (right - 52, top + 14)

    @property
    def foot(self) -> Box:
        """The box for the effect of the card."""
        left, top, right, bottom = self.box
        if self.beside:
            return left + 20, top + 178, left + _BESIDE, bottom - 12
        return left + 20, bottom - strip.HIGH, right - 20, bottom

    def colony(self, *, word: bool, foot: bool) -> Box:
        """The colony's box beside any word about the seat and any foot."""
        left, top, right, bottom = self.box
        if self.beside:
            return left + _BESIDE + 12, top + 8, right - 12, bottom - 12
        high = top + _HEAD + 2 + _WORD * word
        return left + 8, high, right - 8, bottom - 10 - strip.HIGH * foot


def places(seats: int, top: int) -> list[Place]:
    """The panels below the heading, seat 1 first: two one above the other, more in two columns, the
    third of three below the others. Words stand above the space of a missing colony.
    """
    bottom = HIGH[seats] - GAP
    if seats == 1:
        return [Place((GAP, top, WIDE - GAP, bottom))]
    half, middle = (top + bottom - GAP) // 2, WIDE // 2
    rows = ((top, half), (half + GAP, bottom))
    whole = [Place((GAP, y0, WIDE - GAP, y1)) for y0, y1 in rows]
    if seats == 2:
        return whole
    columns = ((GAP, middle - GAP // 2), (middle + GAP // 2, WIDE - GAP))
    narrow = [Place((x0, y0, x1, y1)) for y0, y1 in rows for x0, x1 in columns]
    return [*narrow[:2], whole[1]] if seats == 3 else narrow


def arranged(place: Place, area: int, *, word: bool, foot: bool) -> tuple[Place, Frame]:
    """The place of the words that makes the squares of a colony largest."""
    left, top, right, bottom = place.box
    ways = [place]
    if right - left > bottom - top:
        ways.insert(0, place._replace(beside=True))
    found = [(way, framed(area, way.colony(word=word, foot=foot), margin=0)) for way in ways]
    return max(found, key=lambda each: each[1].size)
