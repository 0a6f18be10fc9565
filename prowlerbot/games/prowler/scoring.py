"""Scoring: the five numbers of a scoring phase, and the winner."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from prowlerbot.core.game import Outcome

from .achievements import WEALTH
from .position import PositionData
from .setup import DISTRICTS, ITEMS

CATEGORIES = ("passages", "statues", "items", "districts", "achievements")

BANKING, POLITICAL, MARKET, RESIDENTIAL, CASTLE = range(len(DISTRICTS))


class Score(NamedTuple):
    """One seat's wealth in one scoring phase, by category."""

    passages: int
    statues: int
    items: int
    districts: int
    achievements: int

    @property
    def total(self) -> int:
        return sum(self)


Sheet = tuple[Score, Score]
"""One scoring phase: seat 1, seat 2."""


def set_wealth(count: int) -> int:
    """The wealth of one set of like items: 1, 3, 6, 10, … also beyond the printed seven."""
    return count * (count + 1) // 2


def district_parts(position: PositionData, seat: int) -> tuple[tuple[int, ...] | None, ...]:
    """The summands of each district's reward, in the order of DISTRICTS; None without control."""
    lead = position.lead(seat)
    tiles = position.tiles_of(seat)
    items, shovels = tiles[: len(ITEMS)], sum(tiles[len(ITEMS) :])
    held = len(position.achievements[seat - 1])
    stolen = len(position.statues[seat - 1])
    rewards: tuple[tuple[int, ...], ...] = (
        (5, items[BANKING]),
        (items[POLITICAL], 2 * position.controlled(seat)),
        (items[MARKET], held, stolen, lead[MARKET]),
        (items[RESIDENTIAL], max(0, position.longest(seat) - 2)),
        (3 * sum(count // 2 for count in items), -shovels),
    )
    return tuple(reward if at > 0 else None for reward, at in zip(rewards, lead, strict=True))


def district_wealth(position: PositionData, seat: int) -> tuple[int | None, ...]:
    """The reward of each district in the order of DISTRICTS; None where the seat has no control."""
    return tuple(None if parts is None else sum(parts) for parts in district_parts(position, seat))


def item_parts(position: PositionData, seat: int) -> tuple[int, ...]:
    """The wealth of each existing set of like items, in the order of ITEMS."""
    return tuple(set_wealth(count) for count in position.tiles_of(seat)[: len(ITEMS)] if count)


def score(position: PositionData, seat: int, *, final: bool) -> Score:
    """The seat's five numbers; achievements count in the final scoring only."""
    return Score(
        passages=2 * position.longest(seat),
        statues=len(position.statues[seat - 1]),
        items=sum(map(set_wealth, position.tiles_of(seat)[: len(ITEMS)])),
        districts=sum(reward or 0 for reward in district_wealth(position, seat)),
        achievements=sum(WEALTH[card] for card in position.achievements[seat - 1]) if final else 0,
    )


def score_sheet(position: PositionData, *, final: bool) -> Sheet:
    return score(position, 1, final=final), score(position, 2, final=final)


def mid_sheet(position: PositionData) -> Sheet | None:
    """The mid-game score; None before that phase."""
    return None if position.half is None else _mid_sheet(position.half)


@lru_cache(maxsize=256)
def _mid_sheet(half: PositionData) -> Sheet:
    """The mid-game scores, cached: they never change, and every picture and message needs them."""
    return score_sheet(half, final=False)


def as_lists(sheet: Sheet) -> list[list[int]]:
    """A sheet as a record has it."""
    return [list(row) for row in sheet]


def running_wealth(position: PositionData, seat: int) -> int:
    """A seat's total, or its total if the final scoring came now.

    It jumps at mid-game scoring: the seat keeps that wealth, and everything counts again later.
    """
    return banked_wealth(position, seat) + score(position, seat, final=True).total


def banked_wealth(position: PositionData, seat: int) -> int:
    """The wealth from mid-game scoring, which a seat keeps."""
    mid = mid_sheet(position)
    return mid[seat - 1].total if mid else 0


def most_ahead(position: PositionData) -> tuple[int, int]:
    """The category with the winner's largest lead over both phases, and that lead."""
    winner = outcome(position).winner or 1
    both = zip(by_category(position, winner), by_category(position, 3 - winner), strict=True)
    ahead = [mine - other for mine, other in both]
    most = max(ahead)
    return ahead.index(most), most


def by_category(position: PositionData, seat: int) -> list[int]:
    """A seat's wealth of both scoring phases by category, in a match that is over."""
    mid = score(position.half or position, seat, final=False)
    return [
        first + last for first, last in zip(mid, score(position, seat, final=True), strict=True)
    ]


def outcome(position: PositionData) -> Outcome:
    """Most wealth over both phases wins, then the longer passage, then more districts."""
    mid = mid_sheet(position) or (Score(0, 0, 0, 0, 0), Score(0, 0, 0, 0, 0))
    final = score_sheet(position, final=True)
    totals = (mid[0].total + final[0].total, mid[1].total + final[1].total)
    rules = {
        "wealth": totals,
        "passage": (position.longest(1), position.longest(2)),
        "districts": (position.controlled(1), position.controlled(2)),
    }
    for by, (one, two) in rules.items():
        if one != two:
            return Outcome((1, 2) if one > two else (2, 1), by, totals)
    return Outcome((1, 1), "shared", totals)
