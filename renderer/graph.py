"""Graphs of a match: the course of each seat's total, with its own shape and colour.

The shapes are the signs of the seats (``glyphs``): the first line is plain, the second has ties
across like planks, the third a thread along its middle, the fourth pairs of ties. Each line carries
its seat's shape at the numbered points of the course.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from . import fonts, glyphs
from .canvas import XY, Box, Canvas
from .text import Slot, write, written
from .theme import Colour, Theme

NUMBER = 28
"""The size of the numbers around a plot."""
END_SIGN = 13.0
END_APART = 44
"""The least distance between two numbers at the ends of lines."""
_RIM = 5.0
"""The extra width of a line's rim."""
_SHAPE = 8.0
_TIE, _NEXT = 3.0, 13.0
"""The thickness of a tie, and the distance to the next one."""
_PAIR = 2 * _NEXT
"""The distance from one pair of ties to the next."""
_MOST_LINES = 4


class Plot:
    """A plot: it turns moments and totals into pixels, with the start on the left."""

    def __init__(
        self,
        box: Box,
        end: float,
        had: Sequence[int],
        steps: Sequence[int] = (1, 2, 5, 10, 20, 50, 100, 200),
        start: float = 0,
    ) -> None:
        """``steps`` are possible distances of grid lines; a plot has at most four lines."""
        self._box, self._start, self._end = box, start, end
        most, least = max(had), min(had)
        fine = (step for step in steps if (most - least) / step <= _MOST_LINES)
        self.step = next(fine, steps[-1])
        self._low = math.floor(least / self.step) * self.step
        self._high = most + self.step / 8

    def at(self, when: float, had: float) -> XY:
        left, top, right, bottom = self._box
        x = left + (right - left) * (when - self._start) / (self._end - self._start)
        return x, bottom - (bottom - top) * (had - self._low) / (self._high - self._low)

    @property
    def lines(self) -> list[int]:
        return list(range(self._low, int(self._high) + 1, self.step))

    def draw(
        self,
        canvas: Canvas,
        theme: Theme,
        numbered: Collection[int],
        start: int,
        shown: Callable[[int], str] = str,
    ) -> None:
        """The grid lines, with their values between ``start`` and the plot, and a tick at each
        number of the course.
        """
        left, _, right, bottom = self._box
        for had in self.lines:
            y = self.at(0, had)[1]
            canvas.rectangle(left, y - 1, right, y + 1, theme.panel_edge)
            box = start, round(y) - 17, left - 10, round(y) + 17
            slot = Slot(box, fonts.TEXT, NUMBER, "right")
            write(canvas, theme, shown(had), slot, theme.quiet)
        for when in numbered:
            x = self.at(when, 0)[0]
            canvas.rectangle(x - 1, bottom, x + 1, bottom + 6, theme.panel_edge)

    def below(self, when: float, row: tuple[int, int]) -> Slot:
        """The slot for the number of a tick; ``row`` is the top and the bottom of the numbers."""
        x = round(self.at(when, 0)[0])
        return Slot((x - 26, row[0], x + 26, row[1]), fonts.TEXT, NUMBER)


class Ends(NamedTuple):
    """Distances of a line's sign and number from its end, the right edge of the number, and its
    size.
    """

    sign: int
    left: int
    right: int
    size: int
    high: int = 400
    """The height of all numbers together."""

    def places(self, points: Sequence[XY], bottom: int) -> list[tuple[XY, Slot]]:
        """Sign and number of lines that end at these points, all above the bottom of their plot and
        moved apart where they overlap.
        """
        apart = min(END_APART, self.high / len(points))
        heights = spread([y for _, y in points], apart, bottom - apart / 2)
        labels = []
        for (x, _), y in zip(points, heights, strict=True):
            start, middle = round(x), round(y)
            box = (start + self.left, middle - 24, start + self.right, middle + 24)
            size = min(self.size, round(apart))
            labels.append(((x + self.sign, y), Slot(box, fonts.STRONG, size, "left")))
        return labels

    def put(
        self,
        canvas: Canvas,
        theme: Theme,
        lines: Sequence[tuple[XY, str]],
        bottom: int,
        draw_sign: Callable[[int, XY, float], None],
    ) -> None:
        """Put the sign of each seat and the last total at the end of its line."""
        places = self.places([end for end, _ in lines], bottom)
        for seat, ((_, total), (centre, slot)) in enumerate(zip(lines, places, strict=True), 1):
            draw_sign(seat, centre, END_SIGN)
            canvas.put(written(theme, total, slot, theme.plain))


class Look(NamedTuple):
    """The colours of a line, of its pattern and of its rim."""

    fill: Colour
    tie: Colour
    rim: Colour
    width: float = 9.0
    """The width of the line, without its rim."""


def draw_course(
    canvas: Canvas, owner: int, points: Sequence[XY], numbered: Sequence[XY], look: Look
) -> None:
    """A line through these points with its owner's pattern, and the owner's shape at each
    ``numbered`` point.
    """
    width = look.width
    canvas.line(points, width + _RIM, look.rim)
    canvas.line(points, width, look.fill)
    if owner == 2:
        for tie in _ties(points, _NEXT, _NEXT, width):
            canvas.line(tie, _TIE, look.tie)
    elif owner == 3:
        canvas.line(points, _TIE, look.tie)
    elif owner == 4:
        for first in (_PAIR, _PAIR + 2 * _TIE):
            for tie in _ties(points, _PAIR, first, width):
                canvas.line(tie, _TIE, look.tie)
    for at in numbered:
        glyphs.draw_sign(canvas, owner, at, _SHAPE, (look.fill, look.rim))


def _ties(points: Sequence[XY], apart: float, first: float, width: float) -> Iterator[Sequence[XY]]:
    """Short strokes across a line, at equal distances along it."""
    due = first
    for (ax, ay), (bx, by) in pairwise(points):
        length = math.dist((ax, ay), (bx, by))
        while due < length:
            x, y = ax + (bx - ax) * due / length, ay + (by - ay) * due / length
            half = width / 2 / length
            dx, dy = (by - ay) * half, (ax - bx) * half
            yield (x - dx, y - dy), (x + dx, y + dy)
            due += apart
        due -= length


def spread(heights: Sequence[float], apart: float, lowest: float) -> list[float]:
    """The heights, moved as little as possible so that they are ``apart`` and above ``lowest``.

    Equal heights keep their order, seat 1 at the top.
    """
    order = sorted(range(len(heights)), key=lambda at: heights[at])
    groups: list[list[int]] = []
    middles: list[float] = []
    for at in order:
        groups.append([at])
        middles.append(heights[at])
        while len(groups) > 1 and middles[-1] - middles[-2] < apart / 2 * (
            len(groups[-1]) + len(groups[-2])
        ):
            last, middle = groups.pop(), middles.pop()
            count, more = len(groups[-1]), len(last)
            middles[-1] = (middles[-1] * count + middle * more) / (count + more)
            groups[-1] += last
    moved = [0.0] * len(heights)
    for group, middle in zip(groups, middles, strict=True):
        for place, at in enumerate(group):
            moved[at] = middle + apart * (place - (len(group) - 1) / 2)
    # From below, so that a height lifted by the lowest place lifts those above it in turn.
    limit = lowest
    for at in reversed(order):
        moved[at] = min(moved[at], limit)
        limit = moved[at] - apart
    return moved
