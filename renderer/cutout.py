"""Drawings on nothing, as PNG: what is shown on grounds that are not ours, such as emoji."""

from __future__ import annotations

import io
from collections.abc import Callable

from PIL import Image

from .canvas import Canvas
from .theme import Colour

Draw = Callable[[Canvas], None]

EMOJI = 128
"""Pixels each way, as Discord stores emoji."""

_BLACK = (0, 0, 0)


def cut_out(ground: Colour, draw: Draw, outline: Draw) -> bytes:
    """A drawing of the size of an emoji, without what lies beyond its outline.

    ``outline`` draws its shape in white; ``ground`` is what shows where its edge is half covered.
    """
    box = (0, 0, EMOJI, EMOJI)
    canvas, shape = Canvas(box, ground), Canvas(box, _BLACK)
    draw(canvas)
    outline(shape)
    picture: Image.Image = canvas.shrunk()
    picture.putalpha(shape.shrunk().convert("L"))
    file = io.BytesIO()
    picture.save(file, "PNG", optimize=True)
    return file.getvalue()
