"""Where everything stands on the picture: boxes and points in pixels, as data.

Boxes are left, top, right, bottom. What belongs to seat 1 stands on the left, to seat 2 on the
right; ``mirrored`` gives the second from the first.
"""

from __future__ import annotations

import math
from collections import Counter

from prowlerbot.games.prowler.board import AREAS, INTERSECTIONS, PATHWAYS, Point
from prowlerbot.games.prowler.setup import TILES
from renderer import fonts
from renderer.canvas import XY
from renderer.text import Box, Slot

SIZE = (1000, 1000)

# The city.

ACROSS, DOWN = 140, 80
"""Half a hex across and half a hex side down. The hexes are regular to a hundredth, and every
slanted line falls 4 pixels in 7: its anti-aliased edge repeats, which compresses well."""
SIDE = 2.0 * DOWN
"""Length of a hex side, and so of a pathway."""
_ORIGIN = (500.0, 26.0 + SIDE)
"""Centre of hex 1."""
WALL = 13.0
"""From the rim of the board to the outer face of the wall."""
ROAD = 32.0
"""Width of a pathway."""
NODE = 13.0
"""Radius of an intersection without statue."""
TOWER = 19.0
"""Radius of a tower of the wall; those where a pathway ends are gates."""
PLATFORM = 30.0
"""Radius of an intersection with statue."""
COURT = 37.0
"""Radius of the open ground around an emblem."""
EMBLEM = 25.0
"""Half the width of an emblem."""


def rim() -> tuple[Point, ...]:
    """The corners of the board's outer rim, in order."""
    beside = Counter(line for area in AREAS for line in area.lines)
    lines = [line for line, count in beside.items() if count == 1]
    corners = [min(lines[0])]
    while lines:
        line = next(line for line in lines if corners[-1] in line)
        lines.remove(line)
        (corner,) = line - {corners[-1]}
        corners.append(corner)
    return tuple(corners[:-1])


RIM_CORNERS = rim()


def at(point: Point) -> XY:
    """A point of the board on the picture."""
    return _ORIGIN[0] + point[0] * ACROSS, _ORIGIN[1] + point[1] * DOWN


def middle(pathway: int) -> tuple[int, int]:
    """The middle of a pathway, on a whole pixel."""
    (ax, ay), (bx, by) = map(at, PATHWAYS[pathway - 1].line)
    return round((ax + bx) / 2), round((ay + by) / 2)


# A tile lies on the middle of its pathway, the pathway's number on its lower edge.

TILE = 27.0
"""Radius of a tile."""
TILE_ABOVE = 12.0
"""How far a tile's centre lies above the pathway's middle."""
TILE_SIGN_ABOVE = 16.0
"""The same for its sign, which keeps clear of the number."""
BADGE: Box = (-24, 7, 24, 40)
"""The number's badge, from the pathway's middle."""
BADGE_TEXT = 34
PAD: Box = (-31, -40, 31, 40)
"""The paved ground around tile and number, from the pathway's middle. Two pads that lie one above
the other just touch."""
PAD_RADIUS = 26
MEDAL = 21.0
"""Half the width of the sign in the middle of a passage."""
MEDAL_TEXT = 24


def around(centre: tuple[int, int], box: Box) -> Box:
    """A box given from a centre, on the picture."""
    x, y = centre
    return x + box[0], y + box[1], x + box[2], y + box[3]


def pathway_box(pathway: int) -> Box:
    """What a pathway's sprites may cover: the road, its pad and the mark of the last move."""
    (ax, ay), (bx, by) = map(at, PATHWAYS[pathway - 1].line)
    pad = around(middle(pathway), PAD)
    half = ROAD / 2 + 4
    return (
        math.floor(min(ax, bx, pad[0] + half) - half),
        math.floor(min(ay, by, pad[1] + half) - half),
        math.ceil(max(ax, bx, pad[2] - half) + half),
        math.ceil(max(ay, by, pad[3] - half) + half),
    )


STATUES: dict[str, tuple[int, int]] = {
    i.name: (round(at(i.point)[0]), round(at(i.point)[1])) for i in INTERSECTIONS if i.statue
}
"""Centre of each statue's platform."""


