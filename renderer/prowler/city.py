"""The static layer: the walled city seen from above, with everything that a set-up fixes.

Each of the 18 areas draws in two coordinates from 0 to 1 along its sides: both are 0 at the hex's
centre and 1 at the partial circle. It has roofs in its district's pattern, in muted colours, so
that tiles and owners stand out. A ring around each statue shows the owners of its pathways.
"""

import math
import threading
from collections.abc import Iterator
from functools import lru_cache

from PIL import Image

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS, STATUES
from prowlerbot.games.prowler.position import SEATS, TILES, Setup
from prowlerbot.games.prowler.rules import Position
from renderer import glyphs as shared
from renderer.canvas import BLACK, WHITE, XY, Box, Canvas, PackedPicture, Piece, put_all
from renderer.covers import draw_countryside
from renderer.graph import SeatLook
from renderer.prowler import colours, layout, panels, track
from renderer.prowler.colours import COLOURS, SIGNS, Colours
from renderer.sheet import Dress
from renderer.text import typeset
from renderer.theme import Colour, Tint

_PATHWAYS = {frozenset(pathway.line) for pathway in PATHWAYS}
_WALL_GAP = 11  # free ground along the wall, in pixels; along a pathway it is half the road


_Part = tuple[float, float, float, float]
"""A part of an area, in its own coordinates: the smaller two, then the larger two."""


class _Ground:
    """An area, which draws in its own coordinates."""

    def __init__(self, canvas: Canvas, index: int) -> None:
        self._canvas = canvas
        self._corners = [layout.point_at(point) for point in AREAS[index].corners]
        height = layout.SIDE_LENGTH * math.sqrt(3) / 2
        street, edge = (layout.ROAD_WIDTH / 2 + 1) / height, _WALL_GAP / height
        _, first, far, last = AREAS[index].corners
        self.start = street
        self.u_end = 1 - (street if frozenset((first, far)) in _PATHWAYS else edge)
        self.v_end = 1 - (street if frozenset((far, last)) in _PATHWAYS else edge)

    def point_at(self, u: float, v: float) -> XY:
        """A point given in parts of the open ground, without the streets."""
        u = self.start + u * (self.u_end - self.start)
        v = self.start + v * (self.v_end - self.start)
        (ox, oy), (ax, ay), _, (bx, by) = self._corners
        return ox + u * (ax - ox) + v * (bx - ox), oy + u * (ay - oy) + v * (by - oy)

    def fill_box(self, u0: float, v0: float, u1: float, v1: float, colour: Colour) -> None:
        corners = ((u0, v0), (u1, v0), (u1, v1), (u0, v1))
        self._canvas.polygon([self.point_at(*corner) for corner in corners], colour)

    def draw_gable(self, box: _Part, light: Colour, dark: Colour) -> None:
        """A roof with its ridge along the longer side: one slope is lit, one is dark."""
        u0, v0, u1, v1 = box
        if u1 - u0 >= v1 - v0:
            self.fill_box(u0, v0, u1, (v0 + v1) / 2, light)
            self.fill_box(u0, (v0 + v1) / 2, u1, v1, dark)
        else:
            self.fill_box(u0, v0, (u0 + u1) / 2, v1, light)
            self.fill_box((u0 + u1) / 2, v0, u1, v1, dark)

    def draw_dot(self, u: float, v: float, radius: float, colour: Colour) -> None:
        self._canvas.disc(self.point_at(u, v), radius, colour)


