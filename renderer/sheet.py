"""The sheet of a final count: who has won, the sum of each seat item by item, the course."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate
from math import ceil
from typing import NamedTuple

from PIL import Image

from prowlerbot.core.final_count import Cell, Count
from prowlerbot.core.i18n import mark, tr, whole_words
from renderer import fonts, gallery, graph, marks
from renderer.canvas import XY, Box, Canvas, encode, put_middle
from renderer.glyphs import SEAT_THEMES, SIGNS, Pen
from renderer.graph import SeatLook, draw_graph
from renderer.names import Name, player_name
from renderer.png import PackedPicture
from renderer.text import Slot, name_piece, side_by_side, size_for, text_width, typeset, write
from renderer.theme import Colour, Theme, Tint

WINS = mark("wins")
"""The word after the winner's name."""
SHARED, TOTAL, RANK = mark("A shared victory"), mark("total"), mark("Place {rank}")

SIZE = 1000
"""The width of a sheet, and the most of its height: Discord shows a high picture small."""
TITLE = Slot((130, 6, 870, 52), fonts.TITLE, 38)
RESULT = Slot((130, 52, 870, 118), fonts.SCRIPTS[0], 52)
RESULT_LEAST, NAME_LEAST = 29, 29
HEADLINE = Slot(RESULT.box, fonts.TITLE, 48)
LAURELS: tuple[XY, XY] = ((70.0, 64.0), (930.0, 64.0))
_LAUREL, _SIGN_ROOM = 44.0, 66
_FOOT = 44
"""The height of the roofs below the last panel."""
_LEFT, _RIGHT = 6, 994
_LOWEST = 593
"""The least height above the roofs: Discord on a computer shows wider pictures than 11:7 late."""


def _no_sign(_canvas: Canvas, _name: str, _centre: XY, _half: float) -> None:
    """For a game without signs of its own."""


class Dress(NamedTuple):
    """How a game draws what its count names."""

    title: str
    theme: Theme
    looks: tuple[SeatLook, ...]
    """By the numbers of the seats' looks."""
    draw_sign: Callable[[Canvas, str, XY, float], None] = _no_sign
    """Draws the sign of a column, by its name."""


def plain_dress(title: str, theme: str) -> Dress:
    """For a game without pictures of its own."""
    colours = SEAT_THEMES[theme]
    fills = (*colours.seats, colours.silver, colours.bronze)
    looks = (
        SeatLook(1 + at % 4, fill, colours.ink, (colours.ink,)) for at, fill in enumerate(fills)
    )
    return Dress(title.upper(), colours, tuple(looks))


def draw_sheet(
    count: Count, names: Sequence[str], dressed: Callable[[str], Dress], theme: str = "night"
) -> bytes:
    """The sheet as PNG; ``dressed`` gives the dress of a theme."""
    dress = dressed(theme)
    return encode(sheet_picture(count, names, dress), dress.theme.palette_bytes)


def sheet_picture(count: Count, names: Sequence[str], dress: Dress) -> Image.Image:
    """The sheet in the theme's palette (mode P), at most as high as wide."""
    theme, table = dress.theme, Table.lay_out(count)
    low = table.panel[3] + 8 if count.course else table.panel[3]
    high = max(_LOWEST, low + graph.GRAPH_HEIGHT if count.course else low)
    high = min(SIZE - _FOOT, high)
    drawn = sheet_ground(theme, high + _FOOT)
    write(drawn, theme, dress.title, TITLE, theme.titled)
    write_result(drawn, count, names, dress)
    for at, text in enumerate((*count.reasons, *count.notes)):
        write(drawn, theme, text, reason_slot(at), theme.lined)
    looks = looks_of_seats(count, dress)
    inside = _table_picture(dress, table, tuple(looks[seat - 1] for seat in count.order))
    drawn.paste(inside, table.panel[:2])
    write(drawn, theme, count.unit, table.unit, theme.plain)
    for at, column in enumerate(count.columns):
        tint = theme.plain if column.kind == "term" else theme.quiet
        write(drawn, theme, column.name, table.label(at)[1], tint)
    for at, seat in enumerate(count.order):
        name = player_name(names[seat - 1], seat, NAME_LEAST)
        name_piece(theme, name, table.name(at), theme.plain).put(drawn)
        _write_seat(drawn, count, table, dress, at)
    if count.course:
        draw_graph(drawn, theme, count.course, (_LEFT, low, _RIGHT, high), looks)
    return drawn


