"""Passages: lit tunnels in the rubble of a lane. Seat 1 hangs round lamps, seat 2 lays planks, so
they differ without colour too. Each is a piece that covers the pathway and its tile.

A seat's longest passage is lined with gold; the last passage has rays around its sign.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import INTERSECTIONS, PATHWAYS, Point, pathways_in
from prowlerbot.games.prowler.passages import longest_trail
from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from renderer import fonts
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, Piece
from renderer.glyphs import draw_seat, draw_shape
from renderer.prowler import layout
from renderer.prowler.colours import Colours
from renderer.prowler.layout import RIM_CORNERS
from renderer.text import Slot, write
from renderer.theme import Colour, Tint

_STATUES = {i.point for i in INTERSECTIONS if i.statue}
_WIDTH = 23.0
_GLOW = 31.0
_LINED = 35.0
"""The width of a tunnel with its light, and with a lining of gold."""
_STEP = 22
"""The distance between lamps; planks lie twice as close."""
_SHARED = 34.0
"""The distance from an intersection within which its pathways share their edges."""
_LEAST_SHOWN = 2
"""The fewest passages of a route that is lined; a single passage is no route yet."""


def pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    """All passages: those of longest routes above the others, the last one on top."""
    last = state.last.pathway if state.last else 0
    drawn = []
    for seat in SEATS:
        own = state.passages[seat - 1]
        trail = longest_trail(own)
        if trail.bit_count() < _LEAST_SHOWN:
            trail = 0
        drawn += [
            (pathway == last, bool(trail >> pathway & 1), pathway, seat)
            for pathway in pathways_in(own)
        ]
    for marked, lined, pathway, seat in sorted(drawn):
        yield passage(theme, pathway, seat, lined=lined, marked=marked)


def _clearance(point: Point) -> float:
    """The radius of an intersection that no passage covers."""
    if point in _STATUES:
        return layout.PLINTH
    return layout.TOWER if point in RIM_CORNERS else layout.NODE


@lru_cache(maxsize=1024)
def passage(theme: Colours, pathway: int, seat: int, *, lined: bool, marked: bool) -> Piece:
    """A passage, which replaces the tile of its pathway."""
    canvas = Canvas(layout.pathway_box(pathway), theme.earth)
    one, other = layout.ends(pathway)
    middle = layout.middle(pathway)
    canvas.line((one, other), layout.ROAD, theme.earth)
    canvas.line((one, other), layout.ROAD - 4, theme.rubble)
    canvas.line(layout.badge_ends(pathway), 2 * layout.PAD, theme.earth)
    canvas.line(layout.badge_ends(pathway), 2 * layout.PAD - 5, theme.rubble)
    canvas.line((one, other), _GLOW, theme.seat_dark(seat))
    if marked:
        canvas.line((one, other), layout.ROAD, theme.latest)
        canvas.line((one, other), layout.ROAD - 8, theme.ink)
    if lined:
        canvas.line((one, other), _LINED, theme.ink)
        canvas.line((one, other), _LINED - 1.5, theme.lining)
        canvas.line((one, other), _WIDTH + 3, theme.ink)
    _draw_inside(canvas, theme, pathway, seat)
    if marked:
        _draw_rays(canvas, middle, layout.BURST + 3, theme.ink)
        _draw_rays(canvas, middle, layout.BURST - 1, theme.latest)
        draw_shape(canvas, seat, middle, layout.MEDAL + 5, theme.ink)
    draw_seat(canvas, theme, seat, middle, layout.MEDAL)
    x, y = middle
    slot = Slot((x - 16, y - 12, x + 16, y + 12), fonts.STRONG, layout.MEDAL_TEXT)
    write(canvas, theme, str(pathway), slot, Tint(theme.ink, theme.seats[seat - 1]))
    mask = _mask(pathway, marked=marked)
    return canvas.piece(theme, mask).within(mask.getbbox())


def _draw_inside(canvas: Canvas, theme: Colours, pathway: int, seat: int) -> None:
    (ax, ay), other = layout.ends(pathway)
    dx, dy = layout.along(pathway)
    colour = theme.seats[seat - 1]
    if seat == 1:
        canvas.line(((ax, ay), other), _WIDTH, colour)
        for step in range(_STEP // 2, int(layout.SIDE), _STEP):
            at = ax + dx * step, ay + dy * step
            canvas.discs(at, (7.5, theme.seat_dark(seat)), (5.5, theme.paper))
    else:
        canvas.line(((ax, ay), other), _WIDTH + 2, theme.tunnel)
        canvas.line(((ax, ay), other), 9, theme.seat_dark(seat))
        half = _WIDTH / 2
        for step in range(_STEP // 4, int(layout.SIDE), _STEP // 2 + 4):
            corners = ((step - 5, -half), (step + 5, -half), (step + 5, half), (step - 5, half))
            canvas.polygon(
                [(ax + dx * u - dy * v, ay + dy * u + dx * v) for u, v in corners], colour
            )


def _draw_rays(canvas: Canvas, centre: XY, reach: float, fill: Colour) -> None:
    points = []
    for corner in range(24):
        angle = math.radians(corner * 15 - 90)
        part = reach if corner % 2 == 0 else reach * 0.76
        points.append((centre[0] + part * math.cos(angle), centre[1] + part * math.sin(angle)))
    canvas.polygon(points, fill)


@lru_cache(maxsize=64)
def _mask(pathway: int, *, marked: bool) -> Image.Image:
    """The pixels that belong to the pathway alone: its lane and pad, without intersections."""
    box = layout.pathway_box(pathway)
    canvas = Canvas(box, BLACK)
    (ax, ay), (bx, by) = layout.ends(pathway)
    canvas.line(((ax, ay), (bx, by)), _LINED + 0.4, WHITE)
    # Near an intersection the lanes share their edges, so only the middle belongs to this pathway.
    part = _SHARED / layout.SIDE
    (cx, cy), (dx, dy) = (
        (ax + (bx - ax) * along, ay + (by - ay) * along) for along in (part, 1 - part)
    )
    canvas.line(((cx, cy), (dx, dy)), layout.ROAD, WHITE)
    canvas.line(layout.badge_ends(pathway), 2 * layout.PAD, WHITE)
    if marked:
        _draw_rays(canvas, layout.middle(pathway), layout.BURST + 3, WHITE)
    for point in PATHWAYS[pathway - 1].line:
        canvas.disc(layout.at(point), _clearance(point) + 1, BLACK)
    return canvas.whole()


def dug(pathway: int, part: float) -> tuple[Box, Image.Image]:
    """The box of a pathway, and its pixels dug so far from one end."""
    box = layout.pathway_box(pathway)
    (ax, ay), (bx, by) = layout.ends(pathway)
    canvas = Canvas(box, BLACK)
    canvas.line(((ax, ay), (ax + (bx - ax) * part, ay + (by - ay) * part)), 2 * layout.PAD, WHITE)
    return box, canvas.whole()
