"""Prowler's Passage: two thieves, six hexes, 27 pathways."""

from __future__ import annotations

import random
from collections.abc import Mapping

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import Game

from .rules import Position, start
from .setup import draw_setup, parse_setup


class Prowler(Game):
    """The game as the registry holds it."""

    key = "prowler"
    title = "Prowler's Passage"
    seats = range(2, 3)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        if players not in self.seats:
            raise BadSetup("Prowler's Passage is for two players, not {count}.", count=players)
        return str(draw_setup(rng, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """Fix the first seat: the seats are swapped, so the player who placed second starts."""
        return {**options, "first": str(parse_setup(setup).start)}

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))
