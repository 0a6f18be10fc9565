"""The basis of every tree search: hints, random numbers, the values so far, and the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from .budget import Meter
from .contract import AnyState
from .hints import Hints
from .move_statistics import MoveStatistics, Spread, Tried
from .playout import play_out


class Search:
    """``state`` is the first position, in which ``seat`` is to choose."""

    def __init__(self, state: AnyState, seat: int, hints: Hints, rng: random.Random) -> None:
        self.hints = hints
        self.rng = rng
        values = play_out(state, seat, hints, rng)
        self.spread = Spread(len(values), seat, hints.curiosity)
        self.spread.note(values)

    def statistics(self, state: AnyState, seat: int) -> MoveStatistics:
        """The moves of a seat that is to choose, with their expected values."""
        moves = worth_a_search(self.hints, state, seat, self.rng)
        usual = self.spread.mean(seat)
        prior = self.hints.prior
        if prior is None:
            return MoveStatistics(seat, moves, [usual] * len(moves))
        return MoveStatistics(seat, moves, [usual + gain for gain in prior(state, seat, moves)])


def worth_a_search(hints: Hints, state: AnyState, seat: int, rng: random.Random) -> Sequence[Any]:
    """The moves of a seat that deserve a search: all of them unless the game selects some."""
    moves = state.moves(seat)
    if hints.candidates is None or len(moves) < 2:
        return moves
    return hints.candidates(state, seat, moves, rng)


def spend(meter: Meter, root: MoveStatistics, playout: Callable[[], None]) -> list[Tried]:
    """Run playouts until the budget is spent, or more of them could not change the choice."""
    while True:
        if meter.done >= meter.next_look:
            left = meter.look()
            if not left or root.settled(left):
                return root.tried()
        playout()
        meter.done += 1
