"""The moves of chance and their effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .cards import EVENTS as EVENT_CARDS
from .cards import INVADERS as INVADER_CARDS
from .cards import MAPS as MAP_CARDS
from .moves import CARD_KINDS, EVENTS, INVADERS, MAPS, TILES, Move
from .pieces import LAST_TILE
from .stages import draft, invasion, live, planning

if TYPE_CHECKING:
    from .rules import Position

_CARDS = {
    "invader": INVADERS[1 : len(INVADER_CARDS) + 1],
    "map": MAPS[1 : len(MAP_CARDS) + 1],
    "event": EVENTS[1 : len(EVENT_CARDS) + 1],
}


def legal(position: Position) -> tuple[Move, ...]:
    """The moves of chance, by number."""
    match position.draw:
        case "tile":
            seen = position.seen
            return tuple([TILES[n] for n in range(1, LAST_TILE + 1) if not seen >> n & 1])
        case "card kind":
            return CARD_KINDS[: position.invaders + position.events]
        case "seat":
            return tuple(planning.equals(position))
        case "L" | "I":
            return tuple(planning.to_deal(position, position.draw))
        case kind:
            return tuple([card for card in _CARDS[kind] if card not in position.used])


def drawn(position: Position, move: Move) -> Position:
    match position.draw:
        case "tile":
            if position.setup.build == "live":
                return live.turned_up(position, move.number)
            return draft.turned_up(position, move.number)
        case "L" | "I" | "seat":
            return planning.drawn(position, move)
        case _:
            return invasion.drawn(position, move)
