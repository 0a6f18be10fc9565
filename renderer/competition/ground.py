"""The ground of all pictures of a competition: its name under the sky, and the signs of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from PIL import Image

from prowlerbot.core.i18n import mark, tr
from renderer import fonts, png, sky
from renderer.canvas import XY, Box, Canvas
from renderer.text import Name, Slot, named, width, write, written
from renderer.theme import Colour, Theme, Tint

WIDTH = 1000
LEFT, RIGHT = 14, 986
"""The sides of panels."""
TOP = 126
"""The top of the first panel."""
FOOT = 62
"""The height of the skyline below the last panel."""
_NAME = Slot((30, 10, 970, 72), fonts.SCRIPTS[0], 48)
NAME_LEAST = 28
NAMELESS = mark("Player")
"""Replaces a name without a drawable character."""
_LINE = Slot((30, 74, 970, 116), fonts.TEXT, 34)
_STARS = 60
_LEGEND = 48
_BELOW_LEGEND = 12
_LEGEND_SIZE = 30
_SIGN = 13.0
_MEDAL = 22.0


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of the competition as its host wrote it, and a line about it in the language of the
    reader.
    """

    name: str
    line: str


def begin(theme: Theme, height: int) -> Canvas:
    """An empty sheet."""
    return sky.over_roofs(theme, (WIDTH, height), _STARS)


def finish(canvas: Canvas, theme: Theme, heading: Heading) -> bytes:
    """The sheet with its heading, as PNG, 1000 pixels wide."""
    return png.encode(entitled(canvas, theme, heading), theme.palette_bytes)


def entitled(canvas: Canvas, theme: Theme, heading: Heading) -> Image.Image:
    """The sheet with its heading, as a picture."""
    name = Name(heading.name, heading.line, NAME_LEAST)
    canvas.put(named(theme, name, _NAME, theme.titled))
    write(canvas, theme, heading.line, _LINE, theme.lined)
    return canvas.finish(theme)


Sign = Callable[[Canvas, Theme, XY, float], None]
"""Draws a sign of this half size around a place, on a panel."""


def up(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """Going up: an arrow upwards."""
    _arrow(canvas, centre, half, -1, theme.won)


def down(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """Going down: an arrow downwards."""
    _arrow(canvas, centre, half, 1, theme.lost)


def _arrow(canvas: Canvas, centre: XY, half: float, way: int, fill: Colour) -> None:
    x, y = centre
    tip, neck, end = y + way * half * 1.25, y, y - way * half * 1.15
    canvas.polygon(((x - half, neck), (x, tip), (x + half, neck)), fill)
    low, high = sorted((neck, end))
    canvas.rectangle(x - half * 0.42, low - 0.5, x + half * 0.42, high + 0.5, fill)


def gone(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """Has left: a cross."""
    x, y = centre
    for way in (-1, 1):
        canvas.line(((x - half, y - way * half), (x + half, y + way * half)), 5, theme.muted)


def playing(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """A match that is being played: a ring."""
    canvas.discs(centre, (half * 0.85, theme.muted), (half * 0.85 - 4, theme.panel))


def away(canvas: Canvas, theme: Theme, centre: XY, half: float) -> None:
    """On holiday: the sun over the sea."""
    x, y = centre
    canvas.slice((x, y + half * 0.3), half, 180, 360, theme.gilt)
    for at in (0.45, 1.0):
        canvas.line(((x - half, y + half * at), (x + half, y + half * at)), 3.5, theme.gilt)


def put_legend(canvas: Canvas, theme: Theme, top: int, signs: Sequence[tuple[Sign, str]]) -> None:
    """Put signs with their words side by side on a panel below ``top``.

    They get smaller if they need more room.
    """
    if not signs:
        return
    canvas.panel((LEFT, top, RIGHT, top + _LEGEND), 14, theme)
    size, room = _LEGEND_SIZE, RIGHT - LEFT - 40
    while True:
        wide = [ceil(width(word, fonts.TEXT, size)) + 2 for _, word in signs]
        needed = sum(wide) + 40 * len(signs) + 36 * (len(signs) - 1)
        if needed <= room or size <= 16:
            break
        size -= 1
    left = (LEFT + RIGHT - needed) // 2
    for (sign, word), across in zip(signs, wide, strict=True):
        sign(canvas, theme, (left + 16.0, top + _LEGEND / 2), _SIGN)
        box = (left + 40, top + 6, left + 40 + across, top + _LEGEND - 6)
        canvas.put(written(theme, word, Slot(box, fonts.TEXT, size, "left"), theme.quiet))
        left += 40 + across + 36


def draw_medal(canvas: Canvas, theme: Theme, place: int, centre: XY, radius: float) -> None:
    canvas.discs(centre, (radius, theme.ink), (radius - 3, theme.metal(place)))


def draw_place(
    canvas: Canvas, theme: Theme, place: int, box: Box, size: int, *, medal: bool = True
) -> None:
    """The number of a place, the first three on a ``medal``; nothing for the place 0."""
    tint = theme.quiet
    if medal and 1 <= place <= 3:
        left, top, right, bottom = box
        draw_medal(canvas, theme, place, ((left + right) / 2, (top + bottom) / 2 - 1), _MEDAL)
        tint = Tint(theme.ink, theme.metal(place))
    canvas.put(written(theme, str(place or ""), Slot(box, fonts.STRONG, size), tint))


def write_name(canvas: Canvas, theme: Theme, name: str, slot: Slot, tint: Tint) -> None:
    """Write the name of a player, as much of it as fits."""
    canvas.put(named(theme, Name(name, tr(NAMELESS), NAME_LEAST, fonts.STRONG), slot, tint))


def name_slot(box: Box, size: int) -> Slot:
    return Slot(box, fonts.SCRIPTS[0], size, "left")


def legend_height(signs: Sequence[tuple[Sign, str]]) -> int:
    """The height of the legend with the gap below it; 0 without signs."""
    return _LEGEND + _BELOW_LEGEND if signs else 0
