"""Matches of Landgrab to draw: random ones from a seed, played to their end."""

from __future__ import annotations

import random
from functools import cache

from prowlerbot.games.landgrab.rules import Position
from tests.games.landgrab.matches import CHOICES, LANDGRAB, play_out

NAMES = ("Nightingale", "Михаил Воронцов", "W" * 32, "さくら")


@cache
def whole(
    seed: int, seats: int, *, ground: str = "drawn", choose: str = "claiming", leaving: float = 0
) -> tuple[Position, ...]:
    """The positions of a match."""
    rng = random.Random(seed)
    setup = LANDGRAB.setup(rng, seats, {"map": ground})
    return tuple(play_out(setup, rng, CHOICES[choose], leaving=leaving)[1])


MATCHES = {
    "two": lambda: whole(5, 2),
    "fights": lambda: whole(0, 2, ground="duel", choose="fighting"),
    "three, leaving": lambda: whole(9, 3, choose="any", leaving=0.01),
    "four": lambda: whole(3, 4),
    "built together": lambda: whole(8, 4, ground="together", choose="fighting"),
}
"""One of each kind."""
