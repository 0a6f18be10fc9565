"""A position as data, with its set-up and moves; the rules and scoring share it.

A set-up is the places of the hexes, the tiles on the pathways, the cards and the start seat. It is
written as ``HEXES/TILES/CARDS/START``, for example
``BPM-BPR-BPC-MRC-PMR-BRC/bpmrbpmrbpmrbpmrbpmrbpdwdwd/2,5,14/1``; docs/notation.md has the grammar.
"""

import random
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import combinations
from typing import NamedTuple, Self, TypeVar

from prowlerbot.core.errors import BadSetup, reading_setup
from prowlerbot.games.prowler.board import ALL_PATHWAYS, HEXES, PATHWAYS, longest_passage

DISTRICTS = "BPMRC"
"""Banking, Political, Market, Residential, Castle: the order of every list of districts."""
ITEMS = "bpmr"  # the items, in the order of the districts that reward them
DIG, WILD = "d", "w"
TILES = ITEMS + DIG + WILD  # the faces of the tiles: the order of every count of tiles
BOARD_HEXES: tuple[str, ...] = tuple("".join(three) for three in combinations(DISTRICTS, 3))
"""The ten board hexes: every choice of three districts."""
TILE_FACES: dict[str, int] = {"bp": 4, "mr": 4, "bm": 4, "pr": 4, "br": 3, "pm": 3, "dw": 5}
"""How many tiles there are of each pair of faces; the 27 tiles of a match are all of them."""
CARDS = range(1, 16)

Track = tuple[int, int, int, int, int]
"""A number for each of DISTRICTS: where the markers are, or how far they move."""
Pulls = dict[tuple[int, int | None], Track]
FIRST = "first"  # the option for the seat that starts


@dataclass(frozen=True)
class Setup:
    """A set-up that is known to be possible with the game's material.

    ``hexes`` names the three districts of hex 1 to 6, upper-left, upper-right, bottom;
    ``tiles`` the faces on pathway 1 to 27; ``start`` is the seat that places first. Values derived
    from these for every turn are computed at once: a plain attribute is read faster.
    """

    hexes: tuple[str, ...]
    tiles: str
    cards: tuple[int, ...]
    start: int
    lying: tuple[int, ...] = field(init=False, repr=False, compare=False)
    """The pathways where each face lay at the start, in the order of TILES."""
    pulls: tuple[Pulls, Pulls] = field(init=False, repr=False, compare=False)
    """The pull of each move of seat 1 and of seat 2 on the track, by pathway and marker."""

    def __post_init__(self) -> None:
        numbers = range(1, len(PATHWAYS) + 1)
        lying = (sum(1 << n for n in numbers if self.tile(n) == face) for face in TILES)
        object.__setattr__(self, "lying", tuple(lying))
        object.__setattr__(self, "pulls", self._pulls_of_moves())

    def __str__(self) -> str:
        return f"{'-'.join(self.hexes)}/{self.tiles}/{','.join(map(str, self.cards))}/{self.start}"

    def tile(self, pathway: int) -> str:
        """The face of the tile that lay on a pathway at the start."""
        return self.tiles[pathway - 1]

    @cached_property
    def districts(self) -> tuple[int, ...]:
        """The district of each area of ``board.AREAS``, as an index into DISTRICTS."""
        return tuple(DISTRICTS.index(letter) for letter in "".join(self.hexes))

    @cached_property
    def beside(self) -> tuple[tuple[int, int], ...]:
        """The districts on both sides of each pathway, by pathway number (0 is unused)."""
        districts = self.districts
        return ((-1, -1), *((districts[a], districts[b]) for a, b in (p.areas for p in PATHWAYS)))

    def _pulls_of_moves(self) -> tuple[Pulls, Pulls]:
        # An opening move (pathway 0) and a wild shovel move the marker the player chooses.
        faces, no_choice = WILD + self.tiles, tuple[int | None, ...]((None,))
        pulls_of_both = {
            (number, marker): _pulls_by(beside, 2 if faces[number] == DIG else 1, marker)
            for number, beside in enumerate(self.beside)
            for marker in (range(len(DISTRICTS)) if faces[number] == WILD else no_choice)
        }
        one, two = ({move: pull[at] for move, pull in pulls_of_both.items()} for at in (0, 1))
        return one, two


