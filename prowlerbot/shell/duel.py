"""``python -m prowlerbot duel``: machines against each other, to see how much better one plays.

Each set-up is played as often as there are seats, and each machine takes each seat once, so that
neither a good set-up nor a good seat helps any of them.
"""

from __future__ import annotations

import argparse
import multiprocessing
import random
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from math import sqrt

from prowlerbot.core.errors import Refused
from prowlerbot.games import GAMES
from prowlerbot.opponent.contest import Played, play
from prowlerbot.opponent.levels import Level, level
from prowlerbot.opponent.roster import house
from prowlerbot.shell.common import progress_bar, whole_number

SURE = 1.96
"""Standard deviations on both sides of a mean that hold 95 of 100 cases."""


@dataclass(slots=True)
class Score:
    """What one of the machines has achieved so far."""

    level: Level
    won: int = 0
    shared: int = 0
    points: float = 0.0
    """A match won counts 1, a shared first rank its part."""
    margins: list[int] = field(default_factory=list)
    """Its total less the best of the others, match by match."""
    thought: list[float] = field(default_factory=list)

    def note(self, played: Played, seat: int) -> None:
        outcome = played.outcome
        own = outcome.totals[seat - 1]
        others = [total for at, total in enumerate(outcome.totals, 1) if at != seat]
        self.margins.append(own - max(others, default=0))
        self.thought.extend(played.thought[seat - 1])
        if outcome.ranks[seat - 1] == 1:
            first = outcome.ranks.count(1)
            self.won += first == 1
            self.shared += first > 1
            self.points += 1 / first


def duel(options: argparse.Namespace) -> None:
    """Let machines play each other and report how often each wins.

    Where that is interrupted, it reports the matches that have ended.
    """
    game = GAMES.named(options.game)
    scores = [Score(level(name)) for name in options.seats.split(",")]
    if len(scores) not in game.seats:
        raise Refused("{title} is not for {count} players.", title=game.title, count=len(scores))
    count = len(scores)
    jobs = {}
    with (
        _processes(options.processes) as pool,
        progress_bar("Playing", options.matches) as progress,
    ):
        for number in range(options.matches):
            group, turned = divmod(number, count)
            seats = [(at + turned) % count for at in range(count)]  # who sits at seat 1, 2, …
            setup = game.setup(random.Random(f"{options.seed}/{group}"), count, {})
            names = tuple(scores[who].level.name for who in seats)
            job = partial(play_one, game.key, setup, names, f"{options.seed}/{number}")
            jobs[pool.submit(job)] = seats
        finished = 0
        try:
            for done in as_completed(jobs):
                played = done.result()
                for seat, who in enumerate(jobs[done], 1):
                    scores[who].note(played, seat)
                finished += 1
                progress.advance(progress.task_ids[0])
        except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C reaches the processes as well
            sys.stderr.write(f"Interrupted after {finished} of {options.matches} matches.\n")
    sys.stdout.write("".join(f"{line}\n" for line in table(scores, finished)))


def play_one(key: str, setup: str, levels: tuple[str, ...], seed: str) -> Played:
    """In a process of its own. Its clock counts only the CPU time that it got."""
    game, hints = house()[key]
    return play(game, hints, setup, [*map(level, levels)], seed=seed, clock=time.process_time)


def table(scores: list[Score], matches: int) -> Iterator[str]:
    yield (
        f"{'level':8} {'won':>5} {'shared':>6} {'share':>7} {'95 %':>15} "
        f"{'margin':>7} {'think ms':>9} {'most':>6}"
    )
    for score in scores:
        low, high = wilson(score.points, matches)
        bounds = f"{low:.1%} – {high:.1%}"
        margin = sum(score.margins) / max(1, matches)
        mean = 1000 * sum(score.thought) / max(1, len(score.thought))
        most = 1000 * max(score.thought, default=0.0)
        yield (
            f"{score.level.name:8} {score.won:5} {score.shared:6} "
            f"{score.points / max(1, matches):7.1%} {bounds:>15} "
            f"{margin:+7.1f} {mean:9.0f} {most:6.0f}"
        )


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The bounds between which the true share lies in 95 of 100 cases."""
    if not matches:
        return 0.0, 1.0
    share = points / matches
    spread = SURE * SURE / matches
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@contextmanager
def _processes(count: int) -> Iterator[ProcessPoolExecutor]:
    pool = ProcessPoolExecutor(max(1, count), multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def duel_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="for example prowler")
    parser.add_argument(
        "--seats", default="hard,easy", metavar="LEVELS", help="a level a seat, joined by commas"
    )
    parser.add_argument("--matches", type=whole_number, default=20, metavar="N")
    parser.add_argument("--seed", type=whole_number, default=0, metavar="S")
    parser.add_argument("--processes", type=whole_number, default=1, metavar="P")
