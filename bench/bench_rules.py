"""The speed of the rules, against python-chess in the same process, and the longest passage alone.

One step is the list of legal moves and one of them applied. Both sides draw their moves the same
way, from random numbers drawn beforehand, and take turns, so a slow moment hits both.
"""

from __future__ import annotations

import random
import statistics
import time

from bench.timing import CHESS_MATCHES, Job, dice_of, medians, play_chess, play_out
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.passages import longest_passage

ROUNDS = 15
PROWLER_MATCHES = 200
NETWORKS = 2_000

PROWLER = Prowler()


def compare_with_chess(rng: random.Random) -> None:
    starts = [PROWLER.start(PROWLER.setup(rng, 2, {})) for _ in range(PROWLER_MATCHES)]
    dice = dice_of(rng)
    sides: dict[str, Job] = {
        "ours": lambda: play_out(starts, dice),
        "chess": lambda: play_chess(CHESS_MATCHES, dice),
    }
    own, other = medians(sides, ROUNDS).values()
    print(f"legal moves and one applied, median of {ROUNDS} rounds:")
    print(f"  Prowler's Passage {own:7.2f} µs")
    print(f"  python-chess      {other:7.2f} µs")
    print(f"  ratio             {other / own:7.2f}   (wanted: 12 or more)")


def scattered(rng: random.Random) -> int:
    """Any 13 pathways."""
    return sum(1 << number for number in rng.sample(range(1, 28), 13))


def connected(rng: random.Random) -> int:
    """Thirteen pathways of a player who keeps the network in one part."""
    network = [rng.choice(PATHWAYS)]
    while len(network) < 13:
        ends = {end for pathway in network for end in pathway.ends}
        network.append(rng.choice([p for p in PATHWAYS if p not in network and ends & set(p.ends)]))
    return sum(1 << pathway.number for pathway in network)


def time_longest_passage(rng: random.Random) -> None:
    print(f"longest passage of 13 pathways, mean without a memo, median of {ROUNDS} rounds:")
    for kind, draw in (("scattered", scattered), ("connected", connected)):
        networks = [draw(rng) for _ in range(NETWORKS)]
        times = []
        for _ in range(ROUNDS):
            begin = time.perf_counter()
            for network in networks:
                longest_passage(network)
            times.append((time.perf_counter() - begin) / NETWORKS * 1e6)
        print(f"  {kind} {statistics.median(times):6.1f} µs   (wanted: 40 or less)")


if __name__ == "__main__":
    compare_with_chess(random.Random(1))
    time_longest_passage(random.Random(2))
