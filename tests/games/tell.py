"""A game for tests that has what Prowler's Passage lacks: seats that move at once, numbers that
others may not see, dice, colours to choose, and rules for whoever leaves.

Every round each seat hides a number from 1 to 3; then a die is thrown (seat CHANCE), and whoever
hid what it shows scores a point. After two rounds most points win. Whoever leaves is last; if one
is left alone, the match is over. It is for three, or as many as a test says, and a test may have
each hide several numbers a round.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from prowlerbot.core.capabilities import ConcealedMoves, Leaving, SeatChoices
from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import CHANCE, Game, Outcome, View

ROUNDS = 2
HIDDEN = -1  # stands in a view for a number that the viewer may not see


@dataclass(frozen=True, slots=True)
class Tell(ConcealedMoves[int], Leaving[int]):
    """A position; ``hidden`` has each seat's number of this round, 0 while there is none."""

    hidden: tuple[int, ...] = (0, 0, 0)
    points: tuple[int, ...] = (0, 0, 0)
    round: int = 0
    left: tuple[int, ...] = ()
    """The seats that have left, in that order."""
    picks: int = 1
    """How many numbers a seat hides in a round, one step after the other, as digits of one."""

    @property
    def seats(self) -> range:
        return range(1, len(self.points) + 1)

    def done(self, seat: int) -> bool:
        number = self.hidden[seat - 1]
        return number == HIDDEN or len(str(number or "")) == self.picks

    @property
    def over(self) -> bool:
        alone = bool(self.left) and len(self.seats) - len(self.left) == 1
        return alone or self.round == ROUNDS

    @property
    def to_move(self) -> frozenset[int]:
        if self.over:
            return frozenset()
        still = (s for s in self.seats if not self.done(s) and s not in self.left)
        return frozenset(still) or frozenset({CHANCE})

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        return Outcome.by_totals(self.points, "points", self.left)

    @property
    def concealed(self) -> Mapping[int, int]:
        if CHANCE in self.to_move:
            return {}
        made = {s: len(str(self.hidden[s - 1] or "")) for s in self.seats if s not in self.left}
        return {s: count for s, count in made.items() if count}

    def moves(self, seat: int) -> tuple[int, ...]:
        return (1, 2, 3) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> "Tell":
        if seat == CHANCE:
            hit = zip(self.points, self.hidden, strict=True)
            points = tuple(own + (str(move) in str(hidden)) for own, hidden in hit)
            return Tell((0,) * len(points), points, self.round + 1, self.left, self.picks)
        return self._with(seat, 10 * self.hidden[seat - 1] + move)

    def leave(self, seat: int) -> "Tell | None":
        if len(self.seats) < 3 or seat in self.left or self.over:
            return None
        return replace(self._with(seat, 0), left=(*self.left, seat))

    def _with(self, seat: int, number: int) -> "Tell":
        hidden = tuple(number if s == seat else self.hidden[s - 1] for s in self.seats)
        return replace(self, hidden=hidden)

    def view(self, viewer: int | None) -> "View[Tell]":
        if CHANCE in self.to_move:  # all numbers are laid open before the die is thrown
            return View(self, viewer)
        seen = (
            n if s == viewer else HIDDEN if self.done(s) and n else 0
            for s, n in zip(self.seats, self.hidden, strict=True)
        )
        return View(replace(self, hidden=tuple(seen)), viewer)

    def facts(self) -> Mapping[str, object]:
        return {"hidden": list(self.hidden), "points": list(self.points)}

    def summary(self) -> Mapping[str, object]:
        return {"rounds": self.round}


@dataclass(frozen=True, slots=True)
class TellGame(SeatChoices, Game):
    """The set-up reads ``tell-7``, ``tell-7-4`` for four, ``tell-7-3-red,,blue`` with colours."""

    seats: range = range(3, 4)
    picks: int = 1
    key: str = "tell"
    title: str = "Tell"
    choices: tuple[str, ...] = ("red", "green", "blue", "white")

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        if set(options) - {"colours"} or players not in self.seats:
            raise BadSetup("Tell is for three and has no options but colours.")
        drawn = f"tell-{rng.randrange(10)}"
        if options:
            return f"{drawn}-{players}-{options['colours']}"
        return drawn if players == 3 else f"{drawn}-{players}"

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        del setup
        return {name: value for name, value in options.items() if name != "colours"}

    def given(self, setup: str) -> Sequence[str]:
        _, _, *more = setup.split("-")
        return more[1].split(",") if more[1:] else ()

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        return {**options, "colours": ",".join(choices)}

    def start(self, setup: str) -> Tell:
        match setup.split("-"):
            case ["tell", _]:
                return Tell(picks=self.picks)
            case ["tell", _, players, *_] if players.isdecimal() and int(players) in range(1, 5):
                count = int(players)
                return Tell((0,) * count, (0,) * count, picks=self.picks)
        raise BadSetup("“{setup}” is no set-up of Tell.", setup=setup)
