"""A match or a round as one animated picture: board after board, each with its move below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.landgrab.rules import Position
from renderer import film
from renderer.marks import Ranks
from renderer.theme import NIGHT

from . import glyphs
from .board import picture
from .colours import COLOURS
from .ending import sheet
from .shots import Shot, shots

_HIGHEST = 1500 - film.SIZE[1]
"""Slightly higher pictures lose background at their edges."""


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Ranks = None,
) -> bytes:
    """The boards of a match in order, as GIF, each for ``pace`` milliseconds.

    ``shots`` selects them. ``captions`` has a line for each position; the last line of a roll names
    its purpose. One more line follows if the sheet of a match that was played out comes last.
    ``ended`` applies to the last board. The states may also be those of a single round.

    Takes more than a second of pure CPU work, so callers run it in another process.
    """
    colours, chosen = COLOURS[theme], shots(states, captions)
    letters, last = states[-1].setup.colours, len(states) - 1

    def board(shot: Shot) -> Image.Image:
        if shot.sheet:
            return sheet.picture(states, names, colours)
        # No seat is to move here, so nothing is lit up: calmer to look at, and a third smaller.
        shown = states[shot.ply]._replace(legal=())
        return picture(shown, names, colours, ended if shot.ply == last else None)

    def frames() -> Iterator[tuple[Image.Image, int]]:
        high = picture(states[-1], names, colours).height
        high = min(max(high, board(chosen[-1]).height), _HIGHEST)
        for shot in chosen:
            sign = None
            if shot.mover:
                letter, size = letters[shot.mover - 1], (film.SIGN_SIZE, film.SIGN_REACH)
                sign = glyphs.sign(colours, letter, *size, colours.panel)
            strip = film.draw_strip(colours, shot.caption, sign, shot.ply / max(1, last))
            frame = film.below(film.at_height(colours, board(shot), high), strip)
            yield frame, round(pace * shot.stands)

    return film.encode(frames(), colours)
