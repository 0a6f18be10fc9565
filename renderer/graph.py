"""Graphs: courses of the seats' values, the results of a day as bars, a final count's course.

Each line has the colour, the pattern and the shape of its seat, so they differ without colour too.
"""

import math
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.final_count import ScoreCourse
from prowlerbot.core.i18n import signed_words, whole_words
from renderer import covers, fonts, glyphs
from renderer.canvas import XY, Box, Canvas, encode
from renderer.text import Slot, size_for, text_width, typeset, write
from renderer.theme import THEMES, Colour, Theme

NUMBER_SIZE = 29
_END_SIGN_REACH = 13.0
_END_NUMBERS_APART = 44  # the least distance between two numbers at the ends of lines
_RIM, _SHAPE_REACH = 5.0, 8.0
_TIE_WIDTH, _TIES_APART = 3.0, 13.0  # the thickness of a tie, and the distance to the next one
_PAIRS_APART = 2 * _TIES_APART
_MAX_GRID_LINES = 4


class Plot:
    """A plot: it turns moments and values into pixels, with the start on the left."""

    def __init__(
        self,
        box: Box,
        end: float,
        values: Sequence[int],
        steps: Sequence[int] = (1, 2, 5, 10, 20, 50, 100, 200),
        start: float = 0,
    ) -> None:
        """``steps`` are possible distances of grid lines; a plot has at most four lines."""
        self.box, self._start, self._end = box, start, end
        highest, lowest = max(values), min(values)
        fitting = (step for step in steps if (highest - lowest) / step <= _MAX_GRID_LINES)
        self._step = next(fitting, steps[-1])
        self._low = math.floor(lowest / self._step) * self._step
        self._high = highest + self._step / 8

    def point_at(self, moment: float, value: float) -> XY:
        left, top, right, bottom = self.box
        x = left + (right - left) * (moment - self._start) / (self._end - self._start)
        return x, bottom - (bottom - top) * (value - self._low) / (self._high - self._low)

    @property
    def grid_values(self) -> list[int]:
        return list(range(self._low, math.floor(self._high) + 1, self._step))

    def draw_grid(
        self,
        canvas: Canvas,
        theme: Theme,
        moments: Collection[int],
        start: int,
        words_of: Callable[[int], str] = str,
    ) -> None:
        """The grid lines with their values from ``start`` on, and a tick at each moment."""
        left, _, right, bottom = self.box
        for value in self.grid_values:
            y = self.point_at(0, value)[1]
            canvas.rectangle(left, y - 1, right, y + 1, theme.panel_edge)
            box = start, round(y) - 17, left - 10, round(y) + 17
            slot = Slot(box, fonts.TEXT, NUMBER_SIZE, "right")
            write(canvas, theme, words_of(value), slot, theme.quiet)
        for moment in moments:
            x = self.point_at(moment, 0)[0]
            canvas.rectangle(x - 1, bottom, x + 1, bottom + 6, theme.panel_edge)

    def slot_below(self, moment: float, row: tuple[int, int]) -> Slot:
        """The slot for the number of a tick; ``row`` is the top and the bottom of the numbers."""
        x = round(self.point_at(moment, 0)[0])
        return Slot((x - 26, row[0], x + 26, row[1]), fonts.TEXT, NUMBER_SIZE)


class EndLabels(NamedTuple):
    """The distances of a sign and number from a line's end, the number's right edge and size."""

    sign: int
    left: int
    right: int
    size: int
    height: int = 400
    """The height of all numbers together."""

    def places_at(self, points: Sequence[XY], bottom: int) -> list[tuple[XY, Slot]]:
        """Sign and number of lines that end at these points, moved apart where they overlap."""
        apart = min(_END_NUMBERS_APART, self.height / len(points))
        heights = spread_apart([y for _, y in points], apart, bottom - apart / 2)
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
        places = self.places_at([end for end, _ in lines], bottom)
        for seat, ((_, total), (centre, slot)) in enumerate(zip(lines, places, strict=True), 1):
            draw_sign(seat, centre, _END_SIGN_REACH)
            canvas.put(typeset(theme, total, slot, theme.plain))


class LineLook(NamedTuple):
    """The colours of a line, of its pattern and of its rim."""

    fill: Colour
    tie: Colour
    rim: Colour
    width: float = 9.0
    """The width of the line, without its rim."""


