"""The work of a process of the machine: finding one move from its seat's view."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass

from .choice import choose
from .contract import AnyState, Game, IllegalMove, after
from .levels import level
from .roster import MakeRoster

NICENESS = 10
"""The niceness of the machine: on a single core, the bot answers presses first."""

ATTEMPTS = 1000
"""The most redraws of hidden moves before giving up."""

VisibleMove = tuple[int, str | None]
"""A seat and its move; None for a move that the viewer cannot see."""


@dataclass(frozen=True, slots=True)
class Task:
    """A request for a move. It goes to another process, and holds only what ``seat`` may know."""

    game: str
    setup: str
    moves: tuple[VisibleMove, ...]
    seat: int
    level: str
    seed: int


def begin() -> None:
    """Ignore an interrupt from the keyboard: the bot handles it and ends this process too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError):  # some hosts do not let a process lower its priority
        os.nice(NICENESS)


def think(make_roster: MakeRoster, task: Task) -> str:
    """The text of the move."""
    game, hints = make_roster()[task.game]
    rng = random.Random(task.seed)
    # The view removes the moves drawn here for hidden ones.
    view = recall(game, task.setup, task.moves, rng).view(task.seat)
    return str(
        choose(game, hints, view, task.seat, level(task.level), rng=rng, clock=time.perf_counter)
    )


def recall(game: Game, setup: str, moves: Sequence[VisibleMove], rng: random.Random) -> AnyState:
    """A position that agrees with the visible moves; hidden ones are drawn until all fit.

    Raises IllegalMove for impossible moves.
    """
    hidden = any(text is None for _, text in moves)
    for attempt in range(ATTEMPTS):
        state = game.start(setup)
        try:
            for seat, text in moves:
                if text is not None:
                    state = after(state, seat, text)
                    continue
                legal = state.moves(seat)
                if not legal:
                    raise IllegalMove("It is not seat {seat}'s turn.", seat=seat)
                state = state.after(seat, rng.choice(legal))
        except IllegalMove:
            if not hidden or attempt == ATTEMPTS - 1:
                raise
        else:
            return state
    raise AssertionError
