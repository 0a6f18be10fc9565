"""The picture of open matches: numbered boards in small, two in a row, or one in full width.

A match that waits for the reader has its number in gilt.
"""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from PIL import Image

from prowlerbot.core.lists_and_numbers import listed

from . import fonts, png
from .canvas import Canvas
from .text import Name, Slot, named, within, write
from .theme import THEMES, Theme, Tint

log = logging.getLogger(__name__)

_WIDE, _MARGIN, _GAP, _INSET = 1000, 12, 12, 8
_COLUMNS = 2
_ACROSS = (_WIDE - 2 * _MARGIN - (_COLUMNS - 1) * _GAP) // _COLUMNS
_ALONE = _WIDE - 2 * _MARGIN
"""The width of a cell of two in a row, and of a single cell."""
_HIGH, _HIGH_ALONE = 560, 960
"""The greatest height of a board of several, and of a single one."""
_NAME, _STATE, _LEAST = 36, 32, 28
_AND = 70
"""The room for the word or the sign between two names, and for signs of what is cut."""
_LINE = 44
"""The height of each of the two lines below a board."""
_EDGE = 5


@dataclass(frozen=True, slots=True)
class Small:
    """A board in small: a number, the names of the company, the state of the match in words, and
    the function that draws it. ``waits`` says that the reader is to act.
    """

    number: int
    company: Sequence[str]
    state: str
    waits: bool
    draw: Callable[[], bytes]


def draw_gallery(boards: Sequence[Small], theme: str = "night") -> bytes:
    """The gallery as PNG, with the boards in the given order."""
    style = THEMES[theme]
    alone = len(boards) == 1
    across, high_at_most = (_ALONE, _HIGH_ALONE) if alone else (_ACROSS, _HIGH)
    pictures = [_board(each, across - 2 * _INSET, high_at_most) for each in boards]
    rows = range(0, len(boards), _COLUMNS)
    tops, top = list[int](), _MARGIN
    for row in rows:
        tops.append(top)
        high = max(each.height for each in pictures[row : row + _COLUMNS])
        top += high + 2 * _INSET + 2 * _LINE + _GAP
    boxes = [
        (left, upper, left + across, lower - _GAP)
        for upper, lower in pairwise((*tops, top))
        for left in range(_MARGIN, _WIDE - across, _ACROSS + _GAP)
    ][: len(boards)]
    words = Image.new("P", (_WIDE, top - _GAP + _MARGIN), style.index(style.night))
    for each, box in zip(boards, boxes, strict=True):
        size = box[2] - box[0], box[3] - box[1]
        words.paste(_panel(style, size, waits=each.waits), box[:2])
        _write(words, style, each, box)
    picture = style.in_rgb(words)
    for small, (left, upper, _, lower) in zip(pictures, boxes, strict=True):
        room = lower - upper - 2 * _INSET - 2 * _LINE
        at = left + (across - small.width) // 2, upper + _INSET + (room - small.height) // 2
        picture.paste(small, at)
    return png.with_own_palette(picture, Image.Quantize.FASTOCTREE)


def _board(small: Small, across: int, high: int) -> Image.Image:
    """The board in its size; an empty place if it cannot be drawn."""
    try:
        return _small(small.draw(), across, high)
    except Exception:
        log.exception("a game has failed to draw a board beside others")
        return Image.new("RGB", (across, across // 2))


def placed(left: int, foot: int, right: int) -> tuple[Slot, Slot, Slot]:
    """The slots of the number, the company and the state in a cell; ``foot`` is its lower edge."""
    first, second = foot - 2 * _LINE - _EDGE, foot - _LINE - _EDGE
    begin, end = left + 2 * _INSET, right - 2 * _INSET
    number = Slot((begin, first, begin + 40, first + _LINE), fonts.STRONG, _NAME, "left")
    company = Slot((begin + 44, first, end, first + _LINE), fonts.TEXT, _NAME, "left")
    state = Slot((begin + 44, second, end, second + _LINE), fonts.TEXT, _STATE, "left")
    return number, company, state


def _write(picture: Image.Image, theme: Theme, each: Small, box: tuple[int, ...]) -> None:
    number, company, state = placed(box[0], box[3], box[2])
    ink = theme.gilt if each.waits else theme.words
    write(picture, theme, str(each.number), number, Tint(ink, theme.panel))
    room = company.box[2] - company.box[0] - _AND * (len(each.company) - 1)
    names = within([Name(name, "…", _LEAST) for name in each.company], room, _LEAST)
    line = Name(listed(names), "…", _LEAST)
    named(theme, line, company, Tint(theme.words, theme.panel)).put(picture)
    tone = theme.gilt if each.waits else theme.muted
    write(picture, theme, each.state, state, Tint(tone, theme.panel))


@lru_cache(maxsize=32)
def _panel(theme: Theme, size: tuple[int, int], *, waits: bool) -> Image.Image:
    box = 0, 0, *size
    canvas = Canvas(box, theme.night)
    if waits:
        canvas.rounded(box, 14, theme.gilt)
        canvas.rounded(box, 14 - _EDGE, theme.panel, inset=_EDGE)
    else:
        canvas.panel(box, 14, theme)
    return canvas.finish(theme)


def _small(drawn: bytes, wide: int, high: int) -> Image.Image:
    """A picture, shrunk to fit into a box."""
    picture = Image.open(io.BytesIO(drawn)).convert("RGB")
    scale = min(wide / picture.width, high / picture.height)
    size = round(picture.width * scale), round(picture.height * scale)
    return picture.resize(size, Image.Resampling.BOX)
