"""Standings as a table, in one block or in one for each division; ladders, with challenges."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import XY, Canvas
from renderer.competition.table import (
    LEFT,
    RIGHT,
    ROW,
    TOP,
    WAYS,
    Row,
    Sign,
    Table,
    begin_picture,
    draw_holiday,
    draw_lines,
    finish_picture,
    write_player,
)
from renderer.text import Slot, in_two_lines, typeset, width, write
from renderer.theme import THEMES, Theme

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
        tops = draw_lines(canvas, colours, rows, top + _HEAD, ROW)
        for row, above in zip(rows, tops, strict=True):
            _draw_row(canvas, colours, row, columns, above)
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
        wide = [width(each, file, size) for each in values]
        wide += [width(each, fonts.TEXT, _HEAD_SIZE) for each in head]
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


def _draw_row(canvas: Canvas, theme: Theme, row: Row, columns: Columns, top: int) -> None:
    if row.way:
        WAYS[row.way][0](canvas, theme, (_SIGN, top + ROW / 2), 12)
    write_player(canvas, theme, row, columns[0], top)
    for at, (value, (start, end)) in enumerate(zip(_values(row), columns[1:], strict=True)):
        file, size = (fonts.TEXT, _VALUE_SIZE) if at else (fonts.STRONG, _FIRST_SIZE)
        slot = Slot((start, top + 2, end, top + ROW), file, size, "right")
        own = theme.quiet if at or row.way == "out" else theme.plain
        canvas.put(typeset(theme, value, slot, own))


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
    tops = draw_lines(canvas, colours, table.rows, TOP + _MARGIN, ROW)
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
    canvas.polygon(
        ((x, y - half * 1.1), (x - half * 0.9, y + 2), (x + half * 0.9, y + 2)), theme.gilt
    )
