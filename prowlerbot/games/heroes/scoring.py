"""The end of a match: the ranking, the deciding rule, and the medals of a player alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from prowlerbot.core.game import Outcome

from .setup import Build

if TYPE_CHECKING:  # the position asks for its outcome, so only its type is needed here
    from .rules import Position

MEDALS = ("gold", "silver", "bronze")
TARGETS: dict[Build, tuple[int, int, int]] = {
    "brisk": (24, 16, 9),
    "turns": (40, 25, 14),
    "live": (28, 20, 12),
}
"""The treasure that each of the medals needs."""


def medal(build: Build, treasure: int) -> str:
    """The medal for a treasure; ``none`` if it is too little for any."""
    targets = zip(MEDALS, TARGETS[build], strict=True)
    return next((name for name, target in targets if treasure >= target), "none")


def outcome(position: Position) -> Outcome:
    """Rank the seats; those that left are behind all others, the later before the earlier."""
    totals = tuple(seat.treasure for seat in position.seats)
    if position.setup.seats == 1:
        return Outcome((1,), medal(position.setup.build, totals[0]), totals)
    keys = {
        number: (1, seat.treasure, seat.gems)
        if seat.playing
        else (0, _order_of_leaving(position, number), 0)
        for number, seat in enumerate(position.seats, 1)
    }
    ranks = tuple(1 + sum(other > key for other in keys.values()) for key in keys.values())
    return Outcome(ranks, _deciding_rule(position, sorted(keys.values())), totals)


def _order_of_leaving(position: Position, number: int) -> int:
    return position.left.index(number)


def _deciding_rule(position: Position, keys: list[tuple[int, int, int]]) -> str:
    """The rule that separates the first seat from the second."""
    if len(position.playing) == 1:
        return "left"
    second, first = keys[-2:]
    if first == second:
        return "shared"
    return "gems" if first[1] == second[1] else "treasure"
