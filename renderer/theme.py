"""Themes: named colours, and the one palette of 256 that every picture of a theme is made of.

Art is drawn with the named colours, much larger than it is shown, then shrunk and mapped to the
palette. So the palette also holds the blends of colours that touch each other: its ramps.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from functools import cached_property

from PIL import Image

Colour = tuple[int, int, int]


def rgb(text: str) -> Colour:
    """A colour written as six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(one: Colour, other: Colour, part: float) -> Colour:
    """``part`` of the way from one colour to the other."""
    r, g, b = (round(x + (y - x) * part) for x, y in zip(one, other, strict=True))
    return r, g, b


def _distance(one: Colour, other: Colour) -> int:
    """The squared distance of two colours."""
    return sum((x - y) ** 2 for x, y in zip(one, other, strict=True))


_ALIKE = 120
"""The squared distance below which a blend is left out."""


@dataclass(frozen=True, eq=False)
class Theme:
    """The colours of a picture by what they are for; a key of caches by identity, which is quick.

    ``fields`` and ``brights`` hold one colour a district in the order of DISTRICTS: the ground of
    its areas, and its item tile, emblem and marker. ``seats`` holds one colour a seat.
    """

    name: str
    night: Colour
    """The land outside the wall."""
    title: Colour
    """Large words on the land."""
    line: Colour
    """Small words on the land."""
    star: Colour
    """What is strewn over the land: stars by night, tufts of grass by day."""
    wall: Colour
    wall_light: Colour
    wall_dark: Colour
    road: Colour
    kerb: Colour
    panel: Colour
    panel_edge: Colour
    lane: Colour
    ink: Colour
    """Dark text and outlines."""
    paper: Colour
    """Badges, light text and icons."""
    muted: Colour
    """Text of second rank on panels."""
    lamp: Colour
    """Lit windows and lanterns."""
    statue: Colour
    statue_dark: Colour
    platform: Colour
    iron: Colour
    """The shovels' discs."""
    glow: Colour
    """What marks the last move."""
    seats: tuple[Colour, Colour]
    fields: tuple[Colour, Colour, Colour, Colour, Colour]
    brights: tuple[Colour, Colour, Colour, Colour, Colour]
    relief: float = 1.0
    """How strongly the patterns of the roofs stand out; they differ from district to district."""
    sunny: bool = False
    """Whether it is day on the land outside the wall."""
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

    @property
    def named(self) -> list[Colour]:
        """Every flat colour of the art, which must come out exactly."""
        found: list[Colour] = []
        for field in fields_of(self):
            value = getattr(self, field.name)
            if isinstance(value, tuple):
                found += [value] if isinstance(value[0], int) else list(value)
        for district in range(len(self.fields)):
            found += [self.roof_light(district), self.roof_dark(district), self.court(district)]
        for seat in (1, 2):
            found += [self.seat_dark(seat), self.seat_lane(seat)]
        return found

    @property
    def ramps(self) -> Iterable[tuple[Colour, Colour, int]]:
        """Pairs of colours that touch, with the number of blends between them."""
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

    @cached_property
    def palette(self) -> tuple[Colour, ...]:
        """At most 256 colours: the named ones, then blends that are none of those already.

        Pillow finds the nearest colour by a coarse table, so no two may be too much alike.
        """
        found = list(dict.fromkeys(self.named))
        for one, other, steps in self.ramps:
            for step in range(1, steps + 1):
                blend = mix(one, other, step / (steps + 1))
                if min(_distance(blend, colour) for colour in found) >= _ALIKE:
                    found.append(blend)
        return tuple(found[:256])

    @cached_property
    def palette_bytes(self) -> bytes:
        return bytes(channel for colour in self.palette for channel in colour)

    @cached_property
    def palette_image(self) -> Image.Image:
        """What Pillow wants for mapping a picture to the palette."""
        image = Image.new("P", (1, 1))
        image.putpalette(self.palette_bytes)
        return image

    def index(self, colour: Colour) -> int:
        """The place of the nearest colour in the palette."""
        return min(range(len(self.palette)), key=lambda i: _distance(self.palette[i], colour))

    def indexed(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in this theme's palette, as mode P."""
        return picture.quantize(palette=self.palette_image, dither=Image.Dither.NONE)


NIGHT = Theme(
    name="night",
    night=rgb("0b0d2a"),
    title=rgb("ffd873"),
    line=rgb("fff4d9"),
    star=rgb("8f9be8"),
    wall=rgb("5b6396"),
    wall_light=rgb("8d96c8"),
    wall_dark=rgb("343a6b"),
    road=rgb("16183f"),
    kerb=rgb("30356e"),
    panel=rgb("1a1e4e"),
    panel_edge=rgb("3a4192"),
    lane=rgb("12153a"),
    ink=rgb("0c0b1f"),
    paper=rgb("fff4d9"),
    muted=rgb("b4bbee"),
    lamp=rgb("ffd873"),
    statue=rgb("ffd26a"),
    statue_dark=rgb("c98a2b"),
    platform=rgb("343a6b"),
    iron=rgb("3d4566"),
    glow=rgb("fff8b8"),
    seats=(rgb("ff5b52"), rgb("2ee6c5")),
    fields=(rgb("a8791a"), rgb("2456b8"), rgb("8233a8"), rgb("9a4a26"), rgb("5d6a80")),
    brights=(rgb("ffd23e"), rgb("6fb4ff"), rgb("d68bff"), rgb("f0935c"), rgb("d3dcea")),
)

DAY = replace(
    NIGHT,
    name="day",
    night=rgb("9ccb74"),
    title=rgb("12314f"),
    line=rgb("12314f"),
    sunny=True,
    star=rgb("7eb35a"),
    wall=rgb("cbbd98"),
    wall_light=rgb("f6ecd0"),
    wall_dark=rgb("6d604b"),
    road=rgb("4d4338"),
    panel=rgb("1b4a78"),
    panel_edge=rgb("12314f"),
    lane=rgb("12314f"),
    muted=rgb("cfe2f5"),
    platform=rgb("6d604b"),
    iron=rgb("3d4566"),
    fields=(rgb("e0ab2c"), rgb("4a8df0"), rgb("ae62dc"), rgb("d9733a"), rgb("98a5b8")),
)

SAFE = replace(
    NIGHT,
    name="safe",
    # Seats and districts keep apart for every kind of eye, in brightness as well as in hue.
    seats=(rgb("ff8c1a"), rgb("9be9ff")),
    fields=(rgb("a39f10"), rgb("0a58c8"), rgb("b967ab"), rgb("8d361a"), rgb("58506a")),
    brights=(rgb("f5ea4a"), rgb("56a8f0"), rgb("f0a6cc"), rgb("e0702a"), rgb("e8eef5")),
    relief=1.7,
    hatched=True,
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (NIGHT, DAY, SAFE)}
