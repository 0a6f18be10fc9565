"""Standing orders: a player's answers to all questions of a kind.

They cover questions about visible things, and the reveal if no tile fits. They never choose the
pieces to build or to plan.
"""

from __future__ import annotations

from collections.abc import Collection

from .moves import DONE, MEET, PASS, READY, Move
from .seat import FACE_DOWN, Seat

NEVER_ARM = "arm-never-{round}"
"""Never re-arm traps in this round."""
FIGHT_FIRST = "fight-first"
"""Of several kinds of tokens, traps act first, then guards."""
ANY_PLACE = "any-place"
"""Prisoners go into the first cell, guards that join to the first campfire."""
NO_GUARDS = "no-guards"
"""Neither buy nor move guards. The order waits while a gem can be stored, which would be lost."""

REVEAL_STUCK = "reveal-stuck"
"""Turn up a queue if none of its tiles fits, and pass its last tile. The order waits if the reveal
turns up nothing. A player alone is done once no open edge is left; in a match of several, each
player still chooses the tile to pass. Every player begins with this order, so that nobody has to
press if only one answer helps."""

ORDERS = (*(NEVER_ARM.format(round=number) for number in (1, 2, 3)), FIGHT_FIRST, ANY_PLACE)
ORDERS += (NO_GUARDS, REVEAL_STUCK)


def ordered(
    seat: Seat, round_: int, orders: Collection[str], *, alone: bool = False
) -> Move | None:
    """The move of a seat by its orders; None if the player must choose."""
    never_arm = NEVER_ARM.format(round=round_)
    match seat.stage:
        case "draft" if REVEAL_STUCK in orders:
            return stops(seat) if alone and not seat.colony.frontier else turns_up(seat)
        case "walk" if FIGHT_FIRST in orders:
            return next((m for m in seat.legal if m in {MEET["trap"], MEET["guard"]}), None)
        case "cell" | "recruit" if ANY_PLACE in orders:
            return next(iter(seat.legal), None)
        case "arm" if never_arm in orders:
            return PASS if seat.legal else None
        case "populate" if NO_GUARDS in orders:
            storing = any(move.kind == "store" for move in seat.legal)
            return READY if seat.legal and not storing else None
    return None


def turns_up(seat: Seat) -> Move | None:
    """The reveal of the queue if none of its tiles fits, so only the reserve could be built."""
    if not seat.colony.frontier or any(move.kind == "queue" for move in seat.legal):
        return None
    last = [move for move in seat.legal if move.kind == "reveal"][-1:]
    return last[0] if last and FACE_DOWN in seat.queue[:-1] else None


def stops(seat: Seat) -> Move | None:
    """The move that ends building, for a colony that no piece can extend any more."""
    return DONE if DONE in seat.legal else None
