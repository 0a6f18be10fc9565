"""A player that only claims, to measure the machine against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Position

from .ways import ways_on


def claim(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """Claim the building in reach with the fewest points left, or approach the nearest foreign one.

    It starts beside as many buildings as it can, and places everything else at random.
    """
    if position.phase in {"tiles", "buildings", "eviction"}:
        return moves[int(rng.random() * len(moves))]
    on = position.map
    if position.phase == "spawns":
        most = max(len(on.near[move.at]) for move in moves)
        return rng.choice([move for move in moves if len(on.near[move.at]) == most])
    claims = [move for move in moves if move.kind == "c"]
    if claims:
        left = {move: position.points[on.number[move.at]] for move in claims}
        return min(claims, key=left.__getitem__)
    ways = ways_on(on)
    mine = 0
    for number, owner in enumerate(position.owners):
        if owner == seat:
            mine |= 1 << number
    others = [number for number, owner in enumerate(position.owners) if owner != seat]
    steps = [move for move in moves if move.kind == ""]
    if not steps or not others:
        return rng.choice(moves)

    def far(move: Move) -> int:
        turns = ways.of(move.at, 0).turns
        return min(turns[number] for number in others)

    least = min(map(far, steps))
    return rng.choice([move for move in steps if far(move) == least])
