"""A colony: the entrance and the placed pieces.

Its pieces never change, and it caches all derived values. The sides of all its squares are masks.
So passages, open edges and distances of the whole colony are computed at once.
"""

from functools import cached_property
from typing import NamedTuple

from prowlerbot.core.squares import squares_in, unite
from prowlerbot.games.heroes.pieces import (
    DIRECTIONS,
    ENTRANCE,
    ENTRANCE_PIECE,
    FEATURES,
    GRID,
    NAME,
    ORIGIN,
    PIECES,
    Cell,
    Feature,
    Orientation,
    Piece,
    Shape,
    shift,
)


class Placed(NamedTuple):
    """A placed piece: ``at`` is the place of its square a, ``turns`` are quarter turns."""

    id: str
    at: int
    turns: int

    @classmethod
    def at_spot(cls, piece_id: str, spot: int) -> "Placed":
        """A piece at a spot: four times the square plus the quarter turns."""
        return cls(piece_id, spot >> 2, spot & 3)

    @property
    def spot(self) -> int:
        return 4 * self.at + self.turns

    @property
    def piece(self) -> Piece:
        return PIECES[self.id]

    @property
    def orientation(self) -> Orientation:
        return PIECES[self.id].orientations[self.turns]

    @property
    def cells(self) -> tuple[tuple[int, Cell], ...]:
        """Its squares, square a first, each with its sides and feature after the turn."""
        return tuple((self.at + cell.offset, cell) for cell in self.orientation.cells)

    @property
    def area(self) -> int:
        return self.orientation.area << self.at >> ORIGIN

    @property
    def first(self) -> int:
        """Its first square in reading order, which names the piece."""
        area = self.area
        return (area & -area).bit_length() - 1


