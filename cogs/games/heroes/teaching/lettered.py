"""A board with lettered parts, for the rules and for the first lesson."""

from __future__ import annotations

from functools import lru_cache, partial

from cogs.contract.screen import Drawing
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.rules import Position
from prowlerbot.match.preferences import Theme
from renderer.heroes import draw_guide

SETUP = "1/brisk/guided/full"
MOVES = (
    *("t98", "t45", "t59", "t46", "t60", "b1@J7r0", "b2@K7r1", "b3@L7r3"),
    *("reveal1", "t48", "t1", "t34", "b2@J8r0", "b1@J9r0", "b5@L6r0"),
)
"""A colony that extends three ways, and an ore vein in the queue."""


@lru_cache(maxsize=1)
def moment() -> Position:
    position = Heroes().start(SETUP)
    for move in MOVES:
        (seat,) = position.to_move
        position = position.after(seat, find_move(position, seat, move))
    return position


def lettered_board(position: Position, theme: Theme) -> Drawing:
    draw = partial(draw_guide, position, cavern="G7", stone="H8", dark="J9", lit="J8", theme=theme)
    alt = tr("Your board with the letters A to G beside what the text explains.")
    return Drawing("guide.png", draw, alt)
