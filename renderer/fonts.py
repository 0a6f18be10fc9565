"""The bundled fonts: the characters that each holds, and plain lines of text.

FreeType takes a tenth of a millisecond for each letter, and most pictures have a new line of text.
So a plain line is put together from letters that are drawn once. It has the same pixels as one that
Pillow draws.
"""

import math
import re
import struct
import threading
from functools import lru_cache
from pathlib import Path
from typing import Any

from PIL import Image, ImageFont, features

_FOLDER = Path(__file__).parent / "fonts"
_XY = tuple[float, float]

TITLE = "Cinzel-ExtraBold.ttf"
TEXT = "BarlowSemiCondensed-SemiBold.ttf"
STRONG = "BarlowSemiCondensed-ExtraBold.ttf"

_OTHER_SCRIPTS = (
    *("Armenian", "Georgian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil", "Telugu"),
    *("Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar", "Ethiopic", "Cherokee"),
)
SCRIPTS: tuple[str, ...] = (
    *("NotoSans-Bold.ttf", "NotoSansCJK-Bold.otf"),
    *(f"NotoSans{script}-Bold.ttf" for script in _OTHER_SCRIPTS),
    "NotoEmoji-Bold.ttf",
)
"""The fonts of names; the first that holds a character draws it.

The first one holds Hebrew and Arabic too, so that a name in them is laid out with its digits and
its Latin letters by the bidirectional algorithm of Unicode, which libraqm and libfribidi have.
"""

CAN_SHAPE: bool = bool(features.check("raqm"))
"""Whether Pillow can join Arabic letters, order Indic vowels and set text from right to left."""

FREETYPE_LOCK = threading.RLock()  # FreeType faces are not safe for use by two threads at once


@lru_cache(maxsize=128)
def load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if CAN_SHAPE else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(_FOLDER / file), size, layout_engine=engine)


@lru_cache(maxsize=4096)
def font_for(text: str, file: str) -> str:
    """The font that draws all of a line: that of names where this one lacks a letter."""
    return file if covered_characters(file).issuperset(map(ord, text)) else SCRIPTS[0]


@lru_cache(maxsize=32)
def covered_characters(file: str) -> frozenset[int]:
    """The characters with a glyph in a font file, read from its ``cmap`` table."""
    data = (_FOLDER / file).read_bytes()
    (tables,) = struct.unpack_from(">H", data, 4)
    entries = struct.iter_unpack(">4sIII", data[12 : 12 + 16 * tables])
    directory = {tag: offset for tag, _, offset, _ in entries}
    start = directory[b"cmap"]
    (count,) = struct.unpack_from(">H", data, start + 2)
    characters: set[int] = set()
    for _, _, offset in struct.iter_unpack(">HHI", data[start + 4 : start + 4 + 8 * count]):
        (form,) = struct.unpack_from(">H", data, start + offset)
        if form == 4:
            characters |= _read_segments(data, start + offset)
        elif form == 12:
            characters |= _read_groups(data, start + offset)
    return frozenset(characters)


def _read_segments(data: bytes, offset: int) -> set[int]:
    """Format 4: segments of the basic plane; the last segment is a guard."""
    (doubled_count,) = struct.unpack_from(">H", data, offset + 6)
    ends = struct.unpack_from(f">{doubled_count // 2}H", data, offset + 14)
    starts = struct.unpack_from(f">{doubled_count // 2}H", data, offset + 16 + doubled_count)
    segments = zip(starts, ends, strict=True)
    return {code for start, end in segments for code in range(start, end + 1)} - {0xFFFF}


def _read_groups(data: bytes, offset: int) -> set[int]:
    """Format 12: groups of any plane."""
    (groups,) = struct.unpack_from(">I", data, offset + 12)
    rows = struct.iter_unpack(">III", data[offset + 16 : offset + 16 + 12 * groups])
    return {code for start, end, _ in rows for code in range(start, end + 1)}


_UNRELATED_LETTERS = re.compile(
    "(?!.*(gj|ij|IJ|--|ff[il]))[\u0020-\u02ff\u2010-\u2027\u2030-\u22ff]*"
)
"""Text in which no letter changes its form or its place because of another letter."""
_LETTER_UNITS = re.compile("f[il]|.")  # a letter, or two letters that Barlow draws as one
_PARTS_OF_PIXEL = 64  # the parts of a pixel in which FreeType counts


def is_plain(text: str, file: str) -> bool:
    """Whether each letter depends on the next one alone; Cinzel even kerns across spaces."""
    return file in {TEXT, STRONG} and _UNRELATED_LETTERS.fullmatch(text) is not None


def plain_width(text: str, file: str, size: int) -> float:
    """The width of a plain line in pixels."""
    return _width_in_parts(text, file, size) / _PARTS_OF_PIXEL


def draw_plain_line(mask: Image.Image, start: _XY, text: str, font: tuple[str, int]) -> None:
    """Draw a plain line white on black, from the left end of its baseline."""
    file, size = font
    x, y = round(start[0] * _PARTS_OF_PIXEL), math.floor(start[1])
    space = _advance_of(file, size, " ")
    for word in text.split(" "):
        width, letters = _place_letters(file, size, word)
        for unit, left in letters:
            letter_mask, dx, dy = _letter_mask(file, size, unit, start[1] - y)
            width_of_letter, height = letter_mask.size
            if width_of_letter and height:
                dx += (x + left + _PARTS_OF_PIXEL // 2) // _PARTS_OF_PIXEL
                mask.im.paste(255, (dx, y + dy, dx + width_of_letter, y + dy + height), letter_mask)
        x += width + space


def start_of_plain_line(text: str, font: tuple[str, int], align: str, width: int) -> float:
    """The left end of a plain line in a box; like Pillow, it moves a line by whole pixels only."""
    if align == "left":
        return 0
    length = _width_in_parts(text, *font)
    if align == "right":
        return width - (length + _PARTS_OF_PIXEL // 2) // _PARTS_OF_PIXEL
    return width / 2 - (length // 2 + _PARTS_OF_PIXEL // 2) // _PARTS_OF_PIXEL


def _width_in_parts(text: str, file: str, size: int) -> int:
    words = text.split(" ")
    spaces = (len(words) - 1) * _advance_of(file, size, " ")
    return sum(_place_letters(file, size, word)[0] for word in words) + spaces


@lru_cache(maxsize=4096)
def _place_letters(file: str, size: int, word: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The width of a word, and its letters with their places."""
    units = _LETTER_UNITS.findall(word)
    x, letters = 0, []
    for unit, next_unit in zip(units, (*units, "")[1:], strict=True):
        letters.append((unit, x))
        x += _advance_of(file, size, unit + next_unit) - _advance_of(file, size, next_unit)
    return x, tuple(letters)


@lru_cache(maxsize=8192)
def _advance_of(file: str, size: int, text: str) -> int:
    with FREETYPE_LOCK:
        return round(load_font(file, size).getlength(text) * _PARTS_OF_PIXEL)


@lru_cache(maxsize=4096)
def _letter_mask(file: str, size: int, unit: str, lowered: float) -> tuple[Any, int, int]:
    """The mask of a letter and its place, on a baseline that is a part of a pixel lower."""
    with FREETYPE_LOCK:
        font = load_font(file, size)
        letter_mask, (left, top) = font.getmask2(unit, "L", anchor="ls", start=(0, lowered))
    return letter_mask, left, top
