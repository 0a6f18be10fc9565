"""The contract between a game and the shared core.

The core (match, service, storage, opponent, cogs) knows games only through the classes in this
file. It never sees a hex, a die or a card. Seats are numbered from 1; seat ``CHANCE`` moves for
dice and shuffles that happen during a match. When it is to move, the core draws one of its moves
uniformly and appends it to the record. So a replay never needs a random source.

A whole position, a ``State``, may hold secrets. The part that one viewer may know is a ``View``, a
type of its own. Every message, picture, export and suggestion is made from views, and the type
checker tells the two apart.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, Generic, Self, TypeVar

from prowlerbot.core.errors import BadSetup, IllegalMove, NotFound

CONTRACT: Final = 1
"""The version of this contract. It rises with a change after which older games cannot be played."""
CHANCE = 0
"""The seat that moves for dice and shuffles; the core draws from its moves."""
LEAVE: Final = "leave"
"""The entry of a record for a seat that leaves the match; it is never among the legal moves."""
NOT_LIVE: Final = ""
"""``State.live`` in a game, or at a moment, in which seats do not race."""
NOBODY: frozenset[int] = frozenset()
"""``State.out`` and ``State.left`` in a game, or at a moment, in which nobody is."""
LEFT: Final = "left"
"""``Outcome.by`` of a match in which one seat alone has not left."""
NO_CONCEALED_MOVES: Mapping[int, int] = MappingProxyType({})
"""``State.concealed`` in a game, or at a moment, in which everybody sees every move."""
M = TypeVar("M")
S = TypeVar("S", bound="State[Any]")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome of a match that was played out.

    ``ranks`` and ``totals`` hold one number per seat, seat 1 first. Rank 1 is best; equal ranks are
    shared. ``by`` names the deciding rule, in the words of the game's record.
    """

    ranks: tuple[int, ...]
    by: str
    totals: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The one seat of rank 1, or None where the first rank is shared."""
        return self.ranks.index(1) + 1 if self.ranks.count(1) == 1 else None

    @classmethod
    def by_totals(cls, totals: Sequence[int], by: str, left: Sequence[int] = ()) -> Self:
        """The most points win. The seats that ``left``, in that order, are behind all others, the
        later ones before the earlier; a seat that stayed alone wins.
        """
        merits = [
            (0, left.index(seat)) if seat in left else (1, total)
            for seat, total in enumerate(totals, 1)
        ]
        alone = bool(left) and len(left) == len(totals) - 1
        return cls(ranked(merits), LEFT if alone else by, tuple(totals))


def ranked(merits: Sequence[Any]) -> tuple[int, ...]:
    """The rank of each seat by its merit: the highest has rank 1, equal ones share a rank."""
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def next_seat(seat: int, count: int, out: Collection[int] = ()) -> int:
    """The seat after this one, of ``count``, that is not out: this one if all others are."""
    order = (following % count + 1 for following in range(seat, seat + count))
    return next((following for following in order if following not in out), seat)


class Mark(IntEnum):
    """How a part of a match went for a seat."""

    POOR = 0
    FAIR = 1
    GOOD = 2

    @classmethod
    def against(cls, own: float, other: float) -> "Mark":
        """Good for more than the other has, fair for as much."""
        if own == other:
            return cls.FAIR
        return cls.GOOD if own > other else cls.POOR


@dataclass(frozen=True, slots=True)
class View(Generic[S]):
    """The part of a position that ``viewer`` may know; None is a spectator.

    ``seen`` is a position of the same game in which everything else is missing or marked as
    unknown. Its legal moves are right for the viewer's own seat only.
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

    def planned_move(self, plan: str) -> Any:
        """The first move of the viewer's plan in their own turn; None where it has none."""
        return None if self.viewer is None else self.seen.planned_move(self.viewer, plan)

    def moves(self) -> Sequence[Any]:
        """The legal moves of the viewer."""
        return () if self.viewer is None else self.seen.moves(self.viewer)


