"""``python -m prowlerbot duel``: machines against each other, or against the simple players of a
game, to measure how much better one plays.

Each set-up is played as often as there are seats, and each player takes each seat once. So no good
set-up and no good seat helps any of them.
"""

import argparse
import multiprocessing
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from typing import Any, TypeVar

from prowlerbot.core.errors import Refused
from prowlerbot.core.game import CHANCE, Game, Outcome, final_outcome
from prowlerbot.core.game_parts import AnyHints, Hints, Policy
from prowlerbot.core.i18n import listing
from prowlerbot.games import GAMES
from prowlerbot.opponent.choice import LEVELS, MachineLevel, choose_move, player_of_name
from prowlerbot.opponent.search import Budget, Clock, draw_move
from prowlerbot.opponent.task import house_roster
from prowlerbot.shell.arguments import (
    Command,
    add_seed_argument,
    game_keys,
    positive_number,
    progress_bar,
)

PROGRESS_SECONDS = 10.0
"""Seconds between two lines of progress, if there is no terminal for a bar."""
_DEVIATIONS_OF_95_PERCENT = 1.96
"""Standard deviations on both sides of a mean that include 95 of 100 cases."""
PLAIN_PREFIX = "plain-"
"""The start of the name of a plain search; the number of its playouts follows."""
_Result = TypeVar("_Result")
Player = MachineLevel | Policy[Any, Any]


@dataclass(frozen=True, slots=True)
class ContestMatch:
    """A finished match; ``think_seconds`` has those of each decision, seat by seat.

    ``end`` is the reason for its end, if the game's records state it, else the deciding rule.
    ``moves`` are all moves as in a record, each with its seat, rolls included.
    """

    outcome: Outcome
    think_seconds: tuple[tuple[float, ...], ...]
    end: str = ""
    moves: tuple[tuple[int, str], ...] = ()


def named_player(name: str, hints: AnyHints) -> Player:
    """A level, a player of the game's own, or a plain search such as ``plain-100``. Raises
    NotFound, which names the levels and the game's players.
    """
    playouts = name.removeprefix(PLAIN_PREFIX)
    if playouts != name and playouts.isdecimal() and int(playouts):
        return MachineLevel(name, Budget(playouts=int(playouts)), endgame=False, plain=True)
    known: dict[str, Player] = {**LEVELS, **hints.players}
    return player_of_name(name, known)


def play_contest(
    game: Game, hints: AnyHints, setup: str, players: Sequence[Player], *, seed: str, clock: Clock
) -> ContestMatch:
    """Play one match to its end, with ``players`` by seat; each seat has its own random numbers."""
    rngs = {seat: random.Random(f"{seed}/{seat}") for seat in range(1, len(players) + 1)}
    rngs[CHANCE] = random.Random(f"{seed}/chance")
    think_seconds: list[list[float]] = [[] for _ in players]
    state = game.start(setup)
    moves: list[tuple[int, str]] = []
    latest = 0
    while state.to_move:
        # Simultaneous choices stay unseen by the others; racing seats are equally fast.
        racing = {racer for racer in state.to_move if state.live and racer > latest}
        seat = CHANCE if CHANCE in state.to_move else min(racing or state.to_move)
        if seat == CHANCE:
            move = draw_move(state.moves(CHANCE), rngs[CHANCE])
        else:
            latest, begin = seat, clock()
            player, view = players[seat - 1], state.view(seat)
            if isinstance(player, MachineLevel):
                own_hints = Hints(determinise=hints.determinise) if player.plain else hints
                move = choose_move(own_hints, view, seat, player, rng=rngs[seat], clock=clock)
            else:
                move = player(view.seen, seat, view.moves(), rngs[seat])
            think_seconds[seat - 1].append(clock() - begin)
        moves.append((seat, str(move)))
        state = state.after(seat, move)
    outcome = final_outcome(state)
    end = str(state.summary().get("end", outcome.by))
    return ContestMatch(outcome, tuple(map(tuple, think_seconds)), end, tuple(moves))


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
    think_seconds: list[float] = field(default_factory=list)

    def add_match(self, played: ContestMatch, seat: int) -> None:
        outcome = played.outcome
        own_total = outcome.totals[seat - 1]
        others = [total for other, total in enumerate(outcome.totals, 1) if other != seat]
        self.margins.append(own_total - max(others, default=0))
        self.think_seconds.extend(played.think_seconds[seat - 1])
        if outcome.ranks[seat - 1] == 1:
            winners = outcome.ranks.count(1)
            self.won += winners == 1
            self.shared += winners > 1
            self.points += 1 / winners


