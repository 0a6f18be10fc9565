"""The board with lettered parts, for the rules and for the first lesson."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from cogs.contract.screen import Drawing
from prowlerbot.core.game import find_move
from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from prowlerbot.match.preferences import Theme
from renderer.prowler import draw_guide

SETUP = "MCB-PMB-BPR-BRC-CBP-CPM/mdpwrmppmwwmbbmppwpbrbmpmbp/1,5,10/1"
MOVES = (">M", "6", "10>C", "19", "4>P", "14", "11>R")
"""A moment of a real match that shows every kind of thing."""
_PATHWAY, _AREA = 17, 11
"""The places of the letters A and B; the area is a Castle."""


@lru_cache(maxsize=1)
def moment() -> Position:
    state = Prowler().start(SETUP)
    for move in MOVES:
        state = state.after(state.seat, find_move(state, state.seat, move))
    return state


def lettered_board(position: Position, names: Sequence[str], theme: Theme) -> Drawing:
    draw = partial(draw_guide, position, names, pathway=_PATHWAY, area=_AREA, theme=theme)
    alt = tr("The board with the letters A to F beside what the text explains.")
    return Drawing("guide.png", draw, alt)
