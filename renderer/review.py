"""The pictures of a review: how well each seat played, its luck, the course, and a compared move.

The course is the chance to win of every seat or, in a game without one, its margin. Turning points
are above it, numbered. A comparison marks the start and the end of the move played and of a better
one.
"""

import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, percent_words, tr, whole_words
from renderer import fonts, gallery, graph
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, encode, put_all
from renderer.glyphs import draw_sign
from renderer.graph import Ends, LineLook, Plot, draw_course
from renderer.marks import frame_edge_piece
from renderer.names import player_name
from renderer.text import Slot, name_piece, typeset, write
from renderer.theme import THEMES, Colour, Ramp, Theme, Tint

TITLE = mark("Review")
ACCURACY, LUCK = mark("Accuracy"), mark("Luck")
CHANCE, TREASURE = mark("Chance to win"), mark("Treasure expected in the round")
MOVE = mark("Move")

WIDTH = 1000
_LEFT, _RIGHT = 14, 986
_TITLE = Slot((100, 12, 900, 66), fonts.TITLE, 44)
_PANEL, _HEAD, _ROW = 78, 46, 56
"""The top of the panel of seats, and the heights of its heading and of each row."""
_ACCURACY, _LUCK = (560, 760), (776, 966)
"""The left and right edges of the columns of accuracy and luck."""
_NAME = (86, 548)
_NAME_LEAST = 29
_GRAPH = 448
"""The height of the panel of the course."""
_SKY = 66
_PLOT = (96, 120, 856, 382)
"""The plot in its panel, from the panel's top."""
_BADGE_RADIUS = 19.0
_BADGES_APART = 44.0
_PER_CENT = (25,)
"""The distance of grid lines for chances."""
_TICKS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The possible distances of two numbers below the plot."""
_MOST_TICKS = 9
_WIDTHS = {1: 9.0, 2: 9.0, 3: 8.0, 4: 7.0}
"""The width of a line, by the number of seats."""
_ENDS = Ends(sign=28, left=52, right=126, size=36)
_SIGN = 15.0
_SHAPES = 7
"""The number of points on a line with its seat's shape."""


@dataclass(frozen=True, slots=True)
class ReviewSeat:
    name: str
    owner: int
    """The number of its shape and pattern."""
    colour: Colour
    had: tuple[int, ...]
    """Its value at each moment of the course."""
    accuracy: str
    """In words, as the luck."""
    luck: str


@dataclass(frozen=True, slots=True)
class ReviewCourse:
    game: str
    title: str
    """A message that names the values."""
    percent: bool
    """Whether the values are chances."""
    seats: tuple[ReviewSeat, ...]
    at: tuple[int, ...]
    """The moments of the course in moves."""
    end: int
    turns: tuple[tuple[int, int], ...] = ()
    """The turning points: the moment and the seat of each."""
    lucky: bool = True
    """Whether there are dice, so that seats have luck."""
    counts: tuple[int, ...] = ()
    """The number of each moment on the board, if it has one."""


@dataclass(frozen=True, eq=False, kw_only=True)
class _Colours(Theme):
    """A theme with the colours of the seats of one match."""

    seats: tuple[Colour, ...]

    @property
    def named(self) -> list[Colour]:
        return [*super().named, *self.seats]

    @property
    def ramps(self) -> Iterable[Ramp]:
        for colour in self.seats:
            yield self.panel, colour, 4
            yield self.words, colour, 3
            yield self.ink, colour, 4
        yield from super().ramps


def draw_review(course: ReviewCourse, *, theme: str = "night") -> bytes:
    """The picture as PNG, 1000 pixels wide."""
    colours = _course_colours(theme, tuple(each.colour for each in course.seats))
    top = _PANEL + _HEAD + _ROW * len(course.seats) + 14
    panel = (_LEFT, top + 12, _RIGHT, top + 12 + _GRAPH)
    canvas = gallery.over_roofs(colours, (WIDTH, panel[3] + _SKY), 60)
    write(canvas, colours, f"{tr(TITLE)} · {course.game}", _TITLE, colours.titled)
    canvas.panel((_LEFT, _PANEL, _RIGHT, top), 16, colours)
    _draw_seats(canvas, colours, course)
    canvas.panel(panel, 16, colours)
    title = Slot((_LEFT + 22, panel[1] + 12, _RIGHT - 22, panel[1] + 54), fonts.TEXT, 34, "left")
    write(canvas, colours, tr(course.title), title, colours.plain)
    plot = _course_plot(course, panel)
    ticks = _tick_numbers(course.counts or range(course.end + 1))
    plot.draw(canvas, colours, list(ticks), panel[0] + 8, partial(_value_words, course))
    row = panel[1] + _PLOT[3] + 14, panel[1] + _PLOT[3] + 50
    for tick, shown in ticks.items():
        write(canvas, colours, str(shown), plot.slot_below(tick, row), colours.quiet)
    if not course.counts:
        box = _PLOT[2] + 22, row[0], _RIGHT - 8, row[1]
        word = Slot(box, fonts.TEXT, graph.NUMBER_SIZE, "left")
        write(canvas, colours, tr(MOVE), word, colours.quiet)
    _draw_turns(canvas, colours, course, plot, panel)
    _draw_lines(canvas, colours, course, plot, panel)
    return encode(canvas.finish(colours), colours.palette_bytes)


