"""Maps as text, ``TILES/SMALL/LARGE``, and the checks of such a text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations, pairwise
from typing import TypeVar

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.squares import squares_in

from .map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES, Map, Pair, tile_squares
from .moves import LARGE
from .space import NAME, SPACE, SQUARE, with_adjacent, with_beside

_T = TypeVar("_T", int, Pair)


def map_text(stated: Map) -> str:
    large = (f"{NAME[first]}-{NAME[second]}" for first, second in stated.large)
    return "/".join((_joined(stated.tiles), _joined(stated.small), ",".join(large)))


def _joined(squares: Sequence[int]) -> str:
    return ",".join(NAME[square] for square in squares)


def read_map(tiles: str, small: str, large: str, seats: int) -> Map:
    """Read the three parts; raise BadSetup, which names the impossible part and place."""
    stated = Map(
        _list("TILES", tiles, _square),
        _list("SMALL", small, _square),
        _list("LARGE", large, _pair),
    )
    _check_numbers(stated)
    _check_tiles(stated)
    _check_buildings(stated)
    _check_conditions(stated, seats)
    return stated


def _list(part: str, text: str, read: Callable[[str, str], _T]) -> tuple[_T, ...]:
    names = text.split(",") if text else []
    places = [read(part, name) for name in names]
    for at, (before, after) in enumerate(pairwise(places), 1):
        if before >= after:
            raise BadSetup(
                "{part} must be in reading order with nothing twice,"
                " but “{name}” comes after “{before}”",
                part=part,
                name=names[at],
                before=names[at - 1],
            )
    return tuple(places)


def _square(part: str, name: str) -> int:
    if name not in SQUARE:
        raise BadSetup(
            "{part} has “{name}”, which is no square from A1 to L12", part=part, name=name
        )
    return SQUARE[name]


def _pair(part: str, name: str) -> Pair:
    first, _, second = name.partition("-")
    pair = SQUARE.get(first, -1), SQUARE.get(second, -1)
    if pair not in LARGE:
        raise BadSetup(
            "{part} has “{name}”, which is no pair of squares like E6-F6 or E6-E7",
            part=part,
            name=name,
        )
    return pair


def _check_numbers(stated: Map) -> None:
    for part, there, least, most in (
        ("TILES", stated.tiles, 1, TILES),
        ("SMALL", stated.small, 0, SMALL_BUILDINGS),
        ("LARGE", stated.large, 0, LARGE_BUILDINGS),
    ):
        if not least <= len(there) <= most:
            raise BadSetup(
                "{part} must have from {least} to {most} entries, this has {count}",
                part=part,
                least=least,
                most=most,
                count=len(there),
            )


def _check_tiles(stated: Map) -> None:
    tiles = stated.tiles
    for tile in tiles:
        if (squares := tile_squares(tile)) & SPACE != squares:
            raise BadSetup("the tile {tile} reaches beyond the space", tile=NAME[tile])
    for one, other in combinations(tiles, 2):
        if tile_squares(one) & tile_squares(other):
            raise BadSetup("the tiles {one} and {other} overlap", one=NAME[one], other=NAME[other])
    together = _spread(tile_squares(tiles[0]), stated.squares, with_beside)
    for tile in tiles:
        if not together >> tile & 1:
            raise BadSetup(
                "the tile {tile} does not hang together by edges with the tile {first}",
                tile=NAME[tile],
                first=NAME[tiles[0]],
            )


def _check_buildings(stated: Map) -> None:
    for each in stated.buildings:
        if beyond := squares_in(each.squares & ~stated.squares):
            raise BadSetup(
                "the building {building} stands on {square}, which is not on the map",
                building=NAME[each.first],
                square=NAME[beyond[0]],
            )
    for one, other in combinations(stated.buildings, 2):
        if both := squares_in(one.squares & other.squares):
            raise BadSetup("two buildings stand on {square}", square=NAME[both[0]])


def _check_conditions(stated: Map, seats: int) -> None:
    """Check the conditions (a), (b) and (c) for the placement of each building."""
    if free := squares_in(stated.free):
        together = _spread(1 << free[0], stated.free, with_adjacent)
        if apart := squares_in(stated.free & ~together):
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


def _spread(start: int, within: int, grow: Callable[[int], int]) -> int:
    """The part of ``within`` that can be reached from ``start``."""
    seen = start
    while (wider := grow(seen) & within) != seen:
        seen = wider
    return seen
