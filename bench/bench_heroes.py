"""The speed of the rules of Heroes Beware, against python-chess in the same process.

One step is the list of legal moves and one of them applied, chance included, over whole matches of
all set-ups by a player that builds sensibly; its moves are drawn beforehand. All sides take turns,
so a slow moment hits all of them. Wanted are 150 µs a step, 50 ms for the slowest one, and 150 ms
for a record of 700 moves read from its text, where a step of chess takes 50 µs.
"""

from __future__ import annotations

import random
import statistics
import time

from bench.timing import CHESS_MATCHES, Job, dice_of, medians, play_chess
from prowlerbot.core.game import AnyState, after
from prowlerbot.core.record import Record
from prowlerbot.games.heroes.rules import Position
from tests.games.heroes.matches import CHOICES, HEROES, any_setup, play_out

ROUNDS = 9
MATCHES = 24
LONG = 700
"""Moves of a long record."""

Line = tuple[Position, list[tuple[int, int]]]
"""A start, and which of its legal moves each seat made."""


def drawn_line(rng: random.Random) -> Line:
    record, positions = play_out(any_setup(rng), rng, CHOICES["sensible"])
    made = []
    for entry, position in zip(record.moves, positions, strict=False):
        listed = [str(move) for move in position.moves(entry.seat)]
        made.append((entry.seat, listed.index(entry.text)))
    return positions[0], made


def long_record(rng: random.Random) -> Record:
    """A match for four with about as many moves as they ever have."""
    while True:
        record, _ = play_out("4/turns/guided/full", rng, CHOICES["sensible"])
        if len(record.moves) >= LONG:
            return Record(HEROES, record.setup, record.moves[:LONG])


def play(lines: list[Line], slowest: list[float]) -> int:
    """The number of steps; the slowest one is noted."""
    steps, worst = 0, 0.0
    for position, made in lines:
        for seat, index in made:
            began = time.perf_counter()
            position = position.after(seat, position.moves(seat)[index])  # noqa: PLW2901
            worst = max(worst, time.perf_counter() - began)
            steps += 1
    slowest.append(1e6 * worst)
    return steps


def read(record: Record) -> int:
    """A record replayed from its texts; counted as one."""
    state: AnyState = HEROES.start(record.setup)
    for made in record.moves:
        state = after(state, made.seat, made.text)
    return 1


def main(rng: random.Random) -> None:
    dice = dice_of(rng)
    lines = [drawn_line(rng) for _ in range(MATCHES)]
    record = long_record(rng)
    slowest: list[float] = []
    sides: dict[str, Job] = {
        "python-chess": lambda: play_chess(CHESS_MATCHES, dice),
        "steps": lambda: play(lines, slowest),
        "record": lambda: read(record),
    }
    own = medians(sides, ROUNDS)
    chess = own["python-chess"]
    print(f"legal moves and one applied, median of {ROUNDS} rounds:")
    print(f"  python-chess   {chess:8.2f} µs")
    for name, measured, wanted in (
        ("Heroes Beware ", own["steps"], 3),
        ("  the slowest ", statistics.median(slowest[1:]), 1000),  # the first round fills memories
        (f"{LONG} moves read", own["record"], 3000),
    ):
        ratio = measured / chess
        print(f"  {name} {measured:8.2f} µs: {ratio:6.2f} steps of chess", end="")
        print(f"   (wanted: {wanted} or less)")


if __name__ == "__main__":
    main(random.Random(1))
