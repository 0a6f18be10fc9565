"""The contents of the seats' plaques: name, points, lives, spawn, and the turn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.space import NAME as SQUARE_NAME
from renderer import marks
from renderer.canvas import Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.panels import plaques
from renderer.marks import Ranks
from renderer.text import Slot, in_two_lines, named, player, written

OUT, LEFT = mark("OUT"), mark("LEFT")
IF_LAST = mark("{points} if last standing")


def pieces(
    theme: Colours, state: Position, names: Sequence[str], ended: Ranks, bottom: int
) -> Iterator[Piece]:
    """The pieces on the plaques below a map that ends there; ``ended`` as in ``draw_board``."""
    for seat, name in zip(state.seats, names, strict=True):
        place = plaques.plaque(len(state.lives), seat, bottom)
        yield from _ribbon(theme, state, seat, ended, place)
        yield from _panel(theme, state, seat, name, place)


def _ribbon(
    theme: Colours, state: Position, seat: int, ended: Ranks, place: plaques.Plaque
) -> Iterator[Piece]:
    """The ribbon of a plaque, or the reason why its seat is no longer in."""
    word = marks.ribbon_word(state.outcome, ended, seat, _moving(state))
    if word is not None:
        letter = state.setup.colours[seat - 1]
        yield from marks.lit_frame(theme, place.box, plaques.RADIUS, theme.lit(letter))
        colour, ink = theme.owner(letter), theme.on_owner(letter)
        yield marks.ribbon(theme, place.ribbon, tr(word), colour, ink)
    elif not state.is_in(seat):
        yield written(theme, tr(LEFT if seat in state.left else OUT), place.ribbon, theme.quiet)


def _panel(
    theme: Colours, state: Position, seat: int, name: str, place: plaques.Plaque
) -> Iterator[Piece]:
    letter = state.setup.colours[seat - 1]
    lives, still_in = state.lives[seat - 1], state.is_in(seat)
    wanted = player(name, seat, plaques.NAME_LEAST)
    yield named(theme, wanted, place.name, theme.plain_if(still_in))
    yield from _points(theme, state, seat, place)
    for at, centre in enumerate(place.hearts):
        yield _heart(theme, centre, lost=at >= lives)
    spawn = state.spawns[seat - 1]
    if spawn >= 0:
        yield _flag(theme, letter, place.flag)
        yield written(theme, SQUARE_NAME[spawn], place.spawn, theme.plain_if(still_in))


def _moving(state: Position) -> tuple[int, ...]:
    """The awaited seats; while a roll is due, the seat whose turn it is."""
    return (state.turn,) if state.phase in {"claim", "attack", "defence"} else tuple(state.to_move)


def _points(theme: Colours, state: Position, seat: int, place: plaques.Plaque) -> Iterator[Piece]:
    points = score(state, seat)
    tint = theme.golden if points.total else theme.quiet
    yield written(theme, str(points.total), place.points, tint)
    parts = [str(points.small)] * bool(points.small)
    parts += [f"{points.large // 3}×3"] * bool(points.large)
    parts += [str(points.last)] * bool(points.last)
    lines: Sequence[str] = ()
    # As long as every seat has lives to lose, the bonus of the last one is far off.
    if state.is_in(seat) and not state.end and min(state.lives) <= 1:
        lines = in_two_lines(tr(IF_LAST, points=points.total + LAST_REMAINING), place.if_last)
    for line, slot in zip(lines, if_last_slots(place, len(lines)), strict=True):
        yield written(theme, line, slot, theme.quiet)
    if len(lines) < 2 and (len(parts) > 1 or points.large):
        yield written(theme, "= " + " + ".join(parts), place.parts, theme.quiet)


def if_last_slots(place: plaques.Plaque, lines: int) -> tuple[Slot, ...]:
    """The slots of the lines on the last player; the first of two takes the place of the parts."""
    return (place.if_last._replace(box=place.parts.box), place.if_last)[2 - lines :]


@lru_cache(maxsize=64)
def _heart(theme: Colours, centre: tuple[float, float], *, lost: bool) -> Piece:
    x, y = map(round, centre)
    reach = round(plaques.HEART) + 2
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    pen = Pen(canvas, centre, plaques.HEART)
    colour = theme.muted if lost else theme.life
    glyphs.SIGNS["heart"](pen, colour, theme.panel if lost else colour)
    return canvas.piece(theme)


@lru_cache(maxsize=64)
def _flag(theme: Colours, letter: str, centre: tuple[float, float]) -> Piece:
    x, y = map(round, centre)
    reach = round(plaques.FLAG) + 2
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.panel)
    for dx, dy in product((-1.5, 1.5), repeat=2):
        rim = theme.ink if theme.sunny else theme.muted
        glyphs.SIGNS["flag"](Pen(canvas, (x + dx, y + dy), plaques.FLAG), rim, rim)
    glyphs.SIGNS["flag"](Pen(canvas, centre, plaques.FLAG), theme.owner(letter), theme.words)
    return canvas.piece(theme)
