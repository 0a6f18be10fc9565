"""The static layer: the map in its frame, and plaques without words.

The land and the sea are assembled from squares that are drawn once for all maps. A square's look
depends on which of the nine squares around and at it are land: it draws for itself the beach and
the shallow water of neighbouring land.
"""

import threading
from functools import lru_cache
from itertools import product
from math import cos, radians, sin

from PIL import Image

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import COLUMNS, WIDTH, tile_squares
from renderer import fonts
from renderer.canvas import XY, Box, Canvas, PackedPicture
from renderer.covers import draw_countryside
from renderer.landgrab import colours, panels
from renderer.landgrab.colours import Colours
from renderer.landgrab.window import FRAME, INNER, MAP, SIZE, UNITS_OF_SQUARE, Window
from renderer.text import Slot, typeset
from renderer.theme import Colour, Tint

_THREE_OF_ROW = 0b111  # three squares in a row, as the nine around a square have them
_RIGHT_COLUMN = 0b100_100_100
_OWN_PLACE = 4  # the index of the square itself among the nine, in reading order
_CROSS = 0b010_111_010
"""The square itself and the four beside it: all that a square of land depends on."""
_BESIDE = {(0, -1): 1, (-1, 0): 3, (1, 0): 5, (0, 1): 7}
"""The index of each square beside it, by the columns and rows between them."""
_BAY_RADIUS = 30
_BAYS: dict[tuple[int, int], tuple[tuple[float, float], ...]] = {
    (0, -1): ((0.38, 2.2), (0.62, 1.0)),
    (0, 1): ((0.44, 1.0), (0.6, 2.4)),
    (-1, 0): ((0.36, 1.2), (0.58, 2.2)),
    (1, 0): ((0.42, 2.4), (0.64, 1.4)),
}
"""The bulges of a coast: their places along a side, and their depths."""
_ORNAMENTS = ("tuft", "hills", "stones", "trees")
_ORNAMENT_CORNERS = ((0.6, 0.58), (0.1, 0.12), (0.14, 0.66), (0.58, 0.14))
_ORNAMENT_SIZE = 26
_SCATTER_KINDS = 9  # of so many squares in a row, as many as there are ornaments have one
_DRAWING = threading.Lock()
_BAR_WIDTH = 5  # the width of the black and white bars along the frame, one for each square


def static_layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    """The picture without words. It is cached, so callers draw on a copy."""
    with _DRAWING:
        return _draw_layer(theme, shown, squares, letters)


@lru_cache(maxsize=12)
def _draw_layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    latest = _latest_layer(theme, shown, letters)
    grows = bool(latest.squares) and not latest.squares & ~squares
    around = _surroundings_picture(theme, shown, letters)
    picture = latest.picture.copy() if grows else around.copy()
    sea, (left, top, _, _) = picture.crop(INNER), INNER
    in_sea = shown._replace(left=shown.left - left, top=shown.top - top)
    lay_squares(sea, theme, in_sea, squares, before=latest.squares if grows else None)
    picture.paste(sea, (left, top))
    latest.squares, latest.picture = squares, picture
    return picture


class _LatestLayer:
    """The latest layer of a map that players build: another tile changes few of its squares."""

    def __init__(self, picture: Image.Image) -> None:
        self.squares, self.picture = 0, picture


@lru_cache(maxsize=4)
def _latest_layer(theme: Colours, shown: Window, letters: str) -> _LatestLayer:
    return _LatestLayer(_surroundings_picture(theme, shown, letters).picture)


@lru_cache(maxsize=16)
def _surroundings_picture(theme: Colours, shown: Window, letters: str) -> PackedPicture:
    """The area around the squares, which another tile does not change."""
    picture = _plaques_picture(theme, letters).copy()
    (left, top, _, _), (x0, y0, x1, y1) = MAP, INNER
    cell, thick = shown.cell, FRAME - _BAR_WIDTH
    bars = theme.index(theme.panel_edge), theme.index(theme.wall)
    picture.paste(theme.index(theme.frame), MAP)
    for number in range(shown.first_column, shown.first_column + shown.columns):
        x = shown.left + (number - shown.first_column) * cell
        for bar in (y0 - _BAR_WIDTH, y1):
            picture.paste(bars[number % 2], (x, bar, x + cell, bar + _BAR_WIDTH))
        _write_name(picture, theme, COLUMNS[number], (x, top, x + cell, top + thick))
    for number in range(shown.first_row, shown.first_row + shown.rows):
        y = shown.top + (number - shown.first_row) * cell
        for bar in (x0 - _BAR_WIDTH, x1):
            picture.paste(bars[number % 2], (bar, y, bar + _BAR_WIDTH, y + cell))
        _write_name(picture, theme, str(number + 1), (left, y, left + thick, y + cell))
    picture.paste(theme.index(theme.ink), (x0 - 1, y0 - 1, x1 + 1, y1 + 1))
    picture.paste(theme.index(theme.sea), INNER)
    return PackedPicture(picture)


