"""Tables of a competition: the standings, a ladder with its challenges, and the cross table.

The standings are in one block, or in one for each division. The cross table has the results of all
matches, a row for each player. Its columns are the opponents, or the rounds with the number of each
opponent below the result.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import XY, Box, Canvas
from renderer.competition.table import (
    LEFT,
    RIGHT,
    ROW,
    TOP,
    WAYS,
    Cell,
    Kind,
    Row,
    Sign,
    Table,
    begin_picture,
    draw_holiday,
    draw_row_lines,
    draw_running,
    finish_picture,
    name_slot,
    write_name,
    write_player,
)
from renderer.text import Slot, in_two_lines, text_width, typeset, write
from renderer.theme import THEMES, Theme, Tint

MOST_LINES = 10
"""The most lines of a picture."""
_HEAD, _GAP = 70, 12
_MARGIN = 8
"""The space below the last line of a block."""
_HEAD_LINE = 32
"""The height of a line of a column's title."""
_SIGN = LEFT + 96
_FIRST_SIZE, _VALUE_SIZE, _HEAD_SIZE, _TITLE_SIZE = 46, 36, 30, 38
_WIDEST, _APART = 160, 16
"""The greatest width of a column, and the gap between columns, in pixels."""
Columns = Sequence[tuple[int, int]]


def draw_standings(table: Table, *, theme: str = "night") -> bytes:
    """The standings as PNG, 1000 pixels wide."""
    colours, columns = THEMES[theme], _columns(table)
    heights = [_HEAD + len(rows) * ROW + _MARGIN for _, rows in table.blocks]
    foot = TOP + sum(heights) + _GAP * len(heights)
    canvas = begin_picture(colours, foot, table.legend)
    top = TOP
    for (title, rows), high in zip(table.blocks, heights, strict=True):
        canvas.panel((LEFT, top, RIGHT, top + high), 16, colours)
        _write_head(canvas, colours, (title, table.points, *table.columns), columns, top)
        tops = draw_row_lines(canvas, colours, rows, top + _HEAD, ROW)
        for row, above in zip(rows, tops, strict=True):
            if row.way:
                WAYS[row.way][0](canvas, colours, (_SIGN, above + ROW / 2), 12)
            write_player(canvas, colours, row, columns[0], above)
            for at, (value, (start, end)) in enumerate(zip(_values(row), columns[1:], strict=True)):
                file, size = (fonts.TEXT, _VALUE_SIZE) if at else (fonts.STRONG, _FIRST_SIZE)
                slot = Slot((start, above + 2, end, above + ROW), file, size, "right")
                own = colours.quiet if at or row.way == "out" else colours.plain
                canvas.put(typeset(colours, value, slot, own))
        top += high + _GAP
    return finish_picture(canvas, colours, table.heading)


def _values(row: Row) -> list[str]:
    return [row.points, *(cell.text for cell in row.cells)]


def _columns(table: Table) -> Columns:
    """The left and right side of the names, and of each column, as wide as its words."""
    right, columns = RIGHT - 20, []
    for at, title in reversed([*enumerate((table.points, *table.columns))]):
        size, file = (_VALUE_SIZE, fonts.TEXT) if at else (_FIRST_SIZE, fonts.STRONG)
        values = {_values(row)[at] for row in table.rows}
        head = _lines_of(title)
        wide = [text_width(each, file, size) for each in values]
        wide += [text_width(each, fonts.TEXT, _HEAD_SIZE) for each in head]
        across = min(_WIDEST, ceil(max(wide)))
        columns.append((right - across, right))
        right -= across + _APART
    return [(_SIGN + 24 if table.legend else _SIGN - 12, right), *columns[::-1]]


def _head_slot(column: tuple[int, int], top: int) -> Slot:
    return Slot((column[0], top, column[1], top + _HEAD_LINE), fonts.TEXT, _HEAD_SIZE, "right")


def _lines_of(title: str) -> list[str]:
    """The title of a column in one line or two; it breaks at its spaces and hyphens."""
    return [*in_two_lines(title.replace("-", "- "), _head_slot((0, 1), 0))]


def _write_head(
    canvas: Canvas, theme: Theme, titles: tuple[str, ...], columns: Columns, top: int
) -> None:
    """``titles`` are that of the block, which may be empty, and those of the columns."""
    if titles[0]:
        box = (LEFT + 22, top + 8, columns[0][1], top + _HEAD - 8)
        write(canvas, theme, titles[0], Slot(box, fonts.TITLE, _TITLE_SIZE, "left"), theme.golden)
    for title, column in zip(titles[1:], columns[1:], strict=True):
        lines = _lines_of(title)
        low = top + _HEAD - 2 - _HEAD_LINE * len(lines)
        for at, each in enumerate(lines):
            canvas.put(typeset(theme, each, _head_slot(column, low + _HEAD_LINE * at), theme.quiet))


