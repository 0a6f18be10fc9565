"""The figures on the squares of a map, in their owner's colour: houses, halls, pawns and flags.

The roof of a building has the owner's pattern too, and its wall the remaining points.
"""

from collections.abc import Callable
from itertools import product

from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, cache_by_size
from renderer.glyphs import Pen
from renderer.landgrab import colours
from renderer.landgrab.colours import NOBODY, Colours
from renderer.landgrab.window import UNITS_OF_SQUARE
from renderer.text import Slot, typeset
from renderer.theme import Colour, Tint, mix

_PointOn = Callable[[float, float], XY]  # finds a point of a slope by its parts across and up
_PatternGrid = tuple[int, int, float]  # rows and columns of a pattern, and the width of its lines
Slope = tuple[XY, XY, XY, XY]
"""A slope of a roof: the ends of its eaves, then those of its ridge, both from left to right."""
_HEAD_CENTRE: XY = (0, -20)
_HOOD_RADIUS = 14.0
_CLOAK_RIGHT: tuple[XY, ...] = ((11, -14), (16, -2), (21, 18), (24, 31))
_CLOAK: tuple[XY, ...] = (*_CLOAK_RIGHT, *((-x, y) for x, y in reversed(_CLOAK_RIGHT)))


class House:
    """The measures of a building that fills a box of one square, or of two."""

    def __init__(self, box: Box) -> None:
        self.left, self.top, self.right, self.bottom = box
        width, height = self.right - self.left, self.bottom - self.top
        self.unit = min(width, height) / UNITS_OF_SQUARE
        self.upright = height > width
        self.large = height != width
        unit, inset = self.unit, 9 * self.unit
        top, bottom = self.bottom - 43 * unit, self.bottom - 5 * unit
        self.wall = self.left + inset, top, self.right - inset, bottom

    def roof_slopes(self) -> list[Slope]:
        """One slope seen from the front, or both sides of an upright hall."""
        unit, eaves = self.unit, self.wall[1] + 4 * self.unit
        left, right = self.left + 3 * unit, self.right - 3 * unit
        top = self.top + 7 * unit
        if self.upright:
            middle, gable = (left + right) / 2, top + 18 * unit
            foot = eaves - 14 * unit
            west: Slope = ((left, eaves), (middle, foot), (left, gable), (middle, top))
            east: Slope = ((middle, foot), (right, eaves), (middle, top), (right, gable))
            return [west, east]
        lean = (26 if self.large else 20) * unit
        return [((left, eaves), (right, eaves), (left + lean, top), (right - lean, top))]

    def sign_place(self) -> tuple[XY, float]:
        """The centre of the owner's sign, and half its size."""
        unit = self.unit
        x = (self.left + self.right) / 2
        if self.upright:
            return (x, self.top + 62 * unit), 15 * unit
        return (x, self.top + 23 * unit), 10.5 * unit

    def plate_box(self) -> Box:
        """The box of the points."""
        unit, x = self.unit, (self.left + self.right) / 2
        top, bottom = self.wall[1] + 5 * unit, self.wall[3] - 9.5 * unit
        return round(x - 25 * unit), round(top), round(x + 25 * unit), round(bottom)

    def bar_box(self) -> tuple[float, float, float, float]:
        unit = self.unit
        left, _, right, bottom = self.wall
        return left + 4 * unit, bottom - 8 * unit, right - 4 * unit, bottom - 2 * unit


@cache_by_size
def building_piece(theme: Colours, box: Box, owner: str, points: int, full: int) -> Piece:
    house = House(box)
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    draw_building(canvas, theme, box, owner, points / full)
    _draw_silhouette(shape, house, 0.6, WHITE)
    tint = Tint(theme.damage, theme.ink) if points < full else Tint(theme.ink, theme.wall)
    slot = Slot(house.plate_box(), fonts.STRONG, max(28, round(30 * house.unit)))
    canvas.put(typeset(theme, str(points), slot, tint))
    return canvas.piece(theme, shape.white_mask())


