"""The ways in which a piece could lie in a place: each turn with what lies around it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.heroes.colony import Colony, Placed
from renderer.piece import Piece
from renderer.text import Box

from . import colony as colonies
from . import lights
from .colours import Colours
from .frame import Frame, window

_GAP = 78
"""Between two of them, with room for a number."""


def pieces(theme: Colours, colony: Colony, options: Sequence[Placed], box: Box) -> Iterator[Piece]:
    left, top, right, bottom = box
    room = (right - left - _GAP * len(options)) // len(options)
    frames = [_around(each, room, bottom - top) for each in options]
    size = min(frame.size for frame in frames)
    across = sum(size * len(frame.columns) for frame in frames) + _GAP * (len(options) - 1)
    x = left + (right - left - across) // 2 + 28
    for number, (each, wide) in enumerate(zip(options, frames, strict=True), 1):
        frame = Frame(wide.columns, wide.rows, size, 0, 0)
        drawn = Image.new("P", (frame.right, frame.bottom), theme.index(theme.soil))
        after = colony.with_piece(each)
        lit = [at for at, _ in each.cells]
        for piece in (
            *colonies.within(theme, frame, after),
            *lights.highlighted(theme, frame, lit, {}, 0),
        ):
            piece.put(drawn)
        y = (top + bottom - frame.bottom) // 2
        yield Piece(drawn, x, y)
        yield lights.badge(theme, str(number), 46).shifted(x - 56, y)
        x += frame.right + _GAP


def _around(placed: Placed, across: int, down: int) -> Frame:
    """The squares of a piece and those around it, as large as they fit."""
    columns, rows = window(placed.area)
    size = min(across // len(columns), down // len(rows), 76) // 2 * 2
    return Frame(columns, rows, size, 0, 0)
