"""The static layer: sea, land and the frame with the names of columns and rows."""

from __future__ import annotations

import threading
from functools import lru_cache

from PIL import Image

from prowlerbot.games.landgrab.space import squares_in
from renderer.canvas import Canvas

from .colours import Colours
from .window import Window

_DRAWING = threading.Lock()


def static_layer(theme: Colours, shown: Window, squares: int, seats: int) -> Image.Image:
    """The picture without pieces and words, the same in all languages. Not to be drawn on."""
    with _DRAWING:
        return _layer(theme, shown, squares, seats)


@lru_cache(maxsize=32)
def _layer(theme: Colours, shown: Window, squares: int, seats: int) -> Image.Image:
    size = shown.box[2], shown.box[3] + 300
    canvas = Canvas((0, 0, *size), theme.night)
    canvas.rectangle(*shown.box, theme.sea)
    for square in squares_in(squares):
        left, top, right, bottom = shown.square_box(square)
        canvas.rectangle(left, top, right, bottom, theme.seam)
        canvas.rectangle(left + 1, top + 1, right - 1, bottom - 1, theme.land)
    return canvas.finish(theme)
