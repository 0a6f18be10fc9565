"""Passages: seat 1 digs round chambers on a string, seat 2 lays planks; so they differ without
colour too. Each is a piece that covers the pathway and what lay on it.
"""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import INTERSECTIONS, PATHWAYS, Point
from renderer import fonts
from renderer.canvas import XY, Canvas
from renderer.piece import Piece
from renderer.text import Slot, Tint, write
from renderer.theme import Colour

from . import layout
from .colours import Colours
from .layout import RIM_CORNERS

_STATUES = {i.point for i in INTERSECTIONS if i.statue}
_WIDTH = 19.0
_STEP = 20
"""From one chamber or plank to the next."""
_SHARED = 40.0
"""How far from an intersection the pathways that meet there share their edges."""


def draw_sign(canvas: Canvas, theme: Colours, seat: int, centre: XY, half: float) -> None:
    """The seat's sign: a disc for seat 1, a diamond for seat 2."""
    _shape(canvas, seat, centre, half + 3, theme.ink)
    _shape(canvas, seat, centre, half, theme.seats[seat - 1])


def _shape(canvas: Canvas, seat: int, centre: XY, half: float, fill: Colour) -> None:
    x, y = centre
    if seat == 1:
        canvas.disc(centre, half, fill)
    else:
        reach = half * 1.35
        canvas.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), fill)


def _clearance(point: Point) -> float:
    """The radius that an intersection keeps for itself."""
    if point in _STATUES:
        return layout.PLATFORM
    return layout.TOWER if point in RIM_CORNERS else layout.NODE


@lru_cache(maxsize=512)
def passage(theme: Colours, pathway: int, seat: int, *, marked: bool) -> Piece:
    """A passage in place of the tile."""
    box = layout.pathway_box(pathway)
    canvas = Canvas(box, theme.road)
    (ax, ay), (bx, by) = map(layout.at, PATHWAYS[pathway - 1].line)
    dx, dy = (bx - ax) / layout.SIDE, (by - ay) / layout.SIDE
    if marked:
        canvas.line(((ax, ay), (bx, by)), layout.ROAD, theme.glow)
        canvas.line(((ax, ay), (bx, by)), layout.ROAD - 9, theme.road)
    colour, dark = theme.seats[seat - 1], theme.seat_dark(seat)
    if seat == 1:
        canvas.line(((ax, ay), (bx, by)), _WIDTH, colour)
        for step in range(_STEP // 2, int(layout.SIDE), _STEP):
            canvas.disc((ax + dx * step, ay + dy * step), 4.8, dark)
    else:
        canvas.line(((ax, ay), (bx, by)), 6, dark)
        half = _WIDTH / 2 + 1
        for step in range(_STEP // 2, int(layout.SIDE), _STEP):
            corners = ((step - 6, -half), (step + 6, -half), (step + 6, half), (step - 6, half))
            canvas.polygon(
                [(ax + dx * u - dy * v, ay + dy * u + dx * v) for u, v in corners], colour
            )
    middle = layout.middle(pathway)
    if marked:
        _shape(canvas, seat, middle, layout.MEDAL + 8.5, theme.glow)
    draw_sign(canvas, theme, seat, middle, layout.MEDAL)
    sprite = canvas.finish(theme)
    x, y = middle[0] - box[0], middle[1] - box[1]
    slot = Slot((x - 14, y - 11, x + 14, y + 11), fonts.STRONG, layout.MEDAL_TEXT)
    write(sprite, theme, str(pathway), slot, Tint(theme.ink, colour))
    mask = _mask(pathway)
    return Piece(sprite, *box[:2], mask).within(mask.getbbox())


@lru_cache(maxsize=64)
def _mask(pathway: int) -> Image.Image:
    """The pixels that are wholly the pathway's: its road and pad, but no intersection."""
    box = layout.pathway_box(pathway)
    black, white = (0, 0, 0), (255, 255, 255)
    canvas = Canvas(box, black)
    one, other = PATHWAYS[pathway - 1].line
    (ax, ay), (bx, by) = layout.at(one), layout.at(other)
    canvas.line(((ax, ay), (bx, by)), _WIDTH + 4, white)
    # Near an intersection the roads share their edges, so only the middle is this pathway's.
    part = _SHARED / layout.SIDE
    (cx, cy), (dx, dy) = (
        (ax + (bx - ax) * along, ay + (by - ay) * along) for along in (part, 1 - part)
    )
    canvas.line(((cx, cy), (dx, dy)), layout.ROAD, white)
    pad = layout.around(layout.middle(pathway), layout.PAD)
    canvas.rounded(pad, layout.PAD_RADIUS, white)
    for point in (one, other):
        canvas.disc(layout.at(point), _clearance(point) + 1, black)
    return canvas.whole()
