"""The board with lettered parts, for the rules and for the first lesson."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from cogs.contract.screen import Drawing
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.rules import Position, start
from prowlerbot.games.landgrab.setup import parse_setup
from prowlerbot.match.preferences import Theme
from renderer.landgrab import draw_guide

SETUP = "RB/1/D5,F5,H5,D7,F7,H7/D6,I6,D7,E8,G8/F6-G6"
MOVES = (
    *("p:D8", "p:I8", "E7", "H7", "c:D6", "d11", "c:F6", "d12", "c:D7", "d12"),
    *("c:F6", "d8", "F7", "c:F6", "d9", "c:F6", "d11", "c:G8", "d10"),
)
"""A moment at which both players own buildings, and the rival owns the large one."""


@lru_cache(maxsize=1)
def moment() -> Position:
    state = start(parse_setup(SETUP))
    for move in MOVES:
        (seat,) = state.to_move
        state = state.after(seat, find_move(state, seat, move))
    return state


def lettered_board(position: Position, names: Sequence[str], theme: Theme) -> Drawing:
    draw = partial(draw_guide, position, names, square="E7", small="E8", large="F6", theme=theme)
    alt = tr("The board with the letters A to G beside what the text explains.")
    return Drawing("guide.png", draw, alt)
