"""The static layer: the walled city seen from above, with everything that a set-up fixes."""

from __future__ import annotations

import math
import threading
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS
from prowlerbot.games.prowler.position import TILES, Setup
from renderer import sky
from renderer.canvas import BLACK, WHITE, Box, Canvas, Piece, put_all
from renderer.kept import Kept
from renderer.prowler import cards, districts, glyphs, layout, panels, statues, track
from renderer.prowler.colours import Colours
from renderer.prowler.layout import RIM_CORNERS
from renderer.text import written
from renderer.theme import Tint

_DRAWING = threading.Lock()


@lru_cache(maxsize=128)
def static_layer(setup: Setup, theme: Colours) -> Kept:
    """The whole picture before the first move, without names, counts and words.

    It is the same in all languages. An evicted layer is rebuilt in a few milliseconds.
    """
    picture = city(theme, 0).copy()
    areas = (_area(theme, *each) for each in enumerate(setup.districts) if each[1])
    badges = (_badge(theme, each.number, TILES.index(setup.tile(each.number))) for each in PATHWAYS)
    put_all(picture, (*areas, *badges))
    cards.write_wealth(picture, theme, setup.cards)
    return Kept(picture)


def city(theme: Colours, district: int) -> Kept:
    """The common part of every set-up, with the same district in every area.

    It takes longer than all the rest, so two threads that need it draw it once.
    """
    with _DRAWING:
        return _city(theme, district)


@lru_cache(maxsize=16)
def _city(theme: Colours, district: int) -> Kept:
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    sky.country(canvas, theme, layout.SIZE, 170, seed=7)
    _wall(canvas, theme)
    for index in range(len(AREAS)):
        districts.draw_area(canvas, theme, index, district)
    _lanes(canvas, theme)
    _towers(canvas, theme)
    for seat in (1, 2):
        panels.draw_frame(canvas, theme, seat)
    track.draw_lanes(canvas, theme)
    cards.draw_cards(canvas, theme)
    return Kept(canvas.finish(theme))


def _area(theme: Colours, index: int, district: int) -> Piece:
    """An area as a district, up to the middle of the roads around it."""
    box, mask = _outline(index)
    return Piece(city(theme, district).picture.crop(box), *box[:2], mask)


@lru_cache(maxsize=len(AREAS))
def _outline(index: int) -> tuple[Box, Image.Image]:
    """The box of an area, and its pixels."""
    corners = [layout.at(point) for point in AREAS[index].corners]
    xs, ys = zip(*corners, strict=True)
    box = (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))
    shape = Canvas(box, BLACK)
    shape.polygon(corners, WHITE)
    return box, shape.whole()


def _wall(canvas: Canvas, theme: Colours) -> None:
    corners = [layout.at(point) for point in RIM_CORNERS]
    closed = [*corners, corners[0]]
    canvas.line(closed, 2 * layout.WALL + 6, theme.wall_dark)
    canvas.line(closed, 2 * layout.WALL, theme.wall_light)
    canvas.line(closed, 2 * layout.WALL - 8, theme.wall)
    canvas.polygon(corners, theme.earth)


def _towers(canvas: Canvas, theme: Colours) -> None:
    for point in RIM_CORNERS:
        corner = layout.at(point)
        canvas.discs(corner, (layout.TOWER, theme.wall_dark), (layout.TOWER - 3, theme.wall_light))
        canvas.discs(corner, (layout.TOWER - 8, theme.wall_dark), (4, theme.lamp))


def _lanes(canvas: Canvas, theme: Colours) -> None:
    """Draw all 27 lanes from intersection to intersection: all banks first, then all floors."""
    for width, pad, colour in (
        (layout.ROAD, layout.PAD + 3, theme.earth),
        (layout.ROAD - 2 * layout.BANK, layout.PAD - 1, theme.floor),
    ):
        for pathway in PATHWAYS:
            canvas.line(layout.ends(pathway.number), width, colour)
            canvas.line(layout.badge_ends(pathway.number), 2 * pad, colour)
    for pathway in PATHWAYS:
        _cobbles(canvas, theme, pathway.number)
    for intersection in INTERSECTIONS:
        if intersection.statue:
            statues.draw_plinth(canvas, theme, intersection.name, (0, 0), 0)
        elif intersection.point not in RIM_CORNERS:
            centre = layout.at(intersection.point)
            canvas.discs(centre, (layout.NODE, theme.earth), (layout.NODE - 3, theme.cobble))
            canvas.discs(centre, (layout.NODE - 7, theme.earth), (4, theme.lamp))


def _cobbles(canvas: Canvas, theme: Colours, pathway: int) -> None:
    """Draw two rows of worn stones along the lane."""
    (ax, ay), (dx, dy) = layout.ends(pathway)[0], layout.along(pathway)
    for step in range(18, int(layout.SIDE) - 12, 12):
        for side in (-6.5, 6.5):
            u = step + (3 if side > 0 else -3)
            canvas.disc((ax + dx * u - dy * side, ay + dy * u + dx * side), 2.6, theme.cobble)


@lru_cache(maxsize=512)
def _badge(theme: Colours, pathway: int, face: int) -> Piece:
    """A tile as a badge along its pathway, with the pathway's number."""
    box = layout.badge_box(pathway)
    canvas, shape = Canvas(box, theme.floor), Canvas(box, BLACK)
    ends = layout.badge_ends(pathway)
    canvas.line(ends, 2 * layout.BADGE, theme.ink)
    canvas.line(ends, 2 * layout.BADGE - 5, theme.paper)
    glyphs.draw_tile(canvas, theme, face, ends[0], layout.BADGE)
    shape.line(ends, 2 * layout.BADGE + 2, WHITE)
    tint = Tint(theme.ink, theme.paper)
    canvas.put(written(theme, str(pathway), layout.number_slot(pathway), tint))
    return canvas.piece(theme, shape.whole())
