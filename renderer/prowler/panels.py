"""The players' panels: name, turn, wealth and its parts, passages, statues."""

from __future__ import annotations

from collections.abc import Iterator

from prowlerbot.core.i18n import mark, tr
from prowlerbot.core.lists_and_numbers import whole
from prowlerbot.games.prowler.position import PASSAGES, SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import banked_wealth, running_wealth
from renderer import glyphs as shared
from renderer import marks
from renderer.canvas import Canvas, Piece
from renderer.glyphs import Pen, draw_seat
from renderer.marks import Ranks
from renderer.prowler import glyphs, plaques
from renderer.prowler.colours import Colours
from renderer.text import named, player, written

CAPTIONS = {
    "banked": mark("banked"),
    "projected": mark("projected"),
    "left": mark("passages left"),
    "longest": mark("longest"),
}
WEALTH = mark("Wealth")
_SIGNS = {"left": shared.SIGNS["arch"], plaques.STATUES: glyphs.SIGNS["statue"]}


def draw_frame(canvas: Canvas, theme: Colours, seat: int) -> None:
    canvas.panel(plaques.on_panel(seat, plaques.PANEL), plaques.PANEL_RADIUS, theme)
    shift = plaques.on_panel(seat, plaques.PANEL)[0] - plaques.PANEL[0]
    x, y = plaques.SEAT_SIGN
    draw_seat(canvas, theme, seat, (x + shift, y), 17)
    for name, (sign_x, sign_y) in plaques.STAT_SIGNS.items():
        pen = Pen(canvas, (sign_x + shift, sign_y), 17)
        if name == "longest":  # lined with gold, as it lies in the city
            glyphs.SIGNS["lined_route"](pen, theme.seats[seat - 1], theme.lining)
        else:
            _SIGNS[name](pen, theme.gilt, theme.gilt if name == plaques.STATUES else theme.panel)


FINAL = mark("final")
"""Replaces “projected” once a match has been played out."""


def captions(theme: Colours, *, over: bool) -> Iterator[Piece]:
    for seat in SEATS:
        for name, slot in plaques.STAT_CAPTIONS.items():
            caption = FINAL if over and name == "projected" else CAPTIONS[name]
            yield written(theme, tr(caption), plaques.for_seat(seat, slot), theme.quiet)


def panel(theme: Colours, state: Position, seat: int, name: str, ended: Ranks) -> Iterator[Piece]:
    """The pieces on the frame of a seat's panel; ``ended`` as in ``draw_board``."""
    word = marks.ribbon_word(state.outcome, ended, seat, (state.seat,))
    if word is not None:
        colour = theme.seats[seat - 1]
        panel_box = plaques.on_panel(seat, plaques.PANEL)
        yield from marks.lit_frame(theme, panel_box, plaques.PANEL_RADIUS, colour)
        yield marks.ribbon(theme, plaques.for_seat(seat, plaques.RIBBON), tr(word), colour)
    slot = plaques.for_seat(seat, plaques.NAME)
    wanted = player(name, seat, plaques.NAME_LEAST)
    yield named(theme, wanted, slot, theme.plain)
    wealth = running_wealth(state, seat)
    slot = plaques.for_seat(seat, plaques.WEALTH)
    number = written(theme, whole(wealth), slot, theme.golden if wealth else theme.quiet)
    yield number
    note = plaques.for_seat(seat, plaques.WEALTH_NOTE)
    left, top, right, bottom = note.box
    left = min(left, number.left + number.image.width + 12)
    yield written(theme, tr(WEALTH), note._replace(box=(left, top, right, bottom)), theme.quiet)
    banked = banked_wealth(state, seat)
    counts = {
        "banked": banked,
        "projected": wealth - banked,
        "left": PASSAGES - state.passages[seat - 1].bit_count(),
        "longest": state.longest(seat),
        plaques.STATUES: len(state.statues[seat - 1]),
    }
    for key, slot in plaques.STAT_NUMBERS.items():
        tint = theme.plain_if(counts[key])
        yield written(theme, whole(counts[key]), plaques.for_seat(seat, slot), tint)
