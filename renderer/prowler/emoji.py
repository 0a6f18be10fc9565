"""The signs of the pictures as emoji without background: items, shovels, districts, seats."""

from __future__ import annotations

from renderer import owners
from renderer.canvas import Canvas
from renderer.cutout import EMOJI, cut_out
from renderer.glyphs import Pen
from renderer.theme import NIGHT

from . import glyphs, tiles
from .colours import COLOURS, Colours

_MIDDLE = (EMOJI / 2, EMOJI / 2)


def draw_tile(face: int, *, theme: str = NIGHT.name) -> bytes:
    """An item or a shovel, by its place in TILES, as PNG."""
    colours, radius = COLOURS[theme], EMOJI / 2 - 2
    return cut_out(
        colours.panel, lambda canvas: tiles.draw_disc(canvas, colours, face, _MIDDLE, radius)
    )


def draw_district(district: int, *, theme: str = NIGHT.name) -> bytes:
    """The arms of a district, by its place in DISTRICTS, bright enough to show in a text."""
    colours, reach = COLOURS[theme], EMOJI / 2 - 3
    return cut_out(colours.panel, lambda canvas: _arms(canvas, colours, district, reach))


def draw_seat(seat: int, *, theme: str = NIGHT.name) -> bytes:
    """The sign of a seat in its colour."""
    colours, half = COLOURS[theme], 44.0
    pair = colours.seats[seat - 1], colours.ink
    return cut_out(
        colours.panel, lambda canvas: owners.draw_sign(canvas, seat, _MIDDLE, half, pair)
    )


def draw_statue(*, theme: str = NIGHT.name) -> bytes:
    """A statue as in the city."""
    colours = COLOURS[theme]
    return cut_out(colours.panel, lambda canvas: _monument(canvas, colours))


def _monument(canvas: Canvas, theme: Colours) -> None:
    reach = EMOJI / 2 - 2
    canvas.disc(_MIDDLE, reach, theme.ink)
    canvas.disc(_MIDDLE, reach - 4, theme.wall_dark)
    figure = (theme.statue, theme.statue_dark, theme.lining)
    glyphs.draw_monument(canvas, theme.ink, theme.stone, figure, _MIDDLE, 0.86 * reach)


def _arms(canvas: Canvas, theme: Colours, district: int, reach: float) -> None:
    """The shield of the city in the colours of its marker: dark on bright, as on the track."""
    pen = Pen(canvas, _MIDDLE, reach)
    glyphs.shield(pen, theme.ink, 1.0)
    glyphs.shield(pen, theme.brights[district], 0.92)
    sign = Pen(canvas, (_MIDDLE[0], _MIDDLE[1] - reach * 0.06), reach * 0.6)
    glyphs.EMBLEMS[district](sign, theme.ink, theme.brights[district])
