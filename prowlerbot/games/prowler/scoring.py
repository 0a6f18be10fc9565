"""What everything is worth: the five numbers of a scoring phase, and who has won."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from prowlerbot.core.game import Outcome

from .achievements import WEALTH
from .setup import DISTRICTS, ITEMS

if TYPE_CHECKING:  # the position asks for its scores, so only its type is needed here
    from .rules import Position

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


def district_wealth(position: Position, seat: int) -> tuple[int | None, ...]:
    """The reward of each district in the order of DISTRICTS; None where the seat has no control."""
    lead = position.lead(seat)
    tiles = position.tiles_of(seat)
    items, shovels = tiles[: len(ITEMS)], sum(tiles[len(ITEMS) :])
    held = len(position.achievements[seat - 1])
    stolen = len(position.statues[seat - 1])
    rewards = (
        5 + items[BANKING],
        items[POLITICAL] + 2 * position.controlled(seat),
        items[MARKET] + held + stolen + lead[MARKET],
        items[RESIDENTIAL] + max(0, position.longest(seat) - 2),
        3 * sum(count // 2 for count in items) - shovels,
    )
    return tuple(reward if at > 0 else None for reward, at in zip(rewards, lead, strict=True))


def score(position: Position, seat: int, *, final: bool) -> Score:
    """The seat's five numbers; achievements count in the final scoring only."""
    return Score(
        passages=2 * position.longest(seat),
        statues=len(position.statues[seat - 1]),
        items=sum(map(set_wealth, position.tiles_of(seat)[: len(ITEMS)])),
        districts=sum(reward or 0 for reward in district_wealth(position, seat)),
        achievements=sum(WEALTH[card] for card in position.achievements[seat - 1]) if final else 0,
    )


def score_sheet(position: Position, *, final: bool) -> Sheet:
    return score(position, 1, final=final), score(position, 2, final=final)


def as_lists(sheet: Sheet) -> list[list[int]]:
    """A sheet as it stands in a record."""
    return [list(row) for row in sheet]


def outcome(position: Position) -> Outcome:
    """Who has won a finished match, and by which rule.

    Most wealth over both phases, then the longer continuous passage, then more districts.
    """
    mid = position.mid or (Score(0, 0, 0, 0, 0), Score(0, 0, 0, 0, 0))
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
