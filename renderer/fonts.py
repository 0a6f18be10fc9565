"""The bundled fonts: which font holds a character, and lines of text drawn with all of them.

FreeType takes a tenth of a millisecond for each letter, and most pictures have a new line of text.
So a plain line is put together from letters that are drawn once. It has the same pixels as one that
Pillow draws.
"""

import math
import re
import struct
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image, ImageFont, features

_FOLDER = Path(__file__).parent / "fonts"

TITLE = "Cinzel-ExtraBold.ttf"
TEXT = "BarlowSemiCondensed-SemiBold.ttf"
STRONG = "BarlowSemiCondensed-ExtraBold.ttf"

_OTHERS = tuple(
    f"NotoSans{script}-Bold.ttf"
    for script in (
        *("Armenian", "Georgian", "Devanagari", "Bengali", "Gurmukhi", "Gujarati", "Tamil"),
        *("Telugu", "Kannada", "Malayalam", "Sinhala", "Thai", "Lao", "Khmer", "Myanmar"),
        *("Ethiopic", "Cherokee"),
    )
)
SCRIPTS: tuple[str, ...] = (
    "NotoSans-Bold.ttf",
    "NotoSansCJK-Bold.otf",
    *_OTHERS,
    "NotoEmoji-Bold.ttf",
)
"""The fonts of names; the first that holds a character draws it.

The first one holds Hebrew and Arabic too, so that a name in them is laid out with its digits and
its Latin letters by the bidirectional algorithm of Unicode, which libraqm and libfribidi have.
"""

SHAPING: bool = bool(features.check("raqm"))
"""Whether Pillow can join Arabic letters, order Indic vowels and set text from right to left."""

ISOLATE, ISOLATED = "\u2068", "\u2069"
"""Around a name within a longer text: what stands beside it does not change its order."""
_JOINERS = frozenset("\u200c\u200d") | frozenset(map(chr, range(0xE0020, 0xE0080)))
"""Characters without a form, which join letters, or the parts of an emoji."""
_FROM_RIGHT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+(?: +[\u0590-\u08ff]+)*")
_FROM_LEFT = re.compile(r"[^\s\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+")
_MOST_MARKS = 3
"""Marks kept per letter: enough for every living script, too few to leave the line."""
_LONGEST = 100
"""Characters of a name that are drawn; Discord allows 32."""


@lru_cache(maxsize=128)
def load_font(file: str, size: int) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if SHAPING else ImageFont.Layout.BASIC
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
    directory = {
        tag: offset
        for tag, _, offset, _ in struct.iter_unpack(">4sIII", data[12 : 12 + 16 * tables])
    }
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


def _read_segments(data: bytes, at: int) -> set[int]:
    """Format 4: segments of the basic plane; the last segment is a guard."""
    (twice,) = struct.unpack_from(">H", data, at + 6)
    ends = struct.unpack_from(f">{twice // 2}H", data, at + 14)
    starts = struct.unpack_from(f">{twice // 2}H", data, at + 16 + twice)
    return {
        code
        for start, end in zip(starts, ends, strict=True)
        for code in range(start, end + 1)
        if code != 0xFFFF
    }


def _read_groups(data: bytes, at: int) -> set[int]:
    """Format 12: groups of any plane."""
    (groups,) = struct.unpack_from(">I", data, at + 12)
    rows = struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups])
    return {code for start, end, _ in rows for code in range(start, end + 1)}


class Run(NamedTuple):
    """A piece of a text that one font draws, in logical order."""

    file: str
    text: str
    right_to_left: bool = False
    """Whether its part of the text begins at the right."""
    part: int = 0
    """Counts the isolated names and the texts between them."""

    @property
    def direction(self) -> str | None:
        if not SHAPING:
            return None
        return "rtl" if self.right_to_left else "ltr"

    @property
    def shown(self) -> str:
        """The text as Pillow takes it: without shaping it sets characters as they come."""
        if SHAPING:
            return self.text
        if self.right_to_left:
            return _FROM_LEFT.sub(_reverse_match, self.text[::-1])
        return _FROM_RIGHT.sub(_reverse_match, self.text)


def _reverse_match(found: re.Match[str]) -> str:
    return found[0][::-1]


def _font_of_character(character: str, before: str | None) -> str | None:
    """The font for a character: that of the character before it if possible."""
    code = ord(character)
    neutral = unicodedata.category(character)[0] in "MZPNS" or character in _JOINERS
    if before is not None and neutral and code in covered_characters(before):
        return before
    if character in _JOINERS or unicodedata.combining(character):
        return None  # cannot combine with a letter of another font
    return next((file for file in SCRIPTS if code in covered_characters(file)), None)


def split_runs(name: str) -> tuple[Run, ...]:
    """The drawable part of a text, split by font; empty if no character is drawable.

    Control and formatting characters (including direction overrides) and characters without a font
    are dropped. Fancy letters are replaced by their plain equivalents.
    """
    parts: list[Run] = []
    marks = part = 0
    for character in _plain_text(name[:_LONGEST]):
        if character in {ISOLATE, ISOLATED}:
            part += 1
            continue
        if (file := _font_of_character(character, parts[-1].file if parts else None)) is None:
            continue
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            marks = 0
        if character == " " and (not parts or parts[-1].text.endswith(" ")):
            continue
        if parts and parts[-1].file == file and parts[-1].part == part:
            parts[-1] = parts[-1]._replace(text=parts[-1].text + character)
        else:
            parts.append(Run(file, character, part=part))
    while parts and not parts[-1].text.rstrip():
        parts.pop()
    if not any(unicodedata.category(c)[0] in "LNSP" for run in parts for c in run.text):
        return ()
    parts[-1] = parts[-1]._replace(text=parts[-1].text.rstrip())
    return tuple(
        run._replace(right_to_left=_begins_right(each)) for each in _by_part(parts) for run in each
    )


