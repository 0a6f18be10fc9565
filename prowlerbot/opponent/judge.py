"""The judge of the moves of one decision: for hints, reviews, tries in a review, and puzzles.

The machine first chooses a move as in a match. Then it compares this move, the next best ones and
those that somebody asks for. Each gets the same number of fresh searches or playouts, so the best
move is not the luckiest one of many.

In a game of coarse playouts the differences are doubtful until the same moves are compared in
matches that are played on by the rules. Then the mean of both, weighted by their errors, counts.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import hypot
from typing import Any, NamedTuple

from prowlerbot.core.game import AnyState, View, find_move
from prowlerbot.core.game_parts import AnyHints
from prowlerbot.opponent import comparison
from prowlerbot.opponent.exact import exact_options, is_near_end
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from prowlerbot.opponent.search import Budget, BudgetMeter, Clock, search_sets, search_tree

_FIRST_LOOK_SHARE = 1 / 3
"""The share of a budget for the machine's own choice of a move."""
_EXACT_SHARE = 0.7
"""The share of a budget for an exhaustive search of the end."""
_MAX_REHEARSED = 12
"""The most moves that a first look rehearses; of more moves it rehearses a random part."""
_WORTH_DIGITS = 6
"""The decimal places in which worths are compared."""
_COARSE_ERROR = 0.06
"""The error of any difference that coarse playouts show, as measured (docs/machine.md)."""
_MIN_ERROR = 0.03
"""The least error of a difference in matches, even if all of them end alike."""
SECOND_OPINION_SHARE = 0.5
"""The share of the time for a second opinion, in a game of coarse playouts."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The work at one judgement."""

    budget: Budget
    best_moves: int = 3
    """The number of compared moves beside the required ones, the machine's own choice first."""
    rechecks: bool = True
    """Whether coarse playouts get a second opinion at once."""
    keeps_first: bool = True
    """Whether another move replaces the first one only if the difference is sure."""
    exact_share: float = _EXACT_SHARE
    """The share of the budget after which an exhaustive search of the end stops."""
    rehearsed_moves: int = 2
    """The same as ``best_moves`` where moves are rehearsed, which is quick."""

    def with_budget(self, budget: Budget) -> "Effort":
        return replace(self, budget=budget)


HINT = Effort(Budget(seconds=2.5), rehearsed_moves=9)
RETRY = Effort(Budget(seconds=1.2), best_moves=0)
REPLY = Effort(Budget(seconds=0.3), best_moves=1)
"""The likely answer to a move: the machine's own choice, compared with nothing."""
REVIEW_SECONDS = 18.0
"""The time of a whole review; if it runs out, the judgements have larger errors."""
REVIEW = Effort(
    Budget(seconds=REVIEW_SECONDS), best_moves=2, rechecks=False, exact_share=3 * _EXACT_SHARE
)
"""The judgements of a whole match; the costliest ones get a second opinion afterwards. The few ends
are searched as far as in a hint.
"""
PROOF = Effort(Budget(playouts=60_000), best_moves=0, keeps_first=False)
"""The proof of a puzzle; with playouts alone it depends on its seed only."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The result of a judgement; ``exact`` options have no samples."""

    compared: Sequence[comparison.Compared]
    exact: Sequence[JudgedMove] = ()
    playouts: int = 0
    """The number of playouts and rehearsals for it."""
    doubt: Callable[[float], float] | None = None
    """The error of a difference that more samples do not reduce."""
    matches: Mapping[str, Estimate] = field(default_factory=dict)
    """The second opinion: the losses of moves in matches that are played on."""

    def appraisal(self) -> Appraisal:
        if self.exact:
            return Appraisal(tuple(self.exact), exact=True)
        return Appraisal(tuple(map(self._option, self.compared)))

    def leave_out(self, moves: Collection[str]) -> "Judged":
        """The same without a comparison with these moves."""
        others = [each for each in self.compared if str(each.move) not in moves]
        return replace(self, compared=others)

    def with_second_opinion(
        self,
        hints: AnyHints,
        state: AnyState,
        seat: int,
        only: str = "",
        *,
        most: float,
        late: Callable[[], bool],
        luck: str,
    ) -> "Judged":
        """The same with a second opinion on the losses of all moves, or ``only`` on that of one.
        There is none if the budget has too few matches.
        """
        if most < comparison.MIN_MATCHES:
            return self
        best, *others = self.compared
        moves = [best.move, *(each.move for each in others if only in {"", str(each.move)})]
        samples = comparison.compare_moves(
            moves,
            seat - 1,
            comparison.matches_of([state.after(seat, move) for move in moves], seat, hints),
            random.Random(f"{luck}/matches"),
            fewest=comparison.MIN_MATCHES,
            most=min(comparison.MAX_MATCHES, most),
            is_late=late,
        )
        matches = {str(each.move): each.loss_against(samples[0]) for each in samples[1:]}
        return replace(self, matches=matches)

    def _option(self, each: comparison.Compared) -> JudgedMove:
        move, best = str(each.move), self.compared[0]
        chances, loss = each.chances, each.loss_against(best)
        chance = chances[each.seat_index] if chances else None
        opinion = self.matches.get(move)
        if self.doubt is not None and (loss.mean or loss.error or opinion):
            loss = Estimate(loss.mean, hypot(loss.error, self.doubt(loss.mean)))
        if opinion:
            loss = loss.combine_with(replace(opinion, error=max(opinion.error, _MIN_ERROR)))
            best_chance = best.chances[each.seat_index].mean
            chance = Estimate(min(1.0, max(0.0, best_chance - loss.mean)), loss.error)
        return JudgedMove(move, each.margins[each.seat_index], chance, loss)


