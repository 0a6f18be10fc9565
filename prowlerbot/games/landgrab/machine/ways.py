"""The appeal of buildings as goals: their worth, the time they take, and the pawns near them.

``Ways`` has the turns from every square to each building, computed once per map. Pawns do not block
the way there, and only the first of those turns may be going around.

The numbers come from matches without any search, where each pawn goes for the most appealing
building: such a pawn beats the claimer (in ``thinking.py``) in six of seven matches for two, and
comes first in every second match for four.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.squares import masked, squares_in, united
from prowlerbot.games.landgrab.map import Building, Map
from prowlerbot.games.landgrab.moves import SIDES
from prowlerbot.games.landgrab.space import NAME, with_adjacent

MOST_POINTS = 25
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
        self._near = tuple([masked(numbers) for numbers in on.near])
        walks = [_walks(on.free, each) for each in on.buildings]
        for square in squares_in(on.free):
            turns = [steps[square] for steps, _ in walks]
            ends = [there[square] for _, there in walks]
            self._known[square, 0] = _way(turns, ends)

    def of(self, square: int, own: int = 0) -> Way:
        """The way from a square for the owner of the buildings in this mask of numbers."""
        place = square, own & self._near[square]
        known = self._known.get(place)
        if known is None:
            known = self._known[place] = self._around(*place)
        return known

    def _around(self, square: int, own: int) -> Way:
        reached = united([self._map.buildings[number].around for number in squares_in(own)])
        plain = self._known[square, 0]
        turns, ends = list(plain.turns), list(plain.ends)
        for there in squares_in(reached & self._map.free):
            onward = self._known[there, 0]
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