def _draw_vaults(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Banking: four broad vaults, each under a dome."""
    for u in (0.02, 0.53):
        for v in (0.02, 0.53):
            ground.fill_box(u, v, u + 0.45, v + 0.45, light)
            ground.draw_dot(u + 0.225, v + 0.225, 24, dark)
            ground.draw_dot(u + 0.225, v + 0.225, 9, light)


def _draw_colonnades(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Political: three long halls towards the partial circle."""
    for row in range(3):
        ground.draw_gable((0.02, 0.03 + row * 0.34, 0.98, 0.29 + row * 0.34), light, dark)


def _draw_awnings(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Market: striped awnings in rows across."""
    for row in range(4):
        for stripe in range(8):
            u, v, colour = row * 0.25, stripe / 8, light if (stripe + row) % 2 else dark
            ground.fill_box(u + 0.03, v, u + 0.2, v + 0.125, colour)


def _draw_cottages(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Residential: many small roofs with ridges in alternating directions."""
    for row in range(4):
        for column in range(4):
            u, v = 0.02 + row * 0.25, 0.02 + column * 0.25
            box = (u, v, u + 0.2, v + 0.14) if (row + column) % 2 else (u, v, u + 0.14, v + 0.2)
            ground.draw_gable(box, light, dark)


def _draw_ramparts(ground: _Ground, light: Colour, dark: Colour) -> None:
    """Castle: walls within walls, a tower at each corner."""
    ground.fill_box(0.03, 0.03, 0.97, 0.97, light)
    ground.fill_box(0.12, 0.12, 0.88, 0.88, dark)
    for u in (0.12, 0.88):
        for v in (0.12, 0.88):
            ground.draw_dot(u, v, 15, light)
            ground.draw_dot(u, v, 8, dark)


_PATTERNS = (_draw_vaults, _draw_colonnades, _draw_awnings, _draw_cottages, _draw_ramparts)
"""The patterns in the order of DISTRICTS."""

_WINDOWS = ((0.06, 0.84), (0.84, 0.08))


def draw_area(canvas: Canvas, theme: Colours, index: int, district: int) -> None:
    ground = _Ground(canvas, index)
    ground.fill_box(0, 0, 1, 1, theme.fields[district])
    _PATTERNS[district](ground, theme.roof_light(district), theme.roof_dark(district))
    if not theme.sunny:
        for u, v in _WINDOWS:
            canvas.disc(ground.point_at(u, v), 2.6, theme.lamp)
    draw_shield(canvas, theme, district, layout.area_centre(index), layout.SHIELD_REACH)


def draw_shield(canvas: Canvas, theme: Colours, district: int, centre: XY, reach: float) -> None:
    """The arms of a district: a shield; its item is a round coin."""
    pen = shared.Pen(canvas, centre, reach)
    colours.draw_shield_shape(pen, theme.earth, 1.0)
    colours.draw_shield_shape(pen, theme.court_colour(district), 0.9)
    sign = shared.Pen(canvas, (centre[0], centre[1] - reach * 0.06), reach * 0.6)
    colours.EMBLEMS[district](sign, theme.emblem_colour(district), theme.court_colour(district))


_RING_GAP = 18.0  # degrees between two parts of a ring


def city_pieces(theme: Colours, state: Position) -> Iterator[Piece]:
    first, second = state.passages
    for statue, pathways in STATUES.items():
        thief = next((seat for seat in SEATS if statue in state.statues[seat - 1]), 0)
        if (first | second) & pathways or thief:
            yield _plinth_piece(theme, statue, (first & pathways, second & pathways), thief)


@lru_cache(maxsize=512)
def _plinth_piece(theme: Colours, statue: str, dug: tuple[int, int], thief: int) -> Piece:
    centre = layout.STATUE_CENTRES[statue]
    canvas = Canvas.around(round(layout.PLINTH_RADIUS) + 1, theme.floor, centre)
    draw_plinth(canvas, theme, statue, dug, thief)
    return canvas.piece(theme, _plinth_mask())


def draw_plinth(
    canvas: Canvas, theme: Colours, statue: str, dug: tuple[int, int], thief: int
) -> None:
    """A plinth and its ring: the part towards each pathway has the colour of its digger."""
    x, y = layout.STATUE_CENTRES[statue]
    radius, bearings = layout.PLINTH_RADIUS, layout.bearings_around(statue)
    half = 180 / len(bearings) - _RING_GAP / 2
    canvas.disc((x, y), radius, theme.ink)
    for pathway, angle in bearings.items():
        seat = next((seat for seat in SEATS if dug[seat - 1] >> pathway & 1), 0)
        colour = theme.seats[seat - 1] if seat else theme.paper
        canvas.slice((x, y), radius - 2, angle - half, angle + half, colour)
        if not seat:
            canvas.slice((x, y), radius - 5, angle - half + 6, angle + half - 6, theme.iron)
    canvas.disc((x, y), radius - layout.RING_WIDTH, theme.ink)
    canvas.disc((x, y), radius - layout.RING_WIDTH - (3 if thief else 2), theme.wall_dark)
    if thief:
        shared.draw_seat(canvas, theme, thief, (x, y), 15)
    else:
        colours.draw_monument(canvas, theme, (x, y), 25)


@lru_cache(maxsize=1)
def _plinth_mask() -> Image.Image:
    reach = round(layout.PLINTH_RADIUS) + 1
    canvas = Canvas((-reach, -reach, reach, reach), BLACK)
    canvas.disc((0, 0), layout.PLINTH_RADIUS, WHITE)
    return canvas.white_mask()


_DRAWING = threading.Lock()


@lru_cache(maxsize=128)
def static_layer(setup: Setup, theme: Colours) -> PackedPicture:
    """The picture before the first move, without names, counts and words, for all languages."""
    picture = city_picture(theme, 0).copy()
    areas = (_area_piece(theme, *area) for area in enumerate(setup.districts) if area[1])
    faces = ((area.number, TILES.index(setup.tile(area.number))) for area in PATHWAYS)
    badges = (_badge_piece(theme, number, face) for number, face in faces)
    put_all(picture, (*areas, *badges))
    panels.write_wealth(picture, theme, setup.cards)
    return PackedPicture(picture)


def city_picture(theme: Colours, district: int) -> PackedPicture:
    """The part of all set-ups, with one district in every area. It is slow, so it is drawn once."""
    with _DRAWING:
        return _draw_city(theme, district)


@lru_cache(maxsize=16)
def _draw_city(theme: Colours, district: int) -> PackedPicture:
    canvas = land_canvas(theme)
    corners = [layout.point_at(point) for point in layout.RIM_CORNERS]
    closed = [*corners, corners[0]]
    canvas.line(closed, 2 * layout.WALL_DISTANCE + 6, theme.wall_dark)
    canvas.line(closed, 2 * layout.WALL_DISTANCE, theme.wall_light)
    canvas.line(closed, 2 * layout.WALL_DISTANCE - 8, theme.wall)
    canvas.polygon(corners, theme.earth)
    for index in range(len(AREAS)):
        draw_area(canvas, theme, index, district)
    _draw_lanes(canvas, theme)
    for point in layout.RIM_CORNERS:
        corner = layout.point_at(point)
        radius = layout.TOWER_RADIUS
        canvas.discs(corner, (radius, theme.wall_dark), (radius - 3, theme.wall_light))
        canvas.discs(corner, (radius - 8, theme.wall_dark), (4, theme.lamp))
    for seat in (1, 2):
        panels.draw_frame(canvas, theme, seat)
    track.draw_lanes(canvas, theme)
    panels.draw_cards(canvas, theme)
    return PackedPicture(canvas.finish(theme))


def land_canvas(theme: Colours) -> Canvas:
    canvas = Canvas((0, 0, *layout.SIZE), theme.night)
    draw_countryside(canvas, theme, layout.SIZE, seed=7)
    return canvas


def _area_piece(theme: Colours, index: int, district: int) -> Piece:
    """An area as a district, up to the middle of the roads around it."""
    box, mask = _area_outline(index)
    return Piece(city_picture(theme, district).picture.crop(box), *box[:2], mask)


@lru_cache(maxsize=len(AREAS))
def _area_outline(index: int) -> tuple[Box, Image.Image]:
    """The box of an area, and its pixels."""
    corners = [layout.point_at(point) for point in AREAS[index].corners]
    xs, ys = zip(*corners, strict=True)
    box = (math.floor(min(xs)), math.floor(min(ys)), math.ceil(max(xs)), math.ceil(max(ys)))
    shape = Canvas(box, BLACK)
    shape.polygon(corners, WHITE)
    return box, shape.white_mask()


def _draw_lanes(canvas: Canvas, theme: Colours) -> None:
    """Draw all 27 lanes from intersection to intersection: all banks first, then all floors."""
    for width, pad, colour in (
        (layout.ROAD_WIDTH, layout.FLOOR_RADIUS + 3, theme.earth),
        (layout.ROAD_WIDTH - 2 * layout.BANK_WIDTH, layout.FLOOR_RADIUS - 1, theme.floor),
    ):
        for pathway in PATHWAYS:
            canvas.line(layout.ends_of(pathway.number), width, colour)
            canvas.line(layout.badge_ends(pathway.number), 2 * pad, colour)
    for pathway in PATHWAYS:
        (ax, ay), (dx, dy) = layout.ends_of(pathway.number)[0], layout.step_along(pathway.number)
        for step in range(18, int(layout.SIDE_LENGTH) - 12, 12):
            for side in (-6.5, 6.5):
                u = step + (3 if side > 0 else -3)
                canvas.disc((ax + dx * u - dy * side, ay + dy * u + dx * side), 2.6, theme.cobble)
    for intersection in INTERSECTIONS:
        if intersection.statue:
            draw_plinth(canvas, theme, intersection.name, (0, 0), 0)
        elif intersection.point not in layout.RIM_CORNERS:
            centre = layout.point_at(intersection.point)
            radius = layout.NODE_RADIUS
            canvas.discs(centre, (radius, theme.earth), (radius - 3, theme.cobble))
            canvas.discs(centre, (radius - 7, theme.earth), (4, theme.lamp))


@lru_cache(maxsize=512)
def _badge_piece(theme: Colours, pathway: int, face: int) -> Piece:
    box = layout.badge_box(pathway)
    canvas, shape = Canvas(box, theme.floor), Canvas(box, BLACK)
    ends = layout.badge_ends(pathway)
    canvas.line(ends, 2 * layout.BADGE_RADIUS, theme.ink)
    canvas.line(ends, 2 * layout.BADGE_RADIUS - 5, theme.paper)
    colours.draw_tile(canvas, theme, face, ends[0], layout.BADGE_RADIUS)
    shape.line(ends, 2 * layout.BADGE_RADIUS + 2, WHITE)
    tint = Tint(theme.ink, theme.paper)
    canvas.put(typeset(theme, str(pathway), layout.number_slot(pathway), tint))
    return canvas.piece(theme, shape.white_mask())


_DISTRICT_SIGNS = ("banking", "political", "market", "residential", "castle")


@lru_cache(maxsize=3)
def dress(theme: str) -> Dress:
    look = COLOURS[theme]
    signs = {**shared.SIGNS, **SIGNS}

    def draw_sign(canvas: Canvas, name: str, centre: XY, half: float) -> None:
        if name in _DISTRICT_SIGNS:
            draw_shield(canvas, look, _DISTRICT_SIGNS.index(name), centre, half)
        else:
            signs[name](shared.Pen(canvas, centre, half), look.gilt, look.panel)

    looks = (SeatLook(n, fill, look.ink, (look.ink,)) for n, fill in enumerate(look.seats, 1))
    return Dress("PROWLER’S PASSAGE", look, tuple(looks), draw_sign)
