"""The game's colours in each theme, and its signs: the features of squares, and the tokens.

Colours are those of earth, caverns and masonry, tokens and features, and the seats. A feature is
full or empty. Outlines tell tokens apart: coin, gem, guard, jaws, a prisoner behind bars. The sheet
of a final count has tokens as its signs. The cover, for players who have never seen the game, and
the emoji are made of these signs.
"""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from pathlib import Path

from renderer.canvas import XY, Canvas, encode
from renderer.covers import EMOJI_MIDDLE, EMOJI_SIZE, SIZE, draw_emoji, draw_title
from renderer.glyphs import Glyph, Pen, SeatTheme, read_signs
from renderer.glyphs import draw_seat as draw_sign
from renderer.graph import SeatLook
from renderer.sheet import Dress
from renderer.theme import Colour, Ramp, build_themes, mix, shades


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(SeatTheme):
    """A theme with the extra colours of a colony. ``seats`` holds one colour per seat."""

    earth: Colour = shades("4a3526", "8d6a49")
    earth_light: Colour = shades("664a35", "a58059")
    """Stones in the earth, and the upper edge of a piece."""
    soil: Colour = shades("1b1512", "e3d2a6")  # the ground around a colony
    soil_dark: Colour = shades("2a211b", "d0bb88")  # clods in the soil, and the lines of the grid
    rim: Colour = shades("1d120c", "3a2415")  # the walls of rooms and passages
    cavern: Colour = shades("c29a63", "dfb97c")
    cavern_dark: Colour = shades("a07a49", "bd9455")  # pebbles on the floor of a cavern
    slab: Colour = shades("c4cad4", "e8ebf0")  # the floor behind masonry
    slab_dark: Colour = shades("8b919d", "a9afba")  # the joints of the slabs
    brick: Colour = shades("636875", "868d99")
    plank: Colour = shades("a8713d", "c98f54")
    plank_dark: Colour = shades("7d4f27", "9a6532")
    flame: Colour = shades("ff9a3c")
    steel: Colour = shades("dfe6ee")
    gem: Colour = shades("5fe3ff", "22b7dd", "b8f4ff")
    guard: Colour = shades("63b95a", "3d9a3a", "56a8f0")
    trap: Colour = shades("ff5b52", "e2352c", "e0702a")
    prisoner: Colour = shades("d99bff", "a052d6", "f0a6cc")
    open: Colour = shades("ffd23e", "ffc400", "f5ea4a")  # the mark of an open edge
    reach: Colour = shades("7dffb0", "128a4e", "f5ea4a")  # the mark of a selectable place
    trail: Colour = shades("fffbe0")  # the way of an invader
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

    def feature_colour(self, feature: str) -> Colour:
        """The colour of a feature with its token; a feature with treasure or fire is bright."""
        gold, gem, fire = self.lamp, self.gem, self.flame
        bright = {"ore": gold, "chest": gold, "gem vein": gem, "campfire": fire}
        return bright.get(feature, self.paper)

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
    """A feature with its token, as on a sign."""
    full, _ = FEATURES[feature]
    full(pen, theme.ink, theme.feature_colour(feature))


_AROUND = tuple((math.cos(it * math.tau / 16), math.sin(it * math.tau / 16)) for it in range(16))


def draw_outlined(
    canvas: Canvas, glyph: Glyph, centre: XY, half: float, colours: tuple[Colour, Colour]
) -> None:
    """A glyph in a colour, surrounded by a rim in the other colour."""
    colour, rim = colours
    rim_width = max(2.0, half * 0.16)
    size = half - rim_width
    for dx, dy in _AROUND:
        x, y = centre[0] + dx * rim_width, centre[1] + dy * rim_width
        glyph(Pen(canvas, (x, y), size), rim, rim)
    glyph(Pen(canvas, centre, size), colour, rim)


def draw_token(canvas: Canvas, theme: Colours, kind: str, centre: XY, half: float) -> None:
    if kind == "gold":
        canvas.discs(centre, (half, theme.ink), (half * 0.88, theme.lamp))
        canvas.discs(centre, (half * 0.76, theme.ink), (half * 0.7, theme.lamp))
        return
    draw_outlined(canvas, TOKENS[kind], centre, half, (getattr(theme, kind), theme.ink))


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        if name == "guard":  # the one with a crown, for the most of them
            draw_outlined(canvas, SIGNS["crowned"], centre, half, (colours.guard, colours.ink))
        else:
            draw_token(canvas, colours, name, centre, half)

    seats = enumerate(colours.seats, 1)
    looks = (SeatLook(seat, fill, colours.on_seat(seat), (colours.ink,)) for seat, fill in seats)
    return Dress("HEROES BEWARE", colours, tuple(looks), draw_sign)


