"""The data of a position, which the rules of placing, turns, scoring and plans share."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeVar

from prowlerbot.core.game import NOBODY

from .map import Map
from .moves import Action, Move
from .setup import Setup

Phase = Literal[
    "tiles", "buildings", "spawns", "turn", "claim", "attack", "defence", "eviction", "over"
]
"""The stage of the match: ``claim``, ``attack`` and ``defence`` wait for the roll of that name,
``eviction`` for a pawn that must step aside."""
End = Literal["", "last", "calm", "rounds"]
"""The reason for the end: one seat left, no progress, or too many rounds."""


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made faster than a frozen dataclass).

    Tuples of seats hold seat 1 first; ``owners`` (0 is nobody) and ``points`` have one entry per
    building, in the order of ``map.buildings``. ``turn`` is the seat that places or has the turn:
    it stays the same during rolls and while another pawn steps aside. ``target`` is the number of
    the claimed building or the attacked seat, ``rolled`` the attacker's roll, ``returning`` the
    seat whose pawn waits for an eviction, each 0 otherwise.
    """

    setup: Setup
    map: Map
    turn: int
    pawns: tuple[int, ...]
    spawns: tuple[int, ...]
    lives: tuple[int, ...]
    owners: tuple[int, ...]
    points: tuple[int, ...]
    phase: Phase = "tiles"
    to_move: frozenset[int] = NOBODY
    legal: tuple[Move, ...] = ()
    round: int = 0
    progress: int = 0
    left: frozenset[int] = NOBODY
    target: int = 0
    rolled: int = 0
    returning: int = 0
    end: End = ""
    last: Action | None = None

    @property
    def seats(self) -> range:
        return range(1, len(self.lives) + 1)

    def is_in(self, seat: int) -> bool:
        """Whether a seat takes part and has neither lost all its lives nor left."""
        return seat in self.seats and self.lives[seat - 1] > 0

    @property
    def decided(self) -> bool:
        """Whether one seat alone is in."""
        return len(self.lives) - self.lives.count(0) == 1

    def next_in(self, seat: int, *, clockwise: bool = True) -> int:
        seats = len(self.lives)
        while True:
            seat = seat % seats + 1 if clockwise else (seat - 2) % seats + 1
            if self.lives[seat - 1]:
                return seat


P = TypeVar("P", bound=PositionData)
"""The rules return a position of the class that they get."""
