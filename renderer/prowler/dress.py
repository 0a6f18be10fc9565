"""How the sheet of a final count shows Prowler's Passage."""

from functools import lru_cache

from renderer import glyphs as shared
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.graph import Side
from renderer.prowler.city import draw_shield
from renderer.prowler.colours import COLOURS, SIGNS
from renderer.sheet import Dress

_DISTRICTS = ("banking", "political", "market", "residential", "castle")


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]
    signs = {**shared.SIGNS, **SIGNS}

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        if name in _DISTRICTS:
            draw_shield(canvas, colours, _DISTRICTS.index(name), centre, half)
        else:
            signs[name](Pen(canvas, centre, half), colours.gilt, colours.panel)

    seats = enumerate(colours.seats, 1)
    sides = (Side(at, fill, colours.ink, (colours.ink,)) for at, fill in seats)
    return Dress("PROWLER’S PASSAGE", colours, tuple(sides), draw_sign)
