"""The final sheet: the winner, and the profit of every colony round by round."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import pairwise

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.colony import GEM
from prowlerbot.games.heroes.position import ROUNDS, Profit
from prowlerbot.games.heroes.rules import Position, is_over
from prowlerbot.games.heroes.scoring import PRISONER, TARGETS
from renderer import canvas, fonts, graph, marks, sheet
from renderer.canvas import XY, Canvas, put_all
from renderer.glyphs import draw_seat, seat_sign
from renderer.graph import Look, Plot, draw_course
from renderer.heroes import board, squares
from renderer.heroes.colours import COLOURS, SIGNS, Colours
from renderer.heroes.ending import sheet_layout as layout
from renderer.heroes.heading import worth
from renderer.marks import Ranks
from renderer.text import Slot, named, player, write
from renderer.theme import Colour

TITLE = "HEROES BEWARE"
SOURCES = ("gold", "gem", "prisoner", "majority")
ROUND = mark("Round {round}")
LAST_ROUND = mark("Only round {round} counts")
SO_FAR = mark("Treasure so far")
DECIDED = {
    "left": mark("All other players have left"),
    "gems": mark("Level in treasure; more gems decide"),
    "shared": mark("Level in treasure and in gems"),
}
MEDAL_NAMES = {
    "gold": mark("Gold medal"),
    "silver": mark("Silver medal"),
    "bronze": mark("Bronze medal"),
    "none": mark("No medal"),
}
MISSING = {
    "gold": mark("{count} more would have been gold"),
    "silver": mark("{count} more would have been silver"),
    "bronze": mark("{count} more would have been bronze"),
}
HIGHEST = mark("There is nothing higher")
RANK = mark("Place {rank}")
AHEAD = mark("Won by {count} in treasure")


def draw_sheet(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    theme: str = "night",
    ended: Ranks = None,
) -> bytes:
    """The sheet of the last of ``states`` as PNG, 1000 pixels wide; also in the middle of a match.

    The graph needs all positions.
    """
    colours = COLOURS[theme]
    drawn = picture(states, names, colours, ended)
    return canvas.encode(drawn, colours.palette_bytes)


def picture(
    states: Sequence[Position], names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Image.Image:
    """The sheet as a picture in the theme's palette (mode P)."""
    state, seats = states[-1], len(names)
    tall = len(states) > 1
    standing = sheet.standing(seats, state.outcome, ended)
    ranks, order, winners = standing
    drawn = sheet.form(theme, TITLE, layout.height(seats, tall=tall)).copy()
    rounds = rounds_of(state)
    for place, round_ in enumerate(state.setup.rounds):
        last = round_ == ROUNDS and place == rounds.detailed
        text = tr(LAST_ROUND if last else ROUND, round=round_)
        write(drawn, theme, text, layout.heading(rounds, place), theme.lined)
    totals = [str(state.seats[seat - 1].treasure) for seat in order]
    signs = [
        seat_sign(theme, seat, sheet.TOTAL_SIGN, sheet.SIGN_REACH, theme.night) for seat in order
    ]
    sheet.write_totals(drawn, theme, totals, signs)
    for place, seat in enumerate(order):
        row = layout.row(place, rounds)
        _write_row(drawn, theme, state, seat, place)
        wanted = player(names[seat - 1], seat, layout.NAME_LEAST)
        named(theme, wanted, row.name, theme.plain).put(drawn)
        if word := marks.won(ranks, seat):
            if seats > 1:
                colour, ink = theme.seats[seat - 1], theme.on_seat(seat)
                put_all(drawn, marks.lit_frame(theme, row.panel, 16, colour, theme.ink))
                marks.ribbon(theme, row.ribbon, tr(word), colour, ink).put(drawn)
        elif not state.seats[seat - 1].playing:
            write(drawn, theme, tr(board.LEFT), row.state, theme.quiet)
        elif ranks:
            write(drawn, theme, tr(RANK, rank=ranks[seat - 1]), row.state, theme.quiet)
    headline, metal = standing.headline(SO_FAR), theme.title if winners else None
    if seats == 1:
        headline, metal = _alone(theme, state) or (headline, None)
    sheet.write_result(drawn, theme, standing.winner(names), headline, metal, signs[0])
    write(drawn, theme, reason(state, ended), layout.REASON, theme.lined)
    if tall:
        draw_graph(drawn, theme, states)
    return drawn


