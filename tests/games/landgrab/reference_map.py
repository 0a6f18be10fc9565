"""Squares and maps of Landgrab for the reference, as plain as its rules.

Squares are pairs of column and row, and a map is a set of them.
"""

from collections.abc import Iterable
from functools import cache

Square = tuple[int, int]

LETTERS = "ABCDEFGHIJKL"


def name(square: Square) -> str:
    column, row = square
    return LETTERS[column - 1] + str(row)


SPACE = [(column, row) for row in range(1, 13) for column in range(1, 13)]
BY_NAME = {name(square): square for square in SPACE}


def reading(square: Square) -> tuple[int, int]:
    column, row = square
    return row, column


@cache
def beside(square: Square) -> frozenset[Square]:
    """Sharing an edge."""
    column, row = square
    around = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)]
    return frozenset(around) & frozenset(SPACE)


@cache
def adjacent(square: Square) -> frozenset[Square]:
    """Sharing an edge or a corner."""
    return frozenset(
        other
        for other in SPACE
        if other != square and abs(other[0] - square[0]) <= 1 and abs(other[1] - square[1]) <= 1
    )


@cache
def adjacent_to_building(building: frozenset[Square]) -> frozenset[Square]:
    return frozenset().union(*(adjacent(square) for square in building)) - building


def tile(upper_left: Square) -> list[Square]:
    column, row = upper_left
    return [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)]


@cache
def building_name(building: frozenset[Square]) -> str:
    return name(min(building, key=reading))


# -------------------------------------------------------------------- the three conditions


def hang_together(free: frozenset[Square]) -> bool:
    reached = newly = frozenset(list(free)[:1])
    while newly:
        newly = frozenset().union(*map(adjacent, newly)) & free - reached
        reached |= newly
    return reached == free


def every_building_is_accessible(
    buildings: Iterable[frozenset[Square]], free: frozenset[Square]
) -> bool:
    return all(adjacent_to_building(building) & free for building in buildings)


def fit_for_a_spawn(buildings: Iterable[frozenset[Square]], free: frozenset[Square]) -> set[Square]:
    fit = set(free)
    for building in buildings:
        if len(building) == 2:
            fit -= adjacent_to_building(building)
    return fit


def conditions_hold(land: set[Square], buildings: list[frozenset[Square]], seats: int) -> bool:
    free = frozenset(land.difference(*buildings))
    return (
        every_building_is_accessible(buildings, free)
        and len(fit_for_a_spawn(buildings, free)) >= seats
        and hang_together(free)
    )
