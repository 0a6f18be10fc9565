"""Prowler's Passage: two thieves, six hexes, 27 pathways."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from prowlerbot.core.errors import BadSetup

from .rules import Position, start
from .setup import draw_setup, parse_setup


@dataclass(frozen=True, slots=True)
class Prowler:
    """The game as the registry holds it."""

    key: str = "prowler"
    title: str = "Prowler's Passage"
    seats: range = range(2, 3)
    choices: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    usual_orders: tuple[str, ...] = ()

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        if players not in self.seats:
            raise BadSetup("Prowler's Passage is for two players, not {count}.", count=players)
        return str(draw_setup(rng, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        """With the seats swapped, who placed second places first."""
        return {**options, "first": str(parse_setup(setup).start)}

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:  # noqa: ARG002 - nothing is chosen with a seat
        return options

    def given(self, setup: str) -> Sequence[str]:  # noqa: ARG002 - the same in every match
        return ()

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))