CHALLENGES = mark("challenges")
_NAME = LEFT + 90
_LANE, _MOST_LANES = 44, 6
_HOLIDAY_SIGN = 56


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge that is being played, by the places of both."""

    challenger: int
    other: int


def draw_ladder(duels: Sequence[Duel], table: Table, *, theme: str = "night") -> bytes:
    """The ladder as PNG, 1000 pixels wide; duels with places outside the table end at its edge."""
    colours = THEMES[theme]
    foot = TOP + ROW * len(table.rows) + 2 * _MARGIN
    places = {row.place for row in table.rows}
    lanes = lanes_of([duel for duel in duels if places & {duel.challenger, duel.other}])
    legend: list[tuple[Sign, str]] = [(_challenges, tr(CHALLENGES))] if lanes else []
    legend += table.legend
    canvas = begin_picture(colours, foot + _GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, foot), 16, colours)
    across = _LANE if len(lanes) <= _MOST_LANES else _LANE * _MOST_LANES // len(lanes)
    end = RIGHT - 20 - across * len(lanes)
    tops = draw_row_lines(canvas, colours, table.rows, TOP + _MARGIN, ROW)
    for row, top in zip(table.rows, tops, strict=True):
        write_player(canvas, colours, row, (_NAME, end - (_HOLIDAY_SIGN if row.way else 8)), top)
        if row.way:
            draw_holiday(canvas, colours, (end - _HOLIDAY_SIGN / 2, top + ROW / 2), 15)
    for number, lane in enumerate(lanes):
        for duel in lane:
            _draw_duel(canvas, colours, table.rows, duel, end + across * (number + 0.5))
    return finish_picture(canvas, colours, table.heading)


def lanes_of(duels: Sequence[Duel]) -> list[list[Duel]]:
    """The duels in lanes, so that no two duels in a lane overlap."""
    lanes: list[list[Duel]] = []
    for duel in sorted(duels, key=lambda each: sorted((each.challenger, each.other))):
        first = min(duel.challenger, duel.other)
        for lane in lanes:
            if max(lane[-1].challenger, lane[-1].other) < first:
                lane.append(duel)
                break
        else:
            lanes.append([duel])
    return lanes


def _draw_duel(canvas: Canvas, theme: Theme, rows: Sequence[Row], duel: Duel, x: float) -> None:
    """An arrow from the challenger to the other."""
    first, last = rows[0].place, rows[-1].place

    def y(place: int) -> float:
        inside = min(max(place, first - 0.5), last + 0.5)
        return TOP + _MARGIN + (inside - first + 0.5) * ROW

    start, end = (x, y(duel.challenger)), (x, y(duel.other))
    canvas.line((start, end), 6, theme.gilt)
    if first <= duel.challenger <= last:
        canvas.discs(start, (10, theme.gilt), (5, theme.panel))
    if first <= duel.other <= last:
        way = 1 if duel.other > duel.challenger else -1
        tip, neck = end[1] + way * 16, end[1] - way * 8
        canvas.polygon(((x, tip), (x - 14, neck), (x + 14, neck)), theme.gilt)


def _challenges(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    x, y = centre
    canvas.line(((x, y + half), (x, y)), 5, theme.gilt)
    canvas.discs((x, y + half), (6, theme.gilt), (2.5, theme.panel))
    head = (x, y - half * 1.1), (x - half * 0.9, y + 2), (x + half * 0.9, y + 2)
    canvas.polygon(head, theme.gilt)


MOST_ROWS, MOST_COLUMNS = 10, 10
PLAYING, BELOW = mark("being played"), mark("number of the opponent")
_RESULTS_HEAD, _HIGH_ROW = 50, 68
_NUMBER = (LEFT + 8, LEFT + 62)
_RESULTS_NAME = LEFT + 72
_LEAST_NAME = 250
_WIDEST_RESULT = 72
_NAME_SIZE, _CELL_SIZE, _BELOW_SIZE = 38, 38, 29
_TOTAL_APART = 18


def draw_results(table: Table, *, theme: str = "night") -> bytes:
    """As PNG, 1000 wide."""
    colours = THEMES[theme]
    cells = [cell for row in table.rows for cell in row.cells]
    below = any(cell.below for cell in cells)
    high = _HIGH_ROW if below else ROW
    foot = TOP + _RESULTS_HEAD + high * len(table.rows) + 10
    legend: list[tuple[Sign, str]] = [(_draw_below, tr(BELOW))] if below else []
    if any(cell.kind == "playing" for cell in cells):
        legend.append((draw_running, tr(PLAYING)))
    canvas = begin_picture(colours, foot + _GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, foot), 16, colours)
    total, columns = _result_columns(table)
    head = TOP + 6, TOP + _RESULTS_HEAD - 2
    for title, (left, right) in zip((*table.columns, table.points), (*columns, total), strict=True):
        slot = Slot((left, head[0], right, head[1]), fonts.TEXT, _HEAD_SIZE)
        write(canvas, colours, title, slot, colours.quiet)
    draw_row_lines(canvas, colours, table.rows, TOP + _RESULTS_HEAD, high)
    for at, row in enumerate(table.rows):
        top = TOP + _RESULTS_HEAD + at * high
        _draw_results(canvas, colours, row, (total, columns), top=top, high=high)
    return finish_picture(canvas, colours, table.heading)


def _result_columns(table: Table) -> tuple[tuple[int, int], list[tuple[int, int]]]:
    """The left and right side of the sums, and of each column."""
    wide = [text_width(row.points, fonts.STRONG, _CELL_SIZE) for row in table.rows]
    wide.append(text_width(table.points, fonts.TEXT, _HEAD_SIZE))
    right = RIGHT - 16
    left = right - min(130, ceil(max(wide)) + 4)
    end = left - _TOTAL_APART
    count = len(table.columns)
    across = min(_WIDEST_RESULT, (end - _RESULTS_NAME - _LEAST_NAME) // max(1, count))
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


def _draw_results(
    canvas: Canvas,
    theme: Theme,
    row: Row,
    columns: tuple[tuple[int, int], Sequence[tuple[int, int]]],
    *,
    top: int,
    high: int,
) -> None:
    total, cells = columns
    number = Slot((_NUMBER[0], top + 2, _NUMBER[1], top + high), fonts.STRONG, _BELOW_SIZE)
    canvas.put(typeset(theme, str(row.place), number, theme.quiet))
    tint = theme.quiet if row.way == "out" else theme.plain
    end = cells[0][0] - 10 if cells else total[0] - 10
    name = name_slot((_RESULTS_NAME, top + 3, end, top + high - 3), _NAME_SIZE)
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
