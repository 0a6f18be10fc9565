"""A whole match as one animated picture."""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.games.prowler.rules import Position
from renderer import gif
from renderer.theme import NIGHT

from .board import picture
from .colours import COLOURS


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match one after the other as GIF, 1000 × 1000; ``ended`` is for the last.

    Takes about a second of pure work, so it is called in another process.
    """
    colours = COLOURS[theme]
    ends = (*(None for _ in states[1:]), ended)
    boards = (picture(state, names, colours, end) for state, end in zip(states, ends, strict=True))
    return gif.encode(boards, len(states), colours)