# ---------------------------------------------------------------------- cover and emoji

_TITLE, _BAND = "Heroes Beware", 112


@lru_cache(maxsize=2 * len(COLOURS))
def draw_cover(theme: str = "night") -> bytes:
    """The cover as PNG, in every language the same: the title over a cut through a colony."""
    colours = COLOURS[theme]
    canvas = Canvas((0, 0, *SIZE), colours.night)
    halo = mix(colours.cavern, colours.lamp, 0.5)
    lights = {"moon": colours.lamp if colours.sunny else colours.glow, "halo": halo}
    scene = SIGNS["cover"]
    scene.paint(Pen(canvas, (0, 0), 1), lambda name: lights.get(name) or getattr(colours, name))
    SIGNS["shut_door"](Pen(canvas, (72, 170), 46), colours.rim, colours.lamp)
    _draw_people(canvas, colours)
    draw_title(canvas, colours, _TITLE, _BAND)
    return encode(canvas.finish(colours), colours.palette_bytes)


def _draw_people(canvas: Canvas, theme: Colours) -> None:
    draw_outlined(canvas, SIGNS["hero"], (148, 262), 50, (theme.paper, theme.ink))
    for name, at, half, colours in (
        ("trap", (300, 372), 36, (theme.trap, theme.ink)),
        ("guard", (566, 332), 42, (theme.guard, theme.ink)),
        ("gem", (842, 338), 40, (theme.gem, theme.ink)),
        ("prisoner", (170, 512), 44, (theme.prisoner, theme.ink)),
        ("campfire", (454, 520), 44, (theme.flame, theme.rim)),
        ("guard", (536, 516), 42, (theme.guard, theme.ink)),
    ):
        draw_outlined(canvas, SIGNS[name], at, half, colours)
    SIGNS["chest"](Pen(canvas, (770, 524), 50), theme.ink, theme.lamp)
    for x, y in ((836, 552), (862, 556), (850, 536), (884, 558), (872, 540)):
        draw_token(canvas, theme, "gold", (x, y), 15)


_EMOJI_REACH = EMOJI_SIZE / 2 - 2
_Draw = Callable[[Canvas, Colours], None]


def draw_seat(seat: int, *, theme: str = "night") -> bytes:
    """The sign of a seat in its colour, as PNG."""
    return draw_emoji(COLOURS[theme], partial(draw_sign, seat=seat, centre=EMOJI_MIDDLE, half=40))


def draw_thing(name: str, *, theme: str = "night") -> bytes:
    """The sign of one of ``THINGS``, as PNG."""
    return draw_emoji(COLOURS[theme], THINGS[name])


def _draw_feature(feature: str, canvas: Canvas, theme: Colours) -> None:
    """Draw a feature on a floor, as in a colony."""
    canvas.discs(EMOJI_MIDDLE, (_EMOJI_REACH, theme.rim), (_EMOJI_REACH - 6, theme.cavern))
    draw_feature(Pen(canvas, EMOJI_MIDDLE, _EMOJI_REACH * 0.6), theme, feature)


def _draw_outlined_sign(
    glyph: Glyph, colour: Callable[[Colours], Colour], canvas: Canvas, theme: Colours
) -> None:
    draw_outlined(canvas, glyph, EMOJI_MIDDLE, _EMOJI_REACH, (colour(theme), theme.ink))


def _draw_tile(canvas: Canvas, theme: Colours) -> None:
    """Draw a room with passages to all sides."""
    SIGNS["emoji_tile"].paint(Pen(canvas, (0, 0), 1), partial(getattr, theme))


THINGS: dict[str, _Draw] = {
    **{
        kind: partial(draw_token, kind=kind, centre=EMOJI_MIDDLE, half=_EMOJI_REACH)
        for kind in TOKENS
    },
    **{f"feature {name}": partial(_draw_feature, name) for name in FEATURES},
    "heart": partial(_draw_outlined_sign, SIGNS["heart"], lambda theme: theme.trap),
    "bag": partial(_draw_outlined_sign, SIGNS["bag"], lambda theme: theme.lamp),
    "hero": partial(_draw_outlined_sign, SIGNS["hero"], lambda theme: theme.paper),
    "defeated": partial(_draw_outlined_sign, SIGNS["gravestone"], lambda theme: theme.paper),
    "tile": _draw_tile,
}
"""The signs by name: tokens by kind, features as ``feature`` with their name, then all others."""
