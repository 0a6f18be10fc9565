"""The signs of the pictures as emoji without background: owners, buildings, things, actions."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from renderer.canvas import Canvas
from renderer.glyphs import Pen, star
from renderer.landgrab import glyphs
from renderer.landgrab.colours import COLOURS, NOBODY, Colours
from renderer.landgrab.land import buildings
from renderer.png import EMOJI, MIDDLE, cut_out


def draw_owner(letter: str, *, theme: str = "night") -> bytes:
    """The sign of the player with a colour, as PNG."""
    return cut_out(
        COLOURS[theme],
        lambda canvas, colours: glyphs.draw_sign(canvas, colours, letter, MIDDLE, 40),
    )


def draw_thing(name: str, *, theme: str = "night") -> bytes:
    """The sign of one of ``THINGS``, as PNG; buildings have no owner."""
    return cut_out(COLOURS[theme], THINGS[name])


def _small(canvas: Canvas, theme: Colours) -> None:
    """Draw a small building with a door in place of the points."""
    buildings.draw_building(canvas, theme, (0, -1, EMOJI, EMOJI - 1), NOBODY, 1)
    _draw("emoji_small", canvas, theme)


def _large(canvas: Canvas, theme: Colours) -> None:
    """Draw a large building with columns in place of the points.

    It is higher than on the map, where it would be too low for a line of text.
    """
    buildings.draw_building(canvas, theme, (0, 12, EMOJI, EMOJI - 14), NOBODY, 1)
    _draw("emoji_large", canvas, theme)


def _life(canvas: Canvas, theme: Colours) -> None:
    for half, fill in ((62, theme.ink), (55, theme.life)):
        glyphs.SIGNS["heart"](Pen(canvas, (MIDDLE[0], MIDDLE[1] + 4), half), fill, fill)


def _die(canvas: Canvas, theme: Colours) -> None:
    glyphs.draw_die(canvas, theme, MIDDLE, EMOJI / 2 - 4, dull=False)
    star(Pen(canvas, MIDDLE, EMOJI / 2), theme.ink, 0, 0.02, 0.36)


def _draw(sign: str, canvas: Canvas, theme: Colours) -> None:
    glyphs.SIGNS[sign].paint(Pen(canvas, (0, 0), 1), partial(getattr, theme))


def _fight(canvas: Canvas, theme: Colours) -> None:
    """Draw two crossed swords, the hilts below."""
    glyphs.SIGNS["emoji_fight"].paint(Pen(canvas, MIDDLE, 56), partial(getattr, theme))


THINGS: dict[str, Callable[[Canvas, Colours], None]] = {
    "small": _small,
    "large": _large,
    "life": _life,
    "die": _die,
    "spawn": partial(_draw, "emoji_spawn"),
    "tile": partial(_draw, "emoji_tile"),
    "fight": _fight,
}
