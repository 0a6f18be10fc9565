"""The move played and a better one, marked on a picture with the start and the end of each."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from renderer import fonts, png
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece, put_all
from renderer.marks import edge, panel
from renderer.text import Slot, written
from renderer.theme import Colour, Theme

HIGH = 76
"""The height of the legend below the picture."""
PLAYED, BETTER = mark("played"), mark("better")
_RADIUS = 25
"""The radius of the disc of a sign."""
_UNIT = 1.4
"""The unit of the arrows."""
_GAP = 10


class Way(NamedTuple):
    """A move on a picture: the place to which it leads and, if it has a direction, its start and
    the turns on its way.
    """

    to: Box
    start: Box | None = None
    bends: tuple[XY, ...] = ()


def draw_compared(
    picture: Image.Image, theme: Theme, played: Sequence[Way], better: Sequence[Way] = ()
) -> bytes:
    """The picture as PNG, with the ways of both moves and a legend below it."""
    across, high = picture.size
    whole = Image.new("P", (across, high + HIGH), theme.index(theme.night))
    whole.paste(picture)
    signs = [False] * bool(played) + [True] * bool(better)
    pieces = (
        *_marks(theme, played, across, good=False),
        *_marks(theme, better, across, good=True),
        *_legend(theme, signs, (across, high)),
    )
    return png.encode(put_all(whole, pieces), theme.palette_bytes)


def _marks(theme: Theme, ways: Sequence[Way], across: int, *, good: bool) -> Iterator[Piece]:
    """The frame of a better move lies within that of the move played, and its sign on the right."""
    fill, outside = (theme.won, 0) if good else (theme.lost, 7)
    for to, start, bends in ways:
        left, top, right, bottom = to
        yield edge(theme, (left - outside, top - outside, right + outside, bottom + outside), fill)
        if start is not None and not _meet(start, to):
            way = (middle(start), *bends, middle(to))
            yield arrow(theme, way, to, _UNIT, fill, theme.ink)
    for to, *_ in ways:
        x = min(to[2], across - _RADIUS) if good else max(to[0], _RADIUS)
        yield _sign(theme, good=good).shifted(x, max(to[1], _RADIUS))


@lru_cache(maxsize=16)
def _sign(theme: Theme, *, good: bool) -> Piece:
    """A tick or a cross on a disc."""
    canvas, shape = Canvas.around(_RADIUS, theme.ink), Canvas.around(_RADIUS, BLACK)
    canvas.disc((0, 0), _RADIUS - 3, theme.won if good else theme.lost)
    lines: list[Sequence[XY]] = [((-10, 1), (-3, 9), (11, -8))]
    if not good:
        lines = [((-8, -8), (8, 8)), ((-8, 8), (8, -8))]
    for line in lines:
        canvas.line(line, 6, theme.ink)
    shape.disc((0, 0), _RADIUS, WHITE)
    return canvas.piece(theme, shape.whole())


def _legend(theme: Theme, signs: Sequence[bool], size: tuple[int, int]) -> Iterator[Piece]:
    across, top = size
    middle = top + (HIGH - _GAP) // 2
    yield panel(theme, (_GAP, top, across - _GAP, top + HIGH - _GAP))
    for at, good in enumerate(signs):
        left = 3 * _GAP + at * across // 2
        yield _sign(theme, good=good).shifted(left + _RADIUS, middle)
        start, end = left + 2 * _RADIUS + 16, (at + 1) * across // 2 - 2 * _GAP
        slot = Slot((start, middle - 28, end, middle + 28), fonts.TEXT, 40, "left")
        yield written(theme, tr(BETTER if good else PLAYED), slot, theme.plain)


def _meet(one: Box, other: Box) -> bool:
    """Whether two places overlap, so that no arrow fits between them."""
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(
        one[3], other[3]
    )


def middle(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


_RIM = 3.2
"""The width of the ink around an arrow."""


@lru_cache(maxsize=1024)
def arrow(  # noqa: PLR0917 - inputs of the picture
    theme: Theme, way: tuple[XY, ...], there: Box, unit: float, fill: Colour, hole: Colour
) -> Piece:
    """An arrow along a way: a ring with a ``hole`` at its start, a point at the edge of the other
    place. Its shaft is seven units wide.
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