def reason(state: Position, ended: Ranks) -> str:
    outcome = state.outcome
    if outcome is None:
        return "" if ended is None else tr(sheet.CUT_SHORT)
    if outcome.by in DECIDED:
        return tr(DECIDED[outcome.by])
    if len(state.seats) > 1:
        first, second = sorted(outcome.totals, reverse=True)[:2]
        return tr(AHEAD, count=first - second)
    (treasure,) = outcome.totals
    targets = TARGETS[state.setup.build]
    higher = [medal for medal, target in targets.items() if target > treasure]
    if not higher:
        return tr(HIGHEST)
    return tr(MISSING[higher[-1]], count=targets[higher[-1]] - treasure)


def _alone(theme: Colours, state: Position) -> tuple[str, Colour | None] | None:
    """The medal of a solo player, and the metal of the laurels around it."""
    if state.outcome is None:
        return None
    metals = {"gold": theme.title, "silver": theme.silver, "bronze": theme.bronze}
    return tr(MEDAL_NAMES[state.outcome.by]), metals.get(state.outcome.by)


def rounds_of(state: Position) -> layout.Rounds:
    """The rounds of the sheet.

    The latest finished round shows its sources; at the end of the match, the one that counts.
    """
    return layout.Rounds(len(state.setup.rounds), max(0, len(state.profits) - 1))


def sums(brought: Profit) -> tuple[str, str, str, str]:
    """A colony's profit by source: the number of tokens times the value of each."""
    return (
        str(brought.gold),
        f"{brought.gems}×{GEM}" if brought.gems else "0",
        f"{brought.prisoners // PRISONER}×{PRISONER}" if brought.prisoners else "0",
        f"{brought.most_guards}×{GEM}" if brought.most_guards else "0",
    )


def worths(brought: Profit) -> tuple[int, int, int, int]:
    """A colony's profit by source, in treasure."""
    return brought.gold, GEM * brought.gems, brought.prisoners, GEM * brought.most_guards


def _write_row(drawn: Image.Image, theme: Colours, state: Position, seat: int, place: int) -> None:
    """The profits of a seat's colonies, and the sums."""
    rounds = rounds_of(state)
    row = layout.row(place, rounds)
    drawn.paste(_row_form(theme, place, seat, rounds), row.panel[:2])
    for at, block in enumerate(row.blocks):
        if at >= len(state.profits):
            write(drawn, theme, "–", block.sum, theme.quiet)
            continue
        brought = state.profits[at][seat - 1]
        detailed = at == rounds.detailed
        for value, text, slot in zip(worths(brought), sums(brought), block.numbers, strict=False):
            write(drawn, theme, text, slot, theme.plain_if(value))
        sum_ = sum(worths(brought))
        text = f"= {sum_}" if detailed else str(sum_)
        write(drawn, theme, text, block.sum, theme.golden if detailed else theme.quiet)


@lru_cache(maxsize=64)
def _row_form(theme: Colours, place: int, seat: int, rounds: layout.Rounds) -> Image.Image:
    """A row's plaque without its words and numbers."""
    row = layout.row(place, rounds)
    canvas = Canvas(row.panel, theme.night)
    canvas.panel(row.panel, 16, theme)
    draw_seat(canvas, theme, seat, row.sign, layout.SIGN)
    half = layout.SOURCE / 2
    for block in row.blocks:
        x = block.left - 4
        canvas.rectangle(x, row.panel[1] + 16, x + 2, row.panel[3] - 16, theme.panel_edge)
        for source, (left, top) in zip(SOURCES, block.signs, strict=False):
            draw_source(canvas, theme, source, (left + half, top + half), half)
    return canvas.finish(theme)


