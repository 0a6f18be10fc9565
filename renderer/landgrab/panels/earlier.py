"""The lines at the foot: what has happened since the awaited player's latest turn.

Each later move replaces the news in the strip, so fights would be gone before anybody has seen
them. The player's own roll, each fight, and each roll for a building of the player has a line of
its own, told as in the strip.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from renderer import fonts
from renderer.canvas import Box, Piece
from renderer.landgrab import glyphs
from renderer.landgrab.colours import Colours
from renderer.landgrab.land.window import ACROSS
from renderer.text import Slot, written

from . import news, plaques

SINCE = mark("since the last turn")
"""After the sign of the awaited player."""
_MOST = 3
"""The awaited player and two others: the strip shows the action of the latest one."""
_HEAD, _LINE = 48, 60
"""The heights of the label and of a line."""
_DIE = 27
"""Half the width of a die."""
_ROLLED = {"claim", "defence"}
"""The phases in which the last roll of an action is due."""


def rolled_since(line: Sequence[Position]) -> tuple[Position, ...] | None:
    """The positions right after the awaited seat's latest roll, and after all that concerned it or
    was a fight since then, without the last action, which the strip shows; None if there is none.
    """
    now = line[-1]
    if len(line) < 2 or not now.round or now.end or now.phase in _ROLLED or now.phase == "attack":
        return None
    (mover,) = now.to_move
    found: list[Position] = []
    shown = now.last
    for after, before in pairwise(reversed(line)):
        if not before.round or len(found) == _MOST:
            break
        action = after.last
        if action is None or action is before.last or before.phase == "attack":
            continue
        if before.phase in _ROLLED and action is not shown and _concerns(before, mover):
            found.append(after)
        own_turn = before.phase in {*_ROLLED, "turn"} and action.seat == mover
        if own_turn and before.phase != "eviction":
            break
    return tuple(reversed(found)) or None


def _concerns(before: Position, mover: int) -> bool:
    """Whether the roll that is due is a fight, the player's own, or for one of their buildings."""
    own = mover in {before.turn, before.owners[before.target] if before.phase == "claim" else 0}
    return own or before.phase == "defence"


def height(lines: int) -> int:
    """The height of the panel with its gap."""
    return _HEAD + _LINE * lines + plaques.GAP


def box(bottom: int, lines: int) -> Box:
    """The panel in a picture that would end at ``bottom`` without it."""
    return plaques.GAP, bottom, ACROSS - plaques.GAP, bottom + height(lines) - plaques.GAP


def pieces(
    theme: Colours,
    state: Position,
    names: Sequence[str],
    found: Sequence[Position],
    bottom: int,
) -> Iterator[Piece]:
    left, top, right, _ = box(bottom, len(found))
    (mover,) = state.to_move
    sign = left + 38.0, top + _HEAD / 2
    yield glyphs.sign_on_panel(theme, state.setup.colours[mover - 1], sign, 11, 20)
    label = Slot((left + 68, top + 6, right - 14, top + _HEAD), fonts.TEXT, plaques.SMALL, "left")
    yield written(theme, tr(SINCE), label, theme.quiet)
    top += _HEAD
    for each in found:
        yield from news.told(theme, each, names, (left, top - 2, right, top + _LINE - 2), _DIE)
        top += _LINE