# The players' panels: a name above, counts, and the loot below on the outer side.


def mirrored(box: Box) -> Box:
    return SIZE[0] - box[2], box[1], SIZE[0] - box[0], box[3]


def seat_box(seat: int, box: Box) -> Box:
    """A box of seat 1, moved to the seat's side; inside it nothing is turned around."""
    return box if seat == 1 else mirrored(box)


PANEL: Box = (12, 12, 326, 226)
PANEL_LOOT: Box = (12, 226, 198, 476)
PANEL_RADIUS = 16

NAME = Slot((76, 22, 318, 74), fonts.SCRIPTS[0], 34, "left")
NAME_LEAST = 20
"""The smallest size of a name's letters; a longer name is cut."""
SEAT_SIGN: Box = (20, 22, 70, 74)
RIBBON = Slot((22, 82, 150, 114), fonts.STRONG, 25)
"""Whose turn it is, or who has won."""
WEALTH = Slot((158, 82, 314, 114), fonts.TEXT, 24, "right")
"""The wealth of mid-game scoring, or the total."""

_STATS = ("left", "longest", "statues")
STATS: dict[str, tuple[Box, Slot]] = {
    name: (
        (22 + 100 * i, 128, 68 + 100 * i, 178),
        Slot((70 + 100 * i, 128, 120 + 100 * i, 178), fonts.STRONG, 38),
    )
    for i, name in enumerate(_STATS)
}
"""Passages left, longest continuous passage, statues: sign and number."""
STAT_CAPTIONS: dict[str, Slot] = {
    name: Slot((20 + 100 * i, 182, 120 + 100 * i, 208), fonts.TEXT, 18)
    for i, name in enumerate(_STATS)
}

_LOOT_AT = tuple((20 + 88 * (i % 2), 238 + 78 * (i // 2)) for i in range(len(TILES)))
LOOT: tuple[tuple[Box, Slot], ...] = tuple(
    ((x, y, x + 52, y + 54), Slot((x + 52, y, x + 87, y + 54), fonts.STRONG, 36))
    for x, y in _LOOT_AT
)
"""In the order of TILES: the disc and the count."""

# The control track: a lane a district; the middle is nobody's, seat 1 is on the left.

TRACK: Box = (12, 848, 586, 992)
LANE_TOP, LANE_STEP, LANE_HEIGHT = 851, 28, 26
LANE_LEFT, LANE_RIGHT = 60, 576
REACH = 7
"""Spaces drawn on each side of the middle; a marker beyond stands on the last one."""
SPACE = (LANE_RIGHT - LANE_LEFT) / (2 * REACH + 1)


def lane(district: int) -> Box:
    top = LANE_TOP + LANE_STEP * district
    return LANE_LEFT, top, LANE_RIGHT, top + LANE_HEIGHT


def lane_sign(district: int) -> XY:
    top = LANE_TOP + LANE_STEP * district
    return 36.0, top + LANE_HEIGHT / 2


def marker(district: int, position: int) -> Slot:
    """The box of a marker; positive positions are on the side of seat 1, the left."""
    left, top, right, bottom = lane(district)
    shown = max(-REACH, min(REACH, position))
    centre = round((left + right) / 2 - shown * SPACE)
    return Slot((centre - 19, top - 1, centre + 19, bottom + 1), fonts.STRONG, 24)


# The achievement cards.

CARD_BOXES: tuple[Box, ...] = tuple((596, 848 + 49 * i, 988, 894 + 49 * i) for i in range(3))
CARD_WEALTH: tuple[Slot, ...] = tuple(
    Slot((box[0] + 6, box[1] + 6, box[0] + 44, box[3] - 6), fonts.STRONG, 28) for box in CARD_BOXES
)
CARD_TEXT: tuple[Slot, ...] = tuple(
    Slot((box[0] + 52, box[1] + 4, box[2] - 54, box[3] - 4), fonts.TEXT, 23, "left")
    for box in CARD_BOXES
)
CARD_HOLDER: tuple[Box, ...] = tuple(
    (box[2] - 48, box[1] + 3, box[2] - 4, box[3] - 3) for box in CARD_BOXES
)
