"""The legal places for a piece.

Masks check all places on the grid at once: the places where a side would meet a forbidden side, and
those where it would make a passage.
"""

from __future__ import annotations

from prowlerbot.games.heroes.colony import Colony
from prowlerbot.games.heroes.grid import DIRECTIONS, squares_in
from prowlerbot.games.heroes.moves import Move, placements
from prowlerbot.games.heroes.pieces import Orientation, Piece
from prowlerbot.games.heroes.setup import Hand


def legal_placements(colony: Colony, piece: Piece, hand: Hand, prefix: str) -> list[Move]:
    """The placements of a piece, with this prefix."""
    moves = placements(prefix)
    return [moves[spot] for spot in spots(colony, piece, hand)]


def spots(colony: Colony, piece: Piece, hand: Hand) -> tuple[int, ...]:
    """The places for square a of a piece, as four times the number of the square plus the quarter
    turns, in the order of the moves.
    """
    key = piece.shape, hand
    known = colony.spots.get(key)
    if known is None:
        found: list[int] = []
        for orientation in piece.distinct:
            turns = orientation.turns
            found += [4 * at + turns for at in squares_in(_places(colony, orientation, hand))]
        found.sort()
        known = colony.spots[key] = tuple(found)
    return known


def _places(colony: Colony, orientation: Orientation, hand: Hand) -> int:
    empty = colony.empty
    meets, closed = colony.met
    fitting, passages = -1, 0
    for cell in orientation.cells:
        bad = way = 0
        for d in DIRECTIONS:
            edge = cell.edges[d]
            if edge == "+":
                continue
            cavern, stone, patch = meets[d]
            if edge == ".":
                bad |= cavern | stone
            elif edge == "p":
                way |= cavern | stone | patch
            else:
                same, other = (cavern, stone) if edge == "c" else (stone, cavern)
                bad |= closed[d] | other
                way |= same | patch
                if hand == "free":
                    way |= other
        fits = empty if hand == "free" else empty & ~bad
        # From the square of the cell to the one of square a.
        offset = cell.offset
        fitting &= fits >> offset if offset >= 0 else fits << -offset
        passages |= way >> offset if offset >= 0 else way << -offset
    return fitting & passages
