"""The expectations of a builder: the worth of things, the tiles still to come, and the chances that
open edges are closed.

The worths of tokens come from a least-squares fit to the ends of rehearsed invasions; those of
future tiles come from test matches.
"""

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from prowlerbot.games.heroes import pieces
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.seat import GEM
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE


class Weights(NamedTuple):
    """Worths are in gold unless stated otherwise."""

    gold: float = 1.15
    gem: float = 5.1
    guards: tuple[float, ...] = (0.4, 0.4, 0.4, 0.75, 0.75, 0.75, 0.65)  # by number, then the last
    cells: tuple[float, ...] = (0.7, 0.6, 0.4, 0.2)  # likewise
    trap: float = 0.35  # on any square
    infirmary: float = 2.2
    hall: float = 0.3
    stored: float = 3.5  # the option to store a gem of the stash
    trap_hit: float = 1.1  # the hearts that a trap on its way costs an invader
    guard_hit: float = 0.45
    risk: float = 0.68  # the loss per treasure if nothing stops an invader on the way to it
    most: float = 1.6  # the additional loss if nothing stops an invader on the way to any treasure
    chosen_of: float = 1.3  # the tiles seen for each tile built
    edge: float = 0.75  # the share of the possible gain on open edges that will be realised
    closing: float = 0.45  # the share of future tiles that close an edge
    growth: float = 0.25  # a future tile that finds a place
    crowded: float = 0.5  # the share of tiles without a place if there is one open edge for them
    deep: float = 0.06  # each step of depth of the colony


STANDARD = Weights()


class Prospect(NamedTuple):
    """The rest of this round for a colony: the approximate number of tiles still to build, and the
    pieces of the reserve; ``gems`` need a chest.
    """

    tiles: float
    reserve: tuple[str, ...]
    gems: int
    weights: Weights = STANDARD


_FREE, _CLOSED, _CAVERN, _STONE, _ANY = range(5)
"""The neighbour of a side of an empty square: nothing, or a side of this kind."""
_NEEDED = ".." + "cs"
"""The side that a tile needs there to leave no new open edge."""
_PATCHED = 0.85
"""The probability that a seat with a patch patches an edge."""
_PATCH_CHOICE = 1.3
"""The factor on a patch for the free choice of its edge."""


def _closers() -> tuple[int, ...]:
    """The number of tiles that fit on an empty square and leave no new open edge. The index has the
    neighbours of the four sides of the square as a number in base five.
    """
    tiles = [tile for tile in pieces.TILE if tile is not None]
    sides = Counter(it.cells[0].edges for tile in tiles for it in tile.distinct)
    return tuple(
        sum(
            count
            for edges, count in sides.items()
            if all(
                kind == _ANY or _NEEDED[kind] == edge
                for kind, edge in zip(kinds, edges, strict=True)
            )
        )
        for kinds in product(range(5), repeat=4)
    )


_CLOSERS = _closers()


class Edge(NamedTuple):
    """An open edge: its square, the empty square on its other side, and its kind."""

    square: int
    beyond: int
    kind: str


class Edges(NamedTuple):
    """The open edges that can be closed, the squares with one that cannot, and by empty square the
    probability of a piece there that closes all edges open to it.
    """

    open: tuple[Edge, ...]
    hopeless: tuple[int, ...]
    closing: dict[int, float]


def edges_of(colony: Colony, prospect: Prospect) -> Edges:
    empty = colony.empty
    edges: list[Edge] = []
    hopeless: list[int] = []
    for d in pieces.DIRECTIONS:
        mask, cavern, step = colony.open_edges[d], colony.cavern[d], pieces.STEP[d]
        while mask:
            low = mask & -mask
            mask ^= low
            square = low.bit_length() - 1
            if pieces.shift(low, d) & empty:
                edges.append(Edge(square, square + step, "c" if cavern & low else "s"))
            else:
                hopeless.append(square)
    beyond = {edge.beyond for edge in edges}
    return Edges(tuple(edges), tuple(hopeless), _closing_chances(colony, beyond, prospect))


def _closing_chances(colony: Colony, squares: set[int], prospect: Prospect) -> dict[int, float]:
    if not squares:
        return {}
    tiles, count = prospect.tiles, len(squares)
    patches = prospect.reserve.count(pieces.PATCH)
    unpatched = 1 - _PATCHED * min(1.0, _PATCH_CHOICE * patches / count)
    if not tiles:
        return dict.fromkeys(squares, 1 - unpatched)
    enough = min(1.0, (0.8 * tiles + 0.3) / count)
    looks = prospect.weights.chosen_of * tiles
    closing = {}
    for square in squares:
        by_tile = enough * (1 - (1 - _count_closers(colony, square) / pieces.LAST_TILE) ** looks)
        closing[square] = 1 - (1 - by_tile) * unpatched
    return closing


