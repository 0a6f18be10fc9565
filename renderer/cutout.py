"""Drawings with a transparent background as PNG, for backgrounds such as Discord's, as emoji."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image, ImageChops

from .canvas import BLACK, WHITE, Canvas
from .theme import Colour

EMOJI = 128
"""Width and height in pixels; Discord stores emoji at this size."""

_BOX = (0, 0, EMOJI, EMOJI)


def cut_out(ground: Colour, draw: Callable[[Canvas], None]) -> bytes:
    """A drawing of the size of an emoji on a transparent background.

    ``ground`` is the colour blended into pixels that an edge covers in part.
    """
    picture, on_black, on_white = (_drawn(each, draw) for each in (ground, BLACK, WHITE))
    # A pixel of the same colour on both backgrounds is covered.
    seen_through = ImageChops.difference(on_black, on_white).getchannel(0)
    picture.putalpha(ImageChops.invert(seen_through))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()


def _drawn(ground: Colour, draw: Callable[[Canvas], None]) -> Image.Image:
    canvas = Canvas(_BOX, ground)
    draw(canvas)
    return canvas.shrunk()
