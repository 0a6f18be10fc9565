"""The legal places on a map: for tiles, buildings and spawns, and for a pawn in its turn.

A pawn's turn has steps, claims and attacks. ``legal_buildings`` checks up to 220 places, so it
compares whole masks before it searches anything.
"""

from collections.abc import Iterator, Sequence

from prowlerbot.core.squares import mask_of, squares_in
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.map import ADJACENT, SPACE, WIDTH, Building, Map, Move, Pair

_TILE_PLACES = SPACE & SPACE >> 1 & SPACE >> WIDTH & SPACE >> WIDTH + 1
"""The squares that can be the upper left one of a tile within the space."""


def legal_tiles(land: Map) -> tuple[Move, ...]:
    """Places without overlap that share the edge of at least one square with the map."""
    taken = land.squares
    places = _TILE_PLACES & _tiles_on(land_map.with_beside(taken)) & ~_tiles_on(taken)
    return tuple([land_map.TILE[square] for square in squares_in(places)])


def _tiles_on(mask: int) -> int:
    """The tiles, by their upper left square, that would cover some of these squares."""
    return mask | mask >> 1 | mask >> WIDTH | mask >> WIDTH + 1


def legal_spawns(land: Map, spawns: tuple[int, ...]) -> tuple[Move, ...]:
    """The fit squares that are not the spawn of another pawn."""
    return tuple(
        [land_map.SPAWN[square] for square in squares_in(land.fit) if square not in spawns]
    )


# ------------------------------------------------------------------------------ buildings
#
# Without the squares of a building, the free squares stay connected if those in the ring around it
# do. Masks check that for all places at once. Only a ring in several parts needs a search for a way
# from one part to the others.

_Ring = tuple[tuple[int, int | None], ...]
"""The squares beside a place, clockwise, relative to its first square, each with the corner before
the next one, if there is any."""

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


def legal_buildings(land: Map, seats: int, *, small: bool, large: bool) -> tuple[Move, ...]:
    """Places after which all free squares are connected, every building has one adjacent to it, and
    there is one fit for a spawn for each of the seats. The map must meet this before, too: so the
    new building itself has one, on the way from its own squares to the others.
    """
    free, fit = land.free, land.fit
    spare = fit.bit_count() - seats
    needed, pairs = _needed_squares(land)
    # The squares whose loss would disconnect the free squares, each on its own.
    split_squares = squares_in(free & _split_rings(free, _AROUND_ONE))
    cuts = mask_of([it for it in split_squares if _cuts_off(free, land_map.building(it))])
    open_ = free & ~needed
    moves: list[Move] = []
    if small:
        places = open_ & ~cuts
        moves += [land_map.SMALL[it] for it in squares_in(places if spare else places & ~fit)]
    if large:
        for pair in _large_places(free, open_, cuts):
            place = land_map.building(*pair)
            spawn_squares = fit & ~place.squares & ~place.around
            if place.squares not in pairs and (
                spare >= _FIT_LOST_AT_MOST or spawn_squares.bit_count() >= seats
            ):
                moves.append(land_map.LARGE[pair])
    return tuple(moves)


def _needed_squares(land: Map) -> tuple[int, set[int]]:
    """The squares that buildings need as their last adjacent free one, and pairs of the last two.
    All are masks.
    """
    needed, pairs = 0, set[int]()
    for each in land.buildings:
        around = each.around & land.free
        count = around.bit_count()
        if count == 1:
            needed |= around
        elif count == 2:
            pairs.add(around)
    return needed, pairs


