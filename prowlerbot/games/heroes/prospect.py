"""What somebody who builds reckons with: what is still to come, and what things are worth.

The worths of tokens were fitted, by least squares, to how rehearsed invasions ended; those of what
is to come were found by playing.
"""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """Worths are in gold, if nothing else is said."""

    gold: float = 1.15
    gem: float = 5.1
    guards: tuple[float, ...] = (0.4, 0.4, 0.4, 0.75, 0.75, 0.75, 0.65)
    """from the first on, all others as the last: several are needed for the gem"""
    cells: tuple[float, ...] = (0.7, 0.6, 0.4, 0.2)
    """the same"""
    trap: float = 0.35
    """wherever it is"""
    infirmary: float = 2.2
    hall: float = 0.3
    stored: float = 3.5
    """that a gem of the stash can be stored"""
    trap_hit: float = 1.1
    """how many hearts a trap on its way costs an invader"""
    guard_hit: float = 0.45
    risk: float = 0.68
    """what is lost of a treasure if nothing stops an invader on the way to it"""
    most: float = 1.6
    """what is lost besides if nothing stops it on the way to some treasure"""
    chosen_of: float = 1.3
    """how many tiles are looked at for each that is built"""
    edge: float = 0.75
    """which part of what a tile on an open edge would bring will be"""
    closing: float = 0.45
    """which part of the tiles to come closes an edge"""
    growth: float = 0.25
    """a tile to come that finds a place"""
    crowded: float = 0.5
    """which part of the tiles finds no place if there is one open edge for them"""
    deep: float = 0.06
    """each step that the colony is deep"""


STANDARD = Weights()


class Prospect(NamedTuple):
    """What is still to come in this round for a colony: so many tiles to be built, about, and
    pieces of the reserve; ``gems`` want a chest.
    """

    tiles: float
    reserve: tuple[str, ...]
    gems: int
    weights: Weights = STANDARD
