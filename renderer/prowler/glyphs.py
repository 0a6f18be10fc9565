"""The signs of the game as flat shapes: emblems, shields, items, shovels, statue, route."""

from __future__ import annotations

from pathlib import Path

from prowlerbot.games.prowler.position import ITEMS, TILES, WILD
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen, read_signs
from renderer.prowler.colours import Colours
from renderer.theme import Colour

SIGNS = read_signs(Path(__file__).parent)


def draw_monument(canvas: Canvas, theme: Colours, centre: XY, half: float = 30) -> None:
    """A statue as in the city, on a block, with a rim around both."""
    colours = {
        "rim": theme.ink,
        "block": theme.stone,
        "figure": theme.statue,
        "shade": theme.statue_dark,
        "flame": theme.lining,
    }
    x, y = centre
    SIGNS["monument"].paint(Pen(canvas, (x, y - half / 30), half), colours.__getitem__)


def shield(pen: Pen, ink: Colour, part: float) -> None:
    """The shape of a district's arms, with its size as a part of the pen's square."""
    SIGNS["shield"](pen.inner((0, 0), part), ink, ink)


EMBLEMS = tuple(SIGNS[name] for name in ("coin", "crown", "scales", "house", "tower"))
"""In the order of DISTRICTS; a district's item carries its emblem."""

TILE_GLYPHS = (*EMBLEMS[:4], SIGNS["spade"], SIGNS["wild"])
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
