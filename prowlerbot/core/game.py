"""What a game is to the shared core.

The core (match, service, storage, opponent, cogs) knows games only through the classes in this
file: it never sees a hex, a die or a card. Seats are numbered from 1; seat ``CHANCE`` stands for
dice and shuffles that happen during a match. When it is to move, the core draws one of its moves
uniformly and appends it to the record like any other move, so a replay never needs a random source.

A position as it is, a ``State``, may hold secrets. What one viewer may know of it is a ``View``, a
type of its own: whatever is shown, spoken, drawn, exported or suggested is made from views, and the
type checker tells the two apart.
"""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final, Generic, Self, TypeVar

from prowlerbot.core.errors import BadSetup, IllegalMove

CHANCE = 0
"""The seat that moves for dice and shuffles; the core draws from its moves."""
LEAVE: Final = "leave"
"""How it reads in a record that a seat leaves the match; it is never among the legal moves."""
NOT_LIVE: Final = ""
"""What ``State.live`` is in a game, or at a moment, in which seats do not race."""
NOBODY: frozenset[int] = frozenset()
"""What ``State.out`` is in a game, or at a moment, where nobody is."""
NO_CONCEALED_MOVES: Mapping[int, int] = MappingProxyType({})
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


class State(ABC, Generic[M]):
    """A position: immutable, and nothing but the replay of a record.

    A game has to give ``to_move``, ``outcome``, ``moves`` and ``after``. All else has the default
    of a plain game, in which everybody sees everything, takes turns and stays to the end; what is
    not so is declared by the capabilities in ``prowlerbot.core.capabilities``.

    A move is a small hashable value whose ``str()`` is its only stored, sent and typed form.
    ``moves`` alone decides what is legal; ``after`` trusts its argument to come from there.
    """

    __slots__ = ()

    # ------------------------------------------------------------------ what every game gives

    @property
    @abstractmethod
    def to_move(self) -> frozenset[int]:
        """The seats that may move now: several where play is simultaneous, none when over.

        Everybody may know this, whatever else is hidden.
        """

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended; None as long as somebody is to move."""

    @abstractmethod
    def moves(self, seat: int) -> Sequence[M]:
        """The legal moves of ``seat``, in the order a player would list them; none if it is not
        to move.
        """

    @abstractmethod
    def after(self, seat: int, move: M) -> Self:
        """The position after a legal move."""

    # ------------------------------------------------------------------ what a record states

    def facts(self) -> Mapping[str, object]:
        """What a record may state about this position, ready for JSON."""
        return {}

    def summary(self) -> Mapping[str, object]:
        """What a record states about the whole match once it is over, ready for JSON."""
        return {}

    # ------------------------------------------------------------------ see the capabilities

    @property
    def concealed(self) -> Mapping[int, int]:
        return NO_CONCEALED_MOVES

    def view(self, viewer: int | None) -> View[Self]:
        return View(self, viewer)

    @property
    def live(self) -> str:
        return NOT_LIVE

    @property
    def out(self) -> frozenset[int]:
        return NOBODY

    def leave(self, seat: int) -> Self | None:
        return None

    @property
    def drawable(self) -> bool:
        return False

    def ordered(self, seat: int, orders: Collection[str]) -> M | None:
        return None


AnyState = State[Any]
"""A state as the core handles it: moves pass through without being looked into."""
AnyView = View[Any]


class Game(ABC):
    """One game of the registry.

    A game has to give ``key``, ``title``, ``seats`` and ``start``. Without a ``setup`` of its own
    all matches of so many players begin alike.
    """

    key: str
    """The short lower-case name in records, commands and the database."""
    title: str
    seats: range
    """How many players can take part."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self.key)

    @abstractmethod
    def start(self, setup: str) -> AnyState:
        """The position before the first move. Raises BadSetup, naming what is wrong and where."""

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        """Draw a set-up; an option that is not given is drawn too. By default it is the number of
        players.

        Raises BadSetup for an option that the game does not have.
        """
        if options:
            raise BadSetup(
                "{title} has no option “{option}”.", title=self.title, option=min(options)
            )
        self.players_in(str(players))
        return str(players)

    def players_in(self, setup: str) -> int:
        """How many play by a set-up as ``setup`` writes it by default. Raises BadSetup."""
        if setup not in map(str, self.seats):
            raise BadSetup(
                "“{setup}” is not a number of players of {title}.", setup=setup, title=self.title
            )
        return int(setup)

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of a rematch in which everybody takes the next seat.

        What the set-up gave to a seat stays with the seat, so it goes on to the next player; but
        what was ``given`` goes with the players, who are handed it as what they choose.
        """
        return options

    # ------------------------------------------------------------------ see the capabilities

    @property
    def choices(self) -> Sequence[str]:
        return ()

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        return options

    def given(self, setup: str) -> Sequence[str]:
        return ()

    @property
    def orders(self) -> Sequence[str]:
        return ()

    @property
    def usual_orders(self) -> Sequence[str]:
        return ()


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
