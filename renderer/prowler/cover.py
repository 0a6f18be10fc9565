"""The cover: the picture of a challenge for players who have never seen the game."""

from __future__ import annotations

from functools import lru_cache

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import put_all
from renderer.covers import SIZE, entitled
from renderer.prowler import passages, plaques, statues
from renderer.prowler.city import static_layer
from renderer.prowler.colours import COLOURS

_TITLE = "Prowler's Passage"
_BAND = 118
"""The height of the title's background."""
_FROM = plaques.TRACK[1] - 5 - SIZE[1]
"""The top row of the cover on the board; the cover ends above the control track."""
_MATCH = "MCP-CBM-RCP-PRB-PMB-RCB/bbmrbrbbdmmwmbwrpmpwbmbrwmm/3,4,13/2"
_MOVES = ">M 15>B 22 16 23 8 20>M 12>B 13 5 9 11 10 14 18 3 25>P 1 21 4"
"""The moves of the cover: two long passages that wind around each other."""


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a city full of passages."""
    colours = COLOURS[theme]
    state = _position()
    board = static_layer(state.setup, colours).copy()
    put_all(board, (*passages.pieces(colours, state), *statues.pieces(colours, state)))
    picture = board.crop((0, _FROM, SIZE[0], _FROM + SIZE[1]))
    return entitled(picture, colours, _TITLE, _BAND)


def _position() -> Position:
    """A late position, without the mark of a last move."""
    state = Prowler().start(_MATCH)
    for text in _MOVES.split():
        state = state.after(state.seat, next(move for move in state.legal if str(move) == text))
    return state._replace(last=None)
