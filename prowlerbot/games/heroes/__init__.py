"""Heroes Beware: one to four colonies underground, and invaders that walk through them."""

from __future__ import annotations

import random
from collections.abc import Mapping

from prowlerbot.core.capabilities import StandingOrders
from prowlerbot.core.game import Game

from .orders import ORDERS, REVEAL_STUCK
from .rules import Position, start
from .setup import OPTIONS, SEATS, chosen_setup, for_rematch, parse_setup


class Heroes(StandingOrders, Game):
    key = "heroes"
    title = "Heroes Beware"
    seats = SEATS
    orders = ORDERS
    usual_orders = (REVEAL_STUCK,)

    def setup(self, rng: random.Random, players: int, options: Mapping[str, str]) -> str:
        del rng  # nothing in a set-up is drawn
        self.check(players, options, *OPTIONS)
        return str(chosen_setup(players, options))

    def again(self, setup: str, options: Mapping[str, str]) -> Mapping[str, str]:
        return for_rematch(parse_setup(setup), options)

    def start(self, setup: str) -> Position:
        return start(parse_setup(setup))
