"""The machine's judgement of buildings: of places before the turns, and of goals in them.

A search takes the places of tiles, buildings and spawns from ``candidate_places``. In the turns the
appeal of a building is its worth over the time it takes, less for pawns near it. ``Ways`` has the
turns from every square to each building.

The tuned numbers come from matches without any search, where each pawn goes for the most appealing
building. Such a pawn beats the claimer (in ``thinking.py``) in six of seven matches for two. It
comes first in every second match for four.
"""

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.squares import mask_of, squares_in, unite
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.map import (
    NAME,
    OF_LARGE,
    SIDES,
    Building,
    Map,
    Move,
    square_distance,
    tile_squares,
    with_adjacent,
    with_beside,
)
from prowlerbot.games.landgrab.rules import Position

SPAWNS_SEARCHED = 20
"""The spawns in a search, of up to 55. With all of them it would not reach other seats' choices."""
FIGHT_DISTANCE = 2
"""The distance within which two spawns invite fights, which the outlook ignores."""
BUILDINGS_COMPARED = 60
"""The number of drawn places for a building, of up to 220, in the comparison."""
TIED_SHARE = 0.5
"""The share of a building's promise to a spawn when another spawn is as near."""

_PULLS = tuple(
    tuple([1 / (1 + max(1, square_distance(square, spawn))) ** 2 for spawn in range(len(NAME))])
    for square in range(len(NAME))
)
"""By the square of a building, then by that of a spawn: how much the building attracts it."""


