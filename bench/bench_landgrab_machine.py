"""The cost of the machine's search in Landgrab, as multiples of the rules under it.

One step is the list of legal moves and one of them applied. A playout is one way on from a position
in the middle of a match, with what the search adds. All take turns in one process, so a slow moment
hits all of them.
"""

from __future__ import annotations

import random
from functools import partial

from bench.bench_landgrab import LANDGRAB, step, until
from bench.bench_opponent import search
from bench.timing import Job, dice_of, medians, play_out, print_in_steps
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.thinking import HINTS
from prowlerbot.opponent.search import worth_a_search

ROUNDS = 9
PLAYOUTS = 300
POSITIONS = 6
PLIES = 80


def middles(rng: random.Random, seats: int) -> list[Position]:
    """Turns in the middle of random matches on drawn maps."""
    found: list[Position] = []
    while len(found) < POSITIONS:
        position = LANDGRAB.start(LANDGRAB.setup(rng, seats, {"map": "drawn"}))
        position = until(position, "turn", rng.random)
        for _ in range(PLIES):
            if position.to_move:
                position = step(position, rng.random)
        if position.phase == "turn" and _is_searched(position, rng):
            found.append(position)
    return found


def _is_searched(position: Position, rng: random.Random) -> bool:
    """Whether the machine has a choice there; it plays a clear case without any playout."""
    (seat,) = position.to_move
    return len(worth_a_search(HINTS, position, seat, rng)) > 1


def main(rng: random.Random) -> None:
    jobs: dict[str, Job] = {"rules, a step": partial(play_out, middles(rng, 3), dice_of(rng))}
    for seats in (2, 4):
        jobs[f"playout, {seats} seats"] = partial(search, middles(rng, seats), HINTS, rng, PLAYOUTS)
    taken = medians(jobs, ROUNDS)
    print_in_steps(taken, ROUNDS, of="rules, a step")
    ratio = taken["playout, 4 seats"] / taken["rules, a step"]
    print(f"  a playout for four costs {ratio:.1f} steps   (wanted: 20 or less)")


if __name__ == "__main__":
    main(random.Random(1))
