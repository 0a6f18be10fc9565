"""The foot of a colony in the invasion: hearts and bags left, losses, the end of the walk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.lists_and_numbers import signed
from renderer import fonts
from renderer.canvas import BLACK, WHITE, Box, Canvas, Piece
from renderer.heroes import glyphs
from renderer.heroes.colours import Colours
from renderer.heroes.ground import tokens
from renderer.heroes.invaders.fate import Fate, Toll
from renderer.text import Slot, in_two_lines, written

HIGH = 94
_SIGN, _APART, _TOKEN = 34, 38, 40
_WIDE = 700
"""The width of a box with room for everything about an event in one row."""
_KIND = 92
"""The width of a kind of token with its number."""
_COUNT = Slot((0, 0, 41, _TOKEN), fonts.STRONG, 34, "right")
"""The slot of a number before a token, relative to the corner of both."""
_ROW = 44
"""The distance from one line to the next."""
_BESIDE = 2
"""The number of kinds that fit beside a short sentence."""


def row(theme: Colours, effect: Fate | Toll, box: Box) -> Iterator[Piece]:
    """The effect of the card, below a colony."""
    if isinstance(effect, Fate):
        return _fate(theme, effect, box)
    return _event(theme, effect, box)


def _fate(theme: Colours, fate: Fate, box: Box) -> Iterator[Piece]:
    """An invader's result in a box ``HIGH`` pixels high; in a narrow box the sentence is below."""
    left, top, right, _ = box
    x = left
    for name, there, full in _signs(fate):
        for number in range(full):
            yield sign(theme, name, _SIGN, filled=number < there).shifted(x, top + 3)
            x += _APART
        x += 12
    yield from _sentence(theme, fate.sentence, fate.changed, box, right - x)


def _event(theme: Colours, toll: Toll, box: Box) -> Iterator[Piece]:
    """The effect of an event in such a box, in a single row if the box is wide."""
    left, top, right, bottom = box
    if right - left > _WIDE:
        middle = (left, top - _ROW // 2, right, bottom)
        yield from _sentence(theme, toll.sentence, toll.changed, middle, 0)
        return
    room = 0 if len(toll.changed) <= _BESIDE else right - left
    yield from _sentence(theme, toll.sentence, toll.changed, box, room)


def column(theme: Colours, effect: Fate | Toll, box: Box) -> Iterator[Piece]:
    """The effect of the card line by line, beside a colony."""
    left, top, right, _ = box
    if isinstance(effect, Fate):
        for name, there, full in _signs(effect):
            for number in range(full):
                x = left + number * _APART
                yield sign(theme, name, _SIGN, filled=number < there).shifted(x, top)
            top += _ROW
    top += 8
    slot = Slot((0, 0, right - left, _ROW), fonts.STRONG, 34, "left")
    for line in in_two_lines(effect.sentence, slot):
        yield written(theme, line, slot, theme.plain).shifted(left, top)
        top += _ROW
    top += 8
    for at in range(0, len(effect.changed), _BESIDE):
        some = effect.changed[at : at + _BESIDE]
        yield from _counted(theme, some, left + _KIND * len(some), top)
        top += _ROW


def _signs(fate: Fate) -> tuple[tuple[str, int, int], ...]:
    """The hearts left and the bags filled, each with the number of all hearts or bags."""
    all_ = fate.invader
    return ("heart", fate.hearts, all_.hearts), ("bag", all_.bags - fate.bags, all_.bags)


def _sentence(
    theme: Colours, sentence: str, changed: Sequence[tuple[str, int]], box: Box, room: int
) -> Iterator[Piece]:
    """The changes, from the right, and the sentence. Changes without ``room`` above are beside
    the sentence.
    """
    left, top, right, _ = box
    beside = changed[: max(0, len(changed) - room // _KIND)]
    yield from _counted(theme, changed[len(beside) :], right, top)
    yield from _counted(theme, beside, right, top + _ROW)
    # All panels share the same text pieces, at any position.
    slot = Slot((0, 0, right - _KIND * len(beside) - left, _TOKEN), fonts.STRONG, 34, "left")
    yield written(theme, sentence, slot, theme.plain).shifted(left, top + _ROW)


def _counted(
    theme: Colours, changed: Sequence[tuple[str, int]], right: int, top: int
) -> Iterator[Piece]:
    """Each kind of token with its change, from the right."""
    for at, (kind, count) in enumerate(reversed(changed)):
        x = right - at * _KIND - _TOKEN
        yield plain(theme, kind, _TOKEN).shifted(x, top)
        text = signed(count)
        yield written(theme, text, _COUNT, theme.plain).shifted(x - 44, top)


@lru_cache(maxsize=64)
def plain(theme: Colours, kind: str, size: int) -> Piece:
    """A token without a number, a coin with a smaller coin in it."""
    box = (0, 0, size, size)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, BLACK)
    middle = size / 2, size / 2
    tokens.draw_token(canvas, theme, kind, middle, size / 2 - 1)
    shape.rectangle(0, 0, size, size, WHITE)
    return canvas.piece(theme, shape.whole())


@lru_cache(maxsize=64)
def sign(theme: Colours, name: str, size: int, *, filled: bool) -> Piece:
    """A heart or a bag on a panel: filled for a heart that is left, and for a full bag."""
    colour = theme.trap if name == "heart" else theme.lamp
    canvas = Canvas((0, 0, size, size), theme.panel)
    middle, half = (size / 2, size / 2), size / 2
    rim = theme.ink if filled else theme.lamp if name == "bag" else theme.muted
    tokens.draw_outlined(
        canvas, glyphs.SIGNS[name], middle, half, (colour if filled else theme.panel, rim)
    )
    return canvas.piece(theme)
