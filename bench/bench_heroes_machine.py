"""The cost of the machine's thinking in Heroes Beware, as multiples of the rules under it.

One step is the list of legal moves and one of them applied. An appraisal is of a colony in the
middle of a draft, a rehearsal of the invasion that follows it; a move is one decision of the level
that thinks most, in the mean of a whole match for four. All take turns in one process, so a slow
moment hits all of them.
"""

from __future__ import annotations

import random
import statistics
import time

from bench.bench_heroes import drawn_line, play
from bench.timing import Job, medians, print_in_steps
from prowlerbot.games.heroes.colony import rebuilt
from prowlerbot.games.heroes.machine.appraisal import appraised
from prowlerbot.games.heroes.machine.keeper import cards_to_come, crowd, expected
from prowlerbot.games.heroes.machine.prospect import Prospect
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat
from prowlerbot.games.heroes.stages.populate import populated
from prowlerbot.games.heroes.thinking import HINTS, MINDS
from prowlerbot.opponent.choice import LEVELS
from prowlerbot.opponent.contest import play as play_contest
from tests.games.heroes.matches import HEROES

ROUNDS = 5
INVASIONS = 20
PROSPECT = Prospect(tiles=9, reserve=("P",), gems=1)


def built_by_machine(rng: random.Random) -> Position:
    """The end of the draft of a first round."""
    position = HEROES.start("1/brisk/guided/full")
    while position.phase == "build":
        (seat,) = position.to_move
        moves = position.moves(seat)
        move = MINDS["expert"](position, seat, moves, rng) if seat else rng.choice(moves)
        position = position.after(seat, move)
    return position


def appraise(seat: Seat) -> int:
    """Each colony on the way to this one, made anew, as nothing is remembered of a new one."""
    pieces = seat.colony.pieces
    for count in range(1, len(pieces) + 1):
        appraised(rebuilt(pieces[:count]), PROSPECT)
    return len(pieces)


def rehearse(position: Position, rng: random.Random) -> int:
    (seat,) = position.seats
    invasions = [cards_to_come(position._replace(phase="build"), rng) for _ in range(INVASIONS)]
    expected(seat._replace(tokens=populated(seat.colony)), invasions, crowd(position, 1))
    return INVASIONS


def main(rng: random.Random) -> None:
    lines = [drawn_line(rng) for _ in range(4)]
    position = built_by_machine(rng)
    jobs: dict[str, Job] = {
        "rules, a step": lambda: play(lines, []),
        "appraisal": lambda: appraise(position.seats[0]),
        "rehearsal": lambda: rehearse(position, rng),
    }
    print_in_steps(medians(jobs, ROUNDS), ROUNDS, of="rules, a step")
    players = [LEVELS["expert"]] * 4
    for setup in ("4/brisk/guided/full", "4/live/guided/full"):
        played = play_contest(HEROES, HINTS, setup, players, seed="1", clock=time.process_time)
        thought = [each for seat in played.thought for each in seat]
        print(
            f"  a move in {setup}: {1000 * statistics.mean(thought):.1f} ms,"
            f" at most {1000 * max(thought):.0f} ms   (wanted: 2000 or less)"
        )


if __name__ == "__main__":
    main(random.Random(1))
