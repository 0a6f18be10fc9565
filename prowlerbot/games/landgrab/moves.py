"""The moves and their notation; docs/notation.md explains them to players."""

from __future__ import annotations

from typing import Literal, NamedTuple

from prowlerbot.games.landgrab.space import NAME, SQUARES, WIDTH

Kind = Literal["t", "s", "l", "p", "", "c", "a", "d"]
"""Tile, small building, large building, spawn, arrival, claim, attack, roll."""


class Move(NamedTuple):
    """A move: ``at`` is a square, the attacked seat, or the number on the die.

    ``to`` is the second square of a large building, else -1. A claim names the first square of the
    building; an arrival (a step, going around, stepping aside) is the square alone.
    """

    kind: Kind
    at: int
    to: int = -1

    def __str__(self) -> str:
        match self.kind:
            case "a":
                return f"a:{self.at}"
            case "d":
                return f"d{self.at}"
            case "l":
                return f"l:{NAME[self.at]}-{NAME[self.to]}"
            case "":
                return NAME[self.at]
            case kind:
                return f"{kind}:{NAME[self.at]}"


class Action(NamedTuple):
    """The last action of a seat, with its pawn on ``start`` (negative: nowhere), and the dice."""

    seat: int
    move: Move
    start: int
    rolls: tuple[int, ...] = ()


SIDES = 12
"""The faces of the die."""


def _everywhere(kind: Kind) -> tuple[Move, ...]:
    return tuple(Move(kind, square) for square in range(len(NAME)))


# A look-up of a move by square is faster than a new one.
TILE, SMALL, SPAWN = _everywhere("t"), _everywhere("s"), _everywhere("p")
ARRIVAL, CLAIM = _everywhere(""), _everywhere("c")
ATTACK: tuple[Move, ...] = tuple(Move("a", seat) for seat in range(5))
ROLLS: tuple[Move, ...] = tuple(Move("d", shown) for shown in range(1, SIDES + 1))
LARGE: dict[tuple[int, int], Move] = {
    (first, second): Move("l", first, second)
    for first in SQUARES
    for second in (first + 1, first + WIDTH)
    if second < len(NAME) and NAME[second]
}
"""By both squares, in reading order."""
