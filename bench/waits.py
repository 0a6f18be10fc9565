"""The table of what people wait for and what a host pays, each row with its ratio and its goal.

``make bench`` prints it first. With names of rows as arguments it prints only those.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from bench import waits_for_pictures as pictures
from bench.timing import print_machine


def _of(bench: str, *arguments: str) -> Iterator[str]:
    """The lines of another bench that name a goal."""
    command = sys.executable, "-m", f"bench.{bench}", *arguments
    told = subprocess.run(command, check=False, capture_output=True, text=True)  # noqa: S603 - our own
    yield from (line.strip() for line in told.stdout.splitlines() if "wanted" in line)
    if told.returncode:
        yield f"bench.{bench} ended with {told.returncode}: {told.stderr.strip()[-200:]}"


ROWS: Mapping[str, Callable[[], Iterator[str]]] = {
    "animation": pictures.animations,
    "page": pictures.page,
    "picture": pictures.boards,
    "sheet": pictures.sheet,
    "start": partial(_of, "bench_start", "--turns", "1"),
    "command": partial(_of, "bench_commands"),
    "press": partial(_of, "bench_presses", "--at-once", "10"),
    "review": partial(_of, "bench_reviews", "--turns", "0"),
    "memory": partial(_of, "bench_memory"),
}
"""A row by its name. It yields a line for each figure, with the goal in it."""


def main() -> None:
    print_machine()
    for name in sys.argv[1:] or ROWS:
        begin = time.monotonic()
        for line in ROWS[name]():
            print(f"{name:10} {line}", flush=True)
        print(f"{name:10} measured in {time.monotonic() - begin:.0f} s", flush=True)


if __name__ == "__main__":
    main()
