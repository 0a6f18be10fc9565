"""The standings of a competition: as a table, a ladder with its challenges, or a podium; and the
cross table.

The standings are in one block, or in one for each division. The cross table has the results of all
matches, a row for each player. Its columns are the opponents, or the rounds with the number of each
opponent below the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from renderer import fonts
from renderer.canvas import XY, Box, Canvas, paste_centred, with_own_palette
from renderer.competition_table import (
    LEFT,
    MIN_NAME_SIZE,
    MOVEMENT_SIGNS,
    RIGHT,
    ROW_HEIGHT,
    TOP,
    Kind,
    Sign,
    Table,
    TableCell,
    TableRow,
    begin_picture,
    draw_medal,
    draw_ring,
    draw_row_lines,
    draw_sun,
    finish_picture,
    finish_with_heading,
    name_slot,
    write_name,
    write_player,
)
from renderer.covers import scene_picture
from renderer.sheet import laurel_picture
from renderer.text import Slot, break_in_two, text_width, typeset, write
from renderer.theme import THEMES, Theme, Tint

MAX_LINES = 10
_HEAD_HEIGHT, _PANEL_GAP = 70, 12
_BLOCK_MARGIN = 8  # the space below the last line of a block
_HEAD_LINE_HEIGHT = 32
_SIGN_MIDDLE = LEFT + 96
_POINTS_COLUMN_SIZE, _VALUE_SIZE, _HEAD_SIZE, _TITLE_SIZE = 46, 36, 30, 38
_MAX_COLUMN_WIDTH, _COLUMN_GAP = 160, 16
_Sides = tuple[int, int]  # the left and right side of a column


def draw_standings(table: Table, *, theme: str = "night") -> bytes:
    """The standings as PNG, 1000 pixels wide."""
    colours, columns = THEMES[theme], _column_sides(table)
    heights = [_HEAD_HEIGHT + len(rows) * ROW_HEIGHT + _BLOCK_MARGIN for _, rows in table.blocks]
    bottom = TOP + sum(heights) + _PANEL_GAP * len(heights)
    canvas = begin_picture(colours, bottom, table.legend)
    top = TOP
    for (title, rows), height in zip(table.blocks, heights, strict=True):
        canvas.panel((LEFT, top, RIGHT, top + height), 16, colours)
        if title:
            box = (LEFT + 22, top + 8, columns[0][1], top + _HEAD_HEIGHT - 8)
            slot = Slot(box, fonts.TITLE, _TITLE_SIZE, "left")
            write(canvas, colours, title, slot, colours.golden)
        _write_column_titles(canvas, colours, (table.points, *table.columns), columns[1:], top)
        tops = draw_row_lines(canvas, colours, rows, top + _HEAD_HEIGHT, ROW_HEIGHT)
        for row, row_top in zip(rows, tops, strict=True):
            _draw_standings_row(canvas, colours, row, columns, row_top)
        top += height + _PANEL_GAP
    return finish_picture(canvas, colours, table.heading)


def _draw_standings_row(
    canvas: Canvas, theme: Theme, row: TableRow, columns: Sequence[_Sides], top: int
) -> None:
    """The player with a sign, if any, then the points in large letters and the other values."""
    if row.movement:
        draw_sign, _ = MOVEMENT_SIGNS[row.movement]
        draw_sign(canvas, theme, (_SIGN_MIDDLE, top + ROW_HEIGHT / 2), 12)
    write_player(canvas, theme, row, columns[0], top)
    values = zip(_values_of_row(row), columns[1:], strict=True)
    for index, (value, (left, right)) in enumerate(values):
        file, size = (fonts.TEXT, _VALUE_SIZE) if index else (fonts.STRONG, _POINTS_COLUMN_SIZE)
        slot = Slot((left, top + 2, right, top + ROW_HEIGHT), file, size, "right")
        tint = theme.quiet if index or row.movement == "out" else theme.plain
        canvas.put(typeset(theme, value, slot, tint))


def _values_of_row(row: TableRow) -> list[str]:
    return [row.points, *(cell.text for cell in row.cells)]


def _column_sides(table: Table) -> list[_Sides]:
    """The sides of the names, and of each column, which is as wide as its words."""
    right, columns = RIGHT - 20, []
    for index, title in reversed([*enumerate((table.points, *table.columns))]):
        size, file = (_VALUE_SIZE, fonts.TEXT) if index else (_POINTS_COLUMN_SIZE, fonts.STRONG)
        values = {_values_of_row(row)[index] for row in table.rows}
        lines = _title_lines(title)
        widths = [text_width(text, file, size) for text in values]
        widths += [text_width(text, fonts.TEXT, _HEAD_SIZE) for text in lines]
        width = min(_MAX_COLUMN_WIDTH, ceil(max(widths)))
        columns.append((right - width, right))
        right -= width + _COLUMN_GAP
    return [(_SIGN_MIDDLE + 24 if table.legend else _SIGN_MIDDLE - 12, right), *columns[::-1]]


def _head_slot(column: tuple[int, int], top: int) -> Slot:
    box = column[0], top, column[1], top + _HEAD_LINE_HEIGHT
    return Slot(box, fonts.TEXT, _HEAD_SIZE, "right")


def _title_lines(title: str) -> list[str]:
    """The title of a column in one line or two; it breaks at its spaces and hyphens."""
    return [*break_in_two(title.replace("-", "- "), _head_slot((0, 1), 0))]


def _write_column_titles(
    canvas: Canvas, theme: Theme, titles: Sequence[str], columns: Sequence[_Sides], top: int
) -> None:
    for title, column in zip(titles, columns, strict=True):
        lines = _title_lines(title)
        line_top = top + _HEAD_HEIGHT - 2 - _HEAD_LINE_HEIGHT * len(lines)
        for line in lines:
            canvas.put(typeset(theme, line, _head_slot(column, line_top), theme.quiet))
            line_top += _HEAD_LINE_HEIGHT


# ------------------------------------------------------------------------------ a ladder

CHALLENGES = mark("challenges")
_LADDER_NAME_LEFT = LEFT + 90
_LANE_WIDTH, _MAX_LANES = 44, 6
_HOLIDAY_WIDTH = 56


@dataclass(frozen=True, slots=True)
class Duel:
    """A challenge that is being played, by the places of both."""

    challenger: int
    other: int


def draw_ladder(duels: Sequence[Duel], table: Table, *, theme: str = "night") -> bytes:
    """The ladder as PNG, 1000 pixels wide; duels with places outside the table end at its edge."""
    colours = THEMES[theme]
    bottom = TOP + ROW_HEIGHT * len(table.rows) + 2 * _BLOCK_MARGIN
    places = {row.place for row in table.rows}
    lanes = lanes_of([duel for duel in duels if places & {duel.challenger, duel.other}])
    legend: list[tuple[Sign, str]] = [(_draw_challenge_sign, tr(CHALLENGES))] if lanes else []
    legend += table.legend
    canvas = begin_picture(colours, bottom + _PANEL_GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, bottom), 16, colours)
    lane_width = _LANE_WIDTH if len(lanes) <= _MAX_LANES else _LANE_WIDTH * _MAX_LANES // len(lanes)
    lanes_left = RIGHT - 20 - lane_width * len(lanes)
    tops = draw_row_lines(canvas, colours, table.rows, TOP + _BLOCK_MARGIN, ROW_HEIGHT)
    for row, top in zip(table.rows, tops, strict=True):
        name_end = lanes_left - (_HOLIDAY_WIDTH if row.movement else 8)
        write_player(canvas, colours, row, (_LADDER_NAME_LEFT, name_end), top)
        if row.movement:
            draw_sun(canvas, colours, (lanes_left - _HOLIDAY_WIDTH / 2, top + ROW_HEIGHT / 2), 15)
    for number, lane in enumerate(lanes):
        for duel in lane:
            _draw_duel(canvas, colours, table.rows, duel, lanes_left + lane_width * (number + 0.5))
    return finish_picture(canvas, colours, table.heading)


def lanes_of(duels: Sequence[Duel]) -> list[list[Duel]]:
    """The duels in lanes, so that no two duels in a lane overlap."""
    lanes: list[list[Duel]] = []
    for duel in sorted(duels, key=lambda duel: sorted((duel.challenger, duel.other))):
        first = min(duel.challenger, duel.other)
        for lane in lanes:
            if max(lane[-1].challenger, lane[-1].other) < first:
                lane.append(duel)
                break
        else:
            lanes.append([duel])
    return lanes


def _draw_duel(
    canvas: Canvas, theme: Theme, rows: Sequence[TableRow], duel: Duel, x: float
) -> None:
    """An arrow from the challenger to the other."""
    first, last = rows[0].place, rows[-1].place

    def y(place: int) -> float:
        row = min(max(place, first - 0.5), last + 0.5)
        return TOP + _BLOCK_MARGIN + (row - first + 0.5) * ROW_HEIGHT

    start, end = (x, y(duel.challenger)), (x, y(duel.other))
    canvas.line((start, end), 6, theme.gilt)
    if first <= duel.challenger <= last:
        canvas.discs(start, (10, theme.gilt), (5, theme.panel))
    if first <= duel.other <= last:
        direction = 1 if duel.other > duel.challenger else -1
        tip, neck = end[1] + direction * 16, end[1] - direction * 8
        canvas.polygon(((x, tip), (x - 14, neck), (x + 14, neck)), theme.gilt)


def _draw_challenge_sign(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    x, y = centre
    canvas.line(((x, y + half), (x, y)), 5, theme.gilt)
    canvas.discs((x, y + half), (6, theme.gilt), (2.5, theme.panel))
    head = (x, y - half * 1.1), (x - half * 0.9, y + 2), (x + half * 0.9, y + 2)
    canvas.polygon(head, theme.gilt)


# ------------------------------------------------------------------------- all results

MAX_ROWS, MAX_COLUMNS = 10, 10
PLAYING, BELOW = mark("being played"), mark("number of the opponent")
_RESULTS_HEAD_HEIGHT, _NUMBERED_ROW_HEIGHT = 50, 68
_NUMBER_SIDES = (LEFT + 8, LEFT + 62)
_RESULTS_NAME_LEFT = LEFT + 72
_MIN_NAME_WIDTH = 250
_MAX_RESULT_WIDTH = 72
_NAME_SIZE, _CELL_SIZE, _BELOW_SIZE = 38, 38, 29
_TOTALS_GAP = 18


def draw_results(table: Table, *, theme: str = "night") -> bytes:
    """The results of all matches as PNG, 1000 pixels wide."""
    colours = THEMES[theme]
    cells = [cell for row in table.rows for cell in row.cells]
    has_numbers = any(cell.below for cell in cells)
    row_height = _NUMBERED_ROW_HEIGHT if has_numbers else ROW_HEIGHT
    bottom = TOP + _RESULTS_HEAD_HEIGHT + row_height * len(table.rows) + 10
    legend: list[tuple[Sign, str]] = [(_draw_number_sign, tr(BELOW))] if has_numbers else []
    if any(cell.kind == "playing" for cell in cells):
        legend.append((draw_ring, tr(PLAYING)))
    canvas = begin_picture(colours, bottom + _PANEL_GAP, legend)
    canvas.panel((LEFT, TOP, RIGHT, bottom), 16, colours)
    total, columns = _result_columns(table)
    head = TOP + 6, TOP + _RESULTS_HEAD_HEIGHT - 2
    for title, (left, right) in zip((*table.columns, table.points), (*columns, total), strict=True):
        slot = Slot((left, head[0], right, head[1]), fonts.TEXT, _HEAD_SIZE)
        write(canvas, colours, title, slot, colours.quiet)
    draw_row_lines(canvas, colours, table.rows, TOP + _RESULTS_HEAD_HEIGHT, row_height)
    for index, row in enumerate(table.rows):
        top = TOP + _RESULTS_HEAD_HEIGHT + index * row_height
        _draw_results_row(canvas, colours, row, (total, columns), (top, top + row_height))
    return finish_picture(canvas, colours, table.heading)


_ResultColumns = tuple[_Sides, list[_Sides]]  # the sides of the sums, and of each column


def _result_columns(table: Table) -> _ResultColumns:
    widths = [text_width(row.points, fonts.STRONG, _CELL_SIZE) for row in table.rows]
    widths.append(text_width(table.points, fonts.TEXT, _HEAD_SIZE))
    right = RIGHT - 16
    left = right - min(130, ceil(max(widths)) + 4)
    columns_right = left - _TOTALS_GAP
    count = len(table.columns)
    room = columns_right - _RESULTS_NAME_LEFT - _MIN_NAME_WIDTH
    width = min(_MAX_RESULT_WIDTH, room // max(1, count))
    lefts = (columns_right - width * place for place in range(count, 0, -1))
    return (left, right), [(column_left, column_left + width) for column_left in lefts]


def _draw_cell(canvas: Canvas, theme: Theme, cell: TableCell, box: Box) -> None:
    """The box behind a result: filled for a win, else an outline; a ring for a running match."""
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
            draw_ring(canvas, theme, middle, 13)


def _draw_number_sign(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """The number below a result: the lower part of a box."""
    x, y = centre
    canvas.rounded((x - half, y - half * 1.3, x + half, y + half * 1.3), 5, theme.muted)
    canvas.rounded((x - half, y - half * 1.3, x + half, y + half * 0.2), 4, theme.panel, inset=3)


def _draw_results_row(
    canvas: Canvas, theme: Theme, row: TableRow, columns: _ResultColumns, edges: tuple[int, int]
) -> None:
    """A row between its upper and lower edge; ``columns`` are those of the sums and the cells."""
    (total, cells), (top, bottom) = columns, edges
    number = Slot((_NUMBER_SIDES[0], top + 2, _NUMBER_SIDES[1], bottom), fonts.STRONG, _BELOW_SIZE)
    canvas.put(typeset(theme, str(row.place), number, theme.quiet))
    tint = theme.quiet if row.movement == "out" else theme.plain
    end = cells[0][0] - 10 if cells else total[0] - 10
    name = name_slot((_RESULTS_NAME_LEFT, top + 3, end, bottom - 3), _NAME_SIZE)
    write_name(canvas, theme, row.name, name, tint)
    for cell, (left, right) in zip(row.cells, cells, strict=True):
        _draw_cell(canvas, theme, cell, (left, top, right, bottom))
        cell_tint = _cell_tint(theme, cell.kind)
        text_bottom = bottom - 32 if cell.below else bottom
        slot = Slot((left + 4, top + 3, right - 4, text_bottom), fonts.STRONG, _CELL_SIZE)
        canvas.put(typeset(theme, cell.text, slot, cell_tint))
        low_slot = Slot((left + 4, bottom - 36, right - 4, bottom - 4), fonts.TEXT, _BELOW_SIZE)
        canvas.put(typeset(theme, cell.below, low_slot, cell_tint))
    slot = Slot((total[0], top + 2, total[1], bottom), fonts.STRONG, _CELL_SIZE, "right")
    canvas.put(typeset(theme, row.points, slot, tint))


def _cell_tint(theme: Theme, kind: Kind) -> Tint:
    if kind == "won":
        return Tint(theme.ink, theme.won)
    return theme.plain if kind in {"drawn", "lost"} else theme.quiet


# ---------------------------------------------------------------------- the podium

MAX_STEPS = 6  # the most steps; a line names further players, who have equal places
_STEPS_FOOT = 622
_STEP_HEIGHTS = {1: 320, 2: 258, 3: 196}
"""The height of a step, by its place; later places have that of the third."""
_MAX_STEP_WIDTH, _STEP_GAP = 306, 12
_NAME_HEIGHT, _LAUREL_REACH = 66, 46.0
_STEP_NAME_SIZE, _SPLIT_NAME_SIZE = 46, 32
"""The sizes of a name above a step in one line, and in two."""
_MEDAL_RADIUS = 48.0
_PLACE_SIZE, _POINTS_SIZE = 62, 38
_PANEL_HEIGHT = 222
_OTHERS_HEIGHT, _OTHERS_SIZE = 58, 34
_SCENE_SIZE = (390, 188)
_LINE_HEIGHT, _LINE_SIZE = 50, 36


@dataclass(frozen=True, slots=True)
class Podium:
    """The rows of the table are in the order of places, with their points in words, if any.

    ``lines`` have the game, the format, the dates. ``cover`` draws the cover of the game.
    """

    table: Table
    lines: tuple[str, ...]
    cover: Callable[[], bytes]


def draw_podium(podium: Podium, *, theme: str = "night") -> bytes:
    """The podium as PNG, 1000 pixels wide."""
    colours = THEMES[theme]
    whole = colours.to_rgb(podium_picture(podium, colours))
    left, top, _, foot = _panel_box(podium)
    scene = scene_picture(podium.cover(), _SCENE_SIZE)
    whole.paste(scene, (left + 16, (top + foot - _SCENE_SIZE[1]) // 2))
    return with_own_palette(whole)


def podium_picture(podium: Podium, theme: Theme) -> Image.Image:
    """The podium in the theme's palette (mode P), still without the scene of its game."""
    panel, other_names = _panel_box(podium), _other_names(podium)
    canvas = begin_picture(theme, panel[3] + 12)
    canvas.panel(panel, 16, theme)
    if other_names:
        canvas.panel((LEFT, _STEPS_FOOT + 12, RIGHT, _STEPS_FOOT + 12 + _OTHERS_HEIGHT), 14, theme)
        box = (LEFT + 20, _STEPS_FOOT + 14, RIGHT - 20, _STEPS_FOOT + 10 + _OTHERS_HEIGHT)
        slot = Slot(box, fonts.SCRIPTS[0], _OTHERS_SIZE)
        write_name(canvas, theme, other_names, slot, theme.plain)
    for step, left, right in place_steps(podium.table.rows):
        _draw_step(canvas, theme, step, left, right)
    left = panel[0] + 16 + _SCENE_SIZE[0] + 24
    top = (panel[1] + panel[3] - _LINE_HEIGHT * len(podium.lines)) // 2
    for index, line in enumerate(podium.lines):
        box = (left, top + _LINE_HEIGHT * index, RIGHT - 20, top + _LINE_HEIGHT * (index + 1))
        tint = theme.quiet if index else theme.plain
        canvas.put(typeset(theme, line, Slot(box, fonts.TEXT, _LINE_SIZE, "left"), tint))
    return finish_with_heading(canvas, theme, podium.table.heading)


