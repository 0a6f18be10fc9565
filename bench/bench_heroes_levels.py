"""The strength of the levels in Heroes Beware, against a sensible builder and alone.

The builder is the simple one of the tests: it tries a few places and looks no further. Said are the
matches that a level won for two, brisk, and the treasure that it ends with alone.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Sequence

from prowlerbot.core.game import Outcome
from prowlerbot.games.heroes import thinking
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.contest import Player, play
from prowlerbot.opponent.hints import hints_of
from tests.games.heroes.matches import HEROES, sensible

HINTS = hints_of(thinking)


def builder(position: Position, seat: int, _: Sequence[Move], rng: random.Random) -> Move:
    return sensible(rng, position, seat)


def outcome(setup: str, players: Sequence[Player], seed: int) -> Outcome:
    return play(HEROES, HINTS, setup, players, seed=str(seed), clock=time.monotonic).outcome


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--levels", nargs="+", default=("easy", "medium"))
    parser.add_argument("--matches", type=int, default=40)
    arguments = parser.parse_args()
    for name in arguments.levels:
        won = 0.0
        alone: list[int] = []
        for match in range(arguments.matches):
            seat = match % 2
            players: list[Player] = [builder, builder]
            players[seat] = LEVELS[name]
            ranks = outcome("2/brisk/guided/full", players, match).ranks
            won += 1 if ranks[seat] < ranks[1 - seat] else 0.5 * (ranks[0] == ranks[1])
            alone += outcome("1/brisk/guided/full", [LEVELS[name]], match).totals
            print(
                f"{name}: {won:g} of {match + 1} against the builder;"
                f" alone {statistics.mean(alone):.1f} treasure in the mean",
                flush=True,
            )


if __name__ == "__main__":
    main()
