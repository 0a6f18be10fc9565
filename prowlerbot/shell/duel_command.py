"""``python -m prowlerbot duel``: machines against each other, or against the simple players of a
game, to measure how much better one plays.

Each set-up is played as often as there are seats, and each player takes each seat once, so neither
a good set-up nor a good seat helps any of them.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from typing import TypeVar

from prowlerbot.core.errors import Refused
from prowlerbot.core.i18n import listing
from prowlerbot.games import GAMES
from prowlerbot.opponent.choice import LEVELS, MachineLevel
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import house_roster
from prowlerbot.shell.arguments import Command, games, positive_number, progress_bar, seed_argument
from prowlerbot.shell.contest import ContestMatch, Player, play, player

TELL_EVERY = 10.0
"""Seconds between two lines of progress, if there is no terminal for a bar."""
_T = TypeVar("_T")
SURE = 1.96
"""Standard deviations on both sides of a mean that include 95 of 100 cases."""


@dataclass(slots=True)
class DuelScore:
    """The results of one player so far."""

    name: str
    won: int = 0
    shared: int = 0
    points: float = 0.0
    """A victory counts 1, a shared first rank its part."""
    margins: list[int] = field(default_factory=list)
    """The player's total less the best of the others, match by match."""
    thought: list[float] = field(default_factory=list)

    def add_match(self, played: ContestMatch, seat: int) -> None:
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
    """Let machines and simple players play each other and report how often each wins.

    After an interruption it reports the matches that have ended.
    """
    game = GAMES.named(options.game)
    scores = [DuelScore(name) for name in options.seats.split(",")]
    for score in scores:
        player(score.name, house_roster()[game.key][1])
    if len(scores) not in game.seats:
        raise Refused(
            "{title} is for {wanted} players; --seats names {count}.",
            title=game.title,
            wanted=listing([str(each) for each in sorted(game.seats)], either=True),
            count=len(scores),
        )
    count = len(scores)
    jobs = {}
    ends: Counter[str] = Counter()
    plies = 0
    with processes(options.processes) as pool, progress_bar("Playing", options.matches) as progress:
        for number in range(options.matches):
            group, turned = divmod(number, count)
            seats = [(at + turned) % count for at in range(count)]  # the players at seat 1, 2, …
            drawn = random.Random(f"{options.seed}/{group}")
            setup = game.setup(drawn, count, dict(options.option))
            names = tuple(scores[who].name for who in seats)
            luck = f"{options.seed}/{number}"
            job = partial(play_one, game.key, setup, names, luck, options.seconds)
            jobs[pool.submit(job)] = seats
        finished = 0
        tell = progress_lines("matches") if progress.disable else None
        try:
            for done in as_they_end(jobs, tell):
                played = done.result()
                for seat, who in enumerate(jobs[done], 1):
                    scores[who].add_match(played, seat)
                ends[played.end] += 1
                plies += played.plies
                finished += 1
                progress.advance(progress.task_ids[0])
        except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C reaches the processes as well
            sys.stderr.write(f"Interrupted after {finished} of {options.matches} matches.\n")
    lines = [*table(scores, finished), endings(ends, plies)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def as_they_end(
    jobs: Iterable[Future[_T]], tell: Callable[[int, int], None] | None
) -> Iterator[Future[_T]]:
    """The jobs as they end; ``tell`` regularly gets the number ended and the number of all."""
    left = set(jobs)
    total, reported = len(left), 0.0
    while left:
        if tell is not None and time.monotonic() - reported >= TELL_EVERY:
            reported = time.monotonic()
            tell(total - len(left), total)
        ended, left = wait(left, timeout=TELL_EVERY, return_when=FIRST_COMPLETED)
        yield from ended


def progress_lines(what: str) -> Callable[[int, int], None]:
    """A function that writes the progress in lines, for an output without a bar."""

    def tell(ended: int, total: int) -> None:
        sys.stderr.write(f"{ended} of {total} {what} have ended.\n")
        sys.stderr.flush()

    return tell


def play_one(
    key: str, setup: str, names: tuple[str, ...], seed: str, seconds: float | None
) -> ContestMatch:
    """One match, in a process of its own. Its clock counts only the process's CPU time."""
    game, hints = house_roster()[key]
    players = [with_time(player(name, hints), seconds) for name in names]
    return play(game, hints, setup, players, seed=seed, clock=time.process_time)


def with_time(one: Player, seconds: float | None) -> Player:
    """The same player with this time for a move in place of each second, if a time is given."""
    if seconds is None or not isinstance(one, MachineLevel) or one.budget.seconds is None:
        return one
    return replace(one, budget=Budget(one.budget.playouts, seconds * one.budget.seconds))


def table(scores: list[DuelScore], matches: int) -> Iterator[str]:
    yield (
        f"{'player':8} {'won':>5} {'shared':>6} {'share':>7} {'95 %':>15} "
        f"{'margin':>7} {'think ms':>9} {'most':>6}"
    )
    for score in scores:
        low, high = wilson(score.points, matches)
        bounds = f"{low:.1%} – {high:.1%}"
        margin = sum(score.margins) / max(1, matches)
        mean = 1000 * sum(score.thought) / max(1, len(score.thought))
        most = 1000 * max(score.thought, default=0.0)
        yield (
            f"{score.name:8} {score.won:5} {score.shared:6} "
            f"{score.points / max(1, matches):7.1%} {bounds:>15} "
            f"{margin:+7.1f} {mean:9.0f} {most:6.0f}"
        )


def endings(ends: Mapping[str, int], plies: int) -> str:
    """The endings of matches, and their length."""
    matches = sum(ends.values())
    words = ", ".join(f"{end} {count}" for end, count in sorted(ends.items()))
    return f"ended by: {words or 'nothing'}; {plies / max(1, matches):.0f} plies a match"


def wilson(points: float, matches: int) -> tuple[float, float]:
    """The bounds of the true share in 95 of 100 cases."""
    if not matches:
        return 0.0, 1.0
    share = points / matches
    spread = SURE * SURE / matches
    middle = (share + spread / 2) / (1 + spread)
    reach = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
    return max(0.0, middle - reach), min(1.0, middle + reach)


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes for matches; jobs that have not begun are dropped at the end."""
    pool = ProcessPoolExecutor(max(1, count), multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def named_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ValueError
    return name, value


named_value.__name__ = "NAME=VALUE"  # argparse shows it


def contest_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=games())
    parser.add_argument(
        "--option",
        type=named_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the set-up, for example map=drawn; what is not given is drawn",
    )
    parser.add_argument(
        "--seconds",
        type=float,
        metavar="S",
        help="the time for a move of the levels that have a second; others in proportion",
    )
    seed_argument(parser, 0)
    parser.add_argument(
        "--processes",
        type=positive_number,
        default=1,
        metavar="P",
        help="how many play at the same time",
    )
    if isinstance(parser, Command):
        parser.ending = _known_players


def _known_players() -> str:
    """The players of each game, which only its machine knows."""
    simple = "; ".join(
        f"{key}: {', '.join(hints.players) or 'none'}" for key, (_, hints) in house_roster().items()
    )
    return f"Levels: {', '.join(LEVELS)}. Simple players of each game: {simple}."


def duel_arguments(parser: argparse.ArgumentParser) -> None:
    contest_arguments(parser)
    parser.add_argument(
        "--seats",
        default="hard,easy",
        metavar="PLAYERS",
        help="for each seat a level, or a simple player that the game offers, joined by commas",
    )
    parser.add_argument("--matches", type=positive_number, default=20, metavar="N", help="how many")
