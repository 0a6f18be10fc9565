"""Where things lie as seen from a square: the direction, and how many steps it takes."""

from __future__ import annotations

from prowlerbot.core.i18n import tr
from prowlerbot.games.landgrab.map import Building, Map
from prowlerbot.games.landgrab.space import (
    NAME,
    WIDTH,
    apart,
    masked,
    squares_in,
    with_adjacent,
)
from prowlerbot.games.landgrab.words import DIRECTION_NAMES

_TWICE = 2
"""A direction is a straight one if the way along it is more than twice as long as across."""


def beside(square: int, direction: tuple[int, int]) -> int | None:
    """The adjacent square in a direction, None beyond the edge."""
    rows, columns = direction
    there = square + rows * WIDTH + columns
    return there if 0 <= there < len(NAME) and NAME[there] else None


def direction(start: int, goal: int) -> str:
    """The one of eight directions that leads from a square to another one best."""
    rows, columns = (
        there - here for here, there in zip(divmod(start, WIDTH), divmod(goal, WIDTH), strict=True)
    )
    down = 0 if abs(columns) > _TWICE * abs(rows) else _sign(rows)
    right = 0 if abs(rows) > _TWICE * abs(columns) else _sign(columns)
    return tr(DIRECTION_NAMES[down, right]) if down or right else ""


def nearest_square(start: int, each: Building) -> int:
    """The square of a building that is nearest to another square."""
    return min(squares_in(each.squares), key=lambda square: apart(start, square))


def steps_to(on: Map, start: int, each: Building) -> int:
    """How many steps lead to where a building is in reach, as if there were no other pawns."""
    seen, steps = masked([start]), 0
    while not seen & each.around:
        wider = with_adjacent(seen) & on.free
        if wider == seen:  # cannot be on a map of the rules
            break
        seen, steps = wider, steps + 1
    return steps


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
