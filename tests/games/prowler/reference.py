"""A slow, plain second implementation of Prowler's Passage, to hold the fast one against.

Everything here follows the wording of the rules as directly as possible: sets, dictionaries and
strings, every quantity recomputed from scratch whenever it is asked for, no shortcuts that would
need an argument of their own. It shares no code and no table with the engine it checks.

Use `legal(setup, moves)` for the moves open after some moves, `replay(setup, moves)` for the whole
JSON record, and `score(...)` to score a position put together by hand.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

DISTRICTS = "BPMRC"
ITEMS = "bpmr"
SHOVELS = "dw"
PLACEMENTS = 26
CARD_WEALTH = {
    1: 3, 2: 3, 3: 5, 4: 5, 5: 5, 6: 5, 7: 4, 8: 3,
    9: 4, 10: 6, 11: 4, 12: 4, 13: 4, 14: 3, 15: 3,
}  # fmt: skip


def separate_parts(passages: Collection[int]) -> list[set[int]]:
    """Split a network into parts; passages that share an intersection belong to the same part."""
    parts: list[set[int]] = []
    for passage in passages:
        touched = [part for part in parts if any(ENDS[passage] & ENDS[other] for other in part)]
        parts = [part for part in parts if part not in touched]
        parts.append({passage}.union(*touched))
    return parts


@lru_cache(maxsize=100)  # most moves leave one seat's passages as they were
def longest_trail(part: frozenset[int]) -> int:
    """Try every trail: each passage at most once, intersections as often as one likes."""

    def walk(here: str, unused: frozenset[int]) -> int:
        best = 0
        for passage in PATHWAYS_AT[here] & unused:
            (there,) = ENDS[passage] - {here}
            best = max(best, 1 + walk(there, unused - {passage}))
            if best == len(unused):  # every passage is used, nothing can be longer
                break
        return best

    best = 0
    for start in sorted(set[str]().union(*(ENDS[passage] for passage in part))):
        best = max(best, walk(start, part))
        if best == len(part):
            break
    return best


@lru_cache(maxsize=100)  # likewise
def longest_passage(passages: frozenset[int]) -> int:
    """The longest continuous passage lies within one part of the network."""
    return max((longest_trail(frozenset(part)) for part in separate_parts(passages)), default=0)


def score(
    *,
    longest: int,
    statues: int,
    items: Mapping[str, int],
    shovels: int,
    positions: Mapping[str, int],
    cards: Collection[int],
    final: bool,
) -> list[int]:
    """Score one seat in one phase: passages, statues, items, districts, achievements.

    `positions` gives each marker's distance from the centre, positive on the seat's own side.
    The achievement cards pay in the final phase only, but the Market counts them in both.
    """
    controlled = [district for district in DISTRICTS if positions[district] > 0]
    reward = {
        "B": 5 + items["b"],
        "P": items["p"] + 2 * len(controlled),
        "M": items["m"] + len(cards) + statues + positions["M"],
        "R": items["r"] + max(0, longest - 2),
        "C": 3 * sum(items[item] // 2 for item in ITEMS) - shovels,
    }
    return [
        2 * longest,
        statues,
        sum(sum(range(1, items[item] + 1)) for item in ITEMS),
        sum(reward[district] for district in controlled),
        sum(CARD_WEALTH[card] for card in cards) if final else 0,
    ]


def read_setup(setup: str) -> "tuple[dict[Area, str], dict[int, str], list[int], int]":
    """The parts of `HEXES/TILES/CARDS/START`, which are taken for possible ones."""
    hexes, tiles, cards, start = setup.split("/")
    districts = {
        f"{number}:{slot}": district
        for number, group in enumerate(hexes.split("-"), start=1)
        for slot, district in zip(NEIGHBOURS, group, strict=True)
    }
    ids = [int(card) for card in cards.split(",")]
    return districts, dict(zip(PATHWAYS, tiles, strict=True)), ids, int(start)


@dataclass
class Match:
    """The table in front of the players."""

    districts: "dict[Area, str]"
    tiles: dict[int, str]  # tiles still on the board
    cards: list[int]  # cards nobody has claimed
    start: int
    opened: bool = False
    placed: int = 0
    # Markers start on the centre; plus is towards seat 1.
    track: dict[str, int] = field(default_factory=lambda: dict.fromkeys(DISTRICTS, 0))
    passages: dict[int, set[int]] = field(default_factory=lambda: {1: set(), 2: set()})
    taken: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})
    statues: dict[int, list[str]] = field(default_factory=lambda: {1: [], 2: []})
    achievements: dict[int, list[int]] = field(default_factory=lambda: {1: [], 2: []})
    mid: list[list[int]] | None = None
    final: list[list[int]] | None = None

    # -- facts that can be read off the table

    def seat_to_move(self) -> int:
        """The seat that does not start moves a marker first; then the start seat begins."""
        if not self.opened or self.placed % 2 == 1:
            return 3 - self.start
        return self.start

    def legal(self) -> list[str]:
        """One marker move to open, then placements on pathways that still have their tile."""
        if not self.opened:
            return [f">{district}" for district in DISTRICTS]
        if self.placed == PLACEMENTS:
            return []
        moves: list[str] = []
        for pathway in sorted(self.tiles):
            if self.tiles[pathway] == "w":
                moves.extend(f"{pathway}>{district}" for district in DISTRICTS)
            else:
                moves.append(str(pathway))
        return moves

    def longest(self, seat: int) -> int:
        return longest_passage(frozenset(self.passages[seat]))

    def items(self, seat: int) -> dict[str, int]:
        return {item: self.taken[seat].count(item) for item in ITEMS}

    def positions(self, seat: int) -> dict[str, int]:
        """How far each marker stands on this seat's side; a centred marker is nobody's."""
        return {d: at if seat == 1 else -at for d, at in self.track.items()}

    def controlled(self, seat: int, by: int = 1) -> list[str]:
        return [district for district, at in self.positions(seat).items() if at >= by]

    def fulfils(self, seat: int, card: int) -> bool:
        """Achievements 1 to 13, in the order of the guide; 14 and 15 belong to the scoring."""
        items = self.items(seat)
        counts = list(items.values())
        mine = self.passages[seat]
        match card:
            case 1:
                return len(self.statues[seat]) >= 2
            case 2:
                return self.longest(seat) >= 6
            case 3:
                return (
                    sum(longest_trail(frozenset(part)) >= 3 for part in separate_parts(mine)) >= 2
                )
            case 4:
                return any(len(ring) == 4 and ring <= mine for ring in PATHWAYS_AROUND.values())
            case 5:
                return all(count >= 1 for count in counts)
            case 6:
                return sum(count >= 2 for count in counts) >= 3
            case 7:
                return sum(count >= 3 for count in counts) >= 2
            case 8:
                return any(count >= 4 for count in counts)
            case 9:
                return len(self.controlled(seat)) >= 4
            case 10:
                return len(self.controlled(seat, by=5)) >= 1
            case 11:
                return len(self.controlled(seat, by=3)) >= 2
            case 12:
                return len(self.controlled(seat, by=2)) >= 3
            case 13:
                both = [d for d in self.controlled(seat) if d != "C" and items[d.lower()] >= 1]
                return len(both) >= 3
            case _:
                return False

    # -- the events of a turn

    def pull(self, seat: int, district: str) -> None:
        """Move a marker one space towards a seat; the track has no end."""
        self.track[district] += 1 if seat == 1 else -1

    def claim(self, seat: int, cards: Iterable[int]) -> None:
        for card in cards:
            self.cards.remove(card)
            self.achievements[seat].append(card)

    def play(self, move: str) -> None:
        """Carry out one move, all of it, and whichever scoring it triggers."""
        if move not in self.legal():
            raise ValueError(f"not a legal move here: {move!r}")
        seat = self.seat_to_move()
        number, _, chosen = move.partition(">")
        if not self.opened:
            self.pull(seat, chosen)
            self.opened = True
            return

        # Place the passage, take the tile, then pull the marker of each adjacent area.
        pathway = int(number)
        adjacent = [self.districts[area] for area in AREAS_OF[pathway]]
        self.passages[seat].add(pathway)
        self.placed += 1
        tile = self.tiles.pop(pathway)
        self.taken[seat].append(tile)
        for district in adjacent:
            self.pull(seat, district)
        # `d` pulls the adjacent markers once more, `w` pulls any one marker.
        if tile == "d":
            for district in adjacent:
                self.pull(seat, district)
        if tile == "w":
            self.pull(seat, chosen)

        # Statues with all pathways covered, by whomever, go to the seat that covered the last.
        stolen = self.statues[1] + self.statues[2]
        covered = self.passages[1] | self.passages[2]
        self.statues[seat] += [s for s in STATUES if s not in stolen and PATHWAYS_AT[s] <= covered]

        # The seat that moves claims every card it now fulfils.
        self.claim(seat, [card for card in self.cards if self.fulfils(seat, card)])

        # The turn is over. A scoring phase may follow it.
        total_stolen = len(self.statues[1]) + len(self.statues[2])
        five_left_each = all(len(self.passages[each]) == 13 - 5 for each in (1, 2))
        if self.mid is None and (total_stolen >= 2 or five_left_each):
            self.award(14, {each: self.longest(each) for each in (1, 2)})
            self.award(15, {each: len(self.controlled(each)) for each in (1, 2)})
            self.mid = [self.score(each, final=False) for each in (1, 2)]
        if self.placed == PLACEMENTS:
            self.final = [self.score(each, final=True) for each in (1, 2)]

    def award(self, card: int, measure: Mapping[int, int]) -> None:
        """Cards 14 and 15 go to the seat strictly ahead at mid-game; a tie leaves them unclaimed.

        A card that was not drawn is not on the table and cannot be awarded.
        """
        if card in self.cards and measure[1] != measure[2]:
            self.claim(1 if measure[1] > measure[2] else 2, [card])

    # -- scoring

    def score(self, seat: int, *, final: bool) -> list[int]:
        return score(
            longest=self.longest(seat),
            statues=len(self.statues[seat]),
            items=self.items(seat),
            shovels=sum(self.taken[seat].count(shovel) for shovel in SHOVELS),
            positions=self.positions(seat),
            cards=self.achievements[seat],
            final=final,
        )

    def result(self) -> dict[str, object]:
        """Most wealth over both phases, then the longer passage, then more districts, or shared."""
        assert self.mid is not None
        assert self.final is not None
        totals = [sum(self.mid[i]) + sum(self.final[i]) for i in (0, 1)]
        questions = {
            "wealth": totals,
            "passage": [self.longest(1), self.longest(2)],
            "districts": [len(self.controlled(1)), len(self.controlled(2))],
        }
        for by, (one, two) in questions.items():
            if one != two:
                return {"winner": 1 if one > two else 2, "by": by, "totals": totals}
        return {"winner": None, "by": "shared", "totals": totals}


def replay(setup: str, moves: Sequence[str]) -> dict[str, object]:
    """The JSON record of a match: a state for each move, and the outcome once it is over."""
    match = Match(*read_setup(setup))
    states: list[dict[str, object]] = []
    for move in moves:
        seat, choices = match.seat_to_move(), match.legal()
        match.play(move)
        state: dict[str, object] = {
            "seat": seat,
            "legal": choices,
            "track": [match.track[district] for district in DISTRICTS],
            "longest": [match.longest(1), match.longest(2)],
            "statues": [sorted(match.statues[1]), sorted(match.statues[2])],
            "achievements": [sorted(match.achievements[1]), sorted(match.achievements[2])],
        }
        states.append(state)
    record: dict[str, object] = {
        "game": "prowler",
        "setup": setup,
        "moves": list(moves),
        "states": states,
    }
    if match.mid is not None and match.final is not None:
        record["scores"] = {"mid": match.mid, "final": match.final}
        record["result"] = match.result()
    return record


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
