"""Positions to draw: recorded matches of players who build with some sense."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from prowlerbot.core.game import find_move
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.rules import Position

NAMES = ("Nightingale", "Михаил Воронцов", "さくら", "עומר")
_OF_TWO = "2/brisk/free/full", "2/live/guided/full"
_OF_FOUR = "4/brisk/guided/short", "4/turns/free/full"
SETUPS = ("1/turns/guided/full", *_OF_TWO, "3/turns/guided/full", *_OF_FOUR)


@lru_cache(maxsize=32)
def match(setup: str, seed: int = 1) -> tuple[Position, ...]:
    """All positions of a match."""
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    moves = lines[lines.index(f"{setup} {seed}") + 1].split()
    states = [Heroes().start(setup)]
    for seat, text in zip(map(int, moves[::2]), moves[1::2], strict=True):
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
