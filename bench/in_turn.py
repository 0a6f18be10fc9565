"""Jobs of one process that are measured in turn, so a slow moment hits all of them."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping

Job = Callable[[], int]
"""It returns how many steps it has made."""


def medians(jobs: Mapping[str, Job], rounds: int) -> dict[str, float]:
    """The microseconds that one step of each job takes, in the median of so many rounds."""
    times: dict[str, list[float]] = {name: [] for name in jobs}
    for round_ in range(rounds + 1):
        for name, job in jobs.items():
            each = _microseconds(job)
            if round_:  # the first one fills the memories
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
