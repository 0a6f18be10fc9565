"""The grid under a colony, and the pieces that lie on it.

The grid has the columns A to O and the rows 1 to 13 (``core/squares.py``).

The pieces are the square tiles 1 to 104, I1 to I18, L1 to L9, the patch, and the entrance. The
sides of a square are four letters in the order north, east, south, west, such as ``..c.``.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import count, islice
from typing import Final, Literal, get_args

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

CLOSED, CAVERN, STONE, PATCH_SIDE, JOINED = ".csp+"
"""The letters of sides: a joined one leads to the next square of the same piece."""
OPEN_KINDS = (CAVERN, STONE, PATCH_SIDE, JOINED)
"""The kinds of open sides in the order of ``Orientation.sides``."""
PATCH_EDGES = 4 * PATCH_SIDE
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
        """By kind (``OPEN_KINDS``) and direction: the squares as a mask, square a at ``ORIGIN``."""
        return tuple(
            sum(1 << ORIGIN + cell.offset for cell in self.cells if cell.edges[direction] == kind)
            for kind in OPEN_KINDS
            for direction in DIRECTIONS
        )


Shape = tuple[tuple[int, int, str], ...]
"""The column, the row and the sides of each square of a piece."""


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
    def shape(self) -> Shape:
        """All that decides where the piece fits: everything but its features."""
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

_SquaresOfPiece = tuple[tuple[str, Feature], ...]
"""Sides and feature of the squares a, b and c."""

_SQUARE_PLACES = ((0, 0), (0, 1), (1, 1))
"""The column and the row of the squares a, b and c."""

_I_PIECES: dict[str, _SquaresOfPiece] = {
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

_L_PIECES: dict[str, _SquaresOfPiece] = {
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


def _special_pieces(letter: str, pieces: dict[str, _SquaresOfPiece]) -> Iterator[Piece]:
    for number, (name, squares) in enumerate(pieces.items(), 1):
        placed = tuple((*it, *square) for it, square in zip(_SQUARE_PLACES, squares, strict=False))
        yield Piece(f"{letter}{number}", name, placed)


PIECES: dict[str, Piece] = {
    piece.id: piece
    for piece in (
        Piece(PATCH, mark("Patch"), ((0, 0, PATCH_EDGES, ""),)),
        *_special_pieces("I", _I_PIECES),
        *_special_pieces("L", _L_PIECES),
        *_square_tiles(),
    )
}
"""All pieces but the entrance, by id; special ones first, in the order of a reserve."""
TILE: tuple[Piece | None, ...] = (None, *(PIECES[str(n)] for n in range(1, LAST_TILE + 1)))
"""The square tiles by number; 0 is none."""
RANK: dict[str, int] = {id_: rank for rank, id_ in enumerate(PIECES)}
"""The place of a piece in the order of a reserve: P, I, L, by number."""

ENTRANCE_PIECE = Piece(
    "E", "", ((0, 0, ".+++", ""), (-1, 0, ".+.c", ""), (1, 0, ".c.+", ""), (0, 1, "+.s.", ""))
)
"""The entrance in its place, with H7 as square a; the rules do not call it a piece."""
