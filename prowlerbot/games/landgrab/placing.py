"""Where a tile, a building or a spawn may be placed.

``legal_buildings`` has up to 220 places to look at, so it looks at whole masks before it searches
anything.
"""

from __future__ import annotations

from collections.abc import Iterator

from .map import Building, Map, Pair, building
from .moves import LARGE, SMALL, SPAWN, TILE, Move
from .space import ADJACENT, SPACE, WIDTH, joined, masked, squares_in, with_adjacent, with_beside

_TILE_PLACES = SPACE & SPACE >> 1 & SPACE >> WIDTH & SPACE >> WIDTH + 1
"""The squares that can be the upper left one of a tile within the space."""


def legal_tiles(on: Map) -> tuple[Move, ...]:
    """A tile overlaps none, and shares an edge of one square at least with the map."""
    taken = on.squares
    beside = with_beside(taken)
    places = _TILE_PLACES & _tiles_on(beside) & ~_tiles_on(taken)
    return tuple([TILE[square] for square in squares_in(places)])


def _tiles_on(mask: int) -> int:
    """Where tiles would lie, by their upper left square, that cover some of these squares."""
    return mask | mask >> 1 | mask >> WIDTH | mask >> WIDTH + 1


def legal_spawns(on: Map, spawns: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple([SPAWN[square] for square in squares_in(on.fit) if square not in spawns])


# ------------------------------------------------------------------------------ buildings
#
# With a building gone from the free squares, they still hang together if those in the ring around
# it do, and for that all places are looked at in one go. Only where a ring falls into parts does
# one have to search for a way from one part to the others.

_Ring = tuple[tuple[int, int | None], ...]
"""The squares beside a place, clockwise, as seen from its first square, each with the corner that
comes before the next one, if there is any."""

_BELOW = WIDTH
_AROUND_ONE: _Ring = (
    (-1, -_BELOW - 1),
    (-_BELOW, -_BELOW + 1),
    (1, _BELOW + 1),
    (_BELOW, _BELOW - 1),
)
_AROUND_FLAT: _Ring = (
    (-1, -_BELOW - 1),
    (-_BELOW, None),
    (-_BELOW + 1, -_BELOW + 2),
    (2, _BELOW + 2),
    (_BELOW + 1, None),
    (_BELOW, _BELOW - 1),
)
_AROUND_UPRIGHT: _Ring = (
    (-1, -_BELOW - 1),
    (-_BELOW, -_BELOW + 1),
    (1, None),
    (_BELOW + 1, 2 * _BELOW + 1),
    (2 * _BELOW, 2 * _BELOW - 1),
    (_BELOW - 1, None),
)
_FIT_LOST_AT_MOST = 12
"""The squares that a large building covers or is adjacent to."""


def legal_buildings(on: Map, seats: int, *, small: bool, large: bool) -> tuple[Move, ...]:
    """Afterwards all free squares hang together, every building has one adjacent to it, and there
    is one fit for a spawn for each of the seats. The map has to be like that before, too.

    So the new building itself always has a free square adjacent to it, on the way from where it
    stands to those that remain.
    """
    free, fit = on.free, on.fit
    spare = fit.bit_count() - seats
    # What other buildings cannot do without: a square alone, or one of two.
    needed, pairs = 0, set()
    for each in on.buildings:
        around = each.around & free
        count = around.bit_count()
        if count == 1:
            needed |= around
        elif count == 2:
            pairs.add(around)
    open_, cuts = free & ~needed, _cuts(free)
    moves: list[Move] = []
    if small:
        places = open_ & ~cuts
        moves += [SMALL[at] for at in squares_in(places if spare else places & ~fit)]
    if large:
        for pair in _large_places(free, open_, cuts):
            place = building(*pair)
            kept = fit & ~place.squares & ~place.around
            if place.squares not in pairs and (
                spare >= _FIT_LOST_AT_MOST or kept.bit_count() >= seats
            ):
                moves.append(LARGE[pair])
    return tuple(moves)


def _cuts(free: int) -> int:
    """The squares without any one of which the free squares would fall apart."""
    torn = squares_in(free & _torn(free, _AROUND_ONE))
    return masked([at for at in torn if _cuts_off(free, building(at))])


def _large_places(free: int, open_: int, cuts: int) -> Iterator[Pair]:
    """Pairs of open squares without which the free squares hang together."""
    # A pair with one of the cuts cuts off what that does, unless it was the other square alone.
    ends = [at for at in squares_in(with_adjacent(cuts) & free) if not _two(ADJACENT[at] & free)]
    cuts &= ~with_adjacent(masked(ends))
    flat = open_ & open_ >> 1 & ~cuts & ~(cuts >> 1)
    upright = open_ & open_ >> WIDTH & ~cuts & ~(cuts >> WIDTH)
    torn_flat, torn_upright = _torn(free, _AROUND_FLAT), _torn(free, _AROUND_UPRIGHT)
    for at in squares_in(flat | upright):
        for step, places, torn in ((1, flat, torn_flat), (WIDTH, upright, torn_upright)):
            if places >> at & 1:
                pair = at, at + step
                if not torn >> at & 1 or not _cuts_off(free, building(*pair)):
                    yield pair


def _torn(free: int, ring: _Ring) -> int:
    """The places where the free squares of the ring are in two parts or more.

    A part begins with a free square after one that is not; a corner alone parts nothing, as the
    squares before and after it are adjacent.
    """
    once = twice = 0
    following = _seen_from(free, ring[0][0])
    for beside, corner in reversed(ring):
        here = _seen_from(free, beside)
        between = 0 if corner is None else _seen_from(free, corner)
        begins = (between | following) & ~here
        twice |= once & begins
        once |= begins
        following = here
    return twice


def _seen_from(mask: int, step: int) -> int:
    """The squares from which the one that is this step away is in the mask."""
    return mask >> step if step >= 0 else mask << -step


def _two(mask: int) -> bool:
    """Whether a mask has at least two squares."""
    return mask & mask - 1 > 0


def _cuts_off(free: int, place: Building) -> bool:
    """Whether the free squares would fall apart without those of a building."""
    ring = place.around & free
    return not joined(free & ~place.squares, ring & -ring, ring)
