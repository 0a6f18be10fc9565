"""Landgrab's picture against its floors, as ``bench_picture`` measures that of the first game.

Matches are played at random, a third of them on maps that are built together; each position is
drawn for the first time. Times are processor time.
"""

from __future__ import annotations

import random
import statistics

from bench.timing import Floors, milliseconds, print_machine
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position
from renderer.landgrab import board, draw_board
from renderer.landgrab.colours import COLOURS

NIGHT = COLOURS["night"]

NAMES = ("Nightingale", "Михаил Воронцов", "さくら", "עומר")
MATCHES = 12
MOVES = 120
"""Of each match."""


def matches() -> list[list[Position]]:
    rng = random.Random(1)
    game = Landgrab()
    found = []
    for number in range(MATCHES):
        seats, kind = 2 + number % 3, ("together", "drawn", "mill")[number // 3 % 3]
        positions = [game.start(game.setup(rng, seats, {"map": kind}))]
        while positions[-1].to_move and len(positions) < MOVES:
            (seat,) = positions[-1].to_move
            move = rng.choice(positions[-1].moves(seat))
            positions.append(positions[-1].after(seat, move))
        found.append(positions)
    return found


def main() -> None:
    played = matches()
    times: dict[str, list[float]] = {}
    first = []
    for positions in played:
        names = NAMES[: len(positions[0].lives)]
        first.append(milliseconds(draw_board, positions[0], names))
        for position in positions[1:]:
            taken = milliseconds(draw_board, position, names)
            stage = "turns" if position.round else str(position.phase)
            times.setdefault(stage, []).append(taken)
    floors, sizes = [], []
    for position in (each for positions in played for each in positions[::8]):
        names = NAMES[: len(position.lives)]
        floors.append(Floors.of(board.picture(position, names, NIGHT)))
        sizes.append(len(draw_board(position, names)) / 1000)
    floor = Floors.middle(floors)
    print_machine()
    print(f"floors                {floor.zlib:7.2f} ms zlib   {floor.isal:5.2f} ms ISA-L")
    for stage, each in times.items():
        middle = statistics.median(each)
        print(f"{stage:20}  {middle:7.2f} ms   {floor.ratios(middle)}")
    size = statistics.median(sizes)
    print(f"size                  {size:7.1f} KB   max {max(sizes):6.1f}   (≤ 180)")
    print(f"first of the process  {first[0]:7.1f} ms")
    print(f"first of a match      {statistics.median(first[1:]):7.1f} ms")


if __name__ == "__main__":
    main()
