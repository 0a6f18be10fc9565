"""The 18 district areas: ground, roofs in the district's own pattern, and its emblem.

An area is drawn in two coordinates from 0 to 1 along its sides, both 0 at the hex's centre and both
1 at the partial circle.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from prowlerbot.games.prowler.board import AREAS, PATHWAYS
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.theme import Colour

from . import glyphs, layout
from .colours import Colours

_PATHWAYS = {frozenset(pathway.line) for pathway in PATHWAYS}
_EDGE = 9
"""Ground left free along the wall, in pixels; along a pathway it is half the road."""


class _Ground:
    """One area and a way to draw in its coordinates."""

    def __init__(self, canvas: Canvas, index: int) -> None:
        self._canvas = canvas
        self._corners = [layout.at(point) for point in AREAS[index].corners]
        across = layout.SIDE * math.sqrt(3) / 2
        street, edge = (layout.ROAD / 2 + 2) / across, _EDGE / across
        _, first, far, last = AREAS[index].corners
        self.start = street
        self.u_end = 1 - (street if frozenset((first, far)) in _PATHWAYS else edge)
        self.v_end = 1 - (street if frozenset((far, last)) in _PATHWAYS else edge)

    @property
    def centre(self) -> XY:
        (ax, ay), _, (bx, by), _ = self._corners
        return (ax + bx) / 2, (ay + by) / 2

    def at(self, u: float, v: float) -> XY:
        """A point given in parts of the open ground, the streets left out."""
        u = self.start + u * (self.u_end - self.start)
        v = self.start + v * (self.v_end - self.start)
        (ox, oy), (ax, ay), _, (bx, by) = self._corners
        return ox + u * (ax - ox) + v * (bx - ox), oy + u * (ay - oy) + v * (by - oy)

    def fill(self, u0: float, v0: float, u1: float, v1: float, colour: Colour) -> None:
        corners = ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
        self._canvas.polygon([self.at(*corner) for corner in corners], colour)

    def dot(self, u: float, v: float, radius: float, colour: Colour) -> None:
        self._canvas.disc(self.at(u, v), radius, colour)

    def stripe(self, near: float, far: float, colour: Colour) -> None:
        """A band across the area, between two values of u + v that are not on both sides of 1."""
        ends = [
            ((at, 0.0), (0.0, at)) if at <= 1 else ((1.0, at - 1), (at - 1, 1.0))
            for at in (near, far)
        ]
        corners = (ends[0][0], ends[1][0], ends[1][1], ends[0][1])
        self._canvas.polygon([self.at(*corner) for corner in corners], colour)


def _vaults(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Banking: four broad roofs."""
    for u in (0.05, 0.54):
        for v in (0.05, 0.54):
            ground.fill(u, v, u + 0.41, v + 0.41, dark if u == v else light)


def _colonnades(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Political: long halls towards the partial circle."""
    for row in range(3):
        ground.fill(0, 0.04 + row * 0.33, 1, 0.2 + row * 0.33, dark if row == 1 else light)


def _awnings(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Market: striped awnings across."""
    for row in range(4):
        ground.fill(0.06 + row * 0.25, 0, 0.18 + row * 0.25, 1, light if row == 3 else dark)


def _cottages(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Residential: many small roofs."""
    for row in range(3):
        for column in range(3):
            u, v = 0.04 + row * 0.33, 0.04 + column * 0.33
            ground.fill(u, v, u + 0.26, v + 0.26, dark if (row + column) % 2 else light)


def _ramparts(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Castle: walls within walls."""
    ground.fill(0.05, 0.05, 0.95, 0.95, light)
    ground.fill(0.14, 0.14, 0.86, 0.86, dark)


_PATTERNS: tuple[Callable[[_Ground, Colour, Colour], None], ...] = (
    _vaults,
    _colonnades,
    _awnings,
    _cottages,
    _ramparts,
)
"""In the order of DISTRICTS."""


def _coins(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Banking, hatched: rows of dots."""
    for row in range(4):
        for column in range(4):
            at = 0.125 + row / 4, 0.125 + column / 4
            ground.dot(*at, 9, dark if (row + column) % 2 else light)


def _chevrons(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Market, hatched: narrow bands slantwise, the same way seen from the hex's centre."""
    for band in range(8):
        ground.stripe(0.04 + band / 4, 0.16 + band / 4, dark if band % 2 else light)


def _chequers(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Residential, hatched: a chessboard."""
    for row in range(4):
        for column in range(4):
            shade = light if (row + column) % 2 else dark
            ground.fill(row / 4, column / 4, (row + 1) / 4, (column + 1) / 4, shade)


_HATCHES = (_coins, _colonnades, _chevrons, _chequers, _ramparts)
"""For themes that tell the districts apart by them; in the order of DISTRICTS."""

_WINDOWS = ((0.1, 0.86), (0.87, 0.12))


def draw_area(canvas: Canvas, theme: Colours, index: int, district: int) -> None:
    ground = _Ground(canvas, index)
    ground.fill(0, 0, 1, 1, theme.fields[district])
    patterns = _HATCHES if theme.hatched else _PATTERNS
    patterns[district](ground, theme.roof_light(district), theme.roof_dark(district))
    for u, v in _WINDOWS:
        canvas.disc(ground.at(u, v), 2.4, theme.lamp)
    canvas.disc(ground.centre, layout.COURT, theme.court(district))
    pen = Pen(canvas, ground.centre, layout.EMBLEM)
    glyphs.EMBLEMS[district](pen, theme.brights[district], theme.court(district))
