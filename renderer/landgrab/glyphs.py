"""The signs of this game: of owners, and of their things and actions."""

from __future__ import annotations

import math
from functools import lru_cache

from PIL import Image

from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from renderer import fonts
from renderer.canvas import XY, Canvas, Piece
from renderer.glyphs import Pen
from renderer.glyphs import draw_shape as draw_seat_shape
from renderer.text import Slot, written
from renderer.theme import Colour, Tint

from .colours import Colours


def draw_shape(canvas: Canvas, letter: str, centre: XY, half: float, fill: Colour) -> None:
    """Draw the bare shape of an owner: disc, diamond, triangle, square for R, B, G, Y."""
    draw_seat_shape(canvas, LETTERS.index(letter) + 1, centre, half, fill)


def draw_sign(canvas: Canvas, theme: Colours, letter: str, centre: XY, half: float) -> None:
    """Draw the shape in the owner's colour, with a rim of ink and a lighter one around it."""
    draw_shape(canvas, letter, centre, half + 5, theme.paper)
    draw_shape(canvas, letter, centre, half + 3, theme.ink)
    draw_shape(canvas, letter, centre, half, theme.owner(letter))


@lru_cache(maxsize=64)
def sign(theme: Colours, letter: str, half: float, reach: int, ground: Colour) -> Image.Image:
    """The sign of an owner as a sprite that extends ``reach`` pixels from its middle."""
    canvas = Canvas.around(reach, ground)
    draw_sign(canvas, theme, letter, (0, 0), half)
    return canvas.finish(theme)


@lru_cache(maxsize=128)
def sign_on_panel(
    theme: Colours, letter: str, centre: XY, half: float = 16, reach: int = 28
) -> Piece:
    """The sign of an owner in its place on a panel."""
    x, y = map(round, centre)
    return Piece(sign(theme, letter, half, reach, theme.panel), x - reach, y - reach)


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


# ------------------------------------------------------------------ the twelve-sided die

_FRONT = 0.8
"""The distance of the front face's corners from its middle, in halves of a die."""


def draw_die(canvas: Canvas, theme: Colours, centre: XY, half: float, *, dull: bool) -> None:
    """A die from above, with one of its five-sided faces in front; a dull one has lost or waits."""
    face, side, edge = (
        (theme.panel, theme.panel, theme.muted)
        if dull
        else (theme.paper, theme.wall_dark, theme.ink)
    )
    outline = [_on(centre, half, turn) for turn in range(0, 360, 36)]
    rim = [_on(centre, half + 2.5, turn) for turn in range(0, 360, 36)]
    canvas.polygon(rim, edge)
    canvas.polygon(outline, side)
    front = [_on(centre, half * _FRONT, turn) for turn in range(0, 360, 72)]
    for corner, outer in zip(front, outline[::2], strict=True):
        canvas.line((corner, outer), 2, edge)
    canvas.polygon(front, edge)
    canvas.polygon([_on(centre, half * _FRONT - 2.5, turn) for turn in range(0, 360, 72)], face)


def _on(centre: XY, radius: float, turn: float) -> XY:
    angle = math.radians(turn - 90)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


@lru_cache(maxsize=256)
def die(theme: Colours, centre: XY, half: int, shown: int, *, dull: bool) -> Piece:
    """A die on a plaque; ``shown`` is 0 for a die that is not rolled yet."""
    x, y = map(round, centre)
    reach = half + 3
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    draw_die(canvas, theme, (x, y), half, dull=dull)
    sprite = canvas.finish(theme)
    if shown:
        high = round(half * 0.46)
        box = 3, reach - high, 2 * reach - 3, reach + high
        tint = theme.quiet if dull else Tint(theme.ink, theme.paper)
        written(theme, str(shown), Slot(box, fonts.STRONG, round(half * 0.86)), tint).put(sprite)
    return Piece(sprite, x - reach, y - reach)
