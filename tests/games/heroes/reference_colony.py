"""What lies on the table, for the plain second implementation of Heroes Beware.

Squares are pairs of column and row, both from 0; a colony is the list of its pieces and the tokens
on its squares, and everything else about it is found anew whenever it is asked for.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

Square = tuple[int, int]

CONTENTS: dict[str, Any] = json.loads(Path(__file__).with_name("contents.json").read_text())
"""Every tile and card of the box."""

LETTERS = "ABCDEFGHIJKLMNO"
ROWS = range(1, 14)
AROUND = [(0, -1), (1, 0), (0, 1), (-1, 0)]  # north, east, south and west
OPPOSITE = [2, 3, 0, 1]


def reading(square: Square) -> tuple[int, int]:
    column, row = square
    return row, column


GRID = sorted(((LETTERS.index(letter), row - 1) for letter in LETTERS for row in ROWS), key=reading)


def name(square: Square) -> str:
    column, row = square
    return LETTERS[column] + str(row + 1)


ON_GRID = frozenset(GRID)
BY_NAME = {name(square): square for square in GRID}
H7 = BY_NAME["H7"]


@cache
def all_beside(square: Square) -> tuple[Square, ...]:
    """The squares that share an edge with this one, in the order of the directions."""
    return tuple((square[0] + column, square[1] + row) for column, row in AROUND)


def beside(square: Square, direction: int) -> Square:
    return all_beside(square)[direction]


@dataclass(frozen=True, eq=False)
class Piece:
    """A piece in its place; each square has sides and a feature."""

    id: str
    squares: dict[Square, tuple[str, str | None]]

    @property
    def name(self) -> str:
        return name(min(self.squares, key=reading))


MADE = [*CONTENTS["square tiles"], *CONTENTS["I tiles"], *CONTENTS["L tiles"], CONTENTS["patch"]]
MATERIAL: dict[str, list[dict[str, Any]]] = {each["id"]: each["squares"] for each in MADE}
TILES = [int(each["id"]) for each in CONTENTS["square tiles"]]
ALL_I = [each["id"] for each in CONTENTS["I tiles"]]
ALL_L = [each["id"] for each in CONTENTS["L tiles"]]
PATCHES: int = CONTENTS["patch"]["count"]
ENTRANCE = Piece(
    "E",
    {
        (each["at"][0], each["at"][1]): (each["edges"], each["feature"])
        for each in CONTENTS["entrance"]["squares"]
    },
)


def reserve_order(ids: Iterable[str]) -> list[str]:
    """P, I, L, each by number."""
    return sorted(ids, key=lambda each: ("PIL".index(each[0]), int(each[1:] or "0")))


def sides_of(pieces: Iterable[Piece]) -> dict[Square, str]:
    return {square: sides for piece in pieces for square, (sides, _) in piece.squares.items()}


@cache
def turned(id_: str, turns: int) -> Piece:
    """The piece with its square a on column 0, row 0."""
    squares = {}
    for each in MATERIAL[id_]:
        (column, row), sides = each["at"], each["edges"]
        for _ in range(turns):
            column, row = -row, column
            sides = sides[3] + sides[:3]
        squares[column, row] = (sides, each["feature"])
    return Piece(id_, squares)


@cache
def turns_that_differ(id_: str) -> list[int]:
    """Of those that put the same sides in the same places only the smallest."""
    found: list[int] = []
    for turns in range(4):
        seen = [sides_of((turned(id_, each),)) for each in found]
        if sides_of((turned(id_, turns),)) not in seen:
            found.append(turns)
    return found


def placed(id_: str, at: Square, turns: int) -> Piece:
    squares = turned(id_, turns).squares.items()
    return Piece(id_, {(at[0] + column, at[1] + row): what for (column, row), what in squares})


def is_valid(one: str, other: str) -> bool:
    return one == other or "p" in (one, other)


def is_passage(one: str, other: str) -> bool:
    return one != "." and other != "."


# Facts that follow from the pieces alone are cached, as every step asks for them.


@lru_cache(256)
def passages_between(pieces: tuple[Piece, ...]) -> dict[Square, dict[int, Square]]:
    sides = sides_of(pieces)
    return {
        square: {
            direction: other
            for direction, other in enumerate(all_beside(square))
            if other in sides and is_passage(own[direction], sides[other][OPPOSITE[direction]])
        }
        for square, own in sides.items()
    }


@lru_cache(4096)
def distances_between(pieces: tuple[Piece, ...], start: Square) -> dict[Square, int]:
    passages = passages_between(pieces)
    found = {start: 0}
    waiting = [start]
    for square in waiting:
        for other in passages[square].values():
            if other not in found:
                found[other] = found[square] + 1
                waiting.append(other)
    return found


def meet(piece: Piece, others: dict[Square, str]) -> list[tuple[str, str]]:
    """The pairs of sides that meet."""
    return [
        (sides[direction], others[other][OPPOSITE[direction]])
        for square, (sides, _) in piece.squares.items()
        for direction, other in enumerate(all_beside(square))
        if other in others
    ]


def may_place(piece: Piece, taken: dict[Square, str], *, guided: bool) -> bool:
    if not all(square in ON_GRID and square not in taken for square in piece.squares):
        return False
    pairs = meet(piece, taken)
    if guided and not all(is_valid(one, other) for one, other in pairs):
        return False
    return any(is_passage(one, other) for one, other in pairs)


@lru_cache(4096)
def placements_beside(pieces: tuple[Piece, ...], id_: str, guided: bool) -> list[str]:  # noqa: FBT001 - a cache takes it by position
    """As they are written, in order."""
    taken = sides_of(pieces)
    rim = {beside(square, direction) for square in taken for direction in range(4)} - set(taken)
    places = {
        (reading(at), turns, at)
        for turns in turns_that_differ(id_)
        for column, row in turned(id_, turns).squares
        for square in rim
        for at in [(square[0] - column, square[1] - row)]
    }
    return [
        f"@{name(at)}r{turns}"
        for _, turns, at in sorted(places)
        if may_place(placed(id_, at, turns), taken, guided=guided)
    ]


@dataclass
class Colony:
    """``tokens`` says of each square how many of each kind lie there."""

    pieces: list[Piece] = field(default_factory=list)
    tokens: dict[Square, dict[str, int]] = field(default_factory=dict)

    def all(self) -> tuple[Piece, ...]:
        return ENTRANCE, *self.pieces

    def sides(self) -> dict[Square, str]:
        return sides_of(self.all())

    def features(self, *features: str) -> list[tuple[Square, Piece]]:
        """The squares that have one of these, in reading order, each with its piece."""
        found = [
            (square, piece)
            for piece in self.pieces
            for square, (_, feature) in piece.squares.items()
            if feature in features
        ]
        return sorted(found, key=lambda each: reading(each[0]))

    def named(self, text: str) -> Piece:
        (found,) = [piece for piece in self.pieces if piece.name == text]
        return found

    def meetings(self, piece: Piece) -> list[tuple[str, str]]:
        """The pairs of sides that meet between this piece and the others."""
        return meet(piece, sides_of(other for other in self.all() if other is not piece))

    # Ways.

    def passages(self) -> dict[Square, dict[int, Square]]:
        """Where one gets from each square, by direction."""
        return passages_between(self.all())

    def stone(self, square: Square, direction: int) -> bool:
        sides, across = self.sides(), OPPOSITE[direction]
        return "s" in (sides[square][direction], sides[beside(square, direction)][across])

    def distances(self, start: Square = H7) -> dict[Square, int]:
        return distances_between(self.all(), start)

    def cut_off(self) -> list[Piece]:
        reached = self.distances()
        return [piece for piece in self.pieces if not set(piece.squares) & set(reached)]

    # Sealed or not.

    def has_open_edge(self, piece: Piece) -> bool:
        sides = self.sides()
        for square, (own, _) in piece.squares.items():
            for direction in range(4):
                side, other = own[direction], beside(square, direction)
                meets = sides[other][OPPOSITE[direction]] if other in sides else None
                if side in "cs" and (meets is None or not is_passage(side, meets)):
                    return True
                if side == "p" and meets is None:
                    return True
        return False

    def sealed(self, *features: str) -> list[Square]:
        """The squares on sealed pieces with one of these features, in reading order."""
        return [at for at, piece in self.features(*features) if not self.has_open_edge(piece)]

    def productive_ore(self) -> list[Square]:
        distance = self.distances()
        return [square for square in self.sealed("ore") if distance[square] >= 6]

    # Building.

    def placements(self, id_: str, *, guided: bool) -> list[str]:
        return placements_beside(self.all(), id_, guided)

    def build(self, id_: str, where: str) -> None:
        """Place a piece as it is written, @J7r1."""
        at, turns = where.removeprefix("@").split("r")
        self.pieces.append(placed(id_, BY_NAME[at], int(turns)))

    def take_away(self, piece: Piece) -> list[str]:
        """Remove a piece and all pieces that it cuts off, with all tokens; returns their ids."""
        self.pieces = [other for other in self.pieces if other is not piece]
        cut_off = self.cut_off()
        self.pieces = [other for other in self.pieces if other not in cut_off]
        left = self.sides()
        self.tokens = {square: kinds for square, kinds in self.tokens.items() if square in left}
        return [each.id for each in (piece, *cut_off)]

    def invalid_pieces(self) -> list[Piece]:
        """In the order of their names."""
        found = [
            piece
            for piece in self.pieces
            if not all(is_valid(one, other) for one, other in self.meetings(piece))
        ]
        return sorted(found, key=lambda piece: reading(BY_NAME[piece.name]))

    # Tokens.

    def count(self, square: Square, *kinds: str) -> int:
        lying = self.tokens.get(square, {})
        return sum(lying.get(kind, 0) for kind in kinds)

    def add(self, square: Square, kind: str, number: int = 1) -> None:
        lying = self.tokens.setdefault(square, {})
        lying[kind] = lying.get(kind, 0) + number
        if lying[kind] == 0:
            del lying[kind]
        if not lying:
            del self.tokens[square]

    def where(self, *kinds: str) -> list[Square]:
        """The squares with a token of one of these kinds, in reading order."""
        return sorted((square for square in self.tokens if self.count(square, *kinds)), key=reading)

    def total(self, kind: str) -> int:
        return sum(self.count(square, kind) for square in self.tokens)
