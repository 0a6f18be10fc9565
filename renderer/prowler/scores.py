"""The score sheet: the winner, every number with its parts, and the graph of wealth."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from math import ceil

from PIL import Image

from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr, whole
from prowlerbot.games.prowler.position import DISTRICTS, PLACEMENTS, SEATS, PositionData
from prowlerbot.games.prowler.rules import (
    CATEGORIES,
    WEALTH,
    Position,
    district_parts,
    item_parts,
    most_ahead,
    running_wealth,
    score,
)
from prowlerbot.games.prowler.words import CATEGORY_NAMES, DISTRICT_NAMES
from renderer import canvas, fonts, sheet
from renderer import glyphs as shared
from renderer.canvas import XY, Canvas, Piece
from renderer.gallery import Kept
from renderer.glyphs import Pen, draw_seat, seat_sign
from renderer.graph import Look, Plot, draw_course
from renderer.prowler import city, colours
from renderer.prowler import sheet_layout as layout
from renderer.prowler.colours import COLOURS, Colours
from renderer.text import Slot, named, player, width, write, written
from renderer.theme import Tint

_SIGNS = tuple(
    {**shared.SIGNS, **colours.SIGNS}[name]
    for name in ("route", "statue", "sack", "arms", "laurel")
)
_FINAL_ONLY = CATEGORIES.index("achievements")
HEADINGS = {
    "mid": mark("mid-game"),
    "final": mark("final"),
    "both": mark("total"),
    layout.ALONE: mark("banked"),
}
SUM_LABEL = mark("Wealth")
REASONS = {
    "passage": mark("Level in wealth; the longer passage decides"),
    "districts": mark("Level in wealth; controlling more districts decides"),
    "shared": mark("Level in everything: a shared victory"),
}
"""The line below the totals, by the rule that decided if wealth did not."""
MORE_FROM = (
    mark("Won by {ahead}: {more} more from passages"),
    mark("Won by {ahead}: {more} more from statues"),
    mark("Won by {ahead}: {more} more from items"),
    mark("Won by {ahead}: {more} more from districts"),
    mark("Won by {ahead}: {more} more from achievements"),
)
"""The labels of the largest contributions, in the order of CATEGORIES."""
TITLE = "PROWLER’S PASSAGE"
BOTH = mark("Both thieves")
MID_GAME = mark("Mid-game scoring")
NOT_SCORED = mark("The mid-game scoring is still to come")
HALF_SCORED = mark("Banked. At the end everything counts again, with achievements")
_NONE = "·"


def draw_scores(states: Sequence[Position], names: Sequence[str], *, theme: str = "night") -> bytes:
    """The score sheet of the last of ``states`` as PNG.

    Before the end, the sheet has only the column of mid-game. The graph needs all positions of the
    match and appears at the end.
    """
    colours = COLOURS[theme]
    drawn = picture(states, names, colours, tall=states[-1].over)
    return canvas.encode(drawn, colours.palette_bytes)


def picture(
    states: Sequence[Position], names: Sequence[str], theme: Colours, *, tall: bool
) -> Image.Image:
    """The score sheet as a picture in the theme's palette (mode P); a tall one has the graph."""
    state = states[-1]
    drawn = form(theme, layout.TALL if tall else layout.SHORT).copy()
    columns = layout.COLUMNS if state.over else (layout.ALONE,)
    _write_words(drawn, theme, columns)
    for seat, name, slot in zip(SEATS, names, layout.NAMES, strict=True):
        wanted = player(name, seat, layout.NAME_LEAST)
        named(theme, wanted, slot, theme.plain).put(drawn)
    if state.half is not None:
        _write_phase(drawn, theme, columns[0], state.half)
    size = sheet.TOTAL_SIGN, sheet.SIGN_REACH
    outcome, signs = state.outcome, [seat_sign(theme, seat, *size, theme.night) for seat in SEATS]
    if outcome is not None:
        _write_phase(drawn, theme, "final", state)
        _write_both(drawn, theme, state, outcome)
        totals, reason = outcome.totals, _reason(state, outcome)
        winner = sheet.standing(len(SEATS), outcome, None).winner(names)
        sign = signs[outcome.ranks.index(1)]
        sheet.write_result(drawn, theme, winner, tr(BOTH), theme.title, sign)
    else:
        totals = tuple(each.total for each in state.mid or ())
        reason = tr(HALF_SCORED if totals else NOT_SCORED)
        sheet.write_result(drawn, theme, None, tr(MID_GAME) if totals else "", None)
    if totals:
        sheet.write_totals(drawn, theme, [*map(whole, totals)], signs)
    write(drawn, theme, reason, layout.REASON, theme.lined)
    if tall:
        draw_graph(drawn, theme, states)
    return drawn


def _reason(state: Position, outcome: Outcome) -> str:
    if outcome.by != "wealth":
        return tr(REASONS[outcome.by])
    category, more = most_ahead(state)
    ahead = abs(outcome.totals[0] - outcome.totals[1])
    return tr(MORE_FROM[category], ahead=ahead, more=more)


