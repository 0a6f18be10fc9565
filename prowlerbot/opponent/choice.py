"""The levels of the machine, and one decision of it: from the view of its seat to its move."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar

from prowlerbot.core.errors import NotFound
from prowlerbot.core.game import AnyState, View
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.opponent import search
from prowlerbot.opponent.exact import best_move, is_near_end

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class MachineLevel:
    name: str
    budget: search.Budget
    slack: float = 0.0
    """The largest accepted difference in value between the best move and a played one."""
    endgame: bool = True
    """Whether it searches the end of a match exhaustively."""
    plain: bool = False
    """Whether it searches without the game's hints: a scale that stays as the hints improve."""

    def choose_searched(
        self, tried: Sequence[search.SearchedMove], rng: random.Random, *, contrast: float
    ) -> Any:
        """Choose one of the moves, the best first; a game's ``contrast`` scales the slack."""
        if not self.slack:
            return tried[0].move
        visited = [move for move in tried if move.visits] or tried
        lowest = max(move.value for move in visited) - contrast * self.slack
        return rng.choice([move for move in visited if move.value >= lowest]).move


_LEVELS = (
    MachineLevel("easy", search.Budget(playouts=60, seconds=1.0), slack=0.06, endgame=False),
    MachineLevel("medium", search.Budget(playouts=75, seconds=1.0)),
    MachineLevel("hard", search.Budget(playouts=220, seconds=1.0)),
    MachineLevel("expert", search.Budget(seconds=4.0)),
)
LEVELS: Mapping[str, MachineLevel] = MappingProxyType({level.name: level for level in _LEVELS})


def player_of_name(name: str, players: Mapping[str, P]) -> P:
    """The level or other player of that name; raises NotFound, which names the existing ones."""
    if name not in players:
        raise NotFound(
            "There is no level “{level}”. Levels: {known}.", level=name, known=tuple(players)
        )
    return players[name]


PUZZLE_LEVEL = replace(LEVELS["easy"], name="look")
"""Measures puzzles in place of the easy level in a game that names it. Its hints do not change with
those of that level, so that the ratings of puzzles stay.
"""

ENDGAME_SHARE = 0.5
"""The share of a budget after which the exhaustive search of the end stops."""


def choose_move(
    hints: AnyHints,
    view: View[AnyState],
    seat: int,
    level: MachineLevel,
    *,
    rng: random.Random,
    clock: search.Clock,
) -> Any:
    """Choose a legal move of ``seat``. The same ``rng`` gives the same move if the level's budget
    is in playouts. Raises ValueError for a seat that is not to move.
    """
    if not (moves := search.moves_worth_searching(hints, view.seen, seat, rng)):
        raise ValueError(f"Seat {seat} has nothing to choose.")
    lapse = hints.lapses.get(level.name)
    if lapse and rng.random() < lapse:
        return rng.choice(view.moves())
    if len(moves) == 1:
        return moves[0]
    if level.name in hints.levels:  # the game plays this level itself
        return hints.levels[level.name](view.seen, seat, moves, rng)
    meter = search.BudgetMeter(level.budget.multiply_playouts(hints.effort), clock)
    if hints.determinise is not None:
        tried = search.search_sets(view, seat, hints.determinise, hints, meter, rng=rng)
        return level.choose_searched(tried, rng, contrast=hints.contrast)
    state = view.seen
    if level.endgame and is_near_end(state, hints.endgame, rng):
        best = best_move(state, seat, hints, meter.make_share_check(ENDGAME_SHARE))
        if best is not None:
            return best[0]
    tried = search.search_tree(state, seat, hints, meter, rng)
    return level.choose_searched(tried, rng, contrast=hints.contrast)
