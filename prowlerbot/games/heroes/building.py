"""What all ways of building share: how a piece gets into a colony and out again, and the pile."""

from __future__ import annotations

from .colony import Placed
from .moves import Move
from .pieces import PIECES
from .placing import legal_placements
from .seat import Seat
from .setup import Hand

PILE = (0, 44, 64, 84, 104)
"""How many tiles the pile has, by the number of seats playing."""


def reserve_placements(seat: Seat, hand: Hand) -> list[Move]:
    """Where the pieces of the reserve can be built, each id once."""
    return [
        move
        for id_ in dict.fromkeys(seat.reserve)
        for move in legal_placements(seat.colony, PIECES[id_], hand, id_)
    ]


def with_reserve_piece(seat: Seat, move: Move) -> Seat:
    """The seat after a piece of its reserve was built."""
    return with_placed(seat.without_reserve(move.piece), move.piece, move)


def with_placed(seat: Seat, id_: str, move: Move) -> Seat:
    """The seat after a piece was built where a placement says."""
    return seat._replace(colony=seat.colony.with_piece(Placed(id_, move.at, move.to)))


def without_piece(seat: Seat, placed: Placed) -> Seat:
    """The seat without a piece and all that has no way to H7 then; special pieces return to the
    reserve.
    """
    smaller = seat.colony.without(placed)
    gone = (placed, *smaller.cut_off)
    special = [each.id for each in gone if each.piece.special]
    return seat.with_reserve(*special)._replace(colony=seat.colony.without(*gone))
