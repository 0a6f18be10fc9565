"""The row at the foot: all rolls since the awaited player's latest turn, their own roll included.

Each later move replaces the news in the strip, so fights would be gone before anybody has seen
them. The row shows an action as its dice between the signs of those concerned.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME
from renderer import fonts
from renderer.canvas import XY, Box, Canvas, Piece
from renderer.glyphs import Pen
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land.window import ACROSS
from renderer.text import Slot, width, written

from . import plaques

HIGH = 72
"""The height of the row with its gap."""
SINCE = mark("since the last turn")
"""After the sign of the awaited player."""
NO_ROLL = mark("Nobody has rolled")
_MOST = 3
"""The awaited player and two others: the strip shows the action of the latest one."""
_LABEL = 236
"""The right edge of the label."""
_HALF = 25
"""Half the width of a die."""
_ROLLED = {"claim": "c", "defence": "a"}
"""The phases in which the last roll of an action is due, with the kind of the action."""


class Rolled(NamedTuple):
    """An action with a roll. ``building`` is its first square and ``left`` its strength, 0 if it
    was taken; ``other`` is the attacked seat, ``loser`` the seat that lost a life.
    """

    seat: int
    rolls: tuple[int, ...]
    building: str = ""
    large: bool = False
    left: int = 0
    full: int = 0
    other: int = 0
    loser: int = 0
    out: bool = False


def rolled_since(line: Sequence[Position]) -> tuple[Rolled, ...] | None:
    """The rolls since the latest turn of the awaited seat, without the last action, which the
    strip shows; None while nobody can have rolled.
    """
    now = line[-1]
    if len(line) < 2 or not now.round or now.end or now.phase in _ROLLED or now.phase == "attack":
        return None
    (mover,) = now.to_move
    found: list[Rolled] = []
    shown = now.last
    for after, before in pairwise(reversed(line)):
        if not before.round or len(found) == _MOST:
            break
        action = after.last
        if action is None or action is before.last or before.phase == "attack":
            continue
        if before.phase in _ROLLED and action is not shown:
            found.append(_rolled(before, after))
        own_turn = before.phase in {*_ROLLED, "turn"} and action.seat == mover
        if own_turn and before.phase != "eviction":
            break
    return tuple(reversed(found))


def _rolled(before: Position, after: Position) -> Rolled:
    action = after.last
    if action is None:
        raise AssertionError("nobody rolled")
    made = Rolled(action.seat, action.rolls)
    if _ROLLED[before.phase] == "c":
        number = before.target
        building = after.map.buildings[number]
        taken = after.owners[number] == action.seat
        return made._replace(
            building=NAME[building.first],
            large=building.is_large,
            left=0 if taken else after.points[number],
            full=building.full,
        )
    one, two = action.rolls
    other = action.move.at
    loser = 0 if one == two else other if one > two else action.seat
    out = bool(loser) and not after.lives[loser - 1]
    return made._replace(other=other, loser=loser, out=out)


def box(bottom: int) -> Box:
    """The panel of the row in a picture that would end at ``bottom`` without it."""
    return plaques.GAP, bottom, ACROSS - plaques.GAP, bottom + HIGH - plaques.GAP


def pieces(
    theme: Colours, state: Position, found: Sequence[Rolled], bottom: int
) -> Iterator[Piece]:
    left, top, right, under = box(bottom)
    y = (top + under) / 2
    letters = state.setup.colours
    (mover,) = state.to_move
    yield glyphs.sign_on_panel(theme, letters[mover - 1], (left + 32.0, y), 13, 24)
    label = Slot((left + 62, top + 4, _LABEL, under - 4), fonts.TEXT, plaques.SMALL, "left")
    yield written(theme, tr(SINCE), label, theme.quiet)
    if not found:
        slot = Slot((_LABEL + 20, top + 4, right - 14, under - 4), fonts.TEXT, 32, "left")
        yield written(theme, tr(NO_ROLL), slot, theme.quiet)
        return
    across = (right - _LABEL) / _MOST
    for at, each in enumerate(found):
        yield from _chip(theme, letters, each, (_LABEL + 30 + at * across, y))


def _chip(theme: Colours, letters: str, each: Rolled, at: XY) -> Iterator[Piece]:
    """The sign of the seat and its dice; then the building, or the other seat. A life lost stands
    beside the sign of its loser.
    """
    x, y = at
    if each.loser == each.seat:
        yield _lost(theme, (x - 6, y), out=each.out)
        x += 36
    yield glyphs.sign_on_panel(theme, letters[each.seat - 1], (x, y), 13, 24)
    x += 52
    for shown in each.rolls:
        beaten = bool(each.other) and shown < max(each.rolls)
        yield glyphs.die(theme, (x, y), _HALF, shown, dull=beaten)
        x += 54
    if each.other:
        yield glyphs.sign_on_panel(theme, letters[each.other - 1], (x - 2, y), 13, 24)
        if each.loser == each.other:
            yield _lost(theme, (x + 36, y), out=each.out)
        return
    words = f"{each.building} {each.left}/{each.full}" if each.left else each.building
    left, high = round(x) - 18, round(y)
    slot = Slot((left, high - 22, left + 112, high + 22), fonts.STRONG, 30, "left")
    yield written(theme, words, slot, theme.plain)
    if not each.left:
        beside = left + width(words, slot.file, slot.size) + 30
        yield _taken(theme, letters[each.seat - 1], (beside, y), large=each.large)


@lru_cache(maxsize=32)
def _lost(theme: Colours, centre: XY, *, out: bool) -> Piece:
    """A lost life; crossed out if it was the last one."""
    x, y = map(round, centre)
    canvas = Canvas((x - 18, y - 18, x + 18, y + 18), theme.panel)
    glyphs.heart(Pen(canvas, (x, y), 14), theme.life, theme.panel)
    if out:
        canvas.line(((x - 15, y - 15), (x + 15, y + 15)), 5, theme.life)
        canvas.line(((x - 15, y + 15), (x + 15, y - 15)), 5, theme.life)
    return canvas.piece(theme)


@lru_cache(maxsize=64)
def _taken(theme: Colours, letter: str, centre: XY, *, large: bool) -> Piece:
    x, y = map(round, centre)
    canvas = Canvas((x - 26, y - 20, x + 26, y + 20), theme.panel)
    glyph = glyphs.hall if large else glyphs.house
    glyph(Pen(canvas, (x, y), 18), theme.owner(letter), theme.panel)
    return canvas.piece(theme)