def _panel_box(podium: Podium) -> Box:
    top = _STEPS_FOOT + 12 + (_OTHERS_HEIGHT + 12 if _other_names(podium) else 0)
    return LEFT, top, RIGHT, top + _PANEL_HEIGHT


def _other_names(podium: Podium) -> str:
    """The players without a step, by their places."""
    return " · ".join(f"{step.place}. {step.name}" for step in podium.table.rows[MAX_STEPS:])


def place_steps(steps: Sequence[TableRow]) -> list[tuple[TableRow, int, int]]:
    """Each step with its left and right side: the second, the first, then all others."""
    ordered = list(steps[:MAX_STEPS])
    if len(ordered) > 1:
        ordered[:2] = ordered[1::-1]
    gaps = _STEP_GAP * (len(ordered) - 1)
    width = min(_MAX_STEP_WIDTH, (RIGHT - LEFT - gaps) // max(1, len(ordered)))
    first = (LEFT + RIGHT - width * len(ordered) - gaps) // 2
    lefts = (first + index * (width + _STEP_GAP) for index in range(len(ordered)))
    return [(step, left, left + width) for step, left in zip(ordered, lefts, strict=True)]


def _draw_step(canvas: Canvas, theme: Theme, step: TableRow, left: int, right: int) -> None:
    top = _STEPS_FOOT - _STEP_HEIGHTS[min(step.place, max(_STEP_HEIGHTS))]
    middle = (left + right) / 2
    metal = theme.metal_of(step.place)
    canvas.panel((left, top, right, _STEPS_FOOT), 12, theme)
    canvas.rounded((left, top, right, top + 18), 9, metal)
    draw_medal(canvas, theme, step.place, (middle, top + 82), _MEDAL_RADIUS)
    if step.place == 1:
        laurel = laurel_picture(theme, theme.gilt, _LAUREL_REACH)
        paste_centred(canvas, laurel, (middle, top - _NAME_HEIGHT - 56))
    _write_name_above(canvas, theme, step.name, (left + 4, top - _NAME_HEIGHT, right - 4, top - 4))
    box = round(middle) - 36, top + 48, round(middle) + 36, top + 116
    slot = Slot(box, fonts.STRONG, _PLACE_SIZE)
    canvas.put(typeset(theme, str(step.place), slot, Tint(theme.ink, metal)))
    slot = Slot((left + 4, top + 136, right - 4, top + 184), fonts.TEXT, _POINTS_SIZE)
    canvas.put(typeset(theme, step.points, slot, theme.plain))


def _write_name_above(canvas: Canvas, theme: Theme, name: str, box: Box) -> None:
    """Write a name in the box above a step, in two lines if it is too long for one."""
    left, top, right, bottom = box
    lines = break_in_two(name, Slot(box, fonts.STRONG, MIN_NAME_SIZE))
    line_height = (bottom - top) // len(lines)
    size = _STEP_NAME_SIZE if len(lines) == 1 else _SPLIT_NAME_SIZE
    for index, line in enumerate(lines):
        slot = (left, top + index * line_height, right, top + (index + 1) * line_height)
        write_name(canvas, theme, line, Slot(slot, fonts.SCRIPTS[0], size), theme.titled)
