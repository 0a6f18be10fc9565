"""A whole match as one animated picture."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.prowler.rules import Position
from renderer import gif
from renderer.theme import NIGHT, THEMES

from .board import picture


def animate(states: Sequence[Position], names: Sequence[str], *, theme: str = NIGHT.name) -> bytes:
    """The boards of a match one after the other as GIF, 1000 × 1000.

    Takes about a second of pure work, so it is called in another process.
    """
    colours = THEMES[theme]
    boards = (picture(state, names, colours) for state in states)
    return gif.encode(boards, len(states), colours)
