"""The final sheet: the winner, and the points of all seats with their parts."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from PIL import Image

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from prowlerbot.games.landgrab.rules import LAST_REMAINING, STARTING_LIVES, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer import canvas, marks, sheet
from renderer.canvas import XY, Box, Canvas, put_all
from renderer.glyphs import Pen
from renderer.graph import Look, Plot, draw_course
from renderer.landgrab import buildings, colours, ground
from renderer.landgrab.colours import COLOURS, Colours
from renderer.landgrab.ending import sheet_layout as layout
from renderer.marks import Ranks
from renderer.text import named, player, write

TITLE = "LANDGRAB"
HEADINGS = {
    "small": mark("small"),
    "large": mark("large"),
    "last": mark("standing"),
    "points": mark("points"),
}
SO_FAR = mark("Points so far")
OUT, LEFT = mark("out"), mark("has left")
ENDS = {
    "last": mark("One pawn is left standing"),
    "calm": mark("{rounds} rounds without a lost life or an unowned building taken"),
    "rounds": mark("All {rounds} rounds have been played"),
}
"""The reason for the end of the match."""
DECIDED = {
    "left": mark("A player who leaves ranks last"),
    "large": mark("Level in points; more large buildings decide"),
    "lives": mark("Level in points and large buildings; more lives decide"),
    "shared": mark("Level in points, large buildings and lives"),
}
"""The deciding rule, if points did not decide."""


def ahead_by(points_ahead: int) -> str:
    return trn("Won by {count} point", "Won by {count} points", points_ahead)


def draw_sheet(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
) -> bytes:
    """The sheet of the last of ``states`` as PNG, 1000 pixels wide; also in the middle of a match.

    The graph needs all positions and appears after the first turn.
    """
    colours = COLOURS[theme]
    drawn = picture(states, names, colours, ended)
    return canvas.encode(drawn, colours.palette_bytes)


def picture(
    states: Sequence[Position], names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Image.Image:
    """The sheet as a picture in the theme's palette (mode P)."""
    state = states[-1]
    tall = len(states) > 1 and state.round > 0
    standing = sheet.standing(len(state.lives), state.outcome, ended)
    order, winners = standing.order, standing.winners
    drawn = sheet.form(theme, TITLE, layout.height(len(order), tall=tall)).copy()
    for column, slot in layout.HEADINGS.items():
        write(drawn, theme, tr(HEADINGS[column]), slot, theme.lined)
    letters = [state.setup.colours[seat - 1] for seat in order]
    signs = [
        colours.sign(theme, letter, sheet.TOTAL_SIGN, sheet.SIGN_REACH, theme.night)
        for letter in letters
    ]
    sheet.write_totals(drawn, theme, [str(score(state, seat).total) for seat in order], signs)
    for place, seat in enumerate(order):
        row = layout.row(place)
        _put_row(drawn, theme, state, seat, place)
        if not state.is_in(seat):
            gone = tr(LEFT if seat in state.left else OUT)
            slot = row.short_state if seat in winners else row.state
            write(drawn, theme, gone, slot, theme.quiet)
        wanted = player(names[seat - 1], seat, layout.NAME_LEAST)
        named(theme, wanted, row.name, theme.plain).put(drawn)
        if word := marks.won(standing.ranks, seat):
            letter = letters[place]
            put_all(drawn, marks.lit_frame(theme, row.panel, 16, theme.owner_light(letter)))
            colour, ink = theme.owner(letter), theme.on_owner(letter)
            marks.ribbon(theme, row.ribbon, tr(word), colour, ink).put(drawn)
    metal = theme.title if winners else None
    winner, headline = standing.winner(names), standing.headline(SO_FAR)
    sheet.write_result(drawn, theme, winner, headline, metal, signs[0])
    for text, slot in zip(reasons(state, ended), layout.REASONS, strict=False):
        write(drawn, theme, text, slot, theme.lined)
    if tall:
        draw_graph(drawn, theme, states)
    return drawn


