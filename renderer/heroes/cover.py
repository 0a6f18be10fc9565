"""The cover: the picture of a challenge for players who have never seen the game."""

from __future__ import annotations

from functools import lru_cache

from renderer import png
from renderer.canvas import Canvas
from renderer.covers import SIZE, draw_title
from renderer.glyphs import Pen
from renderer.heroes import glyphs
from renderer.heroes.colours import COLOURS, Colours
from renderer.heroes.ground import tokens
from renderer.theme import mix

_TITLE = "Heroes Beware"
_BAND = 112
"""The height of the title's background."""


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a cut through a colony."""
    colours = COLOURS[theme]
    canvas = Canvas((0, 0, *SIZE), colours.night)
    shades = {
        "moon": colours.lamp if colours.sunny else colours.glow,
        "halo": mix(colours.cavern, colours.lamp, 0.5),
    }
    scene = glyphs.SIGNS["cover"]
    scene.paint(Pen(canvas, (0, 0), 1), lambda name: shades.get(name) or getattr(colours, name))
    glyphs.SIGNS["shut_door"](Pen(canvas, (72, 170), 46), colours.rim, colours.lamp)
    _people(canvas, colours)
    draw_title(canvas, colours, _TITLE, _BAND)
    return png.encode(canvas.finish(colours), colours.palette_bytes)


def _people(canvas: Canvas, theme: Colours) -> None:
    """Draw the tokens and people in the rooms."""
    light = theme.paper, theme.ink
    tokens.draw_outlined(canvas, glyphs.SIGNS["hero"], (148, 262), 50, light)
    for name, at, half, colours in (
        ("trap", (300, 372), 36, (theme.trap, theme.ink)),
        ("guard", (566, 332), 42, (theme.guard, theme.ink)),
        ("gem", (842, 338), 40, (theme.gem, theme.ink)),
        ("prisoner", (170, 512), 44, (theme.prisoner, theme.ink)),
        ("campfire", (454, 520), 44, (theme.flame, theme.rim)),
        ("guard", (536, 516), 42, (theme.guard, theme.ink)),
    ):
        tokens.draw_outlined(canvas, glyphs.SIGNS[name], at, half, colours)
    glyphs.SIGNS["chest"](Pen(canvas, (770, 524), 50), theme.ink, theme.lamp)
    for x, y in ((836, 552), (862, 556), (850, 536), (884, 558), (872, 540)):
        tokens.draw_token(canvas, theme, "gold", (x, y), 15)
