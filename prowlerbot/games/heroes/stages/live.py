"""Building live: one shared pile, a tile in each hand, all of it visible."""

from prowlerbot.games.heroes.moves import DONE, DROP, FLIP, TAKE, Move
from prowlerbot.games.heroes.pieces import PIECES
from prowlerbot.games.heroes.position import P, PositionData
from prowlerbot.games.heroes.stages import building, preparing


def begin_live_building(position: P) -> P:
    return position.with_each(lambda seat: seat._replace(stage="live")).await_seats()


def legal_moves(position: PositionData, number: int) -> tuple[Move, ...]:
    seat, hand = position.seats[number - 1], position.setup.hand
    reserve = building.reserve_placements(seat, hand)
    if seat.hand:
        tile = PIECES[str(seat.hand)]
        return (*building.legal_placements(seat.colony, tile, hand, "h"), *reserve, DROP, DONE)
    flip = (FLIP,) if position.pile else ()
    return (*reserve, *flip, *[TAKE[tile] for tile in position.face_up], DONE)


def put_into_hand(position: P, tile: int) -> P:
    """Put the flipped tile into the hand, as chance decided."""
    ((number, _),) = position.turning
    seat = position.seats[number - 1]._replace(hand=tile)
    seen = position.seen | 1 << tile
    return position.with_seat(number, seat)._replace(seen=seen, turning=(), draw="").await_seats()


def apply_move(position: P, number: int, move: Move) -> P:
    seat, face_up = position.seats[number - 1], position.face_up
    match move.kind:
        case "flip":
            return position._replace(
                pile=position.pile - 1, turning=((number, 0),), draw="tile"
            ).await_seats()
        case "take":
            seat = seat._replace(hand=move.number)
            face_up = tuple(tile for tile in face_up if tile != move.number)
        case "hand":
            seat = building.with_placed(seat._replace(hand=0), str(seat.hand), move)
        case "reserve":
            seat = building.with_reserve_piece(seat, move)
        case "drop" | "done":
            if seat.hand:
                face_up = (*face_up, seat.hand)
            seat = seat._replace(hand=0)
            if move == DONE:
                seat = seat._replace(done=True).let_wait()
        case kind:
            raise ValueError(f"“{kind}” is no move of live building.")
    return await_or_end_building(position.with_seat(number, seat)._replace(face_up=face_up))


def await_or_end_building(position: P) -> P:
    """The position after a move or a leave; building ends if all are done or no tile is left."""
    left = position.pile or position.face_up or any(seat.hand for seat in position.seats)
    if left and position.deciding:
        return position.await_seats()
    return preparing.begin_preparing(position)
