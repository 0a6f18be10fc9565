"""The comparison of some moves of a seat by samples of what follows, under the same luck for each.

A sample is a playout in a game that compares moves by playouts. In others it is a separate search
from the position after the move. A seat without a known chance to win rehearses instead
(``prowlerbot/core/game_parts.py``).
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from math import sqrt
from typing import Any

from prowlerbot.core.game import CHANCE, AnyState, Outcome, View, final_outcome
from prowlerbot.core.game_parts import AnyHints, Forecast, Values
from prowlerbot.opponent.judgement import Estimate
from prowlerbot.opponent.search import Node, Search, add_playout, draw_move, next_to_choose

Sampler = Callable[[random.Random], list[Forecast]]
"""One sample of every compared move, all under the same luck."""
SEARCHES = 4
"""The number of separate searches for each move; their spread gives the error."""
MIN_PLAYOUTS, MAX_PLAYOUTS = 40, 250
"""The bounds of the playouts of one search. A larger budget pays for more searches, not for deeper
ones, which would find other differences.
"""
MIN_SEARCHES, MIN_SAMPLES, MIN_REHEARSALS = 3, 32, 6
"""The fewest searches, playouts or rehearsals for each move."""
_MAX_CHANCE = 0.995
"""The highest chance in a running match that was not searched through."""
_JITTER = 0.1
"""The random part of the expected value of a move, so that no two searches without luck are alike.
"""
MATCH_PLAYOUTS = 20
"""The number of playouts that a match played on by the rules takes as long as."""
MIN_MATCHES, MAX_MATCHES = 12, 200
"""The numbers of matches for each move that make a second opinion."""
_SMALL_CHANCE_ERROR, _SMALL_POINTS_ERROR = 0.01, 0.1
"""The error of a difference in chance, or in points, that is small enough for a reader."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A move with all its samples. ``seat_index`` is the index of its seat in them."""

    move: Any
    samples: list[Forecast]
    seat_index: int

    @property
    def chances(self) -> tuple[Estimate, ...]:
        """The chance to win of every seat; empty if it cannot be known."""
        return tuple(map(estimate, zip(*(chances for chances, _ in self.samples), strict=True)))

    @property
    def margins(self) -> tuple[Estimate, ...]:
        return tuple(map(estimate, zip(*(margins for _, margins in self.samples), strict=True)))

    @property
    def merits(self) -> list[float]:
        """The results of the samples for the seat: chances to win or, without chances, margins."""
        return [(chances or margins)[self.seat_index] for chances, margins in self.samples]

    def loss_against(self, other: "Compared") -> Estimate:
        pairs = zip(other.merits, self.merits, strict=True)
        return estimate([theirs - mine for theirs, mine in pairs])


def estimate(samples: Sequence[float]) -> Estimate:
    """The mean of independent samples, with its standard error."""
    size = len(samples)
    mean = sum(samples) / size
    if size < 2:
        return Estimate(mean)
    variance = sum([(each - mean) ** 2 for each in samples]) / (size - 1)
    return Estimate(mean, sqrt(variance / size))


def playouts_of(states: Sequence[AnyState], seat: int, hints: AnyHints) -> Sampler:
    """Playouts from the positions after the moves."""
    return _under_same_luck(states, lambda state, rng: forecast(state, seat, hints, rng))


def _under_same_luck(
    states: Sequence[AnyState], forecast_of: Callable[[AnyState, random.Random], Forecast]
) -> Sampler:
    def sample(rng: random.Random) -> list[Forecast]:
        seed = rng.getrandbits(64)
        return [forecast_of(state, random.Random(seed)) for state in states]

    return sample


def drawn_playouts(
    view: View[AnyState], moves: Sequence[Any], seat: int, hints: AnyHints
) -> Sampler:
    """Playouts from positions that agree with the view, each the same for all moves."""
    if (determinise := hints.determinise) is None:
        raise ValueError("A game with secrets has to draw the position.")

    def sample(rng: random.Random) -> list[Forecast]:
        seed, state = rng.getrandbits(64), determinise(view, rng)
        after = [state.after(seat, move) for move in moves]
        return [forecast(each, seat, hints, random.Random(seed)) for each in after]

    return sample


def is_coarse(hints: AnyHints) -> bool:
    """Whether the game's own playouts differ from matches that are played on by the rules."""
    judged_early = hints.flat and hints.forecast is not None and hints.determinise is None
    return judged_early and hints.playout is not None


def matches_of(states: Sequence[AnyState], seat: int, hints: AnyHints) -> Sampler:
    """Matches that are played on by the rules from the positions after the moves."""
    return playouts_of(states, seat, replace(hints, forecast=None, value=None))


def small_error_of(hints: AnyHints) -> float:
    """The error of a difference in this game that is small enough for a reader."""
    return _SMALL_CHANCE_ERROR if hints.rehearse is None else _SMALL_POINTS_ERROR


def searches_of(states: Sequence[AnyState], seat: int, hints: AnyHints, playouts: int) -> Sampler:
    """Searches from the positions after the moves, each with so many playouts."""
    return _under_same_luck(
        states, lambda state, rng: _search_forecast(state, seat, hints, playouts, rng)
    )


