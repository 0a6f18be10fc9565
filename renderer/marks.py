"""Marks on panels for the turn and the winner: a lit frame and a ribbon."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.core.i18n import mark

from .canvas import BLACK, WHITE, Canvas
from .piece import Piece
from .text import Box, Slot, Tint, write
from .theme import Colour, Theme

RIBBONS = (TO_MOVE, WINNER, SHARED) = (mark("TO MOVE"), mark("WINNER"), mark("SHARED"))


def won(ranks: Sequence[int], seat: int) -> str | None:
    """The word for a winning seat, alone or with others."""
    if not ranks or ranks[seat - 1] > 1:
        return None
    return WINNER if ranks.count(1) == 1 else SHARED


@lru_cache(maxsize=32)
def lit_frame(
    theme: Theme, panel: Box, radius: int, colour: Colour, rim: Colour | None = None
) -> Piece:
    """A bright edge around a panel, wider than its own; two lines of ``rim`` make it visible on any
    background.
    """
    lines = [(-4, colour)] if rim is None else [(-5, rim), (-3, colour), (4, rim)]
    inner = 4 if rim is None else 6
    box = _within(panel, lines[0][0])
    edge, shape = Canvas(box, theme.night), Canvas(box, BLACK)
    for inset, line in (*lines, (inner, theme.panel)):
        edge.rounded(_within(panel, inset), radius - inset, line)
    shape.rounded(box, radius - lines[0][0], WHITE)
    shape.rounded(_within(panel, inner + 1), radius - inner - 1, BLACK)
    return Piece(edge.finish(theme), *box[:2], shape.whole())


def _within(box: Box, inset: int) -> Box:
    left, top, right, bottom = box
    return left + inset, top + inset, right - inset, bottom - inset


@lru_cache(maxsize=64)
def ribbon(theme: Theme, slot: Slot, text: str, colour: Colour, ink: Colour | None = None) -> Piece:
    """A word on a colour, in the ink of badges or, if that has too little contrast, in another."""
    left, top, right, bottom = slot.box
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 8, colour)
    sprite = canvas.finish(theme)
    inner = slot._replace(box=(6, 3, box[2] - 6, box[3] - 3))
    write(sprite, theme, text, inner, Tint(ink or theme.ink, colour))
    return Piece(sprite, left, top)
