"""The graph of wealth: each seat's wealth after every move, and the pay of mid-game scoring.

Each line ends in its seat's sign. At mid-game scoring both rise vertically by the pay.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.core.formats import whole
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.rules import PLACEMENTS, SEATS, Position
from prowlerbot.games.prowler.scoring import running_wealth
from renderer import fonts
from renderer.canvas import XY, Canvas
from renderer.graph import END_SIGN, Look, Plot, draw_course
from renderer.owners import draw_seat
from renderer.text import Slot, write, written

from . import sheet_layout as layout
from .colours import Colours

TITLE = mark("Wealth after each move")
MID_GAME = mark("Mid-game scoring")
MOVES = mark("moves")
_STEPS = (10, 20, 50, 100, 200)
"""The wealth between two grid lines."""
_MOVES = (5, 10, 15, 20, 25)


def scale_of(all_wealth: Sequence[int]) -> Plot:
    """From moves and wealth to pixels."""
    return Plot(layout.PLOT, PLACEMENTS + 1, (*all_wealth, 0, 20), _STEPS)


def draw_graph(sheet: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph of a match that was played out on a tall sheet."""
    half, paid = next((state.ply, state.mid) for state in states if state.mid is not None)
    courses = [list(course_of(states, seat, half)) for seat in SEATS]
    scale = scale_of([wealth for course in courses for _, wealth in course])
    left, top, right, bottom = layout.GRAPH
    canvas = Canvas((left, top, right, bottom), theme.night)
    canvas.panel(layout.GRAPH, 16, theme)
    scale.draw(canvas, theme, _MOVES)
    _draw_half(canvas, theme, scale.at(half, 0)[0])
    marks = paid_marks(scale.at(half, 0)[0])
    for seat, (centre, _) in zip(SEATS, marks, strict=True):
        draw_seat(canvas, theme, seat, centre, layout.HALF_SIGN)
    for seat, course in zip(SEATS, courses, strict=True):
        points = [scale.at(*point) for point in course]
        numbered = [scale.at(ply, had) for ply, had in dict(course).items() if ply in _MOVES]
        look = Look(theme.seats[seat - 1], theme.ink, theme.ink)
        draw_course(canvas, seat, points, numbered, look)
    ends = layout.ENDS.places([scale.at(*course[-1]) for course in courses], layout.PLOT[3])
    for seat, (centre, _) in zip(SEATS, ends, strict=True):
        draw_seat(canvas, theme, seat, centre, END_SIGN)
    sheet.paste(canvas.finish(theme), (left, top))
    write(sheet, theme, tr(TITLE), layout.GRAPH_TITLE, theme.plain)
    scale.write_lines(sheet, theme, layout.GRAPH[0] + 8)
    for ply in _MOVES:
        write(sheet, theme, str(ply), scale.below(ply, layout.MOVES), theme.quiet)
    for score, (_, slot) in zip(paid, marks, strict=True):
        shown = f"+{score.total}" if score.total >= 0 else f"−{-score.total}"
        written(theme, shown, slot, theme.plain).put(sheet)
    write(sheet, theme, tr(MID_GAME), word(marks[0][0]), theme.quiet)
    write(sheet, theme, tr(MOVES), layout.MOVES_WORD, theme.quiet)
    for course, (_, slot) in zip(courses, ends, strict=True):
        written(theme, whole(course[-1][1]), slot, theme.plain).put(sheet)


def course_of(states: Sequence[Position], seat: int, half: int) -> Iterator[tuple[int, int]]:
    """A seat's wealth after each move; twice at mid-game scoring, before and after the pay."""
    for state in states:
        wealth = running_wealth(state, seat)
        if state.ply == half and state.mid is not None:
            yield state.ply, wealth - state.mid[seat - 1].total
        yield state.ply, wealth


def _draw_half(canvas: Canvas, theme: Colours, x: float) -> None:
    _, top, _, bottom = layout.PLOT
    for y in range(top - 4, bottom, 14):
        canvas.rectangle(x - 2, y, x + 2, y + 8, theme.gilt)


def paid_marks(x: float) -> list[tuple[XY, Slot]]:
    """The slot above its line for the pay of mid-game scoring."""
    top, bottom = layout.HALF
    across = 112
    start = max(x - across, layout.PLOT[0] + layout.HALF_WORD)
    found = []
    for at in range(len(SEATS)):
        left = round(start) + at * across
        slot = Slot((left + 44, top, left + across - 8, bottom), fonts.STRONG, 32, "left")
        found.append(((left + 16.0, (top + bottom) / 2), slot))
    return found


def word(first: XY) -> Slot:
    """The word before the first of those signs."""
    top, bottom = layout.HALF
    right = round(first[0]) - 24
    return Slot((right - layout.HALF_WORD + 24, top, right, bottom), fonts.TEXT, 30, "right")
