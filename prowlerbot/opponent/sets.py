"""Tree search with hidden information or simultaneous choices.

Every playout draws another position that agrees with the view. The key of all statistics is the
view of the seat to choose at that moment, so no seat in the tree uses hidden information: neither
the seat of the search nor the others, for whom it thinks.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from functools import partial
from typing import Any

from prowlerbot.core.game import CHANCE, AnyState, View

from .budget import Meter
from .hints import Hints, Values
from .move_statistics import MoveStatistics, Tried
from .search import Search, draw, final, next_seat, play_out, spend

Determinise = Callable[[View[Any], random.Random], AnyState]

Known = dict[tuple[int, Hashable], MoveStatistics]
"""The statistics, by the seat to choose and its view."""


def search_sets(
    view: View[AnyState],
    seat: int,
    determinise: Determinise,
    hints: Hints,
    meter: Meter,
    *,
    rng: random.Random,
) -> list[Tried]:
    """The moves of ``seat``, sorted by visits, most first."""
    search = Search(determinise(view, rng), seat, hints, rng)
    root = search.statistics(view.seen, seat)
    known: Known = {}
    drawn = partial(determinise, view, rng)
    return spend(meter, root, lambda: _playout(search, root, known, drawn()))


def _playout(search: Search, root: MoveStatistics, known: Known, state: AnyState) -> None:
    """Descend from a drawn position through known situations to a new one; play out from there."""
    path: list[tuple[MoveStatistics, int]] = []
    values = _descend(search, root, known, state, path)
    search.spread.note(values)
    for statistics, index in path:
        statistics.note(index, values[statistics.seat - 1])


def _descend(
    search: Search,
    statistics: MoveStatistics,
    known: Known,
    state: AnyState,
    path: list[tuple[MoveStatistics, int]],
) -> Values:
    while True:
        index = statistics.pick(search.spread.curiosity)
        path.append((statistics, index))
        last = statistics.seat
        state = state.after(last, statistics.moves[index])
        while CHANCE in (to_move := state.to_move):
            state, last = state.after(CHANCE, draw(state.moves(CHANCE), search.rng)), CHANCE
        if not to_move:
            return final(state)
        seat = next_seat(to_move, last)
        situation = (seat, state.view(seat).seen)
        there = known.get(situation)
        if there is None:
            known[situation] = search.statistics(state, seat)
            return play_out(state, last, search.hints, search.rng)
        statistics = there