def draw_building(canvas: Canvas, theme: Colours, box: Box, owner: str, part: float) -> None:
    """A building that fills a box of one square or two, with ``part`` of its points left."""
    house = House(box)
    unit, damaged = house.unit, part < 1
    _draw_silhouette(canvas, house, 0, theme.ink)
    left, top, right, bottom = house.wall
    canvas.rectangle(left, top, right, bottom, theme.ink if damaged else theme.wall)
    if house.large:
        for x in (left, right):
            _draw_turret(canvas, theme, house, x)
    for number, slope in enumerate(house.roof_slopes()):
        _draw_slope(canvas, theme, owner, slope, unit, shaded=number == 1)
    if damaged:
        _draw_crack(canvas, theme, house)
    if owner != NOBODY:
        centre, half = house.sign_place()
        colours.draw_shape(canvas, owner, centre, half + 3.2 * unit, theme.ink)
        colours.draw_shape(canvas, owner, centre, half + 1 * unit, theme.paper)
        colours.draw_shape(canvas, owner, centre, half - 1.5 * unit, theme.owner(owner))
    x0, y0, x1, y1 = house.bar_box()
    canvas.rectangle(x0, y0, x1, y1, theme.iron if damaged else theme.wall_dark)
    filled = theme.damage if damaged else theme.thatch_dark
    canvas.rectangle(x0, y0, x0 + (x1 - x0) * part, y1, filled)


def _draw_silhouette(canvas: Canvas, house: House, extra: float, fill: Colour) -> None:
    """The whole area of the building, with a rim."""
    unit = house.unit
    left, top, right, bottom = house.wall
    rim = 2.2 * unit + extra
    canvas.rectangle(left - rim, top, right + rim, bottom + rim, fill)
    for bottom_left, bottom_right, top_left, top_right in house.roof_slopes():
        outline = (bottom_left, top_left, top_right, bottom_right, bottom_left)
        canvas.polygon(outline, fill)
        canvas.line(outline, 2 * rim, fill)
    if house.large:
        for x in (left, right):
            reach = 5 * unit + extra
            canvas.rectangle(x - reach, top, x + reach, bottom + rim, fill)


def _draw_turret(canvas: Canvas, theme: Colours, house: House, x: float) -> None:
    """A column at the corner of a hall."""
    unit = house.unit
    _, top, _, bottom = house.wall
    canvas.rectangle(x - 5 * unit, top, x + 5 * unit, bottom, theme.ink)
    canvas.rectangle(x - 3.2 * unit, top, x + 3.2 * unit, bottom, theme.wall_dark)


def _draw_slope(
    canvas: Canvas, theme: Colours, owner: str, slope: Slope, unit: float, *, shaded: bool
) -> None:
    colour, dark = theme.roof_of(owner)
    bottom_left, bottom_right, top_left, top_right = slope

    def point_on(u: float, v: float) -> XY:
        """The point ``u`` of the way to the right and ``v`` of the way up."""
        low = _point_between(bottom_left, bottom_right, u)
        return _point_between(low, _point_between(top_left, top_right, u), v)

    outline = (bottom_left, bottom_right, top_right, top_left)
    canvas.polygon(outline, mix(colour, dark, 0.45) if shaded else colour)
    long = abs(bottom_right[0] - bottom_left[0]) + abs(top_left[1] - bottom_left[1])
    rows = max(3, round(abs(top_left[1] - bottom_left[1]) / (10 * unit)))
    grid = rows, max(4, round(long / (13 * unit))), 1.6 * unit
    _draw_pattern(canvas, point_on, dark, owner, grid)
    canvas.line((*outline, outline[0]), 1.6 * unit, theme.ink)


def _draw_pattern(
    canvas: Canvas, point_on: _PointOn, dark: Colour, owner: str, grid: _PatternGrid
) -> None:
    """Lamps, planks, ties or tiles on an owned roof; straw on any other."""
    rows, columns, width = grid
    ups = [row / rows for row in range(1, rows)]
    overs = [column / columns for column in range(1, columns)]
    if owner in {"B", "Y"}:
        for v in ups:
            canvas.line((point_on(0, v), point_on(1, v)), width, dark)
    if owner in {"G", "Y"}:
        lean = 1 / columns if owner == "G" else 0.0
        for u in overs:
            canvas.line((point_on(u, 0), point_on(u + lean, 1)), width, dark)
    if owner == "R":
        for u, v in product(overs, ups):
            canvas.disc(point_on(u, v), 1.3 * width, dark)
    if owner == NOBODY:
        for number, u in enumerate(overs):
            low = 0.15 + 0.2 * (number % 2)
            canvas.line((point_on(u, low), point_on(u, low + 0.4)), width, dark)


