"""An arrow from one place of a picture to another, along a way with or without bends."""

from __future__ import annotations

import math
from functools import lru_cache

from .canvas import BLACK, WHITE, XY, Box, Canvas, Piece
from .theme import Colour, Theme

_RIM = 3.2
"""The width of the ink around an arrow."""


@lru_cache(maxsize=1024)
def arrow(  # noqa: PLR0917 - inputs of the picture
    theme: Theme, way: tuple[XY, ...], there: Box, unit: float, fill: Colour, hole: Colour
) -> Piece:
    """Along a way to another place: a ring with a ``hole`` at its start, a point at the place's
    edge. Its shaft is seven units wide.
    """
    left, top = map(int, way[0])
    near = tuple((x - left, y - top) for x, y in way)
    x0, y0, x1, y1 = there
    place = x0 - left, y0 - top, x1 - left, y1 - top
    return _arrow(theme, near, place, unit, fill, hole).shifted(left, top)


@lru_cache(maxsize=512)
def _arrow(  # noqa: PLR0917 - inputs of the picture
    theme: Theme, way: tuple[XY, ...], there: Box, unit: float, fill: Colour, hole: Colour
) -> Piece:
    ring, head = 13 * unit, 22 * unit
    start, (before, goal) = way[0], way[-2:]
    away = math.dist(before, goal)
    dx, dy = (goal[0] - before[0]) / away, (goal[1] - before[1]) / away
    to_edge = min(
        (there[2] - there[0]) / 2 / max(abs(dx), 1e-9),
        (there[3] - there[1]) / 2 / max(abs(dy), 1e-9),
    )
    least = ring + head if before == start else head
    tip_at = max(away - to_edge + 10 * unit, least)

    def on(along: float, across: float = 0) -> XY:
        return before[0] + dx * along - dy * across, before[1] + dy * along + dx * across

    xs, ys = zip(*way, strict=True)
    reach = 38 * unit
    box = (
        math.floor(min(xs) - reach),
        math.floor(min(ys) - reach),
        math.ceil(max(xs) + reach),
        math.ceil(max(ys) + reach),
    )
    canvas, shape = Canvas(box, theme.ink), Canvas(box, BLACK)
    for target, grown, colour in ((canvas, 0.0, fill), (shape, _RIM, WHITE)):
        target.line((*way[:-1], on(tip_at - head)), 7 * unit + 2 * grown, colour)
        target.disc(start, ring + grown, colour)
        wing, low = 14 * unit + grown, tip_at - head - grown
        target.polygon((on(tip_at + 1.5 * grown), on(low, wing), on(low, -wing)), colour)
    canvas.discs(start, (ring - 4 * unit, theme.ink), (ring - 6 * unit, hole))
    mask = shape.whole()
    return canvas.piece(theme, mask).within(mask.getbbox())
