"""The points, the winner and the deciding rule."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.core.game import Outcome, ranked

from .position import PositionData

LAST_REMAINING = 5
"""The points of the last player who is still in."""


class Score(NamedTuple):
    """The points of a seat, as a record states them."""

    small: int
    large: int
    last: int

    @property
    def total(self) -> int:
        return sum(self)


def score(position: PositionData, seat: int) -> Score:
    """The present points of a seat; those for the last remaining player only at the end."""
    owned = [
        each
        for each, owner in zip(position.map.buildings, position.owners, strict=True)
        if owner == seat
    ]
    large = sum(each.worth for each in owned if each.is_large)
    small = sum(each.worth for each in owned if not each.is_large)
    last = position.end == "last" and position.lives[seat - 1] > 0
    return Score(small, large, LAST_REMAINING if last else 0)


def outcome(position: PositionData) -> Outcome:
    """Rank a seat that left behind all others; then most points, large buildings, lives count."""
    scores = [score(position, seat) for seat in position.seats]
    totals = tuple(each.total for each in scores)
    rules: dict[str, Sequence[int]] = {
        "left": [seat not in position.left for seat in position.seats],
        "points": totals,
        "large": [each.large for each in scores],
        "lives": position.lives,
    }
    merits = list(zip(*rules.values(), strict=True))
    return Outcome(ranked(merits), _decided_by(rules, merits), totals)


def _decided_by(rules: dict[str, Sequence[int]], merits: list[tuple[int, ...]]) -> str:
    """The first rule that puts one seat alone in front."""
    best = max(merits)
    for count, by in enumerate(rules, 1):
        if sum(own[:count] == best[:count] for own in merits) == 1:
            return by
    return "shared"