def _point_between(one: XY, other: XY, part: float) -> XY:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _draw_crack(canvas: Canvas, theme: Colours, house: House) -> None:
    """A hole in the roof of a building that lost points."""
    unit = house.unit
    (_, (right, eaves), _, (top_right, top)) = house.roof_slopes()[-1]
    middle = _point_between((right, eaves), (top_right, top), 0.5)
    x, y = middle[0] - 11 * unit, middle[1]
    points = ((0, -11), (-4, -3), (1, 1), (-4, 10))
    canvas.line([(x + dx * unit, y + dy * unit) for dx, dy in points], 2.6 * unit, theme.ink)


@cache_by_size
def pawn_piece(theme: Colours, box: Box, owner: str) -> Piece:
    """A hooded figure that fits on a square."""
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    x, y = centre = box[2] / 2, box[2] / 2
    unit = box[2] / UNITS_OF_SQUARE
    pen = Pen(canvas, centre, unit)
    for grown, fill in ((4.2, theme.paper), (2.4, theme.ink), (0.0, theme.owner(owner))):
        _draw_pawn_shape(pen, grown, fill)
    shade = theme.owner_dark(owner)
    pen.polygon((*_CLOAK_RIGHT, (15, 31), (11, 4)), shade)
    pen.polygon(((-24, 31), (-22.6, 25), (22.6, 25), (24, 31)), shade)
    for stitch in range(-18, 20, 9):
        # The owner's pattern along the hem.
        hem = x + stitch * unit, y + 28 * unit
        colours.draw_shape(canvas, owner, hem, 1.7 * unit, theme.owner(owner))
    pen.disc(*_HEAD_CENTRE, 10.4, theme.ink)
    pen.disc(0, -19, 8.6, theme.face)
    for eye in (-3.4, 3.4):
        pen.disc(eye, -20, 1.7, theme.ink)
    breast = x, y + 12 * unit
    colours.draw_shape(canvas, owner, breast, 9.5 * unit, theme.on_owner(owner))
    _draw_pawn_shape(Pen(shape, centre, unit), 4.4, WHITE)
    return canvas.piece(theme, shape.white_mask())


def _draw_pawn_shape(pen: Pen, grown: float, fill: Colour) -> None:
    pen.disc(*_HEAD_CENTRE, _HOOD_RADIUS + grown, fill)
    pen.polygon(_CLOAK, fill)
    if grown:
        pen.line((*_CLOAK, _CLOAK[0]), 2 * grown, fill)


@cache_by_size
def flag_piece(theme: Colours, box: Box, owner: str, *, small: bool) -> Piece:
    """The flag of a spawn; small and in the corner of an occupied square."""
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    unit = box[2] / UNITS_OF_SQUARE
    for grown, rim in ((3.4, theme.ink), (1.4, theme.paper)):
        _draw_flag(canvas, box, grown * unit, (rim, rim), small=small)
    _draw_flag(canvas, box, 0, (theme.ink, theme.owner(owner)), small=small)
    x, y, half = (14.5, 15.5, 5.6) if small else (40.5, 27, 9.5)
    centre = box[0] + x * unit, box[1] + y * unit
    colours.draw_shape(canvas, owner, centre, half * unit, theme.on_owner(owner))
    _draw_flag(shape, box, 3.6 * unit, (WHITE, WHITE), small=small)
    return canvas.piece(theme, shape.white_mask())


def _draw_flag(
    canvas: Canvas, box: Box, grown: float, fills: tuple[Colour, Colour], *, small: bool
) -> None:
    """Draw the pole and then the cloth, each with a rim of ``grown`` pixels."""
    unit = (box[2] - box[0]) / UNITS_OF_SQUARE

    def at(x: float, y: float, dx: float = 0, dy: float = 0) -> XY:
        """A point in units, moved by ``dx`` and ``dy`` rims."""
        return box[0] + x * unit + dx * grown, box[1] + y * unit + dy * grown

    # The pole's left side, top and foot; the cloth's right side, foot and notch.
    x, top, foot, right, low, notch = (5, 6, 70, 24, 25, 0) if small else (20, 10, 68, 60, 44, 8)
    pole = at(x, top, -1, -1), at(x + 2.5, top, 1, -1), at(x + 2.5, foot, 1, 1), at(x, foot, -1, 1)
    upper = at(x, top, -1, -1), at(right, top, 1.4, -1)
    lower = at(right, low, 1.4, 1), at(x, low, -1, 1)
    canvas.polygon(pole, fills[0])
    canvas.polygon((*upper, at(right - notch, (top + low) / 2, 1.4), *lower), fills[1])