def _count_closers(colony: Colony, square: int) -> int:
    """The number of tiles that fit on an empty square and leave no new open edge."""
    meets, closed = colony.met
    bit = 1 << square
    code = 0
    for d in pieces.DIRECTIONS:
        cavern, stone, patch = meets[d]
        code *= 5
        if cavern & bit:
            code += _CAVERN
        elif stone & bit:
            code += _STONE
        elif patch & bit:
            code += _ANY
        elif closed[d] & bit:
            code += _CLOSED
    return _CLOSERS[code]


# -------------------------------------------------------------------------- future pieces

Sites = dict[int, tuple[str, int]]
"""Empty squares beside open edges, each with the kind of the edge and its distance from H7."""


def sites_of(edges: Edges, distance: dict[int, int]) -> Sites:
    sites: Sites = {}
    for square, beyond, kind in edges.open:
        far = distance.get(square, 0) + 1
        if beyond not in sites or far < sites[beyond][1]:
            sites[beyond] = kind, far
    return sites


def promised_gain(colony: Colony, sites: Sites, prospect: Prospect) -> float:
    """The expected gain of future pieces on open edges."""
    left = sorted(sites.values(), key=lambda site: -site[1])
    total = 0.0
    for id_ in prospect.reserve:
        if id_ == pieces.PATCH or not left:
            continue
        worth, site = max((_reserve_gain(id_, *site, prospect.tiles), site) for site in left)
        if worth:
            total += worth
            left.remove(site)
    if not prospect.tiles:
        return total
    # The worth of room for future tiles: sites of either kind with empty squares behind them.
    empty = pieces.GRID & ~colony.area
    room = {"c": 0.0, "s": 0.0}
    for square, (kind, _) in sites.items():
        bit = 1 << square
        room[kind] += sum(1 for d in pieces.DIRECTIONS if pieces.shift(bit, d) & empty) / 3
    w = prospect.weights
    growth = 0.55 * (1 - w.crowded ** room["c"]) + 0.45 * (1 - w.crowded ** room["s"])
    return total + _closing_gain(left, prospect) + float(w.growth * prospect.tiles * growth)


_BUILD_PROBABILITY = 0.8
"""The probability that a piece of the reserve is built if it fits one side."""


def _reserve_gain(id_: str, kind: str, far: int, tiles: float) -> float:
    """The gain of a piece of the reserve on a site, in gold."""
    openings, features = _entries(id_)
    if kind not in openings:
        return 0.0
    worth = sum(_FEATURE_GAIN.get(feature, 0.5) for feature in features)
    if "gem vein" in features:  # the vein is one square farther in
        worth += GEM if far + 1 >= GEM_DISTANCE else 0.12 * far * min(1, tiles / 6)
    if far >= ORE_DISTANCE - 1:
        worth += 2 * features.count("ore")
    return _BUILD_PROBABILITY * (worth if len(openings) == 1 else worth / 2)


_FEATURE_GAIN = {"gem vein": 0.0, "ore": 0.0, "chest": 1.0, "cell": 1.0}
_FEATURE_GAIN |= {"campfire": 1.0, "mess hall": 1.0}


@cache
def _entries(id_: str) -> tuple[str, tuple[str, ...]]:
    """The kinds of a piece's open sides, and its features."""
    squares = pieces.PIECES[id_].squares
    openings = [edge for _, _, edges, _ in squares for edge in edges if edge in "cs"]
    return "".join(openings), tuple(feature for *_, feature in squares if feature)


def _closing_gain(sites: list[tuple[str, int]], prospect: Prospect) -> float:
    """The expected gain of tiles that close an edge, on the best sites first."""
    left = prospect.weights.closing * prospect.tiles
    total = 0.0
    for worth in sorted((_mean_gain(*site) for site in sites), reverse=True):
        total += worth * min(1.0, left)
        left -= 1
        if left <= 0:
            break
    return prospect.weights.edge * total


def _mean_gain(kind: str, far: int) -> float:
    """The mean gain of a dead end on a site: most cavern ones have ore."""
    if kind == "s":
        return 1.25
    return 1.9 if far >= ORE_DISTANCE else 0.5 + 0.12 * far
