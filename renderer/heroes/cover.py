"""The cover: the picture of a challenge for players who have never seen the game."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from renderer import png
from renderer.canvas import XY, Canvas
from renderer.covers import SIZE, draw_band, write_title
from renderer.glyphs import Pen
from renderer.theme import NIGHT, Colour, mix

from . import glyphs
from .colours import COLOURS, Colours
from .ground import tokens

_TITLE = "Heroes Beware"
_BAND = 112
"""The height of the title's background."""
_GRASS = 178
"""The row where the land ends and the earth begins."""

_CAVES: tuple[tuple[float, float, float, float], ...] = (
    (300, 330, 128, 70),
    (560, 318, 96, 58),
    (842, 338, 118, 76),
    (170, 502, 130, 66),
    (468, 500, 128, 68),
    (800, 506, 140, 68),
)
"""Rooms cut into the earth: middle, and half of their width and height."""
_TUNNELS: tuple[tuple[XY, XY], ...] = (
    ((300, 348), (560, 340)),
    ((560, 340), (842, 360)),
    ((300, 360), (170, 520)),
    ((170, 526), (468, 526)),
    ((468, 526), (800, 530)),
    ((842, 370), (800, 520)),
)
_TORCHES: tuple[XY, ...] = (
    *((214, 300), (386, 300), (560, 286), (760, 306), (926, 306)),
    *((80, 478), (262, 476), (390, 474), (548, 474), (706, 480), (900, 480)),
)


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = NIGHT.name) -> bytes:
    """The cover as PNG, in every language the same: the title over a cut through a colony."""
    colours = COLOURS[theme]
    canvas = Canvas((0, 0, *SIZE), colours.night)
    _land(canvas, colours)
    _earth(canvas, colours)
    for wall in (True, False):
        colour = colours.rim if wall else colours.cavern
        grown = 9 if wall else 0
        for start, end in _TUNNELS:
            canvas.line((start, end), 58 + 2 * grown, colour)
        for x, y, across, down in _CAVES:
            _cave(canvas, (x, y), (across + grown, down + grown), colour)
    _stairs(canvas, colours)
    for at in _TORCHES:
        _torch(canvas, colours, at)
    _people(canvas, colours)
    draw_band(canvas, colours, _BAND)
    picture = canvas.finish(colours)
    write_title(picture, colours, _TITLE, _BAND)
    return png.encode(picture, colours.palette_bytes)


def _earth(canvas: Canvas, theme: Colours) -> None:
    canvas.rectangle(0, _GRASS, SIZE[0], SIZE[1], theme.earth)
    canvas.rectangle(0, _GRASS, SIZE[0], _GRASS + 10, theme.star)
    canvas.rectangle(0, _GRASS + 10, SIZE[0], _GRASS + 15, theme.rim)
    rng = random.Random(5)
    for _ in range(150):
        at = rng.uniform(0, SIZE[0]), rng.uniform(_GRASS + 20, SIZE[1])
        canvas.disc(at, rng.choice((3, 4, 6, 8)), theme.earth_light)


def _land(canvas: Canvas, theme: Colours) -> None:
    """Draw hills in front of the sky, with a moon or a sun."""
    canvas.disc((640, 150), 24, theme.glow if not theme.sunny else theme.lamp)
    for x in range(-40, 1080, 110):
        canvas.disc((x, _GRASS + 92), 110 + 12 * math.sin(x), theme.star)
    for x in range(180, 1000, 74):
        pine = (x + 20 * math.sin(x), _GRASS - 6)
        for step in range(3):
            half, low = 17 - 4 * step, pine[1] - 13 * step
            points = ((pine[0] - half, low), (pine[0], low - 24), (pine[0] + half, low))
            canvas.polygon(points, theme.roof)


def _cave(canvas: Canvas, centre: XY, half: XY, colour: Colour) -> None:
    """Draw a room with a flat floor and a vault."""
    (x, y), (across, down) = centre, half
    canvas.rounded((x - across, y - down, x + across, y + down), min(across, down) * 0.8, colour)
    canvas.rounded((x - across, y, x + across, y + down), 16, colour)


def _stairs(canvas: Canvas, theme: Colours) -> None:
    """Draw the stairs from the gate down into the first room."""
    canvas.polygon(((24, 190), (118, 190), (250, 388), (190, 388)), theme.rim)
    canvas.polygon(((36, 196), (108, 196), (236, 384), (200, 384)), theme.cavern)
    for step in range(8):
        x, y = 44 + 20 * step, 216 + 22 * step
        canvas.rectangle(x, y, x + 62, y + 24, theme.rim)
        canvas.rectangle(x, y, x + 60, y + 17, theme.slab)
    arch = Pen(canvas, (72, 170), 46)
    glyphs.shut_door(arch, theme.rim, theme.lamp)


def _torch(canvas: Canvas, theme: Colours, at: XY) -> None:
    x, y = at
    canvas.disc((x, y - 8), 27, mix(theme.cavern, theme.lamp, 0.5))
    canvas.rectangle(x - 4, y, x + 4, y + 26, theme.plank_dark)
    canvas.polygon(((x - 11, y - 2), (x, y - 26), (x + 11, y - 2)), theme.flame)
    canvas.disc((x, y - 2), 11, theme.flame)
    canvas.disc((x, y), 6, theme.lamp)


def _people(canvas: Canvas, theme: Colours) -> None:
    """Draw the tokens and people in the rooms."""
    light = theme.paper, theme.ink
    tokens.draw_outlined(canvas, glyphs.hero, (148, 262), 50, light)
    for glyph, at, half, colours in (
        (glyphs.trap, (300, 372), 36, (theme.trap, theme.ink)),
        (glyphs.guard, (566, 332), 42, (theme.guard, theme.ink)),
        (glyphs.gem, (842, 338), 40, (theme.gem, theme.ink)),
        (glyphs.prisoner, (170, 512), 44, (theme.prisoner, theme.ink)),
        (glyphs.campfire, (454, 520), 44, (theme.flame, theme.rim)),
        (glyphs.guard, (536, 516), 42, (theme.guard, theme.ink)),
    ):
        tokens.draw_outlined(canvas, glyph, at, half, colours)
    glyphs.chest(Pen(canvas, (770, 524), 50), theme.ink, theme.lamp)
    for x, y in ((836, 552), (862, 556), (850, 536), (884, 558), (872, 540)):
        tokens.draw_token(canvas, theme, "gold", (x, y), 15)