class Colony:
    """The pieces of a seat, as built; ``area`` is the mask of all squares, the entrance too."""

    def __init__(
        self, pieces: tuple[Placed, ...] = (), area: int = 0, sides: tuple[int, ...] = ()
    ) -> None:
        """Use ``with_piece`` and ``remove_pieces`` on ``NEW_COLONY`` to make a colony."""
        self.pieces = pieces
        entrance = ENTRANCE_PIECE.orientations[0]
        self.area = area or entrance.area << ENTRANCE >> ORIGIN
        self._sides = sides or tuple(mask << ENTRANCE >> ORIGIN for mask in entrance.sides)
        # For each of the OPEN_KINDS, in their order: by direction, the squares with such a side.
        by_kind = (self._sides[at : at + 4] for at in range(0, 16, 4))
        self.cavern, self.stone, self.patch, self.joined = by_kind
        self.known_spots: dict[tuple[Shape, str], tuple[int, ...]] = {}
        """The spots for pieces of a shape and a kind of hand, which ``stages.building`` stores."""

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Colony) and self.pieces == other.pieces)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Colony({', '.join(f'{p.id}@{NAME[p.at]}r{p.turns}' for p in self.pieces)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the pieces alone, as they determine all else."""
        return rebuild_colony, (self.pieces,)

    @cached_property
    def _hash(self) -> int:
        return hash(self.pieces)

    def with_piece(self, placed: Placed) -> "Colony":
        """The colony with one more piece; ``stages.building`` checks its legality."""
        at, turned = placed.at, placed.orientation
        sides = [
            old | (new << at >> ORIGIN) if new else old
            for old, new in zip(self._sides, turned.sides, strict=True)
        ]
        return Colony((*self.pieces, placed), self.area | turned.area << at >> ORIGIN, tuple(sides))

    def remove_pieces(self, *removed: Placed) -> "Colony":
        return rebuild_colony(tuple(placed for placed in self.pieces if placed not in removed))

    # ------------------------------------------------------------------------------- sides

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """The squares from which there is a passage, by its direction."""
        joined = self.joined
        sides = [a | b | c for a, b, c in zip(self.cavern, self.stone, self.patch, strict=True)]
        return tuple(sides[d] & shift(sides[d ^ 2], d ^ 2) | joined[d] for d in DIRECTIONS)

    @cached_property
    def stone_ways(self) -> tuple[int, ...]:
        """The stone passages: at least one of the two sides is stone."""
        stone = self.stone
        return tuple(self.ways[d] & (stone[d] | shift(stone[d ^ 2], d ^ 2)) for d in DIRECTIONS)

    @cached_property
    def open_edges(self) -> tuple[int, ...]:
        """The squares with an open edge, by direction; the entrance counts without a piece."""
        cavern, stone, patch, area = self.cavern, self.stone, self.patch, self.area
        return tuple(
            (cavern[d] | stone[d]) & ~self.ways[d] | patch[d] & ~shift(area, d ^ 2)
            for d in DIRECTIONS
        )

    @cached_property
    def frontier(self) -> int:
        """The empty squares beside an open edge; without any, no piece can be built."""
        return unite(map(shift, self.open_edges, DIRECTIONS)) & self.empty

    @cached_property
    def meeting_sides(self) -> tuple[tuple[tuple[int, int, int], ...], tuple[int, ...]]:
        """The squares that meet a cavern, stone or patch side, by direction; and a closed side."""
        kinds, meets, closed = (self.cavern, self.stone, self.patch), [], []
        for d in DIRECTIONS:
            back = d ^ 2
            cavern, stone, patch = (kind[back] for kind in kinds)
            meets.append((shift(cavern, back), shift(stone, back), shift(patch, back)))
            closed.append(shift(self.area & ~(cavern | stone | patch), back))
        return tuple(meets), tuple(closed)

    @cached_property
    def invalid(self) -> int:
        """The squares, the entrance's included, with a side that meets a side of another kind."""
        cavern, stone, patch, joined = self.cavern, self.stone, self.patch, self.joined
        squares, area = 0, self.area
        for d in DIRECTIONS:
            back = d ^ 2
            met = area & shift(area, back) & ~joined[d] & ~patch[d] & ~shift(patch[back], back)
            other_cavern, other_stone = shift(cavern[back], back), shift(stone[back], back)
            squares |= met & ((cavern[d] ^ other_cavern) | (stone[d] ^ other_stone))
        return squares

    # ----------------------------------------------------------------------------- squares

    @cached_property
    def piece_at(self) -> dict[int, Placed]:
        """The piece on each covered square, without the entrance."""
        return {square: placed for placed in self.pieces for square in squares_in(placed.area)}

    @cached_property
    def by_name(self) -> tuple[Placed, ...]:
        """The pieces in the reading order of their first squares."""
        return tuple(sorted(self.pieces, key=lambda placed: placed.first))

    @cached_property
    def open_pieces(self) -> tuple[Placed, ...]:
        """The pieces with an open edge, in the reading order of their first squares."""
        return tuple(placed for placed in self.by_name if placed.area & ~self.sealed)

    @cached_property
    def sealed(self) -> int:
        """The squares of pieces without an open edge."""
        edges = self.open_edges
        open_squares = edges[0] | edges[1] | edges[2] | edges[3]
        areas = [placed.area for placed in self.pieces]
        return unite([area for area in areas if not area & open_squares])

    @cached_property
    def _by_feature(self) -> dict[Feature, int]:
        masks: dict[Feature, int] = dict.fromkeys(FEATURES, 0)
        for placed in self.pieces:
            for cell in placed.orientation.cells:
                if cell.feature:
                    masks[cell.feature] |= 1 << placed.at + cell.offset
        return masks

    def squares_with(self, feature: Feature) -> int:
        return self._by_feature[feature]

    def sealed_with(self, feature: Feature) -> int:
        return self._by_feature[feature] & self.sealed

    # --------------------------------------------------------------------------- distances

    def squares_beside(self, squares: int) -> int:
        """The squares that a passage connects with one of these."""
        north, east, south, west = self.ways
        return (
            shift(squares & north, 0)
            | shift(squares & east, 1)
            | shift(squares & south, 2)
            | shift(squares & west, 3)
        )

    @cached_property
    def layers(self) -> tuple[int, ...]:
        """The squares at each distance from H7."""
        layers = []
        layer = seen = 1 << ENTRANCE
        while layer:
            layers.append(layer)
            layer = self.squares_beside(layer) & ~seen
            seen |= layer
        return tuple(layers)

    @cached_property
    def distance(self) -> dict[int, int]:
        """The distance of each square from H7."""
        numbered = enumerate(self.layers)
        return {square: distance for distance, layer in numbered for square in squares_in(layer)}

    def squares_from(self, distance: int) -> int:
        """The squares that are this far from H7 or farther."""
        return unite(self.layers[distance:])

    def farthest_squares(self, squares: int) -> int:
        """Those of the squares that are farthest from H7."""
        return next((squares & layer for layer in reversed(self.layers) if squares & layer), 0)

    def nearest_squares(self, squares: int) -> int:
        """Those of the squares that are nearest to H7."""
        return next((squares & layer for layer in self.layers if squares & layer), 0)

    @cached_property
    def cut_off(self) -> tuple[Placed, ...]:
        """The pieces without a way to H7."""
        reached = unite(self.layers)
        return tuple(placed for placed in self.pieces if placed.area & ~reached)

    @property
    def empty(self) -> int:
        return GRID & ~self.area


NEW_COLONY = Colony()
"""The entrance alone."""


def rebuild_colony(pieces: tuple[Placed, ...]) -> Colony:
    colony = NEW_COLONY
    for placed in pieces:
        colony = colony.with_piece(placed)
    return colony
