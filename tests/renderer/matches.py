"""Positions to draw: random matches from a seed, and single changes to them."""

from __future__ import annotations

import random
from dataclasses import replace

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import Position

NAMES = ("Nightingale", "Михаил Воронцов")
WHOLE = 27
"""Moves of a whole match: the opening and 26 placements."""


def played(seed: int, moves: int = WHOLE) -> Position:
    """The position after so many random moves of a random set-up."""
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    for _ in range(moves):
        seat = min(state.to_move)
        state = state.after(seat, rng.choice(state.moves(seat)))
    return state


def with_tile(state: Position, pathway: int, face: str) -> Position:
    """The same position with another face on one pathway."""
    tiles = state.setup.tiles
    changed = tiles[: pathway - 1] + face + tiles[pathway:]
    return state._replace(setup=replace(state.setup, tiles=changed))


def with_passages(state: Position, pathway: int, seat: int | None) -> Position:
    """The same position with a pathway of this seat, or free."""
    one, two = (mask & ~(1 << pathway) for mask in state.passages)
    if seat == 1:
        one |= 1 << pathway
    elif seat == 2:
        two |= 1 << pathway
    return state._replace(passages=(one, two))
