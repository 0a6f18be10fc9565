"""The map: its squares and buildings, the moves on it, and its text.

The space is 12 × 12 squares, columns A to L, rows 1 to 12 (``core/squares.py``). A map as text is
``TILES/SMALL/LARGE``, with checks. docs/notation.md explains the notation of moves to players.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from typing import Literal, NamedTuple, TypeVar

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.squares import grid, mask_of, squares_in, unite

COLUMNS, ROWS = "ABCDEFGHIJKL", 12
WIDTH, SQUARES, SPACE, NAME, SQUARE = grid(COLUMNS, ROWS)


def with_adjacent(mask: int) -> int:
    """The squares of a mask and all others that share an edge or a corner with them."""
    in_rows = mask | mask << 1 | mask >> 1
    return (in_rows | in_rows << WIDTH | in_rows >> WIDTH) & SPACE


def with_beside(mask: int) -> int:
    """The squares of a mask and all others that share an edge with them."""
    return (mask | mask << 1 | mask >> 1 | mask << WIDTH | mask >> WIDTH) & SPACE


ADJACENT: tuple[int, ...] = tuple(
    with_adjacent(1 << square) & ~(1 << square) if NAME[square] else 0
    for square in range(len(NAME))
)
"""The squares that share an edge or a corner with a square, as a mask, by its number."""


def are_joined(allowed: int, start: int, goal: int) -> bool:
    """Whether steps to adjacent squares of ``allowed`` lead from ``start`` to all of ``goal``."""
    seen = start
    while goal & ~seen:
        in_rows = seen | seen << 1 | seen >> 1
        grown = (in_rows | in_rows << WIDTH | in_rows >> WIDTH) & allowed
        if grown == seen:
            return False
        seen = grown
    return True


def square_distance(one: int, other: int) -> int:
    """The distance between two squares: the larger of columns and rows."""
    (row, column), (other_row, other_column) = divmod(one, WIDTH), divmod(other, WIDTH)
    return max(abs(row - other_row), abs(column - other_column))


Kind = Literal["t", "s", "l", "p", "", "c", "a", "d"]
"""Tile, small building, large building, spawn, arrival, claim, attack, roll."""


class Move(NamedTuple):
    """A move: ``at`` is a square, the attacked seat, or the number on the die.

    ``to`` is the second square of a large building, else -1. A claim names the first square of the
    building; an arrival (a step, going around, stepping aside) is the square alone.
    """

    kind: Kind
    at: int
    to: int = -1

    def __str__(self) -> str:
        match self.kind:
            case "a":
                return f"a:{self.at}"
            case "d":
                return f"d{self.at}"
            case "l":
                return f"l:{NAME[self.at]}-{NAME[self.to]}"
            case "":
                return NAME[self.at]
            case kind:
                return f"{kind}:{NAME[self.at]}"


class Action(NamedTuple):
    """The last action of a seat, with its pawn on ``start`` (negative: nowhere), and the dice."""

    seat: int
    move: Move
    start: int
    rolls: tuple[int, ...] = ()


SIDES = 12
"""The faces of the die."""


def _moves_everywhere(kind: Kind) -> tuple[Move, ...]:
    return tuple(Move(kind, square) for square in range(len(NAME)))


# A look-up of a move by square is faster than a new one.
TILE, SMALL, SPAWN = _moves_everywhere("t"), _moves_everywhere("s"), _moves_everywhere("p")
ARRIVAL, CLAIM = _moves_everywhere(""), _moves_everywhere("c")
"""The moves of each kind, by the number of their square; those of attacks by the attacked seat."""
ATTACK: tuple[Move, ...] = tuple(Move("a", seat) for seat in range(5))
ROLLS: tuple[Move, ...] = tuple(Move("d", shown) for shown in range(1, SIDES + 1))
LARGE: dict[tuple[int, int], Move] = {
    (first, second): Move("l", first, second)
    for first in SQUARES
    for second in (first + 1, first + WIDTH)
    if second < len(NAME) and NAME[second]
}
"""The placements of large buildings, by both squares in reading order."""

TILES = 20
SMALL_BUILDINGS = 10
LARGE_BUILDINGS = 5

Pair = tuple[int, int]
"""The squares of a large building, in reading order."""


class Building(NamedTuple):
    """A building in its place; its first square is its name. ``squares`` and ``around`` are masks
    of the covered and of the adjacent squares. ``full`` is the number of points to roll for it,
    ``worth`` the number that its owner scores in the end.
    """

    first: int
    squares: int
    around: int
    full: int
    worth: int

    @property
    def is_large(self) -> bool:
        return self.worth > 1


OF_SMALL, OF_LARGE = (10, 1), (25, 3)
"""The points of an undamaged building, and its worth at the end."""


@lru_cache(maxsize=512)  # there are no more places than that
def building(first: int, second: int = -1) -> Building:
    """A small building on a square, or a large one on two that are beside each other."""
    squares = mask_of((first,) if second < 0 else (first, second))
    around = with_adjacent(squares) & ~squares
    return Building(first, squares, around, *(OF_SMALL if second < 0 else OF_LARGE))


def tile_squares(tile: int) -> int:
    """The squares that a tile covers; it is named by the upper left one."""
    return mask_of((tile, tile + 1, tile + WIDTH, tile + WIDTH + 1))


@dataclass(frozen=True)
class Map:
    """All lists are in reading order; a tile is its upper left square, a large building a pair."""

    tiles: tuple[int, ...]
    small: tuple[int, ...] = ()
    large: tuple[Pair, ...] = ()

    def with_tile(self, tile: int) -> "Map":
        return replace(self, tiles=tuple(sorted((*self.tiles, tile))))

    def with_building(self, first: int, second: int = -1) -> "Map":
        """Add a small building, or a large one on two squares."""
        if second < 0:
            return replace(self, small=tuple(sorted((*self.small, first))))
        return replace(self, large=tuple(sorted((*self.large, (first, second)))))

    @cached_property
    def squares(self) -> int:
        return unite(map(tile_squares, self.tiles))

    @cached_property
    def buildings(self) -> tuple[Building, ...]:
        """The buildings in reading order; every list with one entry per building has this order."""
        large = (building(*pair) for pair in self.large)
        return tuple(sorted([*map(building, self.small), *large]))

    @cached_property
    def full_points(self) -> tuple[int, ...]:
        """The points of each building while it is undamaged."""
        return tuple([each.full for each in self.buildings])

    @cached_property
    def building_numbers(self) -> dict[int, int]:
        """The index into ``buildings``, by the first square of a building."""
        return {each.first: number for number, each in enumerate(self.buildings)}

    def squares_of_move(self, move: Move) -> tuple[int, ...]:
        """The squares of a tile or building that a move places or claims, or that it arrives on."""
        match move.kind:
            case "t":
                return tuple(squares_in(tile_squares(move.at)))
            case "l":
                return move.at, move.to
            case "c":
                return tuple(squares_in(self.buildings[self.building_numbers[move.at]].squares))
            case "" | "s" | "p" | "a" | "d":
                return (move.at,)

    @cached_property
    def free(self) -> int:
        """Mask of the squares without a building."""
        return self.squares & ~unite(each.squares for each in self.buildings)

    @cached_property
    def fit(self) -> int:
        """Mask of the squares that are fit for a spawn; spawns on them do not count here."""
        return self.free & ~unite(each.around for each in self.buildings if each.is_large)

    @cached_property
    def near(self) -> tuple[tuple[int, ...], ...]:
        """The buildings adjacent to each square, as numbers."""
        areas = [each.around for each in self.buildings]
        return tuple(
            tuple([number for number, around in enumerate(areas) if around >> square & 1])
            for square in range(len(NAME))
        )


_T = TypeVar("_T", int, Pair)


def map_text(stated: Map) -> str:
    """A map as ``TILES/SMALL/LARGE``, which ``read_map`` reads."""
    large = (f"{NAME[first]}-{NAME[second]}" for first, second in stated.large)
    return "/".join((_join_names(stated.tiles), _join_names(stated.small), ",".join(large)))


def _join_names(squares: Sequence[int]) -> str:
    return ",".join(NAME[square] for square in squares)


def read_map(tiles: str, small: str, large: str, seats: int) -> Map:
    """Read the three parts; raise BadSetup, which names the impossible part and place."""
    stated = Map(
        _read_list("TILES", tiles, _read_square),
        _read_list("SMALL", small, _read_square),
        _read_list("LARGE", large, _read_pair),
    )
    for part, entries, least, most in (
        ("TILES", stated.tiles, 1, TILES),
        ("SMALL", stated.small, 0, SMALL_BUILDINGS),
        ("LARGE", stated.large, 0, LARGE_BUILDINGS),
    ):
        if not least <= len(entries) <= most:
            raise BadSetup(
                "{part} must have from {least} to {most} entries, this has {count}",
                part=part,
                least=least,
                most=most,
                count=len(entries),
            )
    _check_tiles(stated)
    for each in stated.buildings:
        if beyond := squares_in(each.squares & ~stated.squares):
            raise BadSetup(
                "the building {building} stands on {square}, which is not on the map",
                building=NAME[each.first],
                square=NAME[beyond[0]],
            )
    for one, other in combinations(stated.buildings, 2):
        if shared := squares_in(one.squares & other.squares):
            raise BadSetup("two buildings stand on {square}", square=NAME[shared[0]])
    _check_conditions(stated, seats)
    return stated


def _read_list(part: str, text: str, read: Callable[[str, str], _T]) -> tuple[_T, ...]:
    """The entries of a part of a map; ``read`` gets the name of the part and an entry."""
    names = text.split(",") if text else []
    places = [read(part, name) for name in names]
    for index, (before, after) in enumerate(pairwise(places), 1):
        if before >= after:
            raise BadSetup(
                "{part} must be in reading order with nothing twice,"
                " but “{name}” comes after “{before}”",
                part=part,
                name=names[index],
                before=names[index - 1],
            )
    return tuple(places)


def _read_square(part: str, name: str) -> int:
    if name not in SQUARE:
        raise BadSetup(
            "{part} has “{name}”, which is no square from A1 to L12", part=part, name=name
        )
    return SQUARE[name]


def _read_pair(part: str, name: str) -> Pair:
    first, _, second = name.partition("-")
    pair = SQUARE.get(first, -1), SQUARE.get(second, -1)
    if pair not in LARGE:
        raise BadSetup(
            "{part} has “{name}”, which is no pair of squares like E6-F6 or E6-E7",
            part=part,
            name=name,
        )
    return pair


def _check_tiles(stated: Map) -> None:
    tiles = stated.tiles
    for tile in tiles:
        if (squares := tile_squares(tile)) & SPACE != squares:
            raise BadSetup("the tile {tile} reaches beyond the space", tile=NAME[tile])
    for one, other in combinations(tiles, 2):
        if tile_squares(one) & tile_squares(other):
            raise BadSetup("the tiles {one} and {other} overlap", one=NAME[one], other=NAME[other])
    connected = _reached_squares(tile_squares(tiles[0]), stated.squares, with_beside)
    for tile in tiles:
        if not connected >> tile & 1:
            raise BadSetup(
                "the tile {tile} does not hang together by edges with the tile {first}",
                tile=NAME[tile],
                first=NAME[tiles[0]],
            )


def _check_conditions(stated: Map, seats: int) -> None:
    """Check the conditions (a), (b) and (c) for the placement of each building."""
    if free := squares_in(stated.free):
        connected = _reached_squares(1 << free[0], stated.free, with_adjacent)
        if apart := squares_in(stated.free & ~connected):
            raise BadSetup(
                "the free squares do not hang together: no steps lead from {first} to {square}",
                first=NAME[free[0]],
                square=NAME[apart[0]],
            )
    for each in stated.buildings:
        if not each.around & stated.free:
            raise BadSetup(
                "there is no free square adjacent to the building {building}",
                building=NAME[each.first],
            )
    if (fit := stated.fit.bit_count()) < seats:
        raise BadSetup(
            "each of the {seats} seats needs a square fit for a spawn, this map has {count}",
            seats=seats,
            count=fit,
        )


def _reached_squares(start: int, allowed: int, grow: Callable[[int], int]) -> int:
    """The part of ``allowed`` that can be reached from ``start``."""
    seen = start
    while (wider := grow(seen) & allowed) != seen:
        seen = wider
    return seen