def run_duel(options: argparse.Namespace) -> None:
    """Let machines and simple players play each other and report how often each wins. After an
    interruption it reports the matches that have ended.
    """
    game = GAMES.named(options.game)
    names = options.seats.split(",")
    for name in names:
        named_player(name, house_roster()[game.key][1])
    if len(names) not in game.seats:
        raise Refused(
            "{title} is for {wanted} players; --seats names {count}.",
            title=game.title,
            wanted=listing([str(count) for count in sorted(game.seats)], either=True),
            count=len(names),
        )
    scores = [DuelScore(name) for name in names]
    ends, plies, finished = Counter[str](), 0, 0
    with process_pool(options.processes) as pool, progress_bar("Playing", options.matches) as bar:
        planned = _planned_matches(game, scores, options)
        jobs = {pool.submit(job): seating for job, seating in planned}
        try:
            write = partial(write_progress, "matches") if bar.is_silent else None
            for done in ended_jobs(jobs, write):
                played = done.result()
                for seat, player in enumerate(jobs[done], 1):
                    scores[player].add_match(played, seat)
                ends[played.end] += 1
                plies += len(played.moves)
                finished += 1
                bar.advance()
        except (KeyboardInterrupt, BrokenProcessPool):  # Ctrl-C reaches the processes as well
            sys.stderr.write(f"Interrupted after {finished} of {options.matches} matches.\n")
    lines = [*score_lines(scores, finished), endings_line(ends, plies)]
    sys.stdout.write("".join(f"{line}\n" for line in lines))


def _planned_matches(
    game: Game, scores: Sequence[DuelScore], options: argparse.Namespace
) -> Iterator[tuple[Callable[[], ContestMatch], list[int]]]:
    """The job of each match, and by seat the index of a score; seats turn within one set-up."""
    count = len(scores)
    for number in range(options.matches):
        group, turn = divmod(number, count)
        seating = [(seat + turn) % count for seat in range(count)]
        setup = game.setup(random.Random(f"{options.seed}/{group}"), count, dict(options.option))
        names = tuple(scores[player].name for player in seating)
        luck = f"{options.seed}/{number}"
        yield partial(play_duel_match, game.key, setup, names, luck, options.seconds), seating


def ended_jobs(
    jobs: Iterable[Future[_Result]], write: Callable[[int, int], None] | None
) -> Iterator[Future[_Result]]:
    """The jobs as they end; ``write`` regularly gets the number ended and the number of all."""
    running = set(jobs)
    total, reported_at = len(running), 0.0
    while running:
        if write is not None and time.monotonic() - reported_at >= PROGRESS_SECONDS:
            reported_at = time.monotonic()
            write(total - len(running), total)
        ended, running = wait(running, timeout=PROGRESS_SECONDS, return_when=FIRST_COMPLETED)
        yield from ended


def write_progress(jobs: str, ended: int, total: int) -> None:
    """Write the progress of ``jobs``, a plural noun, in a line, for an output without a bar."""
    sys.stderr.write(f"{ended} of {total} {jobs} have ended.\n")
    sys.stderr.flush()


