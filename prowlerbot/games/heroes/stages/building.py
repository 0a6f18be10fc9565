"""The basis of all ways of building: adding and removing a piece of a colony, and the pile."""

from __future__ import annotations

from prowlerbot.games.heroes.colony import Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.setup import Hand

from .placing import legal_placements

PILE = (0, 44, 64, 84, 104)
"""The size of the pile, by the number of seats playing."""


def reserve_placements(seat: Seat, hand: Hand) -> list[Move]:
    """The legal placements of the reserve, each id once."""
    return [
        move
        for id_ in dict.fromkeys(seat.reserve)
        for move in legal_placements(seat.colony, PIECES[id_], hand, id_)
    ]


def with_reserve_piece(seat: Seat, move: Move) -> Seat:
    """The seat after building a piece of its reserve."""
    return with_placed(seat.without_reserve(move.piece), move.piece, move)


def with_placed(seat: Seat, id_: str, move: Move) -> Seat:
    """The seat after building a piece by a placement."""
    return seat._replace(colony=seat.colony.with_piece(Placed(id_, move.at, move.to)))


def without_piece(seat: Seat, placed: Placed) -> Seat:
    """The seat without a piece and all pieces cut off from H7 then; special pieces return to the
    reserve.
    """
    smaller = seat.colony.without(placed)
    gone = (placed, *smaller.cut_off)
    special = [each.id for each in gone if each.piece.special]
    return seat.with_reserve(*special)._replace(colony=seat.colony.without(*gone))
