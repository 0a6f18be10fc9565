"""The turns from every square to each building, computed once per map.

Pawns do not block the way here, and only the first of those turns may be going around.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from prowlerbot.games.landgrab.map import Building, Map
from prowlerbot.games.landgrab.space import ROWS, WIDTH, masked, squares_in, with_adjacent

from .appeal import threat


class Way(NamedTuple):
    """From one square, by the number of a building: the turns until a pawn is adjacent to it (0 if
    it is already), the square where it stands then, and how much it threatens that building.
    """

    turns: tuple[int, ...]
    ends: tuple[int, ...]
    threats: tuple[float, ...]


class Ways:
    def __init__(self, on: Map) -> None:
        self._map = on
        self._known: dict[tuple[int, int], Way] = {}
        self._near = tuple([masked(numbers) for numbers in on.near])
        walks = [_walks(on.free, each) for each in on.buildings]
        for square in squares_in(on.free):
            turns = [steps[square] for steps, _ in walks]
            ends = tuple([there[square] for _, there in walks])
            self._known[square, 0] = Way(tuple(turns), ends, threat(turns))

    def of(self, square: int, own: int = 0) -> Way:
        """The way from a square for the owner of the buildings in this mask of numbers."""
        place = square, own & self._near[square]
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._around(*place)
        return known

    def _around(self, square: int, own: int) -> Way:
        reached = 0
        for number in squares_in(own):
            reached |= self._map.buildings[number].around
        plain = self._known[square, 0]
        turns, ends = list(plain.turns), list(plain.ends)
        for there in squares_in(reached & self._map.free):
            onward = self._known[there, 0]
            for number, more in enumerate(onward.turns):
                if more + 1 < turns[number]:
                    turns[number], ends[number] = more + 1, onward.ends[number]
        return Way(tuple(turns), tuple(ends), threat(turns))


def _walks(free: int, to: Building) -> tuple[list[int], list[int]]:
    """By square: the steps to a square adjacent to a building, and that square."""
    steps, ends = [0] * (ROWS * WIDTH), [0] * (ROWS * WIDTH)
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
