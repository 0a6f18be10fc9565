"""Names of players in pictures, fitted into their room."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.font_runs import ISOLATE, ISOLATED, Run, arrange_visually, shorten_runs, split_runs

_FONT_SIZE_STEP = 2
_CUT_NAME_SIZE = 28  # the font size of a name that is cut: almost nine pixels on a phone
NAMELESS = mark("Player {seat}")
"""Shown in place of a name without a drawable character."""


class Name(NamedTuple):
    """A player's name, its replacement if no character is drawable, and its smallest font size."""

    text: str
    fallback: str
    min_size: int
    narrow: str = ""
    """The file of a narrower font, for a name that is too long at ``min_size``."""


def player_name(name: str, seat: int, min_size: int) -> Name:
    return Name(name, tr(NAMELESS, seat=seat), min_size, fonts.STRONG)


class Room(NamedTuple):
    """The pixels for a name, and its largest font size."""

    width: int
    height: int
    size: int


class FittedName(NamedTuple):
    """A name ready to draw: runs from left to right in one font size. It is ``whole`` if it shows
    all of the name, except perhaps its trailing parentheses.
    """

    runs: tuple[Run, ...]
    size: int
    whole: bool = True

    @property
    def extent(self) -> tuple[float, float, float]:
        """Its width, its height above the baseline, and its depth below, in pixels."""
        return _runs_width(self.runs, self.size), *_runs_span(self.runs, self.size)

    @property
    def width(self) -> int:
        return math.ceil(self.extent[0])


@lru_cache(maxsize=2048)
def fit_name(name: Name, room: Room) -> FittedName:
    """The name in the largest size that fits, then in the narrow font; else the name without its
    trailing parentheses, else as much of it as fits in letters that are easily read.
    """
    runs = _runs_of_name(name)
    letters = {ord(letter) for run in runs for letter in run.text}
    can_narrow = name.narrow and fonts.covered_characters(name.narrow) >= letters
    narrow = tuple(run._replace(file=name.narrow) for run in runs) if can_narrow else ()
    for tried in (runs, narrow) if narrow else (runs,):
        for size in range(room.size, name.min_size - 1, -_FONT_SIZE_STEP):
            height = sum(_runs_span(tried, size))
            if height <= room.height and _runs_width(tried, size) <= room.width:
                return FittedName(tuple(arrange_visually(tried)), size)
    before, _, behind = name.text.partition(" (")
    if before and behind.endswith(")"):
        return fit_name(name._replace(text=before), room)
    size = max(name.min_size, min(_CUT_NAME_SIZE, room.size))
    return _cut_to_width(narrow or runs, size, room.width)


def _cut_to_width(runs: tuple[Run, ...], size: int, width: int) -> FittedName:
    """As many letters as fit before an ellipsis."""
    kept = runs
    while kept and _runs_width((*kept, _ellipsis_run(kept)), size) > width:
        kept = shorten_runs(kept)
    is_whole = len(kept) == len(runs) and kept[-1] == runs[-1]
    shown = kept if is_whole else (*kept, _ellipsis_run(kept))
    return FittedName(tuple(arrange_visually(shown)), size, is_whole)


def _ellipsis_run(runs: Sequence[Run]) -> Run:
    """The ellipsis after a shortened name; it is on the left of one that begins at the right."""
    last = runs[-1] if runs else Run("", "")
    return last._replace(file=fonts.SCRIPTS[0], text="…")


def _runs_of_name(name: Name) -> tuple[Run, ...]:
    return split_runs(name.text) or split_runs(name.fallback)


def _runs_span(runs: Sequence[Run], size: int) -> tuple[float, float]:
    """Height above the baseline and depth below it, in pixels of ink."""
    above = below = 0.0
    with fonts.FREETYPE_LOCK:
        for run in runs:
            font = fonts.load_font(run.file, size)
            _, high, _, low = font.getbbox(run.shown, anchor="ls", direction=run.direction)
            above, below = max(above, -high), max(below, low)
    return above, below


def _runs_width(runs: Sequence[Run], size: int) -> float:
    with fonts.FREETYPE_LOCK:
        drawn = ((fonts.load_font(run.file, size), run) for run in runs)
        return sum(font.getlength(run.shown, direction=run.direction) for font, run in drawn)


def shorten_names(names: Sequence[Name], width: int, size: int) -> list[str]:
    """Names for a sentence within ``width`` pixels, in their order; the longest ones are cut."""
    whole = [_runs_of_name(name) for name in names]
    kept = list(whole)
    while sum(widths := [_runs_width(runs, size) for runs in kept]) > width:
        longest = widths.index(max(widths))
        kept[longest] = shorten_runs(kept[longest])
    texts = []
    for runs, all_runs in zip(kept, whole, strict=True):
        text = "".join(run.text for run in runs)
        texts.append(text if runs == all_runs else f"{text}…")
    return [f"{ISOLATE}{text}{ISOLATED}" for text in texts]
