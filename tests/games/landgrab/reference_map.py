"""Squares, maps and set-ups of Landgrab for the reference, as plain as its rules.

Squares are pairs of column and row, and a map is a set of them. Use `check_setup(setup)` for what a
set-up must fulfil.
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


# ------------------------------------------------------------------------------- set-ups


def check_setup(setup: str) -> None:
    """Raise ValueError for a set-up that cannot be."""
    match setup.split("/"):
        case [colours, first, "together"]:
            map_ = None
        case [colours, first, tiles, small, large]:
            map_ = tiles, small, large
        case _:
            raise ValueError("neither three parts nor five")
    if len(colours) not in {2, 3, 4} or len(set(colours) & set("RBGY")) != len(colours):
        raise ValueError("colours")
    if first not in ["1", "2", "3", "4"][: len(colours)]:
        raise ValueError("first player")
    if map_ is not None:
        _check_map(*map_, seats=len(colours))


def _check_map(tiles: str, small: str, large: str, *, seats: int) -> None:
    lists = [[square_named(each) for each in text.split(",") if text] for text in (tiles, small)]
    pairs = []
    for text in large.split(",") if large else []:
        names = text.split("-")
        if len(names) != 2:
            raise ValueError("no pair")
        one, other = map(square_named, names)
        if other not in beside(one) or reading(one) > reading(other):
            raise ValueError("no pair beside each other in reading order")
        pairs.append((one, other))
    for squares in lists:
        if squares != sorted(set(squares), key=reading):
            raise ValueError("not in reading order")
    if pairs != sorted(set(pairs), key=lambda pair: (reading(pair[0]), reading(pair[1]))):
        raise ValueError("not in reading order")
    uppers, houses = lists
    if not 1 <= len(uppers) <= 20 or len(houses) > 10 or len(pairs) > 5:
        raise ValueError("not in the box")
    covered = [square for upper in uppers for square in tile(upper)]
    land = set(covered)
    if len(land) != len(covered) or not land <= set(SPACE):
        raise ValueError("tiles overlap, or lie outside")
    reached = set(tile(uppers[0]))
    while more := {next_ for at in reached for next_ in beside(at)} & land - reached:
        reached |= more
    if reached != land:
        raise ValueError("tiles do not hang together")
    buildings = [frozenset([square]) for square in houses] + [frozenset(pair) for pair in pairs]
    built = [square for building in buildings for square in building]
    if len(set(built)) != len(built) or not set(built) <= land:
        raise ValueError("buildings overlap, or are not on the map")
    if not conditions_hold(land, buildings, seats):
        raise ValueError("a, b or c")


def square_named(text: str) -> Square:
    if text not in BY_NAME:
        raise ValueError("no square")
    return BY_NAME[text]
