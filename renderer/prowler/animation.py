"""A whole match as an animated picture. Each passage is dug while the markers glide."""

from collections.abc import Iterator

from PIL import Image

from prowlerbot.games.prowler.final_count import final_count
from prowlerbot.games.prowler.position import SEATS
from prowlerbot.games.prowler.rules import Position
from renderer import film
from renderer.canvas import Piece
from renderer.film import Filmed
from renderer.film_process import note_progress
from renderer.glyphs import seat_sign_picture
from renderer.prowler import track
from renderer.prowler.board import board_layers, dug_part_mask
from renderer.prowler.city import dress
from renderer.prowler.colours import COLOURS, Colours
from renderer.sheet import sheet_picture

_STEPS, _STEP_DURATION = 3, 80
"""The number of pictures between two boards, and the duration of each in milliseconds."""
_SHEET_DURATION, _LAST_DURATION = 2, 3
"""The durations of a sheet and of the last frame, as multiples of the pace."""

_Board = tuple[Image.Image, tuple[Piece, ...]]
"""The static layer and the pieces on it."""


def animate(filmed: Filmed) -> bytes:
    """The boards of a match in order, as GIF; a scoring's sheet follows the move that causes it.
    The effect of a move shows while the move is made: it takes little more than half of the pace.
    """
    states, names, captions, pace, theme, ended = filmed
    colours, last = COLOURS[theme], len(states) - 1

    def boards() -> Iterator[film.FilmedBoard]:
        before = None
        for at, state in enumerate(states):
            board = board_layers(state, names, colours, ended if at == last else None)
            mover = states[at - 1].seat if at else None
            strip = _strip_below(colours, captions[at], mover, at / max(1, last))
            if before is not None:
                for step in range(1, _STEPS + 1):
                    made = _board_between(colours, (states[at - 1], state), (before, board), step)
                    yield made, strip, _STEP_DURATION
            at_mid_game = state.mid is not None and at > 0 and not states[at - 1].mid
            scored = at > 0 and (state.over or at_mid_game)
            duration = pace * 5 // 8 - _STEPS * _STEP_DURATION if at else pace
            if at == last and not scored:
                duration = _LAST_DURATION * pace
            yield board, strip, duration
            before = board
            if scored:
                sheet = sheet_picture(final_count(states[: at + 1]), names, dress(theme))
                if state.outcome is not None:
                    strip = _strip_below(colours, captions[-1], state.outcome.winner, 1)
                duration = (_LAST_DURATION if at == last else _SHEET_DURATION) * pace
                yield (sheet, ()), strip, duration

    return film.animate_boards(boards(), colours)


def _board_between(
    theme: Colours, states: tuple[Position, Position], boards: tuple[_Board, _Board], step: int
) -> _Board:
    """A board between two positions: part of the passage, and markers between two spaces."""
    (_, after), ((ground, pieces), board) = states, boards
    share = step / (_STEPS + 1)
    passage = list[Piece]()
    if after.last is not None and after.last.pathway:
        box, mask = dug_part_mask(after.last.pathway, share)
        passage = [Piece(film.draw_box(*board, box), *box[:2], mask)]
    return ground, (*pieces, *passage, *track.glide_pieces(theme, *states, share))


def _strip_below(theme: Colours, text: str, seat: int | None, share: float) -> Image.Image:
    """The strip below a board: the effect of the move, its player, the progress of the match."""
    sign = None
    if seat in SEATS:
        sign = seat_sign_picture(theme, seat, film.SIGN_SIZE, film.SIGN_REACH, theme.panel)
    note_progress(share)
    return film.draw_strip(theme, text, sign, share)
