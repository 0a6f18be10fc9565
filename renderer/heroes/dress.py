"""How the sheet of a final count shows Heroes Beware."""

from functools import lru_cache

from renderer.canvas import XY, Canvas
from renderer.graph import Side
from renderer.heroes import squares
from renderer.heroes.colours import COLOURS, SIGNS
from renderer.sheet import Dress


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        if name == "guard":  # the one with a crown, for the most of them
            tint = colours.guard, colours.ink
            squares.draw_outlined(canvas, SIGNS["crowned"], centre, half, tint)
        else:
            squares.draw_token(canvas, colours, name, centre, half)

    seats = enumerate(colours.seats, 1)
    sides = (Side(at, fill, colours.on_seat(at), (colours.ink,)) for at, fill in seats)
    return Dress("HEROES BEWARE", colours, tuple(sides), draw_sign)
