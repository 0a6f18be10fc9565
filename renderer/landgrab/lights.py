"""Squares lit up: those in reach of a seat, and the places of a choice with their numbers."""

from __future__ import annotations

from functools import lru_cache

from renderer import fonts
from renderer.canvas import Canvas
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, write

from .colours import Colours


@lru_cache(maxsize=512)
def lit(theme: Colours, box: Box) -> Piece:
    left, top, right, bottom = box
    canvas = Canvas(box, theme.land)
    canvas.rounded((left + 3, top + 3, right - 3, bottom - 3), 8, theme.reach)
    canvas.rounded((left + 7, top + 7, right - 7, bottom - 7), 6, theme.legal)
    return Piece(canvas.finish(theme), left, top)


@lru_cache(maxsize=512)
def badge(theme: Colours, box: Box, label: str) -> Piece:
    """A number or a letter in the middle of a place."""
    x, y = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
    half = 24
    around = x - half, y - half, x + half, y + half
    canvas, shape = Canvas(around, theme.ink), Canvas(around, (0, 0, 0))
    canvas.disc((x, y), half - 2, theme.paper)
    shape.disc((x, y), half, (255, 255, 255))
    sprite = canvas.finish(theme)
    slot = Slot((6, 6, 2 * half - 6, 2 * half - 6), fonts.STRONG, 34)
    write(sprite, theme, label, slot, Tint(theme.ink, theme.paper))
    return Piece(sprite, *around[:2], shape.whole())