@lru_cache(maxsize=64)
def _course_colours(theme: str, seats: tuple[Colour, ...]) -> _Colours:
    plain = THEMES[theme]
    every = {name: getattr(plain, name) for name in Theme.__dataclass_fields__}
    return _Colours(**every, seats=seats)


def _course_plot(course: ReviewCourse, panel: Box) -> Plot:
    left, top, right, bottom = _PLOT
    box = left, panel[1] + top, right, panel[1] + bottom
    if course.percent:
        return Plot(box, max(1, course.end), [0, 100], _PER_CENT)
    had = [0, 4, *(value for seat in course.seats for value in seat.had)]
    return Plot(box, max(1, course.end), had)


def _tick_numbers(counts: Sequence[int]) -> dict[int, int]:
    """The numbers to write below the plot, by moment; ``counts`` has the rising ones of moments."""
    step = next((step for step in _TICKS if counts[-1] / step <= _MOST_TICKS), _TICKS[-1])
    return {bisect_left(counts, number): number for number in range(0, counts[-1] + 1, step)}


def _draw_turns(canvas: Canvas, theme: Theme, course: ReviewCourse, plot: Plot, panel: Box) -> None:
    """A line down from the numbered badge of each turning point."""
    top, bottom = panel[1] + _PLOT[1], panel[1] + _PLOT[3]
    wanted = [plot.point_at(at, 0)[0] for at, _ in course.turns]
    across = graph.spread_heights(wanted, _BADGES_APART, _PLOT[2])
    middle = top - 30
    for number, ((_, seat), x, at) in enumerate(zip(course.turns, across, wanted, strict=True), 1):
        colour = course.seats[seat - 1].colour
        canvas.line(((x, middle), (at, top)), 3, theme.muted)
        for y in range(top, bottom, 16):
            canvas.rectangle(at - 1.5, y, at + 1.5, min(y + 9, bottom), theme.muted)
        canvas.discs((x, middle), (_BADGE_RADIUS + 3, theme.ink), (_BADGE_RADIUS, colour))
        ink = theme.ink if _is_light(colour) else theme.paper
        box = round(x) - 18, middle - 16, round(x) + 18, middle + 16
        slot = Slot(box, fonts.STRONG, graph.NUMBER_SIZE)
        canvas.put(typeset(theme, str(number), slot, Tint(ink, colour)))