def reasons(state: Position, ended: Ranks) -> list[str]:
    """The reason for the end of the match and the deciding rule, a line each."""
    outcome = state.outcome
    if outcome is None:
        return [] if ended is None else [tr(sheet.CUT_SHORT)]
    why = tr(ENDS[state.end], rounds=CALM_ROUNDS if state.end == "calm" else ROUNDS)
    if outcome.by != "points":
        return [why, tr(DECIDED[outcome.by])]
    winner = outcome.ranks.index(1) + 1
    totals = dict(zip(state.seats, outcome.totals, strict=True))
    best = max(totals[seat] for seat in state.seats if seat != winner and seat not in state.left)
    if any(totals[seat] > best for seat in state.left):
        return [why, tr(DECIDED["left"])]  # the margin would contradict the totals
    return [why, ahead_by(totals[winner] - best)]


def _put_row(drawn: Image.Image, theme: Colours, state: Position, seat: int, place: int) -> None:
    """A seat's plaque with its lives, its buildings, and the sum of its points."""
    row, letter, made = layout.row(place), state.setup.colours[seat - 1], score(state, seat)
    canvas = Canvas(row.panel, theme.night)
    canvas.panel(row.panel, 16, theme)
    colours.draw_sign(canvas, theme, letter, row.sign, layout.SIGN)
    x, y = row.hearts
    for life in range(STARTING_LIVES):
        pen = Pen(canvas, (x + life * layout.HEARTS_APART, y), layout.HEART)
        left = life < state.lives[seat - 1]
        colours.SIGNS["heart"](pen, theme.life, theme.life if left else theme.panel)
    for column, wide, count in zip(("small", "large"), (1, 2), owned(state, seat), strict=True):
        for box in building_boxes(row.buildings[column], count, wide):
            buildings.draw_building(canvas, theme, box, letter, 1)
        if count:
            worth = {"small": 1, "large": 3}[column]
            write(canvas, theme, f"{count} × {worth} =", row.made[column], theme.quiet)
            write(canvas, theme, str(count * worth), row.number[column], theme.plain)
        else:
            write(canvas, theme, "0", row.nothing[column], theme.quiet)
    if made.last:
        ground.draw_pawn(canvas, theme, letter, row.pawn, layout.PAWN * 2 / 78)
    write(canvas, theme, str(made.last), row.nothing["last"], theme.plain_if(made.last))
    for sign, slot in zip("++=", row.plus, strict=True):
        write(canvas, theme, sign, slot, theme.quiet)
    write(canvas, theme, str(made.total), row.total, theme.plain)
    drawn.paste(canvas.finish(theme), row.panel[:2])


def owned(state: Position, seat: int) -> tuple[int, int]:
    """The numbers of small and large buildings that a seat owns."""
    counts = [0, 0]
    for each, owner in zip(state.map.buildings, state.owners, strict=True):
        counts[each.is_large] += owner == seat
    return counts[0], counts[1]


