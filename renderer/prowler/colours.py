"""The game's colours in each theme (the city, its lanes and districts, the seats), and its signs.

The signs are flat shapes: emblems, shields, items, shovels, statue, route.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from prowlerbot.games.prowler.position import ITEMS, TILES, WILD
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen, SeatTheme, read_signs
from renderer.theme import Colour, Ramp, build_themes, mix, shades


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(SeatTheme):
    """The colours of the city. Safe seats and districts differ in brightness and in hue."""

    wall: Colour = shades("6a6160", "a8977a")
    wall_light: Colour = shades("a79a8c", "e9dcbc")
    wall_dark: Colour = shades("2b2728", "5a4730")
    earth: Colour = shades("17110f", "4f3b25")  # the banks of the lanes, and the gaps between roofs
    floor: Colour = shades("88755a", "f1e2b9")  # the floor of a lane without a passage
    cobble: Colour = shades("6d5c46", "d8c48f")
    rubble: Colour = shades("3b2c22", "6f5233")  # the rubble beside a passage
    tunnel: Colour = shades("060509", "2b1d12")  # the rock around a passage
    lining: Colour = shades("ffd873", "ffe23d")  # the lining of a longest passage
    statue: Colour = shades("fff1d2", "fffaf0")
    statue_dark: Colour = shades("b3a488", "b9a888")
    stone: Colour = shades("8f867a", "a3947c")
    latest: Colour = shades("b8ff1f")
    """The mark of the last move: no owner, district or tile has this colour."""
    seats: tuple[Colour, ...] = shades("fa3f44 6dfbe0", "ec2f38 42e2c6", "ff5a1f b8f4ff")
    fields: tuple[Colour, ...] = shades(
        "5c4a24 2b4068 4d325d 633728 4c535f",
        "d6b96f 9db2cb bfa2ca cf9674 b3b1a8",
        "6f6c24 244a86 87587f 5f2c1d 3f4150",
    )
    """The muted ground and roofs of each of the DISTRICTS; below, its item tile and marker."""
    brights: tuple[Colour, ...] = shades(
        "ffd23e 6fb4ff d68bff b97a4b d3dcea", safe="f5ea4a 56a8f0 bd58fb a9714b e8eef5"
    )

    @property
    def roof_contrast(self) -> float:
        """The contrast of the roofs; their patterns differ from district to district."""
        return 1.5 if self.name == "safe" else 1.0

    def roof_light(self, district: int) -> Colour:
        return mix(self.fields[district], self.brights[district], 0.2 * self.roof_contrast)

    def roof_dark(self, district: int) -> Colour:
        part = 0.22 if self.sunny else 0.36
        return mix(self.fields[district], self.earth, part * self.roof_contrast)

    def court_colour(self, district: int) -> Colour:
        return mix(self.fields[district], self.earth, 0.7 if self.sunny else 0.78)

    def emblem_colour(self, district: int) -> Colour:
        """The colour of the sign on the shield, paler than the sign of the items."""
        return mix(self.brights[district], self.paper, 0.45)

    def seat_dark(self, seat: int) -> Colour:
        return mix(self.seats[seat - 1], self.tunnel, 0.55)

    def seat_lane(self, seat: int) -> Colour:
        """The colour of the seat's half of the control track."""
        return mix(self.panel, self.seats[seat - 1], 0.18 if self.sunny else 0.22)

    @property
    def neutral_lane(self) -> Colour:
        return mix(self.panel, self.panel_edge, 0.45)

    # The order below decides which of two similar blends is kept and which of two equally near
    # colours is taken. Changing it changes pixels.

    @property
    def named(self) -> list[Colour]:
        colours = [*super().named, self.neutral_lane]
        for district in range(len(self.fields)):
            colours += [self.roof_light(district), self.roof_dark(district)]
            colours += [self.court_colour(district), self.emblem_colour(district)]
        for seat in (1, 2):
            colours += [self.seat_dark(seat), self.seat_lane(seat)]
        return colours

    @property
    def ramps(self) -> Iterable[Ramp]:
        yield self.panel, self.words, 6
        yield self.paper, self.ink, 5
        yield self.panel, self.muted, 4
        yield self.earth, self.floor, 3
        yield self.tunnel, self.glow, 2
        yield self.ink, self.latest, 3
        yield self.ink, self.stone, 2
        yield self.ink, self.lining, 3
        yield self.panel, self.lamp, 2
        yield self.night, self.earth, 1
        yield self.night, self.star, 1
        yield self.wall_dark, self.wall_light, 2
        for seat, colour in enumerate(self.seats, 1):
            yield colour, self.ink, 4
            yield self.seat_dark(seat), colour, 1
            yield self.rubble, self.seat_dark(seat), 1
            yield self.panel, colour, 2
            yield self.seat_lane(seat), self.words, 3
            yield self.seat_lane(seat), self.gilt, 2
            yield colour, self.paper, 1
        for district, (field, bright) in enumerate(zip(self.fields, self.brights, strict=True)):
            yield self.earth, field, 1
            yield self.ink, bright, 3
            yield self.panel, bright, 1
            yield self.court_colour(district), self.emblem_colour(district), 2
            yield self.roof_dark(district), self.roof_light(district), 1


COLOURS: dict[str, Colours] = build_themes(Colours)


SIGNS = read_signs(Path(__file__).parent)


def draw_monument(canvas: Canvas, theme: Colours, centre: XY, half: float = 30) -> None:
    """A statue as in the city, on a block, with a rim around both."""
    colours = {
        "rim": theme.ink,
        "block": theme.stone,
        "figure": theme.statue,
        "shade": theme.statue_dark,
        "flame": theme.lining,
    }
    x, y = centre
    SIGNS["monument"].paint(Pen(canvas, (x, y - half / 30), half), colours.__getitem__)


def draw_shield_shape(pen: Pen, ink: Colour, part: float) -> None:
    """The shape of a district's arms, with its size as a part of the pen's square."""
    SIGNS["shield"](pen.inner_pen((0, 0), part), ink, ink)


EMBLEMS = tuple(SIGNS[name] for name in ("coin", "crown", "scales", "house", "tower"))
"""In the order of DISTRICTS; a district's item carries its emblem."""

TILE_GLYPHS = (*EMBLEMS[:4], SIGNS["spade"], SIGNS["wild"])  # in the order of TILES


def draw_tile(canvas: Canvas, theme: Colours, face: int, centre: XY, radius: float) -> None:
    """A tile of any size: items bright with a dark sign, shovels dark with a light sign."""
    pen = Pen(canvas, centre, radius * 0.66)
    canvas.disc(centre, radius, theme.ink)
    if face < len(ITEMS):
        canvas.disc(centre, radius - 2, theme.brights[face])
        TILE_GLYPHS[face](pen, theme.ink, theme.brights[face])
    else:
        canvas.discs(centre, (radius - 2, theme.paper), (radius - 4, theme.iron))
        sign = theme.lamp if face == TILES.index(WILD) else theme.paper
        TILE_GLYPHS[face](pen, sign, theme.iron)
