"""The foot of a colony in the invasion: hearts and bags left, what was lost, how it ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from renderer import fonts
from renderer.canvas import BLACK, WHITE, Canvas
from renderer.glyphs import Glyph
from renderer.piece import Piece
from renderer.text import Box, Slot, Tint, written

from . import glyphs, tokens
from .colours import Colours
from .fate import Fate, Toll

HIGH = 92
_SIGN, _APART, _TOKEN = 34, 38, 42
_KIND = 92
"""Pixels for a kind of token with its number."""
_BESIDE = 2
"""Kinds that find room beside a short sentence."""


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
    lost = [(kind, -count) for kind, count in fate.lost]
    yield from _told(theme, fate.sentence, lost, box, right - x)


def event(theme: Colours, toll: Toll, box: Box) -> Iterator[Piece]:
    """The same box for an event, which only takes and brings."""
    room = 0 if len(toll.changed) <= _BESIDE else box[2] - box[0]
    yield from _told(theme, toll.sentence, toll.changed, box, room)


def _told(
    theme: Colours, sentence: str, changed: Sequence[tuple[str, int]], box: Box, room: int
) -> Iterator[Piece]:
    """What has changed, from the right, and the sentence; what finds no ``room`` above stands
    beside the sentence.
    """
    left, top, right, _ = box
    beside = changed[: max(0, len(changed) - room // _KIND)]
    yield from _counted(theme, changed[len(beside) :], right, top)
    yield from _counted(theme, beside, right, top + 46)
    within = (left, top + 48, right - _KIND * len(beside), top + 90)
    tint = Tint(theme.words, theme.panel)
    yield written(theme, sentence, Slot(within, fonts.STRONG, 34, "left"), tint)


def _counted(
    theme: Colours, changed: Sequence[tuple[str, int]], right: int, top: int
) -> Iterator[Piece]:
    """From the right: each kind with how many fewer or more there are."""
    tint = Tint(theme.words, theme.panel)
    for at, (kind, count) in enumerate(reversed(changed)):
        x = right - at * _KIND - _TOKEN
        yield plain(theme, kind, _TOKEN).shifted(x, top + 2)
        slot = Slot((x - 44, top + 2, x - 3, top + 44), fonts.STRONG, 34, "right")
        yield written(theme, f"+{count}" if count > 0 else f"−{-count}", slot, tint)


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
