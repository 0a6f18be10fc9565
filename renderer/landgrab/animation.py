"""A match or a round as one animated picture: board after board, each with its move below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.landgrab.rules import Position
from renderer import caption, gif
from renderer.canvas import Canvas
from renderer.theme import NIGHT

from . import glyphs
from .board import picture
from .colours import COLOURS, Colours
from .ending import sheet
from .shots import Shot, shots

_HIGHEST = 1500 - caption.SIZE[1]
"""Slightly higher pictures lose background at their edges."""


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match in order, as GIF, each for ``pace`` milliseconds.

    ``shots`` selects them. ``captions`` has a line for each position; the last line of a roll names
    its purpose. One more line follows if the sheet of a match that was played out comes last.
    ``ended`` applies to the last board. The states may also be those of a single round.

    Takes more than a second of pure CPU work, so callers run it in another process.
    """
    colours, chosen = COLOURS[theme], shots(states, captions)
    frames = _frames(chosen, states, names, colours, ended)
    return gif.encode(frames, [round(pace * shot.stands) for shot in chosen], colours)


def _frames(
    chosen: Sequence[Shot],
    states: Sequence[Position],
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    state, last = states[-1], len(states) - 1
    high = picture(state, names, theme).height
    if chosen[-1].sheet:
        high = max(high, sheet.picture(states, names, theme).height)
    high = min(high, _HIGHEST)
    for shot in chosen:
        if shot.sheet:
            drawn = sheet.picture(states, names, theme)
        else:
            over = ended if shot.ply == last else None
            # No seat is to move here, so nothing is lit up: calmer to look at, and a third smaller.
            shown = states[shot.ply]._replace(legal=())
            drawn = picture(shown, names, theme, over)
        strip = _strip(theme, state, shot, shot.ply / max(1, last))
        yield caption.below(caption.at_height(theme, drawn, high), strip)


def _strip(theme: Colours, state: Position, shot: Shot, part: float) -> Image.Image:
    sign = _sign(theme, state.setup.colours[shot.mover - 1]) if shot.mover else None
    return caption.draw_strip(theme, shot.caption, sign, part)


@lru_cache(maxsize=16)
def _sign(theme: Colours, letter: str) -> Image.Image:
    canvas = Canvas.around(caption.SIGN_REACH, theme.panel)
    glyphs.draw_sign(canvas, theme, letter, (0, 0), caption.SIGN_SIZE)
    return canvas.finish(theme)
