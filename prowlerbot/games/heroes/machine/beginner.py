"""A simple player of the game, to measure the machine against."""

from __future__ import annotations

import random
from collections.abc import Sequence

from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.moves import Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages.building import PILE
from prowlerbot.games.heroes.stages.populate import populated

_LOOKS = 12
"""The placements that it compares, of all that are legal."""


def build(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """Build in the best of a few places, seldom say done, and answer the rest mostly at random."""
    own = position.seats[seat - 1]
    places = [move for move in moves if move.kind in {"queue", "hand", "reserve"}]
    if places and rng.random() < 0.9:
        some = rng.sample(places, min(_LOOKS, len(places)))

        def value(move: Move) -> float:
            id_ = move.piece or str(own.queue[move.number - 1] if move.number else own.hand)
            return _worth(own.colony.with_piece(Placed(id_, move.at, move.to)))

        # At first it grows, even where that opens edges; later it closes them.
        growing = position.pile > PILE[len(position.playing)] / 2
        best = max(some, key=value)
        if value(best) > _worth(own.colony) - (2.5 if growing else 0):
            return best
        moves = [move for move in moves if move not in places]
    for kind, likely in (("flip", 0.9), ("drop", 0.9), ("end", 0.7), ("reveal", 0.7)):
        wanted = [move for move in moves if move.kind == kind]
        if wanted and rng.random() < likely:
            return rng.choice(wanted)
    rest = [move for move in moves if move.kind not in {"done", "ready", "pass"}]
    return rng.choice(rest if rest and rng.random() < 0.7 else moves)


def _worth(colony: Colony) -> float:
    """The weighed yield of a colony, less its open edges."""
    gold, gems, guards, traps, _ = populated(colony).counts
    edges = sum(squares.bit_count() for squares in colony.open_edges)
    deep = len(colony.layers)
    return 3 * gold + 9 * gems + 2 * guards + traps - edges + 0.3 * deep
