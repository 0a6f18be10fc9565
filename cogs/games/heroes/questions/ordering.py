"""The standing orders offered on a player's own board, where they are of use."""

from __future__ import annotations

from collections.abc import Sequence

from cogs.contract.screen import Order
from prowlerbot.core.i18n import tr
from prowlerbot.games.heroes.colony import FACE_DOWN
from prowlerbot.games.heroes.position import (
    ANY_PLACE,
    FIGHT_FIRST,
    NEVER_ARM,
    NO_GUARDS,
    REVEAL_STUCK,
    turns_up,
)
from prowlerbot.games.heroes.rules import Position


def turned_up(line: Sequence[Position], seat: int) -> bool:
    """Whether a seat's queue was turned up last turn because no tile fitted."""
    now = line[-1]
    own = now.seats[seat - 1]
    if own.stage != "draft" or FACE_DOWN in own.queue[1:]:
        return False
    for before in reversed(line):
        if (before.round, before.turn) < (now.round, now.turn - 1):
            return False
        if before.shown and before.turn == now.turn - 1:
            stuck = before.seats[seat - 1]
            if stuck.stage == "draft" and turns_up(stuck) is not None:
                return True
    return False


def offered(line: Sequence[Position], seat: int) -> list[Order]:
    """All orders, each marked if it answers the present question."""
    position = line[-1]
    if seat not in position.to_move or position.outcome is not None:
        return []
    present = asked(position, seat)
    labels = {
        NO_GUARDS: tr("Never buy or move guards"),
        NEVER_ARM.format(round=position.round): tr("No re-arming in this round"),
        ANY_PLACE: tr("Choose cells and campfires for me"),
        FIGHT_FIRST: tr("Traps and guards act first"),
    }
    if present == REVEAL_STUCK or turned_up(line, seat):  # on by default, so only here
        labels = {REVEAL_STUCK: tr("Turn up automatically if nothing fits"), **labels}
    if position.phase == "planning":  # the round for which traps stay as they are is over
        labels.pop(NEVER_ARM.format(round=position.round))
    return [Order(key, label, asked=key == present) for key, label in labels.items()]


def asked(position: Position, seat: int) -> str:
    """The order that would answer the present question; empty if there is none."""
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
