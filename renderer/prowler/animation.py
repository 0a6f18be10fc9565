"""A whole match as one animated picture. Each passage is dug while the markers glide; then the
board stands with the effect of the move below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.rules import SEATS, Position
from renderer import caption, gif
from renderer.canvas import Canvas
from renderer.text import Box
from renderer.theme import NIGHT

from . import passages, plaques, scores, sheet_layout, track
from .board import picture
from .colours import COLOURS, Colours
from .layout import SIZE

CAPTION: Box = (0, SIZE[1], SIZE[0], SIZE[1] + caption.SIZE[1])
"""The strip below the board."""

STEPS, STEP = 3, 80
"""The number of pictures between two boards, and the duration of each in milliseconds."""
_SHEET, _LAST = 2, 3
"""Durations of a sheet of numbers and of the last frame, as multiples of the pace."""


def animate(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    *,
    pace: int,
    theme: str = NIGHT.name,
    ended: Sequence[int] | None = None,
) -> bytes:
    """The boards of a match in order, as GIF. The effect of a move shows while the move is made, so
    a move takes little more than half of ``pace`` milliseconds in all.

    A scoring's sheet follows the moves that cause it. ``captions`` has a line for each state, and
    one more for the sheet of a match that was played out. ``ended`` applies to the last board.

    Takes more than a second of pure CPU work, so callers run it in another process.
    """
    colours = COLOURS[theme]
    frames = _frames(states, names, captions, colours, ended)
    return gif.encode(frames, _durations(states, pace), colours)


def _scored(states: Sequence[Position], at: int) -> bool:
    """Whether the move before a state caused a scoring."""
    return at > 0 and (states[at].over or (states[at].mid is not None and not states[at - 1].mid))


def _durations(states: Sequence[Position], pace: int) -> list[int]:
    found: list[int] = []
    for at in range(len(states)):
        found += [STEP] * STEPS if at else []
        found.append(stand(pace) if at else pace)
        if _scored(states, at):
            found.append(_SHEET * pace)
    return [*found[:-1], _LAST * pace]


def stand(pace: int) -> int:
    """The duration of the board after a move, in milliseconds."""
    return pace * 5 // 8 - STEPS * STEP


def _frames(
    states: Sequence[Position],
    names: Sequence[str],
    captions: Sequence[str],
    theme: Colours,
    ended: Sequence[int] | None,
) -> Iterator[Image.Image]:
    last, before = len(states) - 1, None
    for at, state in enumerate(states):
        board = picture(state, names, theme, ended if at == last else None)
        mover = states[at - 1].seat if at else None
        strip = _strip(theme, captions[at], mover, at / max(1, last))
        if before is not None:
            for step in range(1, STEPS + 1):
                made = _being_made(theme, (states[at - 1], state), (before, board), step)
                yield caption.below(made, strip)
        yield caption.below(board, strip)
        before = board
        if _scored(states, at):
            sheet = scores.picture(states[: at + 1], names, theme, tall=state.over)
            if state.outcome is None:
                sheet = _over_city(theme, board, sheet)
            else:
                strip = _strip(theme, captions[-1], state.outcome.winner, 1)
            yield caption.below(sheet, strip)


def _being_made(
    theme: Colours,
    states: tuple[Position, Position],
    boards: tuple[Image.Image, Image.Image],
    step: int,
) -> Image.Image:
    """A board between two positions: part of the passage, and markers between two spaces."""
    (_, after), (drawn, board) = states, (boards[0].copy(), boards[1])
    part = step / (STEPS + 1)
    if after.last is not None and after.last.pathway:
        box, mask = passages.dug(after.last.pathway, part)
        drawn.paste(board.crop(box), box[:2], mask)
    for piece in track.gliding(theme, *states, part):
        piece.put(drawn)
    return drawn


def _over_city(theme: Colours, board: Image.Image, sheet: Image.Image) -> Image.Image:
    """The numbers of a sheet in place of the city; the track stays visible."""
    left, top, right, bottom = sheet_layout.NUMBERS
    covered = board.copy()
    covered.paste(theme.index(theme.night), (0, 0, SIZE[0], plaques.TRACK[1]))
    covered.paste(
        sheet.crop((left, top, right, bottom)), (left, (plaques.TRACK[1] - bottom + top) // 2)
    )
    return covered


def _strip(theme: Colours, text: str, seat: int | None, part: float) -> Image.Image:
    """The effect of the move, its player, and the progress of the match."""
    return caption.draw_strip(theme, text, _sign(theme, seat) if seat in SEATS else None, part)


@lru_cache(maxsize=8)
def _sign(theme: Colours, seat: int) -> Image.Image:
    canvas = Canvas.around(caption.SIGN_REACH, theme.panel)
    passages.draw_sign(canvas, theme, seat, (0, 0), caption.SIGN_SIZE)
    return canvas.finish(theme)
