"""The sheet of a final count: who has won, the sum of each seat item by item, the course."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.final_count import Cell, Count
from prowlerbot.core.i18n import mark, tr, whole_words
from renderer import covers, fonts, graph, marks
from renderer.canvas import XY, Box, Canvas, PackedPicture, encode, paste_centred
from renderer.glyphs import SEAT_THEMES, SIGNS, Pen
from renderer.graph import SeatLook, draw_graph
from renderer.names import Name, player_name
from renderer.text import (
    Slot,
    name_and_word_slots,
    name_piece,
    size_for,
    text_width,
    typeset,
    write,
)
from renderer.theme import Colour, Theme, Tint

WINS = mark("wins")  # the word after the winner's name
SHARED, TOTAL, RANK = mark("A shared victory"), mark("total"), mark("Place {rank}")

SIZE = 1000  # the width of a sheet, and the most of its height: Discord shows a high picture small
TITLE = Slot((130, 6, 870, 52), fonts.TITLE, 38)
RESULT = Slot((130, 52, 870, 118), fonts.SCRIPTS[0], 52)
MIN_RESULT_SIZE, MIN_NAME_SIZE = 29, 29
HEADLINE = Slot(RESULT.box, fonts.TITLE, 48)
LAURELS: tuple[XY, XY] = ((70.0, 64.0), (930.0, 64.0))
_LAUREL_REACH, _SIGN_SPACE = 44.0, 66
_SKYLINE_HEIGHT = 44
_LEFT, _RIGHT = 6, 994
_MIN_HEIGHT = 593
"""The least height above the roofs: Discord on a computer shows wider pictures than 11:7 late."""


def _no_sign(_canvas: Canvas, _name: str, _centre: XY, _half: float) -> None:
    """For a game without signs of its own."""


class Dress(NamedTuple):
    """The look of a game's sheet: its title, theme and signs, and the looks of its seats."""

    title: str
    theme: Theme
    looks: tuple[SeatLook, ...]
    """The looks by their numbers, as ``Count.looks`` has them, from 1 on."""
    draw_sign: Callable[[Canvas, str, XY, float], None] = _no_sign
    """Draws the sign of a column, by its name."""


def plain_dress(title: str, theme: str) -> Dress:
    """For a game without pictures of its own."""
    colours = SEAT_THEMES[theme]
    fills, ink = (*colours.seats, colours.silver, colours.bronze), colours.ink
    looks = (SeatLook(1 + index % 4, fill, ink, (ink,)) for index, fill in enumerate(fills))
    return Dress(title.upper(), colours, tuple(looks))


def draw_sheet(
    count: Count, names: Sequence[str], dress_of: Callable[[str], Dress], theme: str = "night"
) -> bytes:
    """The sheet as PNG; ``dress_of`` gives the dress of a theme."""
    dress = dress_of(theme)
    return encode(sheet_picture(count, names, dress), dress.theme.palette_bytes)


def sheet_picture(count: Count, names: Sequence[str], dress: Dress) -> Image.Image:
    """The sheet in the theme's palette (mode P), at most as high as wide."""
    theme, table = dress.theme, CountTable.lay_out(count)
    table_bottom = table.panel[3] + 8 if count.course else table.panel[3]
    bottom = max(_MIN_HEIGHT, table_bottom + graph.GRAPH_HEIGHT if count.course else table_bottom)
    bottom = min(SIZE - _SKYLINE_HEIGHT, bottom)
    picture = sheet_ground(theme, bottom + _SKYLINE_HEIGHT)
    write(picture, theme, dress.title, TITLE, theme.titled)
    write_result(picture, count, names, dress)
    for index, text in enumerate((*count.reasons, *count.notes)):
        write(picture, theme, text, reason_slot(index), theme.lined)
    looks = looks_of_seats(count, dress)
    _write_table(picture, count, table, dress, looks)
    for index, seat in enumerate(count.order):
        name = player_name(names[seat - 1], seat, MIN_NAME_SIZE)
        name_piece(theme, name, table.name_slot(index), theme.plain).put(picture)
    if count.course:
        draw_graph(picture, theme, count.course, (_LEFT, table_bottom, _RIGHT, bottom), looks)
    return picture


def looks_of_seats(count: Count, dress: Dress) -> list[SeatLook]:
    looks = count.looks or range(1, len(count.totals) + 1)
    return [dress.looks[(look - 1) % len(dress.looks)] for look in looks]


@lru_cache(maxsize=6)
def _sky_picture(theme: Theme) -> PackedPicture:
    return PackedPicture(covers.skyline_canvas(theme, (SIZE, SIZE), 70).finish(theme))


