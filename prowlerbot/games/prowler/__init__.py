"""Prowler's Passage: two thieves, six hexes, 27 pathways."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from prowlerbot.core.game import Game, Mark

from .rules import Position, start
from .scoring import by_category, running_wealth
from .setup import FIRST, draw_setup, parse_setup


class Prowler(Game):
    key = "prowler"
    title = "Prowler's Passage"
    seats = range(2, 3)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        self.check(players, options, FIRST)
        return str(draw_setup(rng, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """Fix the first seat: the seats are swapped, so the player who placed second starts."""
        return {**options, FIRST: str(parse_setup(setup).start)}

    def drawn_parts(self, setup: str) -> frozenset[str]:
        drawn = parse_setup(setup)
        placed = (*"".join(drawn.hexes), *drawn.tiles, *map(str, drawn.cards))
        return frozenset(f"{place}{piece}" for place, piece in enumerate(placed))

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))

    def points(self, seen: Position) -> Sequence[int]:
        return [running_wealth(seen, seat) for seat in (1, 2)]

    def course(self, states: Sequence[Position], seat: int) -> Sequence[Mark]:
        """By category of the scorings, both together."""
        pairs = zip(by_category(states[-1], seat), by_category(states[-1], 3 - seat), strict=True)
        return [Mark.against(own, other) for own, other in pairs]