def looks_of_seats(count: Count, dress: Dress) -> list[SeatLook]:
    looks = count.looks or range(1, len(count.totals) + 1)
    return [dress.looks[(look - 1) % len(dress.looks)] for look in looks]


@lru_cache(maxsize=6)
def _sky_picture(theme: Theme) -> PackedPicture:
    return PackedPicture(gallery.over_roofs(theme, (SIZE, SIZE), 70).finish(theme))


def draw_ahead(dressed: Callable[[str], Dress], theme: str) -> object:
    """The part that the sheets of a theme share."""
    return _sky_picture(dressed(theme).theme)


def sheet_ground(theme: Theme, height: int) -> Image.Image:
    whole = _sky_picture(theme).picture
    part = whole.crop((0, 0, SIZE, height))
    roofs = whole.crop((0, SIZE - 2 * _FOOT, SIZE, SIZE))
    part.paste(roofs, (0, height - 2 * _FOOT))
    return part


def reason_slot(at: int) -> Slot:
    """The slot of a line that says what brought the win."""
    top = _REASON * at + RESULT.box[3] + 2
    return Slot((24, top, 976, top + _REASON), fonts.TEXT, 30 if at else 34)


def write_result(drawn: Image.Image, count: Count, names: Sequence[str], dress: Dress) -> None:
    """The winner after their sign and before a word, or a headline, between laurels."""
    theme, winners = dress.theme, count.winners
    metals = {"gold": theme.title, "silver": theme.silver, "bronze": theme.bronze}
    metal = theme.title if winners else metals.get(count.metal)
    if metal is not None:
        for at in LAURELS:
            put_middle(drawn, laurel_picture(theme, metal, _LAUREL), at)
    if len(winners) != 1:
        headline = tr(SHARED) if winners else count.headline
        write(drawn, theme, headline, HEADLINE, theme.titled)
        return
    (seat,) = winners
    winner = player_name(names[seat - 1], seat, RESULT_LEAST)
    word = Name(tr(WINS), WINS, RESULT_LEAST)
    left, top, right, bottom = RESULT.box
    room = RESULT._replace(box=(left + _SIGN_ROOM, top, right, bottom))
    slots = side_by_side(winner, word, room)
    for each, slot in zip((winner, word), slots, strict=True):
        name_piece(theme, each, slot, theme.titled).put(drawn)
    side = looks_of_seats(count, dress)[seat - 1]
    canvas = Canvas.around(38, theme.night)
    side.draw(canvas, (0, 0), 20)
    at = slots[0].box[0] - _SIGN_ROOM + 28, (top + bottom) / 2
    put_middle(drawn, canvas.finish(theme), at)


@lru_cache(maxsize=32)
def laurel_picture(theme: Theme, metal: Colour, half: float) -> Image.Image:
    canvas = Canvas.around(round(half) + 4, theme.night)
    SIGNS["laurel"](Pen(canvas, (0, 0), half), metal, theme.night)
    return canvas.finish(theme)


# ------------------------------------------------------------------------- the table


_REASON, _NAMES, _STATES, _HEADINGS, _TOTALS = 38, 50, 38, 34, 64
"""The heights of the lines above what is counted."""
_MOST, _LEAST = 54, 36
"""The height of a row: as there is room."""
_SUM = 64
"""The width of the sums of several scorings."""
_SIGN = 13


