"""Houses and halls: roofs in their owner's colour with its sign, and the points that are left."""

from __future__ import annotations

from functools import lru_cache

from renderer import fonts
from renderer.canvas import Canvas
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, written

from . import glyphs
from .colours import NOBODY, Colours


def draw_building(canvas: Canvas, theme: Colours, box: Box, owner: str, part: float) -> None:
    """A building that fills a box of one square or two; ``part`` of its points is left."""
    left, top, right, bottom = box
    unit = min(right - left, bottom - top) / 78
    roof, pattern = theme.roof_of(owner)
    wall = bottom - 38 * unit
    canvas.rectangle(left + 8 * unit, wall - 2, right - 8 * unit, bottom - 6 * unit, theme.ink)
    canvas.rectangle(left + 10 * unit, wall, right - 10 * unit, bottom - 8 * unit, theme.wall)
    eaves = ((left + 4 * unit, wall), (right - 4 * unit, wall))
    ridge = ((right - 26 * unit, top + 8 * unit), (left + 26 * unit, top + 8 * unit))
    canvas.polygon((*eaves, *ridge), roof)
    canvas.line((*eaves, *ridge, eaves[0]), 2.5 * unit, theme.ink)
    if owner != NOBODY:
        centre = (left + right) / 2, (top + 8 * unit + wall) / 2
        glyphs.draw_shape(canvas, owner, centre, 10 * unit, theme.on_owner(owner))
    across = right - left - 24 * unit
    bar = left + 12 * unit, bottom - 15 * unit, right - 12 * unit, bottom - 10 * unit
    canvas.rectangle(*bar, theme.wall_dark)
    filled = theme.ink if part >= 1 else theme.damage
    canvas.rectangle(bar[0], bar[1], bar[0] + across * part, bar[3], filled)


@lru_cache(maxsize=1024)
def building(theme: Colours, box: Box, owner: str, points: int, full: int) -> tuple[Piece, Piece]:
    """A building in its place, and its points."""
    canvas, shape = Canvas(box, theme.land), Canvas(box, (0, 0, 0))
    draw_building(canvas, theme, box, owner, points / full)
    left, top, right, bottom = box
    shape.rounded((left + 4, top + 4, right - 4, bottom - 4), 8, (255, 255, 255))
    unit = min(right - left, bottom - top) / 78
    slot = Slot(
        (left + 10, round(bottom - 38 * unit), right - 10, round(bottom - 15 * unit)),
        fonts.STRONG,
        round(30 * unit),
    )
    number = written(theme, str(points), slot, Tint(theme.ink, theme.wall))
    return Piece(canvas.finish(theme), left, top, shape.whole()), number
