"""A whole match as one animated picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.prowler.rules import Position
from renderer import gif
from renderer.theme import NIGHT

from . import plaques, scores, sheet_layout
from .board import picture
from .colours import COLOURS, Colours

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


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    for at, state in enumerate(states):
        board = picture(state, names, theme, ended if at == len(states) - 1 else None)
        yield board
        if _scored(states, at):
            sheet = board.copy()
            sheet.paste(scores.picture(state, names, theme), (0, _SHEET_TOP))
            yield sheet
