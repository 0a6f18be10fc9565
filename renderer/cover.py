"""What covers have in common: their size, the game's title on a band at the top."""

from __future__ import annotations

from PIL import Image

from . import fonts
from .canvas import Canvas
from .text import Slot, Tint, written
from .theme import Theme

SIZE = (1000, 600)
"""Wide, so that a phone shows it together with the buttons below it."""
SCENE = 118
"""The row with which the scene begins, below the title of every game."""


def draw_band(canvas: Canvas, theme: Theme, high: int) -> None:
    """The ground of the title, ``high`` pixels down."""
    canvas.rectangle(0, 0, SIZE[0], high, theme.panel)
    canvas.rectangle(0, high - 6, SIZE[0], high, theme.panel_edge)
    canvas.rectangle(0, high - 4, SIZE[0], high - 2, theme.gilt)


def put_band(picture: Image.Image, theme: Theme, high: int) -> None:
    """The same over a picture that is drawn already."""
    canvas = Canvas((0, 0, SIZE[0], high), theme.panel)
    draw_band(canvas, theme, high)
    picture.paste(canvas.finish(theme), (0, 0))


def write_title(picture: Image.Image, theme: Theme, title: str, high: int, size: int = 82) -> None:
    """On a band so high, in letters of that size."""
    slot = Slot((40, 8, SIZE[0] - 40, high - 14), fonts.TITLE, size)
    written(theme, title, slot, Tint(theme.title, theme.panel)).put(picture)