def decision_seed(setup: str, seat: int, move_count: int) -> str:
    """The seed of all judgements of a seat's decision after ``move_count`` moves of its own. All
    efforts have the same luck there, so a larger one continues the samples of a smaller one.
    """
    return f"{setup} {seat} {move_count}"


class _Decision(NamedTuple):
    """The decision of a seat that is to move, in the position that it sees."""

    hints: AnyHints
    view: View[AnyState]
    seat: int


def judge(
    hints: AnyHints,
    view: View[AnyState],
    seat: int,
    moves: Collection[str],
    effort: Effort,
    *,
    luck: str,
    clock: Clock,
) -> Judged:
    """Judge the moves of ``seat``; ``moves`` are those that must be among the compared ones.

    It ends early once all differences are exact enough for a reader. With the same ``luck``, a
    ``decision_seed``, the result is the same if the budget is in playouts. Raises IllegalMove for a
    move that is not legal, and ValueError for a seat that is not to move.
    """
    state, rng, decision = view.seen, random.Random(luck), _Decision(hints, view, seat)
    if not state.moves(seat):
        raise ValueError(f"Seat {seat} has nothing to choose.")
    required = [find_move(view, seat, text) for text in moves]
    work = BudgetMeter(effort.budget, clock)
    count = effort.best_moves
    if hints.determinise is None and is_near_end(state, hints.endgame, rng):
        is_spent = work.make_share_check(effort.exact_share)
        if exact := exact_options(state, seat, hints, is_spent, count=count, required=required):
            return Judged((), exact)
        work.done += int(_EXACT_SHARE * (effort.budget.playouts or 0))
    first_share = _FIRST_LOOK_SHARE if count + len(required) > 1 else 1.0
    meter = BudgetMeter(work.part(first_share), clock)
    promising = _promising_moves(decision, effort, meter, rng) if count else []
    work.done += meter.done
    compared = list(dict.fromkeys([*promising, *required]))
    has_second = comparison.is_coarse(hints) and effort.rechecks and len(compared) > 1
    share = 1 - SECOND_OPINION_SHARE if has_second else 1.0
    samples = _sample_moves(decision, compared, work, share=share, luck=luck)
    rows = comparison.rank_moves(samples, keeps_first=effort.keeps_first)
    judged = Judged(rows, playouts=work.done, doubt=_doubt_of(decision))
    if not has_second:
        return judged
    max_samples, is_late = work.sample_limits(1.0, comparison.MATCH_PLAYOUTS * len(rows))
    return judged.with_second_opinion(hints, state, seat, most=max_samples, late=is_late, luck=luck)


