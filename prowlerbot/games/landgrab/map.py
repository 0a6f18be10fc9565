"""The map: its squares and its buildings."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import NamedTuple

from prowlerbot.core.squares import masked, united

from .space import NAME, WIDTH, with_adjacent

TILES = 20
SMALL_BUILDINGS = 10
LARGE_BUILDINGS = 5

Pair = tuple[int, int]
"""The squares of a large building, in reading order."""


class Building(NamedTuple):
    """A building in its place; its first square is its name.

    ``squares`` and ``around`` are masks of the covered and of the adjacent squares. ``full`` is the
    number of points to roll for it, ``worth`` the number that its owner scores in the end.
    """

    first: int
    squares: int
    around: int
    full: int
    worth: int

    @property
    def is_large(self) -> bool:
        return self.worth > 1


@lru_cache(maxsize=512)  # there are no more places than that
def building(first: int, second: int = -1) -> Building:
    """A small building on a square, or a large one on two that are beside each other."""
    squares = masked((first,) if second < 0 else (first, second))
    around = with_adjacent(squares) & ~squares
    return Building(first, squares, around, *((10, 1) if second < 0 else (25, 3)))


def tile_squares(tile: int) -> int:
    """The squares that a tile covers; it is named by the upper left one."""
    return masked((tile, tile + 1, tile + WIDTH, tile + WIDTH + 1))


@dataclass(frozen=True)
class Map:
    """All lists are in reading order, a tile by its upper left square, large ones as pairs."""

    tiles: tuple[int, ...]
    small: tuple[int, ...] = ()
    large: tuple[Pair, ...] = ()

    def with_tile(self, tile: int) -> Map:
        return replace(self, tiles=tuple(sorted((*self.tiles, tile))))

    def with_building(self, first: int, second: int = -1) -> Map:
        """Add a small building, or a large one on two squares."""
        if second < 0:
            return replace(self, small=tuple(sorted((*self.small, first))))
        return replace(self, large=tuple(sorted((*self.large, (first, second)))))

    @cached_property
    def squares(self) -> int:
        return united(map(tile_squares, self.tiles))

    @cached_property
    def buildings(self) -> tuple[Building, ...]:
        """The buildings in reading order; every list with one entry per building has this order."""
        large = (building(*pair) for pair in self.large)
        return tuple(sorted([*map(building, self.small), *large]))

    @cached_property
    def full(self) -> tuple[int, ...]:
        """The points of each building while it is undamaged."""
        return tuple([each.full for each in self.buildings])

    @cached_property
    def number(self) -> dict[int, int]:
        """The index into ``buildings``, by the first square of a building."""
        return {each.first: number for number, each in enumerate(self.buildings)}

    @cached_property
    def free(self) -> int:
        """Mask of the squares without a building."""
        mask = self.squares
        for each in self.buildings:
            mask &= ~each.squares
        return mask

    @cached_property
    def fit(self) -> int:
        """Mask of the squares that are fit for a spawn; spawns on them do not count here."""
        mask = self.free
        for each in self.buildings:
            if each.is_large:
                mask &= ~each.around
        return mask

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The buildings adjacent to each square, as numbers."""
        return tuple(
            tuple([number for number, at in enumerate(self.buildings) if at.around >> square & 1])
            for square in range(len(NAME))
        )
