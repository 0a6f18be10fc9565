"""The graph on the final sheet: the treasure of each colony and its owner's stash over time."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.chronicle import is_over
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.scoring import PRISONER
from prowlerbot.games.heroes.seat import GEM, Seat
from renderer import fonts, graph
from renderer.canvas import Canvas
from renderer.graph import Look, Plot, draw_course
from renderer.heroes.colours import Colours
from renderer.owners import draw_seat
from renderer.text import Slot, write, written

from . import sheet_layout as layout

TITLE = mark("Treasure in stash and colony after each card")
ROUND = mark("Round {round}")
_STEPS = (1, 2, 5, 10, 20)
_WIDTH = {1: 9.0, 2: 9.0, 3: 8.0, 4: 7.0}
_MOMENTS = 7
"""Steps of a round on the graph: populated, then after each card."""


def worth(seat: Seat) -> int:
    """The value of the stash and the colony, prisoners included."""
    lying = seat.walk.tokens if seat.walk is not None else seat.tokens
    prisoners = PRISONER * lying.prisoners.bit_count()
    return seat.treasure + lying.all_gold + GEM * lying.gems.bit_count() + prisoners


def moments(states: Sequence[Position]) -> list[tuple[float, Position]]:
    """The positions shown, each with its time in rounds from 0.

    Each round has the start of the invasion, the end of each card, and the profit.
    """
    first, cards = states[-1].setup.rounds.start, 0
    found: list[tuple[float, Position]] = [(0.0, states[0])]
    for before, state in pairwise(states):
        if before.phase != "invasion" and state.phase == "invasion":
            cards = 0
            found.append((before.round - first + 0.3, state))
        elif before.phase == "invasion":
            over = state.phase != "invasion"
            if not over and not is_over(before, state):
                continue
            cards += 1
            part = 1.0 if over else 0.3 + 0.6 * cards / _MOMENTS
            found.append((before.round - first + part, state))
    if states[-1].phase == "over" and found[-1][1] is not states[-1]:
        found.append((found[-1][0] + 0.1, states[-1]))
    return found


def steps(whens: Sequence[float], values: Sequence[int], end: float) -> list[tuple[float, int]]:
    """A course that is level between moments, with vertical jumps."""
    found = [(whens[0], values[0])]
    for (_, before), (when, value) in pairwise(zip(whens, values, strict=True)):
        found += [(when, before), (when, value)] if value != before else [(when, value)]
    return [*found, (max(end, whens[-1]), values[-1])]


def draw_graph(sheet: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph on a tall sheet."""
    state = states[-1]
    seats, at = len(state.seats), layout.graph(len(state.seats))
    shown = moments(states)
    numbers = state.setup.rounds
    rounds = len(numbers)
    had = [[worth(each.seats[seat]) for _, each in shown] for seat in range(seats)]
    plot = Plot(at.plot, rounds, [0, 4, *(value for each in had for value in each)], _STEPS)
    canvas = Canvas(at.panel, theme.night)
    canvas.panel(at.panel, 16, theme)
    plot.draw(canvas, theme, range(1, rounds + 1))
    whens = [when for when, _ in shown]
    lines = [[plot.at(*point) for point in steps(whens, each, rounds)] for each in had]
    width = _WIDTH[seats]
    for seat, line in enumerate(lines, 1):
        shift = (seat - (seats + 1) / 2) * (width - 2)
        moved = [(x, y + shift) for x, y in line]
        look = Look(theme.seats[seat - 1], theme.on_seat(seat), theme.words, width)
        draw_course(canvas, seat, moved, moved[2:-3:8], look)
    ends = layout.ENDS.places([line[-1] for line in lines], at.plot[3])
    for seat, (centre, _) in enumerate(ends, 1):
        draw_seat(canvas, theme, seat, centre, graph.END_SIGN)
    sheet.paste(canvas.finish(theme), at.panel[:2])
    write(sheet, theme, tr(TITLE), at.title, theme.plain)
    plot.write_lines(sheet, theme, at.panel[0] + 8)
    for played, number in enumerate(numbers):
        left, right = round(plot.at(played, 0)[0]), round(plot.at(played + 1, 0)[0])
        slot = Slot((left, at.rounds[0], right, at.rounds[1]), fonts.TEXT, graph.NUMBER)
        write(sheet, theme, tr(ROUND, round=number), slot, theme.quiet)
    for each, (_, slot) in zip(had, ends, strict=True):
        written(theme, str(each[-1]), slot, theme.plain).put(sheet)
