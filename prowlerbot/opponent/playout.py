"""Playouts of a position, to its end or to a horizon, to estimate its value."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from .contract import CHANCE, AnyState
from .hints import Hints, Values, worth


def next_seat(to_move: frozenset[int], last: int) -> int:
    """The seat to choose next, where several are to move at once.

    They take turns from the seat that chose last, so that none is always the first.
    """
    if len(to_move) == 1:
        (seat,) = to_move
        return seat
    return min(to_move, key=lambda seat: (seat <= last, seat))


def draw(moves: Sequence[Any], rng: random.Random) -> Any:
    """A uniformly random move; three times as fast as ``rng.choice``."""
    return moves[int(rng.random() * len(moves))]


def play_out(state: AnyState, last: int, hints: Hints, rng: random.Random) -> Values:
    """The value of the position, from one playout."""
    if hints.outlook is not None:
        while CHANCE in state.to_move:
            state = state.after(CHANCE, draw(state.moves(CHANCE), rng))
        return hints.outlook(state, last, rng) if state.to_move else final(state)
    policy, value = hints.playout, hints.value
    left = -1 if hints.horizon is None or value is None else hints.horizon
    while to_move := state.to_move:
        if left == 0 and value is not None:
            return value(state)
        left -= 1
        seat = last = next_seat(to_move, last)
        moves = state.moves(seat)
        if policy is None or seat == CHANCE or len(moves) == 1:
            move = draw(moves, rng)
        else:
            move = policy(state, seat, moves, rng)
        state = state.after(seat, move)
    return final(state)


def final(state: AnyState) -> Values:
    """The value of a position in which nobody is to move."""
    outcome = state.outcome
    if outcome is None:
        raise ValueError("Nobody is to move, and the match is not over.")
    return worth(outcome)
