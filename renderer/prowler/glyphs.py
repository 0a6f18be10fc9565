"""The signs of the game as flat shapes: emblems, shields, items, shovels, statue, route."""

from __future__ import annotations

from prowlerbot.games.prowler.setup import ITEMS, TILES, WILD
from renderer.canvas import XY, Canvas
from renderer.glyphs import Glyph, Pen, star
from renderer.theme import Colour

from .colours import Colours


def coin(pen: Pen, ink: Colour, hole: Colour) -> None:
    pen.disc(0, 0, 0.98, ink)
    pen.disc(0, 0, 0.74, hole)
    pen.disc(0, 0, 0.6, ink)
    pen.polygon(((0, -0.38), (0.34, 0), (0, 0.38), (-0.34, 0)), hole)


def crown(pen: Pen, ink: Colour, hole: Colour) -> None:
    spikes = (-0.95, -0.5), (-0.45, 0.05), (0, -0.75), (0.45, 0.05), (0.95, -0.5)
    pen.polygon((*spikes, (0.72, 0.5), (-0.72, 0.5)), ink)
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
    """Held at an angle, blade down on the left."""
    pen.line(((0.62, -0.62), (-0.2, 0.2)), 0.2, ink)
    pen.line(((0.36, -0.88), (0.88, -0.36)), 0.2, ink)
    pen.polygon(((-0.5, -0.14), (0.14, 0.5), (-0.2, 0.84), (-0.86, 0.86), (-0.84, 0.2)), ink)
    pen.line(((-0.22, 0.22), (-0.5, 0.5)), 0.09, hole)


def wild(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A spade on a star."""
    star(pen, ink, 0, 0.06, 1.3)
    pen.line(((0.3, -0.28), (-0.06, 0.14)), 0.14, hole)
    pen.line(((0.16, -0.4), (0.44, -0.16)), 0.14, hole)
    pen.polygon(((-0.22, -0.02), (0.12, 0.28), (-0.08, 0.5), (-0.46, 0.52), (-0.42, 0.14)), hole)


def statue(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A robed figure with a raised torch, on a plinth of two steps; ``hole`` is its shade."""
    pen.box(-0.66, 0.76, 0.66, 0.98, ink)
    pen.box(-0.46, 0.56, 0.46, 0.76, ink)
    pen.polygon(((-0.14, -0.4), (0.14, -0.4), (0.36, 0.6), (-0.36, 0.6)), ink)
    pen.polygon(((0.02, -0.4), (0.14, -0.4), (0.36, 0.56), (0.1, 0.56)), hole)
    pen.line(((-0.16, -0.3), (-0.44, 0.08)), 0.17, ink)
    pen.line(((0.12, -0.3), (0.48, -0.52)), 0.17, ink)
    pen.disc(-0.02, -0.6, 0.23, ink)
    pen.line(((0.5, -0.3), (0.5, -0.66)), 0.12, ink)
    pen.polygon(((0.3, -0.68), (0.7, -0.68), (0.5, -1.04)), ink)


def draw_monument(  # noqa: PLR0917 - its colours and its place
    canvas: Canvas,
    rim: Colour,
    block: Colour,
    figure: tuple[Colour, Colour, Colour],
    centre: XY,
    half: float = 30,
) -> None:
    """A statue as in the city, on a block, with a rim around both; ``figure`` holds the colours of
    its lit side, its shade and its flame.
    """
    x, y = centre
    pen = Pen(canvas, (x, y - half / 30), half)
    for grown, base, colours in ((0.1, rim, (rim, rim, rim)), (0.0, block, figure)):
        pen.polygon(
            (
                *((-0.5 - grown, 1.02 + grown), (0.5 + grown, 1.02 + grown)),
                *((0.4 + grown, 0.5 - grown), (-0.4 - grown, 0.5 - grown)),
            ),
            base,
        )
        _figure(pen, colours, grown)


def _figure(pen: Pen, colours: tuple[Colour, Colour, Colour], grown: float) -> None:
    """The same robed figure without its plinth, thicker by ``grown`` on all sides."""
    g, (ink, shade, flame) = grown, colours
    pen.polygon(((-0.14 - g, -0.4), (0.14 + g, -0.4), (0.4 + g, 0.5 + g), (-0.4 - g, 0.5 + g)), ink)
    pen.line(((-0.16, -0.3), (-0.42, 0.1)), 0.19 + 2 * g, ink)
    pen.line(((0.12, -0.28), (0.46, -0.44)), 0.19 + 2 * g, ink)
    pen.disc(0, -0.56, 0.24 + g, ink)
    pen.line(((0.5, -0.3), (0.5, -0.66)), 0.14 + 2 * g, ink)
    pen.polygon(((0.28 - g, -0.66 + g), (0.72 + g, -0.66 + g), (0.5, -1.06 - 2 * g)), flame)
    if not g:
        pen.polygon(((0.03, -0.32), (0.14, -0.32), (0.38, 0.48), (0.12, 0.48)), shade)


def shield(pen: Pen, ink: Colour, part: float) -> None:
    """The shape of a district's arms, with its size as a part of the pen's square."""
    across, top, foot = 0.86 * part, -0.94 * part, 1.02 * part
    pen.polygon(
        (
            *((-across, top), (across, top), (across, 0.14 * part)),
            *((across * 0.78, 0.56 * part), (0, foot)),
            *((-across * 0.78, 0.56 * part), (-across, 0.14 * part)),
        ),
        ink,
    )


def arms(pen: Pen, ink: Colour, hole: Colour) -> None:
    """Any district, for the lane of the track that counts every district: a shield in a shield."""
    shield(pen, ink, 1.0)
    shield(pen, hole, 0.74)
    shield(pen, ink, 0.44)


_STOPS = ((-0.78, 0.6), (-0.26, -0.5), (0.3, 0.42), (0.8, -0.58))


def route(pen: Pen, ink: Colour, hole: Colour) -> None:
    """A continuous passage: stations on a bent line."""
    pen.line(_STOPS, 0.2, ink)
    for x, y in (_STOPS[0], _STOPS[-1]):
        pen.disc(x, y, 0.26, ink)
        pen.disc(x, y, 0.11, hole)


def lined_route(pen: Pen, lining: Colour, inside: Colour) -> None:
    """The longest route as drawn in the city: its owner's colour between two linings."""
    pen.line(_STOPS, 0.5, lining)
    pen.line(_STOPS, 0.2, inside)


EMBLEMS: tuple[Glyph, ...] = (coin, crown, scales, house, tower)
"""In the order of DISTRICTS; a district's item carries its emblem."""

TILE_GLYPHS: tuple[Glyph, ...] = (coin, crown, scales, house, spade, wild)
"""In the order of TILES."""


def draw_tile(canvas: Canvas, theme: Colours, face: int, centre: XY, radius: float) -> None:
    """A tile of any size: items bright with a dark sign, shovels dark with a light sign."""
    pen = Pen(canvas, centre, radius * 0.66)
    canvas.disc(centre, radius, theme.ink)
    if face < len(ITEMS):
        canvas.disc(centre, radius - 2, theme.brights[face])
        TILE_GLYPHS[face](pen, theme.ink, theme.brights[face])
    else:
        canvas.discs(centre, (radius - 2, theme.paper), (radius - 4, theme.iron))
        sign = theme.lamp if face == TILES.index(WILD) else theme.paper
        TILE_GLYPHS[face](pen, sign, theme.iron)
