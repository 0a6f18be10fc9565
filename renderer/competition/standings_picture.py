"""Standings as a table: a line for each player, in one block or in one for each division."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from PIL import Image

from renderer import fonts, png
from renderer.canvas import Canvas
from renderer.text import Slot, in_two_lines, width, write, written
from renderer.theme import NIGHT, THEMES, Theme

from . import ground
from .ground import FOOT, LEFT, RIGHT, TOP
from .table import WAYS, Row, Table

MOST_LINES = 20
"""The most lines of a picture."""
_HEAD, _ROW, _GAP = 68, 52, 12
_MARGIN = 8
"""The space below the last line of a block."""
_HEAD_LINE = 32
"""The height of a line of a column's title."""
_PLACE = (LEFT + 10, LEFT + 74)
_SIGN = LEFT + 96
_NAME = LEFT + 84
_NAME_BESIDE_SIGN = LEFT + 120
_NAME_SIZE, _FIRST_SIZE, _VALUE_SIZE, _HEAD_SIZE, _TITLE_SIZE = 36, 42, 34, 28, 34
_WIDEST, _APART = 160, 16
"""The greatest width of a column, and the gap between columns, in pixels."""
_MEDAL = 22.0


def draw_standings(table: Table, *, theme: str = NIGHT.name) -> bytes:
    """The standings as PNG, 1000 pixels wide."""
    colours = THEMES[theme]
    return png.encode(picture(table, colours), colours.palette_bytes)


def picture(table: Table, theme: Theme) -> Image.Image:
    """The standings as a picture in the theme's palette (mode P)."""
    tops = _tops(table)
    canvas = ground.begin(theme, tops[-1] + ground.legend_height(table.legend) + FOOT)
    for (_, rows), top in zip(table.blocks, tops, strict=False):
        _draw_block(canvas, theme, rows, top)
    words = ground.put_legend(canvas, theme, tops[-1], table.legend)
    drawn = ground.finish(canvas, theme, table.heading)
    columns = _columns(table)
    signs = bool(table.legend)
    for (title, rows), top in zip(table.blocks, tops, strict=False):
        _write_head(drawn, theme, (title, table.points, *table.columns), columns, top)
        for at, row in enumerate(rows):
            _write_row(drawn, theme, row, columns, top + _HEAD + at * _ROW, beside=signs)
    for word, slot in words:
        written(theme, word, slot, theme.quiet).put(drawn)
    return drawn


def _tops(table: Table) -> list[int]:
    """The top of each block, and the end of the last one with the gap below it."""
    tops = [TOP]
    for _, rows in table.blocks:
        tops.append(tops[-1] + _HEAD + len(rows) * _ROW + _MARGIN + _GAP)
    return tops


def _draw_block(canvas: Canvas, theme: Theme, rows: Sequence[Row], top: int) -> None:
    foot = top + _HEAD + len(rows) * _ROW + _MARGIN
    canvas.panel((LEFT, top, RIGHT, foot), 16, theme)
    for at, row in enumerate(rows):
        above = top + _HEAD + at * _ROW
        middle = above + _ROW / 2
        canvas.rectangle(LEFT + 16, above, RIGHT - 16, above + 1, theme.panel_edge)
        if row.medal and ground.metal_of(theme, row.place):
            centre = (sum(_PLACE) / 2, middle)
            ground.draw_medal(canvas, theme, row.place, centre, _MEDAL)
        if row.way:
            WAYS[row.way][0](canvas, theme, (_SIGN, middle), 12)


def _values(row: Row) -> list[str]:
    return [row.points, *(cell.text for cell in row.cells)]


def _columns(table: Table) -> list[tuple[int, int]]:
    """The left and right side of each column, as wide as its words, from the right side."""
    right, columns = RIGHT - 20, []
    for at, title in reversed([*enumerate((table.points, *table.columns))]):
        size, file = (_VALUE_SIZE, fonts.TEXT) if at else (_FIRST_SIZE, fonts.STRONG)
        values = {_values(row)[at] for row in table.rows}
        head = _lines_of(title)
        wide = [width(each, file, size) for each in values]
        wide += [width(each, fonts.TEXT, _HEAD_SIZE) for each in head]
        across = min(_WIDEST, ceil(max(wide)))
        columns.append((right - across, right))
        right -= across + _APART
    return columns[::-1]


def _head_slot(column: tuple[int, int], top: int) -> Slot:
    return Slot((column[0], top, column[1], top + _HEAD_LINE), fonts.TEXT, _HEAD_SIZE, "right")


def _lines_of(title: str) -> list[str]:
    """The title of a column in one line or two; it breaks at its spaces and hyphens."""
    return [*in_two_lines(title.replace("-", "- "), _head_slot((0, 1), 0))]


def _write_head(
    drawn: Image.Image,
    theme: Theme,
    titles: tuple[str, ...],
    columns: Sequence[tuple[int, int]],
    top: int,
) -> None:
    """``titles`` are that of the block, which may be empty, and those of the columns."""
    if titles[0]:
        box = (LEFT + 22, top + 8, columns[0][0] - _APART, top + _HEAD - 8)
        write(drawn, theme, titles[0], Slot(box, fonts.TITLE, _TITLE_SIZE, "left"), theme.golden)
    for title, column in zip(titles[1:], columns, strict=True):
        lines = _lines_of(title)
        low = top + _HEAD - 2 - _HEAD_LINE * len(lines)
        for at, each in enumerate(lines):
            written(theme, each, _head_slot(column, low + _HEAD_LINE * at), theme.quiet).put(drawn)


def _write_row(
    drawn: Image.Image,
    theme: Theme,
    row: Row,
    columns: Sequence[tuple[int, int]],
    top: int,
    *,
    beside: bool,
) -> None:
    place = (_PLACE[0], top + 2, _PLACE[1], top + _ROW)
    ground.write_place(drawn, theme, row.place, place, _VALUE_SIZE, medal=row.medal)
    left = _NAME_BESIDE_SIGN if beside else _NAME
    box = (left, top + 3, columns[0][0] - _APART, top + _ROW - 1)
    tint = theme.quiet if row.way == "left" else theme.plain
    ground.write_name(drawn, theme, row.name, ground.name_slot(box, _NAME_SIZE), tint)
    for at, (value, (start, end)) in enumerate(zip(_values(row), columns, strict=True)):
        file, size = (fonts.TEXT, _VALUE_SIZE) if at else (fonts.STRONG, _FIRST_SIZE)
        slot = Slot((start, top + 2, end, top + _ROW), file, size, "right")
        own = theme.quiet if at or row.way == "left" else theme.plain
        written(theme, value, slot, own).put(drawn)