@cache
def _pulls_by(beside: tuple[int, int], times: int, marker: int | None) -> tuple[Track, Track]:
    """The pulls of seats 1 and 2: ``times`` on each district beside, and 1 on a chosen marker."""
    districts = range(len(DISTRICTS))
    b, p, m, r, c = (beside.count(each) * times + (each == marker) for each in districts)
    return (b, p, m, r, c), (-b, -p, -m, -r, -c)


def draw_setup(rng: random.Random, options: Mapping[str, str]) -> Setup:
    """Draw a set-up by the rulebook; the option ``first`` fixes the seat that starts."""
    turned_hexes = [(hex_, rng.randrange(3)) for hex_ in rng.sample(BOARD_HEXES, len(HEXES))]
    hexes = "-".join(hex_[slots:] + hex_[:slots] for hex_, slots in turned_hexes)
    pool = [pair for pair, count in TILE_FACES.items() for _ in range(count)]
    rng.shuffle(pool)
    tiles = "".join(rng.choice(pair) for pair in pool)
    cards = tuple(sorted(rng.sample(CARDS, 3)))
    start = options[FIRST] if FIRST in options else str(rng.choice((1, 2)))
    return parse_setup("/".join((hexes, tiles, ",".join(map(str, cards)), start)))


@reading_setup()
def parse_setup(text: str) -> Setup:
    """Read a set-up; raise BadSetup, which names the impossible part and place."""
    parts = text.split("/")
    if len(parts) != 4:
        raise BadSetup(
            "it needs four parts HEXES/TILES/CARDS/START, this has {count}", count=len(parts)
        )
    hexes, tiles, cards, start = parts
    if start not in ("1", "2"):
        raise BadSetup("the start seat must be 1 or 2, not “{start}”", start=start)
    groups = tuple(hexes.split("-"))
    if len(groups) != len(HEXES):
        raise BadSetup("it needs six hexes, this has {count}", count=len(groups))
    seen: dict[str, int] = {}
    for number, group in enumerate(groups, 1):
        material = "".join(sorted(group, key=DISTRICTS.find))
        if material not in BOARD_HEXES:
            raise BadSetup(
                "hex {number} is “{group}”, it must be three different letters of BPMRC",
                number=number,
                group=group,
            )
        if material in seen:
            raise BadSetup(
                "hex {number} has the same three districts as hex {other}",
                number=number,
                other=seen[material],
            )
        seen[material] = number
    return Setup(groups, _read_tiles(tiles), _read_cards(cards), int(start))


def _read_tiles(text: str) -> str:
    if len(text) != len(PATHWAYS):
        raise BadSetup("it needs 27 tiles, this has {count}", count=len(text))
    for number, face in enumerate(text, 1):
        if face not in TILES:
            raise BadSetup(
                "the tile on pathway {number} is “{face}”, not one of bpmrdw",
                number=number,
                face=face,
            )
    if not _can_lie(Counter(text)):
        raise BadSetup("the 27 tiles of the game cannot show these faces together")
    return text


def _can_lie(faces: Counter[str]) -> bool:
    """Whether the tiles can be turned so that they show these faces. Shovel tiles show either
    shovel. For items this is a matching of tiles to faces: by Hall's theorem it exists when every
    set of items shows at least the tiles that have no other face.
    """
    if faces[DIG] + faces[WILD] != TILE_FACES[DIG + WILD]:
        return False
    return all(
        sum(faces[item] for item in items)
        >= sum(count for pair, count in TILE_FACES.items() if set(pair) <= set(items))
        for size in range(1, len(ITEMS) + 1)
        for items in combinations(ITEMS, size)
    )