def draw_course(
    canvas: Canvas, owner: int, points: Sequence[XY], marked: Sequence[XY], look: LineLook
) -> None:
    """A line with its owner's shape at each ``marked`` point. Its pattern tells the owner without
    colour: seat 1 none, seat 2 ties, seat 3 a thread along it, seat 4 pairs of ties.
    """
    width = look.width
    canvas.line(points, width + _RIM, look.rim)
    canvas.line(points, width, look.fill)
    if owner == 2:
        for tie in _tie_strokes(points, _TIES_APART, _TIES_APART, width):
            canvas.line(tie, _TIE_WIDTH, look.tie)
    elif owner == 3:
        canvas.line(points, _TIE_WIDTH, look.tie)
    elif owner == 4:
        for first in (_PAIRS_APART, _PAIRS_APART + 2 * _TIE_WIDTH):
            for tie in _tie_strokes(points, _PAIRS_APART, first, width):
                canvas.line(tie, _TIE_WIDTH, look.tie)
    for point in marked:
        glyphs.draw_sign(canvas, owner, point, _SHAPE_REACH, (look.fill, look.rim))


def _tie_strokes(
    points: Sequence[XY], apart: float, first: float, width: float
) -> Iterator[Sequence[XY]]:
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


def spread_apart(heights: Sequence[float], apart: float, lowest: float) -> list[float]:
    """The heights, moved as little as possible so that they are ``apart`` and above ``lowest``.
    Equal heights keep their order, seat 1 at the top.
    """
    order = sorted(range(len(heights)), key=heights.__getitem__)
    groups: list[list[int]] = []
    middles: list[float] = []
    for index in order:
        groups.append([index])
        middles.append(heights[index])
        while len(groups) > 1 and middles[-1] - middles[-2] < apart / 2 * (
            len(groups[-1]) + len(groups[-2])
        ):
            last, middle = groups.pop(), middles.pop()
            count, last_count = len(groups[-1]), len(last)
            middles[-1] = (middles[-1] * count + middle * last_count) / (count + last_count)
            groups[-1] += last
    moved = [0.0] * len(heights)
    for group, middle in zip(groups, middles, strict=True):
        for place, index in enumerate(group):
            moved[index] = middle + apart * (place - (len(group) - 1) / 2)
    # From below, so that a height lifted by the lowest place lifts those above it in turn.
    limit = lowest
    for index in reversed(order):
        moved[index] = min(moved[index], limit)
        limit = moved[index] - apart
    return moved


# ------------------------------------------------------------------- the results of a day

HISTOGRAM_SIZE = (1000, 728)
_HISTOGRAM_TITLE = Slot((40, 14, 960, 74), fonts.TITLE, 46)
_HISTOGRAM_PANEL: Box = (14, 84, 986, 628)  # the panel of the bars; the town is below it
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 960, 214, 526
"""The sides of all columns together, the top of the highest bar, the foot of all."""
_MAX_COLUMN_WIDTH = 180
_LABEL_SIZE, _COUNT_SIZE = 32, 36
_EMPTY_BAR_HEIGHT = 4
_BAR_GAP = 0.16  # the share of a column on each side of its bar
_UPWARD = Slot((_LEFT, 96, 500, 134), fonts.TEXT, _LABEL_SIZE, "left")
_ACROSS = Slot((_LEFT, _BOTTOM + 52, _RIGHT, _BOTTOM + 92), fonts.TEXT, _LABEL_SIZE)


@dataclass(frozen=True, slots=True)
class Axes:
    """The words for the numbers of the columns, and for their subjects."""

    upward: str
    across: str


@dataclass(frozen=True, slots=True)
class BarColumn:
    """A bar: its results in words, their number, and the word above it if it is the reader's."""

    label: str
    count: int
    own: str = ""


def draw_histogram(
    title: str, columns: tuple[BarColumn, ...], axes: Axes, theme: str = "night"
) -> bytes:
    """The picture as PNG, 1000 × 728."""
    colours = THEMES[theme]
    canvas = covers.skyline_canvas(colours, HISTOGRAM_SIZE, 40)
    canvas.panel(_HISTOGRAM_PANEL, 16, colours)
    canvas.rectangle(_LEFT, _BOTTOM, _RIGHT, _BOTTOM + 2, colours.panel_edge)
    for column, (left, top, right, bottom) in zip(columns, bar_boxes(columns), strict=True):
        fill = colours.won if column.own else colours.panel_edge
        canvas.rectangle(left, top, right, bottom, fill)
    write(canvas, colours, title, _HISTOGRAM_TITLE, colours.titled)
    for text, slot in axis_texts(axes):
        write(canvas, colours, text, slot, colours.quiet)
    for text, slot, own in column_texts(columns):
        write(canvas, colours, text, slot, colours.golden if own else colours.plain)
    return encode(canvas.finish(colours), colours.palette_bytes)


