"""A position as data, which the rules of the stages and of scoring share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, Self, TypeVar

from prowlerbot.core.game import CHANCE, NOBODY

from .moves import Move
from .seat import GEM, Seat
from .setup import Setup

Phase = Literal["build", "invasion", "planning", "over"]
Draw = Literal["", "tile", "card kind", "invader", "map", "event", "L", "I", "seat"]
"""The next decision of chance."""

_CHANCE_ALONE = frozenset({CHANCE})


class Profit(NamedTuple):
    """The profit of a colony by source, in gold; ``gems`` and ``most_guards`` are in gems."""

    gold: int
    prisoners: int
    gems: int
    most_guards: int

    @property
    def worth(self) -> int:
        return self.gold + self.prisoners + GEM * (self.gems + self.most_guards)


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made faster than a frozen dataclass).

    Tuples of seats hold seat 1 first. While a draft turn lasts, ``shown`` holds the seats at its
    start, which is all that others see; it is empty at other times. ``left`` holds the seats that
    have left, in that order; ``rounds`` the treasure of every seat after each profit phase,
    ``profits`` the profit of every colony in it. ``invaded`` is the position after the last card of
    an invasion, until the next round begins.

    ``pile`` counts the face-down tiles, ``seen`` has a bit for each tile turned up this round,
    ``face_up`` holds the tiles dropped beside the pile, in that order, ``turning`` the tiles to
    turn up next: pairs of seat and place, 0 for the hand. ``last`` marks the last draft turn.

    ``invaders`` and ``events`` count the cards still to come in this invasion; ``invader``, ``map``
    and ``event`` are the present card, 0 for none (a straggler walks by ``map``), and ``used`` the
    moves of chance for the cards that do not come back.

    ``supply`` counts the remaining patches, ``dealt`` holds all I and L dealt in this match,
    ``offer`` the pieces on offer in planning, ``order`` the seats in the order of choosing as far
    as it is settled, ``choosing`` those still to choose, once for each piece.
    """

    setup: Setup
    seats: tuple[Seat, ...]
    round: int
    phase: Phase = "build"
    to_move: frozenset[int] = NOBODY
    draw: Draw = ""
    turn: int = 0
    pile: int = 0
    seen: int = 0
    last: bool = False
    shown: tuple[Seat, ...] = ()
    face_up: tuple[int, ...] = ()
    turning: tuple[tuple[int, int], ...] = ()
    invaders: int = 0
    events: int = 0
    invader: int = 0
    map: int = 0
    event: int = 0
    used: tuple[Move, ...] = ()
    supply: int = 0
    dealt: tuple[str, ...] = ()
    offer: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    choosing: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    rounds: tuple[tuple[int, ...], ...] = ()
    profits: tuple[tuple[Profit, ...], ...] = ()
    invaded: PositionData | None = None

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that have not left."""
        return tuple([n for n, seat in enumerate(self.seats, 1) if seat.stage != "left"])

    @property
    def deciding(self) -> frozenset[int]:
        return frozenset(
            [n for n, seat in enumerate(self.seats, 1) if seat.legal or seat.stage == "live"]
        )

    def with_seat(self, number: int, seat: Seat) -> Self:
        return self._replace(seats=(*self.seats[: number - 1], seat, *self.seats[number:]))

    def with_each(self, change: Callable[[Seat], Seat]) -> Self:
        """The position with every seat changed that has not left."""
        seats = [change(seat) if seat.playing else seat for seat in self.seats]
        return self._replace(seats=tuple(seats))

    def awaited(self) -> Self:
        """The position with ``to_move`` set: chance where it is due, else the deciding seats."""
        return self._replace(to_move=_CHANCE_ALONE if self.draw else self.deciding)

    def over(self) -> Self:
        """End the match; no seat is to move."""
        waiting = self.with_each(Seat.waiting)
        return waiting._replace(phase="over", to_move=NOBODY, shown=(), draw="")


P = TypeVar("P", bound=PositionData)
"""The rules return a position of the class that they get."""
