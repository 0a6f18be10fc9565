"""The graph of a final count: what each seat had all through the match, in its colour."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.final_count import ScoreCourse
from prowlerbot.core.i18n import signed_words, whole_words
from renderer import fonts, glyphs
from renderer.canvas import XY, Box, Canvas
from renderer.graph import Ends, LineLook, Plot, draw_course
from renderer.text import Slot, size_for, typeset, width, write
from renderer.theme import Colour, Theme

HIGH, LEAST = 320, 236
"""The height of a graph, and the least of it."""
_TICKS = (1, 2, 5, 10, 20, 50)
"""The possible distances of two numbers in time; a graph has at most nine numbers."""
_MOST_TICKS = 9
_MOST_PAYS = 3
"""The most pays for which there is room above a graph."""
_STAGGER = 20.0
"""The distance along level lines between the shapes of their seats."""


class Side(NamedTuple):
    """How a seat is drawn: the number of its shape, its colour, and what is written on that."""

    shape: int
    fill: Colour
    ink: Colour
    rims: tuple[Colour, ...]
    """The colours around its shape, the inner one first."""

    def draw(self, canvas: Canvas, centre: XY, half: float) -> None:
        for at in reversed(range(len(self.rims))):
            glyphs.draw_shape(canvas, self.shape, centre, half + 3 + 2 * at, self.rims[at])
        glyphs.draw_shape(canvas, self.shape, centre, half, self.fill)


class Places:
    """The places of a graph within its panel."""

    def __init__(self, panel: Box, course: ScoreCourse) -> None:
        left, top, right, bottom = panel
        room = left + (800 if course.jump is None else 500)
        slot = Slot((left + 20, top + 8, room, top + 44), fonts.TEXT, 30, "left")
        said = slot.box[0] + ceil(width(course.title, slot.file, size_for(course.title, slot)))
        self.title = slot._replace(box=(slot.box[0], top + 8, said + 2, top + 44))
        box = (left + 78, top + 64, left + 852, bottom - 50)
        self._row = bottom - 42, bottom - 8
        self.ends = Ends(sign=28, left=52, right=128, size=40, high=box[3] - top - 8)
        lines = course.lines
        self.start, self.end = lines[0][0][0], max(line[-1][0] for line in lines)
        had = [0, 4, *(had for line in lines for _, had in line)]
        self.plot = Plot(box, self.end, had, start=self.start)
        self.bottom = box[3]
        self.unit = Slot((box[2] + 30, self._row[0], right - 10, self._row[1]), fonts.TEXT, 29)
        self._jump = (said + 24, top + 8, right - 134, top + 44)

    @property
    def ticks(self) -> list[int]:
        length = self.end - self.start
        step = next((each for each in _TICKS if length / each <= _MOST_TICKS), _TICKS[-1])
        return [at for at in range(step, int(self.end) + 1, step) if at > self.start]

    def tick(self, when: int) -> Slot:
        return self.plot.slot_below(when, self._row)

    def jump(self, pays: Sequence[str]) -> tuple[Slot, list[tuple[XY, Slot]]]:
        """The slot of what paid, and behind it for each pay the place of a sign and its slot."""
        left, top, right, bottom = self._jump
        wide = [68 + ceil(width(pay, fonts.STRONG, 32)) for pay in pays]
        slot = Slot((left, top, right - sum(wide), bottom), fonts.TEXT, 30, "right")
        at, places = slot.box[2], list[tuple[XY, Slot]]()
        for each in wide:
            place = Slot((at + 58, top, at + each, bottom), fonts.STRONG, 32, "left")
            places.append(((at + 30.0, (top + bottom) / 2), place))
            at += each
        return slot, places


def draw_graph(
    drawn: Image.Image, theme: Theme, course: ScoreCourse, panel: Box, sides: Sequence[Side]
) -> None:
    """A line for each seat, with its shape at each numbered moment and what it has at the end."""
    places = Places(panel, course)
    plot, ticks, seats = places.plot, places.ticks, len(sides)
    canvas = Canvas(panel, theme.night)
    canvas.panel(panel, 16, theme)
    write(canvas, theme, course.title, places.title, theme.plain)
    plot.draw(canvas, theme, ticks, panel[0] + 8)
    if course.jump is not None:
        _draw_jump(canvas, theme, course, places, sides)
    wide = 9.0 if seats < 3 else 8.0 if seats == 3 else 7.0
    for at, (line, side) in enumerate(zip(course.lines, sides, strict=True)):
        off = at - (seats - 1) / 2
        points = [(x, y + off * (wide - 2)) for x, y in (plot.point_at(*each) for each in line)]
        ends = [each for each in ticks if each < places.end]
        shapes = [_point_on(points, plot.point_at(tick, 0)[0] + _STAGGER * off) for tick in ends]
        look = LineLook(side.fill, side.ink, theme.words, wide)
        draw_course(canvas, side.shape, points, shapes, look)
    last = [(plot.point_at(*line[-1]), whole_words(line[-1][1])) for line in course.lines]

    def draw_sign(seat: int, centre: XY, half: float) -> None:
        sides[seat - 1].draw(canvas, centre, half)

    places.ends.put(canvas, theme, last, places.bottom, draw_sign)
    for tick in ticks:
        slot = places.tick(tick)
        if slot.box[2] <= places.unit.box[0]:  # else it would overlap the word
            canvas.put(typeset(theme, str(tick), slot, theme.quiet))
    write(canvas, theme, course.unit, places.unit, theme.quiet)
    drawn.paste(canvas.finish(theme), panel[:2])


def _point_on(points: Sequence[XY], x: float) -> XY:
    """The point of a line at a place from the left."""
    for (ax, ay), (bx, by) in pairwise(points):
        if ax <= x <= bx and ax < bx:
            return x, ay + (by - ay) * (x - ax) / (bx - ax)
    return points[0] if x < points[0][0] else points[-1]


def _draw_jump(
    canvas: Canvas, theme: Theme, course: ScoreCourse, places: Places, sides: Sequence[Side]
) -> None:
    """A broken line at the moment that paid, and what it paid to each seat."""
    when, name = course.jump or (0.0, "")
    pays = [_change_at(line, when) for line in course.lines]
    paid = [(side, signed_words(pay)) for side, pay in zip(sides, pays, strict=True) if pay]
    paid = paid if len(paid) <= _MOST_PAYS else []
    top, x = places.title.box[3] + 8, places.plot.point_at(when, 0)[0]
    for y in range(top, places.bottom, 14):
        canvas.rectangle(x - 2, y, x + 2, y + 8, theme.gilt)
    word, slots = places.jump([pay for _, pay in paid])
    write(canvas, theme, name, word, theme.quiet)
    for (side, pay), (centre, slot) in zip(paid, slots, strict=True):
        side.draw(canvas, centre, 13)
        canvas.put(typeset(theme, pay, slot, theme.plain))


def _change_at(line: Sequence[tuple[float, int]], when: float) -> int:
    had = [value for moment, value in line if moment == when]
    return had[-1] - had[0] if had else 0
