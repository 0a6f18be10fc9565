"""The fifteen achievement cards: their wealth and their conditions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .board import AREA_PATHWAYS, PATHWAYS
from .passages import has_three, longest_in_part, part_with, parts

if TYPE_CHECKING:  # the position asks for its achievements, so only its type is needed here
    from .rules import Position

WEALTH: dict[int, int] = dict(
    zip(range(1, 16), (3, 3, 5, 5, 5, 5, 4, 3, 4, 6, 4, 4, 4, 3, 3), strict=True)
)

LONGEST_AT_MID_GAME = 14
MOST_DISTRICTS_AT_MID_GAME = 15

FULL_AREAS_BESIDE: tuple[tuple[int, ...], ...] = (
    (),
    *(
        tuple(AREA_PATHWAYS[area] for area in p.areas if AREA_PATHWAYS[area].bit_count() == 4)
        for p in PATHWAYS
    ),
)
"""The areas with four pathways beside each pathway; the other nine areas have two and the rim."""


Condition = Callable[["Position", int], bool]


def _item_sets(kinds: int, each: int) -> Condition:
    def condition(position: Position, seat: int) -> bool:
        own = position.passages[seat - 1]  # a seat holds the tiles of its own passages
        if own.bit_count() < kinds * each:
            return False
        b, p, m, r, _, _ = position.setup.lying
        return (
            ((own & b).bit_count() >= each)
            + ((own & p).bit_count() >= each)
            + ((own & m).bit_count() >= each)
            + ((own & r).bit_count() >= each)
        ) >= kinds

    return condition


def _control(districts: int, by: int) -> Condition:
    def condition(position: Position, seat: int) -> bool:
        b, p, m, r, c = position.track
        if seat == 1:
            return (b >= by) + (p >= by) + (m >= by) + (r >= by) + (c >= by) >= districts
        return (-b >= by) + (-p >= by) + (-m >= by) + (-r >= by) + (-c >= by) >= districts

    return condition


def _two_statues(position: Position, seat: int) -> bool:
    return len(position.statues[seat - 1]) >= 2


def _passage_of_six(position: Position, seat: int) -> bool:
    own = position.passages[seat - 1]
    if own.bit_count() < 6:
        return False
    part = _just_extended(position, own)
    return part.bit_count() >= 6 and longest_in_part(part) >= 6


def _two_passages_of_three(position: Position, seat: int) -> bool:
    own = position.passages[seat - 1]
    if own.bit_count() < 6:
        return False
    part = _just_extended(position, own)
    return has_three(part) and any(map(has_three, parts(own & ~part)))


def _just_extended(position: Position, own: int) -> int:
    """The part with the passage just placed; what the seat newly fulfils has to do with it."""
    return part_with(1 << position.last.pathway, own) if position.last else 0


def _surrounded_area(position: Position, seat: int) -> bool:
    own = position.passages[seat - 1]
    if position.last:
        for around in FULL_AREAS_BESIDE[position.last.pathway]:
            if own & around == around:
                return True
    return False


def _three_districts_with_items(position: Position, seat: int) -> bool:
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


def _never(position: Position, seat: int) -> bool:  # noqa: ARG001 - has the form of a Condition
    return False


CONDITIONS: tuple[Condition, ...] = (
    _never,  # there is no card 0
    _two_statues,
    _passage_of_six,
    _two_passages_of_three,
    _surrounded_area,
    _item_sets(kinds=4, each=1),
    _item_sets(kinds=3, each=2),
    _item_sets(kinds=2, each=3),
    _item_sets(kinds=1, each=4),
    _control(districts=4, by=1),
    _control(districts=1, by=5),
    _control(districts=2, by=3),
    _control(districts=3, by=2),
    _three_districts_with_items,
    _never,  # cards 14 and 15 are awarded at mid-game scoring
    _never,
)
"""By card: whether the seat, which has just placed, fulfils the condition and claims it."""


def mid_game_awards(position: Position) -> list[tuple[int, int]]:
    """The drawn cards 14 and 15 with the seat that is strictly ahead; a tie gives nobody a card."""
    awards: list[tuple[int, int]] = []
    for card, standing in (
        (LONGEST_AT_MID_GAME, position.longest),
        (MOST_DISTRICTS_AT_MID_GAME, position.controlled),
    ):
        if card in position.unclaimed and standing(1) != standing(2):
            awards.append((card, 1 if standing(1) > standing(2) else 2))
    return awards
