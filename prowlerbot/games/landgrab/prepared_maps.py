"""Maps that are complete before the match begins: fixed maps and drawn maps."""

from __future__ import annotations

import random
from functools import cache

from prowlerbot.games.landgrab.legal_places import legal_buildings, legal_tiles
from prowlerbot.games.landgrab.map import LARGE_BUILDINGS, SMALL_BUILDINGS, TILES, Map, read_map
from prowlerbot.games.landgrab.space import SQUARE

TOGETHER, DRAWN = "together", "drawn"
"""The other values of the option ``map``: built by the players, and drawn."""

FIRST_TILE = SQUARE["F6"]

FIXED: dict[str, tuple[str, str, str]] = {
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

_SUITED: dict[str, tuple[int, ...]] = {"mill": (2, 3, 4), "hall": (2, 4), "ring": (2, 4)}
_SUITED |= {"duel": (2,)}
"""The numbers of players that each map is fair for."""


def maps_for(seats: int) -> tuple[str, ...]:
    """The fixed maps for a number of players."""
    return tuple(name for name, suited in _SUITED.items() if seats in suited)


@cache
def fixed_map(name: str) -> Map:
    return read_map(*FIXED[name], seats=max(_SUITED[name]))


def drawn_map(rng: random.Random, seats: int) -> Map:
    """A map of all tiles and buildings, each drawn uniformly from its legal places."""
    while True:  # until each of them has a place; the first attempt nearly always succeeds
        drawn = _drawn_map(rng, seats)
        if drawn is not None:
            return drawn


def _drawn_map(rng: random.Random, seats: int) -> Map | None:
    drawn = Map((FIRST_TILE,))
    while len(drawn.tiles) < TILES:
        tiles = legal_tiles(drawn)
        if not tiles:
            return None
        drawn = drawn.with_tile(rng.choice(tiles).at)
    for size, count in (("large", LARGE_BUILDINGS), ("small", SMALL_BUILDINGS)):
        for _ in range(count):
            places = legal_buildings(drawn, seats, small=size == "small", large=size == "large")
            if not places:
                return None
            _, first, second = rng.choice(places)
            drawn = drawn.with_building(first, second)
    return drawn
