"""The static layer: the walled city at night with everything that one set-up fixes."""

from __future__ import annotations

import math
import random
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS
from prowlerbot.games.prowler.setup import TILES, Setup
from renderer.canvas import XY, Canvas
from renderer.theme import Theme

from . import cards, glyphs, layout, panels, tiles, track
from .layout import RIM_CORNERS

_BLOCK = 3
"""Buildings along each side of an area."""


@lru_cache(maxsize=32)
def static_layer(setup: Setup, theme: Theme) -> Image.Image:
    """The whole picture before the first move, without names and counts. Not to be drawn on."""
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    _land(canvas, theme)
    _wall(canvas, theme)
    for index in range(len(AREAS)):
        _area(canvas, theme, index, setup.districts[index])
    _roads(canvas, theme)
    _towers(canvas, theme)
    for seat in (1, 2):
        panels.draw_frame(canvas, theme, seat)
    track.draw_lanes(canvas, theme)
    cards.draw_cards(canvas, theme)
    picture = canvas.finish(theme)
    for pathway in PATHWAYS:
        tiles.lay(picture, theme, pathway.number, TILES.index(setup.tile(pathway.number)))
    panels.write_captions(picture, theme)
    cards.write_cards(picture, theme, setup.cards)
    return picture


def _land(canvas: Canvas, theme: Theme) -> None:
    """The land outside the wall: low hills, trees, and a few stars in the pond of night."""
    for x, y, radius in (
        (30, 620, 120),
        (980, 640, 130),
        (500, 1010, 420),
        (60, 860, 90),
        (950, 850, 80),
    ):
        canvas.disc((x, y), radius, theme.hill)
    rng = random.Random(7)
    for _ in range(60):
        x, y = rng.uniform(0, 1000), rng.uniform(0, 1000)
        canvas.disc((x, y), rng.choice((1.2, 1.6, 2.2)), theme.star)


def _wall(canvas: Canvas, theme: Theme) -> None:
    corners = [layout.at(point) for point in RIM_CORNERS]
    closed = [*corners, corners[0]]
    canvas.line(closed, 2 * layout.WALL + 6, theme.wall_dark)
    canvas.line(closed, 2 * layout.WALL, theme.wall)
    _merlons(canvas, theme, closed)
    canvas.polygon(corners, theme.road)


def _towers(canvas: Canvas, theme: Theme) -> None:
    for point in RIM_CORNERS:
        corner = layout.at(point)
        canvas.disc(corner, layout.TOWER, theme.wall_dark)
        canvas.disc(corner, layout.TOWER - 3, theme.wall)
        canvas.disc(corner, layout.TOWER - 8, theme.wall_light)
        canvas.disc(corner, layout.TOWER - 13, theme.wall_dark)
        canvas.disc(corner, 3.5, theme.lamp)


def _merlons(canvas: Canvas, theme: Theme, closed: list[XY]) -> None:
    centre = (layout.SIZE[0] / 2, layout.SIDE * 3.2)
    for (ax, ay), (bx, by) in zip(closed, closed[1:], strict=False):
        length = math.hypot(bx - ax, by - ay)
        dx, dy = (bx - ax) / length, (by - ay) / length
        nx, ny = -dy, dx
        middle = ((ax + bx) / 2, (ay + by) / 2)
        if nx * (middle[0] - centre[0]) + ny * (middle[1] - centre[1]) < 0:
            nx, ny = -nx, -ny
        for step in range(26, int(length) - 24, 14):
            x, y = ax + dx * step, ay + dy * step
            near, far = layout.WALL - 5, layout.WALL + 1
            canvas.polygon(
                (
                    (x - dx * 4 + nx * near, y - dy * 4 + ny * near),
                    (x + dx * 4 + nx * near, y + dy * 4 + ny * near),
                    (x + dx * 4 + nx * far, y + dy * 4 + ny * far),
                    (x - dx * 4 + nx * far, y - dy * 4 + ny * far),
                ),
                theme.wall_light,
            )


