"""A whole match as one animated picture: board after board, below each what the move did."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.rules import SEATS, Position
from renderer import caption, gif
from renderer.canvas import Canvas
from renderer.text import Box
from renderer.theme import NIGHT

from . import passages, plaques, scores, sheet_layout
from .board import picture
from .colours import COLOURS, Colours
from .layout import SIZE

CAPTION: Box = (0, SIZE[1], SIZE[0], SIZE[1] + caption.SIZE[1])
"""The strip below the board."""

_SHEET, _LAST = 3, 4
"""How many moves' time a sheet of numbers stands, and the last frame before it begins again."""


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match one after the other as GIF, each for ``pace`` milliseconds.

    After the moves that bring a scoring comes its sheet. ``captions`` has a line for each state,
    and one more for the sheet of a match that was played out. ``ended`` is for the last board.

    Takes more than a second of pure work, so it is called in another process.
    """
    colours = COLOURS[theme]
    frames = _frames(states, names, captions, colours, ended)
    return gif.encode(frames, _durations(states, pace), colours)


def _scored(states: Sequence[Position], at: int) -> bool:
    """Whether the move that led to a state brought a scoring."""
    return at > 0 and (states[at].over or (states[at].mid is not None and not states[at - 1].mid))


def _durations(states: Sequence[Position], pace: int) -> list[int]:
    found: list[int] = []
    for at in range(len(states)):
        found.append(pace)
        if _scored(states, at):
            found.append(_SHEET * pace)
    return [*found[:-1], _LAST * pace]


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    last = len(states) - 1
    for at, state in enumerate(states):
        board = picture(state, names, theme, ended if at == last else None)
        mover = states[at - 1].seat if at else None
        strip = _strip(theme, captions[at], mover, at / max(1, last))
        yield caption.below(board, strip)
        if _scored(states, at):
            sheet = scores.picture(states[: at + 1], names, theme, tall=state.over)
            if state.outcome is None:
                sheet = _over_city(theme, board, sheet)
            else:
                strip = _strip(theme, captions[-1], state.outcome.winner, 1)
            yield caption.below(sheet, strip)


def _over_city(theme: Colours, board: Image.Image, sheet: Image.Image) -> Image.Image:
    """The numbers of a sheet in place of the city; the track stays in sight."""
    left, top, right, bottom = sheet_layout.NUMBERS
    covered = board.copy()
    covered.paste(theme.index(theme.night), (0, 0, SIZE[0], plaques.TRACK[1]))
    covered.paste(
        sheet.crop((left, top, right, bottom)), (left, (plaques.TRACK[1] - bottom + top) // 2)
    )
    return covered


def _strip(theme: Colours, text: str, seat: int | None, part: float) -> Image.Image:
    """What the move did, whose it was, and how far the match has got."""
    return caption.draw_strip(theme, text, _sign(theme, seat) if seat in SEATS else None, part)


@lru_cache(maxsize=8)
def _sign(theme: Colours, seat: int) -> Image.Image:
    canvas = Canvas.around(caption.SIGN_REACH, theme.panel)
    passages.draw_sign(canvas, theme, seat, (0, 0), caption.SIGN_SIZE)
    return canvas.finish(theme)
