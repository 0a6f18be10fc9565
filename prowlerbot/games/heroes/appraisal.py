"""The value of a colony under construction, in gold.

It counts the features of sealed pieces, and those of others by their chance to be sealed. It also
counts the traps and guards on the way to treasure, and the expected gain of pieces to come.

The weights of tokens come from a least-squares fit to the ends of rehearsed invasions; those of
future tiles come from test matches.
"""

from collections import Counter
from functools import cache
from itertools import product
from math import prod
from typing import NamedTuple

from prowlerbot.games.heroes import pieces
from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.pieces import PIECES, STEP, Feature
from prowlerbot.games.heroes.seat import GEM_WORTH
from prowlerbot.games.heroes.stages.events import GEM_DISTANCE, ORE_DISTANCE, ORE_GOLD


class Weights(NamedTuple):
    """The weights of an appraisal, in gold unless stated otherwise."""

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
    undefended: float = 1.6  # the additional loss if nothing stops an invader before any treasure
    chosen_of: float = 1.3  # the tiles seen for each tile built
    edge: float = 0.75  # the share of the possible gain on open edges that will be realised
    closing: float = 0.45  # the share of future tiles that close an edge
    growth: float = 0.25  # a future tile that finds a place
    crowded: float = 0.5  # the share of tiles without a place if there is one open edge for them
    deep: float = 0.06  # each step of depth of the colony


STANDARD = Weights()
"""The weights of the machine; a hint sets some to 0, to measure each part of a worth."""


class Prospect(NamedTuple):
    """The rest of this round for a colony: the approximate number of tiles still to build, and the
    pieces of the reserve; ``gems`` need a chest.
    """

    tiles: float
    reserve: tuple[str, ...]
    gems: int
    weights: Weights = STANDARD


_FREE, _CLOSED, _CAVERN, _STONE, _ANY = _NEIGHBOURS = range(5)
"""The neighbour of a side of an empty square: nothing, or a side of this kind."""
_NEEDED_SIDES = ".." + "cs"  # the side that a tile needs there to leave no new open edge
_PATCH_PROBABILITY = 0.85  # the probability that a seat with a patch patches an edge
_PATCH_CHOICE = 1.3  # the factor on a patch for the free choice of its edge
_MET_PER_TILE, _MET_AT_LEAST = 0.8, 0.3
"""The edges that each tile to come gives a chance to close, and those that count besides."""


def _closers_by_neighbours() -> tuple[int, ...]:
    """By the neighbours of an empty square, as digits of a number in base five: the number of tiles
    that fit there and leave no new open edge.
    """
    tiles = [tile for tile in pieces.TILE if tile is not None]
    sides = Counter(turned.cells[0].edges for tile in tiles for turned in tile.distinct)
    return tuple(
        sum(
            count
            for edges, count in sides.items()
            if all(
                kind == _ANY or _NEEDED_SIDES[kind] == edge
                for kind, edge in zip(kinds, edges, strict=True)
            )
        )
        for kinds in product(_NEIGHBOURS, repeat=len(pieces.DIRECTIONS))
    )


_CLOSERS = _closers_by_neighbours()


class Edge(NamedTuple):
    """An open edge: its square, the empty square on its other side, and its kind."""

    square: int
    beyond: int
    kind: str


class Edges(NamedTuple):
    """The open edges that can be closed, the squares with one that cannot, and by empty square the
    probability that a piece there closes all edges open to it.
    """

    closable: tuple[Edge, ...]
    hopeless: tuple[int, ...]
    closing: dict[int, float]


def edges_of(colony: Colony, prospect: Prospect) -> Edges:
    """The open edges of a colony, with their chances to be closed in the rest of the round."""
    empty = colony.empty
    edges: list[Edge] = []
    hopeless: list[int] = []
    for direction in pieces.DIRECTIONS:
        mask, cavern, step = colony.open_edges[direction], colony.cavern[direction], STEP[direction]
        while mask:
            low = mask & -mask
            mask ^= low
            square = low.bit_length() - 1
            if pieces.shift(low, direction) & empty:
                edges.append(Edge(square, square + step, "c" if cavern & low else "s"))
            else:
                hopeless.append(square)
    beyond = {edge.beyond for edge in edges}
    return Edges(tuple(edges), tuple(hopeless), _closing_chances(colony, beyond, prospect))


