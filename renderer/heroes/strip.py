"""The foot of a colony in the invasion: hearts and bags left, what was lost, how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas
from renderer.glyphs import Glyph
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, written

from . import glyphs, tokens
from .colours import Colours
from .fate import Fate

HIGH = 92
_SIGN, _APART, _TOKEN = 34, 38, 42


def pieces(theme: Colours, fate: Fate, box: Box) -> Iterator[Piece]:
    """In a box ``HIGH`` pixels high: in a narrow one the sentence stands below."""
    left, top, right, _ = box
    x = left
    for name, there, full in (
        ("heart", fate.hearts, fate.invader.hearts),
        ("bag", fate.bags, fate.invader.bags),
    ):
        for number in range(full):
            yield sign(theme, name, _SIGN, filled=number < there).shifted(x, top + 6)
            x += _APART
        x += 12
    yield from _lost(theme, fate, right, top)
    tint = Tint(theme.words, theme.panel)
    slot = Slot((left, top + 48, right, top + 90), fonts.STRONG, 34, "left")
    yield written(theme, fate.sentence, slot, tint)


def _lost(theme: Colours, fate: Fate, right: int, top: int) -> Iterator[Piece]:
    """What it cost, from the right: each kind with its number, struck out by a minus."""
    x = right
    tint = Tint(theme.words, theme.panel)
    for kind, count in reversed(fate.lost):
        x -= _TOKEN
        yield plain(theme, kind, _TOKEN).shifted(x, top + 2)
        slot = Slot((x - 44, top + 2, x - 3, top + 44), fonts.STRONG, 34, "right")
        yield written(theme, f"−{count}", slot, tint)
        x -= 50


@lru_cache(maxsize=64)
def plain(theme: Colours, kind: str, size: int) -> Piece:
    """A token without a number, a coin with a smaller one in it."""
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, BLACK)
    middle = size / 2, size / 2
    tokens.draw_token(canvas, theme, kind, middle, size / 2 - 1)
    shape.rectangle(0, 0, size, size, WHITE)
    return Piece(canvas.finish(theme), 0, 0, shape.whole())


@lru_cache(maxsize=64)
def sign(theme: Colours, name: str, size: int, *, filled: bool) -> Piece:
    """A heart or a bag on a panel: filled while the invader has it to give or to fill."""
    glyph: Glyph = glyphs.heart if name == "heart" else glyphs.bag
    colour = theme.trap if name == "heart" else theme.lamp
    canvas = Canvas((0, 0, size, size), theme.panel)
    middle, half = (size / 2, size / 2), size / 2
    rim = theme.ink if filled else theme.muted
    tokens.draw_outlined(canvas, glyph, middle, half, (colour if filled else theme.panel, rim))
    return Piece(canvas.finish(theme), 0, 0)
