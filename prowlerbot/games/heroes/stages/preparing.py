"""From the end of building to the invasion: closing, inspection and populate.

Each seat goes through them at its own pace.
"""

from prowlerbot.games.heroes.colony import Placed, rebuild_colony
from prowlerbot.games.heroes.moves import END, PATCH_MOVES, READY, REMOVE, Move
from prowlerbot.games.heroes.pieces import PATCH
from prowlerbot.games.heroes.position import P, PositionData
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages import building, events, invasion


def begin_preparing(position: P) -> P:
    """End building; the rest of the queues, the pile and the hands is discarded."""
    cleared = (
        each._replace(queue=(), hand=0, passing=0, hidden_moves=0, done=False)
        for each in position.seats
    )
    ended = position._replace(seats=tuple(cleared), shown=(), face_up=(), last=False)
    return await_or_begin_invasion(ended.with_each(lambda seat: _begin_closing(seat, position)))


def apply_move(position: P, number: int, move: Move) -> P:
    seat = position.seats[number - 1]
    match seat.stage:
        case "closing":
            if move == END:
                seat = _begin_inspection(seat, position)
            else:
                seat = _begin_closing(building.with_reserve_piece(seat, move), position)
        case "inspection":
            return _apply_inspection(position, number, move)
        case "populate" if move == READY:
            seat = _end_populating(seat)
        case "populate":
            seat = _offer_populate_moves(events.apply_populate_move(seat, move))
        case stage:
            raise ValueError(f"“{stage}” is no stage before an invasion.")
    return await_or_begin_invasion(position.with_seat(number, seat))


def await_or_begin_invasion(position: P) -> P:
    """The position after a move or a leave; the invasion begins once all seats are ready."""
    return position.await_seats() if position.deciding else invasion.begin_invasion(position)


def _begin_closing(seat: Seat, position: PositionData) -> Seat:
    if legal := tuple(building.reserve_placements(seat, position.setup.hand)):
        return seat._replace(stage="closing", legal=(*legal, END))
    return _begin_inspection(seat, position)


def _begin_inspection(seat: Seat, position: PositionData) -> Seat:
    if legal := _inspection_moves(seat, position.supply):
        return seat._replace(stage="inspection", legal=legal)
    populated = seat._replace(stage="populate", tokens=events.populate(seat.colony))
    return _offer_populate_moves(populated)


def _inspection_moves(seat: Seat, supply: int) -> tuple[Move, ...]:
    """The legal moves: remove a piece with an invalid side, or replace a tile by a patch."""
    invalid = seat.colony.invalid
    wrong = [placed for placed in seat.colony.by_name if placed.area & invalid]
    moves = [REMOVE[placed.first] for placed in wrong]
    if PATCH in seat.reserve or (seat.gems and supply):
        moves += [PATCH_MOVES[placed.at] for placed in wrong if not placed.piece.special]
    return tuple(moves)


def _apply_inspection(position: P, number: int, move: Move) -> P:
    """Remove or patch a piece; a patch comes from the reserve, else for a gem from the supply."""
    seat, supply = position.seats[number - 1], position.supply
    placed = seat.colony.piece_at[move.at]
    if move.kind == "remove":
        seat = building.without_piece(seat, placed)
    else:
        if PATCH in seat.reserve:
            seat = seat.without_reserve(PATCH)
        else:
            seat = seat._replace(gems=seat.gems - 1)
            supply -= 1
        patch, pieces = Placed(PATCH, placed.at, 0), seat.colony.pieces
        patched = tuple(patch if each == placed else each for each in pieces)
        seat = seat._replace(colony=rebuild_colony(patched))
    position = position._replace(supply=supply)
    position = position.with_seat(number, _begin_inspection(seat, position))
    if not supply:  # no patch is left for the others
        position = position.with_each(_without_supply)
    return await_or_begin_invasion(position)


def _without_supply(seat: Seat) -> Seat:
    at_it = seat.stage == "inspection"
    return seat._replace(legal=_inspection_moves(seat, supply=0)) if at_it else seat


def _offer_populate_moves(seat: Seat) -> Seat:
    """The seat with its legal moves; without any but READY its populate ends."""
    legal = events.populate_moves(seat)
    return _end_populating(seat) if len(legal) == 1 else seat._replace(legal=legal)


def _end_populating(seat: Seat) -> Seat:
    """End populate; the rest of the stash is lost."""
    return seat.let_wait()._replace(gold=0, gems=0, moved=0)
