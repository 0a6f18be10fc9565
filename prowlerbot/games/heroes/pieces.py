"""The material of the game: the grid, pieces, the cards of an invasion, and tokens by square.

The grid under a colony has the columns A to O and the rows 1 to 13 (``core/squares.py``).

The pieces are the square tiles 1 to 104, I1 to I18, L1 to L9, the patch, and the entrance. The
sides of a square are in the order north, east, south, west. They are ``.`` closed, ``c`` open
cavern, ``s`` open stone, ``p`` patch side, ``+`` joined to the next square of the same piece. The
cards are invaders, maps and events, with names to be translated.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from typing import Final, Literal, NamedTuple, get_args

from prowlerbot.core.i18n import mark
from prowlerbot.core.squares import grid

COLUMNS, ROWS = "ABCDEFGHIJKLMNO", 13
WIDTH, SQUARES, GRID, NAME, SQUARE = grid(COLUMNS, ROWS)
ENTRANCE = SQUARE["H7"]
"""The start of invaders and the origin of distances."""

NORTH, EAST, SOUTH, WEST = range(4)
DIRECTIONS = (NORTH, EAST, SOUTH, WEST)
STEP = (-WIDTH, 1, WIDTH, -1)
"""The difference between a square and its neighbour in each direction."""


def shift(mask: int, direction: int) -> int:
    """The squares one step away in a direction, on the grid or not."""
    step = STEP[direction]
    return mask << step if step > 0 else mask >> -step


Feature = Literal[
    "", "ore", "campfire", "chest", "cell", "trap", "gem vein", "mess hall", "infirmary"
]
"""The feature of a square of a piece, if any."""
FEATURES: tuple[Feature, ...] = get_args(Feature)[1:]

PATCH: Final = "P"
PATCHES = 8
LAST_TILE = 104
"""The number of the last square tile; the first has the number 1."""
I_PIECES, L_PIECES = 18, 9

KINDS = "cspj"
"""The kinds of open sides, in the order of ``sides``: cavern, stone, patch side, joined."""
ORIGIN = WIDTH + 1
"""The place of square a in the masks of an orientation, so that no square number is negative."""


@dataclass(frozen=True)
class Cell:
    """One square of a turned piece; ``offset`` is its difference from square a."""

    offset: int
    edges: str
    feature: Feature


@dataclass(frozen=True)
class Orientation:
    """A piece with a number of quarter turns."""

    turns: int
    cells: tuple[Cell, ...]

    @cached_property
    def area(self) -> int:
        """The squares as a mask, with square a at ``ORIGIN``."""
        return sum(1 << ORIGIN + cell.offset for cell in self.cells)

    @cached_property
    def sides(self) -> tuple[int, ...]:
        """For each kind of side (see ``KINDS``) and each direction, the squares with such a side,
        as masks with square a at ``ORIGIN``.
        """
        return tuple(
            sum(
                1 << ORIGIN + cell.offset
                for cell in self.cells
                if cell.edges[direction] == ("+" if kind == "j" else kind)
            )
            for kind in KINDS
            for direction in DIRECTIONS
        )


@dataclass(frozen=True)
class Piece:
    """A piece: its name, to be translated, and its squares with column, row, sides and feature."""

    id: str
    name: str
    squares: tuple[tuple[int, int, str, Feature], ...]

    @property
    def special(self) -> bool:
        """Whether it belongs to a seat and returns to its reserve."""
        return not self.id.isdecimal()

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The four quarter turns, by their number."""
        return tuple(self._turn_cells(turns) for turns in range(4))

    @cached_property
    def distinct(self) -> tuple[Orientation, ...]:
        """The turns with different sides; the smallest among equal ones."""
        seen: dict[object, Orientation] = {}
        for orientation in self.orientations:
            sides = frozenset((cell.offset, cell.edges) for cell in orientation.cells)
            seen.setdefault(sides, orientation)
        return tuple(seen.values())

    @cached_property
    def shape(self) -> object:
        """A key of the places where the piece fits: everything but its features."""
        return tuple((x, y, edges) for x, y, edges, _ in self.squares)

    def _turn_cells(self, turns: int) -> Orientation:
        cells = []
        for x, y, edges, feature in self.squares:
            for _ in range(turns):
                x, y = -y, x  # noqa: PLW2901 - a quarter turn, clockwise
            turned = edges[-turns:] + edges[:-turns] if turns else edges
            cells.append(Cell(x * STEP[1] + y * STEP[2], turned, feature))
        return Orientation(turns, tuple(cells))


