"""The tables of competitions, and the parts of all their pictures: heading, rows, signs, legend.

Standings, the results of all matches, a ladder and a podium are such tables. Picture, alt text and
words of each are made from it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import accumulate, groupby
from math import ceil
from typing import Literal

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from renderer import covers, fonts
from renderer.canvas import XY, Box, Canvas, encode
from renderer.names import Name
from renderer.text import Slot, name_piece, text_width, typeset, write
from renderer.theme import Theme, Tint

WIDTH, MIN_HEIGHT = 1000, 637
"""The width of a picture, and its least height: Discord on a computer shows wider ones late."""
LEFT, RIGHT = 14, 986
TOP = 126  # the top of the first panel
_SKYLINE_HEIGHT = 62
ROW_HEIGHT = 64
_PLACE_SIDES = (LEFT + 10, LEFT + 74)
_PLAYER_SIZE, _PLACE_SIZE = 42, 36
_NAME_SLOT = Slot((30, 10, 970, 72), fonts.SCRIPTS[0], 48)
_LINE_SLOT = Slot((30, 74, 970, 116), fonts.TEXT, 34)
"""The slots of the heading: of the competition's name, and of the line below it."""
MIN_NAME_SIZE = 29
NAMELESS = mark("Player")  # replaces a name without a drawable character
_LEGEND_HEIGHT, _BELOW_LEGEND, _LEGEND_SIZE = 48, 12, 30
"""The height of the legend's panel, the gap below it, and its font size."""
_SIGN_REACH, _MEDAL_RADIUS = 13.0, 22.0
_HEADS_IN_LINES = 2  # the lines for which the heads of several blocks leave no room

Movement = Literal["up", "down", "out", "away", ""]
"""The way of a player at the end of a season; or a player is out, or away on holiday."""
Kind = Literal["won", "drawn", "lost", "playing", "challenges", "bye", "own", "none"]
"""The subject of a cell of results; ``own`` is the cell of a player against themselves."""
Sign = Callable[[Canvas, Theme, XY, float], None]
"""Draws a sign of this half size around a place, on a panel."""


@dataclass(frozen=True, slots=True)
class Heading:
    """The competition's name as its host wrote it, and a line about it in the reader's language."""

    name: str
    line: str


@dataclass(frozen=True, slots=True)
class TableCell:
    text: str = ""
    kind: Kind = "none"
    below: str = ""  # stands under the text
    against: tuple[tuple[Kind, int], ...] = ()
    """The outcome against each opponent, in words; a bye has the opponent 0."""


@dataclass(frozen=True, slots=True)
class TableRow:
    place: int  # 0 for a player without a place
    player: int
    name: str
    points: str = ""
    cells: tuple[TableCell, ...] = ()
    movement: Movement = ""
    medal: bool = True  # whether the player has a medal, if the place is one of the first three
    block: str = ""  # the title that consecutive rows share
    own: bool = False  # whether it is the row of the reader


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the titles of the points and of the cells."""

    heading: Heading
    rows: tuple[TableRow, ...]
    points: str = ""
    columns: tuple[str, ...] = ()

    def cut(self, rows: range, columns: range) -> "Table":
        span, cut_rows = slice(columns.start, columns.stop), self.rows[rows.start : rows.stop]
        shortened = tuple(replace(row, cells=row.cells[span]) for row in cut_rows)
        return replace(self, rows=shortened, columns=self.columns[span])

    @property
    def legend(self) -> list[tuple[Sign, str]]:
        """The signs of its rows, with their words."""
        shown = {row.movement for row in self.rows}
        signs = (MOVEMENT_SIGNS[movement] for movement in MOVEMENT_SIGNS if movement in shown)
        return [(sign, tr(word)) for sign, word in signs]

    @property
    def blocks(self) -> Iterator[tuple[str, Sequence[TableRow]]]:
        for title, rows in groupby(self.rows, key=lambda row: row.block):
            yield title, [*rows]


def even_ranges(count: int, max_size: int) -> list[range]:
    """Rows or columns in pieces of about the same size."""
    pieces = max(1, ceil(count / max_size))
    size = max(1, ceil(count / pieces))
    return [range(start, min(count, start + size)) for start in range(0, max(1, count), size)]


def row_ranges(table: Table, max_lines: int) -> list[range]:
    """The rows of each picture, at most ``max_lines`` lines; none of several blocks is split."""
    sizes = [len(rows) for _, rows in table.blocks]
    if len(sizes) < 2:
        return even_ranges(len(table.rows), max_lines)
    ends = [0, *accumulate(sizes)]
    block_ranges = even_ranges(len(sizes), max(1, (max_lines - _HEADS_IN_LINES) // max(sizes)))
    return [range(ends[blocks.start], ends[blocks.stop]) for blocks in block_ranges]


def begin_picture(theme: Theme, bottom: int, legend: Sequence[tuple[Sign, str]] = ()) -> Canvas:
    """An empty sheet for panels down to ``bottom``, with the legend below them."""
    height = bottom + (_LEGEND_HEIGHT + _BELOW_LEGEND if legend else 0) + _SKYLINE_HEIGHT
    canvas = covers.skyline_canvas(theme, (WIDTH, max(MIN_HEIGHT, height)), 60)
    if legend:
        _put_legend(canvas, theme, bottom, legend)
    return canvas


def finish_picture(canvas: Canvas, theme: Theme, heading: Heading) -> bytes:
    """The sheet with its heading, as PNG, 1000 pixels wide."""
    return encode(finish_with_heading(canvas, theme, heading), theme.palette_bytes)


def finish_with_heading(canvas: Canvas, theme: Theme, heading: Heading) -> Image.Image:
    """The sheet with its heading, in the theme's palette (mode P)."""
    name = Name(heading.name, heading.line, MIN_NAME_SIZE)
    canvas.put(name_piece(theme, name, _NAME_SLOT, theme.titled))
    write(canvas, theme, heading.line, _LINE_SLOT, theme.lined)
    return canvas.finish(theme)


