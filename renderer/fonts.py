"""The bundled fonts: which font holds a character, and how to draw a name with all of them."""

from __future__ import annotations

import struct
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PIL import ImageFont, features

_FOLDER = Path(__file__).parent / "fonts"

TITLE = "Cinzel-ExtraBold.ttf"
TEXT = "BarlowSemiCondensed-SemiBold.ttf"
STRONG = "BarlowSemiCondensed-ExtraBold.ttf"

_RIGHT_TO_LEFT = ("NotoSansArabic-Bold.ttf", "NotoSansHebrew-Bold.ttf")
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
    *_RIGHT_TO_LEFT,
    *_OTHERS,
)
"""The fonts of names; the first that holds a character draws it."""

SHAPING: bool = bool(features.check("raqm"))
"""Whether Pillow can join Arabic letters, order Indic vowels and set text from right to left."""

_JOINERS = "\u200c\u200d"
_MOST_MARKS = 3
"""Marks kept per letter: enough for every living script, too few to leave the line."""
_LONGEST = 100
"""Characters of a name that are drawn; Discord allows 32."""


@lru_cache(maxsize=128)
def font(file: str, size: int) -> ImageFont.FreeTypeFont:
    engine = ImageFont.Layout.RAQM if SHAPING else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(_FOLDER / file), size, layout_engine=engine)


@lru_cache(maxsize=4096)
def holding(text: str, file: str) -> str:
    """The font that draws all of a line: that of names where this one lacks a letter."""
    return file if coverage(file).issuperset(map(ord, text)) else SCRIPTS[0]


@lru_cache(maxsize=32)
def coverage(file: str) -> frozenset[int]:
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
            characters |= _segments(data, start + offset)
        elif form == 12:
            characters |= _groups(data, start + offset)
    return frozenset(characters)


def _segments(data: bytes, at: int) -> set[int]:
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


def _groups(data: bytes, at: int) -> set[int]:
    """Format 12: groups of any plane."""
    (groups,) = struct.unpack_from(">I", data, at + 12)
    rows = struct.iter_unpack(">III", data[at + 16 : at + 16 + 12 * groups])
    return {code for start, end, _ in rows for code in range(start, end + 1)}


class Run(NamedTuple):
    """A piece of a name that one font draws, in logical order."""

    file: str
    text: str

    @property
    def right_to_left(self) -> bool:
        return self.file in _RIGHT_TO_LEFT


def _holder(character: str, before: str | None) -> str | None:
    """The font for a character: that of the character before it if possible."""
    code = ord(character)
    neutral = unicodedata.category(character)[0] in "MZPNS" or character in _JOINERS
    if before is not None and neutral and code in coverage(before):
        return before
    if character in _JOINERS or unicodedata.combining(character):
        return None  # cannot combine with a letter of another font
    return next((file for file in SCRIPTS if code in coverage(file)), None)


def runs(name: str) -> tuple[Run, ...]:
    """The drawable part of a name, split by font; empty if no character is drawable.

    Control and formatting characters (including direction overrides) and characters without a font
    are dropped. Fancy letters are replaced by their plain equivalents.
    """
    parts: list[tuple[str, str]] = []
    marks = 0
    for character in _plain(name[:_LONGEST]):
        before = parts[-1][0] if parts else None
        file = _holder(character, before)
        if file is None:
            continue
        if unicodedata.category(character) in ("Mn", "Me"):
            marks += 1
            if marks > _MOST_MARKS:
                continue
        else:
            marks = 0
        if character == " " and (not parts or parts[-1][1].endswith(" ")):
            continue
        if parts and parts[-1][0] == file:
            parts[-1] = (file, parts[-1][1] + character)
        else:
            parts.append((file, character))
    while parts and not parts[-1][1].rstrip():
        parts.pop()
    if not any(unicodedata.category(c)[0] in "LNSP" for _, text in parts for c in text):
        return ()
    parts[-1] = (parts[-1][0], parts[-1][1].rstrip())
    return tuple(Run(file, text) for file, text in parts)


def _plain(name: str) -> str:
    """The name without controls, with single whitespace and plain forms of unsupported letters."""
    kept: list[str] = []
    for character in unicodedata.normalize("NFC", name):
        category = unicodedata.category(character)
        if category.startswith("Z") or character in "\t\n\r":
            kept.append(" ")
        elif character in _JOINERS:
            kept.append(character)
        elif not category.startswith("C"):
            held = any(ord(character) in coverage(file) for file in SCRIPTS)
            kept.append(character if held else unicodedata.normalize("NFKC", character))
    return "".join(kept)


def shortened(pieces: Sequence[Run]) -> tuple[Run, ...]:
    """The same name without its last letter and that letter's marks; empty at the end."""
    if not pieces:
        return ()
    *rest, last = pieces
    text = last.text
    while text and (unicodedata.category(text[-1])[0] == "M" or text[-1] in _JOINERS):
        text = text[:-1]
    text = text[:-1].rstrip()
    return (*rest, Run(last.file, text)) if text else tuple(rest)


def in_visual_order(pieces: Sequence[Run]) -> list[Run]:
    """Runs from left to right, following the direction of the first run."""
    if not pieces:
        return []
    base = pieces[0].right_to_left
    ordered: list[Run] = []
    stretch: list[Run] = []
    for piece in pieces:
        if piece.right_to_left == base:
            ordered += reversed(stretch)
            stretch = []
            ordered.append(piece)
        else:
            stretch.append(piece)
    ordered += reversed(stretch)
    return ordered[::-1] if base else ordered