# ------------------------------------------------------------------------------- the tiles

_SQUARE_TILES: tuple[tuple[str, str, Feature, int], ...] = (
    (mark("cavern dead end, ore"), "..c.", "ore", 16),
    (mark("cavern dead end, campfire"), "..c.", "campfire", 3),
    (mark("cavern dead end, chest"), "..c.", "chest", 3),
    (mark("stone dead end, chest"), "..s.", "chest", 11),
    (mark("stone dead end, cell"), "..s.", "cell", 9),
    (mark("stone dead end, campfire"), "..s.", "campfire", 2),
    (mark("cavern straight"), "c.c.", "", 1),
    (mark("cavern straight, campfire"), "c.c.", "campfire", 2),
    (mark("cavern straight, trap"), "c.c.", "trap", 1),
    (mark("cavern straight, chest"), "c.c.", "chest", 1),
    (mark("stone straight"), "s.s.", "", 1),
    (mark("stone straight, chest"), "s.s.", "chest", 2),
    (mark("stone straight, trap"), "s.s.", "trap", 1),
    (mark("stone straight, campfire"), "s.s.", "campfire", 1),
    (mark("mixed straight"), "c.s.", "", 1),
    (mark("mixed straight, campfire"), "c.s.", "campfire", 1),
    (mark("mixed straight, trap"), "c.s.", "trap", 1),
    (mark("mixed straight, chest"), "c.s.", "chest", 1),
    (mark("cavern corner"), "cc..", "", 1),
    (mark("cavern corner, campfire"), "cc..", "campfire", 2),
    (mark("cavern corner, trap"), "cc..", "trap", 1),
    (mark("cavern corner, chest"), "cc..", "chest", 1),
    (mark("stone corner"), "ss..", "", 1),
    (mark("stone corner, chest"), "ss..", "chest", 2),
    (mark("stone corner, trap"), "ss..", "trap", 1),
    (mark("stone corner, campfire"), "ss..", "campfire", 1),
    (mark("stone corner, cell"), "ss..", "cell", 1),
    (mark("mixed corner"), "cs..", "", 1),
    (mark("mixed corner, campfire"), "cs..", "campfire", 1),
    (mark("mixed corner, trap"), "cs..", "trap", 1),
    (mark("mixed corner, campfire"), "sc..", "campfire", 1),
    (mark("mixed corner, trap"), "sc..", "trap", 1),
    (mark("mixed corner, chest"), "sc..", "chest", 1),
    (mark("cavern fork"), ".ccc", "", 1),
    (mark("cavern fork, campfire"), ".ccc", "campfire", 1),
    (mark("cavern fork, trap"), ".ccc", "trap", 3),
    (mark("stone fork"), ".sss", "", 1),
    (mark("stone fork, campfire"), ".sss", "campfire", 1),
    (mark("stone fork, trap"), ".sss", "trap", 2),
    (mark("stone fork, chest"), ".sss", "chest", 1),
    (mark("mixed fork"), ".csc", "", 1),
    (mark("mixed fork, trap"), ".csc", "trap", 1),
    (mark("mixed fork, campfire"), ".csc", "campfire", 1),
    (mark("mixed fork"), ".scs", "", 1),
    (mark("mixed fork, campfire"), ".scs", "campfire", 1),
    (mark("mixed fork, trap"), ".scs", "trap", 1),
    (mark("mixed fork, campfire"), ".ccs", "campfire", 1),
    (mark("mixed fork, trap"), ".ccs", "trap", 1),
    (mark("mixed fork"), ".scc", "", 1),
    (mark("mixed fork, trap"), ".scc", "trap", 1),
    (mark("mixed fork, trap"), ".ssc", "trap", 1),
    (mark("mixed fork, trap"), ".css", "trap", 1),
    (mark("cavern crossing"), "cccc", "", 1),
    (mark("cavern crossing, trap"), "cccc", "trap", 1),
    (mark("stone crossing"), "ssss", "", 1),
    (mark("stone crossing, trap"), "ssss", "trap", 1),
    (mark("mixed crossing"), "cscs", "", 1),
    (mark("mixed crossing, trap"), "cscs", "trap", 1),
    (mark("mixed crossing, campfire"), "ccss", "campfire", 1),
)
"""The tiles in the order of their numbers: name, sides, feature, and number of equal ones."""

