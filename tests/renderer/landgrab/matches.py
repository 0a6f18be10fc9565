"""Positions to draw: matches from a seed, and whole matches that are played to their end."""

import random
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import pairwise

from prowlerbot.games.landgrab.map import SQUARE
from prowlerbot.games.landgrab.position import DRAWN, TOGETHER, fixed_maps_for
from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab.matches import CHOICES, LANDGRAB, play_out

NAMES = ("Nightingale", "Михаил Воронцов", "さくら", "עומר")

Kind = tuple[int, str]
"""How many seats, and which map."""
KINDS: tuple[Kind, ...] = tuple(
    (seats, name) for seats in (2, 3, 4) for name in (TOGETHER, DRAWN, *fixed_maps_for(seats))
)


@lru_cache(maxsize=32)
def match(seed: int, seats: int, kind: str) -> tuple[Position, ...]:
    """All positions of a match in which pawns claim and attack when they can."""
    rng = random.Random(seed)
    states = [LANDGRAB.start(LANDGRAB.setup(rng, seats, {"map": kind}))]
    while states[-1].to_move:
        (seat,) = states[-1].to_move
        moves = states[-1].moves(seat)
        eager = [move for move in moves if move.kind in {"a", "c"}]
        move = rng.choice(eager if eager and rng.random() < 0.6 else moves)
        states.append(states[-1].after(seat, move))
    return tuple(states)


def played(seed: int, seats: int, kind: str, moves: int) -> Position:
    """The position after so many moves, or the last one."""
    states = match(seed, seats, kind)
    return states[min(moves, len(states) - 1)]


def first(seed: int, seats: int, kind: str, phase: str, after: int = 0) -> Position:
    """The first position of a phase, after so many moves."""
    return next(state for state in match(seed, seats, kind)[after:] if state.phase == phase)


def stated(setup: str) -> Position:
    """The first position of a stated set-up."""
    return LANDGRAB.start(setup)


def squares(names: str) -> tuple[int, ...]:
    return tuple(SQUARE[name] for name in names.split())


def names(state: Position) -> tuple[str, ...]:
    return NAMES[: len(state.lives)]


def phases() -> Iterator[tuple[str, Position]]:
    """A position of every phase, in matches of four and of two."""
    for phase in ("tiles", "buildings", "spawns", "turn", "claim", "attack", "defence", "over"):
        yield f"{phase}-4", first(1, 4, "together", phase)
    for phase in ("turn", "claim", "defence", "over"):
        yield f"{phase}-2", first(2, 2, "duel", phase, 40)
    yield "eviction-4", first_eviction()


def first_eviction() -> Position:
    return first_evicting()[1]


@lru_cache(maxsize=1)
def first_evicting() -> tuple[Position, Position]:
    """The positions before and after a fight whose loser waits for another pawn to step aside."""
    steps = (step for seed in range(50) for step in pairwise(match(seed, 4, "hall")))
    return next((before, after) for before, after in steps if after.phase == "eviction")


WHOLE_NAMES = ("Nightingale", "Михаил Воронцов", "W" * 32, "さくら")


@cache
def whole(
    seed: int, seats: int, *, ground: str = "drawn", choose: str = "claiming", leaving: float = 0
) -> tuple[Position, ...]:
    """The positions of a match to its end."""
    rng = random.Random(seed)
    setup = LANDGRAB.setup(rng, seats, {"map": ground})
    return tuple(play_out(setup, rng, CHOICES[choose], leaving=leaving)[1])


MATCHES: dict[str, Callable[[], tuple[Position, ...]]] = {
    "two": lambda: whole(5, 2),
    "fights": lambda: whole(0, 2, ground="duel", choose="fighting"),
    "three, leaving": lambda: whole(9, 3, choose="any", leaving=0.01),
    "four": lambda: whole(3, 4),
    "built together": lambda: whole(8, 4, ground="together", choose="fighting"),
}
"""One of each kind."""
