"""Standings as a table: a line for each player, in one block or in one for each division."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Literal

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from renderer import fonts, png
from renderer.canvas import Canvas
from renderer.text import Slot, in_two_lines, width, write, written
from renderer.theme import NIGHT, THEMES, Theme

from . import ground
from .ground import FOOT, LEFT, RIGHT, TOP, Heading

MOST_LINES = 20
"""The most lines of a picture."""
MOST_LINES_IN_BLOCKS = 18
"""The most lines with several blocks, as each has a head."""
_HEAD, _ROW, _GAP = 68, 52, 12
_MARGIN = 8
"""Below the last line of a block."""
_PLACE = (LEFT + 10, LEFT + 74)
_SIGN = LEFT + 96
_NAME = LEFT + 84
_NAME_BESIDE_SIGN = LEFT + 120
_NAME_SIZE, _FIRST_SIZE, _VALUE_SIZE, _HEAD_SIZE, _TITLE_SIZE = 36, 42, 34, 28, 34
_WIDEST, _APART = 160, 16
"""The most pixels of a column's words, and those between columns."""
_MEDAL = 22.0

Way = Literal["up", "down", "left", ""]
WAYS = {
    "up": (ground.up, mark("goes up")),
    "down": (ground.down, mark("goes down")),
    "left": (ground.gone, mark("is out")),
}


@dataclass(frozen=True, slots=True)
class Line:
    """``values`` has one text for each column. ``place`` is 0 for a player without one; the first
    three can have a ``medal``.
    """

    place: int
    name: str
    values: tuple[str, ...]
    way: Way = ""
    medal: bool = True


@dataclass(frozen=True, slots=True)
class Block:
    """Lines with a title of their own, which may be empty."""

    title: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """``columns`` are the titles of the values, the decisive one first."""

    heading: Heading
    columns: tuple[str, ...]
    blocks: tuple[Block, ...]