def _write_name(picture: Image.Image, theme: Colours, text: str, box: Box) -> None:
    slot = Slot(box, fonts.STRONG, panels.LABEL_SIZE)
    typeset(theme, text, slot, Tint(theme.line, theme.frame)).put(picture)


@lru_cache(maxsize=32)
def _plaques_picture(theme: Colours, letters: str) -> Image.Image:
    """The land with the plaques, where the map will lie."""
    canvas = Canvas((0, 0, *SIZE), theme.night)
    draw_countryside(canvas, theme, SIZE, seed=5)
    canvas.panel(panels.TURN, panels.RADIUS, theme)
    canvas.panel(panels.NEWS, panels.RADIUS, theme)
    for seat, letter in enumerate(letters, 1):
        place = panels.plaque_of(len(letters), seat)
        canvas.panel(place.box, panels.RADIUS, theme)
        colours.draw_sign(canvas, theme, letter, place.sign, panels.SIGN_REACH)
    return canvas.finish(theme)


def lay_squares(
    picture: Image.Image, theme: Colours, shown: Window, squares: int, *, before: int | None = None
) -> None:
    """Put the squares of a map on a picture of the sea, or of the map as it was ``before``."""
    compass = _find_open_sea(shown, squares)
    if before is None:
        rows = range(shown.first_row - 1, shown.first_row + shown.rows + 1)
        columns = range(shown.first_column - 1, shown.first_column + shown.columns + 1)
        places = set(product(rows, columns))
    else:
        places = set[tuple[int, int]]()
        for square in squares_in(squares ^ before):
            row, column = divmod(square, WIDTH)
            places |= _squares_of_block(row - 1, column - 1, 3)
        earlier_compass = _find_open_sea(shown, before)
        if earlier_compass is not None and earlier_compass != compass:
            places |= _squares_of_block(*earlier_compass, 2)
    for row, column in places:
        _lay_square(picture, theme, shown, _land_mask(squares, row, column), (row, column))
    if compass is not None:
        left, top = shown.corner(*compass)
        half = shown.cell // 2
        picture.paste(_compass_picture(theme, shown.cell), (left + half, top + half))


def _squares_of_block(row: int, column: int, side: int) -> set[tuple[int, int]]:
    return set(product(range(row, row + side), range(column, column + side)))


