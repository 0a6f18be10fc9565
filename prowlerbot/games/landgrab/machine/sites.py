"""The machine's tiles, buildings and spawns before the turns begin."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache

from prowlerbot.core.squares import squares_in
from prowlerbot.games.landgrab.map import Map, tile_squares
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.reach import NOWHERE
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.space import NAME, apart, with_beside

SPAWNS_SEARCHED = 20
"""The number of most promising spawns, of up to 55, in a search; with all of them it would hardly
reach the choices of the other seats.
"""
NEIGHBOURS = 2
"""The distance within which two spawns invite fights, which the outlook ignores."""
BUILDINGS_COMPARED = 60
"""The number of drawn places for a building, of up to 220, in the comparison."""
SHARED = 0.5
"""The share of a building's promise to a spawn when another spawn is as near."""

_PULL = tuple(
    tuple([1 / (1 + max(1, apart(one, other))) ** 2 for other in range(len(NAME))])
    for one in range(len(NAME))
)
"""How much a building on one square attracts a spawn on another."""


def sites(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    """The one tile or building to place, or the spawns among which a search chooses."""
    if position.phase == "tiles":
        return [_tile(position.map, moves, rng)]
    if position.phase == "buildings":
        return [_building(position, seat, moves, rng)]
    if position.phase == "spawns":
        promised = promises(position.map, position.spawns)
        rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
        far = [move for move in moves if all(apart(move.at, at) > NEIGHBOURS for at in rivals)]
        return sorted(far or moves, key=lambda move: -promised[move.at])[:SPAWNS_SEARCHED]
    return moves


def _tile(on: Map, moves: Sequence[Move], rng: random.Random) -> Move:
    """One of the tiles that touch the map with most squares, so that the map stays compact."""
    edge = with_beside(on.squares)
    touching = {move: (tile_squares(move.at) & edge).bit_count() for move in moves}
    most = max(touching.values())
    return rng.choice([move for move in moves if touching[move] >= most - 1])


def _building(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """The best building for the probable spawn of this seat."""
    tried = rng.sample(moves, BUILDINGS_COMPARED) if len(moves) > BUILDINGS_COMPARED else moves
    on = position.map
    leads = {move: _lead(position, seat, on.with_building(move.at, move.to)) for move in tried}
    return max(leads, key=leads.__getitem__)


def _lead(position: Position, seat: int, on: Map) -> float:
    """The promise of the seat's spawn less the mean of the others, if all take the best ones."""
    first = position.setup.first
    own, others, spawns = 0.0, [], list[int]()
    for each in sorted(position.seats, key=lambda each: (each < first, each)):
        if position.is_in(each):
            promised = promises(on, tuple(spawns))
            spawn = max(promised, key=promised.__getitem__)
            spawns.append(spawn)
            if each == seat:
                own = promised[spawn]
            else:
                others.append(promised[spawn])
    return own - sum(others) / len(others)


def promises(on: Map, spawns: tuple[int, ...]) -> dict[int, float]:
    """By possible spawn, the share of the buildings' worth that it can hope for."""
    return _promises(on, tuple([spawn for spawn in spawns if spawn != NOWHERE]))


@lru_cache(maxsize=256)
def _promises(on: Map, rivals: tuple[int, ...]) -> dict[int, float]:
    draws = []
    for each in on.buildings:
        squares = squares_in(each.squares)
        for square in squares:
            pull = _PULL[square]
            nearest = max([pull[rival] for rival in rivals], default=0.0)
            draws.append((pull, each.worth / len(squares), nearest))
    promised = {}
    for square in squares_in(on.fit):
        if square not in rivals:
            hopes = [
                worth * pull[square] * (1.0 if pull[square] > nearest else SHARED)
                for pull, worth, nearest in draws
            ]
            promised[square] = sum(hopes)
    return promised


def likely_spawn(on: Map, spawns: tuple[int, ...], rng: random.Random) -> int:
    """One of the best squares for the next spawn."""
    promised = promises(on, spawns)
    luck = rng.random
    return max(promised, key=lambda square: promised[square] * (1 + 0.3 * luck()))
