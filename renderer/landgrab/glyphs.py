"""The signs of this game: of owners, and of their things and actions."""

from __future__ import annotations

from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from renderer import owners
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.theme import Colour

from .colours import Colours


def draw_shape(canvas: Canvas, letter: str, centre: XY, half: float, fill: Colour) -> None:
    """The bare shape of an owner: disc, diamond, triangle, square for R, B, G, Y."""
    owners.draw_shape(canvas, LETTERS.index(letter) + 1, centre, half, fill)


def draw_sign(canvas: Canvas, theme: Colours, letter: str, centre: XY, half: float) -> None:
    """The same in the owner's colour, with a rim of ink and a lighter one around it."""
    draw_shape(canvas, letter, centre, half + 5, theme.paper)
    draw_shape(canvas, letter, centre, half + 3, theme.ink)
    draw_shape(canvas, letter, centre, half, theme.owner(letter))


def heart(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A life; the hole of a lost one has the background's colour."""
    for grown, fill in ((1.0, ink), (0.66, hole)):
        pen.disc(-0.45 * grown, -0.3 * grown, 0.5 * grown, fill)
        pen.disc(0.45 * grown, -0.3 * grown, 0.5 * grown, fill)
        low = ((-0.9 * grown, -0.1 * grown), (0.9 * grown, -0.1 * grown), (0, 0.9 * grown))
        pen.polygon(low, fill)


def flag(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A spawn."""
    pen.box(-0.6, -0.95, -0.4, 0.95, hole)
    pen.polygon(((-0.4, -0.9), (0.85, -0.45), (-0.4, 0.05)), ink)


def house(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(((-0.95, -0.05), (0, -0.85), (0.95, -0.05)), ink)
    pen.box(-0.68, -0.06, 0.68, 0.8, ink)
    pen.box(-0.2, 0.25, 0.2, 0.81, hole)


def hall(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(((-1.3, -0.1), (-0.9, -0.75), (0.9, -0.75), (1.3, -0.1)), ink)
    pen.box(-1.1, -0.11, 1.1, 0.8, ink)
    for x in (-0.65, 0, 0.65):
        pen.box(x - 0.16, 0.25, x + 0.16, 0.81, hole)


def swords(pen: Pen, ink: Colour, hole: Colour) -> None:
    """An attack."""
    for way in (-1, 1):
        pen.line(((-0.8 * way, 0.8), (0.8 * way, -0.8)), 0.22, ink)
        pen.line(((-0.75 * way, 0.2), (-0.2 * way, 0.75)), 0.18, ink)
    pen.disc(0, 0, 0.12, hole)


def around(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A bent arrow over a small house: the way around a building."""
    pen.dome(0, 0.45, 1.0, ink)
    pen.dome(0, 0.47, 0.7, hole)
    pen.polygon(((0.45, 0.3), (1.25, 0.3), (0.85, 0.95)), ink)
    pen.box(-1.0, 0.4, -0.7, 0.8, ink)
    pen.polygon(((-0.35, 0.4), (0, 0.05), (0.35, 0.4)), ink)
    pen.box(-0.25, 0.39, 0.25, 0.8, ink)
