"""The players' panels: name, turn, wealth and its parts, passages, statues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.rules import PASSAGES, SEATS, Position
from prowlerbot.games.prowler.scoring import banked_wealth, running_wealth
from renderer import marks
from renderer.canvas import Canvas
from renderer.glyphs import Pen, arch
from renderer.piece import Piece
from renderer.text import Tint, named, player, written

from . import glyphs, passages, plaques
from .colours import Colours

CAPTIONS = {
    "banked": mark("banked"),
    "projected": mark("projected"),
    "left": mark("passages left"),
    "longest": mark("longest"),
}
WEALTH = mark("Wealth")
_SIGNS = {"left": arch, plaques.STATUES: glyphs.statue}


def draw_frame(canvas: Canvas, theme: Colours, seat: int) -> None:
    canvas.panel(plaques.seat_box(seat, plaques.PANEL), plaques.PANEL_RADIUS, theme)
    shift = plaques.seat_box(seat, plaques.PANEL)[0] - plaques.PANEL[0]
    x, y = plaques.SEAT_SIGN
    passages.draw_sign(canvas, theme, seat, (x + shift, y), 17)
    for name, (sign_x, sign_y) in plaques.STAT_SIGNS.items():
        pen = Pen(canvas, (sign_x + shift, sign_y), 17)
        if name == "longest":  # lined with gold, as it lies in the city
            glyphs.lined_route(pen, theme.lining, theme.seats[seat - 1])
        else:
            _SIGNS[name](pen, theme.gilt, theme.gilt if name == plaques.STATUES else theme.panel)


FINAL = mark("final")
"""Replaces “projected” once a match has been played out."""


def captions(theme: Colours, *, over: bool) -> Iterator[Piece]:
    tint = Tint(theme.muted, theme.panel)
    for seat in SEATS:
        for name, slot in plaques.STAT_CAPTIONS.items():
            told = FINAL if over and name == "projected" else CAPTIONS[name]
            yield written(theme, tr(told), plaques.for_seat(seat, slot), tint)


def _ribbon_word(state: Position, seat: int, ended: Sequence[int] | None) -> str | None:
    """The word on the ribbon of a seat's panel, if any."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if ranks is None:
        return marks.TO_MOVE if state.seat == seat else None
    return marks.won(ranks, seat)


def panel(
    theme: Colours, state: Position, seat: int, name: str, ended: Sequence[int] | None
) -> Iterator[Piece]:
    """The pieces on the frame of a seat's panel; ``ended`` as in ``draw_board``."""
    word = _ribbon_word(state, seat, ended)
    if word is not None:
        colour = theme.seats[seat - 1]
        panel_box = plaques.seat_box(seat, plaques.PANEL)
        yield marks.lit_frame(theme, panel_box, plaques.PANEL_RADIUS, colour)
        yield marks.ribbon(theme, plaques.for_seat(seat, plaques.RIBBON), tr(word), colour)
    slot = plaques.for_seat(seat, plaques.NAME)
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    wanted = player(name, seat, plaques.NAME_LEAST)
    yield named(theme, wanted, slot, plain)
    wealth = running_wealth(state, seat)
    slot = plaques.for_seat(seat, plaques.WEALTH)
    number = written(theme, str(wealth), slot, Tint(theme.gilt, theme.panel) if wealth else quiet)
    yield number
    note = plaques.for_seat(seat, plaques.WEALTH_NOTE)
    left, top, right, bottom = note.box
    left = min(left, number.left + number.image.width + 12)
    yield written(theme, tr(WEALTH), note._replace(box=(left, top, right, bottom)), quiet)
    banked = banked_wealth(state, seat)
    counts = {
        "banked": banked,
        "projected": wealth - banked,
        "left": PASSAGES - state.passages[seat - 1].bit_count(),
        "longest": state.longest(seat),
        plaques.STATUES: len(state.statues[seat - 1]),
    }
    for key, slot in plaques.STAT_NUMBERS.items():
        tint = plain if counts[key] else quiet
        yield written(theme, str(counts[key]), plaques.for_seat(seat, slot), tint)
