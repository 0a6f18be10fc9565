"""The layout of the city on the picture: boxes and points in pixels, as data.

Boxes are left, top, right, bottom. ``panels`` has the layout around the city.
"""

import math
from collections import Counter

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS, STATUES, Point
from renderer import fonts
from renderer.canvas import XY, Box
from renderer.text import Slot

SIZE = (1000, 1000)
"""The size of the picture: a square is 350 pixels high on a computer, and as wide as a phone."""

HALF_ACROSS, HALF_DOWN = 133, 76
"""Half a hex across and half a hex side down. The hexes are regular to a hundredth. Every slanted
line falls 4 pixels in 7, so its anti-aliased edge repeats, which compresses well."""
SIDE_LENGTH = 2.0 * HALF_DOWN
_ORIGIN = (500.0, 18.0 + SIDE_LENGTH)
WALL_DISTANCE = 12.0  # the distance from the rim of the board to the outer face of the wall
ROAD_WIDTH, BANK_WIDTH = 35.0, 4.0
NODE_RADIUS, TOWER_RADIUS = 12.0, 16.0
"""The radius of an intersection, and of one in the wall: a tower, or a gate."""
PLINTH_RADIUS = 34.0  # radius of the ground of a statue, with its ring
RING_WIDTH = 14.0  # width of the ring in the ground of a statue that counts its pathways
SHIELD_REACH = 34.0  # the distance from the centre of a district's shield to its edge


def _find_rim_corners() -> tuple[Point, ...]:
    """The corners around all areas, each beside the next one."""
    beside = Counter(line for area in AREAS for line in area.lines)
    lines = [line for line, count in beside.items() if count == 1]
    corners = [min(lines[0])]
    while lines:
        line = next(line for line in lines if corners[-1] in line)
        lines.remove(line)
        (corner,) = line - {corners[-1]}
        corners.append(corner)
    return tuple(corners[:-1])


RIM_CORNERS = _find_rim_corners()


def point_at(point: Point) -> XY:
    return _ORIGIN[0] + point[0] * HALF_ACROSS, _ORIGIN[1] + point[1] * HALF_DOWN


def ends_of(pathway: int) -> tuple[XY, XY]:
    """Both ends of a pathway on the picture, the left or the upper one first."""
    first, second = map(point_at, PATHWAYS[pathway - 1].line)
    return (first, second) if first <= second else (second, first)


def step_along(pathway: int) -> XY:
    """A step of one pixel along a pathway, to the right or straight down."""
    (ax, ay), (bx, by) = ends_of(pathway)
    length = math.hypot(bx - ax, by - ay)
    return (bx - ax) / length, (by - ay) / length


def middle_of(pathway: int) -> tuple[int, int]:
    """The middle of a pathway, on a whole pixel."""
    (ax, ay), (bx, by) = ends_of(pathway)
    return round((ax + bx) / 2), round((ay + by) / 2)


# A tile and its number share one badge along their pathway, the tile on the left or above.

BADGE_RADIUS = 22.0
_END_DISTANCE = 20.0  # the distance from the middle of a badge to the centre of each end
FLOOR_RADIUS = BADGE_RADIUS + 3
"""The radius of the floor around a badge, which a passage fills with rock."""
_NUMBER_SIZE, MEDAL_TEXT_SIZE = 33, 29
MEDAL_REACH = 23.0  # half the width of the sign in the middle of a passage
RAY_LENGTH = 45.0  # the length of the rays around the last passage


def badge_ends(pathway: int) -> tuple[XY, XY]:
    """The centres of the tile and of the number."""
    (x, y), (dx, dy) = middle_of(pathway), step_along(pathway)
    right, down = dx * _END_DISTANCE, dy * _END_DISTANCE
    return (x - right, y - down), (x + right, y + down)


def number_slot(pathway: int) -> Slot:
    x, y = map(round, badge_ends(pathway)[1])
    return Slot((x - 20, y - 17, x + 20, y + 17), fonts.STRONG, _NUMBER_SIZE)


def badge_box(pathway: int) -> Box:
    (ax, ay), (bx, by) = badge_ends(pathway)
    left, right = min(ax, bx) - FLOOR_RADIUS, max(ax, bx) + FLOOR_RADIUS
    top, bottom = min(ay, by) - FLOOR_RADIUS, max(ay, by) + FLOOR_RADIUS
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


def pathway_box(pathway: int) -> Box:
    """The area that a pathway's sprites may cover: the lane and the mark of the last move."""
    (ax, ay), (bx, by) = ends_of(pathway)
    x, y = middle_of(pathway)
    half = ROAD_WIDTH / 2 + 3
    reach = RAY_LENGTH + 3
    left, top = min(ax - half, bx - half, x - reach), min(ay - half, by - half, y - reach)
    right, bottom = max(ax + half, bx + half, x + reach), max(ay + half, by + half, y + reach)
    return math.floor(left), math.floor(top), math.ceil(right), math.ceil(bottom)


STATUE_CENTRES: dict[str, tuple[int, int]] = {
    i.name: (round(point_at(i.point)[0]), round(point_at(i.point)[1]))
    for i in INTERSECTIONS
    if i.statue
}


def bearings_around(statue: str) -> dict[int, float]:
    """The pathways around a statue, each with the angle in degrees at which it leaves."""
    x, y = STATUE_CENTRES[statue]
    angles: dict[int, float] = {}
    for pathway in PATHWAYS:
        if STATUES[statue] >> pathway.number & 1:
            mx, my = middle_of(pathway.number)
            angles[pathway.number] = math.degrees(math.atan2(my - y, mx - x))
    return angles


def area_centre(index: int) -> XY:
    (ax, ay), _, (bx, by), _ = map(point_at, AREAS[index].corners)
    return (ax + bx) / 2, (ay + by) / 2
