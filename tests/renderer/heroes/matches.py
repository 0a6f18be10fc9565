"""Positions to draw: whole matches of players who build with some sense, each played once."""

import random
from collections.abc import Callable
from functools import lru_cache

from prowlerbot.core.game import find_move
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.rules import Position
from tests.games.heroes import players

NAMES = ("Nightingale", "Михаил Воронцов", "さくら", "עומר")
SETUPS = (
    "1/turns/guided/full",
    "2/brisk/free/full",
    "2/live/guided/full",
    "3/turns/guided/full",
    "4/brisk/guided/short",
    "4/turns/free/full",
)


@lru_cache(maxsize=32)
def match(setup: str, seed: int = 1) -> tuple[Position, ...]:
    """All positions of a match."""
    rng = random.Random(f"{setup} {seed}")
    made = players.play_out(setup, rng, players.digging if seed % 2 else players.sensible)
    states = [Heroes().start(setup)]
    for entry in made.moves:
        seat, text = (min(states[-1].to_move), entry) if isinstance(entry, str) else entry
        states.append(states[-1].after(seat, find_move(states[-1], seat, text)))
    return tuple(states)


def first(
    setup: str, is_wanted: Callable[[Position], object], after: int = 0, seed: int = 1
) -> Position:
    """The first position of a kind after so many others of it."""
    found = (state for state in match(setup, seed) if is_wanted(state))
    for _ in range(after):
        next(found)
    return next(found)


def names(state: Position) -> tuple[str, ...]:
    return NAMES[: len(state.seats)]


def shown(state: Position) -> Position:
    """As everybody sees it."""
    return state.view(None).seen
