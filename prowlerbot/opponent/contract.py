"""The part of the core that the machine uses; everything in this package imports it from here."""

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
