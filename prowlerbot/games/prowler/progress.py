"""How near a seat is to an achievement card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .board import AREA_PATHWAYS
from .passages import has_three, parts
from .setup import ITEMS

if TYPE_CHECKING:
    from .rules import Position

_FULL_AREAS = tuple(mask for mask in AREA_PATHWAYS if mask.bit_count() == 4)

NEEDED: dict[int, int] = {
    1: 2,
    2: 6,
    3: 2,
    4: 4,
    5: 4,
    6: 3,
    7: 2,
    8: 4,
    9: 4,
    10: 5,
    11: 2,
    12: 3,
    13: 3,
}
"""By card: its requirement, in the unit that ``reached`` counts. Cards 14 and 15 require more than
the other seat has."""


def reached(position: Position, seat: int, card: int) -> int:
    """How much of the requirement the seat has, capped at the requirement."""
    return min(_reached(position, seat, card), NEEDED.get(card, 99))


def _reached(position: Position, seat: int, card: int) -> int:  # noqa: PLR0911, C901 - one line a card
    own = position.passages[seat - 1]
    items = position.tiles_of(seat)[: len(ITEMS)]
    lead = position.lead(seat)
    match card:
        case 1:
            return len(position.statues[seat - 1])
        case 2 | 14:
            return position.longest(seat)
        case 3:
            return sum(map(has_three, parts(own)))
        case 4:
            return max((own & area).bit_count() for area in _FULL_AREAS)
        case 5 | 6 | 7:
            return sum(count >= card - 4 for count in items)
        case 8:
            return max(items)
        case 9 | 15:
            return position.controlled(seat)
        case 10:
            return max(0, *lead)
        case 11:
            return sum(at >= 3 for at in lead)
        case 12:
            return sum(at >= 2 for at in lead)
        case _:
            return sum(at > 0 < count for at, count in zip(lead, items, strict=False))
