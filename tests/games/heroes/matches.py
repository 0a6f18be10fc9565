"""Colonies, positions and whole matches that the tests of Heroes Beware share."""

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache

from prowlerbot.core.game import CHANCE, LEAVE
from prowlerbot.core.record import MadeMove, Record
from prowlerbot.games.heroes import Heroes
from prowlerbot.games.heroes.colony import Colony, Placed, rebuild_colony
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.pieces import NAME, SQUARE
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.seat import Seat, Tokens
from prowlerbot.games.heroes.stages.events import populate
from prowlerbot.games.heroes.thinking import choose_as_beginner
from tests.games.play import play

HEROES = Heroes()

Choice = Callable[[random.Random, Position, int], Move]


def built(text: str) -> Colony:
    """The colony of pieces written like placements: ``46@J7r1 I3@K7r1``."""
    pieces = []
    for each in text.split():
        found = re.fullmatch(r"([PIL]?\d*)@([A-O]\d+)r([0-3])", each)
        assert found is not None, each
        pieces.append(Placed(found[1], SQUARE[found[2]], int(found[3])))
    return rebuild_colony(tuple(pieces))


def mask(names: str) -> int:
    """The squares with these names."""
    return sum(1 << SQUARE[name] for name in names.split())


def tokens(**kinds: str) -> Tokens:
    """Tokens on squares by name; a square that is named twice has two gold."""
    gold = kinds.pop("gold", "").split()
    lying = Tokens(**{kind: mask(names) for kind, names in kinds.items()})
    for name in gold:
        lying = lying.with_gold(1 << SQUARE[name])
    return lying


def texts(position: Position, seat: int | None = None) -> list[str]:
    """The legal moves of a seat, else of the only one that is to move."""
    if seat is None:
        (seat,) = position.to_move
    return [str(move) for move in position.moves(seat)]


def started(setup: str, *entries: str | tuple[int, str]) -> Position:
    return play(HEROES.start(setup), *entries)


def with_seats(position: Position, *changes: Mapping[str, object]) -> Position:
    """The position with some fields of seats 1, 2, … changed."""
    seats = [
        seat._replace(**dict(change))  # type: ignore[arg-type] # fields are given by name
        for seat, change in zip(position.seats, changes, strict=False)
    ]
    return position._replace(seats=(*seats, *position.seats[len(seats) :]))


def preparing(setup: str, *seats: Mapping[str, object]) -> Position:
    """The position just before everybody's draft of the first round ends, with these seats; each
    of them then plays ``done``. It goes on to closing.
    """
    count = int(setup[0])
    position = HEROES.start(setup)
    for tile in range(1, 5 * count + 1):
        position = play(position, f"t{tile}")
    position = with_seats(position, *seats)
    for number in range(1, count + 1):
        position = play(position, (number, "done"))
    return position


def invaded(
    colonies: Sequence[str],
    lying: Sequence[Tokens | None] = (),
    *,
    round_: int = 1,
    cards: str = "",
) -> Position:
    """The invasion of a round, in ``brisk``, with these colonies; None for what they would get.

    ``cards`` are moves of chance and others to play then.
    """
    position = HEROES.start(f"{len(colonies)}/brisk/guided/full")
    given = [*lying, *[None] * (len(colonies) - len(lying))]
    seats = []
    for text, there in zip(colonies, given, strict=True):
        colony = built(text)
        seats.append(Seat(reserve=(), colony=colony, tokens=there or populate(colony)))
    at = position._replace(
        seats=tuple(seats),
        round=round_,
        phase="invasion",
        draw="invader",
        invaders=4 if round_ < 3 else 5,
        events=1 if round_ == 1 else 2,
        turning=(),
        to_move=frozenset({CHANCE}),
    )
    return play(at, cards)


def way(position: Position, seat: int = 1) -> list[str]:
    """The walk of the latest invader: the squares that it entered, and the events there."""
    return [what or NAME[square] for square, what in position.seats[seat - 1].trace]


def any_move(rng: random.Random, position: Position, seat: int) -> Move:
    return rng.choice(position.moves(seat))


def sensible(rng: random.Random, position: Position, seat: int) -> Move:
    """Build like the simple player of the game; chance moves at random."""
    moves = position.moves(seat)
    return choose_as_beginner(position, seat, moves, rng) if seat else rng.choice(moves)


def busy(rng: random.Random, position: Position, seat: int) -> Move:
    """Any kind of move alike, and then any move of this kind; seldom one that ends something."""
    kinds: dict[str, list[Move]] = {}
    for move in position.moves(seat):
        kinds.setdefault(move.piece or move.kind, []).append(move)
    for ends, likely in ((("done",), 0.95), (("ready", "pass"), 0.6)):
        if kinds.keys() - {*ends} and rng.random() < likely:
            for kind in ends:
                kinds.pop(kind, None)
    return rng.choice(kinds[rng.choice(list(kinds))])


CHOICES: Mapping[str, Choice] = {"any": any_move, "busy": busy, "sensible": sensible}


def play_out(
    setup: str, rng: random.Random, choose: Choice = any_move, *, leaving: float = 0
) -> tuple[Record, list[Position]]:
    """A match and its positions; before each move somebody leaves with this probability, more often
    in the phases that have few moves.
    """
    positions = [HEROES.start(setup)]
    made: list[MadeMove] = []
    while positions[-1].to_move:
        position = positions[-1]
        often = {"invasion": 10, "planning": 10}.get(position.phase, 1)
        if leaving and rng.random() < often * leaving:
            who = rng.randrange(position.setup.seats) + 1
            if (left := position.leave(who)) is not None:
                made.append(MadeMove(who, LEAVE))
                positions.append(left)
                continue
        seat = rng.choice(sorted(position.to_move))
        move = choose(rng, position, seat)
        made.append(MadeMove(seat, str(move)))
        positions.append(position.after(seat, move))
    return Record(HEROES, setup, tuple(made)), positions


@cache
def sensible_match(setup: str, seed: int) -> tuple[Record, list[Position]]:
    """A match that several tests look at."""
    return play_out(setup, random.Random(seed), sensible)
