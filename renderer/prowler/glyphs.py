"""The signs of the game as flat shapes: emblems, items, shovels, statue, passages.

Every glyph is drawn in a square from -1 to 1 around a centre; ``ink`` is the shape, ``hole`` what
shows through it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from renderer.canvas import XY, Canvas
from renderer.theme import Colour


class Pen:
    """A canvas seen in the units of one glyph: ``size`` is half its width in pixels."""

    def __init__(self, canvas: Canvas, centre: XY, size: float) -> None:
        self._canvas, self._centre, self._size = canvas, centre, size

    def _at(self, x: float, y: float) -> XY:
        return self._centre[0] + x * self._size, self._centre[1] + y * self._size

    def polygon(self, points: Iterable[XY], fill: Colour) -> None:
        self._canvas.polygon([self._at(*point) for point in points], fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        self.polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self._canvas.disc(self._at(x, y), radius * self._size, fill)

    def dome(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """The upper half of a disc."""
        self._canvas.slice(self._at(x, y), radius * self._size, 180, 360, fill)

    def bowl(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """The lower half of a disc."""
        self._canvas.slice(self._at(x, y), radius * self._size, 0, 180, fill)

    def line(self, points: Iterable[XY], width: float, fill: Colour) -> None:
        self._canvas.line([self._at(*point) for point in points], width * self._size, fill)


Glyph = Callable[[Pen, Colour, Colour], None]


def coin(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.disc(0, 0, 0.98, ink)
    pen.disc(0, 0, 0.74, hole)
    pen.disc(0, 0, 0.6, ink)
    pen.polygon(((0, -0.38), (0.34, 0), (0, 0.38), (-0.34, 0)), hole)


def crown(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(
        (
            (-0.95, -0.5),
            (-0.45, 0.05),
            (0, -0.75),
            (0.45, 0.05),
            (0.95, -0.5),
            (0.72, 0.5),
            (-0.72, 0.5),
        ),
        ink,
    )
    for x, y in ((-0.93, -0.55), (0, -0.8), (0.93, -0.55)):
        pen.disc(x, y, 0.17, ink)
    pen.box(-0.72, 0.62, 0.72, 0.86, ink)
    pen.polygon(((0, 0.02), (0.18, 0.22), (0, 0.42), (-0.18, 0.22)), hole)


def scales(pen: Pen, ink: Colour, hole: Colour) -> None:  # noqa: ARG001 - has the form of a Glyph
    pen.box(-0.09, -0.8, 0.09, 0.8, ink)
    pen.box(-0.8, -0.68, 0.8, -0.5, ink)
    pen.disc(0, -0.8, 0.17, ink)
    pen.polygon(((-0.5, 0.92), (0.5, 0.92), (0.2, 0.68), (-0.2, 0.68)), ink)
    for x in (-0.62, 0.62):
        pen.line(((x - 0.3, 0.1), (x, -0.56), (x + 0.3, 0.1)), 0.09, ink)
        pen.bowl(x, 0.08, 0.38, ink)


def house(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.box(0.4, -0.82, 0.66, -0.2, ink)
    pen.polygon(((0, -0.92), (1.0, 0.06), (-1.0, 0.06)), ink)
    pen.box(-0.7, 0.0, 0.7, 0.88, ink)
    pen.box(-0.2, 0.3, 0.2, 0.9, hole)
    pen.disc(0, 0.3, 0.2, hole)


def tower(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.polygon(((-0.5, -0.3), (0.5, -0.3), (0.62, 0.9), (-0.62, 0.9)), ink)
    pen.box(-0.72, -0.6, 0.72, -0.24, ink)
    for x in (-0.72, -0.18, 0.36):
        pen.box(x, -0.92, x + 0.36, -0.5, ink)
    pen.box(-0.2, 0.42, 0.2, 0.91, hole)
    pen.disc(0, 0.42, 0.2, hole)
    pen.box(-0.08, -0.1, 0.08, 0.14, hole)


def spade(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Held aslant, blade down on the left."""
    pen.line(((0.62, -0.62), (-0.2, 0.2)), 0.2, ink)
    pen.line(((0.36, -0.88), (0.88, -0.36)), 0.2, ink)
    pen.polygon(((-0.5, -0.14), (0.14, 0.5), (-0.2, 0.84), (-0.86, 0.86), (-0.84, 0.2)), ink)
    pen.line(((-0.22, 0.22), (-0.5, 0.5)), 0.09, hole)


