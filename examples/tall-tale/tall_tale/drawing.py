"""The pictures: the cover, and a row for each player with their dice and the tale above."""

from __future__ import annotations

from collections.abc import Sequence

from renderer import covers, fonts
from renderer.canvas import Canvas, encode
from renderer.glyphs import SEAT_THEMES, SeatTheme, draw_seat
from renderer.names import player_name
from renderer.text import Slot, name_piece, write

from tall_tale import HIDDEN, Position

_ROW, _SIDE = 150, 100
"""The height of a row, and the side of a die."""


def _draw_die(canvas: Canvas, colours: SeatTheme, die: int, left: int, top: int) -> None:
    """A die with its number; one under a cup is blank and dark."""
    box = (left, top, left + _SIDE, top + _SIDE)
    canvas.rounded(box, 16, colours.iron if die == HIDDEN else colours.paper)
    if die != HIDDEN:
        spots = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "035268"}[die]
        for spot in map(int, spots):
            down, right = divmod(spot, 3)
            canvas.disc((left + 26 + 24 * right, top + 26 + 24 * down), 10, colours.ink)


def draw_cover(theme: str) -> bytes:
    colours = SEAT_THEMES[theme]
    canvas = Canvas((0, 0, *covers.SIZE), colours.panel)
    canvas.polygon(((560, 300), (800, 300), (860, 560), (500, 560)), colours.bronze)
    for at, die in enumerate((3, 5, 5)):
        _draw_die(canvas, colours, die, 100 + 130 * at, 440)
    return covers.cover_with_title(canvas.finish(colours), colours, "Tall Tale", covers.SCENE)


def draw_board(position: Position, names: Sequence[str], theme: str = "night") -> bytes:
    colours = SEAT_THEMES[theme]
    canvas = Canvas((0, 0, 1000, _ROW * (len(names) + 1)), colours.panel)
    if position.teller:
        _draw_die(canvas, colours, position.tale[1], 540, 25)
    for seat in position.there:
        top = _ROW * seat + 25
        draw_seat(canvas, colours, seat, (60, top + 50), 26)
        cup = position.cups[seat - 1] or (HIDDEN,) * position.dice[seat - 1]
        for at, die in enumerate(cup):
            _draw_die(canvas, colours, die, 610 + 125 * at, top)
    picture = canvas.finish(colours)
    if position.teller:
        slot = Slot((320, 25, 520, 25 + _SIDE), fonts.STRONG, 80, "right")
        write(picture, colours, f"{position.tale[0]} ×", slot, colours.plain)
    for seat in position.there:
        slot = Slot(
            (110, _ROW * seat + 25, 590, _ROW * seat + 25 + _SIDE), fonts.STRONG, 52, "left"
        )
        name_piece(colours, player_name(names[seat - 1], seat, 30), slot, colours.plain).put(
            picture
        )
    return encode(picture, colours.palette_bytes)
