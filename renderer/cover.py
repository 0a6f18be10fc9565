"""The common parts of covers: their size, and the game's title on a band at the top."""

from __future__ import annotations

from PIL import Image

from . import fonts
from .canvas import Canvas
from .text import Slot, written
from .theme import Theme, Tint

SIZE = (1000, 600)
"""Wide, so that a phone shows the cover and the buttons below it together."""
SCENE = 118
"""The top row of the scene, below the title of every game."""


def draw_band(canvas: Canvas, theme: Theme, high: int) -> None:
    """The background of the title, ``high`` pixels tall."""
    canvas.rectangle(0, 0, SIZE[0], high, theme.panel)
    canvas.rectangle(0, high - 6, SIZE[0], high, theme.panel_edge)
    canvas.rectangle(0, high - 4, SIZE[0], high - 2, theme.gilt)


def put_band(picture: Image.Image, theme: Theme, high: int) -> None:
    """The same band over a finished picture."""
    canvas = Canvas((0, 0, SIZE[0], high), theme.panel)
    draw_band(canvas, theme, high)
    picture.paste(canvas.finish(theme), (0, 0))


def write_title(picture: Image.Image, theme: Theme, title: str, high: int, size: int = 82) -> None:
    """Write the title on a band ``high`` pixels tall, in letters of ``size``."""
    slot = Slot((40, 8, SIZE[0] - 40, high - 14), fonts.TITLE, size)
    written(theme, title, slot, Tint(theme.title, theme.panel)).put(picture)
