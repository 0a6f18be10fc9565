"""The reach of a pawn in a turn: its steps, its claims and its attacks."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.core.squares import squares_in

from .map import Map
from .moves import ARRIVAL, ATTACK, CLAIM, Move
from .space import ADJACENT, apart

NOWHERE = -1
"""The square of a pawn or spawn that is not on the map."""


def open_squares(on: Map, pawns: Sequence[int]) -> int:
    """Mask of the squares with neither building nor pawn."""
    mask = on.free
    for square in pawns:
        if square >= 0:
            mask &= ~(1 << square)
    return mask


def legal_in_turn(
    on: Map, pawns: Sequence[int], owners: Sequence[int], seat: int
) -> tuple[Move, ...]:
    """Steps and ways around, then claims, then attacks."""
    at = pawns[seat - 1]
    adjacent = ADJACENT[at]
    reached, claims, attacks = adjacent, [], []
    for number in on.near[at]:
        building = on.buildings[number]
        if owners[number] == seat:
            reached |= building.around
        else:
            claims.append(CLAIM[building.first])
    reached &= on.free
    for other, square in enumerate(pawns, 1):
        if square >= 0:
            reached &= ~(1 << square)
            if adjacent >> square & 1:
                attacks.append(ATTACK[other])
    return (*[ARRIVAL[square] for square in squares_in(reached)], *claims, *attacks)


def ways_around(
    on: Map, pawns: Sequence[int], owners: Sequence[int], seat: int
) -> dict[int, list[int]]:
    """The squares reached only by going around, each with the own buildings on the way."""
    at = pawns[seat - 1]
    open_ = open_squares(on, pawns) & ~ADJACENT[at]
    ways: dict[int, list[int]] = {}
    for number in on.near[at]:
        if owners[number] == seat:
            for square in squares_in(on.buildings[number].around & open_):
                ways.setdefault(square, []).append(number)
    return dict(sorted(ways.items()))


def steps_aside(on: Map, pawns: Sequence[int], square: int) -> tuple[Move, ...]:
    """The steps of the pawn on a square; going around does not count."""
    there = ADJACENT[square] & open_squares(on, pawns)
    return tuple([ARRIVAL[each] for each in squares_in(there)])


def nearest_open(on: Map, pawns: Sequence[int], square: int) -> int:
    """The nearest open square, the first in reading order among equals."""
    return min(squares_in(open_squares(on, pawns)), key=lambda each: apart(square, each))
