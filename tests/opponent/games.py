"""Games for the tests of the machine: Tell with the hint that its secrets need, and one for one."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from prowlerbot.core.capabilities import ConcealedMoves
from prowlerbot.core.game import CHANCE, AnyState, Game, Outcome, State, View
from prowlerbot.core.game_parts import NO_HINTS, AnyHints, Hints
from prowlerbot.opponent.task import Roster, house_roster
from tests.games.nim import thinking
from tests.games.nim.rules import Nim
from tests.games.tell import HIDDEN, Tell, TellGame


def determinise(view: View[Tell], rng: random.Random) -> Tell:
    hidden = view.seen.hidden
    return replace(
        view.seen, hidden=tuple(rng.choice((1, 2, 3)) if n == HIDDEN else n for n in hidden)
    )


TELL: AnyHints = Hints(determinise=determinise)


@dataclass(frozen=True, slots=True)
class Climb(State[int]):
    """For one: three numbers are added up, and the sum is to be 7."""

    total: int = 0
    turns: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset({1}) if self.turns < 3 else frozenset()

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move:
            return None
        return Outcome((1,) if self.total == 7 else (2,), "target", (self.total,))

    def moves(self, seat: int) -> tuple[int, ...]:
        return (3, 1, 2) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> "Climb":
        del seat
        return Climb(self.total + move, self.turns + 1)

    def facts(self) -> Mapping[str, object]:
        return {"total": self.total}


@dataclass(frozen=True, slots=True)
class Guess(ConcealedMoves[int]):
    """Seat 1 hides a number, or 0 for a draw; at once seat 2 guesses, and wins if it is right."""

    hidden: int | None = None
    guess: int | None = None

    @property
    def to_move(self) -> frozenset[int]:
        open_to = {1: self.hidden, 2: self.guess}
        return frozenset(seat for seat, number in open_to.items() if number is None)

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move:
            return None
        if not self.hidden:
            return Outcome((1, 1), "draw", (0, 0))
        return Outcome((2, 1) if self.hidden == self.guess else (1, 2), "guess", (0, 0))

    def moves(self, seat: int) -> tuple[int, ...]:
        return tuple(range(2 - seat, 6)) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> "Guess":
        return replace(self, hidden=move) if seat == 1 else replace(self, guess=move)

    @property
    def concealed(self) -> Mapping[int, int]:
        made = {1: self.hidden is not None, 2: self.guess is not None}
        return {seat: 1 for seat, done in made.items() if done and self.to_move}

    def view(self, viewer: int | None) -> "View[Guess]":
        if not self.to_move:
            return View(self, viewer)
        seen = Guess(
            self.hidden if viewer == 1 or self.hidden is None else HIDDEN,
            self.guess if viewer == 2 or self.guess is None else HIDDEN,
        )
        return View(seen, viewer)


@dataclass(frozen=True, slots=True)
class Dice(State[int]):
    """For one player, who may throw a die, then adds up to three; 4 are needed."""

    total: int = 0
    step: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        return (frozenset({1}), frozenset({CHANCE}), frozenset({1}), frozenset[int]())[self.step]

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move:
            return None
        return Outcome((1,) if self.total >= 4 else (2,), "target", (self.total,))

    def moves(self, seat: int) -> tuple[int, ...]:
        if seat not in self.to_move:
            return ()
        return ((0, 1), (1, 2, 3, 4, 5, 6), (0, 1, 2, 3))[self.step]

    def after(self, seat: int, move: int) -> "Dice":
        del seat
        if self.step == 0:
            return Dice(step=1 if move else 3)
        return Dice(self.total + move, self.step + 1)

    def facts(self) -> Mapping[str, object]:
        return {"total": self.total}


def determinise_guess(view: View[Guess], rng: random.Random) -> Guess:
    hidden, guess = view.seen.hidden, view.seen.guess
    return Guess(
        rng.randrange(6) if hidden == HIDDEN else hidden,
        rng.randrange(1, 6) if guess == HIDDEN else guess,
    )


class Small(Game):
    """One of the games above, as the registry would hold it."""

    def __init__(self, key: str, begin: AnyState, seats: range) -> None:
        self.key, self.title, self.seats = key, key.title(), seats
        self.begin = begin

    def start(self, setup: str) -> AnyState:
        self.players_in(setup)
        return self.begin


CLIMB = Small("climb", Climb(), range(1, 2))
DICE = Small("dice", Dice(), range(1, 2))
GUESS = Small("guess", Guess(), range(2, 3))


def roster() -> Roster:
    """For worker processes: the house_roster and the games of the tests."""
    more = {"tell": (TellGame(), TELL), "climb": (CLIMB, NO_HINTS)}
    return {**house_roster(), **more, "nim": (Nim(), thinking.HINTS)}
