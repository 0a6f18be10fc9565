"""Nim: take counters from one of three heaps; the last counter wins."""

from collections.abc import Mapping
from dataclasses import dataclass

from prowlerbot.core.game import Game, Outcome, State


@dataclass(frozen=True)
class Position(State[str]):
    """A move reads ``B2``: two counters from heap B."""

    heaps: tuple[int, ...] = (3, 4, 5)
    seat: int = 1

    @property
    def to_move(self) -> frozenset[int]:
        return frozenset({self.seat} if any(self.heaps) else ())

    @property
    def outcome(self) -> Outcome | None:
        if any(self.heaps):
            return None
        ranks = (2, 1) if self.seat == 1 else (1, 2)
        return Outcome(ranks, "last counter", totals=(ranks[1] - 1, ranks[0] - 1))

    def moves(self, seat: int) -> tuple[str, ...]:
        if seat not in self.to_move:
            return ()
        heaps = zip("ABC", self.heaps, strict=True)
        return tuple(f"{name}{n + 1}" for name, size in heaps for n in range(size))

    def after(self, seat: int, move: str) -> "Position":
        heaps = list(self.heaps)
        heaps["ABC".index(move[0])] -= int(move[1:])
        return Position(tuple(heaps), 3 - seat)

    def facts(self) -> Mapping[str, object]:
        return {"heaps": list(self.heaps)}


class Nim(Game):
    key = "nim"
    title = "Nim"
    seats = range(2, 3)

    def start(self, setup: str) -> Position:
        self.players_in(setup)
        return Position()
