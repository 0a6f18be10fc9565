"""The game's colours in each theme: the city, its lanes and districts, the seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from renderer import theme as themes
from renderer.theme import Colour, Ramp, Theme, colours_of, mix, rgb


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(Theme):
    """A theme with the extra colours of the city.

    ``fields`` and ``brights`` hold one colour per district in the order of DISTRICTS: its muted
    ground and roofs, and its saturated item tile and marker. ``seats`` holds one colour per seat.
    """

    wall: Colour
    wall_light: Colour
    wall_dark: Colour
    earth: Colour
    """The banks of the lanes, and the gaps between roofs."""
    floor: Colour
    """The floor of a lane without a passage."""
    cobble: Colour
    rubble: Colour
    """The rubble beside a passage."""
    tunnel: Colour
    """The rock around a passage."""
    lining: Colour
    """The lining of a longest passage."""
    statue: Colour
    statue_dark: Colour
    stone: Colour
    """The plinths of statues."""
    latest: Colour
    """The mark of the last move: no owner, district or tile has this colour."""
    seats: tuple[Colour, Colour]
    fields: tuple[Colour, Colour, Colour, Colour, Colour]
    brights: tuple[Colour, Colour, Colour, Colour, Colour]
    relief: float = 1.0
    """The contrast of the roofs; their patterns differ from district to district."""

    def roof_light(self, district: int) -> Colour:
        return mix(self.fields[district], self.brights[district], 0.2 * self.relief)

    def roof_dark(self, district: int) -> Colour:
        return mix(self.fields[district], self.earth, (0.22 if self.sunny else 0.36) * self.relief)

    def court(self, district: int) -> Colour:
        """The background of a district's shield."""
        return mix(self.fields[district], self.earth, 0.7 if self.sunny else 0.78)

    def emblem(self, district: int) -> Colour:
        """The sign on the shield, paler than the sign of the items."""
        return mix(self.brights[district], self.paper, 0.45)

    def seat_dark(self, seat: int) -> Colour:
        return mix(self.seats[seat - 1], self.tunnel, 0.55)

    def seat_lane(self, seat: int) -> Colour:
        """The seat's half of the control track."""
        return mix(self.panel, self.seats[seat - 1], 0.18 if self.sunny else 0.22)

    @property
    def nobodys(self) -> Colour:
        """The middle of the control track."""
        return mix(self.panel, self.panel_edge, 0.45)

    # The order below decides which of two similar blends is kept and which of two equally near
    # colours is taken. Changing it changes pixels.

    @property
    def named(self) -> list[Colour]:
        found = [
            *(self.night, self.title, self.line, self.star),
            *(self.wall, self.wall_light, self.wall_dark),
            *(self.earth, self.floor, self.cobble, self.rubble, self.tunnel),
            *(self.panel, self.panel_edge, self.words, self.muted, self.ink, self.paper),
            *(
                self.lamp,
                self.lining,
                self.statue,
                self.statue_dark,
                self.stone,
                self.iron,
                self.glow,
                self.latest,
            ),
            *(*self.seats, *self.fields, *self.brights, self.nobodys),
        ]
        for district in range(len(self.fields)):
            found += [self.roof_light(district), self.roof_dark(district)]
            found += [self.court(district), self.emblem(district)]
        for seat in (1, 2):
            found += [self.seat_dark(seat), self.seat_lane(seat)]
        return found + super().named

    @property
    def ramps(self) -> Iterable[Ramp]:
        yield self.panel, self.words, 6
        yield self.paper, self.ink, 5
        yield self.panel, self.muted, 4
        yield self.earth, self.floor, 3
        yield self.rubble, self.earth, 1
        yield self.tunnel, self.glow, 2
        yield self.ink, self.latest, 3
        yield self.floor, self.paper, 1
        yield self.ink, self.stone, 2
        yield self.ink, self.lining, 3
        yield self.ink, self.statue, 2
        yield self.panel, self.lamp, 2
        yield self.night, self.earth, 1
        yield self.night, self.star, 1
        yield self.night, self.wall_dark, 1
        yield self.wall_dark, self.wall_light, 2
        yield self.panel, self.panel_edge, 1
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
            yield self.court(district), self.emblem(district), 2
            yield self.roof_dark(district), self.roof_light(district), 1


NIGHT = Colours(
    **colours_of(themes.NIGHT),
    wall=rgb("6a6160"),
    wall_light=rgb("a79a8c"),
    wall_dark=rgb("2b2728"),
    earth=rgb("17110f"),
    floor=rgb("88755a"),
    cobble=rgb("6d5c46"),
    rubble=rgb("3b2c22"),
    tunnel=rgb("060509"),
    lining=rgb("ffd873"),
    statue=rgb("fff1d2"),
    statue_dark=rgb("b3a488"),
    stone=rgb("8f867a"),
    latest=rgb("b8ff1f"),
    seats=(rgb("fa3f44"), rgb("6dfbe0")),
    fields=(rgb("5c4a24"), rgb("2b4068"), rgb("4d325d"), rgb("633728"), rgb("4c535f")),
    brights=(rgb("ffd23e"), rgb("6fb4ff"), rgb("d68bff"), rgb("f0935c"), rgb("d3dcea")),
)

DAY = replace(
    NIGHT,
    **colours_of(themes.DAY),
    wall=rgb("a8977a"),
    wall_light=rgb("e9dcbc"),
    wall_dark=rgb("5a4730"),
    earth=rgb("4f3b25"),
    floor=rgb("f1e2b9"),
    cobble=rgb("d8c48f"),
    rubble=rgb("6f5233"),
    tunnel=rgb("2b1d12"),
    lining=rgb("ffe23d"),
    statue=rgb("fffaf0"),
    statue_dark=rgb("b9a888"),
    stone=rgb("a3947c"),
    seats=(rgb("ec2f38"), rgb("42e2c6")),
    fields=(rgb("d6b96f"), rgb("9db2cb"), rgb("bfa2ca"), rgb("cf9674"), rgb("b3b1a8")),
)

SAFE = replace(
    NIGHT,
    **colours_of(themes.SAFE),
    # Seats and districts differ in brightness and in hue, for readers with any colour vision.
    seats=(rgb("ff5a1f"), rgb("b8f4ff")),
    fields=(rgb("6f6c24"), rgb("244a86"), rgb("87587f"), rgb("5f2c1d"), rgb("3f4150")),
    brights=(rgb("f5ea4a"), rgb("56a8f0"), rgb("f0a6cc"), rgb("a9714b"), rgb("e8eef5")),
    relief=1.5,
)

COLOURS: dict[str, Colours] = {colours.name: colours for colours in (NIGHT, DAY, SAFE)}