def play_duel_match(
    key: str, setup: str, names: tuple[str, ...], seed: str, seconds: float | None
) -> ContestMatch:
    """One match, in a process of its own. Its clock counts only the process's CPU time."""
    game, hints = house_roster()[key]
    players = [player_with_time(named_player(name, hints), seconds) for name in names]
    return play_contest(game, hints, setup, players, seed=seed, clock=time.process_time)


def player_with_time(player: Player, seconds: float | None) -> Player:
    """The same player with these ``seconds`` for a move in place of each second, if given."""
    if seconds is None or not isinstance(player, MachineLevel) or player.budget.seconds is None:
        return player
    return replace(player, budget=Budget(player.budget.playouts, seconds * player.budget.seconds))


def score_lines(scores: list[DuelScore], matches: int) -> Iterator[str]:
    yield (
        f"{'player':8} {'won':>5} {'shared':>6} {'share':>7} {'95 %':>15} "
        f"{'margin':>7} {'think ms':>9} {'most':>6}"
    )
    for score in scores:
        low, high = share_bounds(score.points, matches)
        bounds = f"{low:.1%} – {high:.1%}"
        margin = sum(score.margins) / max(1, matches)
        mean = 1000 * sum(score.think_seconds) / max(1, len(score.think_seconds))
        most = 1000 * max(score.think_seconds, default=0.0)
        yield (
            f"{score.name:8} {score.won:5} {score.shared:6} "
            f"{score.points / max(1, matches):7.1%} {bounds:>15} "
            f"{margin:+7.1f} {mean:9.0f} {most:6.0f}"
        )


def endings_line(ends: Mapping[str, int], plies: int) -> str:
    matches = sum(ends.values())
    words = ", ".join(f"{end} {count}" for end, count in sorted(ends.items()))
    return f"ended by: {words or 'nothing'}; {plies / max(1, matches):.0f} plies a match"


def share_bounds(points: float, matches: int) -> tuple[float, float]:
    """The bounds of the true share in 95 of 100 cases: Wilson's interval."""
    if not matches:
        return 0.0, 1.0
    share = points / matches
    spread = _DEVIATIONS_OF_95_PERCENT * _DEVIATIONS_OF_95_PERCENT / matches
    middle = (share + spread / 2) / (1 + spread)
    half_width = sqrt(spread * share * (1 - share) + spread * spread / 4) / (1 + spread)
    return max(0.0, middle - half_width), min(1.0, middle + half_width)


@contextmanager
def process_pool(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes for matches; jobs that have not begun are dropped at the end."""
    pool = ProcessPoolExecutor(max(1, count), multiprocessing.get_context("spawn"))
    try:
        yield pool
    finally:
        pool.shutdown(cancel_futures=True)


def name_and_value(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not (name and equals):
        raise ValueError
    return name, value


name_and_value.__name__ = "NAME=VALUE"  # argparse shows it


def add_contest_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help=game_keys())
    parser.add_argument(
        "--option",
        type=name_and_value,
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the set-up, for example map=drawn; what is not given is drawn",
    )
    about = "the time for a move of the levels that have a second; others in proportion"
    parser.add_argument("--seconds", type=float, metavar="S", help=about)
    add_seed_argument(parser, 0)
    about = "how many play at the same time"
    parser.add_argument("--processes", type=positive_number, default=1, metavar="P", help=about)
    if isinstance(parser, Command):
        parser.compute_epilog = _known_players


def _known_players() -> str:
    """The players of each game, which only its machine knows."""
    simple = "; ".join(
        f"{key}: {', '.join(hints.players) or 'none'}" for key, (_, hints) in house_roster().items()
    )
    return f"Levels: {', '.join(LEVELS)}. Simple players of each game: {simple}."


def add_duel_arguments(parser: argparse.ArgumentParser) -> None:
    add_contest_arguments(parser)
    about = "for each seat a level, or a simple player that the game offers, joined by commas"
    parser.add_argument("--seats", default="hard,easy", metavar="PLAYERS", help=about)
    parser.add_argument("--matches", type=positive_number, default=20, metavar="N", help="how many")
