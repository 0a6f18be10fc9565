"""A game for tests that has what Prowler's Passage lacks: three seats that move at once, numbers
that others may not see, and dice.

Every round each seat hides a number from 1 to 3; then a die is thrown (seat CHANCE), and whoever
hid what it shows scores a point. After two rounds most points win.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass, replace

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import CHANCE, Outcome

SEATS = (1, 2, 3)
ROUNDS = 2
HIDDEN = -1
"""Stands in a view for a number that the viewer may not see."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A position; ``hidden`` has each seat's number of this round, 0 while there is none."""

    hidden: tuple[int, ...] = (0, 0, 0)
    points: tuple[int, ...] = (0, 0, 0)
    round: int = 0

    @property
    def to_move(self) -> frozenset[int]:
        if self.round == ROUNDS:
            return frozenset()
        return frozenset(s for s in SEATS if not self.hidden[s - 1]) or frozenset({CHANCE})

    @property
    def outcome(self) -> Outcome | None:
        if self.round < ROUNDS:
            return None
        ranks = tuple(1 + sum(other > own for other in self.points) for own in self.points)
        return Outcome(ranks, "points", self.points)

    def moves(self, seat: int) -> tuple[int, ...]:
        return (1, 2, 3) if seat in self.to_move else ()

    def after(self, seat: int, move: int) -> Tell:
        if seat == CHANCE:
            hit = zip(self.points, self.hidden, strict=True)
            points = tuple(own + (hidden == move) for own, hidden in hit)
            return Tell((0, 0, 0), points, self.round + 1)
        return replace(self, hidden=tuple(move if s == seat else self.hidden[s - 1] for s in SEATS))

    def view(self, seat: int | None) -> Tell:
        seen = (
            n if s == seat or not n else HIDDEN for s, n in zip(SEATS, self.hidden, strict=True)
        )
        return replace(self, hidden=tuple(seen))

    def facts(self) -> Mapping[str, object]:
        return {"hidden": list(self.hidden), "points": list(self.points)}

    def summary(self) -> Mapping[str, object]:
        return {"rounds": self.round}


class TellGame:
    key = "tell"
    title = "Tell"
    seats = range(3, 4)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        if options or players not in self.seats:
            raise BadSetup("Tell is for three and has no options.")
        return f"tell-{rng.randrange(10)}"

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:  # noqa: ARG002 - the contract's
        return options

    def start(self, setup: str) -> Tell:
        if not setup.startswith("tell-"):
            raise BadSetup("“{setup}” is no set-up of Tell.", setup=setup)
        return Tell()