class State(ABC, Generic[M]):
    """A position: immutable, and fully determined by the replay of a record.

    A game has to define ``to_move``, ``outcome``, ``moves`` and ``after``. All else has the default
    of a plain game, in which everybody sees everything, takes turns and stays to the end. A game
    declares deviations by the capabilities in ``prowlerbot.core.capabilities``.

    A move is a small hashable value whose ``str()`` is its only stored, sent and typed form.
    ``moves`` alone decides legality; ``after`` trusts its argument to come from there.
    """

    __slots__ = ()

    # ------------------------------------------------------------------ required of every game

    @property
    @abstractmethod
    def to_move(self) -> frozenset[int]:
        """The seats that may move now: several in simultaneous play, none after the end. Public."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The outcome of the match; None as long as a seat is to move."""

    @abstractmethod
    def moves(self, seat: int) -> Sequence[M]:
        """The legal moves of ``seat`` in their display order; none if it is not to move."""

    @abstractmethod
    def after(self, seat: int, move: M) -> Self:
        """The position after a legal move."""

    # ------------------------------------------------------------------ statements of a record

    def facts(self) -> Mapping[str, object]:
        """The facts that a record may state about this position, ready for JSON."""
        return {}

    def summary(self) -> Mapping[str, object]:
        """The facts that a record states about a finished match, ready for JSON."""
        return {}

    # --------------------------------------- defaults, explained in prowlerbot.core.capabilities

    @property
    def concealed(self) -> Mapping[int, int]:
        return NO_CONCEALED_MOVES

    def view(self, viewer: int | None) -> View[Self]:
        return View(self, viewer)

    @property
    def live(self) -> str:
        return NOT_LIVE

    @property
    def out_of_turn(self) -> bool:
        """Whether the seat to move has to, though it is not its turn."""
        return False

    @property
    def out(self) -> frozenset[int]:
        return NOBODY

    @property
    def left(self) -> Collection[int]:
        return NOBODY

    def leave(self, seat: int) -> Self | None:
        return None

    @property
    def drawable(self) -> bool:
        return False

    def ordered(self, seat: int, orders: Collection[str]) -> M | None:
        return None

    @property
    def plannable(self) -> bool:
        return False

    @property
    def plans_own_turns(self) -> bool:
        return False

    def planned(self, seat: int, typed: str) -> str:
        return ""

    def foreseen(self, seat: int, plan: str, mover: int, move: str) -> str:
        return ""

    def planned_move(self, seat: int, plan: str) -> M | None:
        return None


AnyState = State[Any]
"""A state as the core handles it: the core does not look into moves."""
AnyView = View[Any]


