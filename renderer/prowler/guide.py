"""A board with letters beside its parts, for readers who learn to read it."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.prowler.rules import Position
from renderer import png
from renderer.canvas import XY
from renderer.letters import RADIUS, letter
from renderer.theme import NIGHT

from . import layout, plaques
from .board import picture
from .colours import COLOURS


def draw_guide(
    state: Position, names: Sequence[str], *, pathway: int, area: int, theme: str = NIGHT.name
) -> bytes:
    """As PNG: A a pathway, B a district, C a statue, D the track, E a card, F a panel."""
    colours = COLOURS[theme]
    drawn = picture(state, names, colours)
    for text, (x, y) in zip("ABCDEF", places(pathway, area), strict=True):
        letter(colours, text, (round(x), round(y))).put(drawn)
    return png.encode(drawn, colours.palette_bytes)


def places(pathway: int, area: int) -> list[XY]:
    """The places of the letters: at the end of a part or beside it, over no emblem or number."""
    left, _, right, bottom = layout.badge_box(pathway)
    x, y = layout.area_centre(area)
    statue_x, statue_y = layout.STATUE_AT["K"]
    card, foot, panel = plaques.CARD_BOXES[1], plaques.CARD_FOOT[1], plaques.PANEL
    return [
        ((left + right) / 2, bottom + RADIUS - 4),
        (x, y + layout.SHIELD + RADIUS),
        (statue_x + 32, statue_y + 24),
        (plaques.TRACK_NOTE.box[0] + RADIUS, plaques.TRACK_SIGNS[0][1] - 2),
        (card[0] - 12, (foot[1] + foot[3]) / 2),
        (panel[2] + 34, panel[1] + 34),
    ]