def candidate_places(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    """The one tile or building to place, or the spawns among which a search chooses."""
    if position.phase == "tiles":
        # The map stays compact with tiles that touch it with most squares.
        edge = with_beside(position.map.squares)
        touching_squares = {move: (tile_squares(move.at) & edge).bit_count() for move in moves}
        most = max(touching_squares.values())
        return [rng.choice([move for move in moves if touching_squares[move] >= most - 1])]
    if position.phase == "buildings":
        return [_best_building(position, seat, moves, rng)]
    if position.phase == "spawns":
        promise = promises(position.map, position.spawns)
        rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
        peaceful = [
            move
            for move in moves
            if all(square_distance(move.at, rival) > FIGHT_DISTANCE for rival in rivals)
        ]
        return sorted(peaceful or moves, key=lambda move: -promise[move.at])[:SPAWNS_SEARCHED]
    return moves


def _best_building(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Move:
    """The best building for the probable spawn of this seat."""
    tried = rng.sample(moves, BUILDINGS_COMPARED) if len(moves) > BUILDINGS_COMPARED else moves
    land = position.map
    lands = {move: land.with_building(move.at, move.to) for move in tried}
    return max(tried, key=lambda move: _lead_in_promise(position, seat, lands[move]))


def _lead_in_promise(position: Position, seat: int, land: Map) -> float:
    """The promise of the seat's spawn less the mean of the others, if all take the best ones."""
    first = position.setup.first
    spawns, promised_to = list[int](), dict[int, float]()
    for chooser in sorted(position.seats, key=lambda each: (each < first, each)):
        if position.is_in(chooser):
            promised = promises(land, tuple(spawns))
            spawns.append(max(promised, key=promised.__getitem__))
            promised_to[chooser] = promised[spawns[-1]]
    own_promise = promised_to.pop(seat)
    # A match goes on with two seats or more, so there is another one.
    return own_promise - sum(promised_to.values()) / len(promised_to)


def promises(land: Map, spawns: tuple[int, ...]) -> Mapping[int, float]:
    """By possible spawn, the share of the buildings' worth that it can hope for."""
    return _promises(land, tuple([spawn for spawn in spawns if spawn != NOWHERE]))


@lru_cache(maxsize=256)
def _promises(land: Map, rivals: tuple[int, ...]) -> Mapping[int, float]:
    shares = []
    for building in land.buildings:
        for square in (squares := squares_in(building.squares)):
            nearest = max([_PULLS[square][rival] for rival in rivals], default=0.0)
            shares.append(_shares_of_spawns(square, building.worth / len(squares), nearest))
    free = [square for square in squares_in(land.fit) if square not in rivals]
    return {spawn: sum([share[spawn] for share in shares]) for spawn in free}


@lru_cache(maxsize=1024)
def _shares_of_spawns(square: int, worth: float, nearest: float) -> Sequence[float]:
    """By spawn, its share of a building's worth; ``nearest`` is the greatest pull on a rival."""
    return [worth * pull * (1.0 if pull > nearest else TIED_SHARE) for pull in _PULLS[square]]


# ---------------------------------------------------------------------- buildings as goals

MOST_POINTS, _ = OF_LARGE
"""The points of an undamaged large building."""
STEAL_FACTOR = 2.0
"""The factor on the appeal of a building that another seat would lose."""
CROWD_FACTORS = (0.0, 0.0, 1.0, 4.0, 8.0)
"""By the number of seats, how much another pawn nearby reduces the appeal: with more seats the
damage is used, or the claimed building stolen, sooner.
"""


def _mean_rolls() -> tuple[float, ...]:
    means = [0.0]
    for points in range(1, MOST_POINTS + 1):
        rest = [means[max(0, points - shown)] for shown in range(1, SIDES + 1)]
        means.append(1 + sum(rest) / SIDES)
    return tuple(means)


ROLLS_NEEDED = _mean_rolls()
"""By the points that are left, the mean number of rolls that claim a building."""


class Way(NamedTuple):
    """The ways from one square, by the number of a building."""

    turns: tuple[int, ...]
    """The turns until a pawn is adjacent to it, 0 if it is already."""
    ends: tuple[int, ...]
    """The square where the pawn is then."""
    threats: tuple[float, ...]
    """How much the pawn threatens the building, at most 1."""


def _make_way(turns: Sequence[int], ends: Sequence[int]) -> Way:
    return Way(tuple(turns), tuple(ends), tuple([1 / (1 + count) ** 2 for count in turns]))


class Ways:
    """The ways on a map. Pawns do not block them, and only the first turn may be going around."""

    def __init__(self, land: Map) -> None:
        self._map = land
        self._ways: dict[tuple[int, int], Way] = {}
        """By square, and by the mask of own buildings that are adjacent to it."""
        self._near = tuple([mask_of(numbers) for numbers in land.near])
        walks = [_steps_to(building, land.free) for building in land.buildings]
        for square in squares_in(land.free):
            turns = [steps[square] for steps, _ in walks]
            self._ways[square, 0] = _make_way(turns, [ends[square] for _, ends in walks])

    def way_from(self, square: int, own: int = 0) -> Way:
        """The way from a square for the owner of the buildings in this mask of numbers."""
        key = square, own & self._near[square]
        if (way := self._ways.get(key)) is None:
            way = self._ways[key] = self._way_going_around(*key)
        return way

    def _way_going_around(self, square: int, own: int) -> Way:
        reached = unite([self._map.buildings[number].around for number in squares_in(own)])
        direct = self._ways[square, 0]
        turns, ends = list(direct.turns), list(direct.ends)
        for beside in squares_in(reached & self._map.free):
            onward = self._ways[beside, 0]
            for number, turns_onward in enumerate(onward.turns):
                if turns_onward + 1 < turns[number]:
                    turns[number], ends[number] = turns_onward + 1, onward.ends[number]
        return _make_way(turns, ends)


def _steps_to(building: Building, free: int) -> tuple[list[int], list[int]]:
    """By square: the steps to a ``free`` square adjacent to a building, and that square."""
    steps, ends = [0] * len(NAME), [0] * len(NAME)
    layer = seen = building.around & free
    for square in squares_in(layer):
        ends[square] = square
    count = 0
    while layer:
        count += 1
        next_layer = with_adjacent(layer) & free & ~seen
        for square in squares_in(next_layer):
            (nearer, *_) = squares_in(with_adjacent(1 << square) & layer)
            steps[square], ends[square] = count, ends[nearer]
        seen |= next_layer
        layer = next_layer
    return steps, ends


@lru_cache(maxsize=32)
def ways_on(land: Map) -> Ways:
    return Ways(land)
