"""The time of jobs that one process does in turn, so a slow moment hits all of them."""

from __future__ import annotations

import itertools
import platform
import random
import statistics
import time
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import chess
import isal
from isal import isal_zlib
from PIL import Image

from prowlerbot.core.game import AnyState

Job = Callable[[], int]
"""It returns the number of its steps."""
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


def wanted(value: float, most: float) -> str:
    """The goal of a figure, and the share of it that the figure takes; above 100 % it is missed."""
    return f"({value / most:.0%} of the {most:g} wanted)"


def milliseconds(work: Callable[..., object], *arguments: object) -> float:
    """The processor time of some work."""
    start = time.process_time()
    work(*arguments)
    return (time.process_time() - start) * 1000


class Floors(NamedTuple):
    """The milliseconds that a PNG of some pixels takes at least.

    ``zlib`` is a copy and zlib at level 1, as any PNG costs. ``isal`` is ISA-L alone, with the
    checksum of the file, as the bot's PNG costs.
    """

    zlib: float
    isal: float

    @classmethod
    def of(cls, drawn: Image.Image) -> Floors:
        pixels = drawn.tobytes()
        return cls(
            milliseconds(lambda: zlib.compress(drawn.copy().tobytes(), 1)),
            milliseconds(lambda: isal_zlib.crc32(isal_zlib.compress(pixels, 2))),
        )

    @classmethod
    def middle(cls, found: Iterable[Floors]) -> Floors:
        return cls(*map(statistics.median, zip(*found, strict=True)))

    def ratios(self, taken: float) -> str:
        """How a time compares; one of both aims is enough."""
        over, times = taken / self.zlib, taken / self.isal
        return f"{over:5.2f} × zlib {wanted(over, 0.6)}, {times:5.2f} × ISA-L {wanted(times, 2)}"


_FLAGS = ("sse4_2", "avx", "avx2", "bmi2", "pclmulqdq", "vpclmulqdq", "avx512f", "asimd", "crc32")
"""Instructions that zlib or ISA-L may use, by their names in ``/proc/cpuinfo``."""


def print_machine() -> None:
    """What the floors depend on: zlib, ISA-L and the instructions of the processor."""
    version = zlib.ZLIB_RUNTIME_VERSION
    kind = "zlib-ng" if "zlib-ng" in version else "no zlib-ng"
    print(f"zlib {version} ({kind}), ISA-L {isal.ISAL_VERSION} by isal {isal.__version__}")
    facts = Path("/proc/cpuinfo")
    known = set(facts.read_text("utf-8").split()) if facts.exists() else set[str]()
    found = " ".join(flag for flag in _FLAGS if flag in known)
    print(f"instructions: {found or platform.machine()}")


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
