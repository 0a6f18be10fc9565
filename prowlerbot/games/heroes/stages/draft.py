"""Building in turns: queues of tiles, the legal moves of a seat, and the passing of tiles."""

from itertools import product

from prowlerbot.games.heroes.moves import DONE, END, REVEAL, Move
from prowlerbot.games.heroes.pieces import TILE
from prowlerbot.games.heroes.position import Hand, P, PositionData
from prowlerbot.games.heroes.seat import FACE_DOWN, GONE, Seat
from prowlerbot.games.heroes.stages import building, preparing

QUEUE_LENGTH = 5
MAX_BUILT = 3
"""The most tiles of its queue that a seat can build in a turn."""
TURNS = 39
"""The turns of a round before its last one."""
BRISK_TURNS = {1: 13, 2: 15, 3: 17}
"""The turns of a round of ``brisk`` before its last one, by round."""


def turns_before_last(position: PositionData) -> int:
    """The turns of the present round before its last one, as long as the pile lasts."""
    return BRISK_TURNS[position.round] if position.setup.build == "brisk" else TURNS


def begin_draft(position: P) -> P:
    """Let every seat form a queue, which is then turned up."""
    queued = position.with_each(lambda seat: seat._replace(queue=(FACE_DOWN,) * QUEUE_LENGTH))
    turning = tuple(product(position.playing, range(1, QUEUE_LENGTH + 1)))
    pile = position.pile - len(turning)
    return queued._replace(pile=pile, turning=turning, draw="tile").await_seats()


def turn_up_tile(position: P, tile: int) -> P:
    """Turn up the next due tile, as chance decided."""
    (number, place), *rest = position.turning
    seat = position.seats[number - 1]
    queue = (*seat.queue[: place - 1], tile, *seat.queue[place:])
    after = position._replace(turning=tuple(rest), seen=position.seen | 1 << tile)
    after = after.with_seat(number, seat._replace(queue=queue))
    return after if rest else _begin_turn(after._replace(draw=""))


def _begin_turn(position: P) -> P:
    """Begin a turn. Until it ends, the others see the present seats."""
    begun = position.with_each(
        lambda seat: seat if seat.done else _offer_moves(seat._replace(stage="draft"), position)
    )
    return await_or_end_turn(begun._replace(shown=begun.seats))


def _offer_moves(seat: Seat, position: PositionData) -> Seat:
    """The seat with its legal moves; if its only move is to end, it ends by itself."""
    legal = _legal_moves(seat, position.setup.hand, last=position.last)
    return seat.let_wait() if legal == (END,) else seat._replace(legal=legal)


def _legal_moves(seat: Seat, hand: Hand, *, last: bool) -> tuple[Move, ...]:
    """The legal moves of a seat; ``last`` in the last turn of a round, which turns nothing up."""
    moves: list[Move] = []
    built = seat.built_now
    if built < MAX_BUILT:
        for place, number in enumerate(seat.queue, 1):
            if (tile := TILE[max(number, FACE_DOWN)]) is not None:
                moves += building.legal_placements(seat.colony, tile, hand, f"b{place}")
    if built:
        return (*moves, END)
    moves += building.reserve_placements(seat, hand)
    moves.append(END)
    if not last:
        moves += REVEAL[1 : len(seat.queue) + 1]
        moves.append(DONE)
    return tuple(moves)


def apply_move(position: P, number: int, move: Move) -> P:
    seat = position.seats[number - 1]
    seat = seat._replace(hidden_moves=seat.hidden_moves + 1)
    match move.kind:
        case "queue":
            place = move.number
            tile = str(seat.queue[place - 1])
            queue = (*seat.queue[: place - 1], GONE, *seat.queue[place:])
            built = building.with_placed(seat._replace(queue=queue), tile, move)
            seat = _offer_moves(built, position)
        case "reserve":
            seat = building.with_reserve_piece(seat, move).let_wait()
        case "reveal":
            seat = seat._replace(passing=move.number).let_wait()
        case "done":
            seat = seat._replace(done=True).let_wait()
        case "end":
            seat = seat.let_wait()
        case kind:
            raise ValueError(f"“{kind}” is no move of the draft.")
    return await_or_end_turn(position.with_seat(number, seat))


def await_or_end_turn(position: P) -> P:
    """The position after a move or a leave; the turn ends once nobody has to move in it."""
    return position.await_seats() if position.deciding else _end_turn(position)


def _end_turn(position: P) -> P:
    if position.last or all(position.seats[number - 1].done for number in position.playing):
        return preparing.begin_preparing(position)
    # Refill the queues of the seats that built from the pile, as far as it lasts.
    pile = position.pile
    seats = []
    for seat in position.seats:
        remaining = tuple(tile for tile in seat.queue if tile != GONE)
        added_count = min(len(seat.queue) - len(remaining), pile)
        pile -= added_count
        seats.append(seat._replace(queue=(FACE_DOWN,) * added_count + remaining))
    return _turn_up_tiles(_pass_tiles(position._replace(seats=tuple(seats), pile=pile)))


def _pass_tiles(position: P) -> P:
    """Pass a tile of every seat to the right; it stays face up or face down."""
    playing, seats = position.playing, list(position.seats)
    for giver, number in zip((playing[-1], *playing), playing, strict=False):
        giver_seat, seat = position.seats[giver - 1], position.seats[number - 1]
        tile = giver_seat.queue[(giver_seat.passing or len(giver_seat.queue)) - 1]
        place = seat.passing or len(seat.queue)
        queue = (tile, *seat.queue[: place - 1], *seat.queue[place:])
        seats[number - 1] = seat._replace(queue=queue)
    return position._replace(seats=tuple(seats))


def _turn_up_tiles(position: P) -> P:
    """Turn up the revealed tiles, except the one just received; then begin the next turn."""
    turning = tuple(
        (number, place)
        for number in position.playing
        if position.seats[number - 1].passing
        for place, tile in enumerate(position.seats[number - 1].queue, 1)
        if place > 1 and tile == FACE_DOWN
    )
    seats = tuple(seat._replace(passing=0, hidden_moves=0) for seat in position.seats)
    is_last = position.pile < len(position.playing) or position.turn >= turns_before_last(position)
    after = position._replace(seats=seats, shown=(), turn=position.turn + 1, last=is_last)
    after = after._replace(turning=turning)
    return after._replace(draw="tile").await_seats() if turning else _begin_turn(after)