def pages(blocks: Sequence[Block]) -> list[tuple[Block, ...]]:
    """The blocks of each picture. A single block is cut into pieces of about the same size."""
    if len(blocks) == 1:
        block, lines = blocks[0], blocks[0].lines
        count = max(1, ceil(len(lines) / MOST_LINES))
        size = max(1, ceil(len(lines) / count))
        cut = [lines[at : at + size] for at in range(0, max(1, len(lines)), size)]
        return [(Block(block.title, part),) for part in cut]
    most = max((len(block.lines) for block in blocks), default=1)
    fitting = max(1, MOST_LINES_IN_BLOCKS // most)
    size = max(1, ceil(len(blocks) / max(1, ceil(len(blocks) / fitting))))
    return [tuple(blocks[at : at + size]) for at in range(0, len(blocks), size)]


def draw_standings(sheet: Sheet, *, theme: str = NIGHT.name) -> bytes:
    """As PNG, 1000 wide."""
    colours = THEMES[theme]
    return png.encode(picture(sheet, colours), colours.palette_bytes)


def picture(sheet: Sheet, theme: Theme) -> Image.Image:
    """The standings as a picture in the theme's palette (mode P)."""
    tops = _tops(sheet)
    legend = [(sign, tr(word)) for sign, word in _used(sheet)]
    canvas = ground.begin(theme, tops[-1] + ground.legend_height(legend) + FOOT)
    signs = any(line.way for block in sheet.blocks for line in block.lines)
    for block, top in zip(sheet.blocks, tops, strict=False):
        _draw_block(canvas, theme, block, top)
    words = ground.put_legend(canvas, theme, tops[-1], legend)
    drawn = ground.finish(canvas, theme, sheet.heading)
    columns = _columns(sheet)
    for block, top in zip(sheet.blocks, tops, strict=False):
        _write_head(drawn, theme, sheet, block, columns, top)
        for at, line in enumerate(block.lines):
            _write_line(drawn, theme, line, columns, top + _HEAD + at * _ROW, beside=signs)
    for word, slot in words:
        written(theme, word, slot, theme.quiet).put(drawn)
    return drawn


def _tops(sheet: Sheet) -> list[int]:
    """The top of each block, and the end of the last one with the gap below it."""
    tops = [TOP]
    for block in sheet.blocks:
        tops.append(tops[-1] + _HEAD + len(block.lines) * _ROW + _MARGIN + _GAP)
    return tops


def _used(sheet: Sheet) -> Iterator[tuple[ground.Sign, str]]:
    ways = {line.way for block in sheet.blocks for line in block.lines}
    return (pair for way, pair in WAYS.items() if way in ways)


def _draw_block(canvas: Canvas, theme: Theme, block: Block, top: int) -> None:
    foot = top + _HEAD + len(block.lines) * _ROW + _MARGIN
    canvas.panel((LEFT, top, RIGHT, foot), 16, theme)
    for at, line in enumerate(block.lines):
        above = top + _HEAD + at * _ROW
        middle = above + _ROW / 2
        canvas.rectangle(LEFT + 16, above, RIGHT - 16, above + 1, theme.panel_edge)
        if line.medal and ground.metal_of(theme, line.place):
            centre = (sum(_PLACE) / 2, middle)
            ground.draw_medal(canvas, theme, line.place, centre, _MEDAL)
        if line.way:
            WAYS[line.way][0](canvas, theme, (_SIGN, middle), 12)


def _columns(sheet: Sheet) -> list[tuple[int, int]]:
    """The left and right side of each column, as wide as its words, from the right side."""
    right, columns = RIGHT - 20, []
    for at in reversed(range(len(sheet.columns))):
        size, file = (_VALUE_SIZE, fonts.TEXT) if at else (_FIRST_SIZE, fonts.STRONG)
        values = {line.values[at] for block in sheet.blocks for line in block.lines}
        head = in_two_lines(sheet.columns[at], _head_slot((0, 1), 0))
        wide = [width(each, file, size) for each in values]
        wide += [width(each, fonts.TEXT, _HEAD_SIZE) for each in head]
        across = min(_WIDEST, ceil(max(wide)))
        columns.append((right - across, right))
        right -= across + _APART
    return columns[::-1]


def _head_slot(column: tuple[int, int], top: int) -> Slot:
    return Slot((column[0], top, column[1], top + 32), fonts.TEXT, _HEAD_SIZE, "right")


def _write_head(  # noqa: PLR0917 - inputs of the head
    drawn: Image.Image,
    theme: Theme,
    sheet: Sheet,
    block: Block,
    columns: Sequence[tuple[int, int]],
    top: int,
) -> None:
    if block.title:
        box = (LEFT + 22, top + 8, columns[0][0] - _APART, top + _HEAD - 8)
        write(drawn, theme, block.title, Slot(box, fonts.TITLE, _TITLE_SIZE, "left"), theme.golden)
    for title, column in zip(sheet.columns, columns, strict=True):
        lines = in_two_lines(title, _head_slot((0, 1), 0))
        low = top + _HEAD - 2 - 32 * len(lines)
        for at, each in enumerate(lines):
            written(theme, each, _head_slot(column, low + 32 * at), theme.quiet).put(drawn)


def _write_line(
    drawn: Image.Image,
    theme: Theme,
    line: Line,
    columns: Sequence[tuple[int, int]],
    top: int,
    *,
    beside: bool,
) -> None:
    place = (_PLACE[0], top + 2, _PLACE[1], top + _ROW)
    ground.write_place(drawn, theme, line.place, place, _VALUE_SIZE, medal=line.medal)
    left = _NAME_BESIDE_SIGN if beside else _NAME
    box = (left, top + 3, columns[0][0] - _APART if columns else RIGHT - 20, top + _ROW - 1)
    tint = theme.quiet if line.way == "left" else theme.plain
    ground.write_name(drawn, theme, line.name, ground.name_slot(box, _NAME_SIZE), tint)
    for at, (value, (start, end)) in enumerate(zip(line.values, columns, strict=True)):
        file, size = (fonts.TEXT, _VALUE_SIZE) if at else (fonts.STRONG, _FIRST_SIZE)
        slot = Slot((start, top + 2, end, top + _ROW), file, size, "right")
        own = theme.quiet if at or line.way == "left" else theme.plain
        written(theme, value, slot, own).put(drawn)
