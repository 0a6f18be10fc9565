"""The results of a day as bars; the bar of the reader is marked."""

from __future__ import annotations

from dataclasses import dataclass

from renderer import fonts, png, sky
from renderer.canvas import Box
from renderer.text import Slot, write
from renderer.theme import THEMES

SIZE = (1000, 728)
TITLE = Slot((40, 14, 960, 74), fonts.TITLE, 46)
PANEL: Box = (14, 84, 986, 628)
"""The panel of the bars; the town is below it."""
_LEFT, _RIGHT, _TOP, _BOTTOM = 40, 960, 214, 526
_WIDEST = 180
"""The greatest width of a column."""
_LABEL, _COUNT = 32, 36
_LEAST = 4
"""The height of an empty bar."""
_GAP = 0.16
"""The gap on each side of a bar, as a part of its column."""


_UPWARD = Slot((_LEFT, 96, 500, 134), fonts.TEXT, _LABEL, "left")
_ACROSS = Slot((_LEFT, _BOTTOM + 52, _RIGHT, _BOTTOM + 92), fonts.TEXT, _LABEL)


@dataclass(frozen=True, slots=True)
class Axes:
    """The words for the numbers of the columns, and for their subjects."""

    upward: str
    across: str


@dataclass(frozen=True, slots=True)
class Column:
    """A bar: its results in words, their number, and the word above it if it is the reader's."""

    label: str
    count: int
    own: str = ""


def draw_histogram(
    title: str, columns: tuple[Column, ...], axes: Axes, theme: str = "night"
) -> bytes:
    """The picture as PNG, 1000 × 728."""
    colours = THEMES[theme]
    canvas = sky.over_roofs(colours, SIZE, 40)
    canvas.panel(PANEL, 16, colours)
    canvas.rectangle(_LEFT, _BOTTOM, _RIGHT, _BOTTOM + 2, colours.panel_edge)
    for column, (left, top, right, bottom) in zip(columns, boxes(columns), strict=True):
        fill = colours.won if column.own else colours.panel_edge
        canvas.rectangle(left, top, right, bottom, fill)
    write(canvas, colours, title, TITLE, colours.titled)
    for text, slot in named(axes):
        write(canvas, colours, text, slot, colours.quiet)
    for text, slot, own in placed(columns):
        write(canvas, colours, text, slot, colours.golden if own else colours.plain)
    return png.encode(canvas.finish(colours), colours.palette_bytes)


def named(axes: Axes) -> list[tuple[str, Slot]]:
    return [(axes.upward, _UPWARD), (axes.across, _ACROSS)]


def boxes(columns: tuple[Column, ...]) -> list[Box]:
    """The boxes of the bars, with heights in proportion to their numbers."""
    most = max(1, *(column.count for column in columns))
    bars = []
    for column, (left, right) in zip(columns, _columns(columns), strict=True):
        high = max(_LEAST, round((_BOTTOM - _TOP) * column.count / most))
        gap = round(_GAP * (right - left))
        bars.append((left + gap, _BOTTOM - high, right - gap, _BOTTOM))
    return bars


def _columns(columns: tuple[Column, ...]) -> list[tuple[int, int]]:
    """The left and right side of each column, all of them in the middle of the picture."""
    wide = min((_RIGHT - _LEFT) // len(columns), _WIDEST)
    first = (_LEFT + _RIGHT - wide * len(columns)) // 2
    return [(first + wide * at, first + wide * (at + 1)) for at in range(len(columns))]


def placed(columns: tuple[Column, ...]) -> list[tuple[str, Slot, bool]]:
    """The texts with their slots, and whether they are about the reader's bar."""
    texts: list[tuple[str, Slot, bool]] = []
    sides = zip(columns, boxes(columns), _columns(columns), strict=True)
    for column, (_, top, _, _), (start, end) in sides:
        left, right = start + 3, end - 3
        own = bool(column.own)
        texts.append(
            (column.label, Slot((left, _BOTTOM + 8, right, _BOTTOM + 52), fonts.TEXT, _LABEL), own)
        )
        if column.count:
            above = (left, top - 42, right, top - 2)
            texts.append((str(column.count), Slot(above, fonts.STRONG, _COUNT), own))
        if own:
            highest = (left, top - 78, right, top - 40)
            texts.append((column.own, Slot(highest, fonts.TEXT, _LABEL), own))
    return texts
