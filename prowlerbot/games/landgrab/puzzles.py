"""The themes of puzzles, by the aim of the best move; and mirror images of a position."""

from collections.abc import Hashable
from itertools import product
from typing import NamedTuple

from prowlerbot.core.game_parts import PuzzleRules
from prowlerbot.core.i18n import mark
from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.map import ADJACENT, WIDTH, Move
from prowlerbot.games.landgrab.rules import Position

THEMES = {
    "spawn": mark("Where to start"),
    "claim": mark("A claim"),
    "steal": mark("A theft"),
    "attack": mark("An attack"),
    "life": mark("A last life"),
    "escape": mark("An escape"),
    "way": mark("The right way"),
    "aside": mark("A step aside"),
}


def theme_of_move(position: Position, seat: int, move: Move) -> str:
    """The theme by the kind of the move; a step's depends on the pawns beside it."""
    match move.kind:
        case "p":  # a spawn
            return "spawn"
        case "c":  # a claim
            return "steal" if position.owners[position.map.building_numbers[move.at]] else "claim"
        case "a":  # an attack
            return "life" if position.lives[move.at - 1] == 1 else "attack"
    if position.phase == "eviction":
        return "aside"
    rivals = [pawn for rival, pawn in enumerate(position.pawns, 1) if pawn >= 0 and rival != seat]
    adjacent = ADJACENT[position.pawns[seat - 1]]
    near = [pawn for pawn in rivals if adjacent >> pawn & 1]
    escapes = not any(ADJACENT[move.at] >> pawn & 1 for pawn in near)
    return "escape" if near and escapes else "way"


def is_on_built_map(position: Position, _seat: int) -> bool:
    """A map is built for all seats alike, so its places are no puzzles."""
    return position.phase not in {"tiles", "buildings"}


def symmetric_key(position: Position) -> Hashable:
    """The least key of the eight images of a position, turned and mirrored, anywhere in space."""
    return min(_image_key(position, _Turn(*turn)) for turn in product((False, True), repeat=3))


Place = tuple[int, int]
"""A row and a column."""


class _Turn(NamedTuple):
    """One of the eight ways to turn and mirror the space."""

    swapped: bool
    down: bool
    right: bool

    def turn_square(self, square: int) -> Place:
        row, column = divmod(square, WIDTH)
        row, column = (-row if self.down else row), (-column if self.right else column)
        return (column, row) if self.swapped else (row, column)


def _image_key(position: Position, turn: _Turn) -> tuple[object, ...]:
    """Everything that the rest depends on. Puzzles are stored by it: its order must not change."""
    covered = [turn.turn_square(square) for square in squares_in(position.map.squares)]
    top, left = min(row for row, _ in covered), min(column for _, column in covered)

    def place(square: int) -> Place:
        if square == NOWHERE:
            return (-1, -1)
        row, column = turn.turn_square(square)
        return row - top, column - left

    def places_of(number: int) -> tuple[Place, ...]:
        return tuple(sorted(map(place, squares_in(position.map.buildings[number].squares))))

    # A new field of Position comes last, and only if it is not its default: stored keys stay.
    standing = enumerate(zip(position.owners, position.points, strict=True))
    return (
        tuple(sorted((places_of(number), *owned) for number, owned in standing)),
        tuple(sorted((row - top, column - left) for row, column in covered)),
        tuple(map(place, position.pawns)),
        tuple(map(place, position.spawns)),
        position.lives,
        (position.turn, position.phase, position.round, position.progress),
        (position.rolled, position.returning, tuple(sorted(position.left))),
        position.setup.first,
        places_of(position.target) if position.phase == "claim" else position.target,
    )


PUZZLES = PuzzleRules(
    themes=THEMES, theme=theme_of_move, likeness=symmetric_key, fits=is_on_built_map
)
