"""Lines of plain text, put together from letters that are drawn once.

FreeType takes a tenth of a millisecond for each letter, and most pictures have a new line of text.
A line made here has the same pixels as one that Pillow draws.
"""

from __future__ import annotations

import math
import re
import threading
from functools import lru_cache
from typing import Any

from PIL import Image

from renderer import fonts

RENDERING = threading.RLock()
"""FreeType faces are not safe for use by two threads at once."""

_KNOWN = re.compile("(?!.*(gj|ij|IJ|--|ff[il]))[\u0020-\u02ff\u2010-\u2027\u2030-\u22ff]*")
"""Text in which no letter changes its form or its place because of another letter."""
_UNITS = re.compile("f[il]|.")
"""A letter, or two letters that Barlow draws as one."""
_PARTS = 64
"""The parts of a pixel in which FreeType counts."""


def is_plain(text: str, file: str) -> bool:
    """Whether the letters of a line do not depend on those further away than the next one.

    Cinzel kerns across spaces.
    """
    return file in {fonts.TEXT, fonts.STRONG} and _KNOWN.fullmatch(text) is not None


def width(text: str, file: str, size: int) -> float:
    """The width of a plain line in pixels."""
    return _width(text, file, size) / _PARTS


def draw(mask: Image.Image, at: tuple[float, float], text: str, font: tuple[str, int]) -> None:
    """Draw a plain line white on black, from the left end of its baseline."""
    file, size = font
    x, y = round(at[0] * _PARTS), math.floor(at[1])
    space = _length(file, size, " ")
    for word in text.split(" "):
        across, letters = _word(file, size, word)
        for unit, left in letters:
            drawn, dx, dy = _letter(file, size, unit, at[1] - y)
            right, low = drawn.size
            if right and low:
                dx += (x + left + _PARTS // 2) // _PARTS
                mask.im.paste(255, (dx, y + dy, dx + right, y + dy + low), drawn)
        x += across + space


def start(text: str, font: tuple[str, int], align: str, across: int) -> float:
    """The left end of a plain line in a box; like Pillow, it moves a line by whole pixels only."""
    if align == "left":
        return 0
    long = _width(text, *font)
    if align == "right":
        return across - (long + _PARTS // 2) // _PARTS
    return across / 2 - (long // 2 + _PARTS // 2) // _PARTS


def _width(text: str, file: str, size: int) -> int:
    words = text.split(" ")
    spaces = (len(words) - 1) * _length(file, size, " ")
    return sum(_word(file, size, word)[0] for word in words) + spaces


@lru_cache(maxsize=4096)
def _word(file: str, size: int, word: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The width of a word, and its letters with their places."""
    units = _UNITS.findall(word)
    x, letters = 0, []
    for unit, after in zip(units, (*units, "")[1:], strict=True):
        letters.append((unit, x))
        x += _length(file, size, unit + after) - _length(file, size, after)
    return x, tuple(letters)


@lru_cache(maxsize=8192)
def _length(file: str, size: int, text: str) -> int:
    with RENDERING:
        return round(fonts.font(file, size).getlength(text) * _PARTS)


@lru_cache(maxsize=4096)
def _letter(file: str, size: int, unit: str, lowered: float) -> tuple[Any, int, int]:
    """The mask of a letter and its place, on a baseline that is a part of a pixel lower."""
    with RENDERING:
        font = fonts.font(file, size)
        drawn, (left, top) = font.getmask2(unit, "L", anchor="ls", start=(0, lowered))
    return drawn, left, top
