"""The game's colours in each theme: earth, caverns and masonry, tokens and features, the seats."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from renderer import theme as themes
from renderer.theme import Colour, Ramp, Theme, colours_of, mix, rgb


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(Theme):
    """A theme with the extra colours of a colony. ``seats`` holds one colour per seat."""

    earth: Colour
    """The earth of a piece."""
    earth_light: Colour
    """Stones in it, and the upper edge of a piece."""
    soil: Colour
    """The ground around a colony."""
    soil_dark: Colour
    """Clods in it, and the lines of its grid."""
    rim: Colour
    """The walls of rooms and passages."""
    cavern: Colour
    """The floor of a cavern."""
    cavern_dark: Colour
    """Pebbles on it."""
    slab: Colour
    """The floor behind masonry."""
    slab_dark: Colour
    """The joints of the slabs."""
    brick: Colour
    plank: Colour
    plank_dark: Colour
    flame: Colour
    steel: Colour
    gem: Colour
    guard: Colour
    trap: Colour
    prisoner: Colour
    open: Colour
    """The mark of an open edge."""
    reach: Colour
    """The mark of a selectable place."""
    trail: Colour
    """The way of an invader."""
    seats: tuple[Colour, Colour, Colour, Colour]

    def on_seat(self, seat: int) -> Colour:
        """Words on the colour of a seat: the fourth colour is dark."""
        return self.paper if seat == len(self.seats) else self.ink

    def dim(self, floor: Colour) -> Colour:
        """A floor without a burning torch."""
        return mix(floor, self.rim, 0.5)

    def spent(self, floor: Colour) -> Colour:
        """A feature without its token, on this floor."""
        return mix(floor, self.rim, 0.6)

    @property
    def floors(self) -> tuple[Colour, ...]:
        """The materials of rooms and passages: caverns, masonry, planks."""
        return self.cavern, self.slab, self.plank

    @property
    def named(self) -> list[Colour]:
        return [
            *(self.soil, self.soil_dark, self.earth, self.earth_light, self.rim),
            *(self.cavern, self.cavern_dark, self.slab, self.slab_dark, self.brick),
            *(self.plank, self.plank_dark, self.flame, self.steel, self.gem),
            *(self.guard, self.trap, self.prisoner, self.open, self.reach, self.trail),
            *(self.dim(floor) for floor in self.floors),
            *(self.spent(floor) for floor in self.floors[:2]),
            *self.seats,
            *super().named,
        ]

    @property
    def ramps(self) -> Iterable[Ramp]:
        for floor in self.floors:
            yield self.rim, floor, 3
            yield self.earth, floor, 1
            yield self.dim(floor), self.ink, 2
            yield floor, self.ink, 2
            yield floor, self.paper, 1
        yield self.earth, self.rim, 2
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


NIGHT = Colours(
    **colours_of(themes.NIGHT),
    soil=rgb("1b1512"),
    soil_dark=rgb("2a211b"),
    earth=rgb("4a3526"),
    earth_light=rgb("664a35"),
    rim=rgb("1d120c"),
    cavern=rgb("c29a63"),
    cavern_dark=rgb("a07a49"),
    slab=rgb("c4cad4"),
    slab_dark=rgb("8b919d"),
    brick=rgb("636875"),
    plank=rgb("a8713d"),
    plank_dark=rgb("7d4f27"),
    flame=rgb("ff9a3c"),
    steel=rgb("dfe6ee"),
    gem=rgb("5fe3ff"),
    guard=rgb("63b95a"),
    trap=rgb("ff5b52"),
    prisoner=rgb("d99bff"),
    open=rgb("ffd23e"),
    reach=rgb("7dffb0"),
    trail=rgb("fffbe0"),
    seats=(rgb("f01c22"), rgb("a3fdee"), rgb("d5a824"), rgb("4130d5")),
)

DAY = replace(
    NIGHT,
    **colours_of(themes.DAY),
    soil=rgb("e3d2a6"),
    soil_dark=rgb("d0bb88"),
    earth=rgb("8d6a49"),
    earth_light=rgb("a58059"),
    rim=rgb("3a2415"),
    cavern=rgb("dfb97c"),
    cavern_dark=rgb("bd9455"),
    slab=rgb("e8ebf0"),
    slab_dark=rgb("a9afba"),
    brick=rgb("868d99"),
    plank=rgb("c98f54"),
    plank_dark=rgb("9a6532"),
    reach=rgb("128a4e"),
    guard=rgb("3d9a3a"),
    trap=rgb("e2352c"),
    prisoner=rgb("a052d6"),
    gem=rgb("22b7dd"),
    open=rgb("ffc400"),
)

SAFE = replace(
    NIGHT,
    **colours_of(themes.SAFE),
    guard=rgb("56a8f0"),
    trap=rgb("e0702a"),
    prisoner=rgb("f0a6cc"),
    gem=rgb("b8f4ff"),
    reach=rgb("f5ea4a"),
    open=rgb("f5ea4a"),
    seats=(rgb("c86a45"), rgb("92fdff"), rgb("dfa823"), rgb("3647a6")),
)

COLOURS: dict[str, Colours] = {colours.name: colours for colours in (NIGHT, DAY, SAFE)}
