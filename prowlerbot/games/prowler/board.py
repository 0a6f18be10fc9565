"""The board of Prowler's Passage: six hexes, 18 areas, 27 pathways, 19 intersections.

Everything here is derived once from the centres of the six hexes. Coordinates are whole numbers in
units of half a hex height (√3/2 of a hex side across, 1/2 down), so lines can be compared exactly.
Sets of pathways are bit masks with bit ``1 << number``.
"""

from __future__ import annotations

from dataclasses import dataclass
from string import ascii_uppercase

Point = tuple[int, int]
Line = frozenset[Point]

HEXES: tuple[Point, ...] = ((0, 0), (-1, 3), (1, 3), (-2, 6), (0, 6), (2, 6))
"""Centres of hex 1 to 6: one on top, two below it, three beside the control track."""

SLOTS = ("upper-left", "upper-right", "bottom")

_TOP, _UPPER_RIGHT, _LOWER_RIGHT = (0, -2), (1, -1), (1, 1)
_BOTTOM, _LOWER_LEFT, _UPPER_LEFT = (0, 2), (-1, 1), (-1, -1)
_CENTRE = (0, 0)

# Each area is the rhombus around one partial circle: centre, corner, circle, corner.
_RHOMBUS = (
    (_CENTRE, _TOP, _UPPER_LEFT, _LOWER_LEFT),
    (_CENTRE, _TOP, _UPPER_RIGHT, _LOWER_RIGHT),
    (_CENTRE, _LOWER_LEFT, _BOTTOM, _LOWER_RIGHT),
)


@dataclass(frozen=True, slots=True)
class Area:
    """A district area: ``hex`` counts from 1, ``slot`` is an index into SLOTS."""

    hex: int
    slot: int
    corners: tuple[Point, ...]
    """Hex centre, corner, partial circle, corner."""

    @property
    def name(self) -> str:
        return f"{self.hex}:{SLOTS[self.slot]}"

    @property
    def lines(self) -> tuple[Line, ...]:
        return tuple(frozenset((a, self.corners[i - 1])) for i, a in enumerate(self.corners))


@dataclass(frozen=True, slots=True)
class Pathway:
    number: int
    ends: tuple[str, str]
    """The two intersections, in reading order."""
    areas: tuple[int, int]
    """The two adjacent areas, as indices into AREAS."""
    line: tuple[Point, Point]


@dataclass(frozen=True, slots=True)
class Intersection:
    name: str
    point: Point
    pathways: int
    """Mask of the pathways that meet here."""
    statue: bool


AREAS: tuple[Area, ...] = tuple(
    Area(number, slot, tuple((x + dx, y + dy) for dx, dy in rhombus))
    for number, (x, y) in enumerate(HEXES, 1)
    for slot, rhombus in enumerate(_RHOMBUS)
)


def _derive_lines() -> dict[Line, tuple[int, int]]:
    """Every line with an area on both sides; the rim of the board has only one."""
    beside: dict[Line, list[int]] = {}
    for index, area in enumerate(AREAS):
        for line in area.lines:
            beside.setdefault(line, []).append(index)
    return {line: (on[0], on[1]) for line, on in beside.items() if len(on) == 2}


def _reading_order(point: Point) -> tuple[int, int]:
    return point[1], point[0]


def _midpoint(line: Line) -> tuple[int, int]:
    (ax, ay), (bx, by) = line
    return ay + by, ax + bx


def _derive_pathways() -> tuple[Pathway, ...]:
    lines = _derive_lines()
    points = sorted({point for line in lines for point in line}, key=_reading_order)
    names = dict(zip(points, ascii_uppercase, strict=False))
    pathways: list[Pathway] = []
    for number, line in enumerate(sorted(lines, key=_midpoint), 1):
        first, second = sorted(line, key=_reading_order)
        ends = (names[first], names[second])
        pathways.append(Pathway(number, ends, lines[line], (first, second)))
    return tuple(pathways)


PATHWAYS: tuple[Pathway, ...] = _derive_pathways()
"""Pathway 1 to 27 in reading order; pathway n is PATHWAYS[n - 1]."""

ALL_PATHWAYS: int = sum(1 << pathway.number for pathway in PATHWAYS)


def pathways_in(mask: int) -> list[int]:
    """The pathway numbers in a mask, rising."""
    return [pathway.number for pathway in PATHWAYS if mask >> pathway.number & 1]


def _derive_intersections() -> tuple[Intersection, ...]:
    meeting: dict[tuple[str, Point], int] = {}
    for pathway in PATHWAYS:
        for end in zip(pathway.ends, pathway.line, strict=True):
            meeting[end] = meeting.get(end, 0) | 1 << pathway.number
    circles = [area.corners[2] for area in AREAS]
    return tuple(
        # A statue is on the centre, where six pathways meet, and on each platform, where
        # three partial circles join.
        Intersection(name, point, mask, mask.bit_count() == 6 or circles.count(point) == 3)
        for (name, point), mask in sorted(meeting.items())
    )


INTERSECTIONS: tuple[Intersection, ...] = _derive_intersections()

STATUES: dict[str, int] = {i.name: i.pathways for i in INTERSECTIONS if i.statue}
"""The four statues by intersection, each with the pathways that surround it."""

AREA_PATHWAYS: tuple[int, ...] = tuple(
    sum(1 << p.number for p in PATHWAYS if index in p.areas) for index in range(len(AREAS))
)
"""The pathways around each area, in the order of AREAS."""

FULL_AREAS: tuple[int, ...] = tuple(
    area for area, around in enumerate(AREA_PATHWAYS) if around.bit_count() == 4
)
"""The areas with a pathway on each side; the other nine have two and the rim."""

MEETING: tuple[int, ...] = tuple(
    sorted((i.pathways for i in INTERSECTIONS if i.pathways.bit_count() > 1), key=pathways_in)
)
"""The pathways that meet in one point, by their numbers."""


def touching(pathway: int) -> int:
    """Mask of the other pathways that meet a pathway at one of its ends."""
    met = 0
    for around in MEETING:
        if around >> pathway & 1:
            met |= around
    return met & ~(1 << pathway)
