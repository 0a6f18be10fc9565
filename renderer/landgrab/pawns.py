"""Pawns in their colour with their sign, and the flags of their spawns."""

from __future__ import annotations

from functools import lru_cache

from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.piece import Piece
from renderer.text import Box

from . import glyphs
from .colours import Colours


def draw_pawn(canvas: Canvas, theme: Colours, owner: str, centre: XY, unit: float) -> None:
    """A figure 68 units high; ``unit`` is a 78th of a square."""
    x, y = centre
    for grown, fill in ((5, theme.paper), (3, theme.ink), (0, theme.owner(owner))):
        reach = grown * 0.7
        canvas.disc((x, y - 20 * unit), (13 * unit) + reach, fill)
        canvas.polygon(
            (
                (x - 10 * unit - reach, y - 12 * unit - reach),
                (x + 10 * unit + reach, y - 12 * unit - reach),
                (x + 24 * unit + reach, y + 32 * unit + reach),
                (x - 24 * unit - reach, y + 32 * unit + reach),
            ),
            fill,
        )
    glyphs.draw_shape(canvas, owner, (x, y + 13 * unit), 10 * unit, theme.on_owner(owner))


def draw_flag(canvas: Canvas, theme: Colours, owner: str, box: Box) -> None:
    """The flag of a spawn in the upper left corner of its square."""
    left, top, right, _ = box
    unit = (right - left) / 78
    glyphs.flag(
        Pen(canvas, (left + 20 * unit, top + 26 * unit), 20 * unit + 2), theme.ink, theme.ink
    )
    pen = Pen(canvas, (left + 20 * unit, top + 26 * unit), 20 * unit)
    glyphs.flag(pen, theme.owner(owner), theme.paper)


@lru_cache(maxsize=512)
def pawn(theme: Colours, owner: str, box: Box) -> Piece:
    left, top, right, bottom = box
    unit = (right - left) / 78
    canvas, shape = Canvas(box, theme.land), Canvas(box, (0, 0, 0))
    x, y = (left + right) / 2, (top + bottom) / 2
    draw_pawn(canvas, theme, owner, (x, y), unit)
    white = (255, 255, 255)
    shape.disc((x, y - 20 * unit), 17 * unit, white)
    shape.polygon(
        (
            (x - 14 * unit, y - 16 * unit),
            (x + 14 * unit, y - 16 * unit),
            (x + 28 * unit, y + 36 * unit),
            (x - 28 * unit, y + 36 * unit),
        ),
        white,
    )
    return Piece(canvas.finish(theme), left, top, shape.whole())


@lru_cache(maxsize=512)
def flag(theme: Colours, owner: str, box: Box) -> Piece:
    canvas, shape = Canvas(box, theme.land), Canvas(box, (0, 0, 0))
    draw_flag(canvas, theme, owner, box)
    left, top, right, _ = box
    unit = (right - left) / 78
    glyphs.flag(
        Pen(shape, (left + 20 * unit, top + 26 * unit), 20 * unit + 2),
        (255, 255, 255),
        (255, 255, 255),
    )
    return Piece(canvas.finish(theme), left, top, shape.whole())
