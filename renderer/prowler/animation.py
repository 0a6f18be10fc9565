"""A whole match as one animated picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.prowler.rules import Position
from renderer import gif
from renderer.text import Box
from renderer.theme import NIGHT

from . import plaques, scores, sheet_layout
from .board import picture
from .colours import COLOURS, Colours
from .layout import SIZE

_SHEET_TOP = (plaques.TRACK[1] - sheet_layout.SIZE[1]) // 2


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    *,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match one after the other as GIF, as large as a board; ``ended`` is for the
    last. Both scorings are laid over the city, so that the track stays in sight.

    Takes more than a second of pure work, so it is called in another process.
    """
    colours = COLOURS[theme]
    durations = _durations(states)
    boards = _frames(states, names, colours, ended)
    return gif.encode(boards, durations, colours)


def _scored(states: Sequence[Position], at: int) -> bool:
    """Whether the move that led to a state brought a scoring."""
    return at > 0 and (states[at].over or (states[at].mid is not None and not states[at - 1].mid))


def _durations(states: Sequence[Position]) -> list[int]:
    found: list[int] = []
    for at in range(len(states)):
        found.append(gif.STEP)
        if _scored(states, at):
            found.append(gif.SHEET)
    return [*found[:-1], gif.LAST]


PROGRESS: Box = (10, SIZE[1] - 6, SIZE[0] - 10, SIZE[1] - 1)
"""How much of the match has been shown, along the picture's foot."""


def _draw_progress(board: Image.Image, theme: Colours, part: float) -> None:
    left, top, right, bottom = PROGRESS
    board.paste(theme.index(theme.panel_edge), PROGRESS)
    reached = left + round((right - left) * part)
    if reached > left:
        board.paste(theme.index(theme.gilt), (left, top, reached, bottom))


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    for at, state in enumerate(states):
        board = picture(state, names, theme, ended if at == len(states) - 1 else None)
        _draw_progress(board, theme, at / max(1, len(states) - 1))
        yield board
        if _scored(states, at):
            sheet = board.copy()
            sheet.paste(scores.picture(state, names, theme), (0, _SHEET_TOP))
            yield sheet
