"""The move played and a better one, marked on a picture: where each leads and comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.i18n import mark, tr

from . import fonts, png
from .arrows import arrow
from .canvas import BLACK, WHITE, XY, Box, Canvas, Piece, put_all
from .marks import edge
from .text import Slot, written
from .theme import Theme

HIGH = 76
"""Pixels of the legend below the picture."""
PLAYED, BETTER = mark("played"), mark("better")
_RADIUS = 25
"""Of the disc of a sign."""
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
            way = (_middle(start), *bends, _middle(to))
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
    yield _panel(theme, (_GAP, top, across - _GAP, top + HIGH - _GAP))
    for at, good in enumerate(signs):
        left = 3 * _GAP + at * across // 2
        yield _sign(theme, good=good).shifted(left + _RADIUS, middle)
        start, end = left + 2 * _RADIUS + 16, (at + 1) * across // 2 - 2 * _GAP
        slot = Slot((start, middle - 28, end, middle + 28), fonts.TEXT, 40, "left")
        yield written(theme, tr(BETTER if good else PLAYED), slot, theme.plain)


@lru_cache(maxsize=8)
def _panel(theme: Theme, box: Box) -> Piece:
    canvas = Canvas(box, theme.night)
    canvas.panel(box, 12, theme)
    return canvas.piece(theme)


def _meet(one: Box, other: Box) -> bool:
    """Whether two places overlap, so that no arrow fits between them."""
    return max(one[0], other[0]) < min(one[2], other[2]) and max(one[1], other[1]) < min(
        one[3], other[3]
    )


def _middle(box: Box) -> XY:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
