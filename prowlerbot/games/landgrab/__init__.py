"""Landgrab: two to four pawns, a map of tiles, and buildings that go to whoever rolls last."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .rules import Position, start
from .setup import COLOURS, SEATS, draw_setup, for_rematch, parse_setup, with_colours


@dataclass(frozen=True, slots=True)
class Landgrab:
    """The game as the registry holds it."""

    key: str = "landgrab"
    title: str = "Landgrab"
    seats: range = SEATS
    choices: tuple[str, ...] = tuple(COLOURS)
    orders: tuple[str, ...] = ()
    usual_orders: tuple[str, ...] = ()

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        return str(draw_setup(rng, players, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return for_rematch(parse_setup(setup), options)

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:
        return with_colours(options, choices)

    def given(self, setup: str) -> Sequence[str]:
        return parse_setup(setup).colours

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))
