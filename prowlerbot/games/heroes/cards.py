"""The cards of an invasion: invaders, maps and events, with names to be translated."""

from dataclasses import dataclass
from typing import Literal, NamedTuple, get_args

from prowlerbot.core.i18n import mark

ALWAYS = 99
"""A power that holds for all traps or guards."""


@dataclass(frozen=True)
class Invader:
    """An invader: ``trap_free`` traps and ``guard_free`` guards do not hurt it; each other costs it
    ``trap_damage`` or ``guard_damage`` hearts. It leaves once damage reduces it to ``flee_at``
    hearts or fewer, regains ``heal`` with its first treasure, puts a gem into a bag if ``gem_bag``,
    needs ``chest_bag`` bags for the gold of a chest, and ``frees`` prisoners.
    """

    name: str
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
    1: Invader(mark("Thief"), 2, 2, trap_free=1),
    2: Invader(mark("Sack Carrier"), 1, 3, trap_free=1, guard_free=1),
    3: Invader(mark("Squire"), 2, 1),
    4: Invader(mark("Axe Woman"), 3, 2),
    5: Invader(mark("Knight"), 4, 1),
    6: Invader(mark("Ogre"), 5, 1, trap_damage=2),
    7: Invader(mark("Archer"), 2, 2, guard_free=1),
    8: Invader(mark("Sapper"), 2, 2, trap_free=ALWAYS),
    9: Invader(mark("Silent Blade"), 2, 1, guard_free=ALWAYS),
    10: Invader(mark("Pilgrim"), 2, 2, heal=1),
    11: Invader(mark("Muleteer"), 2, 3),
    12: Invader(mark("Minstrel"), 3, 1, frees=True),
    13: Invader(mark("Braggart"), 3, 2, flee_at=1),
    14: Invader(mark("Jeweller"), 2, 2, gem_bag=True),
    15: Invader(mark("Champion"), 4, 2),
    16: Invader(mark("Lumbering Twins"), 4, 2, guard_damage=2),
    17: Invader(mark("Locksmith"), 2, 3, chest_bag=2),
}
STRAGGLER = Invader(mark("Straggler"), 1, 1)

MapKind = Literal["targets", "tour", "walk", "search"]
Goal = Literal[
    "treasure", "gold", "gem", "guard", "prisoner",
    "ore gold", "chest treasure", "deepest treasure", "deepest square",
]  # fmt: skip

# Turns, as quarter turns from the direction of an invader.
STRAIGHT, RIGHT, BACK, LEFT = range(4)


@dataclass(frozen=True)
class MapCard:
    """The way of an invader: to ``goals``, or by the order of its ``turns``. On a tour it goes to
    the first of the goals and then to those of ``then``.
    """

    name: str
    kind: MapKind
    goals: tuple[Goal, ...] = ()
    then: tuple[Goal, ...] = ()
    turns: tuple[int, ...] = ()
    frees: bool = False


MAPS: dict[int, MapCard] = {
    1: MapCard(mark("Treasure Seeker"), "targets", ("treasure",)),
    2: MapCard(mark("Deep Dive"), "targets", ("deepest treasure",)),
    3: MapCard(mark("Left Hand"), "walk", turns=(LEFT, STRAIGHT, RIGHT, BACK)),
    4: MapCard(mark("Right Hand"), "walk", turns=(RIGHT, STRAIGHT, LEFT, BACK)),
    5: MapCard(mark("Straight On"), "walk", turns=(STRAIGHT, RIGHT, LEFT, BACK)),
    6: MapCard(mark("Guard Hunt"), "targets", ("guard", "treasure")),
    7: MapCard(mark("Cave Survey"), "search", turns=(LEFT, STRAIGHT, RIGHT)),
    8: MapCard(mark("World's End"), "tour", ("deepest square",), ("treasure",)),
    9: MapCard(mark("Gem Nose"), "targets", ("gem", "ore gold", "gold")),
    10: MapCard(mark("Chest List"), "targets", ("chest treasure", "treasure")),
    11: MapCard(mark("Rescue"), "targets", ("prisoner", "treasure"), frees=True),
}

Effect = Literal["cave-in", "rust", "seepage", "pay", "jailbreak", "seam", "recruits", "straggler"]
EVENTS: dict[int, Effect] = dict(enumerate(get_args(Effect), 1))


class Invasion(NamedTuple):
    """The numbers of cards in an invasion."""

    invaders: int
    events: int


INVASIONS = {1: Invasion(4, 1), 2: Invasion(4, 2), 3: Invasion(5, 2)}
"""By round."""
MAX_CARDS = max(map(sum, INVASIONS.values()))
"""The most cards of an invasion."""
