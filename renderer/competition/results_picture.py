"""The cross table: the results of all matches, a row for each player.

The columns are the opponents, or the rounds with the number of each opponent below the result.
"""

from collections.abc import Sequence
from math import ceil

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import XY, Box, Canvas
from renderer.competition.table import (
    LEFT,
    RIGHT,
    ROW,
    TOP,
    Cell,
    Kind,
    Row,
    Sign,
    Table,
    begin_picture,
    draw_lines,
    draw_running,
    finish_picture,
    name_slot,
    write_name,
)
from renderer.text import Slot, typeset, width, write
from renderer.theme import THEMES, Theme, Tint

MOST_ROWS, MOST_COLUMNS = 10, 10
PLAYING, BELOW = mark("being played"), mark("number of the opponent")
_HEAD, _HIGH_ROW, _GAP = 50, 68, 12
_NUMBER = (LEFT + 8, LEFT + 62)
_NAME = LEFT + 72
_LEAST_NAME = 250
_WIDEST = 72
_NAME_SIZE, _CELL_SIZE, _BELOW_SIZE, _HEAD_SIZE = 38, 38, 29, 30
_TOTAL_APART = 18


def draw_results(table: Table, *, theme: str = "night") -> bytes:
    """As PNG, 1000 wide."""
    colours = THEMES[theme]
    cells = [cell for row in table.rows for cell in row.cells]
    below = any(cell.below for cell in cells)
    high = _HIGH_ROW if below else ROW
    foot = TOP + _HEAD + high * len(table.rows) + 10
    legend: list[tuple[Sign, str]] = [(_draw_below, tr(BELOW))] if below else []
    if any(cell.kind == "playing" for cell in cells):
        legend.append((draw_running, tr(PLAYING)))
    canvas = begin_picture(colours, foot + _GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, foot), 16, colours)
    total, columns = _columns(table)
    head = TOP + 6, TOP + _HEAD - 2
    for title, (left, right) in zip((*table.columns, table.points), (*columns, total), strict=True):
        slot = Slot((left, head[0], right, head[1]), fonts.TEXT, _HEAD_SIZE)
        write(canvas, colours, title, slot, colours.quiet)
    draw_lines(canvas, colours, table.rows, TOP + _HEAD, high)
    for at, row in enumerate(table.rows):
        _draw_row(canvas, colours, row, (total, columns), TOP + _HEAD + at * high, high)
    return finish_picture(canvas, colours, table.heading)


def _columns(table: Table) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """The left and right side of the sums, and of each column."""
    wide = [width(row.points, fonts.STRONG, _CELL_SIZE) for row in table.rows]
    wide.append(width(table.points, fonts.TEXT, _HEAD_SIZE))
    right = RIGHT - 16
    left = right - min(130, ceil(max(wide)) + 4)
    end = left - _TOTAL_APART
    count = len(table.columns)
    across = min(_WIDEST, (end - _NAME - _LEAST_NAME) // max(1, count))
    first = end - across * count
    return (left, right), [(first + across * at, first + across * (at + 1)) for at in range(count)]


def _draw_cell(canvas: Canvas, theme: Theme, cell: Cell, box: Box) -> None:
    """Won is a filled box, the others are outlines."""
    left, top, right, bottom = box
    inner = (left + 3, top + 5, right - 3, bottom - 4)
    match cell.kind:
        case "own":
            canvas.rounded(inner, 6, theme.panel_edge)
        case "won":
            canvas.rounded(inner, 6, theme.won)
        case "drawn" | "lost":
            canvas.rounded(inner, 6, theme.muted if cell.kind == "drawn" else theme.lost)
            canvas.rounded(inner, 4, theme.panel, inset=3)
        case "playing":
            middle = (left + right) / 2, (top + bottom) / 2 - (14 if cell.below else 0)
            draw_running(canvas, theme, middle, 13)


def _draw_below(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """The number below a result: the lower part of a box."""
    x, y = centre
    canvas.rounded((x - half, y - half * 1.3, x + half, y + half * 1.3), 5, theme.muted)
    canvas.rounded((x - half, y - half * 1.3, x + half, y + half * 0.2), 4, theme.panel, inset=3)


def _draw_row(  # noqa: PLR0917 - inputs of the row
    canvas: Canvas,
    theme: Theme,
    row: Row,
    columns: tuple[tuple[int, int], Sequence[tuple[int, int]]],
    top: int,
    high: int,
) -> None:
    total, cells = columns
    number = Slot((_NUMBER[0], top + 2, _NUMBER[1], top + high), fonts.STRONG, _BELOW_SIZE)
    canvas.put(typeset(theme, str(row.place), number, theme.quiet))
    tint = theme.quiet if row.way == "out" else theme.plain
    end = cells[0][0] - 10 if cells else total[0] - 10
    name = name_slot((_NAME, top + 3, end, top + high - 3), _NAME_SIZE)
    write_name(canvas, theme, row.name, name, tint)
    for cell, (left, right) in zip(row.cells, cells, strict=True):
        _draw_cell(canvas, theme, cell, (left, top, right, top + high))
        own = _tint(theme, cell.kind)
        foot = top + high - 32 if cell.below else top + high
        slot = Slot((left + 4, top + 3, right - 4, foot), fonts.STRONG, _CELL_SIZE)
        canvas.put(typeset(theme, cell.text, slot, own))
        low = Slot((left + 4, top + high - 36, right - 4, top + high - 4), fonts.TEXT, _BELOW_SIZE)
        canvas.put(typeset(theme, cell.below, low, own))
    slot = Slot((total[0], top + 2, total[1], top + high), fonts.STRONG, _CELL_SIZE, "right")
    canvas.put(typeset(theme, row.points, slot, tint))


def _tint(theme: Theme, kind: Kind) -> Tint:
    if kind == "won":
        return Tint(theme.ink, theme.won)
    return theme.plain if kind in {"drawn", "lost"} else theme.quiet
