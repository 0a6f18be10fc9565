"""The 18 district areas: roofs seen from above in the district's own pattern, and its shield.

An area is drawn in two coordinates from 0 to 1 along its sides, both 0 at the hex's centre and both
1 at the partial circle. Districts have muted colours, so that tiles and owners stand out.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from prowlerbot.games.prowler.board import AREAS, PATHWAYS
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.prowler import glyphs, layout
from renderer.prowler.colours import Colours
from renderer.theme import Colour

_PATHWAYS = {frozenset(pathway.line) for pathway in PATHWAYS}
_EDGE = 11
"""Free ground along the wall, in pixels; along a pathway it is half the road."""


class _Ground:
    """An area, which draws in its own coordinates."""

    def __init__(self, canvas: Canvas, index: int) -> None:
        self._canvas = canvas
        self._corners = [layout.at(point) for point in AREAS[index].corners]
        across = layout.SIDE * math.sqrt(3) / 2
        street, edge = (layout.ROAD / 2 + 1) / across, _EDGE / across
        _, first, far, last = AREAS[index].corners
        self.start = street
        self.u_end = 1 - (street if frozenset((first, far)) in _PATHWAYS else edge)
        self.v_end = 1 - (street if frozenset((far, last)) in _PATHWAYS else edge)

    def at(self, u: float, v: float) -> XY:
        """A point given in parts of the open ground, without the streets."""
        u = self.start + u * (self.u_end - self.start)
        v = self.start + v * (self.v_end - self.start)
        (ox, oy), (ax, ay), _, (bx, by) = self._corners
        return ox + u * (ax - ox) + v * (bx - ox), oy + u * (ay - oy) + v * (by - oy)

    def fill(self, u0: float, v0: float, u1: float, v1: float, colour: Colour) -> None:
        corners = ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
        self._canvas.polygon([self.at(*corner) for corner in corners], colour)

    def gable(self, box: tuple[float, float, float, float], light: Colour, dark: Colour) -> None:
        """A roof with its ridge along the longer side: one slope is lit, one is dark."""
        u0, v0, u1, v1 = box
        if u1 - u0 >= v1 - v0:
            self.fill(u0, v0, u1, (v0 + v1) / 2, light)
            self.fill(u0, (v0 + v1) / 2, u1, v1, dark)
        else:
            self.fill(u0, v0, (u0 + u1) / 2, v1, light)
            self.fill((u0 + u1) / 2, v0, u1, v1, dark)

    def dot(self, u: float, v: float, radius: float, colour: Colour) -> None:
        self._canvas.disc(self.at(u, v), radius, colour)


def _vaults(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Banking: four broad vaults, each under a dome."""
    for u in (0.02, 0.53):
        for v in (0.02, 0.53):
            ground.fill(u, v, u + 0.45, v + 0.45, light)
            ground.dot(u + 0.225, v + 0.225, 24, dark)
            ground.dot(u + 0.225, v + 0.225, 9, light)


def _colonnades(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Political: three long halls towards the partial circle."""
    for row in range(3):
        ground.gable((0.02, 0.03 + row * 0.34, 0.98, 0.29 + row * 0.34), light, dark)


def _awnings(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Market: striped awnings in rows across."""
    for row in range(4):
        for stripe in range(8):
            ground.fill(
                *(0.03 + row * 0.25, stripe / 8),
                *(0.2 + row * 0.25, (stripe + 1) / 8),
                light if (stripe + row) % 2 else dark,
            )


def _cottages(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Residential: many small roofs with ridges in alternating directions."""
    for row in range(4):
        for column in range(4):
            u, v = 0.02 + row * 0.25, 0.02 + column * 0.25
            box = (u, v, u + 0.2, v + 0.14) if (row + column) % 2 else (u, v, u + 0.14, v + 0.2)
            ground.gable(box, light, dark)


def _ramparts(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Castle: walls within walls, a tower at each corner."""
    ground.fill(0.03, 0.03, 0.97, 0.97, light)
    ground.fill(0.12, 0.12, 0.88, 0.88, dark)
    for u in (0.12, 0.88):
        for v in (0.12, 0.88):
            ground.dot(u, v, 15, light)
            ground.dot(u, v, 8, dark)


_PATTERNS: tuple[Callable[[_Ground, Colour, Colour], None], ...] = (
    _vaults,
    _colonnades,
    _awnings,
    _cottages,
    _ramparts,
)
"""The patterns in the order of DISTRICTS."""

_WINDOWS = ((0.06, 0.84), (0.84, 0.08))


def draw_area(canvas: Canvas, theme: Colours, index: int, district: int) -> None:
    ground = _Ground(canvas, index)
    ground.fill(0, 0, 1, 1, theme.fields[district])
    _PATTERNS[district](ground, theme.roof_light(district), theme.roof_dark(district))
    if not theme.sunny:
        for u, v in _WINDOWS:
            canvas.disc(ground.at(u, v), 2.6, theme.lamp)
    draw_shield(canvas, theme, district, layout.area_centre(index), layout.SHIELD)


def draw_shield(canvas: Canvas, theme: Colours, district: int, centre: XY, reach: float) -> None:
    """The arms of a district: a shield; its item is a round coin."""
    pen = Pen(canvas, centre, reach)
    glyphs.shield(pen, theme.earth, 1.0)
    glyphs.shield(pen, theme.court(district), 0.9)
    sign = Pen(canvas, (centre[0], centre[1] - reach * 0.06), reach * 0.6)
    glyphs.EMBLEMS[district](sign, theme.emblem(district), theme.court(district))
