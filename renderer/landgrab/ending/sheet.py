"""The final sheet: the winner, and the points of all seats with their parts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.landgrab.rules import LIVES, Position
from prowlerbot.games.landgrab.scoring import score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from renderer import marks, png, sheet
from renderer.canvas import Box, Canvas, put_all
from renderer.glyphs import Pen
from renderer.kept import Kept
from renderer.landgrab import glyphs
from renderer.landgrab.colours import COLOURS, Colours
from renderer.landgrab.land import buildings, pawns
from renderer.marks import Ranks
from renderer.text import named, player, write
from renderer.theme import NIGHT

from . import points
from . import sheet_layout as layout

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
    theme: str = NIGHT.name,
    ended: Ranks = None,
) -> bytes:
    """The sheet of the last of ``states`` as PNG, 1000 pixels wide; also in the middle of a match.

    The graph needs all positions and appears after the first turn.
    """
    colours = COLOURS[theme]
    drawn = picture(states, names, colours, ended)
    return png.encode(drawn, colours.palette_bytes)


def picture(
    states: Sequence[Position], names: Sequence[str], theme: Colours, ended: Ranks = None
) -> Image.Image:
    """The sheet as a picture in the theme's palette (mode P)."""
    state = states[-1]
    tall = len(states) > 1 and state.round > 0
    standing = sheet.standing(len(state.lives), state.outcome, ended)
    order, winners = standing.order, standing.winners
    drawn = form(theme, len(order), tall=tall).copy()
    for column, slot in layout.HEADINGS.items():
        write(drawn, theme, tr(HEADINGS[column]), slot, theme.lined)
    letters = [state.setup.colours[seat - 1] for seat in order]
    signs = [
        glyphs.sign(theme, letter, sheet.TOTAL_SIGN, sheet.SIGN_REACH, theme.night)
        for letter in letters
    ]
    sheet.write_totals(drawn, theme, [str(score(state, seat).total) for seat in order], signs)
    for place, seat in enumerate(order):
        row = layout.row(place)
        _write_row(drawn, theme, state, seat, place)
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
        points.draw_graph(drawn, theme, states)
    return drawn


def form(theme: Colours, seats: int, *, tall: bool) -> Kept:
    """The empty sheet."""
    return sheet.form(theme, TITLE, layout.height(seats, tall=tall))


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


def _write_row(drawn: Image.Image, theme: Colours, state: Position, seat: int, place: int) -> None:
    """A seat's lives, and the sum of its points."""
    row = layout.row(place)
    drawn.paste(_things(theme, state, seat, place), row.panel[:2])
    made = score(state, seat)
    small, large = owned(state, seat)
    for column, count, worth in (("small", small, 1), ("large", large, 3)):
        if count:
            write(drawn, theme, f"{count} × {worth} =", row.made[column], theme.quiet)
            write(drawn, theme, str(count * worth), row.number[column], theme.plain)
        else:
            write(drawn, theme, "0", row.nothing[column], theme.quiet)
    write(drawn, theme, str(made.last), row.nothing["last"], theme.plain_if(made.last))
    for sign, slot in zip("++=", row.plus, strict=True):
        write(drawn, theme, sign, slot, theme.quiet)
    write(drawn, theme, str(made.total), row.total, theme.plain)


def owned(state: Position, seat: int) -> tuple[int, int]:
    """The numbers of a seat's small and large buildings."""
    found = [0, 0]
    for each, owner in zip(state.map.buildings, state.owners, strict=True):
        found[each.is_large] += owner == seat
    return found[0], found[1]


def _things(theme: Colours, state: Position, seat: int, place: int) -> Image.Image:
    return _row_form(
        theme,
        place,
        state.setup.colours[seat - 1],
        owned(state, seat),
        state.lives[seat - 1],
        last=score(state, seat).last > 0,
    )


@lru_cache(maxsize=128)
def _row_form(
    theme: Colours, place: int, letter: str, count: tuple[int, int], lives: int, *, last: bool
) -> Image.Image:
    """A row's plaque without its words and numbers."""
    row = layout.row(place)
    canvas = Canvas(row.panel, theme.night)
    canvas.panel(row.panel, 16, theme)
    glyphs.draw_sign(canvas, theme, letter, row.sign, layout.SIGN)
    x, y = row.hearts
    for life in range(LIVES):
        pen = Pen(canvas, (x + life * layout.HEARTS_APART, y), layout.HEART)
        glyphs.heart(pen, theme.life, theme.life if life < lives else theme.panel)
    for column, wide, there in zip(("small", "large"), (1, 2), count, strict=True):
        for box in building_boxes(row.buildings[column], there, wide):
            buildings.draw_building(canvas, theme, box, letter, 1)
    if last:
        pawns.draw_pawn(canvas, theme, letter, row.pawn, layout.PAWN * 2 / 78)
    return canvas.finish(theme)


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