def draw_source(canvas: Canvas, theme: Colours, source: str, centre: XY, half: float) -> None:
    """Draw the sign of a source: a token, or a guard with a crown for most guards."""
    if source == "majority":
        colours = theme.guard, theme.ink
        squares.draw_outlined(canvas, SIGNS["crowned"], centre, half, colours)
        return
    squares.draw_token(canvas, theme, source, centre, half)


# ------------------------------------------------------------------------- the graph


GRAPH_TITLE = mark("Treasure in stash and colony after each card")
_STEPS = (1, 2, 5, 10, 20)
_WIDTH = {1: 9.0, 2: 9.0, 3: 8.0, 4: 7.0}
_MOMENTS = 7
"""The moments of a round on the graph: when it is populated, and after each card."""


def moments(states: Sequence[Position]) -> list[tuple[float, Position]]:
    """The positions shown, each with its time in rounds from 0.

    Each round has the start of the invasion, the end of each card, and the profit.
    """
    first, cards = states[-1].setup.rounds.start, 0
    shown: list[tuple[float, Position]] = [(0.0, states[0])]
    for before, state in pairwise(states):
        if before.phase != "invasion" and state.phase == "invasion":
            cards = 0
            shown.append((before.round - first + 0.3, state))
        elif before.phase == "invasion":
            over = state.phase != "invasion"
            if not over and not is_over(before, state):
                continue
            cards += 1
            part = 1.0 if over else 0.3 + 0.6 * cards / _MOMENTS
            shown.append((before.round - first + part, state))
    if states[-1].phase == "over" and shown[-1][1] is not states[-1]:
        shown.append((shown[-1][0] + 0.1, states[-1]))
    return shown


def steps(whens: Sequence[float], values: Sequence[int], end: float) -> list[tuple[float, int]]:
    """A course that is level between moments, with vertical jumps."""
    line = [(whens[0], values[0])]
    for (_, before), (when, value) in pairwise(zip(whens, values, strict=True)):
        line += [(when, before), (when, value)] if value != before else [(when, value)]
    return [*line, (max(end, whens[-1]), values[-1])]


def draw_graph(drawn: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph on a tall sheet: the treasure of each colony and its owner's stash in time."""
    state = states[-1]
    seats, at = len(state.seats), layout.graph(len(state.seats))
    shown = moments(states)
    numbers = state.setup.rounds
    rounds = len(numbers)
    had = [[worth(each.seats[seat]) for _, each in shown] for seat in range(seats)]
    plot = Plot(at.plot, rounds, [0, 4, *(value for each in had for value in each)], _STEPS)
    canvas = Canvas(at.panel, theme.night)
    canvas.panel(at.panel, 16, theme)
    write(canvas, theme, tr(GRAPH_TITLE), at.title, theme.plain)
    plot.draw(canvas, theme, range(1, rounds + 1), at.panel[0] + 8)
    whens = [when for when, _ in shown]
    lines = [[plot.at(*point) for point in steps(whens, each, rounds)] for each in had]
    width = _WIDTH[seats]
    for seat, line in enumerate(lines, 1):
        shift = (seat - (seats + 1) / 2) * (width - 2)
        moved = [(x, y + shift) for x, y in line]
        look = Look(theme.seats[seat - 1], theme.on_seat(seat), theme.words, width)
        draw_course(canvas, seat, moved, moved[2:-3:8], look)
    ends = [(line[-1], str(each[-1])) for line, each in zip(lines, had, strict=True)]
    layout.ENDS.put(canvas, theme, ends, at.plot[3], partial(draw_seat, canvas, theme))
    for played, number in enumerate(numbers):
        left, right = round(plot.at(played, 0)[0]), round(plot.at(played + 1, 0)[0])
        slot = Slot((left, at.rounds[0], right, at.rounds[1]), fonts.TEXT, graph.NUMBER)
        write(canvas, theme, tr(ROUND, round=number), slot, theme.quiet)
    drawn.paste(canvas.finish(theme), at.panel[:2])
