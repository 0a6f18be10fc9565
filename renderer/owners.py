"""The signs of the seats, which show ownership by shape as well as by colour."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from .canvas import XY, Canvas
from .theme import Colour, Theme


@dataclass(frozen=True, eq=False, kw_only=True)
class SeatTheme(Theme):
    """A theme with one colour per seat."""

    seats: tuple[Colour, ...]


def _disc(canvas: Canvas, x: float, y: float, half: float, fill: Colour) -> None:
    canvas.disc((x, y), half, fill)


def _diamond(canvas: Canvas, x: float, y: float, half: float, fill: Colour) -> None:
    reach = half * 1.35
    canvas.polygon(((x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)), fill)


def _triangle(canvas: Canvas, x: float, y: float, half: float, fill: Colour) -> None:
    top, low, across = y - half * 1.3, y + half * 0.85, half * 1.3
    canvas.polygon(((x, top), (x + across, low), (x - across, low)), fill)


def _square(canvas: Canvas, x: float, y: float, half: float, fill: Colour) -> None:
    reach = half * 0.9
    canvas.rectangle(x - reach, y - reach, x + reach, y + reach, fill)


_SHAPES: tuple[Callable[[Canvas, float, float, float, Colour], None], ...] = (
    _disc,
    _diamond,
    _triangle,
    _square,
)
"""Seat 1 to 4; all look equally large."""


def draw_shape(canvas: Canvas, seat: int, centre: XY, half: float, fill: Colour) -> None:
    _SHAPES[seat - 1](canvas, *centre, half, fill)


def draw_sign(
    canvas: Canvas, seat: int, centre: XY, half: float, colours: tuple[Colour, Colour]
) -> None:
    """The seat's shape in its colour, with a rim that separates it from any background."""
    fill, rim = colours
    draw_shape(canvas, seat, centre, half + 3, rim)
    draw_shape(canvas, seat, centre, half, fill)


def draw_seat(canvas: Canvas, theme: SeatTheme, seat: int, centre: XY, half: float) -> None:
    """The seat's sign in its colour, with a rim of ink."""
    draw_sign(canvas, seat, centre, half, (theme.seats[seat - 1], theme.ink))


@lru_cache(maxsize=64)
def seat_sign(theme: SeatTheme, seat: int, half: float, reach: int, ground: Colour) -> Image.Image:
    """The same as a sprite that extends ``reach`` pixels from its middle."""
    canvas = Canvas.around(reach, ground)
    draw_seat(canvas, theme, seat, (0, 0), half)
    return canvas.finish(theme)
