"""Each district's pay to the holder of its marker, written in signs."""

from __future__ import annotations

from functools import lru_cache

from renderer import fonts
from renderer.canvas import XY, Canvas, Piece
from renderer.glyphs import Pen, laurel
from renderer.text import Slot, write
from renderer.theme import Tint

from . import glyphs, plaques
from .colours import Colours

_ITEM, _STATUE, _CARD, _ROUTE = "item", "statue", "card", "route"
_SPADE, _SHIELD, _STEPS = "spade", "shield", "steps"
_REWARDS: tuple[tuple[str, ...], ...] = (
    ("5", "+", _ITEM),
    (_ITEM, "+", "2×", _SHIELD),
    (_ITEM, "+", _CARD, "+", _STATUE, "+", _STEPS),
    (_ITEM, "+", _ROUTE, "−2"),
    ("3×", "pair", "−", _SPADE),
)
"""In the order of DISTRICTS."""
_WIDE = {"+": 20, "−": 22, "5": 26, "2×": 44, "3×": 44, "−2": 42, "pair": 74}
_SIGN = 44
_GAP = 2
_TEXT = 40
_CLEAR = 4
"""The gap between the signs and a marker."""


def across(district: int) -> int:
    """The width of a district's signs at their full size."""
    parts = _REWARDS[district]
    return sum(_WIDE.get(part, _SIGN) for part in parts) + _GAP * (len(parts) - 1)


@lru_cache(maxsize=512)
def reward(theme: Colours, district: int, seat: int, taken: int) -> Piece:
    """In a seat's half of the lane, with ``taken`` pixels from the middle occupied by markers.

    The signs shrink if little room is left.
    """
    left, top, right, bottom = plaques.half_lane(district, seat)
    left, right = (left, right - taken) if seat == 1 else (left + taken, right)
    part_of = min(1.0, (right - left - 2 * _CLEAR) / across(district))
    wide = round(part_of * across(district))
    start = round((left + right - wide) / 2)
    ground = theme.seat_lane(seat)
    inner = (start, top + 1, start + wide, bottom - plaques.TICK)
    canvas = Canvas(inner, ground)
    x, y = float(start), (inner[1] + inner[3]) / 2
    words: list[tuple[str, Slot]] = []
    for part in _REWARDS[district]:
        room = part_of * _WIDE.get(part, _SIGN)
        if part in _WIDE and part != "pair":
            box = (round(x) - start, 0, round(x + room) - start, inner[3] - inner[1])
            words.append((part, Slot(box, fonts.STRONG, round(part_of * _TEXT))))
        else:
            _draw_sign(canvas, theme, district, part, (x + room / 2, y), part_of)
        x += room + part_of * _GAP
    sprite = canvas.finish(theme)
    for part, slot in words:
        write(sprite, theme, part, slot, Tint(theme.words, ground))
    return Piece(sprite, *inner[:2])


def _draw_sign(  # noqa: PLR0917 - inputs of a sign
    canvas: Canvas, theme: Colours, district: int, part: str, centre: XY, part_of: float
) -> None:
    ground, radius = theme.panel, 21 * part_of
    pen = Pen(canvas, centre, radius)
    if part == _ITEM:
        glyphs.draw_tile(canvas, theme, district, centre, radius)
    elif part == _SPADE:
        glyphs.draw_tile(canvas, theme, 4, centre, radius)
    elif part == "pair":
        for shift in (-0.82, 0.82):
            at = (centre[0] + shift * radius, centre[1])
            canvas.discs(at, (0.93 * radius, theme.ink), (0.83 * radius, theme.paper))
            canvas.disc(at, 0.42 * radius, theme.stone)
    elif part == _SHIELD:
        # of any district, as the pair is of any item, so it has no arms
        arms = Pen(canvas, centre, 1.1 * radius)
        glyphs.shield(arms, theme.ink, 1.0)
        glyphs.shield(arms, theme.paper, 0.88)
        glyphs.shield(arms, theme.stone, 0.42)
    elif part == _STATUE:
        glyphs.statue(pen, theme.gilt, theme.gilt)
    elif part == _CARD:
        laurel(pen, theme.gilt, ground)
    elif part == _ROUTE:
        glyphs.route(pen, theme.gilt, ground)
    else:
        head = (0.2, -0.75), (0.95, 0), (0.2, 0.75)
        pen.polygon(((-0.9, -0.3), (0.2, -0.3), *head, (0.2, 0.3), (-0.9, 0.3)), theme.gilt)
