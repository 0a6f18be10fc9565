"""The control track: five lanes with a marker each, seat 1 on the left."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.setup import DISTRICTS
from renderer.canvas import Canvas
from renderer.glyphs import Pen
from renderer.piece import Piece
from renderer.text import Tint, write

from . import glyphs, layout
from .colours import Colours


def draw_lanes(canvas: Canvas, theme: Colours) -> None:
    canvas.panel(layout.TRACK, 14, theme)
    for district in range(len(DISTRICTS)):
        left, top, right, bottom = layout.lane(district)
        middle = (left + right) / 2
        canvas.rectangle(left, top, middle, bottom, theme.seat_lane(1))
        canvas.rectangle(middle, top, right, bottom, theme.seat_lane(2))
        half = layout.SPACE / 2
        canvas.rectangle(middle - half, top, middle + half, bottom, theme.lane)
        for space in range(1, 2 * layout.REACH + 1):
            x = left + space * layout.SPACE
            canvas.rectangle(x - 0.7, top, x + 0.7, bottom, theme.panel)
        pen = Pen(canvas, layout.lane_sign(district), 12)
        glyphs.EMBLEMS[district](pen, theme.brights[district], theme.panel)


@lru_cache(maxsize=256)
def _bar(theme: Colours, district: int, position: int) -> Piece:
    """From the middle of the lane to the marker, in the colour of the seat that is ahead."""
    left, top, right, bottom = layout.lane(district)
    marker = layout.marker(district, position).box
    middle, centre = (left + right) // 2, (marker[0] + marker[2]) // 2
    colour = theme.index(theme.seats[0 if position > 0 else 1])
    bar = Image.new("P", (abs(centre - middle), 8), colour)
    return Piece(bar, min(centre, middle), (top + bottom) // 2 - 4)


@lru_cache(maxsize=1024)
def _marker(theme: Colours, district: int, position: int, *, marked: bool) -> Piece:
    slot = layout.marker(district, position)
    left, top, right, bottom = slot.box
    # Under a marker lies the ground of the space it stands on, and the bar behind it.
    ground = theme.seat_lane(1 if position > 0 else 2) if position else theme.lane
    canvas = Canvas(slot.box, ground)
    canvas.rounded(slot.box, 9, theme.glow if marked else theme.ink)
    rim = 3.0 if marked else 1.5
    canvas.rounded(
        (left + rim, top + rim, right - rim, bottom - rim), 9 - rim, theme.brights[district]
    )
    sprite = canvas.finish(theme)
    inner = slot._replace(box=(5, 4, right - left - 5, bottom - top - 4))
    tint = Tint(theme.ink, theme.brights[district])
    write(sprite, theme, str(abs(position)), inner, tint)
    return Piece(sprite, left, top)


def markers(theme: Colours, track: tuple[int, ...], moved: int | None) -> Iterator[Piece]:
    """The five markers on their lanes, ``moved`` with the mark of the last move."""
    for district, position in enumerate(track):
        if position:
            yield _bar(theme, district, position)
        yield _marker(theme, district, position, marked=district == moved)
