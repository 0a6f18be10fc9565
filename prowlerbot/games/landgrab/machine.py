"""The machine's judgement of places before the turns, and of buildings as goals.

The appeal of a building is its worth, the time it takes, and the pawns near it. ``Ways`` has the
turns from every square to each building, computed once per map. Pawns do not block the way there,
and only the first of those turns may be going around.

The numbers come from matches without any search, where each pawn goes for the most appealing
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
"""The spawns in a search, of up to 55; with all it would not get to the choices of other seats."""
NEIGHBOURS = 2
"""The distance within which two spawns invite fights, which the outlook ignores."""
BUILDINGS_COMPARED = 60
"""The number of drawn places for a building, of up to 220, in the comparison."""
SHARED = 0.5
"""The share of a building's promise to a spawn when another spawn is as near."""

_PULL = tuple(
    tuple([1 / (1 + max(1, square_distance(one, other))) ** 2 for other in range(len(NAME))])
    for one in range(len(NAME))
)
"""How much a building on one square attracts a spawn on another."""


def sites(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    """The one tile or building to place, or the spawns among which a search chooses."""
    if position.phase == "tiles":
        # The map stays compact with tiles that touch it with most squares.
        edge = with_beside(position.map.squares)
        touching = {move: (tile_squares(move.at) & edge).bit_count() for move in moves}
        most = max(touching.values())
        return [rng.choice([move for move in moves if touching[move] >= most - 1])]
    if position.phase == "buildings":
        return [_building(position, seat, moves, rng)]
    if position.phase == "spawns":
        promised = promises(position.map, position.spawns)
        rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
        far = [it for it in moves if all(square_distance(it.at, at) > NEIGHBOURS for at in rivals)]
        return sorted(far or moves, key=lambda move: -promised[move.at])[:SPAWNS_SEARCHED]
    return moves


def _building(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """The best building for the probable spawn of this seat."""
    tried = rng.sample(moves, BUILDINGS_COMPARED) if len(moves) > BUILDINGS_COMPARED else moves
    on = position.map
    leads = {move: _lead(position, seat, on.with_building(move.at, move.to)) for move in tried}
    return max(leads, key=leads.__getitem__)


def _lead(position: Position, seat: int, on: Map) -> float:
    """The promise of the seat's spawn less the mean of the others, if all take the best ones."""
    first = position.setup.first
    own, others, spawns = 0.0, [], list[int]()
    for each in sorted(position.seats, key=lambda each: (each < first, each)):
        if position.is_in(each):
            promised = promises(on, tuple(spawns))
            spawn = max(promised, key=promised.__getitem__)
            spawns.append(spawn)
            if each == seat:
                own = promised[spawn]
            else:
                others.append(promised[spawn])
    return own - sum(others) / len(others)  # a match goes on with two seats or more


def promises(on: Map, spawns: tuple[int, ...]) -> Mapping[int, float]:
    """By possible spawn, the share of the buildings' worth that it can hope for."""
    return _promises(on, tuple([spawn for spawn in spawns if spawn != NOWHERE]))


@lru_cache(maxsize=256)
def _promises(on: Map, rivals: tuple[int, ...]) -> Mapping[int, float]:
    rows = []
    for each in on.buildings:
        for square in (squares := squares_in(each.squares)):
            nearest = max([_PULL[square][rival] for rival in rivals], default=0.0)
            rows.append(_hopes(square, each.worth / len(squares), nearest))
    open_ = [square for square in squares_in(on.fit) if square not in rivals]
    return {square: sum([row[square] for row in rows]) for square in open_}


@lru_cache(maxsize=1024)
def _hopes(at: int, worth: float, nearest: float) -> Sequence[float]:
    """By possible spawn, its share of a building's worth; ``nearest`` is the pull on the rivals."""
    return [worth * pull * (1.0 if pull > nearest else SHARED) for pull in _PULL[at]]


# ---------------------------------------------------------------------- buildings as goals

MOST_POINTS, _ = OF_LARGE
"""The points of an undamaged large building."""
STEAL = 2.0
"""The factor on the appeal of a building that another seat would lose."""
CROWD = (0.0, 0.0, 1.0, 4.0, 8.0)
"""By the number of seats, how much another pawn nearby reduces the appeal: with more seats the
damage is used, or the claimed building stolen, sooner.
"""


def _rolls_needed() -> tuple[float, ...]:
    needed = [0.0]
    for left in range(1, MOST_POINTS + 1):
        after = [needed[max(0, left - shown)] for shown in range(1, SIDES + 1)]
        needed.append(1 + sum(after) / SIDES)
    return tuple(needed)


ROLLS_NEEDED = _rolls_needed()
"""By the points that are left, the mean number of rolls that claim a building."""


class Way(NamedTuple):
    """From one square, by the number of a building: the turns until a pawn is adjacent to it (0 if
    it is already), the square where it is then, and how much it threatens that building.
    """

    turns: tuple[int, ...]
    ends: tuple[int, ...]
    threats: tuple[float, ...]


def _way(turns: Sequence[int], ends: Sequence[int]) -> Way:
    return Way(tuple(turns), tuple(ends), tuple([1 / (1 + each) ** 2 for each in turns]))


class Ways:
    def __init__(self, on: Map) -> None:
        self._map = on
        self._known: dict[tuple[int, int], Way] = {}
        self._near = tuple([mask_of(numbers) for numbers in on.near])
        walks = [_walks(on.free, each) for each in on.buildings]
        for square in squares_in(on.free):
            turns = [steps[square] for steps, _ in walks]
            self._known[square, 0] = _way(turns, [ends[square] for _, ends in walks])

    def way_from(self, square: int, own: int = 0) -> Way:
        """The way from a square for the owner of the buildings in this mask of numbers."""
        place = square, own & self._near[square]
        if (known := self._known.get(place)) is None:
            known = self._known[place] = self._way_going_around(*place)
        return known

    def _way_going_around(self, square: int, own: int) -> Way:
        reached = unite([self._map.buildings[number].around for number in squares_in(own)])
        plain = self._known[square, 0]
        turns, ends = list(plain.turns), list(plain.ends)
        for beside in squares_in(reached & self._map.free):
            onward = self._known[beside, 0]
            for number, more in enumerate(onward.turns):
                if more + 1 < turns[number]:
                    turns[number], ends[number] = more + 1, onward.ends[number]
        return _way(turns, ends)


def _walks(free: int, to: Building) -> tuple[list[int], list[int]]:
    """By square: the steps to a square adjacent to a building, and that square."""
    steps, ends = [0] * len(NAME), [0] * len(NAME)
    edge = seen = to.around & free
    for square in squares_in(edge):
        ends[square] = square
    count = 0
    while edge:
        count += 1
        wider = with_adjacent(edge) & free & ~seen
        for square in squares_in(wider):
            (nearer, *_) = squares_in(with_adjacent(1 << square) & edge)
            steps[square], ends[square] = count, ends[nearer]
        seen |= wider
        edge = wider
    return steps, ends


@lru_cache(maxsize=32)
def ways_on(on: Map) -> Ways:
    return Ways(on)
