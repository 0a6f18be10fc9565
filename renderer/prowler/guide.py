"""A board with letters beside its parts, for whoever learns to read it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.games.prowler.rules import Position
from renderer import fonts, png
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, write
from renderer.theme import NIGHT

from . import layout, plaques
from .board import picture
from .colours import COLOURS, Colours

_RADIUS = 30


def draw_guide(
    state: Position, names: Sequence[str], *, pathway: int, area: int, theme: str = NIGHT.name
) -> bytes:
    """As PNG: A a pathway, B a district, C a statue, D the track, E a card, F a panel."""
    colours = COLOURS[theme]
    drawn = picture(state, names, colours)
    for letter, at in zip("ABCDEF", _places(pathway, area), strict=True):
        _letter(colours, letter, (round(at[0]), round(at[1]))).put(drawn)
    return png.encode(drawn, colours.palette_bytes)


def _places(pathway: int, area: int) -> list[XY]:
    """Where the letters stand: beside what they are about, over nothing that says anything."""
    left, top, _, _ = layout.badge_box(pathway)
    x, y = layout.area_centre(area)
    statue_x, statue_y = layout.STATUE_AT["K"]
    aside = (layout.PLINTH + _RADIUS - 6) * 0.7
    card, panel = plaques.CARD_BOXES[1], plaques.PANEL
    return [
        (left - _RADIUS, top - _RADIUS / 3),
        (x, y + layout.SHIELD + _RADIUS),
        (statue_x + aside, statue_y + aside),
        (layout.SIZE[0] / 2, plaques.TRACK_SIGNS[0][1] - 6),
        (card[0] - 5, card[1] - 8),
        (panel[2] + 34, panel[1] + 34),
    ]


@lru_cache(maxsize=32)
def _letter(theme: Colours, letter: str, at: tuple[int, int]) -> Piece:
    x, y = at
    box = (x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS)
    canvas, shape = Canvas(box, theme.panel), Canvas(box, (0, 0, 0))
    canvas.disc(at, _RADIUS, theme.ink)
    canvas.disc(at, _RADIUS - 3, theme.glow)
    shape.disc(at, _RADIUS, (255, 255, 255))
    sprite = canvas.finish(theme)
    slot = Slot((10, 9, 2 * _RADIUS - 10, 2 * _RADIUS - 9), fonts.STRONG, 44)
    write(sprite, theme, letter, slot, Tint(theme.ink, theme.glow))
    return Piece(sprite, box[0], box[1], shape.whole())
