"""Text as pieces: rendered once, in the palette's blends between its ink and its background."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

from PIL import Image, ImageDraw

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import Box, Canvas, Piece
from renderer.fonts import RENDERING
from renderer.theme import Theme, Tint, mix

Align = Literal["left", "centre", "right"]

_ELLIPSIS = fonts.Run(fonts.SCRIPTS[0], "…")

LEAST = 13
"""The smallest font size of translated text, at the scale of a large picture."""
_CUT = 28
"""The font size of a name that is cut: almost nine pixels on a phone."""
NAMELESS = mark("Player {seat}")
"""Shown in place of a name without a drawable character."""


class Slot(NamedTuple):
    """The place of a text: its box in the picture, its font and its largest size."""

    box: Box
    file: str
    size: int
    align: Align = "centre"


def text_width(text: str, file: str, size: int) -> float:
    file = fonts.font_for(text, file)
    if fonts.is_plain(text, file):
        return fonts.plain_width(text, file, size)
    with RENDERING:
        return fonts.load_font(file, size).getlength(text)


def size_for(text: str, slot: Slot) -> int:
    """The slot's size, or the largest smaller size at which the text fits the box's width."""
    across = slot.box[2] - slot.box[0]
    size = slot.size
    while size > LEAST and text_width(text, slot.file, size) > across:
        size -= 1
    return size


@lru_cache(maxsize=256)
def in_two_lines(text: str, slot: Slot) -> tuple[str, ...]:
    """The text in one line if it fits, else broken so that the longer line is shortest."""
    words = text.split(" ")
    if text_width(text, slot.file, slot.size) <= slot.box[2] - slot.box[0] or len(words) == 1:
        return (text,)
    breaks = [(" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words))]
    return min(
        breaks, key=lambda both: max(text_width(each, slot.file, slot.size) for each in both)
    )


@lru_cache(maxsize=512)
def _coverage_colours(theme: Theme, tint: Tint) -> bytes:
    """The palette's colour between background and ink for each coverage from 0 to 255."""
    most = tint.levels
    steps = [theme.index(mix(tint.ground, tint.ink, step / most)) for step in range(most + 1)]
    return bytes(steps[round(coverage / 255 * most)] for coverage in range(256))


def _colour_mask(mask: Image.Image, theme: Theme, tint: Tint) -> Image.Image:
    return Image.frombytes("P", mask.size, mask.tobytes().translate(_coverage_colours(theme, tint)))


@lru_cache(maxsize=2048)
def typeset(theme: Theme, text: str, slot: Slot, tint: Tint) -> Piece:
    """One line of translated text in its slot, as a piece no larger than its ink."""
    mask = _ink_mask(text, slot)
    left, top, _, _ = slot.box
    return Piece(_colour_mask(mask, theme, tint), left, top).within(mask.getbbox())


@lru_cache(maxsize=2048)
def _text_picture(theme: Theme, text: str, slot: Slot, tint: Tint) -> Image.Image:
    """The same text on its background, as large as its slot's box."""
    return _colour_mask(_ink_mask(text, slot), theme, tint)


def _ink_mask(text: str, slot: Slot) -> Image.Image:
    """The text's coverage of each pixel."""
    left, top, right, bottom = slot.box
    mask = Image.new("L", (right - left, bottom - top))
    size = size_for(text, slot)
    file = fonts.font_for(text, slot.file)
    y = (bottom - top - _capital_span(file, size)) / 2
    if fonts.is_plain(text, file):
        font = file, size
        x = fonts.start_of_text(text, font, slot.align, right - left)
        fonts.draw_text(mask, (x, y), text, font)
        return mask
    across = right - left
    ends = {"left": ("ls", 0.0), "centre": ("ms", across / 2), "right": ("rs", across)}
    anchor, x = ends[slot.align]
    with RENDERING:
        drawn = fonts.load_font(file, size)
        ImageDraw.Draw(mask).text((x, y), text, fill=255, font=drawn, anchor=anchor)
    return mask


@lru_cache(maxsize=256)
def _capital_span(file: str, size: int) -> float:
    """The top and the foot of capitals and digits, added up; a line centred by them looks level."""
    with RENDERING:
        _, high, _, low = fonts.load_font(file, size).getbbox("H", anchor="ls")
    return high + low


def write(picture: Image.Image | Canvas, theme: Theme, text: str, slot: Slot, tint: Tint) -> None:
    picture.paste(_text_picture(theme, text, slot, tint), slot.box[:2])


class Name(NamedTuple):
    """A player's name, its replacement if no character is drawable, and its smallest size; with a
    narrower font for a name that is too long even so.
    """

    text: str
    fallback: str
    least: int
    narrow: str = ""


def player(name: str, seat: int, least: int) -> Name:
    return Name(name, tr(NAMELESS, seat=seat), least, fonts.STRONG)


class Line(NamedTuple):
    """A name ready to draw: runs from left to right in one font size."""

    runs: tuple[fonts.Run, ...]
    size: int


def _runs_extent(pieces: Sequence[fonts.Run], size: int) -> tuple[float, float, float]:
    """Width, height above the baseline and depth below it, in pixels of ink."""
    across = above = below = 0.0
    with RENDERING:
        for piece in pieces:
            font = fonts.load_font(piece.file, size)
            across += font.getlength(piece.shown, direction=piece.direction)
            _, high, _, low = font.getbbox(piece.shown, anchor="ls", direction=piece.direction)
            above, below = max(above, -high), max(below, low)
    return across, above, below


