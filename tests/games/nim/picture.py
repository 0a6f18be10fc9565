"""The heaps of Nim as rows of counters."""

from renderer import fonts
from renderer.canvas import Canvas, encode
from renderer.text import Slot, write
from renderer.theme import THEMES
from tests.games.nim.rules import Position


def draw_board(position: Position, _: object, theme: str = "night") -> bytes:
    colours = THEMES[theme]
    canvas = Canvas((0, 0, 1000, 520), colours.panel)
    for row, size in enumerate(position.heaps):
        for counter in range(size):
            canvas.disc((240 + 140 * counter, 100 + 160 * row), 54, colours.gilt)
    picture = canvas.finish(colours)
    for row, name in enumerate("ABC"):
        slot = Slot((40, 40 + 160 * row, 140, 160 + 160 * row), fonts.STRONG, 90)
        write(picture, colours, name, slot, colours.plain)
    return encode(picture, colours.palette_bytes)
