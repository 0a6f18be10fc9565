"""The game's colours in each theme (the sea, the land, buildings, their owners), and its signs.

Owners go by the letter of their colour, not by their seat: the red player is red everywhere. The
signs are those of owners, things and actions. The sheet of a final count has both.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from renderer import fonts
from renderer.canvas import XY, Canvas, Piece
from renderer.glyphs import Pen, read_signs
from renderer.glyphs import draw_shape as draw_seat_shape
from renderer.graph import SeatLook
from renderer.sheet import Dress
from renderer.text import Slot, typeset
from renderer.theme import Colour, Ramp, Theme, Tint, build_themes, mix, shades

NOBODY = ""  # the owner's letter of unowned buildings


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(Theme):
    """A theme with the extra colours of the map."""

    sea: Colour = shades("12202f", "a9c6bf")
    wave: Colour = shades("1c3144", "95b5af")
    shallow: Colour = shades("24465a", "c6dccb")  # the water along a coast
    coast: Colour = shades("0c1520", "7d6037")  # the line where the beach meets the water
    beach: Colour = shades("8c7a58", "d8bb7c")
    land: Colour = shades("4b5139", "ead9a8")
    seam: Colour = shades("3f4430", "d9c592")  # the lines between squares of the land
    herb: Colour = shades("606844", "cdb97f")  # the plants on the land
    frame: Colour = shades("2e2723", "f7ebcc")
    """The frame of the map, with the names of columns and rows."""
    legal: Colour = shades("6e6233", "fff3c0")
    """The background of squares in reach, and of places for a tile or building."""
    reach: Colour = shades("ffd873", "a2540c")  # the edge of squares in reach
    wall: Colour = shades("e6d9bd", "fff1d2")  # the walls of buildings, which show their points
    wall_dark: Colour = shades("a89878", "c9b48a")
    thatch: Colour = shades("9b8a70", "b39b73")  # the roof of unowned buildings
    thatch_dark: Colour = shades("75664f", "8f784f")
    damage: Colour = shades("ffb84a")  # the crack of a damaged building
    life: Colour = shades("ff6b7d", "d83a52")
    face: Colour = shades("f3cfa2")
    owners: tuple[Colour, ...] = shades(
        "ea2d36 1d3fc4 32c65e fff06a", safe="c75d0d 10448e 23c75a fff06a"
    )
    """The colours of owners in the order of LETTERS; the safe ones differ in brightness."""

    def owner(self, letter: str) -> Colour:
        return self.owners[LETTERS.index(letter)]

    def owner_dark(self, letter: str) -> Colour:
        return mix(self.owner(letter), self.ink, 0.45)

    def owner_light(self, letter: str) -> Colour:
        return mix(self.owner(letter), self.paper, 0.35)

    def edge_of_plaque(self, letter: str) -> Colour:
        """The owner's colour as an edge that contrasts with plaques."""
        return self.owner_dark(letter) if self.sunny else self.owner_light(letter)

    def on_owner(self, letter: str) -> Colour:
        """A colour that contrasts with the owner's colour."""
        return self.paper if letter == "B" else self.ink

    def roof_of(self, letter: str) -> tuple[Colour, Colour]:
        if letter == NOBODY:
            return self.thatch, self.thatch_dark
        return self.owner(letter), self.owner_dark(letter)

    @property
    def land_alt(self) -> Colour:
        """The colour of every other square of the land."""
        return mix(self.land, self.seam, 0.55)

    @property
    def on_legal(self) -> Colour:
        """The colour of words on squares in reach."""
        return self.ink if self.sunny else self.paper

    # The order below decides which of two similar blends is kept and which of two equally near
    # colours is taken. Changing it changes pixels.

    @property
    def named(self) -> list[Colour]:
        colours = [*super().named, self.land_alt]
        for letter in LETTERS:
            colours += [self.owner_dark(letter), self.owner_light(letter)]
        return colours

    @property
    def ramps(self) -> Iterable[Ramp]:
        yield self.panel, self.words, 6
        yield self.paper, self.ink, 5
        yield self.panel, self.muted, 4
        yield self.frame, self.line, 5
        yield self.frame, self.panel_edge, 1
        yield self.wall, self.ink, 5
        yield self.damage, self.ink, 4
        yield self.sea, self.shallow, 2
        yield self.shallow, self.coast, 1
        yield self.coast, self.beach, 1
        yield self.land, self.ink, 3
        yield self.land, self.glow, 2
        yield self.land, self.reach, 2
        yield self.legal, self.reach, 2
        yield self.legal, self.on_legal, 4
        yield self.ink, self.glow, 3
        yield self.ink, self.reach, 2
        yield self.panel, self.life, 2
        yield self.panel, self.lamp, 3
        for letter in LETTERS:
            colour = self.owner(letter)
            yield colour, self.ink, 4
            yield colour, self.paper, 3
            yield self.panel, colour, 2
        yield from super().ramps