def _closing_chances(colony: Colony, squares: set[int], prospect: Prospect) -> dict[int, float]:
    """By empty square, the chance of a tile or a patch there that closes all edges open to it."""
    if not squares:
        return {}
    tiles, count = prospect.tiles, len(squares)
    patches = prospect.reserve.count(pieces.PATCH)
    unpatched = 1 - _PATCH_PROBABILITY * min(1.0, _PATCH_CHOICE * patches / count)
    if not tiles:
        return dict.fromkeys(squares, 1 - unpatched)
    reach = min(1.0, (_MET_PER_TILE * tiles + _MET_AT_LEAST) / count)
    looks = prospect.weights.chosen_of * tiles
    closing = {}
    for square in squares:
        by_tile = reach * (1 - (1 - _count_closers(colony, square) / pieces.LAST_TILE) ** looks)
        closing[square] = 1 - (1 - by_tile) * unpatched
    return closing


def _count_closers(colony: Colony, square: int) -> int:
    """The number of tiles that fit on an empty square and leave no new open edge."""
    meets, closed = colony.meeting_sides
    bit = 1 << square
    code = 0
    for direction in pieces.DIRECTIONS:
        cavern, stone, patch = meets[direction]
        code *= len(_NEIGHBOURS)
        if cavern & bit:
            code += _CAVERN
        elif stone & bit:
            code += _STONE
        elif patch & bit:
            code += _ANY
        elif closed[direction] & bit:
            code += _CLOSED
    return _CLOSERS[code]


# -------------------------------------------------------------------------- future pieces

Sites = dict[int, tuple[str, int]]
"""Empty squares beside open edges, each with the kind of the edge and its distance from H7."""
_ONWARD_SIDES = 3  # the sides of a site without the one of its open edge
_CAVERN_GROWTH, _STONE_GROWTH = 0.55, 0.45
"""The shares of future tiles that grow from cavern and from stone."""
_PER_STEP = 0.12
"""The gold of each step towards the depth at which gem veins or ore bring anything."""
_TILES_TO_DEEPEN = 6
"""The tiles to come with which a vein still counts as deep enough later."""


def sites_of(edges: Edges, distance: dict[int, int]) -> Sites:
    """The sites of a colony; of several edges to one square, the nearest to H7 counts."""
    sites: Sites = {}
    for square, beyond, kind in edges.closable:
        depth = distance.get(square, 0) + 1
        if beyond not in sites or depth < sites[beyond][1]:
            sites[beyond] = kind, depth
    return sites


def promised_gain(colony: Colony, sites: Sites, prospect: Prospect) -> float:
    """The expected gain of future pieces on open edges."""
    free = sorted(sites.values(), key=lambda site: -site[1])
    total = 0.0
    for id_ in prospect.reserve:
        if id_ == pieces.PATCH or not free:
            continue
        worth, site = max((_reserve_gain(id_, *site, prospect.tiles), site) for site in free)
        if worth:
            total += worth
            free.remove(site)
    if not prospect.tiles:
        return total
    # The worth of room for future tiles: sites of either kind with empty squares behind them.
    empty = pieces.GRID & ~colony.area
    room = {"c": 0.0, "s": 0.0}
    for square, (kind, _) in sites.items():
        bit = 1 << square
        room[kind] += (
            sum(1 for d in pieces.DIRECTIONS if pieces.shift(bit, d) & empty) / _ONWARD_SIDES
        )
    weights = prospect.weights
    cavern, stone = (1 - weights.crowded ** room[kind] for kind in "cs")
    growth = _CAVERN_GROWTH * cavern + _STONE_GROWTH * stone
    return total + _closing_gain(free, prospect) + float(weights.growth * prospect.tiles * growth)


_BUILD_PROBABILITY = 0.8
"""The probability that a piece of the reserve is built if it fits one side."""


