"""A board with letters beside its parts, for whoever learns to read it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.games.prowler.rules import Position
from renderer import fonts, png
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, written
from renderer.theme import NIGHT

from . import layout, plaques
from .board import picture
from .colours import COLOURS, Colours

RADIUS = 26


def draw_guide(
    state: Position, names: Sequence[str], *, pathway: int, area: int, theme: str = NIGHT.name
) -> bytes:
    """As PNG: A a pathway, B a district, C a statue, D the track, E a card, F a panel."""
    colours = COLOURS[theme]
    drawn = picture(state, names, colours)
    for letter, at in zip("ABCDEF", places(pathway, area), strict=True):
        _letter(colours, letter, (round(at[0]), round(at[1]))).put(drawn)
    return png.encode(drawn, colours.palette_bytes)


def places(pathway: int, area: int) -> list[XY]:
    """Where the letters stand: on the end of what they are about or beside it, over no emblem and
    no number.
    """
    left, _, right, bottom = layout.badge_box(pathway)
    x, y = layout.area_centre(area)
    statue_x, statue_y = layout.STATUE_AT["K"]
    card, foot, panel = plaques.CARD_BOXES[1], plaques.CARD_FOOT[1], plaques.PANEL
    return [
        ((left + right) / 2, bottom + RADIUS - 4),
        (x, y + layout.SHIELD + RADIUS),
        (statue_x + 32, statue_y + 24),
        (layout.SIZE[0] / 2, plaques.TRACK_SIGNS[0][1] - 6),
        (card[0] - 12, (foot[1] + foot[3]) / 2),
        (panel[2] + 34, panel[1] + 34),
    ]


@lru_cache(maxsize=32)
def _letter(theme: Colours, letter: str, at: tuple[int, int]) -> Piece:
    x, y = at
    box = (x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, (0, 0, 0))
    canvas.disc(at, RADIUS, theme.ink)
    canvas.disc(at, RADIUS - 3, theme.glow)
    shape.disc(at, RADIUS, (255, 255, 255))
    sprite = canvas.finish(theme)
    slot = Slot((8, 8, 2 * RADIUS - 8, 2 * RADIUS - 8), fonts.STRONG, 40)
    written(theme, letter, slot, Tint(theme.ink, theme.glow)).put(sprite)
    return Piece(sprite, box[0], box[1], shape.whole())
