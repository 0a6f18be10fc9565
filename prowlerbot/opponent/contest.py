"""A match among machines, to see which plays better."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .budget import Clock
from .choice import choose
from .contract import CHANCE, Game, Outcome
from .hints import Hints
from .levels import Level
from .playout import draw


@dataclass(frozen=True, slots=True)
class Played:
    """How a match went; ``thought`` holds the seconds of each decision, seat by seat."""

    outcome: Outcome
    thought: tuple[tuple[float, ...], ...]


def play(
    game: Game, hints: Hints, setup: str, levels: Sequence[Level], *, seed: str, clock: Clock
) -> Played:
    """One match from its set-up to its end, ``levels`` by seat; each seat has its own luck."""
    chance = random.Random(f"{seed}/chance")
    minds = [random.Random(f"{seed}/{seat}") for seat in range(1, len(levels) + 1)]
    thought: list[list[float]] = [[] for _ in levels]
    state = game.start(setup)
    while state.to_move:
        seat = min(state.to_move)  # who chooses at once does not see what others chose
        if seat == CHANCE:
            state = state.after(CHANCE, draw(state.moves(CHANCE), chance))
            continue
        begin = clock()
        at = seat - 1
        move = choose(game, hints, state.view(seat), seat, levels[at], rng=minds[at], clock=clock)
        thought[at].append(clock() - begin)
        state = state.after(seat, move)
    if state.outcome is None:
        raise ValueError("Nobody is to move, and the match is not over.")
    return Played(state.outcome, tuple(map(tuple, thought)))
