"""The standing orders that are offered on a player's own board, where they are of use."""

from __future__ import annotations

from cogs.board.screen import Order
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.orders import ANY_PLACE, FIGHT_FIRST, NEVER_ARM, NO_GUARDS
from prowlerbot.games.heroes.rules import Position


def offered(position: Position, seat: int) -> list[Order]:
    """Those about a question that is asked now, or may be asked in this round."""
    own = position.seats[seat - 1]
    if not own.playing or position.outcome is not None:
        return []
    if own.stage == "populate":
        return [Order(NO_GUARDS, tr("Never buy or move guards"))]
    if position.phase != "invasion":
        return []
    colony = own.colony
    orders = []
    if colony.sealed_with("trap"):
        key = NEVER_ARM.format(round=position.round)
        orders.append(Order(key, tr("No re-arming in this round")))
    if colony.sealed_with("cell") | colony.sealed_with("campfire"):
        orders.append(Order(ANY_PLACE, tr("Choose cells and campfires for me")))
    if own.tokens.traps or own.tokens.guards:
        orders.append(Order(FIGHT_FIRST, tr("Traps and guards act first")))
    return orders
