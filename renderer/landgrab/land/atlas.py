"""The static layer: the map in its frame, and the plaques around it, without words."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from prowlerbot.games.landgrab.space import COLUMNS
from renderer import fonts, sky
from renderer.canvas import Canvas
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.panels import plaques
from renderer.text import Slot, Tint, written

from . import ground as land
from .window import ACROSS, FRAME, Window

_DRAWING = threading.Lock()
_BAR = 5
"""The black and white bars along the frame, one per square."""


def static_layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    """The picture of a map and the colours of the seats, the same in all languages.

    Do not draw on it. Its slow parts are drawn once, even for two threads.
    """
    with _DRAWING:
        return _layer(theme, shown, squares, letters)


@lru_cache(maxsize=32)
def _layer(theme: Colours, shown: Window, squares: int, letters: str) -> Image.Image:
    picture = _around(theme, shown, letters).copy()
    sea = picture.crop(shown.inner)
    land.lay(sea, theme, shown, squares, shown.inner[:2])
    picture.paste(sea, shown.inner[:2])
    return picture


@lru_cache(maxsize=16)
def _around(theme: Colours, shown: Window, letters: str) -> Image.Image:
    """The area around the squares, which another tile does not change."""
    picture = Image.new("P", plaques.size(shown, len(letters)), theme.index(theme.night))
    picture.paste(theme.index(theme.sea), shown.inner)
    _frame(picture, theme, shown)
    picture.paste(_head(theme), (0, 0))
    picture.paste(_foot(theme, letters), (0, shown.box[3]))
    return picture


def _frame(picture: Image.Image, theme: Colours, shown: Window) -> None:
    """The frame of the map: a bar for each square, with the name of the column or row beside it."""
    left, top, right, bottom = shown.box
    ground, dark, light = map(theme.index, (theme.frame, theme.panel_edge, theme.wall))
    for box in (
        (left, top, right, top + FRAME),
        (left, bottom - FRAME, right, bottom),
        (left, top, left + FRAME, bottom),
        (right - FRAME, top, right, bottom),
    ):
        picture.paste(ground, box)
    inner = shown.inner
    edge = theme.index(theme.ink)
    for at in range(-1, shown.columns + 1):
        colour = light if (at + shown.first_column) % 2 else dark
        x0, x1 = shown.left + at * shown.cell, shown.left + (at + 1) * shown.cell
        x0, x1 = max(x0, inner[0]), min(x1, inner[2])
        if x0 < x1 and 0 <= at < shown.columns:
            picture.paste(colour, (x0, inner[1] - _BAR, x1, inner[1]))
            picture.paste(colour, (x0, inner[3], x1, inner[3] + _BAR))
    for at in range(shown.rows):
        colour = light if (at + shown.first_row) % 2 else dark
        y0 = shown.top + at * shown.cell
        picture.paste(colour, (inner[0] - _BAR, y0, inner[0], y0 + shown.cell))
        picture.paste(colour, (inner[2], y0, inner[2] + _BAR, y0 + shown.cell))
    for box in (
        (inner[0] - 1, inner[1] - 1, inner[2] + 1, inner[1]),
        (inner[0] - 1, inner[3], inner[2] + 1, inner[3] + 1),
        (inner[0] - 1, inner[1], inner[0], inner[3]),
        (inner[2], inner[1], inner[2] + 1, inner[3]),
    ):
        picture.paste(edge, box)
    tint = Tint(theme.line, theme.frame)
    for at in range(shown.columns):
        x = shown.left + at * shown.cell
        for y in (top, bottom - FRAME + _BAR):
            box = x, y, x + shown.cell, y + FRAME - _BAR
            text = COLUMNS[shown.first_column + at]
            written(theme, text, Slot(box, fonts.STRONG, plaques.LABEL), tint).put(picture)
    for at in range(shown.rows):
        y = shown.top + at * shown.cell
        for x in (left, right - FRAME + _BAR):
            box = x, y, x + FRAME - _BAR, y + shown.cell
            text = str(shown.first_row + at + 1)
            written(theme, text, Slot(box, fonts.STRONG, plaques.LABEL), tint).put(picture)


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
