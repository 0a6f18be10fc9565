"""A position as data, with its set-up and map; placing, turns, scoring and plans share it.

A set-up is the colours, the first seat, and the map unless it is built together. It is written as
``COLOURS/FIRST/together`` or ``COLOURS/FIRST/TILES/SMALL/LARGE``, for example ``RB/1/F6,H6/F7/``;
docs/notation.md has the grammar. Complete maps are fixed or drawn.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, TypeVar

from prowlerbot.core.errors import BadSetup, reading_setup
from prowlerbot.core.game import NOBODY
from prowlerbot.games.landgrab import map as land_map
from prowlerbot.games.landgrab.legal_places import legal_buildings, legal_tiles

TOGETHER, DRAWN = "together", "drawn"
"""The other values of the option ``map``: built by the players, and drawn."""

FIRST_TILE = land_map.SQUARE["F6"]

FIXED_MAPS: dict[str, tuple[str, str, str]] = {
    "mill": (
        "B2,D2,H2,J2,F3,B4,J4,E5,G5,C6,I6,E7,G7,B8,J8,F9,B10,D10,H10,J10",
        "D2,F3,K4,J6,C7,B9,G10,I11",
        "I2-J2,B3-B4,K9-K10,C11-D11",
    ),
    "hall": (
        "D2,F2,H2,B3,J3,F4,B5,D5,H5,J5,B7,D7,H7,J7,F8,B9,J9,D10,F10,H10",
        "B5,D5,I5,K5,B8,D8,I8,K8",
        "D2-E2,H2-I2,D11-E11,H11-I11",
    ),
    "ring": (
        "C2,E2,G2,I2,A3,K3,A5,C5,I5,K5,A7,C7,I7,K7,A9,K9,C10,E10,G10,I10",
        "C3,E3,H3,J3,C10,E10,H10,J10",
        "A5-B5,K5-L5,A8-B8,K8-L8",
    ),
    "duel": (
        "B2,D2,J2,F3,H3,B4,J4,E5,G5,B6,I6,D7,F7,A8,I8,C9,E9,A10,G10,I10",
        "D3,J3,F4,H4,H6,D7,D9,F9,B10,H10",
        "B4-B5,J5-J6,F6-F7,B7-B8,J8-J9",
    ),
}
"""The fixed maps, as the parts of a set-up. All quarters are alike, except in ``duel``, which is
symmetric under half a turn about its middle."""

_FAIR_SEATS = {"mill": (2, 3, 4), "hall": (2, 4), "ring": (2, 4), "duel": (2,)}
"""The numbers of players that each map is fair for."""


def fixed_maps_for(seats: int) -> tuple[str, ...]:
    return tuple(name for name, fair in _FAIR_SEATS.items() if seats in fair)


@cache
def fixed_map(name: str) -> land_map.Map:
    return land_map.read_map(*FIXED_MAPS[name], seats=max(_FAIR_SEATS[name]))


def draw_map(rng: random.Random, seats: int) -> land_map.Map:
    """A map of all tiles and buildings, each drawn uniformly from its legal places."""
    while True:  # nearly always once
        if (map_ := _draw_map_once(rng, seats)) is not None:
            return map_


def _draw_map_once(rng: random.Random, seats: int) -> land_map.Map | None:
    """A drawn map; None once a tile or building has no legal place."""
    map_ = land_map.Map((FIRST_TILE,))
    while len(map_.tiles) < land_map.TILES:
        if not (tiles := legal_tiles(map_)):
            return None
        map_ = map_.with_tile(rng.choice(tiles).at)
    for size, count in (("large", land_map.LARGE_BUILDINGS), ("small", land_map.SMALL_BUILDINGS)):
        for _ in range(count):
            places = legal_buildings(map_, seats, small=size == "small", large=size == "large")
            if not places:
                return None
            _, first, second = rng.choice(places)
            map_ = map_.with_building(first, second)
    return map_


# ---------------------------------------------------------------------- set-ups and options

COLOURS = "RBGY"
"""Red, blue, green, yellow."""
SEATS = range(2, len(COLOURS) + 1)

OPTIONS = _COLOURS_OPTION, _MAP_OPTION = "colours", "map"
_UNCHOSEN = "-"
"""The letter in the option ``colours`` for a seat whose colour is drawn."""


@dataclass(frozen=True)
class Setup:
    """A set-up that is known to be possible; ``map`` is None where it is built together."""

    colours: str
    first: int
    map: land_map.Map | None

    @property
    def seats(self) -> int:
        return len(self.colours)

    def __str__(self) -> str:
        map_ = TOGETHER if self.map is None else land_map.map_text(self.map)
        return f"{self.colours}/{self.first}/{map_}"


def draw_setup(rng: random.Random, seats: int, options: Mapping[str, str]) -> Setup:
    """A set-up by the options; the rest is drawn."""
    # Letters beyond the seats do not count, as fewer players may have joined.
    chosen = options.get(_COLOURS_OPTION, "")
    letters = [letter for letter in chosen if letter != _UNCHOSEN]
    if set(letters) - set(COLOURS) or len(set(letters)) < len(letters):
        raise BadSetup(
            "The colours must be different letters of RBGY, seat 1 first, not “{colours}”.",
            colours=chosen,
        )
    wanted = chosen[:seats].ljust(seats, _UNCHOSEN)
    free_letters = [letter for letter in COLOURS if letter not in wanted]
    rng.shuffle(free_letters)
    colours = "".join(free_letters.pop() if letter == _UNCHOSEN else letter for letter in wanted)
    first = rng.randrange(seats) + 1
    return Setup(colours, first, _map_of_option(rng, seats, options.get(_MAP_OPTION, TOGETHER)))


def _map_of_option(rng: random.Random, seats: int, name: str) -> land_map.Map | None:
    if name == TOGETHER:
        return None
    if name == DRAWN:
        return draw_map(rng, seats)
    if name not in FIXED_MAPS:
        known = (TOGETHER, DRAWN, *FIXED_MAPS)
        raise BadSetup("There is no map “{map}” here. Maps: {known}.", map=name, known=known)
    if name not in fixed_maps_for(seats):
        raise BadSetup(
            "The map “{map}” is not for {count} players. {count} players can use: {known}.",
            map=name,
            count=seats,
            known=(TOGETHER, DRAWN, *fixed_maps_for(seats)),
        )
    return fixed_map(name)


def options_with_colours(options: Mapping[str, str], chosen: Sequence[str]) -> Mapping[str, str]:
    """The options with chosen colours; a seat that chose none ("") keeps its own if it is free."""
    former_colours = options.get(_COLOURS_OPTION, "").ljust(len(chosen), _UNCHOSEN)
    letters = (
        letter or (former if former not in chosen else _UNCHOSEN)
        for letter, former in zip(chosen, former_colours, strict=False)
    )
    return {**options, _COLOURS_OPTION: "".join(letters)}


def text_of_drawn_map(setup: Setup) -> str:
    """The map of a set-up if it was drawn; else empty."""
    if setup.map is None or _map_option_of(setup) != DRAWN:
        return ""
    return land_map.map_text(setup.map)


def map_parts_of(setup: Setup, present: land_map.Map) -> frozenset[str]:
    """The tiles and buildings of a map so far; none of a fixed map, which many matches have."""
    if _map_option_of(setup) in FIXED_MAPS:
        return frozenset()
    tiles = {f"tile {tile}" for tile in present.tiles}
    return frozenset(tiles | {f"at {each.first}" for each in present.buildings})


def _map_option_of(setup: Setup) -> str:
    fixed = (name for name in FIXED_MAPS if fixed_map(name) == setup.map)
    return TOGETHER if setup.map is None else next(fixed, DRAWN)


def rematch_options(setup: Setup, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options of a rematch: the same kind of map, and no colours, which follow the players."""
    other_options = {name: value for name, value in options.items() if name != _COLOURS_OPTION}
    return {_MAP_OPTION: _map_option_of(setup), **other_options}