class Game(ABC):
    """One game of the registry.

    A game has to define ``key``, ``title``, ``seats`` and ``start``. Without a ``setup`` of its own
    all matches with the same number of players begin alike.
    """

    key: str
    """The short lower-case name in records, commands and the database."""
    title: str
    seats: range
    """The possible numbers of players."""
    contract: int = 0
    """The version of the contract for which a game from outside is written."""
    least_moves: int = 3
    """The own moves before which a player of an arena gives up early."""
    shortest_clock: int = 0
    """The fewest seconds of a clock for the whole match in which a match can be finished."""
    keeps_seats: bool = False
    """Whether players keep their seats in a rematch: an option decides who begins."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and vars(other) == vars(self)

    def __hash__(self) -> int:
        return hash(self.key)

    @abstractmethod
    def start(self, setup: str) -> AnyState:
        """The position before the first move. Raises BadSetup, with the error and its place."""

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        """Draw a set-up and missing options; by default the number of players. Raises BadSetup."""
        self.check(players, options)
        return str(players)

    def check(self, players: int, options: Mapping[str, str], *known: str) -> None:
        """Raise BadSetup for an unknown option or a wrong number of players."""
        if unknown := set(options) - {*known}:
            raise BadSetup(
                "{title} has no option “{option}”.", title=self.title, option=min(unknown)
            )
        if players not in self.seats:
            raise BadSetup("{game} is not for {count} players.", game=self.title, count=players)

    def players_in(self, setup: str) -> int:
        """The number of players in a default set-up of ``setup``. Raises BadSetup."""
        if setup not in map(str, self.seats):
            raise BadSetup(
                "“{setup}” is not a number of players of {title}.", setup=setup, title=self.title
            )
        return int(setup)

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """The options of a rematch in which each player takes the next seat, or keeps their own.

        Values of the set-up stay with their seats, so they pass to the next player. Values of
        ``given``, such as colours, follow their players instead, as their choices.
        """
        return options

    def drawn_parts(self, setup: str) -> frozenset[str]:
        """The pieces of a set-up that were drawn and that all players see, without the first seat
        and the players' choices. Empty if there are so few possibilities that two matches can share
        most pieces by chance.
        """
        del setup
        return frozenset()

    def traits(self, seen: Any) -> Sequence[frozenset[str]]:
        """Groups of facts by which the bot recognises the position of another match, whatever led
        there. Two positions that share most facts of a group ask for the same help. Names of seats
        and colours are no facts. By default there are none, and the set-up alone counts.
        """
        del seen
        return ()

    # ------------------------------------------------------------------ the day's challenge

    def of_the_day(self, rng: random.Random) -> tuple[int, Mapping[str, str]]:
        """The number of players and the options of a day's challenge: by default the fewest."""
        del rng
        return self.seats.start, {}

    def course(self, states: Sequence[Any], seat: int) -> Sequence[Mark]:
        """How each part of a match that was played out went for a seat. The marks give no move
        away, so a player can show them to others who have yet to play.
        """
        outcome: Outcome | None = states[-1].outcome
        if outcome is None or outcome.ranks[seat - 1] != 1:
            return (Mark.POOR,)
        return (Mark.GOOD if outcome.ranks.count(1) == 1 else Mark.FAIR,)

    # ------------------------------------------------------------------ for spectators

    def points(self, seen: Any) -> Sequence[int]:
        """The points of each seat so far, seat 1 first; empty if they are not known yet."""
        del seen
        return ()

    # --------------------------------------- defaults, explained in prowlerbot.core.capabilities

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
    """The legal move of ``seat`` with this text; raises IllegalMove if there is none."""
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
    """The position after an entry of a record: a move, or the seat leaving. Raises IllegalMove."""
    if text != LEAVE:
        return state.after(seat, find_move(state, seat, text))
    if (left := state.leave(seat)) is None:
        raise IllegalMove("Seat {seat} cannot leave the match here.", seat=seat)
    return left


def final_outcome(state: AnyState) -> Outcome:
    """The outcome of a position in which nobody is to move. Raises ValueError if it has none."""
    if (outcome := state.outcome) is None:
        raise ValueError("Nobody is to move, and the match is not over.")
    return outcome


class Registry(Mapping[str, Game]):
    """The games by key. Entry points hand a registry down, so a test can use other games."""

    def __init__(self, games: Iterable[Game]) -> None:
        self._games = {game.key: game for game in games}
        self.left_out: dict[str, str] = {}
        """A sentence about each game that cannot be played, for the host."""

    def __getitem__(self, key: str) -> Game:
        return self._games[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def title_of(self, key: str) -> str:
        """The title of a game; its key while it is not installed."""
        return self._games[key].title if key in self._games else key

    def add(self, game: Game) -> None:
        self._games[game.key] = game

    def leave_out(self, key: str, problem: str) -> None:
        del self._games[key]
        self.left_out[key] = problem

    def named(self, key: str) -> Game:
        """The game of that key; raises NotFound, which names the existing ones."""
        if key not in self._games:
            known = ", ".join(sorted(self._games))
            raise NotFound("There is no game “{key}” here. Games: {known}.", key=key, known=known)
        return self._games[key]