def _write_both(drawn: Image.Image, theme: Colours, state: Position, outcome: Outcome) -> None:
    """The columns of both scorings together."""
    mid = state.half or state
    sums = {
        seat: [
            once + again
            for once, again in zip(
                score(mid, seat, final=False), score(state, seat, final=True), strict=True
            )
        ]
        for seat in SEATS
    }
    for seat in SEATS:
        for at, value in enumerate(sums[seat]):
            ahead = value > sums[3 - seat][at]
            shown = theme.golden if ahead else theme.plain_if(value)
            write(drawn, theme, whole(value), layout.number(seat, "both", at), shown)
        pairs = zip(district_parts(mid, seat), district_parts(state, seat), strict=True)
        for district, both in enumerate(pairs):
            paid = [sum(each) for each in both if each is not None]
            slot = layout.district_number(seat, "both", district)
            write(drawn, theme, whole(sum(paid)) if paid else _NONE, slot, theme.quiet)
        slot, total = layout.number(seat, "both", layout.SUMS), whole(outcome.totals[seat - 1])
        if outcome.ranks[seat - 1] == 1:
            _winning(theme, seat, slot, total).put(drawn)
        else:
            write(drawn, theme, total, slot, theme.plain)


def _write_phase(drawn: Image.Image, theme: Colours, column: str, scored: PositionData) -> None:
    """One scoring: its numbers, with their parts below or beside them."""
    final, alone = column == "final", column == layout.ALONE
    sums = "{} =" if alone else "{}"
    for seat in SEATS:
        each = score(scored, seat, final=final)
        made = _made(scored, seat, final=final)
        for at, value in enumerate(each):
            counts = final or at != _FINAL_ONLY
            shown = whole(value) if counts else "–"
            slot = layout.number(seat, column, at, above=at in made)
            write(drawn, theme, shown, slot, theme.plain_if(counts and value))
            if at in made:
                figures = sums.format(made[at])
                write(drawn, theme, figures, layout.parts(seat, column, at), theme.quiet)
        for district, parts in enumerate(district_parts(scored, seat)):
            slot = layout.district_number(seat, column, district)
            if parts is None:
                write(drawn, theme, _NONE, slot, theme.quiet)
                continue
            write(drawn, theme, whole(sum(parts)), slot, theme.plain)
            if alone and (figures := in_figures(parts)):
                slot = layout.district_parts(seat, district)
                write(drawn, theme, sums.format(figures), slot, theme.quiet)
        write(
            drawn, theme, whole(each.total), layout.number(seat, column, layout.SUMS), theme.plain
        )


def _made(scored: PositionData, seat: int, *, final: bool) -> dict[int, str]:
    """The texts of the parts, for the categories that show them."""
    cards = [WEALTH[card] for card in scored.achievements[seat - 1]] if final else []
    parts = {
        "passages": f"2 × {scored.longest(seat)}",
        "items": in_figures(item_parts(scored, seat)),
        "achievements": in_figures(cards),
    }
    return {CATEGORIES.index(name): shown for name, shown in parts.items() if shown}


def in_figures(parts: Sequence[int]) -> str:
    """A sum as text, without its zero terms; empty if no terms remain."""
    shown = [part for part in parts if part]
    if len(shown) < 2:
        return ""
    signs = [("−" if part < 0 else "+", abs(part)) for part in shown]
    return "".join(f"{sign}{part}" for sign, part in signs).removeprefix("+")


@lru_cache(maxsize=8)
def form(theme: Colours, height: int) -> Kept:
    """The empty sheet without words."""
    canvas = sheet.ground(theme, TITLE, height)
    graph = (layout.GRAPH,) if height == layout.TALL else ()
    for box in (*layout.BLOCKS, layout.MIDDLE, *graph):
        canvas.panel(box, 16, theme)
    for left, top, right, _ in (*layout.BLOCKS, layout.MIDDLE):
        for y in layout.LINES:
            if y > top + 10:  # the first row needs no line above
                canvas.rectangle(left + 14, y - 1, right - 14, y + 1, theme.panel_edge)
    for seat, at in zip(SEATS, layout.SIGNS, strict=True):
        draw_seat(canvas, theme, seat, at, 17)
    for glyph, at in zip(_SIGNS, layout.CATEGORY_SIGNS, strict=True):
        glyph(Pen(canvas, at, layout.CATEGORY_SIGN), theme.gilt, theme.panel)
    for district, at in enumerate(layout.DISTRICT_SIGNS):
        city.draw_shield(canvas, theme, district, at, 20)
    return Kept(canvas.finish(theme))


def _write_words(drawn: Image.Image, theme: Colours, columns: Sequence[str]) -> None:
    """The headings of columns and rows, in the current language."""
    for slots in layout.HEADING_SLOTS:
        for column in columns:
            write(drawn, theme, tr(HEADINGS[column]), slots[column], theme.quiet)
    for category, slot in zip(CATEGORY_NAMES, layout.CATEGORY_SLOTS, strict=True):
        write(drawn, theme, tr(category), slot, theme.plain)
    for district, slot in zip(DISTRICTS, layout.DISTRICT_SLOTS, strict=True):
        write(drawn, theme, tr(DISTRICT_NAMES[district]), slot, theme.quiet)
    write(drawn, theme, tr(SUM_LABEL), layout.SUM_SLOT, theme.plain)


