"""Tiles: discs with an item or a shovel, and the badge for a tile and its pathway's number."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.setup import ITEMS, TILES, WILD
from renderer.canvas import BLACK, WHITE, XY, Canvas
from renderer.glyphs import Pen
from renderer.text import Tint, written

from . import glyphs, layout
from .colours import Colours


def draw_disc(canvas: Canvas, theme: Colours, face: int, centre: XY, radius: float) -> None:
    """A tile of any size: items bright with a dark sign, shovels dark with a light sign."""
    pen = Pen(canvas, centre, radius * 0.66)
    canvas.disc(centre, radius, theme.ink)
    if face < len(ITEMS):
        canvas.disc(centre, radius - 2, theme.brights[face])
        glyphs.TILE_GLYPHS[face](pen, theme.ink, theme.brights[face])
    else:
        canvas.disc(centre, radius - 2, theme.paper)
        canvas.disc(centre, radius - 4, theme.iron)
        sign = theme.lamp if face == TILES.index(WILD) else theme.paper
        glyphs.TILE_GLYPHS[face](pen, sign, theme.iron)


@lru_cache(maxsize=512)
def _badge(theme: Colours, pathway: int, face: int) -> tuple[Image.Image, Image.Image]:
    """A badge without its number along its pathway, and the pixels that belong to it alone."""
    box = layout.badge_box(pathway)
    canvas, shape = Canvas(box, theme.floor), Canvas(box, BLACK)
    ends = layout.badge_ends(pathway)
    canvas.line(ends, 2 * layout.BADGE, theme.ink)
    canvas.line(ends, 2 * layout.BADGE - 5, theme.paper)
    draw_disc(canvas, theme, face, ends[0], layout.BADGE)
    shape.line(ends, 2 * layout.BADGE + 2, WHITE)
    return canvas.finish(theme), shape.whole()


def lay(picture: Image.Image, theme: Colours, pathway: int, face: int) -> None:
    """Put a tile and the pathway's number on the picture."""
    badge, shape = _badge(theme, pathway, face)
    picture.paste(badge, layout.badge_box(pathway)[:2], shape)
    slot = layout.number_slot(pathway)
    written(theme, str(pathway), slot, Tint(theme.ink, theme.paper)).put(picture)
