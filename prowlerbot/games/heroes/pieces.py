"""The pieces: the square tiles 1 to 104, I1 to I18, L1 to L9, the patch, and the entrance.

The sides of a square stand in the order north, east, south, west: ``.`` closed, ``c`` open cavern,
``s`` open stone, ``p`` patch side, ``+`` joined to the next square of the same piece.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import count, repeat
from typing import Final, Literal

from .grid import DIRECTIONS, SQUARE, STEP, WIDTH

Feature = Literal[
    "", "ore", "campfire", "chest", "cell", "trap", "gem vein", "mess hall", "infirmary"
]
"""The feature of a square of a piece, if any."""
FEATURES: tuple[Feature, ...] = (
    "ore",
    "campfire",
    "chest",
    "cell",
    "trap",
    "gem vein",
    "mess hall",
    "infirmary",
)

PATCH: Final = "P"
PATCHES = 8
"""The number of patches."""
LAST_TILE = 104
"""The square tiles are numbered from 1."""
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
    """A piece: its squares by column and row from square a, with sides and feature."""

    id: str
    squares: tuple[tuple[int, int, str, Feature], ...]

    @property
    def special(self) -> bool:
        """Whether it belongs to a seat and returns to its reserve."""
        return not self.id.isdecimal()

    @cached_property
    def orientations(self) -> tuple[Orientation, ...]:
        """The four quarter turns, by their number."""
        return tuple(self._turned(turns) for turns in range(4))

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

    def _turned(self, turns: int) -> Orientation:
        cells = []
        for x, y, edges, feature in self.squares:
            for _ in range(turns):
                x, y = -y, x  # noqa: PLW2901 - a quarter turn, clockwise
            turned = edges[-turns:] + edges[:-turns] if turns else edges
            cells.append(Cell(x * STEP[1] + y * STEP[2], turned, feature))
        return Orientation(turns, tuple(cells))


# ------------------------------------------------------------------------------- the tiles

_SQUARE_TILES: tuple[tuple[str, Feature, int], ...] = (
    ("..c.", "ore", 16),
    ("..c.", "campfire", 3),
    ("..c.", "chest", 3),
    ("..s.", "chest", 11),
    ("..s.", "cell", 9),
    ("..s.", "campfire", 2),
    ("c.c.", "", 1),
    ("c.c.", "campfire", 2),
    ("c.c.", "trap", 1),
    ("c.c.", "chest", 1),
    ("s.s.", "", 1),
    ("s.s.", "chest", 2),
    ("s.s.", "trap", 1),
    ("s.s.", "campfire", 1),
    ("c.s.", "", 1),
    ("c.s.", "campfire", 1),
    ("c.s.", "trap", 1),
    ("c.s.", "chest", 1),
    ("cc..", "", 1),
    ("cc..", "campfire", 2),
    ("cc..", "trap", 1),
    ("cc..", "chest", 1),
    ("ss..", "", 1),
    ("ss..", "chest", 2),
    ("ss..", "trap", 1),
    ("ss..", "campfire", 1),
    ("ss..", "cell", 1),
    ("cs..", "", 1),
    ("cs..", "campfire", 1),
    ("cs..", "trap", 1),
    ("sc..", "campfire", 1),
    ("sc..", "trap", 1),
    ("sc..", "chest", 1),
    (".ccc", "", 1),
    (".ccc", "campfire", 1),
    (".ccc", "trap", 3),
    (".sss", "", 1),
    (".sss", "campfire", 1),
    (".sss", "trap", 2),
    (".sss", "chest", 1),
    (".csc", "", 1),
    (".csc", "trap", 1),
    (".csc", "campfire", 1),
    (".scs", "", 1),
    (".scs", "campfire", 1),
    (".scs", "trap", 1),
    (".ccs", "campfire", 1),
    (".ccs", "trap", 1),
    (".scc", "", 1),
    (".scc", "trap", 1),
    (".ssc", "trap", 1),
    (".css", "trap", 1),
    ("cccc", "", 1),
    ("cccc", "trap", 1),
    ("ssss", "", 1),
    ("ssss", "trap", 1),
    ("cscs", "", 1),
    ("cscs", "trap", 1),
    ("ccss", "campfire", 1),
)
"""Sides, feature, and count of equal tiles; numbered from 1 in this order."""

_I: tuple[tuple[tuple[int, int, str, Feature], ...], ...] = (
    ((0, 0, "..+.", "gem vein"), (0, 1, "+.c.", "")),
    ((0, 0, "..+.", "gem vein"), (0, 1, "+c..", "trap")),
    ((0, 0, "..+.", "gem vein"), (0, 1, "+.cc", "")),
    ((0, 0, "..+.", "gem vein"), (0, 1, "+.s.", "campfire")),
    ((0, 0, "s.+.", "mess hall"), (0, 1, "+.s.", "chest")),
    ((0, 0, "s.+s", "mess hall"), (0, 1, "+.c.", "")),
    ((0, 0, "..+.", "mess hall"), (0, 1, "+cc.", "trap")),
    ((0, 0, "c.+.", ""), (0, 1, "+.c.", "mess hall")),
    ((0, 0, "..+.", "infirmary"), (0, 1, "+.s.", "")),
    ((0, 0, "..+.", "infirmary"), (0, 1, "+s.s", "campfire")),
    ((0, 0, "..+.", "infirmary"), (0, 1, "+.c.", "chest")),
    ((0, 0, "..+.", "chest"), (0, 1, "+.s.", "chest")),
    ((0, 0, "..+.", "chest"), (0, 1, "+s.c", "trap")),
    ((0, 0, "..+.", "ore"), (0, 1, "+.c.", "ore")),
    ((0, 0, "..+.", "ore"), (0, 1, "+c.c", "trap")),
    ((0, 0, "..+.", "cell"), (0, 1, "+.s.", "cell")),
    ((0, 0, "..+.", "cell"), (0, 1, "+s..", "campfire")),
    ((0, 0, "c.+.", "trap"), (0, 1, "+.s.", "trap")),
)

_L: tuple[tuple[tuple[int, int, str, Feature], ...], ...] = (
    ((0, 0, "..+.", "chest"), (0, 1, "++..", ""), (1, 1, ".s.+", "chest")),
    ((0, 0, "..+.", "gem vein"), (0, 1, "++s.", ""), (1, 1, "...+", "chest")),
    ((0, 0, "..+.", "gem vein"), (0, 1, "++.c", "trap"), (1, 1, "...+", "ore")),
    ((0, 0, "..+.", "ore"), (0, 1, "++cc", "trap"), (1, 1, "...+", "ore")),
    ((0, 0, "c.+.", "campfire"), (0, 1, "++..", "mess hall"), (1, 1, ".s.+", "")),
    ((0, 0, "..+.", "infirmary"), (0, 1, "++s.", "campfire"), (1, 1, "...+", "cell")),
    ((0, 0, "..+.", "cell"), (0, 1, "++.s", "trap"), (1, 1, "...+", "cell")),
    ((0, 0, "s.+.", "trap"), (0, 1, "++..", "campfire"), (1, 1, ".c.+", "trap")),
    ((0, 0, "s.+s", ""), (0, 1, "++s.", "mess hall"), (1, 1, ".c.+", "chest")),
)


def _square_tiles() -> list[Piece]:
    numbers = count(1)
    return [
        Piece(str(next(numbers)), ((0, 0, edges, feature),))
        for edges, feature, copies in _SQUARE_TILES
        for _ in repeat(None, copies)
    ]


PIECES: dict[str, Piece] = {
    piece.id: piece
    for piece in (
        Piece(PATCH, ((0, 0, "pppp", ""),)),
        *(Piece(f"I{number}", squares) for number, squares in enumerate(_I, 1)),
        *(Piece(f"L{number}", squares) for number, squares in enumerate(_L, 1)),
        *_square_tiles(),
    )
}
"""All pieces but the entrance, by id; special ones first, in the order of a reserve."""
TILE: tuple[Piece | None, ...] = (
    None,
    *(PIECES[str(number)] for number in range(1, LAST_TILE + 1)),
)
"""The square tiles by number."""
RANK: dict[str, int] = {id_: rank for rank, id_ in enumerate(PIECES)}
"""The place of a piece in the order of a reserve: P, I, L, by number."""

ENTRANCE_PIECE = Piece(
    "E", ((0, 0, ".+++", ""), (-1, 0, ".+.c", ""), (1, 0, ".c.+", ""), (0, 1, "+.s.", ""))
)
"""The entrance in its place, with H7 as square a; the rules do not call it a piece."""
ENTRANCE_AT = SQUARE["H7"]