COLOURS: dict[str, Colours] = build_themes(Colours)

SIGNS = read_signs(Path(__file__).parent)


def draw_shape(canvas: Canvas, letter: str, centre: XY, half: float, fill: Colour) -> None:
    """Draw the bare shape of an owner: disc, diamond, triangle, square for R, B, G, Y."""
    draw_seat_shape(canvas, LETTERS.index(letter) + 1, centre, half, fill)


def draw_sign(canvas: Canvas, theme: Colours, letter: str, centre: XY, half: float) -> None:
    """Draw the shape in the owner's colour, with a rim of ink and a lighter one around it."""
    draw_shape(canvas, letter, centre, half + 5, theme.paper)
    draw_shape(canvas, letter, centre, half + 3, theme.ink)
    draw_shape(canvas, letter, centre, half, theme.owner(letter))


@lru_cache(maxsize=64)
def owner_sign(theme: Colours, letter: str, half: float, reach: int, ground: Colour) -> Image.Image:
    """The sign of an owner as a sprite that extends ``reach`` pixels from its middle."""
    canvas = Canvas.around(reach, ground)
    draw_sign(canvas, theme, letter, (0, 0), half)
    return canvas.finish(theme)


@lru_cache(maxsize=128)
def sign_on_panel(
    theme: Colours, letter: str, centre: XY, half: float = 16, reach: int = 28
) -> Piece:
    x, y = map(round, centre)
    return Piece(owner_sign(theme, letter, half, reach, theme.panel), x - reach, y - reach)


_FRONT = 0.8  # the distance of the front face's corners from its middle, in halves of a die


def draw_die(canvas: Canvas, theme: Colours, centre: XY, half: float, *, dull: bool) -> None:
    """A die from above, with one of its five-sided faces in front; a dull one has lost or waits."""
    face, side, edge = theme.paper, theme.wall_dark, theme.ink
    if dull:
        face, side, edge = theme.panel, theme.panel, theme.muted
    outline = [_point_on(centre, half, turn) for turn in range(0, 360, 36)]
    canvas.polygon([_point_on(centre, half + 2.5, turn) for turn in range(0, 360, 36)], edge)
    canvas.polygon(outline, side)
    front = [_point_on(centre, half * _FRONT, turn) for turn in range(0, 360, 72)]
    for corner, outer in zip(front, outline[::2], strict=True):
        canvas.line((corner, outer), 2, edge)
    canvas.polygon(front, edge)
    front_radius = half * _FRONT - 2.5
    canvas.polygon([_point_on(centre, front_radius, turn) for turn in range(0, 360, 72)], face)


def _point_on(centre: XY, radius: float, turn: float) -> XY:
    angle = math.radians(turn - 90)
    return centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


@lru_cache(maxsize=256)
def die_piece(theme: Colours, centre: XY, half: int, value: int, *, dull: bool) -> Piece:
    """A die on a plaque; ``value`` is 0 for a die that is not rolled yet."""
    x, y = map(round, centre)
    canvas = Canvas.around(half + 3, theme.panel, (x, y))
    draw_die(canvas, theme, (x, y), half, dull=dull)
    if value:
        half_height = round(half * 0.46)
        box = x - half, y - half_height, x + half, y + half_height
        tint = theme.quiet if dull else Tint(theme.ink, theme.paper)
        canvas.put(typeset(theme, str(value), Slot(box, fonts.STRONG, round(half * 0.86)), tint))
    return canvas.piece(theme)


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]
    names = {"small_building": "house", "large_building": "hall", "life": "heart"}

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        ink, hole = (colours.life,) * 2 if name == "life" else (colours.gilt, colours.panel)
        SIGNS[names[name]](Pen(canvas, centre, half * 0.85), ink, hole)

    looks = (
        SeatLook(n, colours.owner(letter), colours.on_owner(letter), (colours.ink, colours.paper))
        for n, letter in enumerate(LETTERS, 1)
    )
    return Dress("LANDGRAB", colours, tuple(looks), draw_sign)
