"""The picture of a review: how well each seat played, its luck, and the course of the match.

The course is the chance to win of every seat or, in a game without one, its margin. Turning points
are above it, numbered.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from prowlerbot.core.i18n import mark, percent_words, tr, whole_words
from renderer import covers, fonts, graph
from renderer.canvas import XY, Box, Canvas, encode
from renderer.glyphs import draw_sign
from renderer.graph import EndLabels, LineLook, Plot, draw_course
from renderer.names import player_name
from renderer.text import Slot, name_piece, typeset, write
from renderer.theme import THEMES, Colour, Ramp, Theme, Tint

TITLE = mark("Review")
ACCURACY, LUCK = mark("Accuracy"), mark("Luck")
CHANCE, TREASURE = mark("Chance to win"), mark("Treasure expected in the round")
MOVE = mark("Move")

_WIDTH = 1000
_LEFT, _RIGHT = 14, 986
_TITLE = Slot((100, 12, 900, 66), fonts.TITLE, 44)
_SEATS_TOP, _HEADING_HEIGHT, _ROW_HEIGHT = 78, 46, 56
_NAME_SIDES, _ACCURACY_SIDES, _LUCK_SIDES = (86, 548), (560, 760), (776, 966)
_MIN_NAME_SIZE = 29
_COURSE_HEIGHT = 448
_SKYLINE_HEIGHT = 66
_PLOT: Box = (96, 120, 856, 382)  # the plot in its panel, from the panel's top
_BADGE_RADIUS = 19.0
_BADGE_GAP = 44.0
_PERCENT_STEPS = (25,)  # the distance of grid lines for chances
_TICK_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
"""The possible distances of two numbers below the plot."""
_MAX_TICKS = 9
_LINE_WIDTHS = {1: 9.0, 2: 9.0, 3: 8.0, 4: 7.0}
_END_LABELS = EndLabels(sign=28, left=52, right=126, size=36)
_SIGN_REACH = 15.0
_SHAPES_OF_LINE = 7  # the number of points on a line with its seat's shape


@dataclass(frozen=True, slots=True)
class ReviewSeat:
    name: str
    owner: int  # the number of its shape and pattern
    colour: Colour
    values: tuple[int, ...]  # its value at each moment of the course
    accuracy: str  # in words, as is ``luck``
    luck: str


@dataclass(frozen=True, slots=True)
class ReviewCourse:
    game: str
    title: str  # a message that names the values
    percent: bool  # whether the values are chances
    seats: tuple[ReviewSeat, ...]
    moments: tuple[int, ...]  # the moments of the course in moves
    end: int
    turns: tuple[tuple[int, int], ...] = ()  # the turning points: the moment and the seat of each
    has_luck: bool = True  # whether there are dice, so that seats have luck
    counts: tuple[int, ...] = ()  # the number of each moment on the board, if it has one


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
    colours = _course_colours(theme, tuple(seat.colour for seat in course.seats))
    seats_bottom = _SEATS_TOP + _HEADING_HEIGHT + _ROW_HEIGHT * len(course.seats) + 14
    top = seats_bottom + 12
    panel = (_LEFT, top, _RIGHT, top + _COURSE_HEIGHT)
    canvas = covers.skyline_canvas(colours, (_WIDTH, panel[3] + _SKYLINE_HEIGHT), 60)
    write(canvas, colours, f"{tr(TITLE)} · {course.game}", _TITLE, colours.titled)
    canvas.panel((_LEFT, _SEATS_TOP, _RIGHT, seats_bottom), 16, colours)
    _draw_seats(canvas, colours, course)
    canvas.panel(panel, 16, colours)
    title = Slot((_LEFT + 22, top + 12, _RIGHT - 22, top + 54), fonts.TEXT, 34, "left")
    write(canvas, colours, tr(course.title), title, colours.plain)
    plot = _course_plot(course, top)
    _draw_ticks(canvas, colours, course, plot)
    _draw_turns(canvas, colours, course, plot)
    _draw_lines(canvas, colours, course, plot)
    return encode(canvas.finish(colours), colours.palette_bytes)


@lru_cache(maxsize=64)
def _course_colours(theme: str, seats: tuple[Colour, ...]) -> _Colours:
    plain = THEMES[theme]
    named_colours = {name: getattr(plain, name) for name in Theme.__dataclass_fields__}
    return _Colours(**named_colours, seats=seats)


def _course_plot(course: ReviewCourse, top: int) -> Plot:
    """The plot in the panel that begins at ``top``."""
    left, upper, right, lower = _PLOT
    box = left, top + upper, right, top + lower
    if course.percent:
        return Plot(box, max(1, course.end), [0, 100], _PERCENT_STEPS)
    values = [0, 4, *(value for seat in course.seats for value in seat.values)]
    return Plot(box, max(1, course.end), values)


def _draw_ticks(canvas: Canvas, theme: Theme, course: ReviewCourse, plot: Plot) -> None:
    """The grid with its values, and the numbers of moments or moves below it."""
    ticks = _tick_numbers(course.counts or range(course.end + 1))
    plot.draw_grid(canvas, theme, list(ticks), _LEFT + 8, partial(_value_words, course))
    _, _, right, bottom = plot.box
    row = bottom + 14, bottom + 50
    for tick, number in ticks.items():
        write(canvas, theme, str(number), plot.slot_below(tick, row), theme.quiet)
    if not course.counts:
        word = Slot((right + 22, row[0], _RIGHT - 8, row[1]), fonts.TEXT, graph.NUMBER_SIZE, "left")
        write(canvas, theme, tr(MOVE), word, theme.quiet)


def _tick_numbers(counts: Sequence[int]) -> dict[int, int]:
    """The numbers to write below the plot, by moment; ``counts`` has the rising ones of moments."""
    steps = (step for step in _TICK_STEPS if counts[-1] / step <= _MAX_TICKS)
    step = next(steps, _TICK_STEPS[-1])
    return {bisect_left(counts, number): number for number in range(0, counts[-1] + 1, step)}


def _draw_turns(canvas: Canvas, theme: Theme, course: ReviewCourse, plot: Plot) -> None:
    """A line down from the numbered badge of each turning point."""
    _, top, right, bottom = plot.box
    marked_xs = [plot.point_at(moment, 0)[0] for moment, _ in course.turns]
    badge_xs = graph.spread_apart(marked_xs, _BADGE_GAP, right)
    middle = top - 30
    turns = zip(course.turns, badge_xs, marked_xs, strict=True)
    for number, ((_, seat), x, marked_x) in enumerate(turns, 1):
        colour = course.seats[seat - 1].colour
        canvas.line(((x, middle), (marked_x, top)), 3, theme.muted)
        for y in range(top, bottom, 16):
            canvas.rectangle(marked_x - 1.5, y, marked_x + 1.5, min(y + 9, bottom), theme.muted)
        canvas.discs((x, middle), (_BADGE_RADIUS + 3, theme.ink), (_BADGE_RADIUS, colour))
        ink = theme.ink if _is_light(colour) else theme.paper
        box = round(x) - 18, middle - 16, round(x) + 18, middle + 16
        slot = Slot(box, fonts.STRONG, graph.NUMBER_SIZE)
        canvas.put(typeset(theme, str(number), slot, Tint(ink, colour)))


def _draw_lines(canvas: Canvas, theme: Theme, course: ReviewCourse, plot: Plot) -> None:
    """The line of each seat, its sign and the last value at the end."""
    count = len(course.seats)
    width = _LINE_WIDTHS[min(count, 4)]
    line_ends = list[tuple[XY, str]]()
    for place, seat in enumerate(course.seats):
        values = zip(course.moments, seat.values, strict=True)
        points = [plot.point_at(moment, value) for moment, value in values]
        stride = max(1, len(points) // _SHAPES_OF_LINE)
        shape_points = points[place * stride // count + stride // 2 : -1 : stride]
        tie = theme.ink if _is_light(seat.colour) else theme.paper
        look = LineLook(seat.colour, tie, theme.words, width)
        draw_course(canvas, seat.owner, points, shape_points, look)
        line_ends.append((points[-1], _value_words(course, seat.values[-1])))

    def draw_seat_sign(number: int, centre: XY, half: float) -> None:
        seat = course.seats[number - 1]
        draw_sign(canvas, seat.owner, centre, half, (seat.colour, theme.ink))

    _END_LABELS.put(canvas, theme, line_ends, plot.box[3], draw_seat_sign)


def _draw_seats(canvas: Canvas, theme: Theme, course: ReviewCourse) -> None:
    """The sign, the name, the accuracy and the luck of each seat, a row each."""
    first_row = _SEATS_TOP + _HEADING_HEIGHT
    columns = [_ACCURACY_SIDES, _LUCK_SIDES] if course.has_luck else [_LUCK_SIDES]
    # Without luck, the accuracy stands in the last column.
    for word, (left, right) in zip((ACCURACY, LUCK), columns, strict=False):
        slot = Slot((left, _SEATS_TOP + 8, right, first_row), fonts.TEXT, 34, "right")
        write(canvas, theme, tr(word), slot, theme.quiet)
    for number, seat in enumerate(course.seats):
        top, bottom = first_row + _ROW_HEIGHT * number, first_row + _ROW_HEIGHT * (number + 1)
        centre = 56, top + _ROW_HEIGHT / 2
        draw_sign(canvas, seat.owner, centre, _SIGN_REACH, (seat.colour, theme.ink))
        row = Slot((_NAME_SIDES[0], top, _NAME_SIDES[1], bottom), fonts.SCRIPTS[0], 40, "left")
        name = player_name(seat.name, number + 1, _MIN_NAME_SIZE)
        canvas.put(name_piece(theme, name, row, theme.plain))
        for value, (left, right) in zip((seat.accuracy, seat.luck), columns, strict=False):
            slot = Slot((left, top, right, bottom), fonts.STRONG, 44, "right")
            write(canvas, theme, value, slot, theme.plain)


def _value_words(course: ReviewCourse, value: int) -> str:
    return percent_words(value) if course.percent else whole_words(value)


def _is_light(colour: Colour) -> bool:
    red, green, blue = colour
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128