def building_boxes(within: Box, count: int, wide: int) -> list[Box]:
    """The places of ``count`` buildings, ``wide`` squares each: in one row or two, whichever makes
    them larger.
    """
    left, top, right, bottom = within

    def cell_in(rows: int) -> int:
        room = (right - left) // (-(-count // rows) * wide)
        return min(room, (bottom - top) // rows, layout.BUILDING)

    if not count:
        return []
    rows = max((1, 2), key=cell_in)
    cell, in_a_row = cell_in(rows), -(-count // rows)
    boxes = []
    for row in range(rows):
        there = min(in_a_row, count - row * in_a_row)
        x = (left + right - there * cell * wide) // 2
        y = (top + bottom - rows * cell) // 2 + row * cell
        steps = range(x, x + there * cell * wide, cell * wide)
        boxes += [(step, y, step + cell * wide, y + cell) for step in steps]
    return boxes


# ------------------------------------------------------------------------- the graph


GRAPH_TITLE = mark("Points after each round")
GRAPH_ROUNDS = mark("rounds")
LAST = mark("last pawn standing +{points}")
"""The bonus of the last seat still in, above the end of its line."""
_STEPS = (1, 2, 5, 10)
_TICKS = (1, 2, 5, 10, 20)
"""The possible distances of two numbers, in rounds; a graph has at most nine numbers."""
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
    end = ended_at(states)
    return [[*course, (end, course[-1][1])] for course in courses]


def moments(states: Sequence[Position]) -> list[tuple[float, Position]]:
    """The positions from the first turn on, each with the number of rounds played before it."""
    shown = []
    for number, group in groupby(states, key=lambda state: state.round):
        round_ = list(group)
        if number:
            for at, state in enumerate(round_):
                over = state.phase == "over"
                shown.append((number if over else number - 1 + at / len(round_), state))
    return shown


def ended_at(states: Sequence[Position]) -> float:
    """The number of rounds shown; a round that has begun counts."""
    return float(max(1, states[-1].round))


def side_by_side(courses: Sequence[_Course], gap: float) -> list[list[tuple[float, int, float]]]:
    """The courses, each entry with its shift away from courses at the same level."""
    times = sorted({when for course in courses for when, _ in course})
    shifted: list[list[tuple[float, int, float]]] = [[] for _ in courses]
    for start, end in pairwise(times):
        had = [next(had for at, had in reversed(course) if at <= start) for course in courses]
        for at, own in enumerate(had):
            level = [other for other, theirs in enumerate(had) if theirs == own]
            shift = gap * (level.index(at) - (len(level) - 1) / 2)
            if shifted[at] and shifted[at][-1] == (start, own, shift):
                shifted[at].pop()
            else:
                shifted[at].append((start, own, shift))
            shifted[at].append((end, own, shift))
    for course, points in zip(courses, shifted, strict=True):
        if points[-1][1] != course[-1][1]:
            points.append((*course[-1], 0.0))
    return shifted


def ticks(rounds: float) -> list[int]:
    step = next((step for step in _TICKS if rounds / step <= _MOST_TICKS), _TICKS[-1])
    return list(range(step, int(rounds) + 1, step))


def draw_graph(drawn: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph on a tall sheet: each seat's points in the course of the rounds.

    A line rises when its seat claims a building and falls when the building is stolen. Lines of
    equal seats run side by side. The line of the last seat still in rises vertically by its bonus.
    """
    state = states[-1]
    letters, at = state.setup.colours, layout.graph(len(state.lives))
    width = _WIDTH[len(letters)]
    courses, rounds = courses_of(states), ended_at(states)
    plot = Plot(at.plot, rounds, [0, 4, *[had for each in courses for _, had in each]], _STEPS)
    numbers = ticks(rounds)
    canvas = Canvas(at.panel, theme.night)
    canvas.panel(at.panel, 16, theme)
    write(canvas, theme, tr(GRAPH_TITLE), at.title, theme.plain)
    plot.draw(canvas, theme, numbers, at.panel[0] + 8)
    for place, points in enumerate(side_by_side(courses, width + 1)):
        letter = letters[place]
        line = [(x, y + shift) for when, had, shift in points for x, y in (plot.at(when, had),)]
        shapes = [] if len(states) < 2 else _shapes(line, plot, numbers, place, len(letters))
        look = Look(theme.owner(letter), theme.on_owner(letter), theme.words, width)
        draw_course(canvas, LETTERS.index(letter) + 1, line, shapes, look)
    ends = [(plot.at(rounds, had), str(had)) for *_, (_, had) in courses]

    def sign(seat: int, centre: XY, half: float) -> None:
        colours.draw_sign(canvas, theme, letters[seat - 1], centre, half)

    layout.ENDS.put(canvas, theme, ends, at.plot[3], sign)
    for number in numbers:
        slot = plot.below(number, at.rounds)
        if slot.box[2] <= at.rounds_word.box[0]:  # else it would overlap the word
            write(canvas, theme, str(number), slot, theme.quiet)
    write(canvas, theme, tr(GRAPH_ROUNDS), at.rounds_word, theme.quiet)
    if state.end == "last":
        write(canvas, theme, tr(LAST, points=LAST_REMAINING), at.last, theme.plain)
    drawn.paste(canvas.finish(theme), at.panel[:2])


def _shapes(
    line: Sequence[XY], plot: Plot, numbers: Sequence[int], place: int, seats: int
) -> list[XY]:
    """The places of a line's shapes: slightly before or after each numbered round, so that seats
    on level lines do not hide each other's.
    """
    places = []
    for number in numbers[:-1]:
        x = plot.at(number, 0)[0] + _STAGGER * (place - (seats - 1) / 2)
        heights = [ay for (ax, ay), (bx, by) in pairwise(line) if ax <= x <= bx and ay == by]
        if heights:
            places.append((x, heights[0]))
    return places