def _sample_moves(
    decision: _Decision, moves: list[Any], work: BudgetMeter, *, share: float, luck: str
) -> list[comparison.Compared]:
    """The moves with their samples, which take a share of the rest of the budget at most."""
    sampler, sample_cost, min_samples = _choose_sampler(decision, moves, work)
    max_samples, is_late = work.sample_limits(share, sample_cost * len(moves))
    compared = comparison.compare_moves(
        moves,
        0 if decision.hints.rehearse is not None else decision.seat - 1,
        sampler,
        random.Random(f"{luck}/samples"),
        fewest=min_samples,
        most=max_samples if len(moves) > 1 else min_samples,
        is_late=is_late,
        small_error=comparison.small_error_of(decision.hints),
    )
    work.done += sample_cost * len(moves) * len(compared[0].samples)
    return compared


def _doubt_of(decision: _Decision) -> Callable[[float], float] | None:
    """The doubt that samples of a game leave; after coarse playouts, half of a large difference."""
    hints, view, seat = decision
    if comparison.is_coarse(hints):
        return lambda difference: max(_COARSE_ERROR, abs(difference) / 2)
    doubt = hints.doubt
    return None if doubt is None else lambda difference: doubt(view.seen, seat, difference)


def _promising_moves(
    decision: _Decision, effort: Effort, meter: BudgetMeter, rng: random.Random
) -> list[Any]:
    """The most promising moves, the machine's own choice first."""
    hints, view, seat = decision
    state, count = view.seen, effort.best_moves
    moves = state.moves(seat)
    if hints.levels:
        *_, strongest = hints.levels.values()
        own_choice = strongest(state, seat, moves, rng)
        if count == 1:
            return [own_choice]
        others = [move for move in moves if move != own_choice]
        others = _rehearse_moves(decision, others, meter, rng)
        return [own_choice, *others[: effort.rehearsed_moves - 1]]
    if hints.determinise is not None:
        tried = search_sets(view, seat, hints.determinise, hints, meter, rng=rng)
    else:
        tried = search_tree(state, seat, hints, meter, rng)
    promising = [each.move for each in tried[:count]]
    if len(promising) < count and hints.prior is not None:  # the game has left the others out
        priors = dict(zip(moves, hints.prior(state, seat, moves), strict=True))
        rest = {*moves}.difference(promising)
        promising += sorted(rest, key=lambda move: (-priors[move], str(move)))
    return promising[:count]


def _rehearse_moves(
    decision: _Decision, others: list[Any], meter: BudgetMeter, rng: random.Random
) -> list[Any]:
    """The moves sorted by a first rehearsal, one of each worth, as moves of equal worth mostly
    begin the same plan. Of more than ``_MAX_REHEARSED`` moves these are a random part.
    """
    hints, view, seat = decision
    if hints.rehearse is None or not others:
        return others
    if len(others) > _MAX_REHEARSED:
        others = rng.sample(others, _MAX_REHEARSED)
    sampler = comparison.rehearsals_of(view.seen, others, seat, hints)
    rehearsed = comparison.compare_moves(
        others, 0, sampler, rng, fewest=1, most=1, is_late=lambda: False
    )
    meter.done += len(others)
    by_worth = {round(each.merits[0], _WORTH_DIGITS): each.move for each in reversed(rehearsed)}
    if len(by_worth) == 1:  # the worths are equal, so the reader needs all of them
        return others
    return [by_worth[worth] for worth in sorted(by_worth, reverse=True)]


def _choose_sampler(
    decision: _Decision, moves: Sequence[Any], work: BudgetMeter
) -> tuple[comparison.Sampler, int, int]:
    """The sampler of these moves, the playouts for one sample, and the fewest samples."""
    hints, view, seat = decision
    state = view.seen
    if hints.rehearse is not None:
        return comparison.rehearsals_of(state, moves, seat, hints), 1, comparison.MIN_REHEARSALS
    if hints.determinise is not None:
        return comparison.drawn_playouts(view, moves, seat, hints), 1, comparison.MIN_SAMPLES
    positions = [state.after(seat, move) for move in moves]
    if hints.flat:
        return comparison.playouts_of(positions, seat, hints), 1, comparison.MIN_SAMPLES
    playouts = work.playouts_left(hints.a_second) // (comparison.SEARCHES * len(moves))
    playouts = min(comparison.MAX_PLAYOUTS, max(comparison.MIN_PLAYOUTS, playouts))
    searches = comparison.searches_of(positions, seat, hints, playouts)
    return searches, playouts, comparison.MIN_SEARCHES
