"""The signs of the pictures as emoji without background: owners, buildings, things, actions."""

from __future__ import annotations

from collections.abc import Callable

from renderer.canvas import Canvas
from renderer.glyphs import Pen, star
from renderer.png import EMOJI, MIDDLE, cut_out
from renderer.theme import NIGHT

from . import glyphs
from .colours import COLOURS, NOBODY, Colours
from .land import buildings

_Draw = Callable[[Canvas, Colours], None]


def draw_owner(letter: str, *, theme: str = NIGHT.name) -> bytes:
    """The sign of the player with a colour, as PNG."""
    return cut_out(
        COLOURS[theme],
        lambda canvas, colours: glyphs.draw_sign(canvas, colours, letter, MIDDLE, 40),
    )


def draw_thing(name: str, *, theme: str = NIGHT.name) -> bytes:
    """The sign of one of ``THINGS``, as PNG; buildings have no owner."""
    return cut_out(COLOURS[theme], THINGS[name])


def _small(canvas: Canvas, theme: Colours) -> None:
    """Draw a small building with a door in place of the points."""
    buildings.draw_building(canvas, theme, (0, -1, EMOJI, EMOJI - 1), NOBODY, 1)
    canvas.rectangle(20, 76, EMOJI - 20, 116, theme.wall)
    canvas.rounded((50, 78, EMOJI - 50, 110), 12, theme.ink)
    canvas.rectangle(50, 96, EMOJI - 50, 118, theme.ink)


def _large(canvas: Canvas, theme: Colours) -> None:
    """Draw a large building with columns in place of the points.

    It is higher than on the map, where it would be too low for a line of text.
    """
    buildings.draw_building(canvas, theme, (0, 12, EMOJI, EMOJI - 14), NOBODY, 1)
    top, bottom = 72, EMOJI - 21
    canvas.rectangle(12, top, EMOJI - 12, bottom, theme.ink)
    for x in (27, 52, 76, 101):
        canvas.rectangle(x - 7, top, x + 7, bottom, theme.wall)


def _life(canvas: Canvas, theme: Colours) -> None:
    for half, fill in ((62, theme.ink), (55, theme.life)):
        glyphs.heart(Pen(canvas, (MIDDLE[0], MIDDLE[1] + 4), half), fill, fill)


def _die(canvas: Canvas, theme: Colours) -> None:
    glyphs.draw_die(canvas, theme, MIDDLE, EMOJI / 2 - 4, dull=False)
    star(Pen(canvas, MIDDLE, EMOJI / 2), theme.ink, 0, 0.02, 0.36)


def _spawn(canvas: Canvas, theme: Colours) -> None:
    pole, cloth = (34, 14, 44, 118), ((44, 16), (112, 38), (44, 66))
    left, top, right, bottom = pole
    canvas.rounded((left - 6, top - 6, right + 6, bottom + 6), 6, theme.ink)
    canvas.polygon(cloth, theme.ink)
    canvas.line((*cloth, cloth[0]), 12, theme.ink)
    canvas.polygon(cloth, theme.lamp)
    canvas.rounded(pole, 4, theme.paper)


def _tile(canvas: Canvas, theme: Colours) -> None:
    """Draw four squares of land with their coast."""
    for inset, fill in ((4, theme.coast), (8, theme.beach), (17, theme.land)):
        canvas.rounded((inset, inset, EMOJI - inset, EMOJI - inset), 22 - inset / 2, fill)
    low, middle, high = 19, EMOJI / 2, EMOJI - 19
    canvas.rectangle(low, low, middle, middle, theme.land_alt)
    canvas.rectangle(middle, middle, high, high, theme.land_alt)
    canvas.rectangle(middle - 2, low, middle + 2, high, theme.seam)
    canvas.rectangle(low, middle - 2, high, middle + 2, theme.seam)


def _fight(canvas: Canvas, theme: Colours) -> None:
    """Draw two crossed swords, the hilts below."""
    pen = Pen(canvas, MIDDLE, 56)
    for way in (-1, 1):
        blade = (-0.84 * way, 0.84), (0.86 * way, -0.86)
        guard = (-0.8 * way, 0.22), (-0.22 * way, 0.8)
        for wider, fill in ((0.24, theme.ink), (0.0, theme.silver)):
            pen.line(blade, 0.17 + wider, fill)
            pen.line(guard, 0.15 + wider, fill)
        pen.line((guard[0], guard[1]), 0.15, theme.lamp)
        pen.disc(*blade[0], 0.15, theme.lamp)


THINGS: dict[str, _Draw] = {
    "small": _small,
    "large": _large,
    "life": _life,
    "die": _die,
    "spawn": _spawn,
    "tile": _tile,
    "fight": _fight,
}