def _lay_square(
    picture: Image.Image, theme: Colours, shown: Window, around: int, place: tuple[int, int]
) -> None:
    """Put a square at a row and a column; ``around`` is the land among the nine squares there."""
    row, column = place
    (left, top), cell = shown.corner(row, column), shown.cell
    if not around:
        picture.paste(theme.index(theme.sea), (left, top, left + cell, top + cell))
        if (row * 5 + column * 3) % 4 == 0:
            picture.paste(_waves_picture(theme, cell), (left + cell // 4, top + cell // 3))
        return
    is_land = bool(around >> _OWN_PLACE & 1)
    odd = is_land and (row + column) % 2 == 1  # the sea has one shade
    if is_land:
        around &= _CROSS
    picture.paste(_square_picture(theme, cell, around, odd=odd), (left, top))
    # This scatters the ornaments, so that no row or column shows a pattern.
    kind = (row * 7 + column * 11 + row * column) % _SCATTER_KINDS
    if is_land and kind < len(_ORNAMENTS):
        x, y = (int(part * cell) for part in _ORNAMENT_CORNERS[kind])
        picture.paste(_ornament_picture(theme, cell, kind, odd=odd), (left + x, top + y))


def _find_open_sea(shown: Window, squares: int) -> tuple[int, int] | None:
    """The place of four squares of sea in a block; the lowest and leftmost such block."""
    for row in reversed(range(shown.first_row, shown.first_row + shown.rows - 1)):
        for column in range(shown.first_column, shown.first_column + shown.columns - 1):
            if not tile_squares(row * WIDTH + column) & squares:
                return row, column
    return None


@lru_cache(maxsize=32)
def _compass_picture(theme: Colours, cell: int) -> Image.Image:
    canvas, middle = Canvas((0, 0, cell, cell), theme.sea), cell / 2
    for number, radius in enumerate((0.34, 0.31, 0.29, 0.27)):
        canvas.disc((middle, middle), radius * cell, (theme.wave, theme.sea)[number % 2])

    def at(turn: float, reach: float) -> XY:
        angle = radians(turn)
        return middle + reach * cell * sin(angle), middle - reach * cell * cos(angle)

    for turns, reach in ((range(45, 360, 90), 0.3), (range(0, 360, 90), 0.47)):
        for turn in turns:
            canvas.polygon((at(turn, reach), at(turn - 45, 0.1), (middle, middle)), theme.shallow)
            canvas.polygon((at(turn, reach), at(turn + 45, 0.1), (middle, middle)), theme.wave)
    return canvas.finish(theme)


def _land_mask(squares: int, row: int, column: int) -> int:
    """The land among the nine squares around and at one; it may lie just beyond the space."""
    # Shifted so that squares above and left of the space have a place in the mask too.
    mask = (squares << 2 * WIDTH + 2) >> ((row + 1) * WIDTH + column + 1)
    rows = (mask >> line * WIDTH & _THREE_OF_ROW for line in range(3))
    mask = sum(three << 3 * line for line, three in enumerate(rows))
    if column < 0:
        return mask & _RIGHT_COLUMN
    return mask & ~_RIGHT_COLUMN if column >= len(COLUMNS) else mask


@lru_cache(maxsize=1024)
def _square_picture(theme: Colours, cell: int, around: int, *, odd: bool) -> Image.Image:
    if around >> _OWN_PLACE & 1:
        return _land_picture(theme, cell, around, odd=odd)
    canvas = Canvas((0, 0, cell, cell), theme.sea)
    unit = cell / UNITS_OF_SQUARE
    rings = (21, theme.wave), (14, theme.shallow), (8, theme.coast), (6.5, theme.beach)
    for reach, colour in (*rings, (1.5, theme.land)):
        _grow_land(canvas, cell, around, reach * unit, colour)
    return canvas.finish(theme)


def _land_picture(theme: Colours, cell: int, around: int, *, odd: bool) -> Image.Image:
    """A square of land, with a seam to each land beside it."""
    canvas = Canvas((0, 0, cell, cell), theme.land_alt if odd else theme.land)
    for (dx, dy), place in _BESIDE.items():
        if around >> place & 1:
            left, top = (cell - 1 if dx > 0 else 0), (cell - 1 if dy > 0 else 0)
            right, bottom = (1 if dx < 0 else cell), (1 if dy < 0 else cell)
            canvas.rectangle(left, top, right, bottom, theme.seam)
    return canvas.finish(theme)


def _grow_land(canvas: Canvas, cell: int, around: int, reach: float, colour: Colour) -> None:
    """Draw all land with the pixels at most ``reach`` away from it."""
    unit = cell / UNITS_OF_SQUARE
    for place in range(9):
        if not around >> place & 1:
            continue
        left, top = (place % 3 - 1) * cell, (place // 3 - 1) * cell
        box = (left - reach, top - reach, left + cell + reach, top + cell + reach)
        canvas.rounded(box, reach + 2 * unit, colour)
        for (dx, dy), bays in _BAYS.items():
            column, row = place % 3 + dx, place // 3 + dy
            if column in range(3) and row in range(3) and not around >> (3 * row + column) & 1:
                for along, further in bays:
                    x, y = _on_side(left, top, cell, (dx, dy), along)
                    inside = reach + (further - _BAY_RADIUS) * unit
                    canvas.disc((x + dx * inside, y + dy * inside), _BAY_RADIUS * unit, colour)


def _on_side(left: float, top: float, cell: int, side: tuple[int, int], along: float) -> XY:
    dx, dy = side
    if dx:
        return left + (cell if dx > 0 else 0), top + along * cell
    return left + along * cell, top + (cell if dy > 0 else 0)


@lru_cache(maxsize=32)
def _waves_picture(theme: Colours, cell: int) -> Image.Image:
    unit = cell / UNITS_OF_SQUARE
    canvas = Canvas((0, 0, round(40 * unit), round(26 * unit)), theme.sea)
    for x, y in ((10, 9), (26, 9), (18, 19)):
        points = [(x + dx, y + dy) for dx, dy in ((-8, 2), (-4, -1), (0, 2), (4, -1), (8, 2))]
        canvas.line([(a * unit, b * unit) for a, b in points], 1.8 * unit, theme.wave)
    return canvas.finish(theme)


@lru_cache(maxsize=256)
def _ornament_picture(theme: Colours, cell: int, kind: int, *, odd: bool) -> Image.Image:
    """A small plant or object on a square."""
    unit = cell / UNITS_OF_SQUARE
    side = round(_ORNAMENT_SIZE * unit)
    canvas = Canvas((0, 0, side, side), theme.land_alt if odd else theme.land)

    def at(*points: XY) -> list[XY]:
        return [(x * unit, y * unit) for x, y in points]

    match _ORNAMENTS[kind]:
        case "tuft":
            for foot, tip in ((11, 5), (13, 13), (15, 21)):
                height = 8 if tip == 13 else 11
                canvas.line(at((foot, 20), (tip, height)), 1.8 * unit, theme.herb)
        case "hills":
            for x, y in ((8, 14), (17, 19)):
                arc = at((x - 6, y), (x - 4, y - 4), (x, y - 6), (x + 4, y - 4), (x + 6, y))
                canvas.line(arc, 1.8 * unit, theme.herb)
        case "stones":
            for x, y, radius in ((7, 16, 2.4), (14, 19, 1.8), (18, 13, 2.0)):
                canvas.disc((x * unit, y * unit), radius * unit, theme.herb)
        case "trees":
            for x, y in ((8, 17), (18, 20)):
                canvas.line(at((x, y), (x, y + 3)), 1.8 * unit, theme.herb)
                canvas.polygon(at((x - 5, y), (x, y - 11), (x + 5, y)), theme.herb)
    return canvas.finish(theme)
