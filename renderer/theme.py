"""Themes: named colours, and a palette of at most 256 colours for pictures.

Art is drawn with the named colours, much larger than its final size, then shrunk and mapped to
the palette. So the palette also holds ramps: blends of colours that touch each other. A game builds
its own colours upon each theme by subclassing ``Theme``; its pictures have that palette.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from dataclasses import fields as fields_of
from functools import cached_property
from typing import Any

from PIL import Image

Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, int]
"""Two adjacent colours, and the number of blends between them."""


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
"""The squared distance below which the palette omits a blend."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Theme:
    """The colours of a picture by purpose.

    A theme equals only itself, which makes it a quick cache key.
    """

    name: str
    night: Colour
    """The background of the whole picture: the land, the sky."""
    title: Colour
    """Large words on that background."""
    line: Colour
    """Small words on that background."""
    star: Colour
    """Decoration on the background: stars over a skyline, trees and tufts around a map."""
    roof: Colour
    """The roofs of the skyline."""
    panel: Colour
    panel_edge: Colour
    words: Colour
    """Primary text on panels."""
    muted: Colour
    """Secondary text on panels, and empty values."""
    gilt: Colour
    """Signs and names in place of honour on panels."""
    ink: Colour
    """Dark text and outlines."""
    paper: Colour
    """The background of badges, and light signs."""
    lamp: Colour
    """Lit windows and lanterns; gold."""
    silver: Colour
    bronze: Colour
    iron: Colour
    glow: Colour
    """The mark of the last move."""
    won: Colour
    lost: Colour
    sunny: bool = False
    """Whether it is day."""

    @property
    def named(self) -> list[Colour]:
        """Every flat colour of the art; the palette holds each one exactly."""
        found: list[Colour] = []
        for field in fields_of(self):
            value = getattr(self, field.name)
            if isinstance(value, tuple):
                found += [value] if isinstance(value[0], int) else list(value)
        return found

    @property
    def ramps(self) -> Iterable[Ramp]:
        """Pairs of colours that touch."""
        for words in (self.words, self.muted, self.gilt):
            yield self.panel, words, 7
        for words in (self.title, self.line):
            yield self.night, words, 7
        for metal in (self.lamp, self.silver, self.bronze, self.iron):
            yield self.ink, metal, 3
            yield self.panel, metal, 3
        for ended in (self.won, self.muted, self.lost):
            yield self.ink, ended, 3
            yield self.panel, ended, 3
        yield self.iron, self.paper, 3
        yield self.paper, self.ink, 4
        yield self.panel, self.glow, 2
        yield self.night, self.star, 2
        yield self.night, self.roof, 2
        yield self.night, self.panel_edge, 2
        yield self.panel, self.panel_edge, 1

    @cached_property
    def palette(self) -> tuple[Colour, ...]:
        """At most 256 colours: the named ones, then blends that are not too close to those.

        Pillow finds the nearest colour by a coarse table, so no two colours may be too similar.
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
        """The palette as an image, which Pillow needs for mapping."""
        image = Image.new("P", (1, 1))
        image.putpalette(self.palette_bytes)
        return image

    def index(self, colour: Colour) -> int:
        """The index of the nearest colour in the palette."""
        known = self._places.get(colour)
        if known is None:
            every = range(len(self.palette))
            known = min(every, key=lambda place: _distance(self.palette[place], colour))
            self._places[colour] = known
        return known

    @cached_property
    def _places(self) -> dict[Colour, int]:
        """A cache of indices by colour; the colours are blends of few colours."""
        return {}

    def indexed(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in this theme's palette, as mode P."""
        return picture.quantize(palette=self.palette_image, dither=Image.Dither.NONE)


def colours_of(theme: Theme) -> dict[str, Any]:
    """All fields of a theme by name, for a game that derives its own colours from it."""
    return {field.name: getattr(theme, field.name) for field in fields_of(theme)}


NIGHT = Theme(
    name="night",
    night=rgb("11131d"),
    title=rgb("ffd873"),
    line=rgb("fff1d2"),
    star=rgb("2c4143"),
    roof=rgb("4a3a34"),
    panel=rgb("241d1c"),
    panel_edge=rgb("6e5540"),
    words=rgb("fff1d2"),
    muted=rgb("b9a68c"),
    gilt=rgb("ffd873"),
    ink=rgb("0d0a10"),
    paper=rgb("fff1d2"),
    lamp=rgb("ffd873"),
    silver=rgb("d3dcea"),
    bronze=rgb("f0935c"),
    iron=rgb("4a4653"),
    glow=rgb("fffbe0"),
    won=rgb("2ee6c5"),
    lost=rgb("ff5b52"),
)

DAY = replace(
    NIGHT,
    name="day",
    night=rgb("dcc48f"),
    title=rgb("5b2411"),
    line=rgb("36230f"),
    sunny=True,
    star=rgb("b09a5c"),
    roof=rgb("a5553a"),
    panel=rgb("f7ebcc"),
    panel_edge=rgb("8c6a3c"),
    words=rgb("2d1d0e"),
    muted=rgb("755a36"),
    gilt=rgb("8a4a0c"),
    won=rgb("12a08a"),
    lost=rgb("e2453b"),
)

SAFE = replace(
    NIGHT,
    name="safe",
    # Won and lost differ in brightness too, for readers with any colour vision.
    won=rgb("9be9ff"),
    lost=rgb("ff7a3c"),
    silver=rgb("e8eef5"),
    bronze=rgb("e0702a"),
)

THEMES: dict[str, Theme] = {theme.name: theme for theme in (NIGHT, DAY, SAFE)}
