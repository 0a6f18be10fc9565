"""The standing orders that are offered on a player's own board, where they are of use."""

from __future__ import annotations

from cogs.board.screen import Order
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.orders import (
    ANY_PLACE,
    FIGHT_FIRST,
    NEVER_ARM,
    NO_GUARDS,
    REVEAL_STUCK,
)
from prowlerbot.games.heroes.rules import Position


def offered(position: Position, seat: int) -> list[Order]:
    """All, each with whether what it is about is asked now."""
    if seat not in position.to_move or position.outcome is not None:
        return []
    asked = _asked(position, seat)
    labels = {
        REVEAL_STUCK: tr("Reveal by itself when nothing fits"),
        NO_GUARDS: tr("Never buy or move guards"),
        NEVER_ARM.format(round=position.round): tr("No re-arming in this round"),
        ANY_PLACE: tr("Choose cells and campfires for me"),
        FIGHT_FIRST: tr("Traps and guards act first"),
    }
    return [Order(key, label, asked=key == asked) for key, label in labels.items()]


def _asked(position: Position, seat: int) -> str:
    """The order that is about the question of the moment; empty where there is none."""
    own = position.seats[seat - 1]
    kinds = {move.kind for move in own.legal}
    match own.stage:
        case "draft" if "reveal" in kinds and "queue" not in kinds and own.colony.frontier:
            return REVEAL_STUCK
        case "populate" if kinds & {"buy for gold", "buy for gem", "move"}:
            return NO_GUARDS
        case "arm":
            return NEVER_ARM.format(round=position.round)
        case "cell" | "recruit":
            return ANY_PLACE
        case "walk" if {"trap", "guard"} & {move.piece for move in own.legal}:
            return FIGHT_FIRST
    return ""
