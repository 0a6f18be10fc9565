"""The appraisal of one decision, for people: its best moves with their prospects.

The machine first chooses a move as in a match. Then it compares this move, the next best ones and
those that somebody asks for. Each gets the same number of fresh searches or playouts, so the best
move is not the luckiest one of many.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot, inf
from typing import Any

from prowlerbot.core.game import AnyState, View, find_move
from prowlerbot.core.machine_hints import AnyHints
from prowlerbot.opponent.judgement import Appraisal, Estimate, Option

from .budget import Budget, Clock, Meter
from .comparison import (
    FEWEST_PLAYOUTS,
    FEWEST_REHEARSALS,
    FEWEST_SAMPLES,
    FEWEST_SEARCHES,
    SEARCHES,
    Compared,
    Sampler,
    compared,
    drawn_playouts,
    playouts_of,
    ranked,
    rehearsals_of,
    searches_of,
)
from .exact import exact_options, near_end
from .search import search_sets, search_tree

MOST = 3
"""The number of compared moves, beside those that somebody asks for."""
_FIRST_LOOK = 1 / 3
"""The share of a budget for the machine's own choice of a move."""
_EXACT = 0.7
"""The share of a budget after which an exhaustive search of the end stops."""
_FEW = 12
"""The most moves that are all rehearsed for a first look."""


@dataclass(frozen=True, slots=True)
class Looked:
    """The result of a look at one decision; ``exact`` options have no samples."""

    compared: Sequence[Compared]
    exact: Sequence[Option] = ()
    playouts: int = 0
    """The number of playouts and rehearsals for it."""
    doubt: Callable[[float], float] | None = None

    def appraisal(self) -> Appraisal:
        if self.exact:
            return Appraisal(tuple(self.exact), exact=True)
        return Appraisal(tuple(map(self._option, self.compared)))

    def _option(self, each: Compared) -> Option:
        chances, behind = each.chances, each.behind(self.compared[0])
        if self.doubt is not None and (behind.mean or behind.error):
            behind = Estimate(behind.mean, hypot(behind.error, self.doubt(behind.mean)))
        chance = chances[each.own] if chances else None
        return Option(str(each.move), each.margins[each.own], chance, behind)


def look(
    hints: AnyHints,
    view: View[AnyState],
    seat: int,
    *,
    budget: Budget,
    rng: random.Random,
    clock: Clock,
    also: Collection[str] = (),
    most: int = MOST,
    enough: float = 0.0,
) -> Looked:
    """Look at the moves of ``seat``, which has to be one of the seats to move; it ends early once
    no difference has an error above ``enough``.

    ``also`` are moves by their texts that must be among the compared ones. The same seed finds the
    same if the budget is in playouts. Raises IllegalMove for a move that is not legal.
    """
    state = view.seen
    moves = state.moves(seat)
    if not moves:
        raise ValueError(f"Seat {seat} has nothing to choose.")
    asked = [find_move(view, seat, text) for text in also]
    spent = _Spent(budget, clock)
    if hints.determinise is None and near_end(state, hints.endgame, rng):
        beyond = Meter(budget, clock).share_left(_EXACT)
        exact = exact_options(state, seat, hints, beyond, most=most, also=asked)
        if exact:
            return Looked((), exact)
        spent.used(_EXACT)
    first = _first_look(hints, view, seat, spent, rng=rng, most=most)
    chosen = list(dict.fromkeys([*first, *asked]))
    sampler, unit, least = _sampler(hints, view, seat, chosen, spent)
    samples = compared(
        chosen,
        0 if hints.rehearse is not None else seat - 1,
        sampler,
        rng,
        least=least,
        most=spent.affordable(unit * len(chosen)),
        late=spent.late,
        enough=enough,
    )
    spent.playouts += unit * len(chosen) * len(samples[0].samples)
    doubt = None if hints.doubt is None else partial(hints.doubt, state, seat)
    return Looked(ranked(samples), playouts=spent.playouts, doubt=doubt)


