"""The treasure that moves of a seat bring in one course of the round, to compare them for people.

While a colony is built, that is what the builder expects of it after the move and the best rest of
the turn. From populate on, the same invasion is rehearsed after each move.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from prowlerbot.games.heroes.moves import READY, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages import populate

from .builder import Builder, Skill
from .keeper import Keeper

SKILL = Skill(width=3)
_DOUBT, _DOUBTED = 0.5, 0.25
"""The error of each difference between colonies, and the share of it that is doubtful besides. So
one of less than two treasure is never sure.
"""
_ALL = 30
"""The purchases and moves of guards after which populate is taken to be over."""


def forecast(
    position: Position,
    last: int,  # noqa: ARG001 - the interface
    rng: random.Random,
) -> tuple[tuple[()], list[float]]:
    """The treasure that the round will bring each seat, in one course of the invasion."""
    return (), [_expected(position, number, rng) for number in range(1, len(position.seats) + 1)]


def _expected(position: Position, number: int, rng: random.Random) -> float:
    seat = position.seats[number - 1]
    if not seat.playing:
        return 0.0
    if position.phase == "planning":
        return float(seat.treasure)
    if position.phase == "build" and not seat.tokens.anywhere:
        return Builder(position, number, SKILL, rng).expected()
    return Keeper(position, number, 1, rng).worth(seat)


def rehearse(
    position: Position, number: int, moves: Sequence[Move], rng: random.Random
) -> list[float]:
    match position.seats[number - 1].stage:
        case "draft" | "live" | "closing":
            builder = Builder(position, number, SKILL, rng)
            return [builder.worth_of(move) for move in moves]
        case "inspection":
            return [_inspected(position, number, move, rng) for move in moves]
        case "populate":
            keeper = Keeper(position, number, 1, rng)
            return [_populated(position, number, move, keeper, rng) for move in moves]
        case "planning":  # its worth shows a round later
            return [0.0] * len(moves)
    return Keeper(position, number, 1, rng).worths(moves)


def doubt(position: Position, number: int, difference: float) -> float:
    """The error of a difference; the appraisal of a colony may be wrong, whatever luck does."""
    if position.seats[number - 1].stage in {"draft", "live", "closing", "inspection"}:
        return _DOUBT + _DOUBTED * abs(difference)
    return 0.0


def _inspected(position: Position, number: int, move: Move, rng: random.Random) -> float:
    after = position.after(number, move)
    builder = Builder(after, number, SKILL, rng)
    return builder.worth(after.seats[number - 1].colony, 0.0, ())


def _populated(
    position: Position, number: int, move: Move, keeper: Keeper, rng: random.Random
) -> float:
    """The worth of the tokens once the rest of the stash is spent, too, without a look at luck."""
    seat = position.seats[number - 1]
    if move != READY:
        seat = populate.after(seat, move)
    for _ in range(_ALL):
        if move == READY:
            break
        legal = populate.legal(seat)
        blind = Keeper(position.with_seat(number, seat), number, 0, rng)
        move = blind.kept(legal)
        if move != READY:
            seat = populate.after(seat, move)
    return keeper.worth(seat)
