"""The expectations of a builder: the tiles still to come, and the worth of things.

The worths of tokens come from a least-squares fit to the ends of rehearsed invasions; those of
future tiles come from test matches.
"""

from __future__ import annotations

from typing import NamedTuple


class Weights(NamedTuple):
    """Worths are in gold unless stated otherwise."""

    gold: float = 1.15
    gem: float = 5.1
    guards: tuple[float, ...] = (0.4, 0.4, 0.4, 0.75, 0.75, 0.75, 0.65)
    """from the first on, all others like the last: the gem needs several"""
    cells: tuple[float, ...] = (0.7, 0.6, 0.4, 0.2)
    """in the same way"""
    trap: float = 0.35
    """on any square"""
    infirmary: float = 2.2
    hall: float = 0.3
    stored: float = 3.5
    """the option to store a gem of the stash"""
    trap_hit: float = 1.1
    """the hearts that a trap on its way costs an invader"""
    guard_hit: float = 0.45
    risk: float = 0.68
    """the loss per treasure if nothing stops an invader on the way to it"""
    most: float = 1.6
    """the additional loss if nothing stops an invader on the way to any treasure"""
    chosen_of: float = 1.3
    """the tiles seen for each tile built"""
    edge: float = 0.75
    """the share of the possible gain of tiles on open edges that will be realised"""
    closing: float = 0.45
    """the share of future tiles that close an edge"""
    growth: float = 0.25
    """a future tile that finds a place"""
    crowded: float = 0.5
    """the share of tiles without a place if there is one open edge for them"""
    deep: float = 0.06
    """each step of depth of the colony"""


STANDARD = Weights()


class Prospect(NamedTuple):
    """The rest of this round for a colony: the approximate number of tiles still to build, and the
    pieces of the reserve; ``gems`` need a chest.
    """

    tiles: float
    reserve: tuple[str, ...]
    gems: int
    weights: Weights = STANDARD