_Squares = tuple[tuple[str, Feature], ...]
"""Sides and feature of the squares a, b and c."""

_SPECIAL_AT = ((0, 0), (0, 1), (1, 1))
"""The column and the row of the squares a, b and c."""

_I: dict[str, _Squares] = {
    mark("Glittering shaft"): (("..+.", "gem vein"), ("+.c.", "")),
    mark("Guarded glitter"): (("..+.", "gem vein"), ("+c..", "trap")),
    mark("Glitter fork"): (("..+.", "gem vein"), ("+.cc", "")),
    mark("Vault of light"): (("..+.", "gem vein"), ("+.s.", "campfire")),
    mark("Long table"): (("s.+.", "mess hall"), ("+.s.", "chest")),
    mark("Tavern"): (("s.+s", "mess hall"), ("+.c.", "")),
    mark("Canteen"): (("..+.", "mess hall"), ("+cc.", "trap")),
    mark("Field kitchen"): (("c.+.", ""), ("+.c.", "mess hall")),
    mark("Sick bay"): (("..+.", "infirmary"), ("+.s.", "")),
    mark("Healer's court"): (("..+.", "infirmary"), ("+s.s", "campfire")),
    mark("Herb store"): (("..+.", "infirmary"), ("+.c.", "chest")),
    mark("Double coffer"): (("..+.", "chest"), ("+.s.", "chest")),
    mark("Snared coffer"): (("..+.", "chest"), ("+s.c", "trap")),
    mark("Twin lode"): (("..+.", "ore"), ("+.c.", "ore")),
    mark("Snared lode"): (("..+.", "ore"), ("+c.c", "trap")),
    mark("Cell block"): (("..+.", "cell"), ("+.s.", "cell")),
    mark("Warden's post"): (("..+.", "cell"), ("+s..", "campfire")),
    mark("Double snare"): (("c.+.", "trap"), ("+.s.", "trap")),
}

_L: dict[str, _Squares] = {
    mark("Counting house"): (("..+.", "chest"), ("++..", ""), (".s.+", "chest")),
    mark("Jewel room"): (("..+.", "gem vein"), ("++s.", ""), ("...+", "chest")),
    mark("Deep lode"): (("..+.", "gem vein"), ("++.c", "trap"), ("...+", "ore")),
    mark("Ore hall"): (("..+.", "ore"), ("++cc", "trap"), ("...+", "ore")),
    mark("Feast cave"): (("c.+.", "campfire"), ("++..", "mess hall"), (".s.+", "")),
    mark("Hospital wing"): (("..+.", "infirmary"), ("++s.", "campfire"), ("...+", "cell")),
    mark("Dungeon"): (("..+.", "cell"), ("++.s", "trap"), ("...+", "cell")),
    mark("Gauntlet"): (("s.+.", "trap"), ("++..", "campfire"), (".c.+", "trap")),
    mark("Great hall"): (("s.+s", ""), ("++s.", "mess hall"), (".c.+", "chest")),
}


