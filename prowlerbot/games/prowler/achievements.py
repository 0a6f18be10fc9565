"""The fifteen achievement cards: their wealth, their conditions, and how near a seat is to them."""

from __future__ import annotations

from collections.abc import Callable

from .board import AREA_PATHWAYS, FULL_AREAS, PATHWAYS
from .passages import has_three, longest_in_part, part_with, parts
from .position import PositionData
from .setup import ITEMS

WEALTH: dict[int, int] = dict(
    zip(range(1, 16), (3, 3, 5, 5, 5, 5, 4, 3, 4, 6, 4, 4, 4, 3, 3), strict=True)
)

LONGEST_AT_MID_GAME = 14
MOST_DISTRICTS_AT_MID_GAME = 15

FULL_AREAS_BESIDE: tuple[tuple[int, ...], ...] = (
    (),
    *(tuple(AREA_PATHWAYS[area] for area in p.areas if area in FULL_AREAS) for p in PATHWAYS),
)
"""By pathway: the areas beside it with four pathways; the other nine have two and the rim."""


Condition = Callable[[PositionData, int], bool]


def _item_sets(kinds: int, each: int) -> Condition:
    def condition(position: PositionData, seat: int) -> bool:
        own = position.passages[seat - 1]  # a seat holds the tiles of its own passages
        b, p, m, r, _, _ = position.setup.lying
        return (
            ((own & b).bit_count() >= each)
            + ((own & p).bit_count() >= each)
            + ((own & m).bit_count() >= each)
            + ((own & r).bit_count() >= each)
        ) >= kinds

    return condition


def _control(districts: int, by: int) -> Condition:
    def condition(position: PositionData, seat: int) -> bool:
        b, p, m, r, c = position.track
        if seat == 1:
            return (b >= by) + (p >= by) + (m >= by) + (r >= by) + (c >= by) >= districts
        return (-b >= by) + (-p >= by) + (-m >= by) + (-r >= by) + (-c >= by) >= districts

    return condition


def _passage_of_six(position: PositionData, seat: int) -> bool:
    own = position.passages[seat - 1]
    part = _just_extended(position, own)
    return part.bit_count() >= 6 and longest_in_part(part) >= 6


def _two_passages_of_three(position: PositionData, seat: int) -> bool:
    own = position.passages[seat - 1]
    part = _just_extended(position, own)
    rest = own & ~part
    return has_three(part) and rest.bit_count() >= 3 and any(map(has_three, parts(rest)))


def _just_extended(position: PositionData, own: int) -> int:
    """The part with the passage just placed; any condition newly fulfilled involves this part."""
    return part_with(1 << position.last.pathway, own) if position.last else 0


def _surrounded_area(position: PositionData, seat: int) -> bool:
    own = position.passages[seat - 1]
    if position.last:
        for around in FULL_AREAS_BESIDE[position.last.pathway]:
            if own & around == around:
                return True
    return False


def _three_districts_with_items(position: PositionData, seat: int) -> bool:
    own = position.passages[seat - 1]
    b, p, m, r, _, _ = position.setup.lying
    banking, political, market, residential, _ = position.track
    if seat == 2:
        banking, political, market, residential = -banking, -political, -market, -residential
    return (
        (banking > 0 < own & b)
        + (political > 0 < own & p)
        + (market > 0 < own & m)
        + (residential > 0 < own & r)
    ) >= 3


CONDITIONS: dict[int, Condition] = {
    1: lambda position, seat: len(position.statues[seat - 1]) >= 2,
    2: _passage_of_six,
    3: _two_passages_of_three,
    4: _surrounded_area,
    5: _item_sets(kinds=4, each=1),
    6: _item_sets(kinds=3, each=2),
    7: _item_sets(kinds=2, each=3),
    8: _item_sets(kinds=1, each=4),
    9: _control(districts=4, by=1),
    10: _control(districts=1, by=5),
    11: _control(districts=2, by=3),
    12: _control(districts=3, by=2),
    13: _three_districts_with_items,
}
"""By card: whether the seat, which has just placed, fulfils the condition and claims it."""

_NEEDS = {2: 6, 3: 6, 4: 4, 5: 4, 6: 6, 7: 6, 8: 4, 13: 3}
"""By card: the passages it takes at least, as many as the items that come with them."""

_NEVER = 99
"""Cards 14 and 15 are not claimed, but awarded at mid-game scoring."""

EARLIEST: tuple[int, ...] = tuple(
    2 * _NEEDS.get(card, 1) - 1 if card in CONDITIONS else _NEVER for card in range(16)
)
"""By card: the first placement at which anybody can fulfil it, which is the start seat's."""


def mid_game_awards(position: PositionData) -> list[tuple[int, int]]:
    """The drawn cards 14 and 15 with the seat that is strictly ahead; a tie gives nobody a card."""
    awards: list[tuple[int, int]] = []
    for card, standing in (
        (LONGEST_AT_MID_GAME, position.longest),
        (MOST_DISTRICTS_AT_MID_GAME, position.controlled),
    ):
        if card in position.unclaimed and standing(1) != standing(2):
            awards.append((card, 1 if standing(1) > standing(2) else 2))
    return awards


NEEDED: dict[int, int] = dict(
    zip(range(1, 14), (2, 6, 2, 4, 4, 3, 2, 4, 4, 5, 2, 3, 3), strict=True)
)
"""By card: its requirement, as ``reached`` counts it; 14 and 15 go to the seat that is ahead."""


def reached(position: PositionData, seat: int, card: int) -> int:
    """How much of the requirement the seat has, capped at the requirement."""
    return min(_reached(position, seat, card), NEEDED.get(card, 99))


def _reached(position: PositionData, seat: int, card: int) -> int:  # noqa: PLR0911, C901 - one line a card
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
            return max((own & AREA_PATHWAYS[area]).bit_count() for area in FULL_AREAS)
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
