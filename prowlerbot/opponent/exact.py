"""The exhaustive search of the end of an open match of two: the exact value of each move.

Alpha-beta with a transposition table. Both seats play for a win first and for points second, so the
gain of one seat is exactly the loss of the other.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from math import inf
from typing import Any

from prowlerbot.core.game import CHANCE, AnyState, Outcome, final_outcome
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.opponent.judgement import Estimate, JudgedMove
from prowlerbot.opponent.search import draw_move

WIN_VALUE = 10_000.0
"""The value of a win, which is larger than any lead in points."""
MAX_ENDS = 50_000
"""The most values of ends in memory; one more empties it."""
_STEPS_BETWEEN_CHECKS = 64
"""The steps of the search between two checks of its budget."""


class _OutOfReach(Exception):
    """The end is too far, or this is no open match of two in turns."""


def is_near_end(state: AnyState, plies: int, rng: random.Random) -> bool:
    """Whether one random playout ends the match within these ``plies``, in turns without chance."""
    while to_move := state.to_move:
        if not plies or len(to_move) != 1 or CHANCE in to_move:
            return False
        (seat,) = to_move
        state = state.after(seat, draw_move(state.moves(seat), rng))
        plies -= 1
    return True


def best_move(
    state: AnyState, seat: int, hints: AnyHints, is_spent: Callable[[int], bool]
) -> tuple[Any, float] | None:
    """A best move of ``seat`` and its value; None if the end is out of reach, or time is up."""
    try:
        return _Search(hints, is_spent).best_of(state, seat, state.moves(seat))
    except _OutOfReach:
        return None


def exact_options(
    state: AnyState,
    seat: int,
    hints: AnyHints,
    is_spent: Callable[[int], bool],
    *,
    count: int,
    required: Sequence[Any],
) -> list[JudgedMove]:
    """The results of the ``count`` best moves and of ``required``, sorted, the best first.

    The chance is 1, 1/2 for a shared first rank, or 0. There are fewer moves if ``is_spent`` ends
    the search, and none if the best move and ``required`` are not known by then.
    """
    search = _Search(hints, is_spent)
    others = [*state.moves(seat)]
    values: dict[Any, float] = {}
    try:
        best, values[best] = search.best_of(state, seat, others)
        for move in required:
            if move != best:
                values[move] = search.value_after(state, seat, move, window=(-inf, inf))
    except _OutOfReach:
        return []
    with suppress(_OutOfReach):
        while len(values) < count and (others := [move for move in others if move not in values]):
            next_best, values[next_best] = search.best_of(state, seat, others)
    won = {move: round(lead / WIN_VALUE) for move, lead in values.items()}
    return [
        JudgedMove(
            str(move),
            Estimate(lead - WIN_VALUE * won[move]),
            Estimate((1 + won[move]) / 2),
            Estimate((won[best] - won[move]) / 2),
        )
        for move, lead in sorted(values.items(), key=lambda each: -each[1])
    ]


def win_and_lead(outcome: Outcome) -> float:
    """The value of an outcome for seat 1: a win and the lead in points in one number."""
    ranks, totals = outcome.ranks, outcome.totals
    if len(ranks) != 2:
        raise _OutOfReach
    won = (ranks[0] < ranks[1]) - (ranks[0] > ranks[1])
    return WIN_VALUE * won + totals[0] - totals[1]


class _Search:
    """A search of one position, with its memory of all that it has met."""

    def __init__(self, hints: AnyHints, is_spent: Callable[[int], bool]) -> None:
        self._key_of: Callable[[AnyState], Hashable] = hints.key or (lambda state: state)
        self._prior = hints.prior
        self._is_spent = is_spent
        self._steps = 0
        self._memory: dict[Hashable, tuple[float, float]] = {}
        """By key, the lower and the upper bound of the value for the seat to move."""
        self._refutations: dict[int, Any] = {}
        """By depth, the latest refutation: a move that made a position too good to be reached."""
        self._ends: dict[Hashable, float] = {}
        """By key, the value of an end for seat 1: most ends are reached in several orders."""

    def best_of(self, state: AnyState, seat: int, moves: Sequence[Any]) -> tuple[Any, float]:
        """The best of these moves and its value."""
        best, choice = -inf, moves[0]
        for move in self._order_moves(state, seat, moves, 0):
            value = self.value_after(state, seat, move, (best, inf))
            if value > best:
                best, choice = value, move
        return choice, best

    def value_after(
        self, state: AnyState, seat: int, move: Any, window: tuple[float, float], depth: int = 1
    ) -> float:
        """The value of a move for ``seat``: exact within the window, a bound outside of it."""
        following = state.after(seat, move)
        if not (to_move := following.to_move):
            value = self._final_value(following)
            return value if seat == 1 else -value
        if len(to_move) != 1 or CHANCE in to_move:
            raise _OutOfReach
        if seat in to_move:
            return self._bounded_value(following, seat, window, depth)
        low, high = window
        (other,) = to_move
        return -self._bounded_value(following, other, (-high, -low), depth)

    def _bounded_value(
        self, state: AnyState, seat: int, window: tuple[float, float], depth: int
    ) -> float:
        """The value of a position for the seat to move: exact within the window, else a bound."""
        low, high = window
        key = self._key_of(state)
        lower, upper = self._memory.get(key, (-inf, inf))
        if lower >= high or lower == upper:
            return lower
        if upper <= low:
            return upper
        self._steps += 1
        if not self._steps % _STEPS_BETWEEN_CHECKS and self._is_spent(self._steps):
            raise _OutOfReach
        best = -inf
        for move in self._order_moves(state, seat, state.moves(seat), depth):
            value = self.value_after(state, seat, move, (max(low, best), high), depth + 1)
            if value > best:
                best = value
                if best >= high:
                    self._refutations[depth] = move
                    self._memory[key] = (best, upper)
                    return best
        self._memory[key] = (lower, best) if best <= low else (best, best)
        return best

    def _final_value(self, state: AnyState) -> float:
        """The value for seat 1 of a match that is over."""
        key = self._key_of(state)
        if (value := self._ends.get(key)) is None:
            if len(self._ends) >= MAX_ENDS:
                self._ends.clear()
            value = self._ends[key] = win_and_lead(final_outcome(state))
        return value

    def _order_moves(
        self, state: AnyState, seat: int, moves: Sequence[Any], depth: int
    ) -> Sequence[Any]:
        """The moves with the best expected gains first; without these, a refutation first."""
        if self._prior is not None:
            gains = self._prior(state, seat, moves)
            order = sorted(range(len(moves)), key=gains.__getitem__, reverse=True)
            return [moves[index] for index in order]
        refutation = self._refutations.get(depth)
        if refutation is None or refutation not in moves:
            return moves
        return [refutation, *(move for move in moves if move != refutation)]
