"""The three achievement cards: wealth, condition, each seat's progress, and the holder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.core.i18n import tr
from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import NEEDED, WEALTH, reached
from prowlerbot.games.prowler.words import CONDITION_NAMES
from renderer.canvas import Canvas, Piece
from renderer.glyphs import draw_seat
from renderer.prowler import plaques
from renderer.prowler.colours import Colours
from renderer.text import in_two_lines, named, player, write, written
from renderer.theme import Tint

AT_MID_GAME = (14, 15)
"""The cards awarded once, at mid-game scoring; nobody gets one after a tie."""


def draw_cards(canvas: Canvas, theme: Colours) -> None:
    for place, (box, wealth) in enumerate(
        zip(plaques.CARD_BOXES, plaques.CARD_WEALTH, strict=True)
    ):
        canvas.panel(box, 14, theme)
        left, top, right, bottom = wealth.box
        centre = (left + right) / 2, (top + bottom) / 2
        canvas.discs(centre, (28, theme.ink), (26, theme.lamp))
        for seat in SEATS:
            at, _ = plaques.card_nearness(place, seat)
            draw_seat(canvas, theme, seat, at, 12)


def write_wealth(picture: Image.Image, theme: Colours, drawn: tuple[int, ...]) -> None:
    """Write the wealth that each card of a match needs."""
    for card, wealth in zip(drawn, plaques.CARD_WEALTH, strict=True):
        left, top, right, bottom = wealth.box
        inner = wealth._replace(box=(left + 12, top + 10, right - 12, bottom - 10))
        write(picture, theme, str(WEALTH[card]), inner, Tint(theme.ink, theme.lamp))


def pieces(theme: Colours, state: Position, names: Sequence[str]) -> Iterator[Piece]:
    """The texts that change: the condition, and the holder or each seat's progress."""
    for place, card in enumerate(state.setup.cards):
        tint = theme.plain
        slots = plaques.CARD_TEXT[place]
        lines = in_two_lines(tr(CONDITION_NAMES[card]), slots[0])
        if len(lines) == 1:
            slots = (plaques.CARD_TEXT_ALONE[place], slots[1])
        for line, slot in zip(lines, slots, strict=False):
            yield written(theme, line, slot, tint)
        holder = next((seat for seat in SEATS if card in state.achievements[seat - 1]), None)
        if holder is not None:
            yield _held(theme, place, holder)
            wanted = player(names[holder - 1], holder, plaques.NAME_LEAST)
            tint = Tint(theme.ink, theme.seats[holder - 1])
            yield named(theme, wanted, plaques.card_holder(place)[1], tint)
        elif card in AT_MID_GAME and state.mid is not None:
            yield _held(theme, place, 0)
        else:
            yield from _nearness(theme, state, place, card)


def _nearness(theme: Colours, state: Position, place: int, card: int) -> Iterator[Piece]:
    for seat in SEATS:
        have = reached(state, seat, card)
        needed = NEEDED.get(card)
        shown = f"{have} / {needed}" if needed else str(have)
        tint = Tint(theme.words if have else theme.muted, theme.panel)
        yield written(theme, shown, plaques.card_nearness(place, seat)[1], tint)


@lru_cache(maxsize=64)
def _held(theme: Colours, place: int, seat: int) -> Piece:
    """The background of the holder's name; seat 0 for a card that no seat can claim any more."""
    box = plaques.CARD_FOOT[place]
    canvas = Canvas(box, theme.panel)
    if seat:
        canvas.rounded(box, 10, theme.seats[seat - 1])
        centre, _ = plaques.card_holder(place)
        draw_seat(canvas, theme, seat, centre, 11)
    else:
        left, top, right, bottom = box
        x, y = (left + right) / 2, (top + bottom) / 2
        canvas.line(((x - 60, y), (x + 60, y)), 5, theme.muted)
    return canvas.piece(theme)
