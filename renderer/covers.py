"""Covers: their size, the game's title on a band at the top, and the picture of all games."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from . import fonts, png
from .canvas import Canvas
from .text import Slot, in_two_lines, write, written
from .theme import THEMES, Theme, Tint

SIZE = (1000, 600)
"""The size of a cover: wide, so that a phone shows the cover and the buttons below it together."""
SCENE = 118
"""The top row of the scene, below the title of every game."""

_WIDE = SIZE[0]
_MARGIN, _GAP = 12, 12
_SCENE = (500, 241)
"""The size of a scene, with the proportions of its cover."""
_LEFT = _MARGIN + _SCENE[0] + 6
_TITLE, _SEATS = 74, 52
"""The sizes of letters of a title and of the players below it; a narrow phone shows a third."""
_LINE = 78
"""The height of a line of the title."""


def draw_band(canvas: Canvas, theme: Theme, high: int) -> None:
    """The background of the title, ``high`` pixels tall."""
    canvas.rectangle(0, 0, SIZE[0], high, theme.panel)
    canvas.rectangle(0, high - 6, SIZE[0], high, theme.panel_edge)
    canvas.rectangle(0, high - 4, SIZE[0], high - 2, theme.gilt)


def put_band(picture: Image.Image, theme: Theme, high: int) -> None:
    """Put the background of the title over a finished picture."""
    canvas = Canvas((0, 0, SIZE[0], high), theme.panel)
    draw_band(canvas, theme, high)
    picture.paste(canvas.finish(theme), (0, 0))


def write_title(picture: Image.Image, theme: Theme, title: str, high: int, size: int = 82) -> None:
    """Write the title on a band ``high`` pixels tall, in letters of ``size``."""
    slot = Slot((40, 8, SIZE[0] - 40, high - 14), fonts.TITLE, size)
    written(theme, title, slot, Tint(theme.title, theme.panel)).put(picture)


# ---------------------------------------------------------------------------- all games


@dataclass(frozen=True, slots=True)
class Entry:
    """A game: its title, its number of players in words, and the function that draws its cover."""

    title: str
    seats: str
    cover: Callable[[], bytes]


def draw_hub(entries: Sequence[Entry], theme: str = "night") -> bytes:
    """The picture of all games as PNG, with a row for each game."""
    rows = tuple((each.title, each.seats, each.cover()) for each in entries)
    return _drawn(rows, THEMES[theme])


@lru_cache(maxsize=12)
def _drawn(rows: tuple[tuple[str, str, bytes], ...], theme: Theme) -> bytes:
    high = 2 * _MARGIN + len(rows) * _SCENE[1] + (len(rows) - 1) * _GAP
    canvas = Canvas((0, 0, _WIDE, high), theme.night)
    tops = [_MARGIN + at * (_SCENE[1] + _GAP) for at in range(len(rows))]
    for top in tops:
        canvas.panel((_MARGIN, top, _WIDE - _MARGIN, top + _SCENE[1]), 14, theme)
    words = canvas.finish(theme)
    for (title, seats, _), top in zip(rows, tops, strict=True):
        for text, slot in placed(title, seats, top):
            ink = theme.title if slot.file == fonts.TITLE else theme.words
            write(words, theme, text, slot, Tint(ink, theme.panel))
    words.putpalette(theme.palette_bytes)
    picture = words.convert("RGB")
    for (_, _, cover), top in zip(rows, tops, strict=True):
        picture.paste(_scene(cover), (_MARGIN, top))
    # Each cover has a palette of its own, so the whole picture needs a shared one.
    shared = picture.quantize(256, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
    return png.encode(shared, bytes(shared.getpalette("RGB") or ()))


def placed(title: str, seats: str, top: int) -> list[tuple[str, Slot]]:
    """The title in one or two lines and the seats below it, centred in the row's height."""
    left, right = _LEFT, _WIDE - _MARGIN - 8
    lines = in_two_lines(title, Slot((left, 0, right, _LINE), fonts.TITLE, _TITLE))
    low = top + (_SCENE[1] - _LINE * len(lines) - _SEATS - 8) // 2
    texts = []
    for line in lines:
        texts.append((line, Slot((left, low, right, low + _LINE), fonts.TITLE, _TITLE)))
        low += _LINE
    return [*texts, (seats, Slot((left, low, right, low + _SEATS + 8), fonts.TEXT, _SEATS))]


def _scene(cover: bytes) -> Image.Image:
    """The part of a cover below its title."""
    drawn = Image.open(io.BytesIO(cover)).convert("RGB")
    return drawn.resize(_SCENE, Image.Resampling.LANCZOS, (0, SCENE, *SIZE))