def draw_sky_ahead(dress_of: Callable[[str], Dress], theme: str) -> object:
    """Draw the part that the sheets of a theme share."""
    return _sky_picture(dress_of(theme).theme)


def sheet_ground(theme: Theme, height: int) -> Image.Image:
    whole = _sky_picture(theme).picture
    part = whole.crop((0, 0, SIZE, height))
    roofs = whole.crop((0, SIZE - 2 * _SKYLINE_HEIGHT, SIZE, SIZE))
    part.paste(roofs, (0, height - 2 * _SKYLINE_HEIGHT))
    return part


def reason_slot(index: int) -> Slot:
    """The slot of a line with a reason of the result."""
    top = _REASON_HEIGHT * index + RESULT.box[3] + 2
    return Slot((24, top, 976, top + _REASON_HEIGHT), fonts.TEXT, 30 if index else 34)


def write_result(picture: Image.Image, count: Count, names: Sequence[str], dress: Dress) -> None:
    """The winner after their sign and before a word, or a headline, between laurels."""
    theme, winners = dress.theme, count.winners
    metals = {"gold": theme.title, "silver": theme.silver, "bronze": theme.bronze}
    metal = theme.title if winners else metals.get(count.metal)
    if metal is not None:
        for index in LAURELS:
            paste_centred(picture, laurel_picture(theme, metal, _LAUREL_REACH), index)
    if len(winners) != 1:
        write(picture, theme, tr(SHARED) if winners else count.headline, HEADLINE, theme.titled)
        return
    (seat,) = winners
    winner = player_name(names[seat - 1], seat, MIN_RESULT_SIZE)
    word = Name(tr(WINS), WINS, MIN_RESULT_SIZE)
    left, top, right, bottom = RESULT.box
    slot_room = RESULT._replace(box=(left + _SIGN_SPACE, top, right, bottom))
    slots = name_and_word_slots(winner, word, slot_room)
    for text, slot in zip((winner, word), slots, strict=True):
        name_piece(theme, text, slot, theme.titled).put(picture)
    canvas = Canvas.around(38, theme.night)
    looks_of_seats(count, dress)[seat - 1].draw(canvas, (0, 0), 20)
    index = slots[0].box[0] - _SIGN_SPACE + 28, (top + bottom) / 2
    paste_centred(picture, canvas.finish(theme), index)


@lru_cache(maxsize=32)
def laurel_picture(theme: Theme, metal: Colour, half: float) -> Image.Image:
    canvas = Canvas.around(round(half) + 4, theme.night)
    SIGNS["laurel"](Pen(canvas, (0, 0), half), metal, theme.night)
    return canvas.finish(theme)


# ------------------------------------------------------------------------- the table

_REASON_HEIGHT, _NAMES_HEIGHT, _STATES_HEIGHT, _HEADINGS_HEIGHT, _TOTALS_HEIGHT = 38, 50, 38, 34, 64
_MAX_ROW_HEIGHT, _MIN_ROW_HEIGHT = 54, 36
_SUMS_WIDTH, _SIGN_REACH = 64, 13


class _Tops(NamedTuple):
    """The upper edges of the parts of a table."""

    names: int
    statuses: int
    headings: int
    totals: int
    rows: int