def _square_tiles() -> Iterator[Piece]:
    numbers = count(1)
    for name, edges, feature, copies in _SQUARE_TILES:
        for number in islice(numbers, copies):
            yield Piece(str(number), name, ((0, 0, edges, feature),))


def _special_pieces(letter: str, pieces: dict[str, _Squares]) -> Iterator[Piece]:
    for number, (name, squares) in enumerate(pieces.items(), 1):
        placed = tuple((*at, *square) for at, square in zip(_SPECIAL_AT, squares, strict=False))
        yield Piece(f"{letter}{number}", name, placed)


PIECES: dict[str, Piece] = {
    piece.id: piece
    for piece in (
        Piece(PATCH, mark("Patch"), ((0, 0, "pppp", ""),)),
        *_special_pieces("I", _I),
        *_special_pieces("L", _L),
        *_square_tiles(),
    )
}
"""All pieces but the entrance, by id; special ones first, in the order of a reserve."""
TILE: tuple[Piece | None, ...] = (None, *(PIECES[str(n)] for n in range(1, LAST_TILE + 1)))
"""The square tiles by number."""
RANK: dict[str, int] = {id_: rank for rank, id_ in enumerate(PIECES)}
"""The place of a piece in the order of a reserve: P, I, L, by number."""

ENTRANCE_PIECE = Piece(
    "E", "", ((0, 0, ".+++", ""), (-1, 0, ".+.c", ""), (1, 0, ".c.+", ""), (0, 1, "+.s.", ""))
)
"""The entrance in its place, with H7 as square a; the rules do not call it a piece."""
ENTRANCE_AT = SQUARE["H7"]


# ---------------------------------------------------------------------- cards

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

INVASIONS: dict[int, tuple[int, int]] = {1: (4, 1), 2: (4, 2), 3: (5, 2)}
"""The numbers of invaders and events in each round."""


class Tokens(NamedTuple):
    """Masks of squares. A square has at most three gold and one of each other kind; ``gold``,
    ``gold2`` and ``gold3`` are the squares with at least one, two and three gold.
    """

    gold: int = 0
    gold2: int = 0
    gold3: int = 0
    gems: int = 0
    guards: int = 0
    traps: int = 0
    prisoners: int = 0

    @property
    def all_gold(self) -> int:
        return self.gold.bit_count() + self.gold2.bit_count() + self.gold3.bit_count()

    @property
    def anywhere(self) -> int:
        return self.gold | self.gems | self.guards | self.traps | self.prisoners

    @property
    def counts(self) -> list[int]:
        """The numbers of gold, gems, guards, traps and prisoners."""
        others = self.gems, self.guards, self.traps, self.prisoners
        return [self.all_gold, *(mask.bit_count() for mask in others)]

    @property
    def treasure(self) -> int:
        return self.gold | self.gems

    def gold_on(self, square: int) -> int:
        return (self.gold >> square & 1) + (self.gold2 >> square & 1) + (self.gold3 >> square & 1)

    def with_gold(self, squares: int) -> "Tokens":
        """One more gold on each of these squares."""
        gold, gold2, gold3 = self.gold, self.gold2, self.gold3
        gold2, gold3 = gold2 | squares & gold, gold3 | squares & gold2
        return self._replace(gold=gold | squares, gold2=gold2, gold3=gold3)

    def without_gold(self, square: int) -> "Tokens":
        """One gold less on a square that has some."""
        one = 1 << square
        if self.gold3 & one:
            return self._replace(gold3=self.gold3 ^ one)
        if self.gold2 & one:
            return self._replace(gold2=self.gold2 ^ one)
        return self._replace(gold=self.gold ^ one)

    def only_on(self, squares: int) -> "Tokens":
        return Tokens(*[mask & squares for mask in self])


NO_TOKENS = Tokens()
