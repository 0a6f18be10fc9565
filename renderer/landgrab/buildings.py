"""Buildings, and the lit squares beside them.

Houses and halls have roofs in their owner's colour and pattern with its sign, and walls with the
remaining points. The lit squares are those in reach of the seat to move, and places for a piece. In
a choice only its possible places are lit, with their numbers.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import product
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.game import CHANCE
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import open_squares, ways_around
from prowlerbot.games.landgrab.map import WIDTH, tile_squares
from prowlerbot.games.landgrab.rules import Position
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, in_place
from renderer.glyphs import Pen
from renderer.landgrab import colours, panels
from renderer.landgrab.colours import NOBODY, Colours
from renderer.landgrab.window import DRAWN_FOR, Window, edge_piece
from renderer.text import Slot, typeset, write
from renderer.theme import Colour, Tint, mix

_Grid = tuple[int, int, float]
"""Rows and columns of a pattern, and the width of its lines."""

Quad = tuple[XY, XY, XY, XY]
"""A slope of a roof: the ends of its eaves, then those of its ridge, both from left to right."""


class _House:
    """The measures of a building that fills a box of one square, or of two."""

    def __init__(self, box: Box) -> None:
        self.left, self.top, self.right, self.bottom = box
        across, high = self.right - self.left, self.bottom - self.top
        self.unit = min(across, high) / DRAWN_FOR
        self.upright = high > across
        self.large = high != across
        unit = self.unit
        inset = 9
        self.wall = (
            self.left + inset * unit,
            self.bottom - 43 * unit,
            self.right - inset * unit,
            self.bottom - 5 * unit,
        )

    def slopes(self) -> list[Quad]:
        """One slope seen from the front, or both sides of an upright hall."""
        unit, eaves = self.unit, self.wall[1] + 4 * self.unit
        left, right = self.left + 3 * unit, self.right - 3 * unit
        top = self.top + 7 * unit
        if self.upright:
            middle, gable = (left + right) / 2, top + 18 * unit
            foot = eaves - 14 * unit
            west: Quad = ((left, eaves), (middle, foot), (left, gable), (middle, top))
            east: Quad = ((middle, foot), (right, eaves), (middle, top), (right, gable))
            return [west, east]
        lean = (26 if self.large else 20) * unit
        return [((left, eaves), (right, eaves), (left + lean, top), (right - lean, top))]

    def medallion(self) -> tuple[XY, float]:
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

    def bar(self) -> tuple[float, float, float, float]:
        unit = self.unit
        left, _, right, bottom = self.wall
        return left + 4 * unit, bottom - 8 * unit, right - 4 * unit, bottom - 2 * unit


def plate_box(box: Box) -> Box:
    """The box of the points of a building that fills a box."""
    return _House(box).plate_box()


def draw_building(canvas: Canvas, theme: Colours, box: Box, owner: str, part: float) -> None:
    """A building that fills a box of one square or two, with ``part`` of its points left."""
    house = _House(box)
    unit, damaged = house.unit, part < 1
    _draw_silhouette(canvas, house, 0, theme.ink)
    left, top, right, bottom = house.wall
    wall = theme.ink if damaged else theme.wall
    canvas.rectangle(left, top, right, bottom, wall)
    if house.large:
        for x in (left, right):
            _draw_turret(canvas, theme, house, x)
    for number, slope in enumerate(house.slopes()):
        _draw_slope(canvas, theme, owner, slope, unit, shaded=number == 1)
    if damaged:
        _draw_crack(canvas, theme, house)
    if owner != NOBODY:
        centre, half = house.medallion()
        colours.draw_shape(canvas, owner, centre, half + 3.2 * unit, theme.ink)
        colours.draw_shape(canvas, owner, centre, half + 1 * unit, theme.paper)
        colours.draw_shape(canvas, owner, centre, half - 1.5 * unit, theme.owner(owner))
    x0, y0, x1, y1 = house.bar()
    canvas.rectangle(x0, y0, x1, y1, theme.iron if damaged else theme.wall_dark)
    filled = theme.damage if damaged else theme.thatch_dark
    canvas.rectangle(x0, y0, x0 + (x1 - x0) * part, y1, filled)


def _draw_silhouette(canvas: Canvas, house: _House, grown: float, fill: Colour) -> None:
    unit = house.unit
    left, top, right, bottom = house.wall
    rim = 2.2 * unit + grown
    canvas.rectangle(left - rim, top, right + rim, bottom + rim, fill)
    for bottom_left, bottom_right, top_left, top_right in house.slopes():
        outline = (bottom_left, top_left, top_right, bottom_right, bottom_left)
        canvas.polygon(outline, fill)
        canvas.line(outline, 2 * rim, fill)
    if house.large:
        for x in (left, right):
            reach = 5 * unit + grown
            canvas.rectangle(x - reach, top, x + reach, bottom + rim, fill)


def _draw_turret(canvas: Canvas, theme: Colours, house: _House, x: float) -> None:
    unit = house.unit
    _, top, _, bottom = house.wall
    canvas.rectangle(x - 5 * unit, top, x + 5 * unit, bottom, theme.ink)
    canvas.rectangle(x - 3.2 * unit, top, x + 3.2 * unit, bottom, theme.wall_dark)


def _draw_slope(
    canvas: Canvas, theme: Colours, owner: str, slope: Quad, unit: float, *, shaded: bool
) -> None:
    colour, dark = theme.roof_of(owner)
    bottom_left, bottom_right, top_left, top_right = slope

    def on(u: float, v: float) -> XY:
        """The point ``u`` of the way to the right and ``v`` of the way up."""
        low = _point_between(bottom_left, bottom_right, u)
        return _point_between(low, _point_between(top_left, top_right, u), v)

    outline = (bottom_left, bottom_right, top_right, top_left)
    canvas.polygon(outline, mix(colour, dark, 0.45) if shaded else colour)
    long = abs(bottom_right[0] - bottom_left[0]) + abs(top_left[1] - bottom_left[1])
    rows = max(3, round(abs(top_left[1] - bottom_left[1]) / (10 * unit)))
    _draw_pattern(canvas, on, dark, owner, (rows, max(4, round(long / (13 * unit))), 1.6 * unit))
    canvas.line((*outline, outline[0]), 1.6 * unit, theme.ink)


def _draw_pattern(
    canvas: Canvas, on: Callable[[float, float], XY], dark: Colour, owner: str, grid: _Grid
) -> None:
    """Lamps, planks, ties or tiles on an owned roof; straw on any other."""
    rows, columns, width = grid
    ups = [row / rows for row in range(1, rows)]
    overs = [column / columns for column in range(1, columns)]
    if owner in {"B", "Y"}:
        for v in ups:
            canvas.line((on(0, v), on(1, v)), width, dark)
    if owner in {"G", "Y"}:
        lean = 1 / columns if owner == "G" else 0.0
        for u in overs:
            canvas.line((on(u, 0), on(u + lean, 1)), width, dark)
    if owner == "R":
        for u, v in product(overs, ups):
            canvas.disc(on(u, v), 1.3 * width, dark)
    if owner == NOBODY:
        for number, u in enumerate(overs):
            low = 0.15 + 0.2 * (number % 2)
            canvas.line((on(u, low), on(u, low + 0.4)), width, dark)


def _point_between(one: XY, other: XY, part: float) -> XY:
    return one[0] + (other[0] - one[0]) * part, one[1] + (other[1] - one[1]) * part


def _draw_crack(canvas: Canvas, theme: Colours, house: _House) -> None:
    """A hole in the roof of a building that lost points."""
    unit = house.unit
    (_, (right, eaves), _, (top_right, top)) = house.slopes()[-1]
    at = _point_between((right, eaves), (top_right, top), 0.5)
    x, y = at[0] - 11 * unit, at[1]
    points = ((0, -11), (-4, -3), (1, 1), (-4, 10))
    canvas.line([(x + dx * unit, y + dy * unit) for dx, dy in points], 2.6 * unit, theme.ink)


@in_place
def building_piece(theme: Colours, box: Box, owner: str, points: int, full: int) -> Piece:
    house = _House(box)
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    draw_building(canvas, theme, box, owner, points / full)
    _draw_silhouette(shape, house, 0.6, WHITE)
    tint = Tint(theme.damage, theme.ink) if points < full else Tint(theme.ink, theme.wall)
    slot = Slot(house.plate_box(), fonts.STRONG, max(28, round(30 * house.unit)))
    canvas.put(typeset(theme, str(points), slot, tint))
    return canvas.piece(theme, shape.whole())


# ---------------------------------------------------------------------- lit squares

_EDGE_INSETS = (3, 11)
"""The alternating insets of the edges of overlapping places."""


class Mark(NamedTuple):
    """A place of a choice: its squares, and its label, if any."""

    squares: tuple[int, ...]
    label: str


def option_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """The options of the seat to move, below pawns and buildings."""
    if CHANCE in state.to_move:
        return
    match state.phase:
        case "tiles":
            yield from _tile_place_pieces(theme, state, shown)
        case "buildings":
            yield from _building_place_pieces(theme, state, shown)
        case "spawns":
            for move in state.legal:
                yield lit_place_piece(theme, shown.square_box(move.at))
        case "turn" | "eviction":
            yield from _turn_pieces(theme, state, shown)


def labelled_squares(state: Position, marks: tuple[Mark, ...] | None) -> set[int]:
    """The squares with a word or a number, where a flag has to be in the corner."""
    if marks is not None:
        return {square for each in marks if each.label for square in each.squares}
    return set(_squares_around(state))


def _turn_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    (seat,) = state.to_move
    around = _squares_around(state)
    for move in state.legal:
        match move.kind:
            case "":
                if move.at not in around:
                    yield lit_place_piece(theme, shown.square_box(move.at))
            case "c":
                building = state.map.buildings[state.map.building_numbers[move.at]]
                yield lit_place_piece(
                    theme, shown.box_covering(tuple(squares_in(building.squares)))
                )
            case _:
                box = shown.square_box(state.pawns[move.at - 1])
                yield lit_place_piece(theme, box)
                yield swords_piece(theme, box)
    yield halo_piece(theme, shown.square_box(state.pawns[seat - 1]))


def _squares_around(state: Position) -> dict[int, list[int]]:
    """The squares in reach by going around, with the numbers of the buildings."""
    if state.phase != "turn" or not state.legal:
        return {}
    return ways_around(state.map, state.pawns, state.owners, state.turn)


def ways_around_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """The squares in reach by going around, above the arrow of the last move."""
    for square in _squares_around(state):
        yield way_around_piece(theme, shown.square_box(square))


def _tile_place_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """Every square that a tile may cover, and the upper left square of each place."""
    covered = 0
    for move in state.legal:
        covered |= tile_squares(move.at)
    for square in squares_in(covered):
        yield plot_piece(theme, shown.square_box(square))
    for move in state.legal:
        x, y = shown.centre(move.at)
        yield stud_piece(theme, (round(x), round(y)), shown.cell)


def _building_place_pieces(theme: Colours, state: Position, shown: Window) -> Iterator[Piece]:
    """A stud for a small building, a bar across two squares for a large one."""
    for move in state.legal:
        if move.kind == "s":
            x, y = shown.centre(move.at)
            yield stud_piece(theme, (round(x), round(y)), shown.cell)
        else:
            yield from _bar_piece(theme, (move.at, move.to), shown)


def _bar_piece(theme: Colours, squares: tuple[int, ...], shown: Window) -> Iterator[Piece]:
    left, top, right, bottom = shown.box_covering(squares)
    x, y = (left + right) // 2, (top + bottom) // 2
    yield bar_piece(theme, (x, y), shown.cell, upright=squares[1] - squares[0] == WIDTH)


def _lit_canvas_and_mask(theme: Colours, box: Box) -> tuple[Canvas, Image.Image]:
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.rounded(box, 9, theme.reach, inset=2)
    canvas.rounded(box, 7, theme.legal, inset=5)
    shape.rounded(box, 10, WHITE, inset=1)
    return canvas, shape.whole()


@in_place
def lit_place_piece(theme: Colours, box: Box) -> Piece:
    canvas, mask = _lit_canvas_and_mask(theme, box)
    return canvas.piece(theme, mask)


@lru_cache(maxsize=512)
def swords_piece(theme: Colours, box: Box) -> Piece:
    """Swords in the corner of a square whose pawn can be attacked."""
    unit = (box[2] - box[0]) / DRAWN_FOR
    right, top = box[2] - round(4 * unit), box[1] + round(4 * unit)
    side = round(24 * unit)
    canvas = Canvas((right - side, top, right, top + side), theme.legal)
    centre = right - side / 2, top + side / 2
    colours.SIGNS["swords"](Pen(canvas, centre, 11 * unit), theme.reach, theme.legal)
    return canvas.piece(theme)


@in_place
def halo_piece(theme: Colours, box: Box) -> Piece:
    """The ring around the moving pawn."""
    centre, radius = (box[2] / 2, box[2] / 2), box[2] * 0.49
    canvas, shape = Canvas(box, theme.land), Canvas(box, BLACK)
    canvas.discs(centre, (radius, theme.reach), (radius - 4, theme.ink), (radius - 6, theme.legal))
    shape.disc(centre, radius + 0.5, WHITE)
    return canvas.piece(theme, shape.whole())


@in_place
def way_around_piece(theme: Colours, box: Box) -> Piece:
    """A square in reach by going around a building: an arrow over a house, and a broken edge."""
    canvas, mask = _lit_canvas_and_mask(theme, box)
    cell, unit = box[2], box[2] / DRAWN_FOR
    for at in range(4):
        along = (8 + 17.5 * at) * unit
        for near in (2, cell - 5.2):
            canvas.rectangle(along, near, along + 8, near + 3.2, theme.legal)
            canvas.rectangle(near, along, near + 3.2, along + 8, theme.legal)
    pen = Pen(canvas, (35.5 * unit, 35 * unit), 24 * unit)
    colours.SIGNS["around"].paint(pen, partial(getattr, theme))
    return canvas.piece(theme, mask)


@in_place
def plot_piece(theme: Colours, box: Box) -> Piece:
    """A square of the sea that a tile may cover."""
    canvas, shape = Canvas(box, theme.sea), Canvas(box, BLACK)
    canvas.rounded(box, 7, theme.coast, inset=1)
    canvas.rounded(box, 6, theme.shallow, inset=3)
    shape.rounded(box, 7, WHITE, inset=1)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=1024)
def stud_piece(theme: Colours, centre: tuple[int, int], cell: int) -> Piece:
    """A place for a tile with this upper left square, or for a small building."""
    return _stud_at_origin(theme, round(cell * 0.12)).shifted(*centre)


@lru_cache(maxsize=32)
def _stud_at_origin(theme: Colours, reach: int) -> Piece:
    canvas = Canvas((-reach, -reach, reach, reach), theme.ink)
    canvas.disc((0, 0), reach - 2, theme.reach)
    return canvas.piece(theme, _disc_mask(reach))


@lru_cache(maxsize=1024)
def bar_piece(theme: Colours, centre: tuple[int, int], cell: int, *, upright: bool) -> Piece:
    """A place for a large building on its two squares."""
    return _bar_at_origin(theme, cell, upright=upright).shifted(*centre)


@lru_cache(maxsize=32)
def _bar_at_origin(theme: Colours, cell: int, *, upright: bool) -> Piece:
    long, broad = round(cell * 0.24), round(cell * 0.07)
    across, high = (broad, long) if upright else (long, broad)
    box = -across, -high, across, high
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    canvas.rounded(box, broad, theme.reach, inset=1.5)
    shape.rounded(box, broad, WHITE)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=16)
def _disc_mask(reach: int) -> Image.Image:
    shape = Canvas((-reach, -reach, reach, reach), BLACK)
    shape.disc((0, 0), reach, WHITE)
    return shape.whole()


# ------------------------------------------------------------------------------- choices


def choice_pieces(theme: Colours, marks: tuple[Mark, ...], shown: Window) -> Iterator[Piece]:
    """The places of a choice: each in one piece, or square by square if they overlap, with an edge
    around each. A pair of squares without a label is a bar across both.
    """
    places = [each for each in marks if each.label or len(each.squares) != 2]
    often = Counter(square for each in places for square in each.squares)
    single, framed = set[int](), list[Box]()
    for each in places:
        box = shown.box_covering(each.squares)
        area = (box[2] - box[0]) * (box[3] - box[1])
        whole = area == len(each.squares) * shown.cell**2
        if whole and all(often[square] == 1 for square in each.squares):
            yield lit_place_piece(theme, box)
        else:
            single.update(each.squares)
            framed.append(box)
    for square in sorted(single):
        yield lit_place_piece(theme, shown.square_box(square))
    for number, (left, top, right, bottom) in enumerate(framed):
        inset = _EDGE_INSETS[number % 2]
        yield edge_piece(theme, (left + inset, top + inset, right - inset, bottom - inset))
    for each in marks:
        if each not in places:
            yield from _bar_piece(theme, each.squares, shown)


def label_pieces(
    theme: Colours, state: Position, marks: tuple[Mark, ...], shown: Window
) -> Iterator[Piece]:
    """The labels of the places of a choice: in the middle, or on the upper right corner of one with
    a building, a pawn or a flag, so that these stay visible.
    """
    empty = open_squares(state.map, state.pawns) | ~state.map.squares
    for spawn in state.spawns:
        if spawn >= 0:
            empty &= ~(1 << spawn)
    for each in marks:
        if each.label:
            # A tile is named by its upper left square, as its dot and its buttons are.
            left, top, right, bottom = shown.square_box(each.squares[0])
            x, y = (left + right) // 2, (top + bottom) // 2
            half = round(shown.cell * 0.32)
            if not all(empty >> square & 1 for square in each.squares):
                half = round(shown.cell * 0.25)
                _, y, x, _ = shown.box_covering(each.squares)
            yield badge_piece(theme, (x, y), half, each.label)


@lru_cache(maxsize=1024)
def badge_piece(theme: Colours, centre: tuple[int, int], half: int, label: str) -> Piece:
    """A number or a letter on a disc."""
    x, y = centre
    canvas = Canvas.around(half, theme.ink, centre)
    canvas.disc(centre, half - 2.5, theme.paper)
    across, high = round(half * 0.76), round(half * 0.52)
    inner = x - across, y - high, x + across, y + high
    slot = Slot(inner, fonts.STRONG, max(panels.SMALL, round(half * 1.3)))
    write(canvas, theme, label, slot, Tint(theme.ink, theme.paper))
    return canvas.piece(theme, _disc_mask(half))
