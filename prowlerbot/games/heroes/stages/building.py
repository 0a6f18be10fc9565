"""The basis of all ways of building: adding and removing a piece of a colony, and the pile."""

from prowlerbot.core.squares import squares_in
from prowlerbot.games.heroes import pieces
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import Move, placements
from prowlerbot.games.heroes.pieces import DIRECTIONS, PIECES, Orientation, Piece
from prowlerbot.games.heroes.position import Hand
from prowlerbot.games.heroes.seat import Seat


def legal_placements(colony: Colony, piece: Piece, hand: Hand, prefix: str) -> list[Move]:
    moves = placements(prefix)
    return [moves[spot] for spot in legal_spots(colony, piece, hand)]


def legal_spots(colony: Colony, piece: Piece, hand: Hand) -> tuple[int, ...]:
    """The places for square a of a piece, as 4 × square + quarter turns, ordered as moves."""
    key = piece.shape, hand
    if (known := colony.known_spots.get(key)) is None:
        places: list[int] = []
        for orientation in piece.distinct:
            turns = orientation.turns
            places += [4 * it + turns for it in squares_in(_free_places(colony, orientation, hand))]
        places.sort()
        known = colony.known_spots[key] = tuple(places)
    return known


def _free_places(colony: Colony, orientation: Orientation, hand: Hand) -> int:
    """Mask of the squares for square a: all of the piece fits there, and one side has a passage."""
    empty = colony.empty
    meets, closed = colony.meeting_sides
    fitting, passages = -1, 0
    for cell in orientation.cells:
        bad = way = 0
        for d in DIRECTIONS:
            edge = cell.edges[d]
            if edge == pieces.JOINED:
                continue
            cavern, stone, patch = meets[d]
            if edge == pieces.CLOSED:
                bad |= cavern | stone
            elif edge == pieces.PATCH_SIDE:
                way |= cavern | stone | patch
            else:
                same, other = (cavern, stone) if edge == pieces.CAVERN else (stone, cavern)
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
    return with_placed(seat.without_reserve(move.piece), move.piece, move)


def with_placed(seat: Seat, id_: str, move: Move) -> Seat:
    return seat._replace(colony=seat.colony.with_piece(Placed(id_, move.at, move.to)))


def without_piece(seat: Seat, placed: Placed) -> Seat:
    """The seat without a piece and all that it cuts off; special ones return to the reserve."""
    gone = (placed, *seat.colony.remove_pieces(placed).cut_off)
    special = [each.id for each in gone if each.piece.special]
    return seat.with_reserve(*special)._replace(colony=seat.colony.remove_pieces(*gone))
