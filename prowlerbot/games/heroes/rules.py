"""The position: who is to move, what they may do, and what is known of the match.

The words are those of docs/rules/heroes.md.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from .moves import Move
from .seat import Seat
from .setup import Setup

Phase = Literal["build", "invasion", "planning", "over"]
Draw = Literal["", "tile", "card kind", "invader", "map", "event", "L", "I", "seat"]
"""What chance decides next."""


class Position(NamedTuple):
    """A position of Heroes Beware (a named tuple, which is made faster than a frozen dataclass).

    Tuples of seats hold seat 1 first. While a draft turn lasts, ``shown`` has the seats as they were
    when it began, which is all that others see; it is empty at other times. ``left`` are the seats
    that have left, in that order; ``rounds`` what every stash was worth after each profit phase.

    ``pile`` counts the face-down tiles, ``seen`` has a bit for each tile that was turned up this
    round, ``face_up`` are the tiles dropped beside the pile, in that order, ``turning`` the tiles
    that are about to be turned up: pairs of seat and place, 0 for the hand. ``last`` is whether the
    draft turn is the last one.

    ``invaders`` and ``events`` are how many cards of this invasion are still to come; ``invader``,
    ``map`` and ``event`` the card that is there, 0 for none (a straggler walks by ``map``), and
    ``used`` the moves of chance that brought the cards that do not come back.

    ``supply`` is how many patches are left, ``dealt`` all I and L that have been dealt in this match,
    ``offer`` what can be taken in planning, ``order`` the seats in the order of choosing as far as it
    is settled, ``choosing`` those that are still to choose, once for each piece.
    """

    setup: Setup
    seats: tuple[Seat, ...]
    round: int
    phase: Phase = "build"
    to_move: frozenset[int] = frozenset()
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
