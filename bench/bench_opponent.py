"""The cost of the machine's search, as multiples of the rules under it.

One step is the list of legal moves and one of them applied, played at random to the end of whole
matches. A playout of the search is one turn down its tree, with what the evaluation adds. Both take
turns in one process, so a slow moment hits both; python-chess is there as a measure from outside.

With numbers of plies, such as ``8 10 12``, it times only the search through the end, from so many
plies on.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Sequence
from functools import partial

from bench.timing import Job, dice_of, medians, play_chess, play_out, print_in_steps
from prowlerbot.core.game import AnyState
from prowlerbot.core.game_parts import NO_HINTS, AnyHints
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position
from prowlerbot.opponent.choice import LEVELS, choose_move
from prowlerbot.opponent.exact import best_move
from prowlerbot.opponent.search import Budget, BudgetMeter, search_tree
from prowlerbot.opponent.task import house_roster

ROUNDS = 9
MATCHES = 60
PLAYOUTS = 400
ENDS = 8
PLIES = 27

GAME = Prowler()
HINTS = house_roster()[GAME.key][1]


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
    begin: Sequence[AnyState], hints: AnyHints, rng: random.Random, playouts: int = PLAYOUTS
) -> int:
    """One search from each position; the number of playouts of all."""
    done = 0
    for position in begin:
        (seat,) = position.to_move
        meter = BudgetMeter(Budget(playouts=playouts), time.perf_counter)
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


def time_endgames(depths: Sequence[int]) -> None:
    """The end of matches between two machines, searched through from so many plies on."""
    luck = [random.Random(number) for number in range(ENDS)]
    matches = [played(GAME.start(GAME.setup(rng, 2, {})), rng) for rng in luck]
    print(f"the end searched through, median and most of {ENDS} matches of the medium level:")
    for left in depths:
        times, steps = [], []
        for positions_ in matches:
            state = positions_[PLIES - left]
            (seat,) = state.to_move
            counted = [0]
            begin = time.process_time()
            best_move(state, seat, HINTS, partial(_count, counted))
            times.append(time.process_time() - begin)
            steps.append(counted[0])
        print(
            f"  {left:2} plies {statistics.median(times):7.2f} s {max(times):7.2f} s"
            f" {statistics.median(steps):9.0f} steps {max(steps):9}"
        )


def _count(counted: list[int], steps: int) -> bool:
    counted[0] = steps
    return False


def played(state: AnyState, rng: random.Random) -> list[AnyState]:
    """The positions of a match in which both seats play at the medium level."""
    found = [state]
    while state.to_move:
        (seat,) = state.to_move
        view, level = state.view(seat), LEVELS["medium"]
        move = choose_move(HINTS, view, seat, level, rng=rng, clock=time.process_time)
        state = state.after(seat, move)
        found.append(state)
    return found


if __name__ == "__main__":
    if len(sys.argv) < 2:
        compare_playouts(random.Random(1))
    time_endgames([int(each) for each in sys.argv[1:]] or [8, 9])