@reading_setup()
def parse_setup(text: str) -> Setup:
    """Read a set-up; raise BadSetup, which names the impossible part and place."""
    parts = text.split("/")
    if len(parts) not in {3, 5}:
        raise BadSetup(
            "it needs five parts COLOURS/FIRST/TILES/SMALL/LARGE, or “together” in place of the"
            " last three; this has {count}",
            count=len(parts),
        )
    colours, first, *rest = parts
    seats = len(colours)
    if seats not in SEATS or set(colours) - set(COLOURS) or len(set(colours)) < seats:
        raise BadSetup(
            "COLOURS must be two to four different letters of RBGY, not “{colours}”",
            colours=colours,
        )
    if first not in map(str, range(1, seats + 1)):
        raise BadSetup(
            "FIRST must be a seat from 1 to {count}, not “{first}”", count=seats, first=first
        )
    if len(rest) == 3:
        return Setup(colours, int(first), land_map.read_map(rest[0], rest[1], rest[2], seats))
    if rest != [TOGETHER]:
        raise BadSetup("of three parts the last must be “together”, not “{map}”", map=rest[0])
    return Setup(colours, int(first), None)


# ---------------------------------------------------------------------- the position

Phase = Literal[
    "tiles", "buildings", "spawns", "turn", "claim", "attack", "defence", "eviction", "over"
]
"""The stage of the match: ``claim``, ``attack`` and ``defence`` wait for the roll of that name,
``eviction`` for a pawn that must step aside."""
End = Literal["", "last", "calm", "rounds"]
"""The reason for the end: one seat left, no progress, or too many rounds."""


class PositionData(NamedTuple):
    """The data of a position (a named tuple is made faster than a frozen dataclass).

    Tuples of seats hold seat 1 first; ``owners`` (0 is nobody) and ``points`` have one entry per
    building, in the order of ``map.buildings``. ``turn`` is the seat that places or has the turn:
    it stays the same during rolls and while another pawn steps aside. ``target`` is the number of
    the claimed building or the attacked seat, ``rolled`` the attacker's roll, ``returning`` the
    seat whose pawn waits for an eviction, each 0 otherwise.
    """

    setup: Setup
    map: land_map.Map
    turn: int
    pawns: tuple[int, ...]
    spawns: tuple[int, ...]
    lives: tuple[int, ...]
    owners: tuple[int, ...]
    points: tuple[int, ...]
    phase: Phase = "tiles"
    to_move: frozenset[int] = NOBODY
    legal: tuple[land_map.Move, ...] = ()
    round: int = 0
    progress: int = 0
    left: frozenset[int] = NOBODY
    target: int = 0
    rolled: int = 0
    returning: int = 0
    end: End = ""
    last: land_map.Action | None = None

    @property
    def seats(self) -> range:
        return range(1, len(self.lives) + 1)

    def is_in(self, seat: int) -> bool:
        """Whether a seat takes part and has a life; one that left has none."""
        return seat in self.seats and self.lives[seat - 1] > 0

    @property
    def decided(self) -> bool:
        """Whether one seat alone is in."""
        return len(self.lives) - self.lives.count(0) == 1

    def next_in(self, seat: int, *, clockwise: bool = True) -> int:
        """The next seat after this one that is in."""
        seats = len(self.lives)
        while True:
            seat = seat % seats + 1 if clockwise else (seat - 2) % seats + 1
            if self.lives[seat - 1]:
                return seat


P = TypeVar("P", bound=PositionData)
"""The rules return a position of the class that they get."""
