"""The tokens in a colony, by square."""

from __future__ import annotations

from typing import NamedTuple


class Tokens(NamedTuple):
    """Masks of squares. A square has at most three gold and one of each other kind; ``gold``,
    ``gold2`` and ``gold3`` are the squares with at least one, two and three gold.
    """

    gold: int = 0
    gold2: int = 0
    gold3: int = 0
    gems: int = 0
    guards: int = 0
    traps: int = 0
    prisoners: int = 0

    @property
    def all_gold(self) -> int:
        return self.gold.bit_count() + self.gold2.bit_count() + self.gold3.bit_count()

    @property
    def anywhere(self) -> int:
        return self.gold | self.gems | self.guards | self.traps | self.prisoners

    @property
    def counts(self) -> list[int]:
        """The numbers of gold, gems, guards, traps and prisoners."""
        others = self.gems, self.guards, self.traps, self.prisoners
        return [self.all_gold, *(mask.bit_count() for mask in others)]

    @property
    def treasure(self) -> int:
        return self.gold | self.gems

    def gold_on(self, square: int) -> int:
        return (self.gold >> square & 1) + (self.gold2 >> square & 1) + (self.gold3 >> square & 1)

    def with_gold(self, squares: int) -> Tokens:
        """One more gold on each of these squares."""
        gold, gold2, gold3 = self.gold, self.gold2, self.gold3
        return self._replace(
            gold=gold | squares,
            gold2=gold2 | squares & gold,
            gold3=gold3 | squares & gold2,
        )

    def without_gold(self, square: int) -> Tokens:
        """One gold less on a square that has some."""
        one = 1 << square
        if self.gold3 & one:
            return self._replace(gold3=self.gold3 ^ one)
        if self.gold2 & one:
            return self._replace(gold2=self.gold2 ^ one)
        return self._replace(gold=self.gold ^ one)

    def only_on(self, squares: int) -> Tokens:
        return Tokens(*[mask & squares for mask in self])


NO_TOKENS = Tokens()
