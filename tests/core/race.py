"""A small game to plant mistakes in: a die, leaving, a hidden bid, a lesson, hints in words."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from cogs.contract.face import Face
from cogs.contract.lesson import Lesson
from cogs.contract.manifest import Manifest
from cogs.contract.screen import Drawing, Look
from prowlerbot.core.capabilities import ConcealedMoves, Leaving
from prowlerbot.core.game import CHANCE, Game, Outcome, View
from prowlerbot.core.game_parts import Hints
from renderer.covers import draw_plaque

ROUNDS = 2
HIDDEN = -1


@dataclass(frozen=True)
class Race(ConcealedMoves[str], Leaving[str]):
    """All bid 1 or 2 in secret, then a die is thrown; the bids of a 1 or a 2 go that far."""

    bids: tuple[int, ...] = (0, 0, 0)
    totals: tuple[int, ...] = (0, 0, 0)
    round: int = 0
    left: tuple[int, ...] = ()

    @property
    def there(self) -> list[int]:
        return [seat for seat in range(1, len(self.bids) + 1) if seat not in self.left]

    @property
    def over(self) -> bool:
        return self.round == ROUNDS or len(self.there) == 1

    @property
    def to_move(self) -> frozenset[int]:
        if self.over:
            return frozenset()
        return frozenset(it for it in self.there if not self.bids[it - 1]) or frozenset({CHANCE})

    @property
    def outcome(self) -> Outcome | None:
        return Outcome.by_totals(self.totals, "totals", self.left) if self.over else None

    @property
    def concealed(self) -> Mapping[int, int]:
        if CHANCE in self.to_move or self.over:
            return {}
        return {seat: 1 for seat in self.there if self.bids[seat - 1]}

    def moves(self, seat: int) -> tuple[str, ...]:
        return ("1", "2") if seat in self.to_move else ()

    def after(self, seat: int, move: str) -> "Race":
        if seat == CHANCE:
            won = [bid if bid == int(move) else 0 for bid in self.bids]
            totals = tuple(had + more for had, more in zip(self.totals, won, strict=True))
            return replace(self, bids=(0,) * len(won), totals=totals, round=self.round + 1)
        bids = (*self.bids[: seat - 1], int(move), *self.bids[seat:])
        return replace(self, bids=bids)

    def leave(self, seat: int) -> "Race | None":
        bids = (*self.bids[: seat - 1], 0, *self.bids[seat:])
        return replace(self, bids=bids, left=(*self.left, seat))

    def view(self, viewer: int | None) -> "View[Race]":
        if CHANCE in self.to_move or self.over:
            return View(self, viewer)
        bids = enumerate(self.bids, 1)
        seen = tuple(bid if seat == viewer or not bid else HIDDEN for seat, bid in bids)
        return View(replace(self, bids=seen), viewer)

    def facts(self) -> Mapping[str, object]:
        return {"bids": list(self.bids), "totals": list(self.totals), "round": self.round}


class RaceGame(Game):
    key = "race"
    title = "Race"
    seats = range(2, 4)

    def start(self, setup: str) -> Race:
        none = (0,) * self.players_in(setup)
        return Race(none, none)


class RaceFace(Face):
    private = True
    pitch = "Bid in secret, then a die decides. 2 to 3 players, a minute."

    def lines(self, view: View[Race], names: Sequence[str]) -> Sequence[str]:
        seen = zip(names, view.seen.totals, view.seen.bids, strict=True)
        return [f"{name}: {points}, bid {bid}" for name, points, bid in seen]

    def news(self, views: Sequence[View[Race]], names: Sequence[str]) -> str:
        if len(views) > 1 and views[-1].seen.round > views[-2].seen.round:
            return f"Totals: {' '.join(map(str, views[-1].seen.totals))}."
        return super().news(views, names)

    def recap(self, views: Sequence[View[Race]], names: Sequence[str]) -> str:
        return self.news(views, names).removesuffix(".")

    def picture(self, view: View[Race], look: Look) -> Drawing:
        lines = tuple(self.lines(view, look.plain))
        draw = partial(draw_plaque, self.title, lines, theme=look.theme)
        return Drawing("board.png", draw, self.brief(view, look.plain, look.ended))


LESSON = Lesson(
    title="The bid",
    task="Bid two.",
    setup="2",
    moves=(),
    goal=lambda _, now: now.bids[0] == 2,
    replies=("1",),
    chance=("1",),
)
MANIFEST = Manifest(RaceFace(RaceGame(), [LESSON]))


def determinise(view: View[Race], rng: random.Random) -> Race:
    """A bid that the machine does not see is any bid."""
    bids = tuple(rng.choice((1, 2)) if bid == HIDDEN else bid for bid in view.seen.bids)
    return replace(view.seen, bids=bids)


HINTS: Hints[Race, str] = Hints(determinise=determinise)
