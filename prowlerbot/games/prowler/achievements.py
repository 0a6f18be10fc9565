"""The fifteen achievement cards: their wealth, their conditions, and how near a seat is to them."""

from __future__ import annotations

from collections.abc import Callable

from .board import AREA_PATHWAYS, FULL_AREAS
from .passages import has_three, parts
from .position import PositionData
from .setup import ITEMS

WEALTH: dict[int, int] = dict(
    zip(range(1, 16), (3, 3, 5, 5, 5, 5, 4, 3, 4, 6, 4, 4, 4, 3, 3), strict=True)
)

LONGEST_AT_MID_GAME = 14
MOST_DISTRICTS_AT_MID_GAME = 15

_AROUND = tuple(AREA_PATHWAYS[area] for area in FULL_AREAS)
"""The four pathways around each area that has so many; the other nine have two and the rim."""

Requirement = Callable[[PositionData, int], int]
"""How much of the requirement of a card a seat has."""


def _passages_of_three(position: PositionData, seat: int) -> int:
    return sum(map(has_three, parts(position.passages[seat - 1])))


def _around_an_area(position: PositionData, seat: int) -> int:
    own = position.passages[seat - 1]
    return max([(own & around).bit_count() for around in _AROUND])


def _kinds_held(each: int) -> Requirement:
    """The kinds of items of which a seat has so many of ``each``."""

    def kinds(position: PositionData, seat: int) -> int:
        own = position.passages[seat - 1]  # a seat holds the tiles of its own passages
        b, p, m, r, _, _ = position.setup.lying
        return (
            ((own & b).bit_count() >= each)
            + ((own & p).bit_count() >= each)
            + ((own & m).bit_count() >= each)
            + ((own & r).bit_count() >= each)
        )

    return kinds


def _most_of_a_kind(position: PositionData, seat: int) -> int:
    return max(position.tiles_of(seat)[: len(ITEMS)])


def _districts_led(by: int) -> Requirement:
    """The districts in which a seat is ahead by so many spaces."""

    def districts(position: PositionData, seat: int) -> int:
        b, p, m, r, c = position.track
        if seat == 1:
            return (b >= by) + (p >= by) + (m >= by) + (r >= by) + (c >= by)
        return (-b >= by) + (-p >= by) + (-m >= by) + (-r >= by) + (-c >= by)

    return districts


def _largest_lead(position: PositionData, seat: int) -> int:
    return max(0, *position.lead(seat))


def _districts_with_items(position: PositionData, seat: int) -> int:
    own = position.passages[seat - 1]
    b, p, m, r, _, _ = position.setup.lying
    banking, political, market, residential, _ = position.lead(seat)
    return (
        (banking > 0 < own & b)
        + (political > 0 < own & p)
        + (market > 0 < own & m)
        + (residential > 0 < own & r)
    )


HAD: dict[int, Requirement] = {
    1: lambda position, seat: len(position.statues[seat - 1]),
    2: PositionData.longest,
    3: _passages_of_three,
    4: _around_an_area,
    5: _kinds_held(1),
    6: _kinds_held(2),
    7: _kinds_held(3),
    8: _most_of_a_kind,
    9: _districts_led(by=1),
    10: _largest_lead,
    11: _districts_led(by=3),
    12: _districts_led(by=2),
    13: _districts_with_items,
    LONGEST_AT_MID_GAME: PositionData.longest,
    MOST_DISTRICTS_AT_MID_GAME: _districts_led(by=1),
}
NEEDED: dict[int, int] = dict(
    zip(range(1, 14), (2, 6, 2, 4, 4, 3, 2, 4, 4, 5, 2, 3, 3), strict=True)
)
"""By card: what a seat needs to claim it; 14 and 15 go to the seat that is ahead."""

_NEEDS = {2: 6, 3: 6, 4: 4, 5: 4, 6: 6, 7: 6, 8: 4, 13: 3}
"""By card: the passages it takes at least, as many as the items that come with them."""

_NEVER = 99
"""Cards 14 and 15 are not claimed, but awarded at mid-game scoring."""

EARLIEST: tuple[int, ...] = tuple(
    2 * _NEEDS.get(card, 1) - 1 if card in NEEDED else _NEVER for card in range(16)
)
"""By card: the first placement at which anybody can fulfil it, which is the start seat's."""


def mid_game_awards(position: PositionData) -> list[tuple[int, int]]:
    """The drawn cards 14 and 15 with the seat that is strictly ahead; a tie gives nobody a card."""
    awards: list[tuple[int, int]] = []
    for card in (LONGEST_AT_MID_GAME, MOST_DISTRICTS_AT_MID_GAME):
        one, two = HAD[card](position, 1), HAD[card](position, 2)
        if card in position.unclaimed and one != two:
            awards.append((card, 1 if one > two else 2))
    return awards


def reached(position: PositionData, seat: int, card: int) -> int:
    """How much of the requirement the seat has, capped at the requirement."""
    return min(HAD[card](position, seat), NEEDED.get(card, 99))
