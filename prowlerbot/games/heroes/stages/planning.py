"""The planning phase: chance deals special pieces, and the seats choose, the poorest first."""

from prowlerbot.games.heroes.moves import CHOOSE, DEAL, Move
from prowlerbot.games.heroes.pieces import I_PIECES, L_PIECES, PATCH, RANK
from prowlerbot.games.heroes.position import Draw, P, PositionData

CHOICES = 2
"""The number of pieces that each seat takes."""
_SPECIAL_PIECES = {
    "L": [f"L{number}" for number in range(1, L_PIECES + 1)],
    "I": [f"I{number}" for number in range(1, I_PIECES + 1)],
}


def begin_planning(position: P) -> P:
    patches = min(len(position.playing), position.supply)
    begun = position._replace(phase="planning", order=(), choosing=())
    return _deal_pieces(begun._replace(supply=position.supply - patches, offer=(PATCH,) * patches))


def undealt_pieces(position: PositionData, kind: str) -> list[Move]:
    """The pieces of a kind that have never been dealt."""
    return [DEAL[id_] for id_ in _SPECIAL_PIECES[kind] if id_ not in position.dealt]


def apply_draw(position: P, move: Move) -> P:
    """The position after a decision of chance: a dealt piece, or the next seat in the order."""
    if move.kind == "seat":
        return _settle_order(position._replace(order=(*position.order, move.number)))
    offer = sorted((*position.offer, move.piece), key=RANK.__getitem__)
    dealt = (*position.dealt, move.piece)
    return _deal_pieces(position._replace(offer=tuple(offer), dealt=dealt))


def _deal_pieces(position: P) -> P:
    """Deal one L per seat, then one I more than there are seats, as far as they last."""
    kinds: tuple[Draw, Draw] = ("L", "I")
    for extra, kind in enumerate(kinds):
        offered = sum(id_.startswith(kind) for id_ in position.offer)
        if offered < len(position.playing) + extra and undealt_pieces(position, kind):
            return position._replace(draw=kind).await_seats()
    return _settle_order(position)


def poorest_seats(position: PositionData) -> list[int]:
    """The seats with the least treasure among those without a place in the order."""
    rest = [number for number in position.playing if number not in position.order]
    least = min((position.seats[number - 1].treasure for number in rest), default=0)
    return [number for number in rest if position.seats[number - 1].treasure == least]


def _settle_order(position: P) -> P:
    """Settle the order as far as it is clear; then ask for the first choice."""
    while len(equal := poorest_seats(position)) == 1:
        position = position._replace(order=(*position.order, *equal))
    if equal:
        return position._replace(draw="seat").await_seats()
    return _ask_next_seat(position._replace(draw="", choosing=position.order * CHOICES))


def _ask_next_seat(position: P) -> P:
    """Ask the next seat to choose; once all have chosen, ``choosing`` is empty."""
    if not position.choosing:
        return position._replace(offer=(), supply=position.supply + position.offer.count(PATCH))
    number = position.choosing[0]
    legal = tuple(CHOOSE[id_] for id_ in dict.fromkeys(position.offer))
    seat = position.seats[number - 1]._replace(stage="planning", legal=legal)
    return position.with_seat(number, seat).await_seats()


def apply_choice(position: P, number: int, move: Move) -> P:
    at = position.offer.index(move.piece)
    seat = position.seats[number - 1].with_reserve(move.piece).let_wait()
    offer = position.offer[:at] + position.offer[at + 1 :]
    after = position._replace(offer=offer, choosing=position.choosing[1:])
    return _ask_next_seat(after.with_seat(number, seat))


def drop_left_seat(position: P) -> P:
    """The position after a seat has left, whose choices are taken from the order."""
    playing = position.playing
    order = tuple(number for number in position.order if number in playing)
    choosing = tuple(number for number in position.choosing if number in playing)
    return _ask_next_seat(position._replace(order=order, choosing=choosing))
