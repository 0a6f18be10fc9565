"""How the sheet of a final count shows Landgrab."""

from functools import lru_cache

from prowlerbot.games.landgrab.position import COLOURS as LETTERS
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.graph import Side
from renderer.landgrab.colours import COLOURS, SIGNS
from renderer.sheet import Dress


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    colours = COLOURS[theme]
    names = {"small_building": "house", "large_building": "hall", "life": "heart"}

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        ink, hole = (colours.life,) * 2 if name == "life" else (colours.gilt, colours.panel)
        SIGNS[names[name]](Pen(canvas, centre, half * 0.85), ink, hole)

    sides = (
        Side(at, colours.owner(letter), colours.on_owner(letter), (colours.ink, colours.paper))
        for at, letter in enumerate(LETTERS, 1)
    )
    return Dress("LANDGRAB", colours, tuple(sides), draw_sign)
