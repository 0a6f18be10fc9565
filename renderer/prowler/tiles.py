"""Tiles: the disc with its item or shovel, and the badge with its pathway's number."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.setup import ITEMS
from renderer import fonts
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.text import Slot, Tint, write

from . import glyphs, layout
from .colours import Colours


def draw_disc(
    canvas: Canvas, theme: Colours, face: int, centre: XY, radius: float, *, raised: float = 0
) -> None:
    """A tile of any size: items bright with a dark sign, shovels dark with a light one.

    ``raised`` is how far the sign stands above the centre; it is smaller then.
    """
    pen = Pen(canvas, (centre[0], centre[1] - raised), radius * 0.62 - raised * 0.15)
    canvas.disc(centre, radius, theme.ink)
    if face < len(ITEMS):
        canvas.disc(centre, radius - 2, theme.brights[face])
        glyphs.TILE_GLYPHS[face](pen, theme.ink, theme.brights[face])
    else:
        canvas.disc(centre, radius - 2, theme.paper)
        canvas.disc(centre, radius - 4.5, theme.iron)
        glyphs.TILE_GLYPHS[face](pen, theme.paper, theme.iron)


@lru_cache(maxsize=512)
def _on_pad(theme: Colours, face: int) -> Image.Image:
    """A tile on its pad with an empty badge, drawn around (0, 0)."""
    canvas = Canvas(layout.PAD, theme.road)
    raised = layout.TILE_SIGN_ABOVE - layout.TILE_ABOVE
    draw_disc(canvas, theme, face, (0, -layout.TILE_ABOVE), layout.TILE, raised=raised)
    left, top, right, bottom = layout.BADGE
    canvas.rounded((left - 2, top - 2, right + 2, bottom), 13, theme.ink)
    canvas.rounded((left, top, right, bottom - 2), 11, theme.paper)
    return canvas.finish(theme)


@lru_cache(maxsize=8)
def _pad_mask() -> Image.Image:
    """The pixels that lie wholly on a pad."""
    canvas = Canvas(layout.PAD, (0, 0, 0))
    canvas.rounded(layout.PAD, layout.PAD_RADIUS, (255, 255, 255))
    return canvas.whole()


def number_slot(pathway: int) -> Slot:
    """Where the number stands on the badge."""
    left, top, right, bottom = layout.around(layout.middle(pathway), layout.BADGE)
    inner = (left + 4, top + 3, right - 4, bottom - 5)
    return Slot(inner, fonts.STRONG, layout.BADGE_TEXT)


def lay(picture: Image.Image, theme: Colours, pathway: int, face: int) -> None:
    """Put a tile and the pathway's number on the picture."""
    left, top, _, _ = layout.around(layout.middle(pathway), layout.PAD)
    picture.paste(_on_pad(theme, face), (left, top), _pad_mask())
    write(picture, theme, str(pathway), number_slot(pathway), Tint(theme.ink, theme.paper))
