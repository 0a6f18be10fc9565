"""The signs of the pictures as emoji: items and shovels, districts, seats, each on nothing."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image

from renderer import owners
from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.theme import NIGHT, Colour

from . import glyphs, tiles
from .colours import COLOURS, Colours

SIZE = 128
"""Pixels each way, as Discord stores them."""
_MIDDLE = (SIZE / 2, SIZE / 2)
_BLACK, _WHITE = (0, 0, 0), (255, 255, 255)


def draw_tile(face: int, *, theme: str = NIGHT.name) -> bytes:
    """An item or a shovel, by its place in TILES, as PNG."""
    colours, radius = COLOURS[theme], SIZE / 2 - 2
    return _png(
        colours.panel,
        lambda canvas: tiles.draw_disc(canvas, colours, face, _MIDDLE, radius),
        lambda canvas: canvas.disc(_MIDDLE, radius, _WHITE),
    )


def draw_district(district: int, *, theme: str = NIGHT.name) -> bytes:
    """The arms of a district, by its place in DISTRICTS, bright enough to be seen in a text."""
    colours, reach = COLOURS[theme], SIZE / 2 - 3
    return _png(
        colours.panel,
        lambda canvas: _arms(canvas, colours, district, reach),
        lambda canvas: glyphs.shield(Pen(canvas, _MIDDLE, reach), _WHITE, 1.0),
    )


def draw_seat(seat: int, *, theme: str = NIGHT.name) -> bytes:
    """The sign of a seat in its colour."""
    colours, half = COLOURS[theme], 44.0
    pair = colours.seats[seat - 1], colours.ink
    return _png(
        colours.panel,
        lambda canvas: owners.draw_sign(canvas, seat, _MIDDLE, half, pair),
        lambda canvas: owners.draw_shape(canvas, seat, _MIDDLE, half + 3, _WHITE),
    )


def _arms(canvas: Canvas, theme: Colours, district: int, reach: float) -> None:
    """The shield of the city with the colours of its marker: dark on bright, as on the track."""
    pen = Pen(canvas, _MIDDLE, reach)
    glyphs.shield(pen, theme.ink, 1.0)
    glyphs.shield(pen, theme.brights[district], 0.92)
    sign = Pen(canvas, (_MIDDLE[0], _MIDDLE[1] - reach * 0.06), reach * 0.6)
    glyphs.EMBLEMS[district](sign, theme.ink, theme.brights[district])


def _png(
    ground: Colour, draw: Callable[[Canvas], None], outline: Callable[[Canvas], None]
) -> bytes:
    """A drawing, cut out along its outline."""
    box = (0, 0, SIZE, SIZE)
    canvas, shape = Canvas(box, ground), Canvas(box, _BLACK)
    draw(canvas)
    outline(shape)
    picture: Image.Image = canvas.shrunk()
    picture.putalpha(shape.shrunk().convert("L"))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