def _read_cards(text: str) -> tuple[int, ...]:
    names = text.split(",")
    if len(names) != 3 or any(name not in map(str, CARDS) for name in names):
        raise BadSetup(
            "it needs three achievement ids from 1 to 15, this has “{cards}”", cards=text
        )
    cards = tuple(map(int, names))
    if list(cards) != sorted(set(cards)):
        raise BadSetup(
            "the achievement ids must be different and rise, this has “{cards}”", cards=text
        )
    return cards


SEATS = (1, 2)
PASSAGES = 13  # passage sections a seat owns
PLACEMENTS = len(SEATS) * PASSAGES


class Move(NamedTuple):
    """A placement (``14``, or ``9>M`` with the marker for a wild shovel) or the opening (``>R``).
    ``pathway`` is 0 for the opening move; ``marker`` is an index into DISTRICTS, or None.
    """

    pathway: int
    marker: int | None = None

    def __str__(self) -> str:
        if self.marker is None:
            return str(self.pathway)
        return f"{self.pathway or ''}>{DISTRICTS[self.marker]}"


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made five times faster than a frozen dataclass; a
    search makes millions).

    Pairs hold seat 1 first. ``ply`` counts moves, the opening move included, so it is also the
    number of the next one. ``legal`` holds the legal moves of the seat to move: every placement but
    the one just made stays legal, so a placement only strikes its own from the list.
    ``track`` holds the markers in the order of DISTRICTS, positive on the side of seat 1.
    ``passages`` are masks of pathways, ``statues`` intersections in the order they were taken,
    ``achievements`` card ids likewise, ``unclaimed`` the drawn cards that nobody holds. ``last`` is
    the move that led here, ``half`` the position that was scored mid-game, once one was.
    """

    setup: Setup
    ply: int
    to_move: frozenset[int]
    legal: tuple[Move, ...]
    track: Track = (0, 0, 0, 0, 0)
    passages: tuple[int, int] = (0, 0)
    statues: tuple[str, str] = ("", "")
    achievements: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    unclaimed: tuple[int, ...] = ()
    last: Move | None = None
    half: "PositionData | None" = None

    @property
    def over(self) -> bool:
        return self.ply > PLACEMENTS

    @property
    def seat(self) -> int:
        """The seat to move; after the end, the seat whose turn would be next."""
        # The other seat makes the opening move; the start seat places at every odd ply.
        return self.setup.start if self.ply & 1 else 3 - self.setup.start

    def award_card(self, seat: int, card: int) -> Self:
        """Give a drawn card to a seat. Raises ValueError for a card that somebody holds."""
        at = self.unclaimed.index(card)
        return self._replace(
            achievements=with_taken(self.achievements, seat, (card,)),
            unclaimed=self.unclaimed[:at] + self.unclaimed[at + 1 :],
        )

    @property
    def free(self) -> int:
        """Mask of the pathways that still have their tile."""
        return ALL_PATHWAYS & ~(self.passages[0] | self.passages[1])

    def tiles_of(self, seat: int) -> tuple[int, ...]:
        """The tiles in front of a seat, counted in the order of TILES."""
        own = self.passages[seat - 1]
        return tuple([(own & pathways).bit_count() for pathways in self.setup.lying])

    def longest_passage(self, seat: int) -> int:
        """Sections in the seat's longest continuous passage."""
        return longest_passage(self.passages[seat - 1])

    def lead(self, seat: int) -> tuple[int, ...]:
        """The steps of each marker towards the seat; negative on the other side."""
        return self.track if seat == 1 else tuple([-space for space in self.track])

    def controlled_districts(self, seat: int) -> int:
        """The number of districts whose marker is on the seat's side."""
        return sum([space > 0 for space in self.lead(seat)])


_T = TypeVar("_T", str, tuple[int, ...])


def with_taken(pair: tuple[_T, _T], seat: int, taken: _T) -> tuple[_T, _T]:
    """The statues or cards of both seats, after one seat has taken some more."""
    return (pair[0] + taken, pair[1]) if seat == 1 else (pair[0], pair[1] + taken)
