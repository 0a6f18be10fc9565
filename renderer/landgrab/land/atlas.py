"""The static layer: the map in its frame, and the plaques around it, without words."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from prowlerbot.games.landgrab.space import COLUMNS
from renderer import fonts, sky
from renderer.canvas import Box, Canvas
from renderer.kept import Kept
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land import ground as land
from renderer.landgrab.land.window import ACROSS, FRAME, Window
from renderer.landgrab.panels import plaques
from renderer.text import Slot, written
from renderer.theme import Tint

_DRAWING = threading.Lock()
_BAR = 5
"""The width of the black and white bars along the frame, one for each square."""


def static_layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    """The picture of a map and the colours of the seats, the same in all languages.

    It is cached, so callers draw on a copy. Its slow parts are drawn once, even for two threads.
    """
    with _DRAWING:
        return _layer(theme, shown, squares, letters)


@lru_cache(maxsize=12)
def _layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    latest = _latest(theme, shown, letters)
    origin = shown.inner[:2]
    if latest.squares and not latest.squares & ~squares:
        picture = latest.picture.copy()
        sea = picture.crop(shown.inner)
        land.lay(sea, theme, shown, squares, origin, before=latest.squares)
    else:
        picture = _around(theme, shown, letters).copy()
        sea = picture.crop(shown.inner)
        land.lay(sea, theme, shown, squares, origin)
    picture.paste(sea, origin)
    latest.squares, latest.picture = squares, picture
    return picture


class _Latest:
    """The latest layer of a map that players build: another tile changes few of its squares."""

    def __init__(self, picture: Image.Image) -> None:
        self.squares, self.picture = 0, picture


@lru_cache(maxsize=4)
def _latest(theme: Colours, shown: Window, letters: str) -> _Latest:
    return _Latest(_around(theme, shown, letters).picture)


@lru_cache(maxsize=16)
def _around(theme: Colours, shown: Window, letters: str) -> Kept:
    """The area around the squares, which another tile does not change."""
    picture = Image.new("P", plaques.size(shown, len(letters)), theme.index(theme.night))
    _frame(picture, theme, shown)
    picture.paste(_head(theme), (0, 0))
    picture.paste(_foot(theme, letters), (0, shown.box[3]))
    return Kept(picture)


def _frame(picture: Image.Image, theme: Colours, shown: Window) -> None:
    """The frame of the map: a bar for each square, with the name of the column or row beside it."""
    left, top, right, bottom = shown.box
    x0, y0, x1, y1 = shown.inner
    cell, thick = shown.cell, FRAME - _BAR
    bars = theme.index(theme.panel_edge), theme.index(theme.wall)
    picture.paste(theme.index(theme.frame), shown.box)
    for number in range(shown.first_column, shown.first_column + shown.columns):
        x = shown.left + (number - shown.first_column) * cell
        for bar, y in ((y0 - _BAR, top), (y1, bottom - thick)):
            picture.paste(bars[number % 2], (x, bar, x + cell, bar + _BAR))
            _name(picture, theme, COLUMNS[number], (x, y, x + cell, y + thick))
    for number in range(shown.first_row, shown.first_row + shown.rows):
        y = shown.top + (number - shown.first_row) * cell
        for bar, x in ((x0 - _BAR, left), (x1, right - thick)):
            picture.paste(bars[number % 2], (bar, y, bar + _BAR, y + cell))
            _name(picture, theme, str(number + 1), (x, y, x + thick, y + cell))
    picture.paste(theme.index(theme.ink), (x0 - 1, y0 - 1, x1 + 1, y1 + 1))
    picture.paste(theme.index(theme.sea), shown.inner)


def _name(picture: Image.Image, theme: Colours, text: str, box: Box) -> None:
    """The name of a column or a row."""
    slot = Slot(box, fonts.STRONG, plaques.LABEL)
    written(theme, text, slot, Tint(theme.line, theme.frame)).put(picture)


@lru_cache(maxsize=8)
def _head(theme: Colours) -> Image.Image:
    canvas = Canvas((0, 0, ACROSS, plaques.HEAD), theme.night)
    canvas.panel(plaques.BANNER, 12, theme)
    return canvas.finish(theme)


@lru_cache(maxsize=64)
def _foot(theme: Colours, letters: str) -> Image.Image:
    """The plaques below a map that ends at the upper edge."""
    high = plaques.foot(len(letters))
    canvas = Canvas((0, 0, ACROSS, high), theme.night)
    sky.country(canvas, theme, (ACROSS, high), 26, seed=5)
    canvas.panel(plaques.strip(0), 12, theme)
    for seat, letter in enumerate(letters, 1):
        place = plaques.plaque(len(letters), seat, 0)
        canvas.panel(place.box, plaques.RADIUS, theme)
        glyphs.draw_sign(canvas, theme, letter, place.sign, plaques.SIGN)
    return canvas.finish(theme)