def _reserve_gain(piece_id: str, kind: str, depth: int, tiles: float) -> float:
    """The gain of a piece of the reserve on a site, in gold."""
    openings, features = _sides_and_features(piece_id)
    if kind not in openings:
        return 0.0
    worth = sum(_FEATURE_GAIN[feature] for feature in features)
    if "gem vein" in features:  # the vein is one square farther in
        deepening = _PER_STEP * depth * min(1, tiles / _TILES_TO_DEEPEN)
        worth += GEM_WORTH if depth + 1 >= GEM_DISTANCE else deepening
    if depth >= ORE_DISTANCE - 1:
        worth += ORE_GOLD * features.count("ore")
    return _BUILD_PROBABILITY * (worth if len(openings) == 1 else worth / 2)  # sealed later


_FEATURE_GAIN: dict[Feature, float] = {
    **dict.fromkeys(("chest", "cell", "campfire", "mess hall"), 1.0),
    **dict.fromkeys(("trap", "infirmary"), 0.5),
    **dict.fromkeys(("gem vein", "ore"), 0.0),  # by their depth
}
"""The gold of each feature of a piece of the reserve."""
_STONE_END, _DEEP_CAVERN_END, _CAVERN_END = 1.25, 1.9, 0.5
"""The mean gold of a dead end that a tile builds."""


@cache
def _sides_and_features(piece_id: str) -> tuple[str, tuple[Feature, ...]]:
    """The kinds of a piece's open sides, and its features."""
    squares = PIECES[piece_id].squares
    openings = [edge for _, _, edges, _ in squares for edge in edges if edge in "cs"]
    return "".join(openings), tuple(feature for *_, feature in squares if feature)


def _closing_gain(sites: list[tuple[str, int]], prospect: Prospect) -> float:
    """The expected gain of tiles that close an edge, on the best sites first."""
    tiles_left = prospect.weights.closing * prospect.tiles
    total = 0.0
    for worth in sorted((_mean_gain(*site) for site in sites), reverse=True):
        total += worth * min(1.0, tiles_left)
        tiles_left -= 1
        if tiles_left <= 0:
            break
    return prospect.weights.edge * total


def _mean_gain(kind: str, depth: int) -> float:
    """The mean gain of a dead end on a site: most cavern ones have ore."""
    if kind == "s":
        return _STONE_END
    return _DEEP_CAVERN_END if depth >= ORE_DISTANCE else _CAVERN_END + _PER_STEP * depth


# ----------------------------------------------------------------------- the whole colony

MIN_TILES_TO_DEEPEN = 2  # the fewest tiles to come with which depth counts
MAX_USEFUL_DEPTH = GEM_DISTANCE  # the distance from H7 beyond which more depth brings nothing
MAX_LOST_SHARE = 0.85  # the largest mean share of the treasure that invaders take

Features = dict[Feature, list[tuple[int, float]]]
"""The squares of each feature, each with the probability that its piece is sealed."""

_STOPPED_BY_HITS = (0.0, 0.07, 0.42, 0.64, 0.78, 0.87, 0.92, 0.95, 0.97, 0.98, 0.99)
"""The share of invaders that are stopped, by the number of hits."""


def appraise_colony(colony: Colony, prospect: Prospect) -> float:
    """The gold that a colony is expected to bring in this round."""
    weights = prospect.weights
    edges = edges_of(colony, prospect)
    features = _sealing_chances(colony, edges)
    distance, hits = _distances_and_hearts(colony, features, weights)
    total = weights.trap * sum(sealed for _, sealed in features["trap"])
    total += weights.infirmary * sum(sealed for _, sealed in features["infirmary"])
    total += weights.hall * sum(sealed for _, sealed in features["mess hall"])
    total += _worth_in_order(features["campfire"] + features["mess hall"], weights.guards)
    total += _worth_in_order(features["cell"], weights.cells)
    total += _treasure_kept(features, distance, hits, prospect)
    if sites := sites_of(edges, distance):
        total += promised_gain(colony, sites, prospect)
    if prospect.tiles > MIN_TILES_TO_DEEPEN:
        total += weights.deep * min(max(distance.values()), MAX_USEFUL_DEPTH)
    return total