def axis_texts(axes: Axes) -> list[tuple[str, Slot]]:
    return [(axes.upward, _UPWARD), (axes.across, _ACROSS)]


def bar_boxes(columns: tuple[BarColumn, ...]) -> list[Box]:
    """The boxes of the bars, with heights in proportion to their numbers."""
    highest_count = max(1, *(column.count for column in columns))
    bars = []
    for column, (left, right) in zip(columns, _column_sides(columns), strict=True):
        height = max(_EMPTY_BAR_HEIGHT, round((_BOTTOM - _TOP) * column.count / highest_count))
        gap = round(_BAR_GAP * (right - left))
        bars.append((left + gap, _BOTTOM - height, right - gap, _BOTTOM))
    return bars


def _column_sides(columns: tuple[BarColumn, ...]) -> list[tuple[int, int]]:
    """The left and right side of each column, all of them in the middle of the picture."""
    width = min((_RIGHT - _LEFT) // len(columns), _MAX_COLUMN_WIDTH)
    first = (_LEFT + _RIGHT - width * len(columns)) // 2
    return [(first + width * each, first + width * (each + 1)) for each in range(len(columns))]


def column_texts(columns: tuple[BarColumn, ...]) -> Iterator[tuple[str, Slot, bool]]:
    """The texts with their slots, and whether they are about the reader's bar."""
    sides = zip(columns, bar_boxes(columns), _column_sides(columns), strict=True)
    for column, (_, top, _, _), (start, end) in sides:
        left, right, own = start + 3, end - 3, bool(column.own)
        below = left, _BOTTOM + 8, right, _BOTTOM + 52
        yield column.label, Slot(below, fonts.TEXT, _LABEL_SIZE), own
        if column.count:
            above = left, top - 42, right, top - 2
            yield str(column.count), Slot(above, fonts.STRONG, _COUNT_SIZE), own
        if own:
            yield column.own, Slot((left, top - 78, right, top - 40), fonts.TEXT, _LABEL_SIZE), own


# ---------------------------------------------------------------------- the final count

GRAPH_HEIGHT, MIN_GRAPH_HEIGHT = 320, 236
_TICK_STEPS = (1, 2, 5, 10, 20, 50)
"""The possible distances of two numbers in time; a graph has at most nine numbers."""
_MAX_TICKS = 9
_MAX_PAYS = 3  # the most pays for which there is room above a graph
_STAGGER = 20.0  # the pixels along level lines between the shapes of two seats


class SeatLook(NamedTuple):
    """The number of a seat's shape, its colour, and the colour of words on that."""

    shape: int
    fill: Colour
    ink: Colour
    rims: tuple[Colour, ...]
    """The colours around its shape, the inner one first."""

    def draw(self, canvas: Canvas, centre: XY, half: float) -> None:
        for number, rim in reversed([*enumerate(self.rims)]):
            glyphs.draw_shape(canvas, self.shape, centre, half + 3 + 2 * number, rim)
        glyphs.draw_shape(canvas, self.shape, centre, half, self.fill)


class GraphLayout:
    """The places of a graph within its panel."""

    def __init__(self, panel: Box, course: ScoreCourse) -> None:
        left, top, right, bottom = panel
        max_title_end = left + (800 if course.jump is None else 500)  # a jump has words beside it
        slot = Slot((left + 20, top + 8, max_title_end, top + 44), fonts.TEXT, 30, "left")
        title_width = text_width(course.title, slot.file, size_for(course.title, slot))
        title_end = slot.box[0] + math.ceil(title_width)
        self.title = slot._replace(box=(slot.box[0], top + 8, title_end + 2, top + 44))
        box = (left + 78, top + 64, left + 852, bottom - 50)
        self.tick_row = bottom - 42, bottom - 8
        self.end_labels = EndLabels(sign=28, left=52, right=128, size=40, height=box[3] - top - 8)
        self.lines, self.jump = course.lines, course.jump
        self._start = self.lines[0][0][0]
        self.end = max(line[-1][0] for line in self.lines)
        values = [0, 4, *(value for line in self.lines for _, value in line)]
        self.plot = Plot(box, self.end, values, start=self._start)
        unit_box = box[2] + 30, self.tick_row[0], right - 10, self.tick_row[1]
        self.unit = Slot(unit_box, fonts.TEXT, 29)
        self._jump_box = (title_end + 24, top + 8, right - 134, top + 44)

    @property
    def ticks(self) -> list[int]:
        length = self.end - self._start
        step = next((each for each in _TICK_STEPS if length / each <= _MAX_TICKS), _TICK_STEPS[-1])
        return [tick for tick in range(step, int(self.end) + 1, step) if tick > self._start]

    def jump_slots(self, pays: Sequence[str]) -> tuple[Slot, list[tuple[XY, Slot]]]:
        """The slot of a jump's name, and behind it for each pay its sign's place and its slot."""
        left, top, right, bottom = self._jump_box
        widths = [68 + math.ceil(text_width(pay, fonts.STRONG, 32)) for pay in pays]
        slot = Slot((left, top, right - sum(widths), bottom), fonts.TEXT, 30, "right")
        x, places = slot.box[2], list[tuple[XY, Slot]]()
        for width in widths:
            place = Slot((x + 58, top, x + width, bottom), fonts.STRONG, 32, "left")
            places.append(((x + 30.0, (top + bottom) / 2), place))
            x += width
        return slot, places


def draw_graph(
    drawn: Image.Image, theme: Theme, course: ScoreCourse, panel: Box, looks: list[SeatLook]
) -> None:
    """A line for each seat, with its shape at each numbered moment and its total at the end."""
    layout = GraphLayout(panel, course)
    canvas = Canvas(panel, theme.night)
    canvas.panel(panel, 16, theme)
    write(canvas, theme, course.title, layout.title, theme.plain)
    layout.plot.draw_grid(canvas, theme, layout.ticks, panel[0] + 8)
    if course.jump is not None:
        _draw_jump(canvas, theme, layout, looks)
    _draw_seat_lines(canvas, theme, layout, looks)
    for tick in layout.ticks:
        slot = layout.plot.slot_below(tick, layout.tick_row)
        if slot.box[2] <= layout.unit.box[0]:  # else it would overlap the word
            canvas.put(typeset(theme, str(tick), slot, theme.quiet))
    write(canvas, theme, course.unit, layout.unit, theme.quiet)
    drawn.paste(canvas.finish(theme), panel[:2])


def _draw_seat_lines(
    canvas: Canvas, theme: Theme, layout: GraphLayout, looks: list[SeatLook]
) -> None:
    """The lines with their shapes and totals; equal lines run beside each other."""
    plot, seats = layout.plot, len(looks)
    width = 9.0 if seats < 3 else 8.0 if seats == 3 else 7.0
    tick_xs = [plot.point_at(tick, 0)[0] for tick in layout.ticks if tick < layout.end]
    for index, (line, look) in enumerate(zip(layout.lines, looks, strict=True)):
        shift = index - (seats - 1) / 2  # in lines, from the middle one
        points = [(x, y + shift * (width - 2)) for x, y in (plot.point_at(*each) for each in line)]
        shapes = [_point_on(points, x + _STAGGER * shift) for x in tick_xs]
        style = LineLook(look.fill, look.ink, theme.words, width)
        draw_course(canvas, look.shape, points, shapes, style)
    last = [(plot.point_at(*line[-1]), whole_words(line[-1][1])) for line in layout.lines]

    def draw_sign(seat: int, centre: XY, half: float) -> None:
        looks[seat - 1].draw(canvas, centre, half)

    layout.end_labels.put(canvas, theme, last, plot.box[3], draw_sign)


def _point_on(points: Sequence[XY], x: float) -> XY:
    """The point of a line at a place from the left."""
    for (ax, ay), (bx, by) in pairwise(points):
        if ax <= x <= bx and ax < bx:
            return x, ay + (by - ay) * (x - ax) / (bx - ax)
    return points[0] if x < points[0][0] else points[-1]


def _draw_jump(canvas: Canvas, theme: Theme, layout: GraphLayout, looks: list[SeatLook]) -> None:
    """A broken line at the moment of the jump, and the pay of each seat."""
    moment, name = layout.jump or (0.0, "")
    pays = [_change_at(line, moment) for line in layout.lines]
    paid = [(look, signed_words(pay)) for look, pay in zip(looks, pays, strict=True) if pay]
    paid = paid if len(paid) <= _MAX_PAYS else []
    x = layout.plot.point_at(moment, 0)[0]
    for y in range(layout.title.box[3] + 8, layout.plot.box[3], 14):
        canvas.rectangle(x - 2, y, x + 2, y + 8, theme.gilt)
    word, slots = layout.jump_slots([pay for _, pay in paid])
    write(canvas, theme, name, word, theme.quiet)
    for (look, pay), (centre, slot) in zip(paid, slots, strict=True):
        look.draw(canvas, centre, 13)
        canvas.put(typeset(theme, pay, slot, theme.plain))


def _change_at(line: Sequence[tuple[float, int]], moment: float) -> int:
    """The change of a line at a moment at which it has two values; 0 at others."""
    values = [value for when, value in line if when == moment]
    return values[-1] - values[0] if values else 0
