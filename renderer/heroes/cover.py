"""What a challenge shows: a small colony with its treasure."""

from __future__ import annotations

from prowlerbot.games.heroes.colony import Placed, rebuilt
from prowlerbot.games.heroes.grid import SQUARE
from prowlerbot.games.heroes.populate import populated
from renderer import png
from renderer.canvas import Canvas
from renderer.theme import NIGHT

from . import colony
from .colours import COLOURS

SIZE = (1000, 420)
_PIECES = (("76", "J7", 0), ("20", "K7", 1), ("1", "J8", 2), ("60", "F7", 1), ("17", "F8", 2))


def draw_cover(theme: str = NIGHT.name) -> bytes:
    """The cover as PNG, 1000 wide."""
    colours = COLOURS[theme]
    built = rebuilt(tuple(Placed(id_, SQUARE[at], turns) for id_, at, turns in _PIECES))
    drawn = Canvas((0, 0, *SIZE), colours.night).finish(colours)
    frame = colony.framed(built, (0, 0, *SIZE))
    colony.lay(drawn, colours, frame, built, populated(built))
    return png.encode(drawn, colours.palette_bytes)
