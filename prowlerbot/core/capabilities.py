"""The optional capabilities of a game, each declared by a class of its own.

A game inherits the class of each capability that it has; a plain game inherits none. So the bases
of its classes show its kind, and the type checker requires all members of a capability:

    class Position(Secrets[Move], Leaving[Move]): ...
    class Landgrab(SeatChoices, Game): ...
"""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping, Sequence
from typing import Self

from prowlerbot.core import conditional_replies
from prowlerbot.core.game import Game, M, State, View, find_move

# ------------------------------------------------------------------ capabilities of a position


class Secrets(State[M], ABC):
    """Seats have hidden information."""

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
        """By seat: the number of its latest moves that nobody else has seen yet.

        Concealed moves do not change the legal moves of others, nor whether another seat is to
        move. So a record without them is valid too. Leaving does not count.
        """


class LiveStages(State[M], ABC):
    """In some stages all seats act at once and openly, first come first served."""

    __slots__ = ()

    @property
    @abstractmethod
    def live(self) -> str:
        """During such a stage, the move that finishes it for a seat; empty at other times.

        During a stage a move of another seat makes no press late. A shared clock may end the stage:
        it makes this move for each seat that is not done. Between two stages there is at least one
        position that belongs to neither.
        """


class Leaving(State[M], ABC):
    """A seat can leave for good while the others play on."""

    __slots__ = ()

    @property
    @abstractmethod
    def left(self) -> Collection[int]:
        """The seats that have left."""

    @abstractmethod
    def leave(self, seat: int) -> Self | None:
        """The position after ``seat`` has left for good: it is never to move again.

        If only one seat stays, that position is the end, and this seat has won. In every outcome
        the seats that left are behind all that stayed. Nobody is asked to leave while chance is due
        or after the end, nor twice.

        None in a match of two, and where the others cannot play on: leaving then ends the match,
        and the core ranks its seats.
        """


class Elimination(State[M], ABC):
    """A seat can be out before the match is over."""

    __slots__ = ()

    @property
    @abstractmethod
    def out(self) -> frozenset[int]:
        """The seats without any further decisions, such as those without lives, that have not left:
        they are ranked like all others and may still win.
        """


class DrawnByConsent(State[M], ABC):
    """Some moves can be drawn by lot if all players agree."""

    __slots__ = ()

    @property
    @abstractmethod
    def drawable(self) -> bool:
        """Whether the moves from here up to a position that is not drawable, such as those that
        build a map, may be drawn uniformly if all players agree. Never while a move is concealed,
        nor after the end.
        """


class Ordered(State[M], ABC):
    """The position of a game with ``StandingOrders``."""

    __slots__ = ()

    @abstractmethod
    def ordered(self, seat: int, orders: Collection[str]) -> M | None:
        """The move of a seat by its standing orders, as if its player chose it; None without one.
        Only for visible moves: an order never makes a concealed plan.
        """


class Planning(State[M], ABC):
    """Players can plan moves before it is their turn. A plan is a text that only the game reads."""

    __slots__ = ()

    @property
    @abstractmethod
    def plannable(self) -> bool:
        """Whether a seat that is not to move can plan now."""

    @property
    def plans_own_turns(self) -> bool:
        """Whether a plan is a line of its player's moves, which can begin in their own turn too."""
        return False

    @abstractmethod
    def planned(self, seat: int, typed: str) -> str:
        """The plan that a player has typed, in one form; "" for no plan. Raises IllegalMove for
        anything that would not be legal where the plan has it.
        """

    @abstractmethod
    def foreseen(self, seat: int, plan: str, mover: int, move: str) -> str:
        """The rest of a seat's plan after a move from this position, also after its own moves and
        those of chance. It is "" if its player did not foresee that, or planned no further.
        """

    @abstractmethod
    def planned_move(self, seat: int, plan: str) -> M | None:
        """The move that a plan has for a seat that is to move now; None where it has none."""


class ConditionalReplies(Planning[M], ABC):
    """Plans are conditional replies, as ``conditional_replies.py`` reads them."""

    __slots__ = ()

    @property
    def plannable(self) -> bool:
        return self.outcome is None

    def planned(self, seat: int, typed: str) -> str:
        return conditional_replies.check_plan(self, seat, typed)

    def foreseen(self, seat: int, plan: str, mover: int, move: str) -> str:
        if mover == seat:
            return conditional_replies.plan_after_answer(plan, move)
        return conditional_replies.plan_after_move(plan, move)

    def planned_move(self, seat: int, plan: str) -> M | None:
        answer, _ = conditional_replies.read_answer(plan)
        move: M = find_move(self, seat, answer)
        return move


# ------------------------------------------------------------------ capabilities of a game


class SeatChoices(Game, ABC):
    """Players make a choice along with their seat, such as a colour."""

    @property
    @abstractmethod
    def choices(self) -> Sequence[str]:
        """The values to choose from, each for one seat."""

    @abstractmethod
    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        """The options of a set-up with these choices, seat 1 first; "" for no choice."""

    @abstractmethod
    def given(self, setup: str) -> Sequence[str]:
        """The value of each seat in a set-up, one of ``choices``, seat 1 first, chosen or drawn."""


class StandingOrders(Game, ABC):
    """Players can give standing orders, such as an answer to all questions of a kind."""

    @property
    @abstractmethod
    def orders(self) -> Sequence[str]:
        """The orders, as short words without commas."""

    @property
    @abstractmethod
    def usual_orders(self) -> Sequence[str]:
        """The orders that apply to every player when a match begins; players can take them back."""