class _Spent:
    """The part of its budget that a look has used so far."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._budget, self._clock = budget, clock
        self._begin = clock() if budget.seconds is not None else 0.0
        self.playouts = 0

    def used(self, share: float) -> None:
        """Note that a search of another kind has used a share of the budget."""
        if self._budget.playouts is not None:
            self.playouts += int(share * self._budget.playouts)

    def meter(self, share: float) -> Meter:
        """A meter of a share of what is left."""
        return Meter(self._budget.part(share, self.playouts, self._gone), self._clock)

    @property
    def left(self) -> int | None:
        """The playouts that are left; None if only the time is limited."""
        most = self._budget.playouts
        return None if most is None else most - self.playouts

    def affordable(self, each: int) -> float:
        """The number of samples that the rest pays for, if ``each`` takes so many playouts."""
        return inf if self.left is None else max(1, self.left // each)

    def late(self) -> bool:
        seconds = self._budget.seconds
        return seconds is not None and self._gone >= seconds

    @property
    def _gone(self) -> float:
        """The seconds so far, where they count."""
        return self._clock() - self._begin if self._budget.seconds is not None else 0.0


def _first_look(
    hints: AnyHints,
    view: View[AnyState],
    seat: int,
    spent: _Spent,
    *,
    rng: random.Random,
    most: int,
) -> list[Any]:
    """The most promising moves, the machine's own choice first."""
    state = view.seen
    moves = state.moves(seat)
    if hints.levels:
        *_, strongest = hints.levels.values()
        own = strongest(state, seat, moves, rng)
        others = [move for move in moves if move != own]
        others = _rehearsed(hints, state, seat, others, spent=spent, rng=rng)
        return [own, *others[: most - 1]]
    meter = spent.meter(_FIRST_LOOK)
    if hints.determinise is not None:
        tried = search_sets(view, seat, hints.determinise, hints, meter, rng=rng)
    else:
        tried = search_tree(state, seat, hints, meter, rng)
    spent.playouts += meter.done
    promising = [each.move for each in tried[:most]]
    if len(promising) < most and hints.prior is not None:  # the game has left the others out
        looks = dict(zip(moves, hints.prior(state, seat, moves), strict=True))
        promising += sorted(
            {*moves}.difference(promising), key=lambda move: (-looks[move], str(move))
        )
    return promising[:most]


def _rehearsed(
    hints: AnyHints,
    state: AnyState,
    seat: int,
    others: list[Any],
    *,
    spent: _Spent,
    rng: random.Random,
) -> list[Any]:
    """The moves sorted by a first rehearsal; only a part of them if they are many."""
    if hints.rehearse is None or not others:
        return others
    if len(others) > _FEW:
        others = rng.sample(others, _FEW)
    rehearsed = compared(
        others, 0, rehearsals_of(state, others, seat, hints), rng, least=1, most=1, late=spent.late
    )
    spent.playouts += len(others)
    rehearsed.sort(key=lambda each: -each.merits[0])
    return [each.move for each in rehearsed]


def _sampler(
    hints: AnyHints, view: View[AnyState], seat: int, moves: Sequence[Any], spent: _Spent
) -> tuple[Sampler, int, int]:
    """The way to sample these moves, the playouts for one sample of a move, and the least number of
    samples.
    """
    state = view.seen
    if hints.rehearse is not None:
        return rehearsals_of(state, moves, seat, hints), 1, FEWEST_REHEARSALS
    if hints.determinise is not None:
        return drawn_playouts(view, moves, seat, hints), 1, FEWEST_SAMPLES
    after = [state.after(seat, move) for move in moves]
    if hints.flat:
        return playouts_of(after, seat, hints), 1, FEWEST_SAMPLES
    left = spent.playouts * (1 / _FIRST_LOOK - 1) if spent.left is None else spent.left
    playouts = max(FEWEST_PLAYOUTS, int(left / (SEARCHES * len(moves))))
    return searches_of(after, seat, hints, playouts), playouts, FEWEST_SEARCHES
