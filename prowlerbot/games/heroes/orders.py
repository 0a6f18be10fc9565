"""Standing orders: what a player wants to be answered to questions of a kind.

Only what happens in the open can be ordered; building and planning never are.
"""

from __future__ import annotations

from collections.abc import Collection

from .moves import MEET, PASS, READY, Move
from .seat import Seat

NEVER_ARM = "arm-never-{round}"
"""Traps are not re-armed in this round."""
FIGHT_FIRST = "fight-first"
"""Of several kinds of tokens, traps act first, then guards."""
ANY_PLACE = "any-place"
"""Prisoners go into the first cell, guards that join to the first campfire."""
NO_GUARDS = "no-guards"
"""Guards are neither bought nor moved. It is not obeyed while a gem can be stored, which would be
lost."""

ORDERS = (*(NEVER_ARM.format(round=number) for number in (1, 2, 3)), FIGHT_FIRST, ANY_PLACE)
ORDERS += (NO_GUARDS,)


def ordered(seat: Seat, round_: int, orders: Collection[str]) -> Move | None:
    """What a seat does now by its orders; None where it has to be asked."""
    match seat.stage:
        case "walk":
            if FIGHT_FIRST in orders and seat.legal:
                return next((m for m in seat.legal if m in {MEET["trap"], MEET["guard"]}), None)
        case "cell" | "recruit":
            if ANY_PLACE in orders and seat.legal:
                return seat.legal[0]
        case "arm":
            if NEVER_ARM.format(round=round_) in orders and seat.legal:
                return PASS
        case "populate":
            storing = any(move.kind == "store" for move in seat.legal)
            if NO_GUARDS in orders and seat.legal and not storing:
                return READY
    return None