def _search_forecast(
    state: AnyState, last: int, hints: AnyHints, playouts: int, rng: random.Random
) -> Forecast:
    """The prospects if the next seat makes its best move."""
    if not state.to_move:
        return forecast(state, last, hints, rng)
    search = Foresight(state, last, _jitter_hints(hints, rng), rng)
    root = Node(search, state, last)
    seats = len(search.spread.sums) // 2
    sums: dict[int, list[float]] = {}
    visits: dict[int, int] = {}
    for _ in range(playouts):
        index, values = add_playout(search, root)
        if root.seat == CHANCE:  # luck decides, not the best move
            index = 0
        totals = sums.get(index, [0.0] * len(values))
        sums[index] = [total + value for total, value in zip(totals, values, strict=True)]
        visits[index] = visits.get(index, 0) + 1
    best = max(visits, key=lambda index: (visits[index], -index))
    means = [total / visits[best] for total in sums[best]]
    bounded = [min(_MAX_CHANCE, max(1 - _MAX_CHANCE, mean)) for mean in means[:seats]]
    return bounded, means[seats:]


def _jitter_hints(hints: AnyHints, rng: random.Random) -> AnyHints:
    """The hints with a random part in the expected gains of moves."""
    prior = hints.prior

    def jittered(state: AnyState, seat: int, moves: Sequence[Any]) -> list[float]:
        gains = [0.0] * len(moves) if prior is None else prior(state, seat, moves)
        return [gain + _JITTER * (rng.random() - 0.5) for gain in gains]

    return replace(hints, prior=jittered)


def rehearsals_of(state: AnyState, moves: Sequence[Any], seat: int, hints: AnyHints) -> Sampler:
    """Rehearsals of the moves; only their own seat's points are known."""
    if (rehearse := hints.rehearse) is None:
        raise ValueError("This game rehearses nothing.")

    def sample(rng: random.Random) -> list[Forecast]:
        return [((), (points,)) for points in rehearse(state, seat, moves, rng)]

    return sample


def compare_moves(
    moves: Sequence[Any],
    seat_index: int,
    sampler: Sampler,
    rng: random.Random,
    *,
    fewest: int,
    most: float,
    is_late: Callable[[], bool],
    small_error: float = 0.0,
) -> list[Compared]:
    """Sample ``most`` times, or until it ``is_late``, but at least ``fewest`` times. It ends early
    once no difference to the first move has more than a ``small_error``.
    """
    comparison = [Compared(move, [], seat_index) for move in moves]
    for rounds in count(1):
        for compared, sample in zip(comparison, sampler(rng), strict=True):
            compared.samples.append(sample)
        if rounds < fewest:
            continue
        if rounds >= most or is_late():
            break
        if rounds % fewest == 0:
            error = max(compared.loss_against(comparison[0]).error for compared in comparison)
            if not error or (rounds >= MIN_SAMPLES and error <= small_error):
                break
    return comparison


def rank_moves(comparison: Sequence[Compared], *, keeps_first: bool) -> list[Compared]:
    """The moves by their means; if it ``keeps_first``, only a surely better one is ahead."""
    first, *others = comparison
    others.sort(key=_mean_merit_and_margin, reverse=True)
    loss = first.loss_against(others[0] if others else first)
    if keeps_first and not (loss.mean > 0 and loss.is_sure):
        return [first, *others]
    return sorted(comparison, key=_mean_merit_and_margin, reverse=True)


def _mean_merit_and_margin(compared: Compared) -> tuple[float, float]:
    return estimate(compared.merits).mean, compared.margins[compared.seat_index].mean


def outcome_forecast(outcome: Outcome) -> Forecast:
    """The result of a match: 1 for its winner, and equal parts for those who share the first rank.
    The margin of a seat alone is its total.
    """
    winners = max(1, outcome.ranks.count(1))  # a seat alone can fail
    chances = [(rank == 1) / winners for rank in outcome.ranks]
    totals = outcome.totals
    if len(totals) == 1:
        return chances, [float(totals[0])]
    leads = [
        float(total - max(totals[:index] + totals[index + 1 :]))
        for index, total in enumerate(totals)
    ]
    return chances, leads


def forecast(state: AnyState, last: int, hints: AnyHints, rng: random.Random) -> Forecast:
    """The prospects of a position: those that the game states, or else those of one playout. In a
    game that rehearses they are the points of each seat, without chances.
    """
    while CHANCE in state.to_move:
        state = state.after(CHANCE, draw_move(state.moves(CHANCE), rng))
    if state.outcome is None and hints.forecast is not None:
        chances, margins = hints.forecast(state, last, rng)
        return (chances if hints.calibrated is None else hints.calibrated(state, chances)), margins
    if state.outcome is not None and hints.rehearse is not None:
        return (), [float(total) for total in state.outcome.totals]
    expected = hints.value(state) if state.outcome is None and hints.value is not None else None
    while to_move := state.to_move:
        last = next_to_choose(to_move, last)
        moves = state.moves(last)
        if hints.playout is None or last == CHANCE or len(moves) == 1:
            move = draw_move(moves, rng)
        else:
            move = hints.playout(state, last, moves, rng)
        state = state.after(last, move)
    chances, margins = outcome_forecast(final_outcome(state))
    return (chances if expected is None else expected), margins


class Foresight(Search):
    """A search for the chance to win; its values hold the chances and then the margins."""

    def play_out(self, state: AnyState, last: int) -> Values:
        chances, margins = forecast(state, last, self.hints, self.rng)
        return (*chances, *margins)

    def final_values(self, state: AnyState) -> Values:
        return self.play_out(state, 0)
