"""The final count of a match as data, which one picture and one text show for every game.

A game states the number of each thing that each seat has. Texts are in the current language.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from prowlerbot.core.i18n import whole_words


class Column(NamedTuple):
    """A thing that is counted. ``sign`` names its sign in pictures and texts.

    A ``term`` is added to the total, a ``part`` lies within the term before it, and something
    ``beside`` the sum only stands there.
    """

    name: str
    sign: str = ""
    kind: Literal["term", "part", "beside"] = "term"


class Cell(NamedTuple):
    """A number, its ``terms`` in figures and the ``things`` counted; None if nothing can count."""

    value: int | None = None
    terms: str = ""
    things: str = ""


class Row(NamedTuple):
    """The count of a seat in one scoring: a cell for each column, and their sum. ``phase`` is the
    name of the scoring, ``brief`` its heading in a table; empty if there is one.
    """

    seat: int
    cells: Sequence[Cell]
    total: int
    phase: str = ""
    brief: str = ""


Line = Sequence[tuple[float, int]]
"""The score of a seat at each moment; two entries of one moment are a jump."""


class ScoreCourse(NamedTuple):
    """The score of each seat through the match. ``jump`` is a moment that paid, and its name."""

    title: str
    unit: str
    lines: Sequence[Line]
    jump: tuple[float, str] | None = None


class Count(NamedTuple):
    """The count of a match, running or over."""

    title: str
    unit: str
    """The name of the counted things."""
    columns: Sequence[Column]
    rows: Sequence[Row]
    totals: Sequence[int]
    ranks: Sequence[int] | None = None
    """The ranks of the seats once the match is over."""
    reasons: Sequence[str] = ()
    """The reasons for the win."""
    notes: Sequence[str] = ()
    headline: str = ""
    """The heading of a picture without a winner."""
    metal: str = ""
    """The medal in place of a winner."""
    gone: Mapping[int, str] = {}
    """By seat: the words that it is out."""
    looks: Sequence[int] = ()
    """The numbers of the seats' shapes and colours, if they differ from those of the seats."""
    course: ScoreCourse | None = None

    @property
    def order(self) -> list[int]:
        """The seats, those of three or more by their ranks."""
        seats = range(1, len(self.totals) + 1)
        if not self.ranks or len(seats) < 3:
            return list(seats)
        return sorted(seats, key=lambda seat: (self.ranks or seats)[seat - 1])

    @property
    def winners(self) -> list[int]:
        """The seats in the first place, of at least two."""
        ranks = self.ranks if self.ranks and len(self.ranks) > 1 else ()
        return [seat for seat, rank in enumerate(ranks, 1) if rank == 1]

    def rows_of(self, seat: int) -> list[Row]:
        return [row for row in self.rows if row.seat == seat]


def sum_words(parts: Iterable[int]) -> str:
    """The parts above or below zero as a sum in figures; empty if there are fewer than two."""
    shown = [part for part in parts if part]
    if len(shown) < 2:
        return ""
    more = "".join(f" {'−' if part < 0 else '+'} {abs(part)}" for part in shown[1:])
    return f"{whole_words(shown[0])}{more}"


def cell_of(count: int, worth: int, things: str = "") -> Cell:
    """The cell of so many things of equal worth."""
    return Cell(count * worth, f"{count} × {worth}" if count else "", things)


def as_steps(line: Line, end: float) -> Line:
    """The same line, but one that is level from each moment to the next one, and up to the end."""
    level = [line[0]]
    for (_, before), (when, had) in pairwise(line):
        level += [(when, before), (when, had)] if had != before else []
    return [*level, (max(end, line[-1][0]), line[-1][1])]
