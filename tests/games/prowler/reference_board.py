"""The board of Prowler's Passage for the reference: its areas, pathways and statues.

Coordinates are whole numbers: x counts half hex widths (sqrt(3)/2), y counts half sides (1/2).
In these units the corners of a pointy-top hex lie at the offsets below.
"""

from __future__ import annotations

Point = tuple[int, int]
Line = frozenset[Point]
Area = str

CORNERS: dict[str, Point] = {
    "top": (0, -2),
    "upper-right": (1, -1),
    "lower-right": (1, 1),
    "bottom": (0, 2),
    "lower-left": (-1, 1),
    "upper-left": (-1, -1),
}
# A partial circle lies on the corner that names the slot; the area around it is a rhombus whose
# two sides inside the hex are the inner lines to the neighbouring corners.
NEIGHBOURS: dict[str, tuple[str, str]] = {
    "upper-left": ("top", "lower-left"),
    "upper-right": ("top", "lower-right"),
    "bottom": ("lower-left", "lower-right"),
}


def _hex_centres() -> dict[int, Point]:
    """Six hexes in a triangle, rows of one, two and three, numbered from the top."""
    places = [(2 * column - row, 3 * row) for row in range(3) for column in range(row + 1)]
    return dict(enumerate(places, start=1))


def _area_outlines() -> dict[Area, list[Line]]:
    """Each area with its four sides: centre, neighbour corner, circle corner, neighbour corner."""
    outlines: dict[Area, list[Line]] = {}
    for number, (x, y) in _hex_centres().items():
        corner = {name: (x + dx, y + dy) for name, (dx, dy) in CORNERS.items()}
        for slot, (one, other) in NEIGHBOURS.items():
            ring = [(x, y), corner[one], corner[slot], corner[other]]
            sides = [frozenset((ring[i], ring[(i + 1) % 4])) for i in range(4)]
            outlines[f"{number}:{slot}"] = sides
    return outlines


def _reading_order(line: Line) -> tuple[int, int]:
    """Midpoint from top to bottom, then from left to right (doubled, which changes nothing)."""
    return sum(y for _, y in line), sum(x for x, _ in line)


OUTLINES = _area_outlines()
# A pathway is a line with an area on both sides; a line with one area only is the outer rim.
_ALL_LINES = {line for sides in OUTLINES.values() for line in sides}
_LINES = sorted(
    (line for line in _ALL_LINES if sum(line in sides for sides in OUTLINES.values()) == 2),
    key=_reading_order,
)
_POINTS = sorted({point for line in _LINES for point in line}, key=lambda at: (at[1], at[0]))
_NAME = dict(zip(_POINTS, "ABCDEFGHIJKLMNOPQRS", strict=True))

PATHWAYS = range(1, len(_LINES) + 1)
ENDS: dict[int, frozenset[str]] = {
    pathway: frozenset(_NAME[point] for point in line)
    for pathway, line in enumerate(_LINES, start=1)
}
AREAS_OF: dict[int, list[Area]] = {
    pathway: [area for area, sides in OUTLINES.items() if line in sides]
    for pathway, line in enumerate(_LINES, start=1)
}
PATHWAYS_AROUND: dict[Area, set[int]] = {
    area: {pathway for pathway in PATHWAYS if area in AREAS_OF[pathway]} for area in OUTLINES
}
PATHWAYS_AT: dict[str, set[int]] = {
    name: {pathway for pathway in PATHWAYS if name in ENDS[pathway]} for name in _NAME.values()
}


def _platforms() -> list[str]:
    """Full circles: the points in which the partial circles of three hexes come together."""
    circles = [
        (x + CORNERS[slot][0], y + CORNERS[slot][1])
        for x, y in _hex_centres().values()
        for slot in NEIGHBOURS
    ]
    return sorted(_NAME[point] for point in set(circles) if circles.count(point) == 3)


# One statue on each platform and one in the centre, where six pathways meet.
STATUES = sorted([*_platforms(), *(name for name, at in PATHWAYS_AT.items() if len(at) == 6)])