class Table(NamedTuple):
    """The places of a count: a column for each seat, or one for each of its scorings and their sum;
    a row for each thing, its label at the left. Numbers end below each other.
    """

    seats: int
    phases: int
    columns: tuple[tuple[str, str], ...]
    """The kind and the sign of each."""
    ranked: bool
    """Whether a line says the places of the seats, or that one is out."""
    tops: tuple[int, ...]
    """Those of the table, of the places, the headings, the totals, and of what is counted."""
    high: int
    """The height of a row: as there is room."""

    @classmethod
    def lay_out(cls, count: Count) -> "Table":
        seats, phases = len(count.totals), len(count.rows_of(1))
        ranked = bool(count.gone or (count.ranks and seats > 2))
        top = reason_slot(len(count.reasons) + len(count.notes)).box[1] + 6
        heights = 4 + _NAMES, _STATES * ranked, _HEADINGS * (phases > 1), _TOTALS
        tops = tuple(accumulate(heights, initial=top))
        room = SIZE - _FOOT - tops[-1] - 4 - (graph.LEAST_GRAPH_HEIGHT + 8 if count.course else 0)
        columns = tuple((column.kind, column.sign) for column in count.columns)
        high = max(_LEAST, min(_MOST, room // len(columns)))
        return cls(seats, phases, columns, ranked, tops, high)

    @property
    def panel(self) -> Box:
        return _LEFT, self.tops[0], _RIGHT, self.row(len(self.columns))[0] + 4

    @property
    def _labels(self) -> int:
        """Where the labels end."""
        return 226 if self.phases > 1 or self.seats > 2 else 320

    def column(self, at: int, phase: int = 0) -> tuple[int, int]:
        """The left and right end of a scoring of a seat, of the sums, or of a seat with one."""
        wide = (_RIGHT - 4 - self._labels) / self.seats
        left = self._labels + wide * at
        if self.phases > 1:
            each = (wide - _SUM) / self.phases
            left += each * phase
            wide = each if phase < self.phases else _SUM
        return round(left), round(left + wide)

    def _end(self, at: int, phase: int) -> int:
        """Where the numbers of a scoring end."""
        left, right = self.column(at, phase)
        return right - 10 if self.phases > 1 else min(right - 10, (left + right) // 2 + 50)

    def row(self, at: int) -> tuple[int, int]:
        top = self.tops[4] + self.high * at
        return top, top + self.high

    def label(self, at: int) -> tuple[XY, Slot]:
        """The place of a sign, and the slot of its word."""
        (top, bottom), (kind, sign) = self.row(at), self.columns[at]
        left = 18 + (14 if kind == "part" else 0)
        box = (left + (42 if sign else 0), top + 2, self._labels - 6, bottom - 2)
        return (left + 16.0, (top + bottom) / 2), Slot(box, fonts.TEXT, 30, "left")

    @property
    def unit(self) -> Slot:
        box = (20, self.tops[3], self._labels - 6, self.tops[4] - 4)
        return Slot(box, fonts.TITLE, 34, "left")

    def name(self, at: int) -> Slot:
        right = self.column(at, self.phases if self.phases > 1 else 0)[1]
        left = self.column(at)[0] + (8 if self.ranked else 58)
        box = (left, self.tops[0] + 4, right - 6, self.tops[0] + _NAMES)
        return Slot(box, fonts.SCRIPTS[0], 36, "left")

    def sign(self, at: int) -> XY:
        """The middle of a seat's sign: before its name, or on the line below."""
        middle = self.tops[1] + _STATES / 2 - 2 if self.ranked else self.tops[0] + 4 + _NAMES / 2
        return self.column(at)[0] + 28.0, middle

    def state(self, at: int) -> Slot:
        left, right = self.column(at)
        box = (left + 58, self.tops[1], right - 4, self.tops[1] + _STATES - 4)
        return Slot(box, fonts.TEXT, 29, "left")

    def heading(self, at: int, phase: int) -> Slot:
        left, right = self.column(at, phase)
        left += 4 if phase < self.phases else -6
        return Slot((left, self.tops[2], right - 10, self.tops[3]), fonts.TEXT, 29, "right")

    def total(self, at: int, phase: int) -> Slot:
        size = 44 if self.phases > 1 and phase < self.phases else 54
        end = self._end(at, phase)
        left = max(self.column(at, phase)[0] + 2, end - 110)
        return Slot((left, self.tops[3] + 2, end, self.tops[4] - 6), fonts.STRONG, size, "right")

    def numbers(self, at: int, phase: int, row: int) -> tuple[Slot, Slot]:
        """The slots of a number and of the terms before it."""
        (top, bottom), end = self.row(row), self._end(at, phase)
        size = 36 if self.phases > 1 else 40
        number = Slot((end - 52, top + 2, end, bottom - 2), fonts.STRONG, size, "right")
        begin = max(self.column(at, phase)[0] + 3, end - 190)
        terms = Slot((begin, top + 2, end - size - 4, bottom - 2), fonts.TEXT, 29, "right")
        return number, terms


@lru_cache(maxsize=32)
def _table_picture(dress: Dress, table: Table, looks: tuple[SeatLook, ...]) -> Image.Image:
    """The empty table with its signs, independent of language and match."""
    theme, canvas = dress.theme, Canvas(table.panel, dress.theme.night)
    canvas.panel(table.panel, 16, theme)
    for at, (kind, sign) in enumerate(table.columns):
        if kind != "part":
            y = table.row(at)[0]
            canvas.rectangle(_LEFT + 12, y - 1, _RIGHT - 12, y + 1, theme.panel_edge)
        if sign:
            dress.draw_sign(canvas, sign, table.label(at)[0], 17)
    for at, side in enumerate(looks):
        x = table.column(at)[0]
        canvas.rectangle(x - 1, table.panel[1] + 12, x + 1, table.panel[3] - 12, theme.panel_edge)
        side.draw(canvas, table.sign(at), _SIGN)
    return canvas.finish(theme)


def _write_seat(drawn: Image.Image, count: Count, table: Table, dress: Dress, at: int) -> None:
    """The column of the seat at a place from the left."""
    theme, seat = dress.theme, count.order[at]
    rows = count.rows_of(seat)
    phases = [(row.brief, whole_words(row.total), row.cells) for row in rows]
    if text := _seat_state(count, seat):
        write(drawn, theme, text, table.state(at), theme.quiet)
    if len(rows) > 1:
        phases.append((tr(TOTAL), "", [*_summed_cells(count, seat)]))
    for phase, (brief, total, cells) in enumerate(phases):
        for row, (column, cell) in enumerate(zip(count.columns, cells, strict=True)):
            faint = column.kind == "beside" or (phase == table.phases and column.kind == "part")
            tint = theme.quiet if faint else theme.plain_if(cell.value)
            tint = theme.golden if cell.things == _NOTED_AHEAD else tint
            number, terms = table.numbers(at, phase, row)
            shown = "·" if cell.value is None else whole_words(cell.value)
            typeset(theme, shown, number, tint).put(drawn)
            typeset(theme, cell.terms.replace(" ", ""), terms, theme.quiet).put(drawn)
        if len(rows) > 1:
            write(drawn, theme, brief, table.heading(at, phase), theme.quiet)
            typeset(theme, total, table.total(at, phase), theme.plain).put(drawn)
    slot, total = table.total(at, len(phases) - 1), whole_words(count.totals[seat - 1])
    if seat in count.winners:
        _, top, right, bottom = slot.box
        left = right - ceil(text_width(total, slot.file, size_for(total, slot)))
        side = looks_of_seats(count, dress)[seat - 1]
        marks.ribbon_piece(
            theme, slot._replace(box=(left - 9, top, right + 7, bottom)), "", side.fill
        ).put(drawn)
        typeset(theme, total, slot, Tint(side.ink, side.fill)).put(drawn)
    else:
        typeset(theme, total, slot, theme.plain).put(drawn)


_NOTED_AHEAD = "ahead"


def _summed_cells(count: Count, seat: int) -> Iterator[Cell]:
    """What all scorings of a seat brought of each thing, noted where others have less."""
    for at, column in enumerate(count.columns):
        sums = dict[int, int]()
        for row in count.rows:
            if (value := row.cells[at].value) is not None:
                sums[row.seat] = sums.get(row.seat, 0) + value
        own = sums.pop(seat, None)
        ahead = column.kind == "term" and (own or 0) > max(sums.values(), default=own or 0)
        yield Cell(own, things=_NOTED_AHEAD if ahead else "")


def _seat_state(count: Count, seat: int) -> str:
    """That a seat is out or has left, its place among three or more, or the word for a win."""
    if seat in count.gone or not count.ranks or len(count.ranks) < 3:
        return count.gone.get(seat, "")
    if len(count.ranks) > 4:  # columns without room for a word
        return f"{count.ranks[seat - 1]}."
    word = marks.winner_word(count.ranks, seat)
    return tr(word) if word else tr(RANK, rank=count.ranks[seat - 1])
