"""The game's colours in each theme: the sea, the land, buildings and their owners.

Owners go by the letter of their colour, not by their seat: the red player is red everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from prowlerbot.games.landgrab.setup import COLOURS as LETTERS
from renderer import theme as themes
from renderer.theme import Colour, Ramp, Theme, colours_of, mix, rgb

NOBODY = ""
"""The owner's letter of unowned buildings."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Colours(Theme):
    """A theme with the extra colours of the map."""

    sea: Colour
    wave: Colour
    shallow: Colour
    """The water along a coast."""
    coast: Colour
    """The line where the beach meets the water."""
    beach: Colour
    land: Colour
    seam: Colour
    """The lines between squares of the land."""
    herb: Colour
    """The plants on the land."""
    frame: Colour
    """The frame of the map, with the names of columns and rows."""
    legal: Colour
    """The background of squares in reach, and of places for a tile or building."""
    reach: Colour
    """The edge of squares in reach."""
    wall: Colour
    """The walls of buildings, which show their points."""
    wall_dark: Colour
    thatch: Colour
    """The roof of unowned buildings."""
    thatch_dark: Colour
    damage: Colour
    """The crack that tells a damaged building from a whole one."""
    life: Colour
    face: Colour
    """The face of a pawn."""
    owners: tuple[Colour, Colour, Colour, Colour]
    """In the order of LETTERS."""

    def owner(self, letter: str) -> Colour:
        return self.owners[LETTERS.index(letter)]

    def owner_dark(self, letter: str) -> Colour:
        """The owner's colour in shade, for patterns."""
        return mix(self.owner(letter), self.ink, 0.45)

    def owner_light(self, letter: str) -> Colour:
        return mix(self.owner(letter), self.paper, 0.35)

    def lit(self, letter: str) -> Colour:
        """The owner's colour as an edge that contrasts with plaques."""
        return self.owner_dark(letter) if self.sunny else self.owner_light(letter)

    def on_owner(self, letter: str) -> Colour:
        """A colour that contrasts with the owner's colour."""
        return self.paper if letter == "B" else self.ink

    def roof_of(self, letter: str) -> tuple[Colour, Colour]:
        """The colour of a roof and of its pattern."""
        if letter == NOBODY:
            return self.thatch, self.thatch_dark
        return self.owner(letter), self.owner_dark(letter)

    @property
    def land_alt(self) -> Colour:
        """Every other square of the land."""
        return mix(self.land, self.seam, 0.55)

    @property
    def on_legal(self) -> Colour:
        """Words on squares in reach."""
        return self.ink if self.sunny else self.paper

    # The order below decides which of two similar blends is kept and which of two equally near
    # colours is taken. Changing it changes pixels.

    @property
    def named(self) -> list[Colour]:
        found = [
            *(
                self.night,
                self.sea,
                self.wave,
                self.shallow,
                self.coast,
                self.beach,
                self.land,
                self.seam,
            ),
            *(
                self.herb,
                self.land_alt,
                self.frame,
                self.legal,
                self.reach,
                self.wall,
                self.wall_dark,
            ),
            *(self.thatch, self.thatch_dark, self.damage, self.ink, self.paper, self.glow),
            self.life,
            self.face,
            *self.owners,
        ]
        for letter in LETTERS:
            found += [self.owner_dark(letter), self.owner_light(letter)]
        return found + super().named

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
        yield self.beach, self.land, 2
        yield self.land, self.ink, 3
        yield self.land, self.glow, 2
        yield self.land, self.reach, 2
        yield self.legal, self.reach, 2
        yield self.legal, self.on_legal, 4
        yield self.ink, self.glow, 3
        yield self.ink, self.thatch, 2
        yield self.ink, self.reach, 2
        yield self.panel, self.life, 2
        yield self.panel, self.lamp, 3
        yield self.panel, self.panel_edge, 1
        for letter in LETTERS:
            colour = self.owner(letter)
            yield colour, self.ink, 4
            yield colour, self.paper, 3
            yield self.panel, colour, 2
        yield from super().ramps


NIGHT = Colours(
    **colours_of(themes.NIGHT),
    sea=rgb("12202f"),
    wave=rgb("1c3144"),
    shallow=rgb("24465a"),
    coast=rgb("0c1520"),
    beach=rgb("8c7a58"),
    land=rgb("4b5139"),
    seam=rgb("3f4430"),
    herb=rgb("606844"),
    frame=rgb("2e2723"),
    legal=rgb("6e6233"),
    reach=rgb("ffd873"),
    wall=rgb("e6d9bd"),
    wall_dark=rgb("a89878"),
    thatch=rgb("9b8a70"),
    thatch_dark=rgb("75664f"),
    damage=rgb("ffb84a"),
    life=rgb("ff6b7d"),
    face=rgb("f3cfa2"),
    owners=(rgb("ea2d36"), rgb("1d3fc4"), rgb("32c65e"), rgb("fff06a")),
)

DAY = replace(
    NIGHT,
    **colours_of(themes.DAY),
    sea=rgb("a9c6bf"),
    wave=rgb("95b5af"),
    shallow=rgb("c6dccb"),
    coast=rgb("7d6037"),
    beach=rgb("d8bb7c"),
    land=rgb("ead9a8"),
    seam=rgb("d9c592"),
    herb=rgb("cdb97f"),
    frame=rgb("f7ebcc"),
    legal=rgb("fff3c0"),
    reach=rgb("a2540c"),
    wall=rgb("fff1d2"),
    wall_dark=rgb("c9b48a"),
    thatch=rgb("b39b73"),
    thatch_dark=rgb("8f784f"),
    life=rgb("d83a52"),
)

SAFE = replace(
    NIGHT,
    **colours_of(themes.SAFE),
    # Owners differ in brightness, for readers with any colour vision.
    owners=(rgb("c75d0d"), rgb("10448e"), rgb("23c75a"), rgb("fff06a")),
)

COLOURS: dict[str, Colours] = {colours.name: colours for colours in (NIGHT, DAY, SAFE)}
