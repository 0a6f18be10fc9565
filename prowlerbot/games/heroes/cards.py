"""The cards of an invasion: invaders, maps and events. ``words`` has their names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

ALWAYS = 99
"""A power that holds for all traps or guards."""


@dataclass(frozen=True)
class Invader:
    """An invader: ``trap_free`` traps and ``guard_free`` guards do not hurt it; each other costs it
    ``trap_damage`` or ``guard_damage`` hearts. It leaves once damage reduces it to ``flee_at``
    hearts or fewer, regains ``heal`` with its first treasure, puts a gem into a bag if ``gem_bag``,
    needs ``chest_bag`` bags for the gold of a chest, and ``frees`` prisoners.
    """

    hearts: int
    bags: int
    trap_free: int = 0
    guard_free: int = 0
    trap_damage: int = 1
    guard_damage: int = 1
    flee_at: int = 0
    heal: int = 0
    gem_bag: bool = False
    chest_bag: int = 1
    frees: bool = False


INVADERS: dict[int, Invader] = {
    1: Invader(2, 2, trap_free=1),
    2: Invader(1, 3, trap_free=1, guard_free=1),
    3: Invader(2, 1),
    4: Invader(3, 2),
    5: Invader(4, 1),
    6: Invader(5, 1, trap_damage=2),
    7: Invader(2, 2, guard_free=1),
    8: Invader(2, 2, trap_free=ALWAYS),
    9: Invader(2, 1, guard_free=ALWAYS),
    10: Invader(2, 2, heal=1),
    11: Invader(2, 3),
    12: Invader(3, 1, frees=True),
    13: Invader(3, 2, flee_at=1),
    14: Invader(2, 2, gem_bag=True),
    15: Invader(4, 2),
    16: Invader(4, 2, guard_damage=2),
    17: Invader(2, 3, chest_bag=2),
}
"""By the number of the card."""
STRAGGLER = Invader(1, 1)
"""The invader of the event of that name."""

MapKind = Literal["targets", "tour", "walk", "search"]
Goal = Literal[
    "treasure",
    "gold",
    "gem",
    "guard",
    "prisoner",
    "ore gold",
    "chest treasure",
    "deepest treasure",
    "deepest square",
]

# Turns, as quarter turns from the direction of an invader.
STRAIGHT, RIGHT, BACK, LEFT = range(4)


@dataclass(frozen=True)
class MapCard:
    """The walk of an invader: to ``goals`` (a tour: the first of them, then those of ``then``),
    or by the order of its ``turns``.
    """

    kind: MapKind
    goals: tuple[Goal, ...] = ()
    then: tuple[Goal, ...] = ()
    turns: tuple[int, ...] = ()
    frees: bool = False


MAPS: dict[int, MapCard] = {
    1: MapCard("targets", ("treasure",)),
    2: MapCard("targets", ("deepest treasure",)),
    3: MapCard("walk", turns=(LEFT, STRAIGHT, RIGHT, BACK)),
    4: MapCard("walk", turns=(RIGHT, STRAIGHT, LEFT, BACK)),
    5: MapCard("walk", turns=(STRAIGHT, RIGHT, LEFT, BACK)),
    6: MapCard("targets", ("guard", "treasure")),
    7: MapCard("search", turns=(LEFT, STRAIGHT, RIGHT)),
    8: MapCard("tour", ("deepest square",), ("treasure",)),
    9: MapCard("targets", ("gem", "ore gold", "gold")),
    10: MapCard("targets", ("chest treasure", "treasure")),
    11: MapCard("targets", ("prisoner", "treasure"), frees=True),
}
"""By the number of the card."""

Effect = Literal["cave-in", "rust", "seepage", "pay", "jailbreak", "seam", "recruits", "straggler"]
EVENTS: dict[int, Effect] = {
    1: "cave-in",
    2: "rust",
    3: "seepage",
    4: "pay",
    5: "jailbreak",
    6: "seam",
    7: "recruits",
    8: "straggler",
}
"""By the number of the card."""

INVASIONS: dict[int, tuple[int, int]] = {1: (4, 1), 2: (4, 2), 3: (5, 2)}
"""Invaders and events of each round."""
