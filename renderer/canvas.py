"""A drawing surface in picture pixels, drawn three times as large and then shrunk.

Shapes take floats in the coordinates of the whole picture. So a sprite is drawn exactly as it would
lie on the picture, and its edges are anti-aliased.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise

from PIL import Image, ImageDraw

from .theme import Colour, Theme

XY = tuple[float, float]

WHITE, BLACK = (255, 255, 255), (0, 0, 0)
"""The colour of a mask's shapes."""
_SCALE = 3
"""Drawn pixels per picture pixel; a whole number makes shrinking quick."""


class Canvas:
    def __init__(self, box: tuple[int, int, int, int], ground: Colour) -> None:
        """``box`` is left, top, right, bottom within the picture."""
        left, top, right, bottom = box
        self.box = box
        self._image = Image.new("RGB", ((right - left) * _SCALE, (bottom - top) * _SCALE), ground)
        self._draw = ImageDraw.Draw(self._image)

    @classmethod
    def around(cls, reach: int, ground: Colour) -> Canvas:
        """A square around 0, 0, for sprites placed by their middle."""
        return cls((-reach, -reach, reach, reach), ground)

    def _at(self, x: float, y: float) -> XY:
        return (x - self.box[0]) * _SCALE, (y - self.box[1]) * _SCALE

    def polygon(self, points: Iterable[XY], fill: Colour) -> None:
        self._draw.polygon([self._at(*point) for point in points], fill)

    def rectangle(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        self.polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)

    def rounded(self, box: Sequence[float], radius: float, fill: Colour) -> None:
        left, top, right, bottom = box
        corners = (*self._at(left, top), *self._at(right, bottom))
        x0, y0, x1, y1 = corners
        self._draw.rounded_rectangle((x0, y0, x1 - 1, y1 - 1), radius * _SCALE, fill)

    def panel(self, box: Sequence[float], radius: float, theme: Theme) -> None:
        """A panel with its edge, two pixels wide."""
        left, top, right, bottom = box
        self.rounded(box, radius, theme.panel_edge)
        self.rounded((left + 2, top + 2, right - 2, bottom - 2), radius - 2, theme.panel)

    def disc(self, centre: XY, radius: float, fill: Colour) -> None:
        x, y = self._at(*centre)
        self._draw.ellipse(self._around(x, y, radius * _SCALE), fill)

    def slice(self, centre: XY, radius: float, start: float, end: float, fill: Colour) -> None:
        """A piece of a disc between two angles in degrees, clockwise from the right."""
        x, y = self._at(*centre)
        self._draw.pieslice(self._around(x, y, radius * _SCALE), start, end, fill)

    def line(self, points: Sequence[XY], width: float, fill: Colour) -> None:
        """A line with round joints and ends."""
        drawn = [self._at(*point) for point in points]
        half = width * _SCALE / 2
        for (ax, ay), (bx, by) in pairwise(drawn):
            length = math.hypot(bx - ax, by - ay) or 1
            dx, dy = (by - ay) / length * half, (ax - bx) / length * half
            around = [
                (ax + dx, ay + dy),
                (bx + dx, by + dy),
                (bx - dx, by - dy),
                (ax - dx, ay - dy),
            ]
            self._draw.polygon(around, fill)
        for x, y in drawn:
            self._draw.ellipse(self._around(x, y, half), fill)

    @staticmethod
    def _around(x: float, y: float, radius: float) -> tuple[float, float, float, float]:
        return x - radius, y - radius, x + radius, y + radius

    def shrunk(self) -> Image.Image:
        """The drawing at the picture's size, in RGB."""
        return self._image.reduce(_SCALE)

    def finish(self, theme: Theme) -> Image.Image:
        """The drawing at the picture's size, in the theme's palette."""
        return theme.indexed(self.shrunk())

    def whole(self) -> Image.Image:
        """The mask of fully white pixels of a black and white drawing."""
        return self.shrunk().convert("L").point([0] * 255 + [255]).convert("1")

    def touched(self) -> Image.Image:
        """The mask of all pixels that are not fully black."""
        return self.shrunk().convert("L").point([0] + [255] * 255).convert("1")
