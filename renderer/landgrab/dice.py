"""The twelve-sided die and its number."""

from __future__ import annotations

import math
from functools import lru_cache

from renderer import fonts
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, written

from .colours import Colours

_FRONT = 0.8
"""The distance of the front face's corners from its middle, in halves of a die."""


def size(half: int) -> int:
    """The size of the number on a die."""
    return round(half * 0.86)


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
    """A die on a plaque; a die not rolled yet shows 0, meaning nothing."""
    x, y = map(round, centre)
    reach = half + 3
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    draw_die(canvas, theme, (x, y), half, dull=dull)
    sprite = canvas.finish(theme)
    if shown:
        high = round(half * 0.46)
        box = 3, reach - high, 2 * reach - 3, reach + high
        tint = Tint(theme.muted, theme.panel) if dull else Tint(theme.ink, theme.paper)
        written(theme, str(shown), Slot(box, fonts.STRONG, size(half)), tint).put(sprite)
    return Piece(sprite, x - reach, y - reach)
