"""Drawings on nothing, as PNG: what is shown on grounds that are not ours, such as emoji."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image, ImageChops

from .canvas import BLACK, WHITE, Canvas
from .theme import Colour

EMOJI = 128
"""Pixels each way, as Discord stores emoji."""

_BOX = (0, 0, EMOJI, EMOJI)


def cut_out(ground: Colour, draw: Callable[[Canvas], None]) -> bytes:
    """A drawing of the size of an emoji without what lies around it.

    ``ground`` is what it is mixed with where an edge covers a pixel in part.
    """
    picture, on_black, on_white = (_drawn(each, draw) for each in (ground, BLACK, WHITE))
    # What comes out the same on both grounds is covered.
    seen_through = ImageChops.difference(on_black, on_white).getchannel(0)
    picture.putalpha(ImageChops.invert(seen_through))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _drawn(ground: Colour, draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = Canvas(_BOX, ground)
    draw(canvas)
    return canvas.shrunk()