@lru_cache(maxsize=2048)
def fit_name(name: Name, slot: Slot) -> Line:
    """The largest size that fits, from the slot's size down to the least, then in the narrow font;
    else the name without its trailing parentheses, else as much of it as fits in letters that are
    easily read.
    """
    across, down = slot.box[2] - slot.box[0], slot.box[3] - slot.box[1]
    pieces = fonts.split_runs(name.text) or fonts.split_runs(name.fallback)
    narrow = _narrow_name(pieces, name.narrow)
    for each in (pieces, narrow) if narrow else (pieces,):
        for size in range(slot.size, name.least - 1, -2):
            wide, above, below = _runs_extent(each, size)
            if wide <= across and above + below <= down:
                return Line(tuple(fonts.in_visual_order(each)), size)
    alone, _, behind = name.text.partition(" (")
    if alone and behind.endswith(")"):
        return fit_name(name._replace(text=alone), slot)
    pieces = narrow or pieces
    size, kept = max(name.least, min(_CUT, slot.size)), pieces
    while kept:
        wide, _, _ = _runs_extent((*kept, _ellipsis_run(kept)), size)
        if wide <= across:
            break
        kept = fonts.shorten_runs(kept)
    whole = len(kept) == len(pieces) and kept[-1] == pieces[-1]
    return Line(tuple(fonts.in_visual_order(kept if whole else (*kept, _ellipsis_run(kept)))), size)


def is_whole(name: Name, slot: Slot) -> bool:
    """Whether ``fit_name`` shows all of a name, except perhaps its trailing parentheses."""
    pieces = fonts.split_runs(name.text) or fonts.split_runs(name.fallback)
    if _runs_extent(pieces, name.least)[0] <= slot.box[2] - slot.box[0]:
        return True
    alone, _, behind = name.text.partition(" (")
    return bool(alone) and behind.endswith(")") and is_whole(name._replace(text=alone), slot)


def _ellipsis_run(pieces: Sequence[fonts.Run]) -> fonts.Run:
    """The sign behind a shortened name: where that begins at the right, to its left."""
    return pieces[-1]._replace(file=fonts.SCRIPTS[0], text="…") if pieces else _ELLIPSIS


def _narrow_name(pieces: Sequence[fonts.Run], file: str) -> tuple[fonts.Run, ...]:
    """The name in a font that holds all of it; empty if there is none."""
    held = file and all(
        fonts.covered_characters(file).issuperset(map(ord, each.text)) for each in pieces
    )
    return tuple(each._replace(file=file) for each in pieces) if held else ()


def shorten_names(names: Sequence[Name], across: int, size: int) -> list[str]:
    """Names for a sentence within so many pixels, in their order; the longest ones are cut."""
    whole = [fonts.split_runs(name.text) or fonts.split_runs(name.fallback) for name in names]
    kept = list(whole)
    while sum(wide := [_runs_extent(each, size)[0] for each in kept]) > across:
        longest = wide.index(max(wide))
        kept[longest] = fonts.shorten_runs(kept[longest])
    shown = zip(kept, whole, strict=True)
    texts = ("".join(run.text for run in own) + "…" * (own != all_) for own, all_ in shown)
    return [f"{fonts.ISOLATE}{text}{fonts.ISOLATED}" for text in texts]


def line_width(line: Line) -> int:
    return math.ceil(_runs_extent(line.runs, line.size)[0])


def side_by_side(name: Name, word: Name, slot: Slot) -> tuple[Slot, Slot]:
    """The slots of a name and the word after it, centred together; the word never shrinks."""
    left, top, right, bottom = slot.box
    size = slot.size
    while True:
        after = line_width(fit_name(word, slot._replace(size=size)))
        room = (left, top, right - after - size // 3, bottom)
        line = fit_name(name, slot._replace(box=room, size=size))
        if line.size >= size:
            break
        size = line.size
    across = line_width(line)
    start = (left + right - across - size // 3 - after) // 2
    then = start + across + size // 3
    first, second = (start, top, start + across, bottom), (then, top, then + after, bottom)
    aligned = slot._replace(size=size, align="left")
    return aligned._replace(box=first), aligned._replace(box=second)


@lru_cache(maxsize=1024)
def name_piece(theme: Theme, name: Name, slot: Slot, tint: Tint) -> Piece:
    """A player's name, as large as its slot's box, without undrawable characters."""
    left, top, right, bottom = slot.box
    mask = Image.new("L", (right - left, bottom - top))
    with RENDERING:
        line = fit_name(name, slot)
        wide, above, below = _runs_extent(line.runs, line.size)
        start = {"left": 0.0, "right": right - left - wide, "centre": (right - left - wide) / 2}
        x = start[slot.align]
        # The baseline of plain capitals, moved for tall or deep letters.
        _, high, _, _ = fonts.load_font(fonts.SCRIPTS[0], line.size).getbbox("H", anchor="ls")
        y = min(max((bottom - top - high) / 2, above), bottom - top - below)
        draw = ImageDraw.Draw(mask)
        for piece in line.runs:
            font = fonts.load_font(piece.file, line.size)
            shown, direction = piece.shown, piece.direction
            draw.text((x, y), shown, fill=255, font=font, anchor="ls", direction=direction)
            x += font.getlength(shown, direction=direction)
    return Piece(_colour_mask(mask, theme, tint), left, top)
