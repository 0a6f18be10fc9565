"""What the machine needs of the core; everything in this folder takes it from here."""

from __future__ import annotations

from prowlerbot.core.errors import Denied, IllegalMove, NotFound
from prowlerbot.core.game import CHANCE, AnyState, Game, Outcome, View, after, find_move
from prowlerbot.games import GAMES

__all__ = [
    "CHANCE",
    "GAMES",
    "AnyState",
    "Denied",
    "Game",
    "IllegalMove",
    "NotFound",
    "Outcome",
    "View",
    "after",
    "find_move",
]
