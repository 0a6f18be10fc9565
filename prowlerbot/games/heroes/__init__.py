"""Heroes Beware: one to four colonies under the ground, and the invaders who walk through them."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .orders import ORDERS, REVEAL_STUCK
from .rules import Position, start
from .setup import SEATS, chosen_setup, for_rematch, parse_setup


@dataclass(frozen=True, slots=True)
class Heroes:
    """The game as the registry holds it."""

    key: str = "heroes"
    title: str = "Heroes Beware"
    seats: range = SEATS
    choices: tuple[str, ...] = ()
    orders: tuple[str, ...] = ORDERS
    usual_orders: tuple[str, ...] = (REVEAL_STUCK,)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:  # noqa: ARG002 - a set-up holds no chance
        return str(chosen_setup(players, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return for_rematch(parse_setup(setup), options)

    def chosen(self, options: Mapping[str, str], choices: Sequence[str]) -> Mapping[str, str]:  # noqa: ARG002 - nothing belongs to a seat
        return options

    def given(self, setup: str) -> Sequence[str]:  # noqa: ARG002 - nothing belongs to a seat
        return ()

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))
