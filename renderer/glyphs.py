"""Signs as flat shapes: the pen that draws them, and the signs that games share.

The signs of the seats show ownership by shape as well as by colour.
Every glyph is drawn in a square from -1 to 1 around a centre. To change one, edit its SVG file in a
folder ``signs`` and run ``python -m tools.signs``.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

from renderer.canvas import XY, Canvas
from renderer.theme import Colour, Theme, build_themes, shades


class Pen:
    """A canvas seen in the units of one glyph: ``size`` is half its width in pixels."""

    def __init__(self, canvas: Canvas, centre: XY, size: float) -> None:
        self._canvas, self._centre, self._size = canvas, centre, size

    def _to_canvas(self, x: float, y: float) -> XY:
        return self._centre[0] + x * self._size, self._centre[1] + y * self._size

    def inner_pen(self, centre: XY, size: float) -> "Pen":
        """A pen for a smaller glyph within this one, both in its units."""
        return Pen(self._canvas, self._to_canvas(*centre), self._size * size)

    def polygon(self, points: Iterable[XY], fill: Colour) -> None:
        self._canvas.polygon([self._to_canvas(*point) for point in points], fill)

    def box(self, left: float, top: float, right: float, bottom: float, fill: Colour) -> None:
        self.polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)

    def rounded(  # noqa: PLR0917 - the sides of a box, its radius and its colour
        self, left: float, top: float, right: float, bottom: float, radius: float, fill: Colour
    ) -> None:
        """A box with round corners."""
        box = *self._to_canvas(left, top), *self._to_canvas(right, bottom)
        self._canvas.rounded(box, radius * self._size, fill)

    def disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self._canvas.disc(self._to_canvas(x, y), radius * self._size, fill)

    def dome(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """The upper half of a disc."""
        self._canvas.slice(self._to_canvas(x, y), radius * self._size, 180, 360, fill)

    def bowl(self, x: float, y: float, radius: float, fill: Colour) -> None:
        """The lower half of a disc."""
        self._canvas.slice(self._to_canvas(x, y), radius * self._size, 0, 180, fill)

    def line(self, points: Iterable[XY], width: float, fill: Colour) -> None:
        self._canvas.line([self._to_canvas(*point) for point in points], width * self._size, fill)


@dataclass(frozen=True, eq=False, slots=True)
class Glyph:
    """A sign as data, which ``tools/signs.py`` makes of an SVG file. A call draws it with a pen."""

    shapes: tuple[tuple[str, str, Sequence[float]], ...]
    """The kind of each shape, the name of its colour and its numbers, the lowest shape first."""

    def __call__(self, pen: Pen, ink: Colour, hole: Colour) -> None:
        self.paint(pen, {"ink": ink, "hole": hole}.__getitem__)

    def paint(self, pen: Pen, colour: Callable[[str], Colour]) -> None:
        """Draw the sign with colours by their names."""
        for kind, name, numbers in self.shapes:
            fill = colour(name)
            match kind:
                case "polygon":
                    pen.polygon(zip(numbers[::2], numbers[1::2], strict=True), fill)
                case "line":
                    width, *ends = numbers
                    pen.line(zip(ends[::2], ends[1::2], strict=True), width, fill)
                case _:  # such as a disc or a box
                    getattr(pen, kind)(*numbers, fill)


def read_signs(folder: Path) -> dict[str, Glyph]:
    return {
        name: Glyph(tuple((kind, colour, numbers) for kind, colour, *numbers in shapes))
        for name, shapes in json.loads((folder / "signs.json").read_bytes()).items()
    }


SIGNS = read_signs(Path(__file__).parent)  # the signs that games share


def draw_star(pen: Pen, ink: Colour, x: float, y: float, radius: float) -> None:
    SIGNS["star"](pen.inner_pen((x, y), radius), ink, ink)


@dataclass(frozen=True, eq=False, kw_only=True)
class SeatTheme(Theme):
    """A theme with one colour per seat."""

    seats: tuple[Colour, ...] = shades(
        "dd2e44 55acee fdcb58 78b159", safe="c86a45 92fdff dfa823 3647a6"
    )
    """Those of the seats' usual emoji; the safe ones differ in brightness."""


SEAT_THEMES: dict[str, SeatTheme] = build_themes(SeatTheme)
"""For games without colours of their own."""

_CORNERS: dict[int, tuple[XY, ...]] = {
    2: ((0, -1.35), (1.35, 0), (0, 1.35), (-1.35, 0)),
    3: ((0, -1.3), (1.3, 0.85), (-1.3, 0.85)),
    4: ((-0.9, -0.9), (0.9, -0.9), (0.9, 0.9), (-0.9, 0.9)),
}
"""The shapes of the seats: diamond, triangle, square. They look as large as the disc of seat 1."""


def draw_shape(canvas: Canvas, seat: int, centre: XY, half: float, fill: Colour) -> None:
    if seat == 1:
        canvas.disc(centre, half, fill)
    else:
        Pen(canvas, centre, half).polygon(_CORNERS[seat], fill)


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
def seat_sign_picture(
    theme: SeatTheme, seat: int, half: float, reach: int, ground: Colour
) -> Image.Image:
    """The seat's sign as a sprite that extends ``reach`` pixels from its middle."""
    canvas = Canvas.around(reach, ground)
    draw_seat(canvas, theme, seat, (0, 0), half)
    return canvas.finish(theme)
