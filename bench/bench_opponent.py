"""The cost of the machine's search, as multiples of the rules under it.

One step is the list of legal moves and one of them applied, played at random to the end of whole
matches. A playout of the search is one turn down its tree, with what the evaluation adds. Both take
turns in one process, so a slow moment hits both; python-chess is there as a measure from outside.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Sequence

from bench.timing import Job, dice_of, medians, play_chess, play_out, print_in_steps
from prowlerbot.core.game import AnyState
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from prowlerbot.opponent.budget import Budget, Meter
from prowlerbot.opponent.exact import best_move
from prowlerbot.opponent.hints import NO_HINTS, Hints
from prowlerbot.opponent.task import house
from prowlerbot.opponent.tree import search_tree

ROUNDS = 9
MATCHES = 60
PLAYOUTS = 400
ENDS = 8
PLIES = 27

GAME = Prowler()
HINTS = house()[GAME.key][1]


def positions(rng: random.Random, left: int, count: int) -> list[Position]:
    """Positions of random matches with so many plies left."""
    found = []
    for _ in range(count):
        state = GAME.start(GAME.setup(rng, 2, {}))
        for _ in range(PLIES - left):
            (seat,) = state.to_move
            state = state.after(seat, rng.choice(state.moves(seat)))
        found.append(state)
    return found


def search(
    begin: Sequence[AnyState], hints: Hints, rng: random.Random, playouts: int = PLAYOUTS
) -> int:
    """One search from each position; the number of playouts of all."""
    done = 0
    for position in begin:
        (seat,) = position.to_move
        meter = Meter(Budget(playouts=playouts), time.perf_counter)
        search_tree(position, seat, hints, meter, rng)
        done += meter.done
    return done


def compare_playouts(rng: random.Random) -> None:
    starts = [GAME.start(GAME.setup(rng, 2, {})) for _ in range(MATCHES)]
    middles = positions(rng, 14, 12)
    dice = dice_of(rng)
    jobs: dict[str, Job] = {
        "python-chess, a step": lambda: play_chess(2, dice),
        "rules, a step": lambda: play_out(starts, dice),
        "playout with the hints": lambda: search(middles, HINTS, rng),
        "playout without hints": lambda: search(middles, NO_HINTS, rng),
    }
    taken = medians(jobs, ROUNDS)
    print_in_steps(taken, ROUNDS, of="rules, a step")
    ratio = taken["playout with the hints"] / taken["rules, a step"]
    print(f"  a playout with the hints costs {ratio:.1f} steps   (wanted: 12 or less)")


def time_endgames(rng: random.Random) -> None:
    print(f"the end searched through, mean and most of {ENDS} positions:")
    for left in range(HINTS.endgame - 2, HINTS.endgame + 1):
        times = []
        for state in positions(rng, left, ENDS):
            (seat,) = state.to_move
            begin = time.perf_counter()
            best_move(state, seat, HINTS, lambda _: False)
            times.append(1000 * (time.perf_counter() - begin))
        print(f"  {left} plies {statistics.mean(times):6.0f} ms {max(times):6.0f} ms")


if __name__ == "__main__":
    compare_playouts(random.Random(1))
    time_endgames(random.Random(2))