def star(pen: Pen, ink: Colour, x: float, y: float, radius: float) -> None:
    points = []
    for corner in range(10):
        angle = math.radians(corner * 36 - 90)
        reach = radius if corner % 2 == 0 else radius * 0.45
        points.append((x + reach * math.cos(angle), y + reach * math.sin(angle)))
    pen.polygon(points, ink)


def wild(pen: Pen, ink: Colour, hole: Colour) -> None:
    spade(pen, ink, hole)
    star(pen, ink, -0.48, -0.52, 0.52)


def statue(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A robed figure with a raised lantern on a plinth."""
    pen.polygon(((-0.6, 0.95), (0.6, 0.95), (0.5, 0.66), (-0.5, 0.66)), ink)
    pen.polygon(((-0.16, -0.42), (0.2, -0.42), (0.42, 0.58), (-0.42, 0.58)), ink)
    pen.disc(0, -0.62, 0.24, ink)
    pen.line(((0.08, -0.26), (0.5, -0.5)), 0.17, ink)
    pen.line(((0.5, -0.5), (0.5, -0.3)), 0.08, ink)
    pen.polygon(((0.34, -0.3), (0.66, -0.3), (0.6, 0.04), (0.4, 0.04)), ink)
    pen.line(((-0.12, -0.2), (-0.36, 0.16)), 0.15, ink)
    pen.box(-0.05, -0.1, 0.05, 0.58, hole)


def tunnel(pen: Pen, ink: Colour, hole: Colour) -> None:
    """The mouth of a passage."""
    pen.dome(0, 0, 0.9, ink)
    pen.box(-0.9, -0.02, 0.9, 0.8, ink)
    pen.dome(0, 0.05, 0.5, hole)
    pen.box(-0.5, 0.02, 0.5, 0.81, hole)


def route(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A continuous passage: stations on a bent line."""
    stops = ((-0.78, 0.6), (-0.26, -0.5), (0.3, 0.42), (0.8, -0.58))
    pen.line(stops, 0.2, ink)
    for x, y in (stops[0], stops[-1]):
        pen.disc(x, y, 0.26, ink)
        pen.disc(x, y, 0.11, hole)


EMBLEMS: tuple[Glyph, ...] = (coin, crown, scales, house, tower)
"""In the order of DISTRICTS; a district's item carries its emblem."""

TILE_GLYPHS: tuple[Glyph, ...] = (coin, crown, scales, house, spade, wild)
"""In the order of TILES."""


def sack(pen: Pen, ink: Colour, hole: Colour) -> None:
    """What a thief carries home."""
    pen.disc(0, 0.32, 0.62, ink)
    pen.polygon(((-0.26, -0.36), (0.26, -0.36), (0.5, 0.1), (-0.5, 0.1)), ink)
    pen.polygon(((-0.2, -0.5), (0.2, -0.5), (0.42, -0.9), (-0.42, -0.9)), ink)
    pen.box(-0.3, -0.5, 0.3, -0.36, hole)
    pen.polygon(((0, 0.04), (0.28, 0.34), (0, 0.64), (-0.28, 0.34)), hole)


def laurel(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A medal on a ribbon."""
    pen.polygon(((-0.55, -0.95), (-0.1, -0.95), (0.2, -0.2), (-0.2, 0.0)), ink)
    pen.polygon(((0.55, -0.95), (0.1, -0.95), (-0.2, -0.2), (0.2, 0.0)), ink)
    pen.disc(0, 0.32, 0.62, ink)
    star(pen, hole, 0, 0.32, 0.46)
