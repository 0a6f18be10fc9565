"""Letters beside parts of a picture, for readers who learn to read it."""

from __future__ import annotations

from functools import lru_cache

from . import fonts
from .canvas import BLACK, WHITE, Canvas
from .piece import Piece
from .text import Slot, Tint, written
from .theme import Theme

RADIUS = 26


@lru_cache(maxsize=64)
def letter(theme: Theme, text: str, at: tuple[int, int]) -> Piece:
    """A letter on a disc at a place."""
    x, y = at
    box = (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, BLACK)
    canvas.disc(at, RADIUS, theme.ink)
    canvas.disc(at, RADIUS - 3, theme.glow)
    shape.disc(at, RADIUS, WHITE)
    sprite = canvas.finish(theme)
    slot = Slot((8, 8, 2 * RADIUS - 8, 2 * RADIUS - 8), fonts.STRONG, 40)
    written(theme, text, slot, Tint(theme.ink, theme.glow)).put(sprite)
    return Piece(sprite, box[0], box[1], shape.whole())
