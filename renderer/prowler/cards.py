"""The three achievement cards: wealth, condition, and who holds them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler.achievements import WEALTH
from prowlerbot.games.prowler.rules import SEATS, Position
from prowlerbot.games.prowler.words import CONDITIONS
from renderer.canvas import Canvas
from renderer.piece import Piece
from renderer.text import Tint, write, written

from . import layout, passages
from .colours import Colours

AT_MID_GAME = (14, 15)
"""The cards that are awarded once, at mid-game scoring, and to nobody after a tie."""


def draw_cards(canvas: Canvas, theme: Colours) -> None:
    for box, wealth in zip(layout.CARD_BOXES, layout.CARD_WEALTH, strict=True):
        canvas.panel(box, 12, theme)
        canvas.rounded(wealth.box, 10, theme.lamp)


def write_wealth(picture: Image.Image, theme: Colours, drawn: tuple[int, ...]) -> None:
    for card, wealth in zip(drawn, layout.CARD_WEALTH, strict=True):
        left, top, right, bottom = wealth.box
        inner = wealth._replace(box=(left + 6, top + 4, right - 6, bottom - 4))
        write(picture, theme, str(WEALTH[card]), inner, Tint(theme.ink, theme.lamp))


def conditions(theme: Colours, drawn: tuple[int, ...]) -> Iterator[Piece]:
    for card, slot in zip(drawn, layout.CARD_TEXT, strict=True):
        yield written(theme, tr(CONDITIONS[card]), slot, Tint(theme.paper, theme.panel))


@lru_cache(maxsize=64)
def _holder(theme: Colours, place: int, seat: int) -> Piece:
    """The sign of the seat that holds a card; 0 for a card that nobody can claim any more."""
    left, top, right, bottom = layout.CARD_HOLDER[place]
    box = (0, 0, right - left, bottom - top)
    canvas = Canvas(box, theme.panel)
    centre = (box[2] / 2, box[3] / 2)
    if seat:
        passages.draw_sign(canvas, theme, seat, centre, 14)
    else:
        canvas.line(((centre[0] - 9, centre[1]), (centre[0] + 9, centre[1])), 4, theme.muted)
    return Piece(canvas.finish(theme), left, top)


def holders(theme: Colours, state: Position) -> Iterator[Piece]:
    for place, card in enumerate(state.setup.cards):
        holder = next((seat for seat in SEATS if card in state.achievements[seat - 1]), None)
        if holder is not None:
            yield _holder(theme, place, holder)
        elif card in AT_MID_GAME and state.mid is not None:
            yield _holder(theme, place, 0)
