"""The signs of the pictures as emoji without background: items, shovels, districts, seats."""

from __future__ import annotations

from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.glyphs import draw_seat as draw_sign
from renderer.png import EMOJI, MIDDLE, cut_out
from renderer.prowler import glyphs
from renderer.prowler.colours import COLOURS, Colours

_SEAT_RADIUS = 44


def draw_tile(face: int, *, theme: str = "night") -> bytes:
    """An item or a shovel, by its place in TILES, as PNG."""

    def draw(canvas: Canvas, colours: Colours) -> None:
        glyphs.draw_tile(canvas, colours, face, MIDDLE, EMOJI / 2 - 2)

    return cut_out(COLOURS[theme], draw)


def draw_district(district: int, *, theme: str = "night") -> bytes:
    """The shield of the city in the colours of its marker: dark on bright, as on the track.

    The district goes by its place in DISTRICTS.
    """
    reach = EMOJI / 2 - 3

    def draw(canvas: Canvas, colours: Colours) -> None:
        pen = Pen(canvas, MIDDLE, reach)
        glyphs.shield(pen, colours.ink, 1.0)
        glyphs.shield(pen, colours.brights[district], 0.92)
        sign = Pen(canvas, (MIDDLE[0], MIDDLE[1] - reach * 0.06), reach * 0.6)
        glyphs.EMBLEMS[district](sign, colours.ink, colours.brights[district])

    return cut_out(COLOURS[theme], draw)


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    """The sign of a seat in its colour."""
    return cut_out(
        COLOURS[theme],
        lambda canvas, colours: draw_sign(canvas, colours, seat, MIDDLE, _SEAT_RADIUS),
    )


def draw_statue(*, theme: str = "night") -> bytes:
    """A statue as in the city."""
    return cut_out(COLOURS[theme], _monument)


def _monument(canvas: Canvas, theme: Colours) -> None:
    reach = EMOJI / 2 - 2
    canvas.discs(MIDDLE, (reach, theme.ink), (reach - 4, theme.wall_dark))
    glyphs.draw_monument(canvas, theme, MIDDLE, 0.86 * reach)
