"""One decision of the machine, from the view of its seat to its move."""

from __future__ import annotations

import random
from typing import Any

from .budget import Clock, Meter
from .contract import AnyState, Game, View
from .exact import best_move, near_end
from .hints import Hints
from .levels import Level
from .search import worth_a_search
from .sets import search_sets
from .tree import search_tree

ENDGAME_SHARE = 0.5
"""The share of a budget after which the exhaustive search of the end stops."""


def choose(
    game: Game,
    hints: Hints,
    view: View[AnyState],
    seat: int,
    level: Level,
    *,
    rng: random.Random,
    clock: Clock,
) -> Any:
    """Choose a legal move of ``seat``, which has to be one of the seats to move.

    The same seed gives the same move if the level's budget is in playouts.
    """
    moves = worth_a_search(hints, view.seen, seat, rng)
    if not moves:
        raise ValueError(f"Seat {seat} of {game.key} has nothing to choose.")
    if len(moves) == 1:
        return moves[0]
    if level.name in hints.levels:
        return hints.levels[level.name](view.seen, seat, moves, rng)
    meter = Meter(level.budget.times(hints.effort), clock)
    if hints.determinise is not None:
        tried = search_sets(view, seat, hints.determinise, hints, meter, rng=rng)
        return level.choice(tried, rng, contrast=hints.contrast)
    state = view.seen
    if level.endgame and near_end(state, hints.endgame, rng):
        found = best_move(state, seat, hints, meter.share_left(ENDGAME_SHARE))
        if found is not None:
            return found[0]
    tried = search_tree(state, seat, hints, meter, rng)
    return level.choice(tried, rng, contrast=hints.contrast)
