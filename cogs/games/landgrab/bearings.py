"""Directions and distances in steps, as seen from a square."""

from __future__ import annotations

from collections.abc import Collection

from prowlerbot.core.i18n import tr
from prowlerbot.core.squares import masked, squares_in
from prowlerbot.games.landgrab.map import NAME, WIDTH, Building, Map, apart, with_adjacent
from prowlerbot.games.landgrab.words import DIRECTION_NAMES

_TWICE = 2
"""A straight direction needs more than twice this way along as across."""


def beside(square: int, direction: tuple[int, int]) -> int | None:
    """The adjacent square in a direction, None beyond the edge."""
    rows, columns = direction
    there = square + rows * WIDTH + columns
    return there if 0 <= there < len(NAME) and NAME[there] else None


def direction(start: int, goal: int) -> str:
    """The one of the eight directions that best describes the way between two squares."""
    rows, columns = (
        there - here for here, there in zip(divmod(start, WIDTH), divmod(goal, WIDTH), strict=True)
    )
    down = 0 if abs(columns) > _TWICE * abs(rows) else _sign(rows)
    right = 0 if abs(rows) > _TWICE * abs(columns) else _sign(columns)
    return tr(DIRECTION_NAMES[down, right]) if down or right else ""


def nearest_square(start: int, each: Building) -> int:
    return min(squares_in(each.squares), key=lambda square: apart(start, square))


def turns_to(
    on: Map, start: int, each: Building, own: Collection[Building]
) -> tuple[int, Building | None]:
    """The number of turns until a building is in reach, with other pawns ignored, and the first
    among one's ``own`` buildings that the way goes around.
    """
    turns, needed = _turns(on, start, each, own), list(own)
    if turns == _turns(on, start, each, ()):
        return turns, None
    for passed in own:
        fewer = [other for other in needed if other != passed]
        if _turns(on, start, each, fewer) == turns:
            needed = fewer
    return turns, min(needed, key=lambda passed: steps_to(on, start, passed))


def steps_to(on: Map, start: int, each: Building) -> int:
    """The number of steps until a building is in reach, with other pawns ignored."""
    return _turns(on, start, each, ())


def _turns(on: Map, start: int, each: Building, own: Collection[Building]) -> int:
    seen, turns = masked([start]), 0
    while not seen & each.around:
        wider = with_adjacent(seen)
        for passed in own:
            wider |= passed.around if seen & passed.around else 0
        wider &= on.free
        if wider == seen:  # impossible on a map that follows the rules
            break
        seen, turns = wider, turns + 1
    return turns


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)
