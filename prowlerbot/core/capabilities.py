"""What a game can have beyond a plain one, each declared by a class of its own.

A plain game mentions none of them. A game that has one inherits its class, so the head of the game
tells what kind of game it is, and the type checker asks for everything that belongs to it:

    class Position(Secrets[Move], Leaving[Move]): ...
    class Landgrab(SeatChoices, Game): ...
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Self

from prowlerbot.core.game import Game, M, State, View

# ------------------------------------------------------------------ capabilities of a position


class Secrets(State[M], ABC):
    """Seats know what others do not."""

    __slots__ = ()

    @abstractmethod
    def view(self, viewer: int | None) -> View[Self]:
        """The position as far as a seat (None: a spectator) may know it."""


class ConcealedMoves(Secrets[M], ABC):
    """Seats make moves that nobody else sees yet."""

    __slots__ = ()

    @property
    @abstractmethod
    def concealed(self) -> Mapping[int, int]:
        """How many of its latest moves a seat has made that nobody else has seen yet.

        As long as they are concealed they change neither what others may do nor, except for the
        seat itself, who is to move, so a record without them is a record too. Leaving does not
        count.
        """


class LiveStages(State[M], ABC):
    """There are stages in which all act at once and in the open, first come first served."""

    __slots__ = ()

    @property
    @abstractmethod
    def live(self) -> str:
        """During such a stage, the move by which a seat is done with it; empty at other times.

        During a stage no press is late because another seat has moved, and a clock that all share
        may end it: it makes this move for each seat that is not done. Between two stages there is
        at least one position that belongs to neither.
        """


class Leaving(State[M], ABC):
    """A seat can leave for good while the others play on."""

    __slots__ = ()

    @abstractmethod
    def leave(self, seat: int) -> Self | None:
        """The position after ``seat`` has left for good and the others play on.

        None where the rules have no such thing, as in a match of two, or not now.
        """


class Elimination(State[M], ABC):
    """A seat can be out before the match is over."""

    __slots__ = ()

    @property
    @abstractmethod
    def out(self) -> frozenset[int]:
        """The seats that have nothing to decide any more, such as those without lives, but have
        not left: they are ranked like all others and may still win.
        """


class DrawnByConsent(State[M], ABC):
    """Some moves can be drawn by lot if all players agree."""

    __slots__ = ()

    @property
    @abstractmethod
    def drawable(self) -> bool:
        """Whether the moves from here up to a position that is not drawable, such as those that
        build a map, may be drawn uniformly if all players agree.

        Never where a move is concealed, nor when over.
        """


class Ordered(State[M], ABC):
    """The position of a game with ``StandingOrders``."""

    __slots__ = ()

    @abstractmethod
    def ordered(self, seat: int, orders: Collection[str]) -> M | None:
        """The move that a seat makes now by the standing orders it has given, as if it had been
        asked and had answered; None where none applies.

        For what everybody may see: a plan that others do not know of is not made by an order.
        """


# ------------------------------------------------------------------ capabilities of a game


class SeatChoices(Game, ABC):
    """Players choose something along with their seat, such as a colour."""

    @property
    @abstractmethod
    def choices(self) -> Sequence[str]:
        """What they choose from, each for one seat."""

    @abstractmethod
    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        """The options of a set-up in which these have been chosen, seat 1 first; "" for nothing."""

    @abstractmethod
    def given(self, setup: str) -> Sequence[str]:
        """Which of the ``choices`` each seat has in a set-up, seat 1 first, chosen or drawn."""


class StandingOrders(Game, ABC):
    """Players can give standing orders, such as what to answer to a question of a kind."""

    @property
    @abstractmethod
    def orders(self) -> Sequence[str]:
        """The orders, as short words without commas."""

    @property
    @abstractmethod
    def usual_orders(self) -> Sequence[str]:
        """Those that every player has given when a match begins, and can take back."""


CAPABILITIES: Sequence[type[State[Any] | Game]] = (
    Secrets,
    ConcealedMoves,
    LiveStages,
    Leaving,
    Elimination,
    DrawnByConsent,
    Ordered,
    SeatChoices,
    StandingOrders,
)


def declared(kind: type[State[Any] | Game]) -> list[str]:
    """The names of the capabilities that a class of a game declares."""
    return [each.__name__ for each in CAPABILITIES if issubclass(kind, each)]
