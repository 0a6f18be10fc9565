"""The static layer: the walled city at night with everything that one set-up fixes."""

from __future__ import annotations

import math
import threading
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS
from prowlerbot.games.prowler.setup import TILES, Setup
from renderer import sky
from renderer.canvas import XY, Canvas
from renderer.glyphs import Pen
from renderer.text import Box

from . import cards, districts, glyphs, layout, panels, tiles, track
from .colours import Colours
from .layout import RIM_CORNERS

_DRAWING = threading.Lock()


@lru_cache(maxsize=64)
def static_layer(setup: Setup, theme: Colours) -> Image.Image:
    """The whole picture before the first move, without names, counts and words.

    It is the same in all languages, and not to be drawn on. A layer takes 1 MB; one that is gone
    from the cache is put together again in two milliseconds.
    """
    picture = city(theme, 0).copy()
    for index, district in enumerate(setup.districts):
        box, mask = _area(index)
        picture.paste(city(theme, district).crop(box), box[:2], mask)
    for pathway in PATHWAYS:
        tiles.lay(picture, theme, pathway.number, TILES.index(setup.tile(pathway.number)))
    cards.write_wealth(picture, theme, setup.cards)
    return picture


def city(theme: Colours, district: int) -> Image.Image:
    """What every set-up has in common, and in every area the same district. Not to be drawn on.

    It takes longer than all the rest, so two threads that need the same one draw it once.
    """
    with _DRAWING:
        return _city(theme, district)


@lru_cache(maxsize=16)
def _city(theme: Colours, district: int) -> Image.Image:
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    sky.strew(canvas, theme, layout.SIZE, 40, seed=7)
    _wall(canvas, theme)
    for index in range(len(AREAS)):
        districts.draw_area(canvas, theme, index, district)
    _roads(canvas, theme)
    _towers(canvas, theme)
    for seat in (1, 2):
        panels.draw_frame(canvas, theme, seat)
    track.draw_lanes(canvas, theme)
    cards.draw_cards(canvas, theme)
    picture = canvas.finish(theme)
    for seat in (1, 2):
        panels.clear_counts(picture, theme, seat)
    return picture


@lru_cache(maxsize=len(AREAS))
def _area(index: int) -> tuple[Box, Image.Image]:
    """The box of an area, and in it the pixels as far as the middle of the roads around."""
    corners = [layout.at(point) for point in AREAS[index].corners]
    xs, ys = zip(*corners, strict=True)
    box = (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))
    shape = Canvas(box, (0, 0, 0))
    shape.polygon(corners, (255, 255, 255))
    return box, shape.whole()


def _wall(canvas: Canvas, theme: Colours) -> None:
    corners = [layout.at(point) for point in RIM_CORNERS]
    closed = [*corners, corners[0]]
    canvas.line(closed, 2 * layout.WALL + 6, theme.wall_dark)
    canvas.line(closed, 2 * layout.WALL, theme.wall_light)
    canvas.line(closed, 2 * layout.WALL - 8, theme.wall)
    canvas.polygon(corners, theme.road)


def _towers(canvas: Canvas, theme: Colours) -> None:
    for point in RIM_CORNERS:
        corner = layout.at(point)
        canvas.disc(corner, layout.TOWER, theme.wall_dark)
        canvas.disc(corner, layout.TOWER - 3, theme.wall_light)
        canvas.disc(corner, layout.TOWER - 9, theme.wall_dark)
        canvas.disc(corner, 4, theme.lamp)


def _roads(canvas: Canvas, theme: Colours) -> None:
    for pathway in PATHWAYS:
        a, b = map(layout.at, pathway.line)
        canvas.line((a, b), layout.ROAD, theme.road)
        canvas.rounded(
            layout.around(layout.middle(pathway.number), layout.PAD), layout.PAD_RADIUS, theme.road
        )
    for intersection in INTERSECTIONS:
        if intersection.statue:
            draw_platform(canvas, theme, layout.STATUES[intersection.name])
            pen = Pen(canvas, layout.STATUES[intersection.name], 24)
            glyphs.statue(pen, theme.statue, theme.statue_dark)
        elif intersection.point not in RIM_CORNERS:
            centre = layout.at(intersection.point)
            canvas.disc(centre, layout.NODE, theme.road)
            canvas.disc(centre, layout.NODE - 2, theme.wall)
            canvas.disc(centre, layout.NODE - 5, theme.road)
            canvas.disc(centre, 4, theme.lamp)


def draw_platform(canvas: Canvas, theme: Colours, centre: XY) -> None:
    canvas.disc(centre, layout.PLATFORM, theme.ink)
    canvas.disc(centre, layout.PLATFORM - 2, theme.statue)
    canvas.disc(centre, layout.PLATFORM - 5, theme.platform)
