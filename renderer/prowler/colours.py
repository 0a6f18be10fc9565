"""The game's colours in each theme: the city, its districts, the seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from renderer import theme as themes
from renderer.theme import Colour, Ramp, Theme, colours_of, mix, rgb


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(Theme):
    """A theme with what the city needs besides.

    ``fields`` and ``brights`` hold one colour a district in the order of DISTRICTS: the ground of
    its areas, and its item tile, emblem and marker. ``seats`` holds one colour a seat.
    """

    wall: Colour
    wall_light: Colour
    wall_dark: Colour
    road: Colour
    kerb: Colour
    """A blend that no shape is drawn in: the edges of panels and roads fade through it."""
    lane: Colour
    statue: Colour
    statue_dark: Colour
    platform: Colour
    seats: tuple[Colour, Colour]
    fields: tuple[Colour, Colour, Colour, Colour, Colour]
    brights: tuple[Colour, Colour, Colour, Colour, Colour]
    relief: float = 1.0
    """How strongly the patterns of the roofs stand out; they differ from district to district."""
    hatched: bool = False
    """Whether no two patterns can be mistaken, whichever way an area is turned."""

    def roof_light(self, district: int) -> Colour:
        return mix(self.fields[district], self.brights[district], 0.28 * self.relief)

    def roof_dark(self, district: int) -> Colour:
        return mix(self.fields[district], self.road, 0.34 * self.relief)

    def court(self, district: int) -> Colour:
        """The open ground around a district's emblem."""
        return mix(self.fields[district], self.road, 0.62)

    def seat_dark(self, seat: int) -> Colour:
        return mix(self.seats[seat - 1], self.road, 0.6)

    def seat_lane(self, seat: int) -> Colour:
        """The seat's half of the control track."""
        return mix(self.lane, self.seats[seat - 1], 0.2)

    # The order below decides which of two similar blends is kept, and which of two equally near
    # colours is taken. As long as it stays, so does every pixel.

    @property
    def named(self) -> list[Colour]:
        found = [
            *(self.night, self.title, self.line, self.star),
            *(self.wall, self.wall_light, self.wall_dark, self.road, self.kerb),
            *(self.panel, self.panel_edge, self.lane, self.ink, self.paper, self.muted, self.lamp),
            *(self.statue, self.statue_dark, self.platform, self.iron, self.glow),
            *(*self.seats, *self.fields, *self.brights),
        ]
        for district in range(len(self.fields)):
            found += [self.roof_light(district), self.roof_dark(district), self.court(district)]
        for seat in (1, 2):
            found += [self.seat_dark(seat), self.seat_lane(seat)]
        return found + super().named

    @property
    def ramps(self) -> Iterable[Ramp]:
        yield self.panel, self.paper, 4
        yield self.paper, self.ink, 4
        yield self.panel, self.muted, 2
        yield self.road, self.paper, 2
        yield self.lane, self.paper, 2
        yield self.road, self.platform, 2
        yield self.platform, self.statue, 2
        yield self.platform, self.statue_dark, 2
        yield self.road, self.glow, 2
        yield self.panel, self.glow, 2
        yield self.road, self.iron, 2
        yield self.iron, self.paper, 2
        yield self.road, self.wall, 2
        yield self.night, self.title, 3
        yield self.night, self.line, 3
        yield self.panel, self.lamp, 2
        yield self.wall_dark, self.wall_light, 2
        yield self.night, self.wall_dark, 1
        yield self.night, self.star, 2
        yield self.night, self.panel_edge, 2
        for seat, colour in enumerate(self.seats, 1):
            yield self.road, colour, 2
            yield self.panel, colour, 2
            yield colour, self.ink, 2
            yield self.seat_dark(seat), colour, 2
            yield self.seat_lane(seat), self.paper, 2
            yield self.night, colour, 2
        for district, (field, bright) in enumerate(zip(self.fields, self.brights, strict=True)):
            yield self.road, field, 2
            yield self.road, bright, 2
            yield self.ink, bright, 2
            yield self.panel, bright, 2
            yield self.court(district), bright, 2
            yield self.court(district), field, 1


NIGHT = Colours(
    **colours_of(themes.NIGHT),
    wall=rgb("5b6396"),
    wall_light=rgb("8d96c8"),
    wall_dark=rgb("343a6b"),
    road=rgb("16183f"),
    kerb=rgb("30356e"),
    lane=rgb("12153a"),
    statue=rgb("ffd26a"),
    statue_dark=rgb("c98a2b"),
    platform=rgb("343a6b"),
    seats=(rgb("ff5b52"), rgb("2ee6c5")),
    fields=(rgb("a8791a"), rgb("2456b8"), rgb("8233a8"), rgb("9a4a26"), rgb("5d6a80")),
    brights=(rgb("ffd23e"), rgb("6fb4ff"), rgb("d68bff"), rgb("f0935c"), rgb("d3dcea")),
)

DAY = replace(
    NIGHT,
    **colours_of(themes.DAY),
    wall=rgb("cbbd98"),
    wall_light=rgb("f6ecd0"),
    wall_dark=rgb("6d604b"),
    road=rgb("4d4338"),
    lane=rgb("12314f"),
    platform=rgb("6d604b"),
    fields=(rgb("e0ab2c"), rgb("4a8df0"), rgb("ae62dc"), rgb("d9733a"), rgb("98a5b8")),
)

SAFE = replace(
    NIGHT,
    **colours_of(themes.SAFE),
    # Seats and districts keep apart for every kind of eye, in brightness as well as in hue.
    seats=(rgb("ff8c1a"), rgb("9be9ff")),
    fields=(rgb("a39f10"), rgb("0a58c8"), rgb("b967ab"), rgb("8d361a"), rgb("58506a")),
    brights=(rgb("f5ea4a"), rgb("56a8f0"), rgb("f0a6cc"), rgb("e0702a"), rgb("e8eef5")),
    relief=1.7,
    hatched=True,
)

COLOURS: dict[str, Colours] = {colours.name: colours for colours in (NIGHT, DAY, SAFE)}
