"""The game's colours in each theme, and its signs: the features of squares, and the tokens.

Colours are those of earth, caverns and masonry, tokens and features, and the seats. A feature is
full or empty. Outlines tell tokens apart: coin, gem, guard, jaws, a prisoner behind bars. The sheet
of a final count has tokens as its signs.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from renderer.canvas import XY, Canvas
from renderer.glyphs import Glyph, Pen, SeatTheme, read_signs
from renderer.graph import SeatLook
from renderer.sheet import Dress
from renderer.theme import Colour, Ramp, build_themes, mix, shades


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(SeatTheme):
    """A theme with the extra colours of a colony. ``seats`` holds one colour per seat."""

    earth: Colour = shades("4a3526", "8d6a49")
    earth_light: Colour = shades("664a35", "a58059")
    """Stones in the earth, and the upper edge of a piece."""
    soil: Colour = shades("1b1512", "e3d2a6")
    """The ground around a colony."""
    soil_dark: Colour = shades("2a211b", "d0bb88")
    """Clods in the soil, and the lines of the grid."""
    rim: Colour = shades("1d120c", "3a2415")
    """The walls of rooms and passages."""
    cavern: Colour = shades("c29a63", "dfb97c")
    cavern_dark: Colour = shades("a07a49", "bd9455")
    """Pebbles on the floor of a cavern."""
    slab: Colour = shades("c4cad4", "e8ebf0")
    """The floor behind masonry."""
    slab_dark: Colour = shades("8b919d", "a9afba")
    """The joints of the slabs."""
    brick: Colour = shades("636875", "868d99")
    plank: Colour = shades("a8713d", "c98f54")
    plank_dark: Colour = shades("7d4f27", "9a6532")
    flame: Colour = shades("ff9a3c")
    steel: Colour = shades("dfe6ee")
    gem: Colour = shades("5fe3ff", "22b7dd", "b8f4ff")
    guard: Colour = shades("63b95a", "3d9a3a", "56a8f0")
    trap: Colour = shades("ff5b52", "e2352c", "e0702a")
    prisoner: Colour = shades("d99bff", "a052d6", "f0a6cc")
    open: Colour = shades("ffd23e", "ffc400", "f5ea4a")
    """The mark of an open edge."""
    reach: Colour = shades("7dffb0", "128a4e", "f5ea4a")
    """The mark of a selectable place."""
    trail: Colour = shades("fffbe0")
    """The way of an invader."""
    seats: tuple[Colour, ...] = shades(
        "f01c22 a3fdee d5a824 4130d5", safe="c86a45 92fdff dfa823 3647a6"
    )

    def on_seat(self, seat: int) -> Colour:
        """The colour of words on the colour of a seat; the fourth one is dark."""
        return self.paper if seat == len(self.seats) else self.ink

    def dim_colour(self, floor: Colour) -> Colour:
        """The colour of a floor without a burning torch."""
        return mix(floor, self.rim, 0.5)

    def spent_colour(self, floor: Colour) -> Colour:
        """The colour of a feature without its token, on this floor."""
        return mix(floor, self.rim, 0.6)

    @property
    def floors(self) -> tuple[Colour, ...]:
        """The floors of rooms and passages: caverns, masonry, planks."""
        return self.cavern, self.slab, self.plank

    @property
    def named(self) -> list[Colour]:
        dim, spent = map(self.dim_colour, self.floors), map(self.spent_colour, self.floors[:2])
        return [*super().named, *dim, *spent]

    @property
    def ramps(self) -> Iterable[Ramp]:
        for floor in self.floors:
            yield self.rim, floor, 3
            yield self.earth, floor, 1
            yield self.dim_colour(floor), self.ink, 2
            yield floor, self.ink, 2
            yield floor, self.paper, 1
        yield self.earth, self.earth_light, 1
        yield self.earth, self.soil, 2
        yield self.rim, self.brick, 2
        yield self.slab, self.slab_dark, 1
        yield self.cavern, self.cavern_dark, 1
        yield self.plank, self.plank_dark, 1
        token = (self.gem, self.guard, self.trap, self.prisoner, self.flame, self.steel)
        for colour in (*token, self.open, self.reach, self.trail, *self.seats):
            yield self.ink, colour, 3
        for colour in self.seats:
            yield self.panel, colour, 2
        yield self.seats[-1], self.paper, 4
        yield self.earth, self.open, 1
        yield self.soil, self.reach, 2
        yield self.soil, self.line, 5
        yield self.ink, self.lamp, 4
        yield from super().ramps


COLOURS: dict[str, Colours] = build_themes(Colours)


SIGNS = read_signs(Path(__file__).parent)

FEATURES = {
    feature: (SIGNS[full], SIGNS[empty])
    for feature, full, empty in (
        ("ore", "ore", "bare_rock"),
        ("gem vein", "gem_vein", "bare_crystals"),
        ("campfire", "campfire", "cold_ashes"),
        ("chest", "chest", "open_chest"),
        ("cell", "cell", "empty_cell"),
        ("trap", "trap", "shut_trap"),
        ("mess hall", "mess_hall", "empty_tankard"),
        ("infirmary", "infirmary", "bare_shield"),
    )
}
"""The sign of each feature, with its token and without."""

_COIN = {"gold": SIGNS["coin"]}
TOKENS = _COIN | {kind: SIGNS[kind] for kind in ("gem", "guard", "trap", "prisoner")}


def draw_feature(pen: Pen, theme: Colours, feature: str) -> None:
    """A feature with its token, as on a sign: what holds treasure or fire glows."""
    lamp, gem, flame = theme.lamp, theme.gem, theme.flame
    bright = {"ore": lamp, "chest": lamp, "gem vein": gem, "campfire": flame}
    FEATURES[feature][0](pen, theme.ink, bright.get(feature, theme.paper))


_AROUND = tuple((math.cos(at * math.tau / 16), math.sin(at * math.tau / 16)) for at in range(16))


def _token_colour(theme: Colours, kind: str) -> Colour:
    colour: Colour = theme.lamp if kind == "gold" else getattr(theme, kind)
    return colour


def draw_outlined(
    canvas: Canvas, glyph: Glyph, centre: XY, half: float, colours: tuple[Colour, Colour]
) -> None:
    """A glyph in a colour, surrounded by a rim in the other colour."""
    colour, rim = colours
    wide = max(2.0, half * 0.16)
    size = half - wide
    for dx, dy in _AROUND:
        x, y = centre[0] + dx * wide, centre[1] + dy * wide
        glyph(Pen(canvas, (x, y), size), rim, rim)
    glyph(Pen(canvas, centre, size), colour, rim)


def draw_token(canvas: Canvas, theme: Colours, kind: str, centre: XY, half: float) -> None:
    colour = _token_colour(theme, kind)
    if kind == "gold":
        canvas.discs(centre, (half, theme.ink), (half * 0.88, colour))
        canvas.discs(centre, (half * 0.76, theme.ink), (half * 0.7, colour))
        return
    draw_outlined(canvas, TOKENS[kind], centre, half, (colour, theme.ink))


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        if name == "guard":  # the one with a crown, for the most of them
            tint = colours.guard, colours.ink
            draw_outlined(canvas, SIGNS["crowned"], centre, half, tint)
        else:
            draw_token(canvas, colours, name, centre, half)

    seats = enumerate(colours.seats, 1)
    looks = (SeatLook(at, fill, colours.on_seat(at), (colours.ink,)) for at, fill in seats)
    return Dress("HEROES BEWARE", colours, tuple(looks), draw_sign)
