"""Where the machine meets the contract of a game: the one file to change when the contract does.

Everything in this folder takes what it needs of the core from here.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from prowlerbot.game import (
    CHANCE,
    AnyState,
    Denied,
    Game,
    IllegalMove,
    NotFound,
    Outcome,
    find_move,
)
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
    "find_move",
    "look",
]

S_co = TypeVar("S_co", covariant=True)


@dataclass(frozen=True, slots=True)
class View(Generic[S_co]):
    """A position with everything left out that the viewer may not know."""

    seen: S_co
    viewer: int | None


def look(state: AnyState, seat: int) -> View[AnyState]:
    """What a seat may know of a position; games that yield a bare state are wrapped here."""
    view = state.view(seat)
    return view if isinstance(view, View) else View(view, seat)