def _draw_arrow(direction: int, canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """An arrow upwards, with ``direction`` -1, or downwards: the player goes up or down."""
    x, y = centre
    fill = theme.won if direction < 0 else theme.lost
    tip, neck, end = y + direction * half * 1.25, y, y - direction * half * 1.15
    canvas.polygon(((x - half, neck), (x, tip), (x + half, neck)), fill)
    upper, lower = sorted((neck, end))
    canvas.rectangle(x - half * 0.42, upper - 0.5, x + half * 0.42, lower + 0.5, fill)


def draw_cross(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """A cross: the player has left."""
    x, y = centre
    for slope in (-1, 1):
        canvas.line(((x - half, y - slope * half), (x + half, y + slope * half)), 5, theme.muted)


def draw_ring(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """A ring: the match is being played."""
    canvas.discs(centre, (half * 0.85, theme.muted), (half * 0.85 - 4, theme.panel))


def draw_sun(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """The sun over the sea: the player is on holiday."""
    x, y = centre
    canvas.slice((x, y + half * 0.3), half, 180, 360, theme.gilt)
    for depth in (0.45, 1.0):
        canvas.line(((x - half, y + half * depth), (x + half, y + half * depth)), 3.5, theme.gilt)


MOVEMENT_SIGNS: dict[Movement, tuple[Sign, str]] = {
    "up": (partial(_draw_arrow, -1), mark("goes up")),
    "down": (partial(_draw_arrow, 1), mark("goes down")),
    "out": (draw_cross, mark("is out")),
    "away": (draw_sun, mark("on holiday")),
}
"""The sign of each, and its word."""


def _put_legend(canvas: Canvas, theme: Theme, top: int, signs: Sequence[tuple[Sign, str]]) -> None:
    """Put signs with their words side by side on a panel below ``top``, small enough to fit."""
    canvas.panel((LEFT, top, RIGHT, top + _LEGEND_HEIGHT), 14, theme)
    size, max_width = _LEGEND_SIZE, RIGHT - LEFT - 40
    while True:
        widths = [ceil(text_width(word, fonts.TEXT, size)) + 2 for _, word in signs]
        total_width = sum(widths) + 40 * len(signs) + 36 * (len(signs) - 1)
        if total_width <= max_width or size <= 16:
            break
        size -= 1
    left = (LEFT + RIGHT - total_width) // 2
    for (sign, word), width in zip(signs, widths, strict=True):
        sign(canvas, theme, (left + 16.0, top + _LEGEND_HEIGHT / 2), _SIGN_REACH)
        box = (left + 40, top + 6, left + 40 + width, top + _LEGEND_HEIGHT - 6)
        canvas.put(typeset(theme, word, Slot(box, fonts.TEXT, size, "left"), theme.quiet))
        left += 40 + width + 36


def draw_row_lines(
    canvas: Canvas, theme: Theme, rows: Sequence[TableRow], top: int, step: int
) -> range:
    """A line above each row, and a frame around that of the reader; returns the tops."""
    left, right = LEFT + 8, RIGHT - 8
    line_tops = range(top, top + step * len(rows), step)
    for line_top in line_tops:
        canvas.rectangle(left + 8, line_top, right - 8, line_top + 1, theme.panel_edge)
    for line_top in [line_top for line_top, row in zip(line_tops, rows, strict=True) if row.own]:
        draw_own_frame(canvas, theme, (left, line_top, right, line_top + step))
    return line_tops


def draw_own_frame(canvas: Canvas, theme: Theme, box: Box) -> None:
    left, top, right, bottom = box
    corners = (left, top), (right, top), (right, bottom), (left, bottom), (left, top)
    canvas.line(corners, 5, theme.gilt)


def draw_medal(canvas: Canvas, theme: Theme, place: int, centre: XY, radius: float) -> None:
    canvas.discs(centre, (radius, theme.ink), (radius - 3, theme.metal_of(place)))


def write_player(
    canvas: Canvas, theme: Theme, row: TableRow, sides: tuple[int, int], top: int
) -> None:
    """Write the place, of the first three on a ``medal``, and the name between its sides."""
    left, right = _PLACE_SIDES
    tint = theme.quiet
    if row.medal and 1 <= row.place <= 3:
        centre = (left + right) / 2, top + ROW_HEIGHT / 2
        draw_medal(canvas, theme, row.place, centre, _MEDAL_RADIUS)
        tint = Tint(theme.ink, theme.metal_of(row.place))
    slot = Slot((left, top + 2, right, top + ROW_HEIGHT), fonts.STRONG, _PLACE_SIZE)
    canvas.put(typeset(theme, str(row.place or ""), slot, tint))
    tint = theme.quiet if row.movement == "out" else theme.plain
    name = name_slot((sides[0], top + 3, sides[1], top + ROW_HEIGHT - 3), _PLAYER_SIZE)
    write_name(canvas, theme, row.name, name, tint)


def write_name(canvas: Canvas, theme: Theme, name: str, slot: Slot, tint: Tint) -> None:
    """Write the name of a player, as much of it as fits."""
    shown_name = Name(name, tr(NAMELESS), MIN_NAME_SIZE, fonts.STRONG)
    canvas.put(name_piece(theme, shown_name, slot, tint))


def name_slot(box: Box, size: int) -> Slot:
    return Slot(box, fonts.SCRIPTS[0], size, "left")