def _by_part(pieces: Iterable[Run]) -> Iterator[list[Run]]:
    return (list(each) for _, each in groupby(pieces, key=lambda run: run.part))


def _begins_right(pieces: Sequence[Run]) -> bool:
    """Whether the first letter with a direction is one that is written from right to left."""
    classes = (unicodedata.bidirectional(letter) for run in pieces for letter in run.text)
    return next((each for each in classes if each in {"L", "R", "AL"}), "L") != "L"


def _plain_text(name: str) -> str:
    """The name without controls, with single whitespace and plain forms of unsupported letters."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            kept.append(" ")
        elif character in _JOINERS or character in {ISOLATE, ISOLATED}:
            kept.append(character)
        elif not category.startswith("C"):
            held = any(ord(character) in covered_characters(file) for file in SCRIPTS)
            kept.append(character if held else unicodedata.normalize("NFKC", character))
    return "".join(kept)


def shorten_runs(pieces: Sequence[Run]) -> tuple[Run, ...]:
    """The same text without its last letter and that letter's marks; empty at the end."""
    if not pieces:
        return ()
    *rest, last = pieces
    text = last.text
    while text and (unicodedata.category(text[-1])[0] == "M" or text[-1] in _JOINERS):
        text = text[:-1]
    text = text[:-1].rstrip()
    return (*rest, last._replace(text=text)) if text else tuple(rest)


def in_visual_order(pieces: Sequence[Run]) -> list[Run]:
    """Runs from left to right: those of a name that begins at the right the other way round."""
    return [
        run
        for each in _by_part(pieces)
        for run in (reversed(each) if each[0].right_to_left else each)
    ]


RENDERING = threading.RLock()
"""FreeType faces are not safe for use by two threads at once."""

_KNOWN = re.compile("(?!.*(gj|ij|IJ|--|ff[il]))[\u0020-\u02ff\u2010-\u2027\u2030-\u22ff]*")
"""Text in which no letter changes its form or its place because of another letter."""
_UNITS = re.compile("f[il]|.")
"""A letter, or two letters that Barlow draws as one."""
_PARTS = 64
"""The parts of a pixel in which FreeType counts."""


def is_plain(text: str, file: str) -> bool:
    """Whether each letter depends on the next one alone; Cinzel even kerns across spaces."""
    return file in {TEXT, STRONG} and _KNOWN.fullmatch(text) is not None


def plain_width(text: str, file: str, size: int) -> float:
    """The width of a plain line in pixels."""
    return _width_in_parts(text, file, size) / _PARTS


def draw_text(mask: Image.Image, at: tuple[float, float], text: str, font: tuple[str, int]) -> None:
    """Draw a plain line white on black, from the left end of its baseline."""
    file, size = font
    x, y = round(at[0] * _PARTS), math.floor(at[1])
    space = _advance_of(file, size, " ")
    for word in text.split(" "):
        across, letters = _place_letters(file, size, word)
        for unit, left in letters:
            drawn, dx, dy = _letter_mask(file, size, unit, at[1] - y)
            right, low = drawn.size
            if right and low:
                dx += (x + left + _PARTS // 2) // _PARTS
                mask.im.paste(255, (dx, y + dy, dx + right, y + dy + low), drawn)
        x += across + space


def start_of_text(text: str, font: tuple[str, int], align: str, across: int) -> float:
    """The left end of a plain line in a box; like Pillow, it moves a line by whole pixels only."""
    if align == "left":
        return 0
    long = _width_in_parts(text, *font)
    if align == "right":
        return across - (long + _PARTS // 2) // _PARTS
    return across / 2 - (long // 2 + _PARTS // 2) // _PARTS


def _width_in_parts(text: str, file: str, size: int) -> int:
    words = text.split(" ")
    spaces = (len(words) - 1) * _advance_of(file, size, " ")
    return sum(_place_letters(file, size, word)[0] for word in words) + spaces


@lru_cache(maxsize=4096)
def _place_letters(file: str, size: int, word: str) -> tuple[int, tuple[tuple[str, int], ...]]:
    """The width of a word, and its letters with their places."""
    units = _UNITS.findall(word)
    x, letters = 0, []
    for unit, after in zip(units, (*units, "")[1:], strict=True):
        letters.append((unit, x))
        x += _advance_of(file, size, unit + after) - _advance_of(file, size, after)
    return x, tuple(letters)


@lru_cache(maxsize=8192)
def _advance_of(file: str, size: int, text: str) -> int:
    with RENDERING:
        return round(load_font(file, size).getlength(text) * _PARTS)


@lru_cache(maxsize=4096)
def _letter_mask(file: str, size: int, unit: str, lowered: float) -> tuple[Any, int, int]:
    """The mask of a letter and its place, on a baseline that is a part of a pixel lower."""
    with RENDERING:
        font = load_font(file, size)
        drawn, (left, top) = font.getmask2(unit, "L", anchor="ls", start=(0, lowered))
    return drawn, left, top
