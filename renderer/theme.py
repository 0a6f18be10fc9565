"""Themes: named colours, and a palette of at most 256 colours for pictures.

Art is drawn with the named colours, much larger than its final size, then shrunk and mapped to
the palette. So the palette also holds ramps: blends of colours that touch each other. A game adds
its own colours by subclassing ``Theme``; its pictures have that palette.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, NamedTuple, TypeVar, get_args

from PIL import Image

from prowlerbot.core import game_parts

Colour = tuple[int, int, int]
Ramp = tuple[Colour, Colour, int]  # two adjacent colours, and the number of blends between them


def rgb(text: str) -> Colour:
    """A colour written as six hexadecimal digits."""
    return int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)


def mix(first: Colour, second: Colour, part: float) -> Colour:
    """``part`` of the way from one colour to the other."""
    r, g, b = (round(x + (y - x) * part) for x, y in zip(first, second, strict=True))
    return r, g, b


def _squared_distance(one: Colour, other: Colour) -> int:
    (r, g, b), (red, green, blue) = one, other
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2


_MIN_DISTANCE = 120  # the squared distance below which the palette omits a blend


class Tint(NamedTuple):
    """The colour of a text and the flat colour below it."""

    ink: Colour
    ground: Colour
    levels: int = 16  # distinct steps of coverage; the palette's ramps hold fewer


def shades(night: str, day: str = "", safe: str = "") -> Any:
    """A colour in each theme, or several, such as one per seat; a theme without has the night's."""
    given = {"day": day, "safe": safe}
    return field(metadata={name: given.get(name) or night for name in get_args(game_parts.Theme)})


@dataclass(frozen=True, eq=False, kw_only=True)
class Theme:
    """The colours of a picture by purpose. A theme equals itself alone: a quick cache key."""

    name: str
    night: Colour = shades("11131d", "dcc48f")
    """The background of the whole picture: the land, the sky."""
    title: Colour = shades("ffd873", "5b2411")  # large words on that background
    line: Colour = shades("fff1d2", "36230f")  # small words on that background
    star: Colour = shades("2c4143", "b09a5c")
    """Decoration on the background: stars over a skyline, trees and tufts around a map."""
    roof: Colour = shades("4a3a34", "a5553a")
    panel: Colour = shades("241d1c", "f7ebcc")
    panel_edge: Colour = shades("6e5540", "8c6a3c")
    words: Colour = shades("fff1d2", "2d1d0e")  # primary text on panels
    muted: Colour = shades("b9a68c", "755a36")  # secondary text on panels, and empty values
    gilt: Colour = shades("ffd873", "8a4a0c")  # signs and names in place of honour on panels
    ink: Colour = shades("0d0a10")  # dark text and outlines
    paper: Colour = shades("fff1d2")  # the background of badges, and light signs
    lamp: Colour = shades("ffd873")  # lit windows and lanterns; gold
    silver: Colour = shades("d3dcea", safe="e8eef5")
    bronze: Colour = shades("f0935c", safe="e0702a")
    iron: Colour = shades("4a4653")
    glow: Colour = shades("fffbe0")  # the colour that marks the last move
    won: Colour = shades("2ee6c5", "12a08a", "9be9ff")
    lost: Colour = shades("ff5b52", "e2453b", "ff7a3c")
    """Won and lost differ in brightness in the safe theme, for readers with any colour vision."""

    @property
    def sunny(self) -> bool:
        """Whether the background is bright, as by day."""
        return sum(self.night) > 3 * 128

    # The tints of text: the first three on panels, the others on the background.

    @cached_property
    def plain(self) -> Tint:
        return Tint(self.words, self.panel)

    @cached_property
    def quiet(self) -> Tint:
        return Tint(self.muted, self.panel)

    def plain_if(self, value: object) -> Tint:
        """Primary text for a value, secondary text for an empty one."""
        return self.plain if value else self.quiet

    @cached_property
    def golden(self) -> Tint:
        return Tint(self.gilt, self.panel)

    @cached_property
    def titled(self) -> Tint:
        return Tint(self.title, self.night)

    @cached_property
    def lined(self) -> Tint:
        return Tint(self.line, self.night)

    def metal_of(self, place: int | None) -> Colour:
        """The metal of a place: gold, silver, bronze; iron for all others."""
        return {1: self.lamp, 2: self.silver, 3: self.bronze}.get(place or 0, self.iron)

    @property
    def named(self) -> list[Colour]:
        """Every flat colour of the art; the palette holds each one exactly."""
        colours: list[Colour] = []
        for value in (getattr(self, field_.name) for field_ in fields(self) if field_.metadata):
            colours += [value] if isinstance(value[0], int) else list(value)
        return colours

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
        """At most 256 colours: the named ones, then blends that are not too close to those. Blends
        of the last ramps find no room once all are taken.

        Pillow finds the nearest colour by a coarse table, so no two colours may be too similar.
        """
        colours = list(dict.fromkeys(self.named))
        for first, second, steps in self.ramps:
            for step in range(1, steps + 1):
                blend = mix(first, second, step / (steps + 1))
                if all(_squared_distance(blend, colour) >= _MIN_DISTANCE for colour in colours):
                    colours.append(blend)
        return tuple(colours[:256])

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
        if (known := self._known_indices.get(colour)) is None:
            distances = [_squared_distance(shade, colour) for shade in self.palette]
            known = self._known_indices[colour] = distances.index(min(distances))
        return known

    @cached_property
    def _known_indices(self) -> dict[Colour, int]:
        """A cache of indices by colour; the colours are blends of few colours."""
        return {}

    def to_palette(self, picture: Image.Image) -> Image.Image:
        """An RGB picture in this theme's palette, as mode P."""
        return picture.quantize(palette=self.palette_image, dither=Image.Dither.NONE)

    def to_rgb(self, picture: Image.Image) -> Image.Image:
        """A picture of mode P with this theme's palette, in RGB."""
        picture.putpalette(self.palette_bytes)
        return picture.convert("RGB")


AnyTheme = TypeVar("AnyTheme", bound=Theme)


def build_themes(kind: type[AnyTheme]) -> dict[str, AnyTheme]:
    """The themes of this kind by name, each with its ``shades``."""
    themes = {}
    for name in get_args(game_parts.Theme):
        colours: dict[str, Any] = {}
        for colour_field in fields(kind):
            if colour_field.metadata:
                parsed = tuple(map(rgb, colour_field.metadata[name].split()))
                colours[colour_field.name] = parsed if len(parsed) > 1 else parsed[0]
        themes[name] = kind(name=name, **colours)
    return themes


THEMES: dict[str, Theme] = build_themes(Theme)
