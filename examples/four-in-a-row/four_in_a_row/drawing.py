"""The pictures: the cover, and a position with its names and the four discs that have won."""

from __future__ import annotations

from collections.abc import Sequence

from renderer import covers, fonts
from renderer.canvas import Canvas, encode
from renderer.glyphs import SEAT_THEMES, SeatTheme, draw_seat
from renderer.names import player_name
from renderer.text import Slot, name_piece, write

from four_in_a_row import COLUMNS, EMPTY, ROWS, Position

_WIDE, _EDGE, _PLACE = 1000, 45, 130
"""The width, the frame of the board, and the distance of two places."""
_TOP = 120
"""The height of the names."""
_BOARD = Position("12212112112122.211112" + EMPTY * 3 * COLUMNS, (16, 17, 18, 19))


def _draw_discs(canvas: Canvas, colours: SeatTheme, position: Position, low: int) -> None:
    """The discs above the line ``low``."""
    centres = [
        (_EDGE + _PLACE * (column + 0.5), low - _PLACE * (row + 0.5))
        for row in range(ROWS)
        for column in range(COLUMNS)
    ]
    for disc, centre in zip(position.board, centres, strict=True):
        canvas.discs(centre, (56, colours.panel_edge), (52, colours.night))
        if disc != EMPTY:
            draw_seat(canvas, colours, int(disc), centre, 36)
    if position.line:
        canvas.line([centres[place] for place in position.line], 12, colours.glow)


def draw_cover(theme: str) -> bytes:
    colours = SEAT_THEMES[theme]
    canvas = Canvas((0, 0, *covers.SIZE), colours.panel)
    _draw_discs(canvas, colours, _BOARD, covers.SIZE[1] - 20)
    return covers.cover_with_title(canvas.finish(colours), colours, "Four in a Row", covers.SCENE)


def draw_board(position: Position, names: Sequence[str], theme: str = "night") -> bytes:
    colours, low = SEAT_THEMES[theme], _TOP + _PLACE * ROWS
    canvas = Canvas((0, 0, _WIDE, low + 120), colours.panel)
    _draw_discs(canvas, colours, position, low)
    for seat in (1, 2):
        draw_seat(canvas, colours, seat, (500 * seat - 430, 62), 26)
    picture = canvas.finish(colours)
    for seat, name in enumerate(names, 1):
        slot = Slot((500 * seat - 385, 20, 500 * seat - 15, 104), fonts.STRONG, 52, "left")
        name_piece(colours, player_name(name, seat, 30), slot, colours.plain).put(picture)
    for column in range(COLUMNS):
        left = _EDGE + _PLACE * column
        slot = Slot((left, low, left + _PLACE, low + 110), fonts.STRONG, 64)
        write(picture, colours, str(column + 1), slot, colours.plain)
    return encode(picture, colours.palette_bytes)
