"""The time of jobs that one process does in turn, so a slow moment hits all of them."""

from __future__ import annotations

import itertools
import random
import statistics
import time
import zlib
from collections.abc import Callable, Mapping, Sequence

import chess
from PIL import Image

from prowlerbot.core.game import AnyState

Job = Callable[[], int]
"""It returns the number of its steps."""
CHESS_MATCHES = 8
CHESS_PLIES = 80


def medians(jobs: Mapping[str, Job], rounds: int) -> dict[str, float]:
    """The microseconds that one step of each job takes, in the median of ``rounds`` rounds."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for round_ in range(rounds + 1):
        for name, job in jobs.items():
            each = _microseconds(job)
            if round_:  # the first one fills caches
                times[name].append(each)
    return {name: statistics.median(taken) for name, taken in times.items()}


def print_in_steps(taken: Mapping[str, float], rounds: int, of: str) -> None:
    """The time of each job, also as a multiple of the one that is a step of the rules."""
    wide = max(map(len, taken))
    print(f"median of {rounds} rounds, in steps of the rules:")
    for name, each in taken.items():
        print(
            f"  {name:{wide}} {each:8.2f} µs {each / taken[of]:7.2f}   {1e6 / each:8.0f} a second"
        )


def _microseconds(job: Job) -> float:
    begin = time.perf_counter()
    steps = job()
    return (time.perf_counter() - begin) / steps * 1e6


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    """The processor time of some work."""
    start = time.process_time()
    work(*arguments)
    return (time.process_time() - start) * 1000


def floor_of(drawn: Image.Image) -> float:
    """The milliseconds that any PNG of these pixels takes: a copy, and zlib at level 1."""
    return milliseconds(lambda: zlib.compress(drawn.copy().tobytes(), 1))


def dice_of(rng: random.Random) -> Callable[[], float]:
    """Random numbers that cost nothing, as they are drawn beforehand."""
    return itertools.cycle([rng.random() for _ in range(99_991)]).__next__


def play_chess(matches: int, dice: Callable[[], float]) -> int:
    """Random matches; the number of steps."""
    steps = 0
    for _ in range(matches):
        board = chess.Board()
        for _ in range(CHESS_PLIES):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(moves[int(dice() * len(moves))])
            steps += 1
    return steps


def play_out(starts: Sequence[AnyState], dice: Callable[[], float]) -> int:
    """Random moves from each position to the end of its match; the number of steps."""
    steps = 0
    for position in starts:
        while seats := position.to_move:
            (seat,) = seats
            moves = position.moves(seat)
            position = position.after(seat, moves[int(dice() * len(moves))])  # noqa: PLW2901
            steps += 1
    return steps