class CountTable(NamedTuple):
    """The places of a count: a column for each seat, or one for each of its scorings and their sum;
    a row for each thing. ``index`` and ``phase`` count from 0; the sums are the phase ``phases``.
    """

    seats: int
    phases: int
    columns: tuple[tuple[str, str], ...]  # the kind and the sign of each
    has_ranks: bool  # whether a line says the places of the seats, or that one is out
    tops: _Tops
    row_height: int

    @classmethod
    def lay_out(cls, count: Count) -> "CountTable":
        seats, phases = len(count.totals), len(count.rows_of(1))
        has_ranks = bool(count.gone or (count.ranks and seats > 2))
        top = reason_slot(len(count.reasons) + len(count.notes)).box[1] + 6
        heights = _STATES_HEIGHT * has_ranks, _HEADINGS_HEIGHT * (phases > 1), _TOTALS_HEIGHT
        tops = _Tops(*accumulate((4 + _NAMES_HEIGHT, *heights), initial=top))
        graph_height = graph.MIN_GRAPH_HEIGHT + 8 if count.course else 0
        room = SIZE - _SKYLINE_HEIGHT - tops.rows - 4 - graph_height
        columns = tuple((column.kind, column.sign) for column in count.columns)
        row_height = max(_MIN_ROW_HEIGHT, min(_MAX_ROW_HEIGHT, room // len(columns)))
        return cls(seats, phases, columns, has_ranks, tops, row_height)

    @property
    def panel(self) -> Box:
        return _LEFT, self.tops.names, _RIGHT, self.row_sides(len(self.columns))[0] + 4

    @property
    def _labels_end(self) -> int:
        return 226 if self.phases > 1 or self.seats > 2 else 320

    def column_sides(self, index: int, phase: int = 0) -> tuple[int, int]:
        """The left and right end of a scoring of a seat, of the sums, or of a seat with one."""
        width = (_RIGHT - 4 - self._labels_end) / self.seats
        left = self._labels_end + width * index
        if self.phases > 1:
            phase_width = (width - _SUMS_WIDTH) / self.phases
            left += phase_width * phase
            width = phase_width if phase < self.phases else _SUMS_WIDTH
        return round(left), round(left + width)

    def _numbers_end(self, index: int, phase: int) -> int:
        left, right = self.column_sides(index, phase)
        return right - 10 if self.phases > 1 else min(right - 10, (left + right) // 2 + 50)

    def row_sides(self, index: int) -> tuple[int, int]:
        top = self.tops.rows + self.row_height * index
        return top, top + self.row_height

    def label_place(self, index: int) -> tuple[XY, Slot]:
        """The place of a sign, and the slot of its word."""
        (top, bottom), (kind, sign) = self.row_sides(index), self.columns[index]
        left = 18 + (14 if kind == "part" else 0)
        box = (left + (42 if sign else 0), top + 2, self._labels_end - 6, bottom - 2)
        return (left + 16.0, (top + bottom) / 2), Slot(box, fonts.TEXT, 30, "left")

    @property
    def unit_slot(self) -> Slot:
        box = (20, self.tops.totals, self._labels_end - 6, self.tops.rows - 4)
        return Slot(box, fonts.TITLE, 34, "left")

    def name_slot(self, index: int) -> Slot:
        right = self.column_sides(index, self.phases if self.phases > 1 else 0)[1]
        left = self.column_sides(index)[0] + (8 if self.has_ranks else 58)
        box = (left, self.tops.names + 4, right - 6, self.tops.names + _NAMES_HEIGHT)
        return Slot(box, fonts.SCRIPTS[0], 36, "left")

    def sign_centre(self, index: int) -> XY:
        """The middle of a seat's sign: before its name, or on the line below."""
        before_name, below = self.tops.names + 4 + _NAMES_HEIGHT / 2, self.tops.statuses + 17.0
        return self.column_sides(index)[0] + 28.0, below if self.has_ranks else before_name

    def state_slot(self, index: int) -> Slot:
        left, right = self.column_sides(index)
        box = (left + 58, self.tops.statuses, right - 4, self.tops.statuses + _STATES_HEIGHT - 4)
        return Slot(box, fonts.TEXT, 29, "left")

    def heading_slot(self, index: int, phase: int) -> Slot:
        left, right = self.column_sides(index, phase)
        left += 4 if phase < self.phases else -6
        box = left, self.tops.headings, right - 10, self.tops.totals
        return Slot(box, fonts.TEXT, 29, "right")

    def total_slot(self, index: int, phase: int) -> Slot:
        size = 44 if self.phases > 1 and phase < self.phases else 54
        end = self._numbers_end(index, phase)
        left = max(self.column_sides(index, phase)[0] + 2, end - 110)
        box = left, self.tops.totals + 2, end, self.tops.rows - 6
        return Slot(box, fonts.STRONG, size, "right")

    def number_slots(self, index: int, phase: int, row: int) -> tuple[Slot, Slot]:
        """The slots of a number and of the terms before it."""
        (top, bottom), end = self.row_sides(row), self._numbers_end(index, phase)
        size = 36 if self.phases > 1 else 40
        number = Slot((end - 52, top + 2, end, bottom - 2), fonts.STRONG, size, "right")
        begin = max(self.column_sides(index, phase)[0] + 3, end - 190)
        return number, Slot((begin, top + 2, end - size - 4, bottom - 2), fonts.TEXT, 29, "right")


@lru_cache(maxsize=32)
def _table_picture(dress: Dress, table: CountTable, looks: tuple[SeatLook, ...]) -> Image.Image:
    """The empty table with its signs, independent of language and match."""
    theme, canvas = dress.theme, Canvas(table.panel, dress.theme.night)
    canvas.panel(table.panel, 16, theme)
    for index, (kind, sign) in enumerate(table.columns):
        if kind != "part":
            y = table.row_sides(index)[0]
            canvas.rectangle(_LEFT + 12, y - 1, _RIGHT - 12, y + 1, theme.panel_edge)
        if sign:
            dress.draw_sign(canvas, sign, table.label_place(index)[0], 17)
    for index, look in enumerate(looks):
        x = table.column_sides(index)[0]
        canvas.rectangle(x - 1, table.panel[1] + 12, x + 1, table.panel[3] - 12, theme.panel_edge)
        look.draw(canvas, table.sign_centre(index), _SIGN_REACH)
    return canvas.finish(theme)


def _write_table(
    picture: Image.Image, count: Count, table: CountTable, dress: Dress, looks: list[SeatLook]
) -> None:
    """Everything in the table but the names."""
    theme = dress.theme
    table_picture = _table_picture(dress, table, tuple(looks[seat - 1] for seat in count.order))
    picture.paste(table_picture, table.panel[:2])
    write(picture, theme, count.unit, table.unit_slot, theme.plain)
    for index, column in enumerate(count.columns):
        tint = theme.plain if column.kind == "term" else theme.quiet
        write(picture, theme, column.name, table.label_place(index)[1], tint)
    for index, seat in enumerate(count.order):
        if text := _seat_state(count, seat):
            write(picture, theme, text, table.state_slot(index), theme.quiet)
        phases = _phases_of(count, seat, theme)
        for phase, (heading, part, cells) in enumerate(phases):
            for row, cell in enumerate(cells):
                _write_cell(picture, theme, table.number_slots(index, phase, row), *cell)
            if len(phases) > 1:
                write(picture, theme, heading, table.heading_slot(index, phase), theme.quiet)
                typeset(theme, part, table.total_slot(index, phase), theme.plain).put(picture)
        total, slot = whole_words(count.totals[seat - 1]), table.total_slot(index, len(phases) - 1)
        tint = theme.plain
        if seat in count.winners:
            tint = Tint(looks[seat - 1].ink, looks[seat - 1].fill)
            _draw_ribbon(picture, theme, total, slot, tint.ground)
        typeset(theme, total, slot, tint).put(picture)


def _write_cell(
    picture: Image.Image, theme: Theme, slots: tuple[Slot, Slot], cell: Cell, tint: Tint
) -> None:
    """Write the number of a cell, and the terms before it, into their slots."""
    number_slot, terms_slot = slots
    number = "·" if cell.value is None else whole_words(cell.value)
    typeset(theme, number, number_slot, tint).put(picture)
    typeset(theme, cell.terms.replace(" ", ""), terms_slot, theme.quiet).put(picture)


def _draw_ribbon(picture: Image.Image, theme: Theme, total: str, slot: Slot, fill: Colour) -> None:
    """Draw a ribbon behind the total of a winner."""
    _, top, right, bottom = slot.box
    left = right - ceil(text_width(total, slot.file, size_for(total, slot)))
    ribbon = slot._replace(box=(left - 9, top, right + 7, bottom))
    marks.ribbon_piece(theme, ribbon, "", fill).put(picture)


class _Phase(NamedTuple):
    """The amounts of a seat in a scoring, or in all of them together."""

    heading: str
    total: str  # empty for all scorings together: their total is that of the seat
    cells: Sequence[tuple[Cell, Tint]]


def _phases_of(count: Count, seat: int, theme: Theme) -> list[_Phase]:
    """The scorings of a seat and, if there are several, their sums."""
    rows = count.rows_of(seat)
    phases = []
    for row in rows:
        cells = [
            (cell, theme.quiet if column.kind == "beside" else theme.plain_if(cell.value))
            for cell, column in zip(row.cells, count.columns, strict=True)
        ]
        phases.append(_Phase(row.brief, whole_words(row.total), cells))
    if len(rows) > 1:
        phases.append(_Phase(tr(TOTAL), "", [*_summed_cells(count, seat, theme)]))
    return phases


def _summed_cells(count: Count, seat: int, theme: Theme) -> Iterator[tuple[Cell, Tint]]:
    """The sums of all scorings of a seat, golden where others have less."""
    for index, column in enumerate(count.columns):
        sums = dict[int, int]()
        for row in count.rows:
            if (value := row.cells[index].value) is not None:
                sums[row.seat] = sums.get(row.seat, 0) + value
        own_sum = sums.pop(seat, None)
        tint = theme.quiet
        if column.kind == "term":
            is_ahead = (own_sum or 0) > max(sums.values(), default=own_sum or 0)
            tint = theme.golden if is_ahead else theme.plain_if(own_sum)
        yield Cell(own_sum), tint


def _seat_state(count: Count, seat: int) -> str:
    """That a seat is out or has left, its place among three or more, or the word for a win."""
    if seat in count.gone or not count.ranks or len(count.ranks) < 3:
        return count.gone.get(seat, "")
    if len(count.ranks) > 4:  # columns without room for a word
        return f"{count.ranks[seat - 1]}."
    word = marks.winner_word(count.ranks, seat)
    return tr(word) if word else tr(RANK, rank=count.ranks[seat - 1])
