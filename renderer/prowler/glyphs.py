"""The signs of the game as flat shapes: emblems, items, shovels, statue, route."""

from __future__ import annotations

from renderer.glyphs import Glyph, Pen, star
from renderer.theme import Colour


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
