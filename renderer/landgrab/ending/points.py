"""The graph of points on the final sheet: each seat's points in the course of the rounds.

A line rises when its seat claims a building and falls when the building is stolen. Lines of equal
seats run side by side. The line of the last seat still in rises vertically by its bonus.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import LAST_REMAINING, score
from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from renderer.canvas import XY, Canvas
from renderer.graph import END_SIGN, Look, Plot, draw_course
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.text import write, written

from . import sheet_layout as layout

TITLE = mark("Points after each round")
ROUNDS = mark("rounds")
LAST = mark("last pawn standing +{points}")
"""The bonus of the last seat still in, above the end of its line."""
_STEPS = (1, 2, 5, 10)
_TICKS = (1, 2, 5, 10, 20)
"""The rounds between two numbers; a graph has at most nine numbers."""
_MOST_TICKS = 9
_WIDTH = {2: 9.0, 3: 8.0, 4: 7.0}
"""The width of lines, by their count."""
_STAGGER = 20.0
"""The distance along level lines between the shapes of their seats."""

_Course = list[tuple[float, int]]


def courses_of(states: Sequence[Position]) -> list[_Course]:
    """Each seat's points by time, in rounds from 0; each change has two entries."""
    courses: list[_Course] = [[(0.0, 0)] for _ in states[-1].seats]
    for when, state in moments(states):
        for seat, course in zip(state.seats, courses, strict=True):
            had, before = score(state, seat).total, course[-1][1]
            if had != before:
                course += [(when, before), (when, had)]
    end = ended(states)
    return [[*course, (end, course[-1][1])] for course in courses]


def moments(states: Sequence[Position]) -> list[tuple[float, Position]]:
    """The positions from the first turn on, each with the number of rounds played before it."""
    found = []
    for number, group in groupby(states, key=lambda state: state.round):
        round_ = list(group)
        if number:
            for at, state in enumerate(round_):
                over = state.phase == "over"
                found.append((number if over else number - 1 + at / len(round_), state))
    return found


def ended(states: Sequence[Position]) -> float:
    """The number of rounds shown, with a begun round counted."""
    return float(max(1, states[-1].round))


def side_by_side(courses: Sequence[_Course], gap: float) -> list[list[tuple[float, int, float]]]:
    """The courses, each entry with its shift away from courses at the same level."""
    times = sorted({when for course in courses for when, _ in course})
    found: list[list[tuple[float, int, float]]] = [[] for _ in courses]
    for start, end in pairwise(times):
        had = [_had(course, start) for course in courses]
        for at, own in enumerate(had):
            level = [other for other, theirs in enumerate(had) if theirs == own]
            shift = gap * (level.index(at) - (len(level) - 1) / 2)
            if found[at] and found[at][-1] == (start, own, shift):
                found[at].pop()
            else:
                found[at].append((start, own, shift))
            found[at].append((end, own, shift))
    for course, points in zip(courses, found, strict=True):
        if points[-1][1] != course[-1][1]:
            points.append((*course[-1], 0.0))
    return found


def _had(course: _Course, when: float) -> int:
    """A seat's points right after a moment."""
    return next(had for at, had in reversed(course) if at <= when)


def ticks(rounds: float) -> list[int]:
    step = next((step for step in _TICKS if rounds / step <= _MOST_TICKS), _TICKS[-1])
    return list(range(step, int(rounds) + 1, step))


def draw_graph(sheet: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph on a tall sheet."""
    state = states[-1]
    letters, at = state.setup.colours, layout.graph(len(state.lives))
    width = _WIDTH[len(letters)]
    courses, rounds = courses_of(states), ended(states)
    plot = Plot(at.plot, rounds, [0, 4, *[had for each in courses for _, had in each]], _STEPS)
    numbers = ticks(rounds)
    canvas = Canvas(at.panel, theme.night)
    canvas.panel(at.panel, 16, theme)
    plot.draw(canvas, theme, numbers)
    for place, points in enumerate(side_by_side(courses, width + 1)):
        letter = letters[place]
        line = [(x, y + shift) for when, had, shift in points for x, y in (plot.at(when, had),)]
        shapes = [] if len(states) < 2 else _shapes(line, plot, numbers, place, len(letters))
        look = Look(theme.owner(letter), theme.on_owner(letter), theme.words, width)
        draw_course(canvas, LETTERS.index(letter) + 1, line, shapes, look)
    ends = layout.ENDS.places([plot.at(rounds, course[-1][1]) for course in courses], at.plot[3])
    for letter, (centre, _) in zip(letters, ends, strict=True):
        glyphs.draw_sign(canvas, theme, letter, centre, END_SIGN)
    sheet.paste(canvas.finish(theme), at.panel[:2])
    write(sheet, theme, tr(TITLE), at.title, theme.plain)
    plot.write_lines(sheet, theme, at.panel[0] + 8)
    for number in numbers:
        slot = plot.below(number, at.rounds)
        if slot.box[2] <= at.rounds_word.box[0]:  # else it would overlap the word
            write(sheet, theme, str(number), slot, theme.quiet)
    write(sheet, theme, tr(ROUNDS), at.rounds_word, theme.quiet)
    if state.end == "last":
        write(sheet, theme, tr(LAST, points=LAST_REMAINING), at.last, theme.plain)
    for course, (_, slot) in zip(courses, ends, strict=True):
        written(theme, str(course[-1][1]), slot, theme.plain).put(sheet)


def _shapes(
    line: Sequence[XY], plot: Plot, numbers: Sequence[int], place: int, seats: int
) -> list[XY]:
    """The places of a line's shapes: slightly before or after each numbered round, so that seats
    on level lines do not hide each other's.
    """
    found = []
    for number in numbers[:-1]:
        x = plot.at(number, 0)[0] + _STAGGER * (place - (seats - 1) / 2)
        heights = [ay for (ax, ay), (bx, by) in pairwise(line) if ax <= x <= bx and ay == by]
        if heights:
            found.append((x, heights[0]))
    return found
