"""A game for tests in which all act at once and in the open, first come first served.

Six numbers lie on the table. Everybody takes one after another until they say that they are done or
none is left; then six lie there again, of which chance takes one away. After two rounds the highest
sum wins.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from prowlerbot.core.capabilities import LiveStages, Ordered, StandingOrders
from prowlerbot.core.game import CHANCE, NOT_LIVE, Game, Outcome

ROUNDS = 2
DONE = "done"
ENOUGH, MUCH = "enough", 6
TABLE = frozenset(range(1, 7))


@dataclass(frozen=True, slots=True)
class Snatch(LiveStages[str], Ordered[str]):
    sums: tuple[int, ...]
    table: frozenset[int] = TABLE
    done: frozenset[int] = frozenset()
    round: int = 0
    full: bool = False
    """Whether chance is to take one away."""

    @property
    def to_move(self) -> frozenset[int]:
        if self.round == ROUNDS:
            return frozenset()
        if self.full:
            return frozenset({CHANCE})
        return frozenset(range(1, len(self.sums) + 1)) - self.done

    @property
    def outcome(self) -> Outcome | None:
        if self.round < ROUNDS:
            return None
        return Outcome.by_totals(self.sums, "sums")

    @property
    def live(self) -> str:
        return NOT_LIVE if self.full or self.round == ROUNDS else DONE

    def moves(self, seat: int) -> tuple[str, ...]:
        if self.full and seat == CHANCE:
            return tuple(map(str, sorted(self.table)))
        return (*map(str, sorted(self.table)), DONE) if seat in self.to_move else ()

    def after(self, seat: int, move: str) -> "Snatch":
        if seat == CHANCE:
            return replace(self, table=self.table - {int(move)}, full=False)
        if move == DONE:
            return replace(self, done=self.done | {seat})._settled()
        sums = list(self.sums)
        sums[seat - 1] += int(move)
        return replace(self, sums=tuple(sums), table=self.table - {int(move)})._settled()

    def _settled(self) -> "Snatch":
        if self.table and len(self.done) < len(self.sums):
            return self
        return Snatch(self.sums, round=self.round + 1, full=self.round + 1 < ROUNDS)

    def ordered(self, seat: int, orders: Collection[str]) -> str | None:
        """With the order ENOUGH a seat is done as soon as it has that much."""
        waits = seat in self.to_move and self.sums[seat - 1] >= MUCH
        return DONE if ENOUGH in orders and waits else None

    def facts(self) -> Mapping[str, object]:
        return {"sums": list(self.sums), "table": sorted(self.table)}


@dataclass(frozen=True, slots=True)
class SnatchGame(StandingOrders, Game):
    key: str = "snatch"
    title: str = "Snatch"
    seats: range = range(1, 5)
    orders: tuple[str, ...] = (ENOUGH,)
    usual_orders: tuple[str, ...] = ()

    def start(self, setup: str) -> Snatch:
        return Snatch((0,) * self.players_in(setup))
