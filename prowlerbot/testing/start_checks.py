"""Checks of a game before its first match: its key, its seats, set-ups from outside."""

from __future__ import annotations

import random
from collections.abc import Iterator

from prowlerbot.core.errors import BadSetup
from prowlerbot.core.game import Game

MOST_SEATS = 8
"""The seats for which the bot has signs."""


def _named(game: Game) -> Iterator[str]:
    """The key, and the numbers of players."""
    if not game.key.isidentifier() or not game.key.islower():
        yield f"The key “{game.key}” is not a lower-case word of letters and digits: rename it."
    if game.key not in type(game).__module__.split("."):
        folder = type(game).__module__
        yield f"The key “{game.key}” is not the name of the folder of {folder}: name both alike."
    if not game.seats or game.seats.step != 1 or not 1 <= min(game.seats) <= max(game.seats):
        yield f"`seats` is {game.seats}: write range(fewest, most + 1), from 1 seat on."
    if max(game.seats) > MOST_SEATS:
        yield f"`seats` goes up to {max(game.seats)}, and the bot has signs for {MOST_SEATS}."


def _refusing(game: Game) -> Iterator[str]:
    """Set-ups and options from outside get one clear answer."""
    try:
        game.start("no such set-up")
    except BadSetup:
        pass
    else:
        yield "`start` takes the set-up “no such set-up”: raise BadSetup, as `players_in` does."
    try:
        game.setup(random.Random(1), game.seats[0], {"no-such-option": "1"})
    except BadSetup:
        pass
    else:
        yield "`setup` takes an option that the game does not have: call `check` first."


CHECKS = (_named, _refusing)
