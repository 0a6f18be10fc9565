"""The speed of Landgrab's rules, in its turns and while buildings are placed, against
python-chess in the same process, and the drawing of a map.

One step is the list of legal moves and one of them applied, rolls included. All sides draw their
moves the same way and take turns, so a slow moment hits all of them. Wanted are 25 µs in turns,
400 µs for a building and 30 ms for a map where a step of chess takes 50 µs.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from bench.timing import CHESS_MATCHES, Job, dice_of, medians, play_chess, play_out
from prowlerbot.games.landgrab import Landgrab
from prowlerbot.games.landgrab.rules import Position

ROUNDS = 11
MATCHES = 24
MAPS = 12

LANDGRAB = Landgrab()


def step(position: Position, dice: Callable[[], float]) -> Position:
    (seat,) = position.to_move
    moves = position.moves(seat)
    return position.after(seat, moves[int(dice() * len(moves))])


def until(position: Position, phase: str, dice: Callable[[], float]) -> Position:
    while position.phase != phase:
        position = step(position, dice)
    return position


def place_buildings(starts: list[Position], dice: Callable[[], float]) -> int:
    """From the first building to the last; the number of steps."""
    steps = 0
    for position in starts:
        while position.phase == "buildings":
            position = step(position, dice)  # noqa: PLW2901
            steps += 1
    return steps


def draw_maps(rng: random.Random) -> int:
    for number in range(MAPS):
        LANDGRAB.setup(rng, 2 + number % 3, {"map": "drawn"})
    return MAPS


def main(rng: random.Random) -> None:
    dice = dice_of(rng)
    seats = [2 + number % 3 for number in range(MATCHES)]
    drawn = [LANDGRAB.start(LANDGRAB.setup(rng, count, {"map": "drawn"})) for count in seats]
    turns = [until(position, "turn", dice) for position in drawn]
    together = [LANDGRAB.start(LANDGRAB.setup(rng, count, {})) for count in seats]
    buildings = [until(position, "buildings", dice) for position in together]
    sides: dict[str, Job] = {
        "python-chess": lambda: play_chess(CHESS_MATCHES, dice),
        "turns": lambda: play_out(turns, dice),
        "buildings": lambda: place_buildings(buildings, dice),
        "drawn maps": lambda: draw_maps(rng),
    }
    own = medians(sides, ROUNDS)
    chess = own["python-chess"]
    print(f"legal moves and one applied, median of {ROUNDS} rounds:")
    print(f"  python-chess        {chess:8.2f} µs")
    for side, wanted in (("turns", 0.5), ("buildings", 8)):
        ratio = own[side] / chess
        print(f"  Landgrab, {side:9} {own[side]:8.2f} µs: {ratio:4.2f} steps of chess", end="")
        print(f"   (wanted: {wanted} or less)")
    maps = own["drawn maps"]
    print(f"a drawn map {maps / 1000:18.2f} ms: {maps / chess:4.0f} steps of chess", end="")
    print("   (wanted: 600 or less)")


if __name__ == "__main__":
    main(random.Random(1))