def _area(canvas: Canvas, theme: Theme, index: int, district: int) -> None:
    corners = AREAS[index].corners
    origin, first, far, last = (layout.at(point) for point in corners)
    across = layout.SIDE * math.sqrt(3) / 2
    street, edge = (layout.ROAD / 2 + 2) / across, 9 / across
    # The sides that end at the partial circle may be rim, where the wall stands.
    u1 = 1 - (
        edge
        if corners[1] in RIM_CORNERS and corners[2] in RIM_CORNERS and _is_rim(1, index)
        else street
    )
    v1 = 1 - (
        edge
        if corners[3] in RIM_CORNERS and corners[2] in RIM_CORNERS and _is_rim(3, index)
        else street
    )

    def place(u: float, v: float) -> XY:
        return (
            origin[0] + u * (first[0] - origin[0]) + v * (last[0] - origin[0]),
            origin[1] + u * (first[1] - origin[1]) + v * (last[1] - origin[1]),
        )

    def patch(u0: float, v0: float, u1: float, v1: float) -> list[XY]:
        return [place(u0, v0), place(u1, v0), place(u1, v1), place(u0, v1)]

    canvas.polygon(patch(street, street, u1, v1), theme.fields[district])
    rng = random.Random(index)
    du, dv = (u1 - street) / _BLOCK, (v1 - street) / _BLOCK
    for i in range(_BLOCK):
        for j in range(_BLOCK):
            a, b = street + du * (i + 0.12), street + dv * (j + 0.12)
            c, d = street + du * (i + 0.88), street + dv * (j + 0.88)
            canvas.polygon(patch(a, b, c, d), theme.roof_dark(district))
            canvas.polygon(patch(a, b, (a + c) / 2, d), theme.roof_light(district))
            if rng.random() < 0.4:
                canvas.disc(place((a + c) / 2, (b + d) / 2), 2.6, theme.lamp)
    centre = ((origin[0] + far[0]) / 2, (origin[1] + far[1]) / 2)
    canvas.disc(centre, layout.COURT, theme.court(district))
    pen = glyphs.Pen(canvas, centre, layout.EMBLEM)
    glyphs.EMBLEMS[district](pen, theme.brights[district], theme.court(district))


def _is_rim(corner: int, index: int) -> bool:
    area = AREAS[index]
    line = frozenset((area.corners[corner], area.corners[2]))
    return all(frozenset(pathway.line) != line for pathway in PATHWAYS)


def _roads(canvas: Canvas, theme: Theme) -> None:
    for pathway in PATHWAYS:
        pad = layout.around(layout.middle(pathway.number), layout.PAD)
        wide = (pad[0] - 2, pad[1] - 2, pad[2] + 2, pad[3] + 2)
        canvas.rounded(wide, layout.PAD_RADIUS + 2, theme.kerb)
    for pathway in PATHWAYS:
        a, b = map(layout.at, pathway.line)
        canvas.line((a, b), layout.ROAD, theme.road)
        canvas.rounded(
            layout.around(layout.middle(pathway.number), layout.PAD), layout.PAD_RADIUS, theme.road
        )
    for pathway in PATHWAYS:
        (ax, ay), (bx, by) = map(layout.at, pathway.line)
        for step in range(1, 12):
            part = step / 12
            canvas.disc((ax + (bx - ax) * part, ay + (by - ay) * part), 2.2, theme.kerb)
        canvas.rounded(
            layout.around(layout.middle(pathway.number), layout.PAD), layout.PAD_RADIUS, theme.road
        )
    for intersection in INTERSECTIONS:
        if intersection.statue:
            draw_platform(canvas, theme, layout.STATUES[intersection.name])
            pen = glyphs.Pen(canvas, layout.STATUES[intersection.name], 24)
            glyphs.statue(pen, theme.statue, theme.statue_dark)
        elif intersection.point not in RIM_CORNERS:
            centre = layout.at(intersection.point)
            canvas.disc(centre, layout.NODE, theme.road)
            canvas.disc(centre, layout.NODE - 2, theme.wall)
            canvas.disc(centre, layout.NODE - 5, theme.road)
            canvas.disc(centre, 4, theme.lamp)


def draw_platform(canvas: Canvas, theme: Theme, centre: XY) -> None:
    canvas.disc(centre, layout.PLATFORM, theme.ink)
    canvas.disc(centre, layout.PLATFORM - 2, theme.statue)
    canvas.disc(centre, layout.PLATFORM - 5, theme.platform)
