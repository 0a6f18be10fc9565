"""The value of a colony under construction, in gold.

It counts the features of sealed pieces, those of others by their chance to be sealed, and the traps
and guards on the way to treasure.
"""

from __future__ import annotations

from functools import cache
from math import prod

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import DIRECTIONS, ENTRANCE, STEP
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.seat import GEM
from prowlerbot.games.heroes.stages.populate import GEM_DISTANCE, ORE_DISTANCE

from .prospect import Edges, Prospect, edges_of, promised, sites_of

GROWING = 2
"""The fewest tiles to come with which depth counts."""
DEEP_ENOUGH = 11
MOST_LOST = 0.85
"""The largest mean share of the treasure that invaders take."""

Features = dict[str, list[tuple[int, float]]]
"""The squares of each feature, each with the probability that its piece is sealed."""

_STOPPED = (0.0, 0.07, 0.42, 0.64, 0.78, 0.87, 0.92, 0.95, 0.97, 0.98, 0.99)
"""The share of invaders that are stopped, by the number of hits."""


def appraised(colony: Colony, prospect: Prospect) -> float:
    w = prospect.weights
    edges = edges_of(colony, prospect)
    features = _features(colony, edges)
    distance, hits = _ways(colony, features, prospect)
    total = w.trap * sum(sealed for _, sealed in features["trap"])
    total += w.infirmary * sum(sealed for _, sealed in features["infirmary"])
    total += w.hall * sum(sealed for _, sealed in features["mess hall"])
    total += _one_by_one(features["campfire"] + features["mess hall"], w.guards)
    total += _one_by_one(features["cell"], w.cells)
    total += _treasure(features, distance, hits, prospect)
    sites = sites_of(edges, distance)
    if sites:
        total += promised(colony, sites, prospect)
    if prospect.tiles > GROWING:
        total += w.deep * min(max(distance.values()), DEEP_ENOUGH)
    return total


def _features(colony: Colony, edges: Edges) -> Features:
    closed: dict[int, float] = {}
    for square, beyond, _ in edges.open:
        closed[square] = closed.get(square, 1.0) * edges.closing[beyond]
    for square in edges.hopeless:
        closed[square] = 0.0
    features: Features = {
        feature: [] for feature in ("trap", "campfire", "cell", "mess hall", "infirmary")
    }
    features |= {"chest": [], "ore": [], "gem vein": []}
    for id_, at, turns in colony.pieces:
        parts, featured = _parts(id_, turns)
        if featured:
            sealed = prod([closed.get(at + offset, 1.0) for offset in parts])
            for offset, feature in featured:
                features[feature].append((at + offset, sealed))
    return features


@cache
def _parts(id_: str, turns: int) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """The squares of a piece, from square a, and those with a feature."""
    cells = PIECES[id_].orientations[turns].cells
    featured = tuple((cell.offset, str(cell.feature)) for cell in cells if cell.feature)
    return tuple(cell.offset for cell in cells), featured


def _ways(
    colony: Colony, features: Features, prospect: Prospect
) -> tuple[dict[int, int], dict[int, float]]:
    """The distance of each square from H7, and the hearts that the way there costs."""
    w = prospect.weights
    hit = {square: w.trap_hit * sealed for square, sealed in features["trap"]}
    for square, sealed in features["campfire"] + features["mess hall"]:
        hit[square] = w.guard_hit * sealed
    distance, hits = {ENTRANCE: 0}, {ENTRANCE: 0.0}
    ways = [(colony.ways[d], STEP[d]) for d in DIRECTIONS]
    queue = [ENTRANCE]
    for square in queue:
        for mask, step in ways:
            to = square + step
            if mask >> square & 1 and to not in distance:
                distance[to] = distance[square] + 1
                hits[to] = hits[square] + hit.get(to, 0.0)
                queue.append(to)
    return distance, hits


def _one_by_one(there: list[tuple[int, float]], worths: tuple[float, ...]) -> float:
    """The worth of several things, of which the first ones count differently from the others."""
    sure = sorted((sealed for _, sealed in there), reverse=True)
    last = len(worths) - 1
    return sum([sealed * worths[min(number, last)] for number, sealed in enumerate(sure)])


def _treasure(
    features: Features, distance: dict[int, int], hits: dict[int, float], prospect: Prospect
) -> float:
    """The worth of gold and gems on their squares, gems of the stash included."""
    w = prospect.weights
    chests = [(1.0, w.gold, *chest) for chest in features["chest"]]
    ore = [
        (2.0, 2 * w.gold, square, sealed)
        for square, sealed in features["ore"]
        if distance.get(square, 0) >= ORE_DISTANCE
    ]
    gems = [
        (float(GEM), w.gem, square, sealed)
        for square, sealed in features["gem vein"]
        if distance.get(square, 0) >= GEM_DISTANCE
    ]
    total = lost = most = 0.0
    stored = []
    for amount, worth, square, sealed in (*chests, *ore, *gems):
        passed = sealed * _unstopped(hits.get(square, 0.0))
        total += worth * sealed
        lost += w.risk * amount * passed
        most = max(most, passed)
        if amount == 1:
            stored.append(w.stored * sealed - w.risk * (GEM - 1) * passed)
    # Invaders take most of a small treasure, but never more than all.
    total -= min(lost + w.most * most, MOST_LOST * total)
    if prospect.gems:
        total += sum(sorted(stored, reverse=True)[: prospect.gems])
    return total


def _unstopped(hits: float) -> float:
    """The share of invaders that so many hits do not stop."""
    low = int(hits)
    if low >= len(_STOPPED) - 1:
        return 1 - _STOPPED[-1]
    part = hits - low
    return 1 - _STOPPED[low] * (1 - part) - _STOPPED[low + 1] * part
