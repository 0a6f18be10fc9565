"""A whole match as one animated picture. Each passage is dug while the markers glide; then the
board appears with the effect of the move below it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PIL import Image

from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from renderer import film
from renderer.canvas import put_all
from renderer.glyphs import seat_sign
from renderer.marks import Ranks
from renderer.theme import NIGHT

from . import passages, plaques, scores, sheet_layout, track
from .board import picture
from .colours import COLOURS, Colours
from .layout import SIZE

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
    ended: Ranks = None,
) -> bytes:
    """The boards of a match in order, as GIF. The effect of a move shows while the move is made, so
    a move takes little more than half of ``pace`` milliseconds in all.

    A scoring's sheet follows the moves that cause it. ``captions`` has a line for each state, and
    one more for the sheet of a match that was played out. ``ended`` applies to the last board.

    Takes more than a second of pure CPU work, so callers run it in another process.
    """
    colours, last = COLOURS[theme], len(states) - 1

    def frames() -> Iterator[tuple[Image.Image, int]]:
        before = None
        for at, state in enumerate(states):
            board = picture(state, names, colours, ended if at == last else None)
            mover = states[at - 1].seat if at else None
            strip = _strip(colours, captions[at], mover, at / max(1, last))
            if before is not None:
                for step in range(1, STEPS + 1):
                    made = _being_made(colours, (states[at - 1], state), (before, board), step)
                    yield film.below(made, strip), STEP
            scored = _scored(states, at)
            final = at == last and not scored
            yield film.below(board, strip), _LAST * pace if final else stand(pace) if at else pace
            before = board
            if scored:
                sheet = scores.picture(states[: at + 1], names, colours, tall=state.over)
                if state.outcome is None:
                    sheet = _over_city(colours, board, sheet)
                else:
                    strip = _strip(colours, captions[-1], state.outcome.winner, 1)
                yield film.below(sheet, strip), (_LAST if at == last else _SHEET) * pace

    return film.encode(frames(), colours)


def _scored(states: Sequence[Position], at: int) -> bool:
    """Whether the move before a state caused a scoring."""
    return at > 0 and (states[at].over or (states[at].mid is not None and not states[at - 1].mid))


def stand(pace: int) -> int:
    """The duration of the board after a move, in milliseconds."""
    return pace * 5 // 8 - STEPS * STEP


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
    return put_all(drawn, track.gliding(theme, *states, part))


def _over_city(theme: Colours, board: Image.Image, sheet: Image.Image) -> Image.Image:
    """A board with the numbers of a sheet in place of the city; the track stays visible."""
    left, top, right, bottom = sheet_layout.NUMBERS
    covered = board.copy()
    covered.paste(theme.index(theme.night), (0, 0, SIZE[0], plaques.TRACK[1]))
    covered.paste(
        sheet.crop((left, top, right, bottom)), (left, (plaques.TRACK[1] - bottom + top) // 2)
    )
    return covered


def _strip(theme: Colours, text: str, seat: int | None, part: float) -> Image.Image:
    """The strip below a board: the effect of the move, its player, the progress of the match."""
    sign = None
    if seat in SEATS:
        sign = seat_sign(theme, seat, film.SIGN_SIZE, film.SIGN_REACH, theme.panel)
    return film.draw_strip(theme, text, sign, part)
