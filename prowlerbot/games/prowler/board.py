"""The board of Prowler's Passage, and the networks of passages on it.

It has six hexes, 18 areas, 27 pathways and 19 intersections. Everything here is derived once from
the centres of the six hexes. Coordinates are whole numbers in units of half a hex height (√3/2 of a
hex side across, 1/2 down). So lines can be compared exactly. Sets of pathways are bit masks with
bit ``1 << number``.

A network is such a mask, of the passages of one player. A continuous passage in it is a trail: it
uses each passage at most once and may cross an intersection again.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
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
    return {line: (areas[0], areas[1]) for line, areas in beside.items() if len(areas) == 2}


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
FULL_AREAS = tuple(area for area, ring in enumerate(AREA_PATHWAYS) if ring.bit_count() == 4)
"""The areas with a pathway on each side; the other nine have two and the rim."""
MEETING_SETS: tuple[int, ...] = tuple(
    sorted((i.pathways for i in INTERSECTIONS if i.pathways.bit_count() > 1), key=pathways_in)
)
"""For each intersection of several pathways these pathways as a mask, in the order of numbers."""


_NUMBERS = {intersection.name: i for i, intersection in enumerate(INTERSECTIONS)}
_MET_AT: tuple[int, ...] = tuple(intersection.pathways for intersection in INTERSECTIONS)
_ENDS = {1 << p.number: (_NUMBERS[p.ends[0]], _NUMBERS[p.ends[1]]) for p in PATHWAYS}
_TOUCHING: dict[int, int] = {bit: _MET_AT[a] | _MET_AT[b] for bit, (a, b) in _ENDS.items()}
_OTHER_END = {(bit, at): a + b - at for bit, (a, b) in _ENDS.items() for at in (a, b)}


def meeting_pathways(pathway: int) -> int:
    """Mask of the other pathways that meet a pathway at one of its ends."""
    return _TOUCHING[1 << pathway] & ~(1 << pathway)


# The steps that leave each intersection: the bit of the passage and the intersection it leads to.
_STEPS: tuple[tuple[tuple[int, int], ...], ...] = tuple(
    tuple((bit, a + b - here) for bit, (a, b) in _ENDS.items() if here in (a, b))
    for here in range(len(INTERSECTIONS))
)
# Three or more passages that all meet at one intersection: no trail takes more than two of them.
_STARS = frozenset(
    sum(bits)
    for steps in _STEPS
    for size in range(3, len(steps) + 1)
    for bits in combinations([bit for bit, _ in steps], size)
)


def part_joined_to(seed: int, network: int) -> int:
    """The part of a network that is connected to ``seed``, the bit of one of its pathways."""
    part = fresh = seed
    while fresh:
        bit = fresh & -fresh
        fresh = fresh ^ bit | _TOUCHING[bit] & network & ~part
        part |= fresh
    return part


def separate_parts(network: int) -> list[int]:
    """The parts of a network that do not touch each other."""
    separate: list[int] = []
    while network:
        part = part_joined_to(network & -network, network)
        separate.append(part)
        network &= ~part
    return separate


def has_trail_of_three(part: int) -> bool:
    """Whether a connected part has a trail of three or more."""
    return part.bit_count() >= 3 and part not in _STARS


def longest_trail_in(part: int) -> int:
    """The longest trail in one connected part. Both ends of a longest trail are intersections with
    an odd number of passages, or else it uses the whole part: at any other end one more passage
    could be added. By the same count every odd intersection that is not an end leaves a passage
    over, and one passage serves two of them.
    """
    size = part.bit_count()
    if size <= 2:
        return size
    degrees = [(part & at).bit_count() for at in _MET_AT]
    bound = _most_sections(size, degrees)
    if bound == size:
        return size
    best, core, deepest, second = _fold_dead_ends(part, degrees)
    if not core or best >= bound:
        return best
    # The core consists of circuits and their links. A trail starts in a dead end, goes round in the
    # core, and stops in another dead end; without dead ends it stops at an odd intersection.
    starts = [at for at, degree in enumerate(degrees) if degree and (degree & 1 or deepest[at])]
    starts.sort(key=deepest.__getitem__, reverse=True)
    inside = _most_sections(core.bit_count(), degrees)
    for start in starts:
        first = deepest[start]
        deepest[start] = second[start]  # one dead end cannot be used at both ends
        enough = min(bound, first + inside + max(deepest))
        if best < enough:
            best = max(best, first + _longest_from(start, core, deepest, enough - first))
        deepest[start] = 0  # the search has covered every trail with an end here
    return best


def _most_sections(size: int, degrees: list[int]) -> int:
    """An upper bound of a trail in a part, by its size and its passages at each intersection."""
    odd = sum([degree & 1 for degree in degrees])
    return size - max(0, odd - 2) // 2


def _fold_dead_ends(part: int, degrees: list[int]) -> tuple[int, int, list[int], list[int]]:
    """Strip a part of its dead ends, passage by passage; ``degrees`` follow. Return the longest
    trail within the dead ends, the remaining core, and for each intersection the depths of its
    deepest and its second deepest dead end.
    """
    best = 0
    deepest, second = [0] * len(_MET_AT), [0] * len(_MET_AT)
    tips = [at for at, degree in enumerate(degrees) if degree == 1]
    for tip in tips:  # the loop appends to the list
        bit = part & _MET_AT[tip]
        if not bit:  # the other tip of the last passage
            break
        part ^= bit
        here = _OTHER_END[bit, tip]
        depth = deepest[tip] + 1
        best = max(best, deepest[here] + depth)
        if depth > deepest[here]:
            second[here], deepest[here] = deepest[here], depth
        elif depth > second[here]:
            second[here] = depth
        degrees[tip] = 0
        degrees[here] -= 1
        if degrees[here] == 1:
            tips.append(here)
    return best, part, deepest, second


def _longest_from(here: int, unused: int, deepest: list[int], enough: int) -> int:
    """The longest trail on from here that ends in a dead end; ``enough`` is its upper bound."""
    best = deepest[here]
    for bit, there in _STEPS[here]:
        if unused & bit:
            length = 1 + _longest_from(there, unused ^ bit, deepest, enough - 1)
            if length > best:
                best = length
                if best >= enough:
                    break
    return best


@lru_cache(maxsize=1 << 16)  # one match needs the same few networks many times
def longest_passage(network: int) -> int:
    """The number of sections in the longest trail of a network."""
    best = 0
    for part in sorted(separate_parts(network), key=int.bit_count, reverse=True):
        if part.bit_count() <= best:
            break
        best = max(best, longest_trail_in(part))
    return best


@lru_cache(maxsize=1 << 12)
def longest_trail(network: int) -> tuple[int, ...]:
    """The pathway numbers of a longest trail, from end to end; always the same one of several."""
    length = longest_passage(network)
    trails = (_trail_from(start, network, length) for start in range(len(_STEPS)))
    return next(trail for trail in trails if trail is not None)


def longest_trail_mask(network: int) -> int:
    """The passages of ``longest_trail``, as a mask."""
    return sum(1 << number for number in longest_trail(network))


def _trail_from(here: int, unused: int, length: int) -> tuple[int, ...] | None:
    """A trail of this length from an intersection on; None if there is none."""
    if not length:
        return ()
    for bit, there in _STEPS[here]:
        if unused & bit and (rest := _trail_from(there, unused ^ bit, length - 1)) is not None:
            return (bit.bit_length() - 1, *rest)
    return None
