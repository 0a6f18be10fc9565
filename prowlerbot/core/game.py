"""What a game is to the shared core.

The core (match, service, storage, opponent, cogs) knows games only through the protocols in this
file: it never sees a hex, a die or a card. Seats are numbered from 1; seat ``CHANCE`` stands for
dice and shuffles that happen during a match. When it is to move, the core draws one of its moves
uniformly and appends it to the record like any other move, so a replay never needs a random source.

A position as it is, a ``State``, may hold secrets. What one viewer may know of it is a ``View``, a
type of its own: whatever is shown, spoken, drawn, exported or suggested is made from views, and the
type checker tells the two apart.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Protocol, Self, TypeVar

from prowlerbot.core.errors import IllegalMove

CHANCE = 0
"""The seat that moves for dice and shuffles; the core draws from its moves."""
LEAVE: Final = "leave"
"""How it reads in a record that a seat leaves the match; it is never among the legal moves."""
NOT_LIVE: Final = ""
"""What ``State.live`` is in a game, or at a moment, in which seats do not race."""
NOBODY: frozenset[int] = frozenset()
"""What ``State.out`` is in a game, or at a moment, where nobody is."""
NOTHING_CONCEALED: Mapping[int, int] = MappingProxyType({})
"""What ``State.concealed`` is in a game, or at a moment, where everybody sees every move."""


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
S = TypeVar("S", bound="State[Any]")


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """What ``viewer`` may know of a position; None is a spectator.

    ``seen`` is a position of the same game in which everything else is left out or stands as
    unknown. Its legal moves are right for the viewer's own seat; for others they may be any.
    """

    seen: S
    viewer: int | None = None

    @property
    def to_move(self) -> frozenset[int]:
        return self.seen.to_move

    @property
    def outcome(self) -> Outcome | None:
        return self.seen.outcome

    @property
    def out(self) -> frozenset[int]:
        return self.seen.out

    @property
    def drawable(self) -> bool:
        return self.seen.drawable

    def moves(self) -> Sequence[Any]:
        """The legal moves of the viewer."""
        return () if self.viewer is None else self.seen.moves(self.viewer)


class State(Protocol[M]):
    """A position: immutable, and nothing but the replay of a record.

    A move is a small hashable value whose ``str()`` is its only stored, sent and typed form.
    ``moves`` alone decides what is legal; ``after`` trusts its argument to come from there.
    """

    @property
    def to_move(self) -> frozenset[int]:
        """The seats that may move now: several where play is simultaneous, none when over.

        Everybody may know this, whatever else is hidden.
        """
        ...

    @property
    def outcome(self) -> Outcome | None: ...

    @property
    def concealed(self) -> Mapping[int, int]:
        """How many of its latest moves a seat has made that nobody else has seen yet.

        As long as they are concealed they change neither what others may do nor, except for the
        seat itself, who is to move, so a record without them is a record too. Leaving does not
        count.
        """
        ...

    @property
    def live(self) -> str:
        """While the seats act at once and in the open, first come first served: the move by which
        one is done with that; empty at any other time.

        Then what one does makes no press of another late, and a clock that all share may end it,
        which makes this move for whoever is not done. Between two such stages there is at least one
        position that belongs to neither.
        """
        ...

    @property
    def out(self) -> frozenset[int]:
        """The seats that have nothing to decide any more, as they have lost all their lives, but
        have not left: they are ranked like all others and may still win.
        """
        ...

    @property
    def drawable(self) -> bool:
        """Whether the moves from here up to a position that is not drawable, such as those that
        build a map, may be drawn uniformly if all players agree.

        Never where a move is concealed, nor when over.
        """
        ...

    def moves(self, seat: int) -> Sequence[M]:
        """The legal moves of ``seat``, in the order a player would list them."""
        ...

    def after(self, seat: int, move: M) -> Self: ...

    def ordered(self, seat: int, orders: Collection[str]) -> M | None:
        """The move that a seat makes now by the standing orders it has given, as if it had been
        asked and had answered; None where none applies.

        For what everybody may see: a plan that others do not know of is not made by an order.
        """
        ...

    def leave(self, seat: int) -> Self | None:
        """The position after ``seat`` has left for good and the others play on.

        None where the rules have no such thing, as in a match of two, or not now.
        """
        ...

    def view(self, viewer: int | None) -> View[Self]:
        """The position as far as a seat (None: a spectator) may know it."""
        ...

    def facts(self) -> Mapping[str, object]:
        """What a record may state about this position, ready for JSON."""
        ...

    def summary(self) -> Mapping[str, object]:
        """What a record states about the whole match once it is over, ready for JSON."""
        ...


AnyState = State[Any]
"""A state as the core handles it: moves pass through without being looked into."""
AnyView = View[Any]


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

    @property
    def choices(self) -> Sequence[str]:
        """What players choose from when they take a seat, such as a colour, each for one seat;
        empty where there is nothing to choose.
        """
        ...

    @property
    def orders(self) -> Sequence[str]:
        """The standing orders that a player can give during a match, such as what to answer to a
        question of a kind, as short words without commas; empty where there are none.
        """
        ...

    @property
    def usual_orders(self) -> Sequence[str]:
        """Those that every player has given when a match begins, and can take back."""
        ...

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        """The options of a set-up in which these have been chosen, seat 1 first; "" for nothing."""
        ...

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        """Draw a set-up; an option that is not given is drawn too.

        Raises BadSetup for an option that the game does not have.
        """
        ...

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of a rematch in which everybody takes the next seat.

        What the set-up gave to a seat stays with the seat, so it goes on to the next player; but
        what was ``given`` goes with the players, who are handed it as what they choose.
        """
        ...

    def given(self, setup: str) -> Sequence[str]:
        """Which of the ``choices`` each seat has in a set-up, seat 1 first, chosen or drawn; empty
        where there is nothing to choose.
        """
        ...

    def start(self, setup: str) -> AnyState:
        """The position before the first move. Raises BadSetup, naming what is wrong and where."""
        ...


def find_move(position: AnyState | AnyView, seat: int, text: str) -> Any:
    """The legal move of ``seat`` written ``text``; raises IllegalMove if there is none."""
    state = position.seen if isinstance(position, View) else position
    for move in state.moves(seat):
        if str(move) == text:
            return move
    if state.outcome is not None:
        raise IllegalMove("The match is over; “{move}” cannot be played.", move=text)
    if seat not in state.to_move:
        raise IllegalMove("It is not seat {seat}'s turn.", seat=seat)
    raise IllegalMove("“{move}” is not a legal move here.", move=text)


def after(state: AnyState, seat: int, text: str) -> AnyState:
    """The position after an entry of a record: a legal move, or the seat leaving.

    Raises IllegalMove.
    """
    if text != LEAVE:
        return state.after(seat, find_move(state, seat, text))
    left = state.leave(seat)
    if left is None:
        raise IllegalMove("Seat {seat} cannot leave the match here.", seat=seat)
    return left
