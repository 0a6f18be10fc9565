"""What a game is to the shared core, and everything that can go wrong with one.

The core (match, service, store, cogs) knows games only through the protocols in this file: it
never sees a hex, a die or a card. Seats are numbered from 1; seat ``CHANCE`` stands for dice and
shuffles that happen during a match. When it is to move, the core draws one of its moves uniformly
and appends it to the record like any other move, so a replay never needs a random source.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from prowlerbot.core.errors import IllegalMove

CHANCE = 0
"""The seat that moves for dice and shuffles; the core draws from its moves."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended at the table.

    ``ranks`` and ``totals`` hold one number a seat, seat 1 first. Rank 1 is best; equal ranks are
    shared. ``by`` names the rule that decided, in the words of the game's record.
    """

    ranks: tuple[int, ...]
    by: str
    totals: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The one seat of rank 1, or None where the first rank is shared."""
        return self.ranks.index(1) + 1 if self.ranks.count(1) == 1 else None


M = TypeVar("M")


class State(Protocol[M]):
    """A position: immutable, and nothing but the replay of a record.

    A move is a small hashable value whose ``str()`` is its only stored, sent and typed form.
    ``moves`` alone decides what is legal; ``after`` trusts its argument to come from there.
    """

    @property
    def to_move(self) -> frozenset[int]:
        """The seats that may move now: several where play is simultaneous, none when over."""
        ...

    @property
    def outcome(self) -> Outcome | None: ...

    def moves(self, seat: int) -> Sequence[M]:
        """The legal moves of ``seat``, in the order a player would list them."""
        ...

    def after(self, seat: int, move: M) -> Self: ...

    def view(self, seat: int | None) -> Self:
        """The position as far as ``seat`` (None: a spectator) may know it."""
        ...

    def facts(self) -> Mapping[str, object]:
        """What a record may state about this position, ready for JSON."""
        ...

    def summary(self) -> Mapping[str, object]:
        """What a record states about the whole match once it is over, ready for JSON."""
        ...


AnyState = State[Any]
"""A state as the core handles it: moves pass through without being looked into."""


class Game(Protocol):
    """One game of the registry."""

    @property
    def key(self) -> str:
        """The short lower-case name in records, commands and the database."""
        ...

    @property
    def title(self) -> str: ...

    @property
    def seats(self) -> range:
        """How many players can take part."""
        ...

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        """Draw a set-up; an option that is not given is drawn as well.

        Raises BadSetup for an option that the game does not have.
        """
        ...

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of a rematch in which everybody takes the next seat.

        What the set-up gave to a seat stays with the seat, so it goes on to the next player.
        """
        ...

    def start(self, setup: str) -> AnyState:
        """The position before the first move. Raises BadSetup, naming what is wrong and where."""
        ...


def find_move(state: AnyState, seat: int, text: str) -> Any:
    """The legal move of ``seat`` that reads ``text``; raises IllegalMove where there is none."""
    for move in state.moves(seat):
        if str(move) == text:
            return move
    if state.outcome is not None:
        raise IllegalMove("The match is over, “{move}” cannot be played.", move=text)
    if seat not in state.to_move:
        raise IllegalMove("It is not seat {seat}'s turn.", seat=seat)
    raise IllegalMove("“{move}” is not a legal move here.", move=text)
