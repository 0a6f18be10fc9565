"""The signs of this game: of owners, and of their things and actions."""

from __future__ import annotations

import math
from functools import lru_cache
from pathlib import Path

from PIL import Image

from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from renderer import fonts
from renderer.canvas import XY, Canvas, Piece
from renderer.glyphs import draw_shape as draw_seat_shape
from renderer.glyphs import read_signs
from renderer.landgrab.colours import Colours
from renderer.text import Slot, written
from renderer.theme import Colour, Tint

SIGNS = read_signs(Path(__file__).parent)


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
    if shown:
        high = round(half * 0.46)
        box = x - half, y - high, x + half, y + high
        tint = theme.quiet if dull else Tint(theme.ink, theme.paper)
        slot = Slot(box, fonts.STRONG, round(half * 0.86))
        canvas.put(written(theme, str(shown), slot, tint))
    return canvas.piece(theme)
