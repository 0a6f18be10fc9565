"""What each district pays whoever has its marker, written in signs."""

from __future__ import annotations

from functools import lru_cache

from renderer import fonts
from renderer.canvas import Canvas
from renderer.glyphs import Pen, laurel
from renderer.piece import Piece
from renderer.text import Slot, Tint, write
from renderer.theme import Colour

from . import districts, glyphs, plaques, tiles
from .colours import Colours

_ITEM, _STATUE, _CARD, _ROUTE, _SPADE, _SHIELD, _STEPS = (
    *("item", "statue", "card", "route", "spade", "shield", "steps"),
)
_REWARDS: tuple[tuple[str, ...], ...] = (
    ("5", "+", _ITEM),
    (_ITEM, "+", "2×", _SHIELD),
    (_ITEM, "+", _CARD, "+", _STATUE, "+", _STEPS),
    (_ITEM, "+", _ROUTE, "−2"),
    ("3×", "pair", "−", _SPADE),
)
"""In the order of DISTRICTS."""
_WIDE = {"+": 24, "−": 26, "5": 24, "2×": 38, "3×": 38, "−2": 38, "pair": 62}
_SIGN = 36
_GAP = 3
_INNER = plaques.MARKER + plaques.SPACE // 2 + 2


def draw_emblem(pen: Pen, district: int, ink: Colour, hole: Colour) -> None:
    glyphs.EMBLEMS[district](pen, ink, hole)


@lru_cache(maxsize=64)
def reward(theme: Colours, district: int, seat: int) -> Piece:
    """In a seat's half of the lane."""
    box = plaques.half_lane(district, seat)
    left, top, right, bottom = box
    # Clear of a marker that stands on the middle, or that has just left it.
    left, right = (left, right - _INNER) if seat == 1 else (left + _INNER, right)
    ground = theme.seat_lane(seat)
    parts = _REWARDS[district]
    across = sum(_WIDE.get(part, _SIGN) for part in parts) + _GAP * (len(parts) - 1)
    start = round((left + right - across) / 2)
    inner = (start, top + 1, start + across, bottom - 8)
    canvas = Canvas(inner, ground)
    x, y = float(start), (inner[1] + inner[3]) / 2
    words: list[tuple[str, Slot]] = []
    for part in parts:
        wide = _WIDE.get(part, _SIGN)
        centre = (x + wide / 2, y)
        if part in _WIDE and part != "pair":
            slot = Slot((round(x) - start, 0, round(x) - start + wide, inner[3] - inner[1]), "", 34)
            words.append((part, slot._replace(file=fonts.STRONG)))
        else:
            _draw_sign(canvas, theme, district, part, centre)
        x += wide + _GAP
    sprite = canvas.finish(theme)
    for part, slot in words:
        write(sprite, theme, part, slot, Tint(theme.words, ground))
    return Piece(sprite, *inner[:2])


def _draw_sign(
    canvas: Canvas, theme: Colours, district: int, part: str, centre: tuple[float, float]
) -> None:
    ground = theme.panel
    pen = Pen(canvas, centre, 17)
    if part == _ITEM:
        tiles.draw_disc(canvas, theme, district, centre, 17)
    elif part == _SPADE:
        tiles.draw_disc(canvas, theme, 4, centre, 17)
    elif part == "pair":
        for shift in (-14, 14):
            at = (centre[0] + shift, centre[1])
            canvas.disc(at, 16, theme.ink)
            canvas.disc(at, 14, theme.paper)
            canvas.disc(at, 7, theme.stone)
    elif part == _SHIELD:
        districts.draw_shield(canvas, theme, district, centre, 19)
    elif part == _STATUE:
        glyphs.statue(pen, theme.gilt, theme.gilt)
    elif part == _CARD:
        laurel(pen, theme.gilt, ground)
    elif part == _ROUTE:
        glyphs.route(pen, theme.gilt, ground)
    else:
        pen.polygon(
            (
                (-0.9, -0.3),
                (0.2, -0.3),
                (0.2, -0.75),
                (0.95, 0),
                (0.2, 0.75),
                (0.2, 0.3),
                (-0.9, 0.3),
            ),
            theme.gilt,
        )
