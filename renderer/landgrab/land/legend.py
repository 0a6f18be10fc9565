"""The legend of the lights while a player places a piece, at the right of the banner."""

from __future__ import annotations

from collections.abc import Iterator

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab.colours import Colours
from renderer.landgrab.panels import plaques
from renderer.piece import Piece
from renderer.text import Slot, Tint, written

from . import lights
from .window import DRAWN_FOR

TILE = mark("the middle of a tile")
SMALL, LARGE = mark("small, 1 point"), mark("large, 3 points")
SPAWN = mark("you can start here")


def pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    tint = Tint(theme.words, theme.panel)
    upper, middle, lower = plaques.LEGEND
    x = plaques.LEGEND_SIGN
    if state.phase == "tiles":
        yield lights.stud(theme, (x, _height(middle)), DRAWN_FOR)
        yield written(theme, tr(TILE), middle, tint)
    elif state.phase == "buildings":
        yield lights.stud(theme, (x, _height(upper)), DRAWN_FOR)
        yield written(theme, tr(SMALL), upper, tint)
        yield lights.bridge(theme, (x, _height(lower)), DRAWN_FOR, upright=False)
        yield written(theme, tr(LARGE), lower, tint)
    elif state.phase == "spawns":
        y = _height(middle)
        yield lights.lit(theme, (x - 18, y - 18, x + 18, y + 18))
        yield written(theme, tr(SPAWN), middle, tint)


def _height(place: Slot) -> int:
    return (place.box[1] + place.box[3]) // 2
