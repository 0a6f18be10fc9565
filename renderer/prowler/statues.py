"""Statues on their plinths, each in a ring that shows the owner of each pathway around it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import STATUES
from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from renderer.canvas import BLACK, WHITE, Canvas, Piece
from renderer.glyphs import draw_seat
from renderer.prowler import glyphs, layout
from renderer.prowler.colours import Colours

_GAP = 18.0
"""Degrees between two parts of a ring."""


def pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    one, two = state.passages
    for statue, around in STATUES.items():
        thief = next((seat for seat in SEATS if statue in state.statues[seat - 1]), 0)
        if (one | two) & around or thief:
            yield _piece(theme, statue, (one & around, two & around), thief)


@lru_cache(maxsize=512)
def _piece(theme: Colours, statue: str, dug: tuple[int, int], thief: int) -> Piece:
    reach = round(layout.PLINTH) + 1
    x, y = layout.STATUE_AT[statue]
    canvas = Canvas((x - reach, y - reach, x + reach, y + reach), theme.floor)
    draw_plinth(canvas, theme, statue, dug, thief)
    return canvas.piece(theme, _mask())


def draw_plinth(
    canvas: Canvas, theme: Colours, statue: str, dug: tuple[int, int], thief: int
) -> None:
    """Draw a plinth with its ring. The ring has a part towards each pathway, in the colour of the
    seat that ``dug`` it; a part without a passage is empty.
    """
    x, y = layout.STATUE_AT[statue]
    radius, around = layout.PLINTH, layout.bearings(statue)
    half = 180 / len(around) - _GAP / 2
    canvas.disc((x, y), radius, theme.ink)
    for pathway, angle in around.items():
        seat = next((seat for seat in SEATS if dug[seat - 1] >> pathway & 1), 0)
        colour = theme.seats[seat - 1] if seat else theme.paper
        canvas.slice((x, y), radius - 2, angle - half, angle + half, colour)
        if not seat:
            canvas.slice((x, y), radius - 5, angle - half + 6, angle + half - 6, theme.iron)
    canvas.disc((x, y), radius - layout.RING, theme.ink)
    if thief:
        canvas.disc((x, y), radius - layout.RING - 3, theme.wall_dark)
        draw_seat(canvas, theme, thief, (x, y), 17)
    else:
        canvas.disc((x, y), radius - layout.RING - 2, theme.wall_dark)
        glyphs.draw_monument(canvas, theme, (x, y))


@lru_cache(maxsize=1)
def _mask() -> Image.Image:
    reach = round(layout.PLINTH) + 1
    canvas = Canvas((-reach, -reach, reach, reach), BLACK)
    canvas.disc((0, 0), layout.PLINTH, WHITE)
    return canvas.whole()