def _sealing_chances(colony: Colony, edges: Edges) -> Features:
    """The features of a colony with the chances that its open edges are closed."""
    closed: dict[int, float] = {}
    for square, beyond, _ in edges.closable:
        closed[square] = closed.get(square, 1.0) * edges.closing[beyond]
    for square in edges.hopeless:
        closed[square] = 0.0
    features: Features = {feature: [] for feature in pieces.FEATURES}
    for id_, at, turns in colony.pieces:
        parts, featured = _squares_of_piece(id_, turns)
        if featured:
            sealed = prod([closed.get(at + offset, 1.0) for offset in parts])
            for offset, feature in featured:
                features[feature].append((at + offset, sealed))
    return features


@cache
def _squares_of_piece(
    id_: str, turns: int
) -> tuple[tuple[int, ...], tuple[tuple[int, Feature], ...]]:
    """The squares of a piece, from square a, and those with a feature."""
    cells = PIECES[id_].orientations[turns].cells
    featured = tuple((cell.offset, cell.feature) for cell in cells if cell.feature)
    return tuple(cell.offset for cell in cells), featured


def _distances_and_hearts(
    colony: Colony, features: Features, weights: Weights
) -> tuple[dict[int, int], dict[int, float]]:
    """The distance of each square from H7, and the hearts that the way there costs."""
    hit = {square: weights.trap_hit * sealed for square, sealed in features["trap"]}
    for square, sealed in features["campfire"] + features["mess hall"]:
        hit[square] = weights.guard_hit * sealed
    distance, hits = {pieces.ENTRANCE: 0}, {pieces.ENTRANCE: 0.0}
    ways = [(colony.ways[d], STEP[d]) for d in pieces.DIRECTIONS]
    queue = [pieces.ENTRANCE]
    for square in queue:
        for mask, step in ways:
            to = square + step
            if mask >> square & 1 and to not in distance:
                distance[to] = distance[square] + 1
                hits[to] = hits[square] + hit.get(to, 0.0)
                queue.append(to)
    return distance, hits


def _worth_in_order(squares: list[tuple[int, float]], worths: tuple[float, ...]) -> float:
    """The worth of features of a kind, by ``worths`` for the first, the second, and so on."""
    surest = sorted((sealed for _, sealed in squares), reverse=True)
    last = len(worths) - 1
    return sum([sealed * worths[min(number, last)] for number, sealed in enumerate(surest)])


def _treasure_kept(
    features: Features, distance: dict[int, int], hits: dict[int, float], prospect: Prospect
) -> float:
    """The worth of gold and gems on their squares, gems of the stash included."""
    weights = prospect.weights
    kinds: tuple[tuple[Feature, int, float, int], ...] = (
        ("chest", 1, weights.gold, 0),
        ("ore", ORE_GOLD, ORE_GOLD * weights.gold, ORE_DISTANCE),
        ("gem vein", GEM_WORTH, weights.gem, GEM_DISTANCE),
    )
    total = lost = most_passed = 0.0
    stored = []
    for feature, amount, worth, min_distance in kinds:
        for square, sealed in features[feature]:
            if distance.get(square, 0) < min_distance:
                continue
            unstopped = sealed * _unstopped_share(hits.get(square, 0.0))
            total += worth * sealed
            lost += weights.risk * amount * unstopped
            most_passed = max(most_passed, unstopped)
            if feature == "chest":  # it can hold a gem in place of its gold
                stored.append(weights.stored * sealed - weights.risk * (GEM_WORTH - 1) * unstopped)
    # Invaders take most of a small treasure, but never more than all.
    total -= min(lost + weights.undefended * most_passed, MAX_LOST_SHARE * total)
    if prospect.gems:
        total += sum(sorted(stored, reverse=True)[: prospect.gems])
    return total


def _unstopped_share(hits: float) -> float:
    """The share of invaders that this number of hits does not stop."""
    low = int(hits)
    if low >= len(_STOPPED_BY_HITS) - 1:
        return 1 - _STOPPED_BY_HITS[-1]
    part = hits - low
    return 1 - _STOPPED_BY_HITS[low] * (1 - part) - _STOPPED_BY_HITS[low + 1] * part
