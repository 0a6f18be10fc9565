"""Tall tale: each rolls dice under a cup and tells how many show a number, until somebody doubts.

``3x5`` is the tale that at least three dice of all cups show 5. The next player tells a taller one
or doubts: then all cups are lifted, and whoever was wrong loses a die. The first player without
dice ends the match, and most dice win.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product

from prowlerbot.core.capabilities import Leaving, Secrets
from prowlerbot.core.game import CHANCE, Game, Outcome, View, next_seat

DICE, FACES = 3, range(1, 7)
HIDDEN = 0
"""Stands in a view for a die that its reader may not see."""
DOUBT = "doubt"

Cup = tuple[int, ...]


@dataclass(frozen=True)
class Position(Secrets[str], Leaving[str]):
    """A move is a tale, such as ``3x5``, or a doubt; a roll names the dice of one cup: ``356``."""

    dice: Cup
    """The number of dice that each seat has."""
    cups: tuple[Cup, ...]
    """The dice below each cup, the lowest first; none before they are rolled."""
    seat: int = 1
    tale: tuple[int, int] = (0, 0)
    """How many dice show which number."""
    teller: int = 0
    lifted: tuple[Cup, ...] = ()
    """The cups of the round before, which everybody has seen."""
    left: tuple[int, ...] = ()

    @property
    def there(self) -> list[int]:
        return [seat for seat in range(1, len(self.dice) + 1) if seat not in self.left]

    @property
    def unrolled(self) -> int:
        """The seat whose cup is rolled next; 0 if all are."""
        return next((seat for seat in self.there if not self.cups[seat - 1]), 0)

    @property
    def to_move(self) -> frozenset[int]:
        if len(self.there) == 1 or not all(self.dice[seat - 1] for seat in self.there):
            return frozenset()
        return frozenset({CHANCE if self.unrolled else self.seat})

    @property
    def outcome(self) -> Outcome | None:
        return None if self.to_move else Outcome.by_totals(self.dice, "dice", self.left)

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat not in self.to_move:
            return ()
        if seat == CHANCE:
            rolls = product(FACES, repeat=self.dice[self.unrolled - 1])
            return tuple("".join(map(str, roll)) for roll in rolls)
        most = sum(self.dice[each - 1] for each in self.there)
        taller = (tale for tale in product(range(1, most + 1), FACES) if tale > self.tale)
        return (*([DOUBT] if self.teller else []), *(f"{count}x{face}" for count, face in taller))

    def after(self, seat: int, move: str) -> Position:
        if seat == CHANCE:
            rolled = self.unrolled
            cup = tuple(sorted(map(int, move)))
            return replace(self, cups=(*self.cups[: rolled - 1], cup, *self.cups[rolled:]))
        if move != DOUBT:
            count, face = map(int, move.split("x"))
            then = next_seat(seat, len(self.dice), self.left)
            return replace(self, seat=then, tale=(count, face), teller=seat)
        loser = seat if self.shown(self.cups) >= self.tale[0] else self.teller
        dice = tuple(count - (each == loser) for each, count in enumerate(self.dice, 1))
        return replace(self._anew(loser), dice=dice, lifted=self.cups)

    def shown(self, cups: tuple[Cup, ...]) -> int:
        """The number of dice in these cups that show the number of the tale."""
        return sum(cup.count(self.tale[1]) for cup in cups)

    def leave(self, seat: int) -> Position | None:
        if len(self.dice) == 2:
            return None
        left = (*self.left, seat)
        following = next_seat(seat, len(self.dice), left) if seat == self.seat else self.seat
        return replace(self._anew(following), left=left)

    def _anew(self, seat: int) -> Position:
        """All cups are to be rolled, and a seat begins."""
        cups = ((),) * len(self.dice)
        return replace(self, cups=cups, seat=seat, tale=(0, 0), teller=0, lifted=())

    def view(self, viewer: int | None) -> View[Position]:
        cups = (
            cup if seat == viewer else (HIDDEN,) * len(cup) for seat, cup in enumerate(self.cups, 1)
        )
        return View(replace(self, cups=tuple(cups)), viewer)

    def facts(self) -> Mapping[str, object]:
        return {"dice": [*self.dice], "cups": [*map(list, self.cups)], "tale": [*self.tale]}


class TallTale(Game):
    key = "tall_tale"
    title = "Tall Tale"
    seats = range(2, 5)
    contract = 1

    def start(self, setup: str) -> Position:
        players = self.players_in(setup)
        return Position((DICE,) * players, ((),) * players)