def _large_places(free: int, open_: int, cuts: int) -> Iterator[Pair]:
    """Pairs of open squares whose loss leaves the free squares connected."""
    # A pair with a cut disconnects the same squares, unless the other square is all of them.
    near = squares_in(land_map.with_adjacent(cuts) & free)
    ends = [square for square in near if (ADJACENT[square] & free).bit_count() < 2]
    cuts &= ~land_map.with_adjacent(mask_of(ends))
    flat = open_ & open_ >> 1 & ~cuts & ~(cuts >> 1)
    upright = open_ & open_ >> WIDTH & ~cuts & ~(cuts >> WIDTH)
    torn_flat, torn_upright = _split_rings(free, _AROUND_FLAT), _split_rings(free, _AROUND_UPRIGHT)
    for square in squares_in(flat | upright):
        for step, places, torn in ((1, flat, torn_flat), (WIDTH, upright, torn_upright)):
            if places >> square & 1:
                pair = square, square + step
                if not torn >> square & 1 or not _cuts_off(free, land_map.building(*pair)):
                    yield pair


def _split_rings(free: int, ring: _Ring) -> int:
    """The places whose ring has two or more separate parts of free squares. A part begins with a
    free square after a blocked one; a corner alone separates nothing, as its neighbours touch.
    """
    one_part = two_parts = 0
    following = _seen_from(free, ring[0][0])
    for beside, corner in reversed(ring):
        here = _seen_from(free, beside)
        between = 0 if corner is None else _seen_from(free, corner)
        begins = (between | following) & ~here
        two_parts |= one_part & begins
        one_part |= begins
        following = here
    return two_parts


def _seen_from(mask: int, step: int) -> int:
    """The squares from which this step leads into the mask."""
    return mask >> step if step >= 0 else mask << -step


def _cuts_off(free: int, place: Building) -> bool:
    """Whether a building on this place would disconnect the free squares."""
    ring = place.around & free
    return not land_map.are_joined(free & ~place.squares, ring & -ring, ring)


# ---------------------------------------------------------------------- the reach of a pawn

NOWHERE = -1
"""The square of a pawn or spawn that is not on the map."""


def open_squares(land: Map, pawns: Sequence[int]) -> int:
    """Mask of the squares with neither building nor pawn."""
    return land.free & ~mask_of(square for square in pawns if square >= 0)


def legal_in_turn(
    land: Map, pawns: Sequence[int], owners: Sequence[int], seat: int
) -> tuple[Move, ...]:
    """Steps and ways around, then claims, then attacks."""
    at = pawns[seat - 1]
    adjacent = ADJACENT[at]
    reached, claims, attacks = adjacent, [], []
    for number in land.near[at]:
        building = land.buildings[number]
        if owners[number] == seat:
            reached |= building.around
        else:
            claims.append(land_map.CLAIM[building.first])
    reached &= land.free
    for other, square in enumerate(pawns, 1):
        if square >= 0:
            reached &= ~(1 << square)
            if adjacent >> square & 1:
                attacks.append(land_map.ATTACK[other])
    return (*[land_map.ARRIVAL[square] for square in squares_in(reached)], *claims, *attacks)


def ways_around(
    land: Map, pawns: Sequence[int], owners: Sequence[int], seat: int
) -> dict[int, list[int]]:
    """The squares reached only by going around, each with the own buildings on the way."""
    at = pawns[seat - 1]
    goals = open_squares(land, pawns) & ~ADJACENT[at]
    ways: dict[int, list[int]] = {}
    for number in land.near[at]:
        if owners[number] == seat:
            for square in squares_in(land.buildings[number].around & goals):
                ways.setdefault(square, []).append(number)
    return dict(sorted(ways.items()))


def steps_aside(land: Map, pawns: Sequence[int], square: int) -> tuple[Move, ...]:
    """The steps of the pawn on a square; going around does not count."""
    reached = ADJACENT[square] & open_squares(land, pawns)
    return tuple([land_map.ARRIVAL[goal] for goal in squares_in(reached)])


def nearest_open(land: Map, pawns: Sequence[int], square: int) -> int:
    """The nearest open square, the first in reading order among equals."""
    free = squares_in(open_squares(land, pawns))
    return min(free, key=lambda goal: land_map.square_distance(square, goal))
