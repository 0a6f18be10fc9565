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

INFINITE = inf
"""An upper bound of the value of any position."""
MOST_ENDS = 50_000
"""The most ends in memory at a time."""
_STEPS_BETWEEN_LOOKS = 64
"""The steps of the search between two looks at its budget."""


class _Beyond(Exception):
    """The end is too far, or this is no open match of two in turns."""


def near_end(state: AnyState, plies: int, rng: random.Random) -> bool:
    """Whether the match is over after so many plies, judged by one random playout."""
    while to_move := state.to_move:
        if not plies or len(to_move) != 1 or CHANCE in to_move:
            return False
        (seat,) = to_move
        state = state.after(seat, draw_move(state.moves(seat), rng))
        plies -= 1
    return True


def best_move(
    state: AnyState, seat: int, hints: AnyHints, beyond: Callable[[int], bool]
) -> tuple[Any, float] | None:
    """A best move of ``seat`` and its lead; None once ``beyond`` ends the search."""
    try:
        return _Search(hints, beyond).best_of(state, seat, state.moves(seat))
    except _Beyond:
        return None


def exact_options(
    state: AnyState,
    seat: int,
    hints: AnyHints,
    beyond: Callable[[int], bool],
    *,
    most: int,
    also: Sequence[Any],
) -> list[JudgedMove]:
    """The results of the ``most`` best moves, and of those of ``also``; the best first.

    The chance is 1, 1/2 for a shared first rank, or 0. There are fewer moves if ``beyond`` ends the
    search, and none if the best move and those of ``also`` are not known by then.
    """
    search = _Search(hints, beyond)
    left = [*state.moves(seat)]
    known: dict[Any, float] = {}
    try:
        best, known[best] = search.best_of(state, seat, left)
        everything = (-INFINITE, INFINITE)
        others = [move for move in also if move != best]
        known |= {move: search.value_after(state, seat, move, everything) for move in others}
    except _Beyond:
        return []
    with suppress(_Beyond):
        while len(known) < most and (left := [move for move in left if move not in known]):
            following, known[following] = search.best_of(state, seat, left)
    won = {move: round(lead / WIN_VALUE) for move, lead in known.items()}
    return [
        JudgedMove(
            str(move),
            Estimate(lead - WIN_VALUE * won[move]),
            Estimate((1 + won[move]) / 2),
            Estimate((won[best] - won[move]) / 2),
        )
        for move, lead in sorted(known.items(), key=lambda each: -each[1])
    ]


WIN_VALUE = 10_000.0
"""The value of a win, which is larger than any lead in points."""


def win_and_lead(outcome: Outcome) -> float:
    """The value of an outcome for seat 1, a win and the lead in points in one number."""
    ranks, totals = outcome.ranks, outcome.totals
    if len(ranks) != 2:
        raise _Beyond
    won = (ranks[0] < ranks[1]) - (ranks[0] > ranks[1])
    return WIN_VALUE * won + totals[0] - totals[1]


class _Search:
    def __init__(self, hints: AnyHints, beyond: Callable[[int], bool]) -> None:
        self._key_of: Callable[[AnyState], Hashable] = hints.key or (lambda state: state)
        self._prior = hints.prior
        self._beyond = beyond
        self._steps = 0
        # By key, the lower and the upper bound of the lead of the seat to move.
        self._memory: dict[Hashable, tuple[float, float]] = {}
        self._refuting: dict[int, Any] = {}
        # By key, the lead of seat 1 at the end: most ends are reached in several orders.
        self._ends: dict[Hashable, float] = {}

    def best_of(self, state: AnyState, seat: int, moves: Sequence[Any]) -> tuple[Any, float]:
        """The best of these moves and its lead."""
        best, choice = -INFINITE, moves[0]
        for move in self._order_moves(state, seat, moves, 0):
            value = self.value_after(state, seat, move, (best, INFINITE))
            if value > best:
                best, choice = value, move
        return choice, best

    def value_after(
        self, state: AnyState, seat: int, move: Any, window: tuple[float, float], depth: int = 1
    ) -> float:
        """The value of a move for ``seat``: exact within the window, a bound outside of it."""
        following = state.after(seat, move)
        if not (to_move := following.to_move):
            lead = self._at_end(following)
            return lead if seat == 1 else -lead
        if len(to_move) != 1 or CHANCE in to_move:
            raise _Beyond
        if seat in to_move:
            return self._value(following, seat, window, depth)
        low, high = window
        (other,) = to_move
        return -self._value(following, other, (-high, -low), depth)

    def _value(self, state: AnyState, seat: int, window: tuple[float, float], depth: int) -> float:
        low, high = window
        key = self._key_of(state)
        least, most = self._memory.get(key, (-INFINITE, INFINITE))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        self._steps += 1
        if not self._steps % _STEPS_BETWEEN_LOOKS and self._beyond(self._steps):
            raise _Beyond
        best = -INFINITE
        for move in self._order_moves(state, seat, state.moves(seat), depth):
            value = self.value_after(state, seat, move, (max(low, best), high), depth + 1)
            if value > best:
                best = value
                if best >= high:
                    self._refuting[depth] = move
                    self._memory[key] = (best, most)
                    return best
        self._memory[key] = (least, best) if best <= low else (best, best)
        return best

    def _at_end(self, state: AnyState) -> float:
        """The lead of seat 1 in a match that is over."""
        key = self._key_of(state)
        if (lead := self._ends.get(key)) is None:
            if len(self._ends) >= MOST_ENDS:
                self._ends.clear()
            lead = self._ends[key] = win_and_lead(final_outcome(state))
        return lead

    def _order_moves(
        self, state: AnyState, seat: int, moves: Sequence[Any], depth: int
    ) -> Sequence[Any]:
        """The moves that look best first; without looks, the one that refuted a sister position, as
        it often refutes this one as well.
        """
        if self._prior is not None:
            looks = self._prior(state, seat, moves)
            order = sorted(range(len(moves)), key=looks.__getitem__, reverse=True)
            return [moves[at] for at in order]
        first = self._refuting.get(depth)
        if first is None or first not in moves:
            return moves
        return [first, *(move for move in moves if move != first)]
