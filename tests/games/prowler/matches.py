"""Set-ups, moves and whole matches that the tests of Prowler's Passage share."""

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from prowlerbot.core.record import MadeMove, Record
from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.board import PATHWAYS
from prowlerbot.games.prowler.position import Move
from prowlerbot.games.prowler.rules import Position
from tests.games.play import play

PROWLER = Prowler()

EXAMPLE = "BPM-BPR-BPC-MRC-PMR-BRC/bpmrbpmrbpmrbpmrbpmrbpdwdwd/2,5,14/1"
"""The set-up that the notation is explained with."""

HEXES = "BPM-BPR-BPC-MRC-PMR-BRC"
TILES = "bpmrbpmrbpmrbpmrbpmrbpdwdwd"

Choice = Callable[[random.Random, Position], Move]


def setup(
    *, hexes: str = HEXES, tiles: str = TILES, cards: Iterable[int] = (2, 5, 14), start: int = 1
) -> str:
    """A set-up text, in the parts that a test cares about."""
    return f"{hexes}/{tiles}/{','.join(map(str, sorted(cards)))}/{start}"


def started(setup_text: str = EXAMPLE, opening: str = ">C") -> Position:
    """The position before the first placement."""
    return play(PROWLER.start(setup_text), opening)


def any_move(rng: random.Random, position: Position) -> Move:
    return rng.choice(position.moves(position.seat))


def keeping_together(rng: random.Random, position: Position) -> Move:
    """A move that touches the seat's own network wherever there is one: one connected network."""
    own = position.passages[position.seat - 1]
    ends = {end for p in PATHWAYS if own >> p.number & 1 for end in p.ends}
    moves = position.moves(position.seat)
    touching = [it for it in moves if it.pathway and ends & {*PATHWAYS[it.pathway - 1].ends}]
    return rng.choice(touching or moves)


def play_out(setup_text: str, rng: random.Random, choose: Choice = any_move) -> list[Position]:
    """Every position of a match, from before the first move to after the last."""
    positions = [PROWLER.start(setup_text)]
    while positions[-1].to_move:
        position = positions[-1]
        positions.append(position.after(position.seat, choose(rng, position)))
    return positions


def record_of(positions: Sequence[Position]) -> Record:
    moves = [MadeMove(before.seat, str(after.last)) for before, after in pairwise(positions)]
    return Record(PROWLER, str(positions[0].setup), tuple(moves))