def _winning(theme: Colours, seat: int, slot: Slot, total: str) -> Piece:
    """The winner's total on their colour."""
    left, top, right, bottom = slot.box
    box, colour = (left - 2, top - 2, right + 2, bottom + 2), theme.seats[seat - 1]
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 12, colour)
    canvas.put(written(theme, total, slot, Tint(theme.ink, colour)))
    return canvas.piece(theme)


# ------------------------------------------------------------------------- the graph


GRAPH_TITLE = mark("Wealth after each move")
MOVES = mark("moves")
_STEPS = (10, 20, 50, 100, 200)
"""The wealth between two grid lines."""
_MOVES = (5, 10, 15, 20, 25)


def scale_of(all_wealth: Sequence[int]) -> Plot:
    """The plot that turns moves and wealth into pixels."""
    return Plot(layout.PLOT, PLACEMENTS + 1, (*all_wealth, 0, 20), _STEPS)


def draw_graph(drawn: Image.Image, theme: Colours, states: Sequence[Position]) -> None:
    """Put the graph of a match that was played out on a tall sheet: each seat's wealth after every
    move.

    Each line ends in its seat's sign. At mid-game scoring both rise vertically by the pay.
    """
    half, paid = next((state.ply, state.mid) for state in states if state.mid is not None)
    courses = [list(course_of(states, seat, half)) for seat in SEATS]
    scale = scale_of([wealth for course in courses for _, wealth in course])
    canvas = Canvas(layout.COURSES, theme.panel)
    write(canvas, theme, tr(GRAPH_TITLE), layout.GRAPH_TITLE, theme.plain)
    scale.draw(canvas, theme, _MOVES, layout.COURSES[0])
    x, _ = scale.at(half, 0)
    for y in range(layout.PLOT[1] - 4, layout.PLOT[3], 14):
        canvas.rectangle(x - 2, y, x + 2, y + 8, theme.gilt)
    marks = paid_marks(x)
    write(canvas, theme, tr(MID_GAME), word(marks[0][0]), theme.quiet)
    for seat, pay, (centre, slot) in zip(SEATS, paid, marks, strict=True):
        draw_seat(canvas, theme, seat, centre, layout.HALF_SIGN)
        canvas.put(written(theme, gained(pay.total), slot, theme.plain))
    for seat, course in zip(SEATS, courses, strict=True):
        points = [scale.at(*point) for point in course]
        numbered = [scale.at(ply, had) for ply, had in dict(course).items() if ply in _MOVES]
        look = Look(theme.seats[seat - 1], theme.ink, theme.ink)
        draw_course(canvas, seat, points, numbered, look)
    ends = [(scale.at(*course[-1]), whole(course[-1][1])) for course in courses]
    layout.ENDS.put(canvas, theme, ends, layout.PLOT[3], partial(draw_seat, canvas, theme))
    for ply in _MOVES:
        write(canvas, theme, str(ply), scale.below(ply, layout.MOVES), theme.quiet)
    write(canvas, theme, tr(MOVES), layout.MOVES_WORD, theme.quiet)
    drawn.paste(canvas.finish(theme), layout.COURSES[:2])


def gained(wealth: int) -> str:
    """Wealth with its sign; nothing gained counts as a gain."""
    return f"+{wealth}" if wealth >= 0 else f"−{-wealth}"


def course_of(states: Sequence[Position], seat: int, half: int) -> Iterator[tuple[int, int]]:
    """A seat's wealth after each move; twice at mid-game scoring, before and after the pay."""
    for state in states:
        wealth = running_wealth(state, seat)
        if state.ply == half and state.mid is not None:
            yield state.ply, wealth - state.mid[seat - 1].total
        yield state.ply, wealth


def paid_marks(x: float) -> list[tuple[XY, Slot]]:
    """The sign of each seat with the slot of its pay at mid-game scoring, above the graph."""
    top, bottom = layout.HALF
    across = 112
    before = min(layout.HALF_WORD, ceil(width(tr(MID_GAME), fonts.TEXT, 30)) + 24)
    start = max(x - across, layout.PLOT[0] + before)
    marks = []
    for at in range(len(SEATS)):
        left = round(start) + at * across
        slot = Slot((left + 44, top, left + across - 8, bottom), fonts.STRONG, 32, "left")
        marks.append(((left + 16.0, (top + bottom) / 2), slot))
    return marks


def word(first: XY) -> Slot:
    """The slot of the word before the first sign."""
    top, bottom = layout.HALF
    right = round(first[0]) - 24
    left = max(layout.PLOT[0], right - layout.HALF_WORD + 24)
    return Slot((left, top, right, bottom), fonts.TEXT, 30, "right")
