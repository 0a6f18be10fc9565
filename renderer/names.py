"""Names of players in pictures: fitted into their room, with a font for each of their letters."""

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.fonts import RENDERING

_ELLIPSIS = fonts.Run(fonts.SCRIPTS[0], "…")
_SIZE_STEP = 2
"""The step from one tried font size to the next smaller one."""
_CUT_SIZE = 28
"""The font size of a name that is cut: almost nine pixels on a phone."""
NAMELESS = mark("Player {seat}")
"""Shown in place of a name without a drawable character."""


class Name(NamedTuple):
    """A player's name, its replacement if no character is drawable, and its smallest font size;
    with a narrower font for a name that is too long even so.
    """

    text: str
    fallback: str
    least: int
    narrow: str = ""


def player_name(name: str, seat: int, least: int) -> Name:
    return Name(name, tr(NAMELESS, seat=seat), least, fonts.STRONG)


class Room(NamedTuple):
    """The pixels for a name across and down, and its largest font size."""

    across: int
    down: int
    size: int


class FittedName(NamedTuple):
    """A name ready to draw: runs from left to right in one font size. It is ``whole`` if it shows
    all of the name, except perhaps its trailing parentheses.
    """

    runs: tuple[fonts.Run, ...]
    size: int
    whole: bool = True

    @property
    def extent(self) -> tuple[float, float, float]:
        return _runs_width(self.runs, self.size), *_runs_span(self.runs, self.size)

    @property
    def width(self) -> int:
        return math.ceil(self.extent[0])


def _runs_span(runs: Sequence[fonts.Run], size: int) -> tuple[float, float]:
    """Height above the baseline and depth below it, in pixels of ink."""
    above = below = 0.0
    with RENDERING:
        for run in runs:
            font = fonts.load_font(run.file, size)
            _, high, _, low = font.getbbox(run.shown, anchor="ls", direction=run.direction)
            above, below = max(above, -high), max(below, low)
    return above, below


def _runs_width(runs: Sequence[fonts.Run], size: int) -> float:
    with RENDERING:
        drawn = ((fonts.load_font(run.file, size), run) for run in runs)
        return sum(font.getlength(run.shown, direction=run.direction) for font, run in drawn)


@lru_cache(maxsize=2048)
def fit_name(name: Name, room: Room) -> FittedName:
    """The largest size that fits, from the room's size down to the least, then in the narrow font;
    else the name without its trailing parentheses, else as much of it as fits in letters that are
    easily read.
    """
    runs = _runs_of_name(name)
    letters = {ord(letter) for each in runs for letter in each.text}
    held = name.narrow and fonts.covered_characters(name.narrow) >= letters
    narrow = tuple(each._replace(file=name.narrow) for each in runs) if held else ()
    for each in (runs, narrow) if narrow else (runs,):
        for size in range(room.size, name.least - 1, -_SIZE_STEP):
            if _runs_width(each, size) <= room.across and sum(_runs_span(each, size)) <= room.down:
                return FittedName(tuple(fonts.in_visual_order(each)), size)
    alone, _, behind = name.text.partition(" (")
    if alone and behind.endswith(")"):
        return fit_name(name._replace(text=alone), room)
    runs = narrow or runs
    size, kept = max(name.least, min(_CUT_SIZE, room.size)), runs
    while kept and _runs_width((*kept, _ellipsis_run(kept)), size) > room.across:
        kept = fonts.shorten_runs(kept)
    whole = len(kept) == len(runs) and kept[-1] == runs[-1]
    shown = kept if whole else (*kept, _ellipsis_run(kept))
    return FittedName(tuple(fonts.in_visual_order(shown)), size, whole)


def _runs_of_name(name: Name) -> tuple[fonts.Run, ...]:
    return fonts.split_runs(name.text) or fonts.split_runs(name.fallback)


def _ellipsis_run(runs: Sequence[fonts.Run]) -> fonts.Run:
    """The sign behind a shortened name: where that begins at the right, to its left."""
    return runs[-1]._replace(file=fonts.SCRIPTS[0], text="…") if runs else _ELLIPSIS


def shorten_names(names: Sequence[Name], across: int, size: int) -> list[str]:
    """Names for a sentence within so many pixels, in their order; the longest ones are cut."""
    whole = [_runs_of_name(name) for name in names]
    kept = list(whole)
    while sum(wide := [_runs_width(each, size) for each in kept]) > across:
        longest = wide.index(max(wide))
        kept[longest] = fonts.shorten_runs(kept[longest])
    shown = zip(kept, whole, strict=True)
    texts = ("".join(run.text for run in own) + "…" * (own != all_) for own, all_ in shown)
    return [f"{fonts.ISOLATE}{text}{fonts.ISOLATED}" for text in texts]