def _draw_lines(canvas: Canvas, theme: Theme, course: ReviewCourse, plot: Plot, panel: Box) -> None:
    """The line of each seat, its sign and the last value at the end."""
    count = len(course.seats)
    width = _WIDTHS[min(count, 4)]
    last = list[tuple[XY, str]]()
    for place, seat in enumerate(course.seats):
        points = [plot.point_at(*each) for each in zip(course.at, seat.had, strict=True)]
        stride = max(1, len(points) // _SHAPES)
        marked = points[place * stride // count + stride // 2 : -1 : stride]
        tie = theme.ink if _is_light(seat.colour) else theme.paper
        look = LineLook(seat.colour, tie, theme.words, width)
        draw_course(canvas, seat.owner, points, marked, look)
        last.append((points[-1], _value_words(course, seat.had[-1])))

    def sign(number: int, centre: XY, half: float) -> None:
        seat = course.seats[number - 1]
        draw_sign(canvas, seat.owner, centre, half, (seat.colour, theme.ink))

    _ENDS.put(canvas, theme, last, panel[1] + _PLOT[3], sign)


def _draw_seats(canvas: Canvas, theme: Theme, course: ReviewCourse) -> None:
    """The sign, the name, the accuracy and the luck of each seat, a row each."""
    head = _PANEL + 8, _PANEL + _HEAD
    columns = [_ACCURACY, _LUCK] if course.lucky else [_LUCK]
    for word, (left, right) in zip((ACCURACY, LUCK), columns, strict=False):  # luck last, if at all
        slot = Slot((left, head[0], right, head[1]), fonts.TEXT, 34, "right")
        write(canvas, theme, tr(word), slot, theme.quiet)
    for number, seat in enumerate(course.seats):
        top = _PANEL + _HEAD + _ROW * number
        draw_sign(canvas, seat.owner, (56, top + _ROW / 2), _SIGN, (seat.colour, theme.ink))
        row = Slot((_NAME[0], top, _NAME[1], top + _ROW), fonts.SCRIPTS[0], 40, "left")
        name = player_name(seat.name, number + 1, _NAME_LEAST)
        canvas.put(name_piece(theme, name, row, theme.plain))
        for value, (left, right) in zip((seat.accuracy, seat.luck), columns, strict=False):
            slot = Slot((left, top, right, top + _ROW), fonts.STRONG, 44, "right")
            write(canvas, theme, value, slot, theme.plain)


def _value_words(course: ReviewCourse, value: int) -> str:
    return percent_words(value) if course.percent else whole_words(value)


def _is_light(colour: Colour) -> bool:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128


_RADIUS = 25
"""The radius of the disc of a sign."""
_UNIT = 1.4
"""The unit of the arrows."""


class Way(NamedTuple):
    """A move on a picture: where it leads and, if it has a direction, its start and its turns."""

    to: Box
    start: Box | None = None
    bends: tuple[XY, ...] = ()


def draw_compared(
    picture: Image.Image, theme: Theme, played: Sequence[Way], better: Sequence[Way] = ()
) -> bytes:
    """The picture as PNG, with the ways of both moves, which the text names with the same signs."""
    for ways, good in ((played, False), (better, True)):
        put_all(picture, _mark_pieces(theme, ways, picture.width, good=good))
    return encode(picture, theme.palette_bytes)


def _mark_pieces(theme: Theme, ways: Sequence[Way], across: int, *, good: bool) -> Iterator[Piece]:
    """The frame of a better move lies within that of the move played, and its sign on the right."""
    fill, outside = (theme.won, 0) if good else (theme.lost, 7)
    for to, start, bends in ways:
        left, top, right, bottom = to
        around = left - outside, top - outside, right + outside, bottom + outside
        yield frame_edge_piece(theme, around, fill)
        if start is not None and not _do_overlap(start, to):
            way = (centre_of(start), *bends, centre_of(to))
            yield arrow_piece(theme, way, to, unit=_UNIT, fill=fill, hole=theme.ink)
    for to, *_ in ways:
        x = min(to[2], across - _RADIUS) if good else max(to[0], _RADIUS)
        yield _judgement_piece(theme, good=good).shifted(x, max(to[1], _RADIUS))


@lru_cache(maxsize=16)
def _judgement_piece(theme: Theme, *, good: bool) -> Piece:
    """A tick or a cross on a disc."""
    canvas, shape = Canvas.around(_RADIUS, theme.ink), Canvas.around(_RADIUS, BLACK)
    canvas.disc((0, 0), _RADIUS - 3, theme.won if good else theme.lost)
    lines: list[Sequence[XY]] = [((-10, 1), (-3, 9), (11, -8))]
    if not good:
        lines = [((-8, -8), (8, 8)), ((-8, 8), (8, -8))]
    for line in lines:
        canvas.line(line, 6, theme.ink)
    shape.disc((0, 0), _RADIUS, WHITE)
    return canvas.piece(theme, shape.whole())


def _do_overlap(one: Box, other: Box) -> bool:
    """Whether two places overlap, so that no arrow fits between them."""
    across = max(one[0], other[0]) < min(one[2], other[2])
    return across and max(one[1], other[1]) < min(one[3], other[3])


def centre_of(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


_RIM = 3.2
"""The width of the ink around an arrow."""


@lru_cache(maxsize=1024)
def arrow_piece(
    theme: Theme, way: tuple[XY, ...], there: Box, *, unit: float, fill: Colour, hole: Colour
) -> Piece:
    """An arrow from a ring with a ``hole`` to the edge of a place, on a shaft of seven units."""
    left, top = map(int, way[0])
    near = tuple((x - left, y - top) for x, y in way)
    x0, y0, x1, y1 = there
    place = x0 - left, y0 - top, x1 - left, y1 - top
    return _arrow_at_origin(theme, near, place, unit=unit, fill=fill, hole=hole).shifted(left, top)


@lru_cache(maxsize=512)
def _arrow_at_origin(
    theme: Theme, way: tuple[XY, ...], there: Box, *, unit: float, fill: Colour, hole: Colour
) -> Piece:
    ring, head = 13 * unit, 22 * unit
    start, (before, goal) = way[0], way[-2:]
    away = math.dist(before, goal)
    dx, dy = (goal[0] - before[0]) / away, (goal[1] - before[1]) / away
    to_edge = min(
        (there[2] - there[0]) / 2 / max(abs(dx), 1e-9),
        (there[3] - there[1]) / 2 / max(abs(dy), 1e-9),
    )
    least = ring + head if before == start else head
    tip_at = max(away - to_edge + 10 * unit, least)

    def on(along: float, across: float = 0) -> XY:
        return before[0] + dx * along - dy * across, before[1] + dy * along + dx * across

    xs, ys = zip(*way, strict=True)
    reach = 38 * unit
    left, top = math.floor(min(xs) - reach), math.floor(min(ys) - reach)
    box = left, top, math.ceil(max(xs) + reach), math.ceil(max(ys) + reach)
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for target, grown, colour in ((canvas, 0.0, fill), (shape, _RIM, WHITE)):
        target.line((*way[:-1], on(tip_at - head)), 7 * unit + 2 * grown, colour)
        target.disc(start, ring + grown, colour)
        wing, low = 14 * unit + grown, tip_at - head - grown
        target.polygon((on(tip_at + 1.5 * grown), on(low, wing), on(low, -wing)), colour)
    canvas.discs(start, (ring - 4 * unit, theme.ink), (ring - 6 * unit, hole))
    mask = shape.whole()
    return canvas.piece(theme, mask).within(mask.getbbox())
