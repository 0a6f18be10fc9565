"""The players' panels: name, turn, wealth, passages left, longest passage and statues."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.prowler.rules import PASSAGES, SEATS, Position
from prowlerbot.games.prowler.scoring import score
from renderer.canvas import Canvas
from renderer.glyphs import Pen, arch
from renderer.piece import Piece
from renderer.text import Name, Tint, named, write, written

from . import glyphs, passages, plaques
from .colours import Colours

CAPTIONS = {"left": mark("passages left"), "longest": mark("longest"), "statues": mark("statues")}
RIBBONS = (TO_MOVE, WINNER, SHARED) = (mark("TO MOVE"), mark("WINNER"), mark("SHARED"))
WEALTH = mark("wealth")
NAMELESS = mark("Player {seat}")
"""Who bears a name of which nothing can be drawn."""
_SIGNS = {"left": arch, "longest": glyphs.route, "statues": glyphs.statue}


def running_wealth(state: Position, seat: int) -> int:
    """What a seat has: its total, or what it would be if the match were scored now."""
    if state.outcome is not None:
        return state.outcome.totals[seat - 1]
    banked = state.mid[seat - 1].total if state.mid else 0
    return banked + score(state, seat, final=True).total


def draw_frame(canvas: Canvas, theme: Colours, seat: int) -> None:
    canvas.panel(plaques.seat_box(seat, plaques.PANEL), plaques.PANEL_RADIUS, theme)
    shift = plaques.seat_box(seat, plaques.PANEL)[0] - plaques.PANEL[0]
    x, y = plaques.SEAT_SIGN
    passages.draw_sign(canvas, theme, seat, (x + shift, y), 19)
    for name, (sign_x, sign_y) in plaques.STAT_SIGNS.items():
        pen = Pen(canvas, (sign_x + shift, sign_y), 17)
        hole = theme.statue_dark if name == "statues" else theme.panel
        _SIGNS[name](pen, theme.gilt, hole)


def captions(theme: Colours) -> Iterator[Piece]:
    tint = Tint(theme.muted, theme.panel)
    for seat in SEATS:
        for name, slot in plaques.STAT_CAPTIONS.items():
            yield written(theme, tr(CAPTIONS[name]), plaques.for_seat(seat, slot), tint)
        yield written(theme, tr(WEALTH), plaques.for_seat(seat, plaques.WEALTH_NOTE), tint)


@lru_cache(maxsize=16)
def _lit_frame(theme: Colours, seat: int) -> Piece:
    """The edge of the panel of the seat to move or of a winner."""
    left, top, right, bottom = plaques.seat_box(seat, plaques.PANEL)
    box = (left - 4, top - 4, right + 4, bottom + 4)
    edge, shape = Canvas(box, theme.night), Canvas(box, (0, 0, 0))
    inset = (left + 4, top + 4, right - 4, bottom - 4)
    edge.rounded(box, plaques.PANEL_RADIUS + 4, theme.seats[seat - 1])
    edge.rounded(inset, plaques.PANEL_RADIUS - 4, theme.panel)
    shape.rounded(box, plaques.PANEL_RADIUS + 4, (255, 255, 255))
    shape.rounded((left + 5, top + 5, right - 5, bottom - 5), plaques.PANEL_RADIUS - 5, (0, 0, 0))
    return Piece(edge.finish(theme), *box[:2], shape.whole())


@lru_cache(maxsize=64)
def _ribbon(theme: Colours, seat: int, text: str) -> Piece:
    left, top, right, bottom = plaques.RIBBON.box
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    canvas.rounded(box, 8, theme.seats[seat - 1])
    sprite = canvas.finish(theme)
    inner = plaques.RIBBON._replace(box=(6, 3, box[2] - 6, box[3] - 3))
    write(sprite, theme, text, inner, Tint(theme.ink, theme.seats[seat - 1]))
    return Piece(sprite, *plaques.on_panel(seat, plaques.RIBBON.box)[:2])


def _ribbon_word(state: Position, seat: int, ended: Sequence[int] | None) -> str | None:
    """What sets the seat's panel apart, if anything does."""
    ranks = ended if state.outcome is None else state.outcome.ranks
    if ranks is None:
        return TO_MOVE if state.seat == seat else None
    if not ranks or ranks[seat - 1] > 1:
        return None
    return WINNER if ranks.count(1) == 1 else SHARED


def panel(
    theme: Colours, state: Position, seat: int, name: str, ended: Sequence[int] | None
) -> Iterator[Piece]:
    """What lies on the frame of a seat's panel; ``ended`` as ``draw_board`` has it."""
    word = _ribbon_word(state, seat, ended)
    if word is not None:
        yield _lit_frame(theme, seat)
        yield _ribbon(theme, seat, tr(word))
    slot = plaques.for_seat(seat, plaques.NAME)
    plain, quiet = Tint(theme.words, theme.panel), Tint(theme.muted, theme.panel)
    wanted = Name(name, tr(NAMELESS, seat=seat), plaques.NAME_LEAST)
    yield named(theme, wanted, slot, plain)
    wealth = running_wealth(state, seat)
    slot = plaques.for_seat(seat, plaques.WEALTH)
    yield written(theme, str(wealth), slot, Tint(theme.gilt, theme.panel) if wealth else quiet)
    counts = {
        "left": PASSAGES - state.passages[seat - 1].bit_count(),
        "longest": state.longest(seat),
        "statues": len(state.statues[seat - 1]),
    }
    for key, number in plaques.STAT_NUMBERS.items():
        tint = plain if counts[key] else quiet
        yield written(theme, str(counts[key]), plaques.for_seat(seat, number), tint)
