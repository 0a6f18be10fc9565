"""The searches, in a tree of positions or of views, and their basis: playouts, hints, the end.

A playout goes to the end of a match or to a horizon, to estimate the value of a position. A search
prefers moves with good results and moves with few visits (UCT). Its budget has playouts, seconds,
or both; the first limit that is reached ends it.
"""

import random
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf, log, sqrt
from typing import Any, NamedTuple

from prowlerbot.core.game import CHANCE, AnyState, Outcome, View, final_outcome
from prowlerbot.core.game_parts import AnyHints, Values

Clock = Callable[[], float]
"""A source of seconds; the caller provides it, as a search has no clock of its own."""


@dataclass(frozen=True, slots=True)
class Budget:
    """At least one of the two limits; with playouts alone a search depends only on its seed."""

    playouts: int | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("A search needs a limit in playouts or in seconds.")

    def part(self, share: float, playouts: int = 0, seconds: float = 0.0) -> "Budget":
        """A share of the rest of the budget after these ``playouts`` and ``seconds``."""
        return Budget(
            None if self.playouts is None else int(share * (self.playouts - playouts)),
            None if self.seconds is None else share * max(0.0, self.seconds - seconds),
        )

    def multiply_playouts(self, factor: int) -> "Budget":
        """The budget with a multiple of the playouts, in the same time."""
        return Budget(None if self.playouts is None else self.playouts * factor, self.seconds)


_MIN_LOOKS = 100  # the fewest looks at the clock until the time is up
_MAX_PLAYOUTS_UNWATCHED = 32  # the most playouts between two looks
_ENDLESS = 1 << 62  # more playouts than any search makes
_STEPS_A_PLAYOUT = 10
"""The steps of a full-width search that cost about as much as a playout."""


class BudgetMeter:
    """Counts the playouts of a search, and its time from the construction on."""

    def __init__(self, budget: Budget, clock: Clock) -> None:
        self._budget = budget
        self._clock = clock if budget.seconds is not None else None
        self._began = clock() if budget.seconds is not None else 0.0
        self.done = 0
        """The playouts so far."""
        self.next_look = 0
        """The count of playouts at the next look at the budget."""

    @property
    def elapsed(self) -> float:
        """The seconds so far; 0 if the budget has none."""
        return self._clock() - self._began if self._clock is not None else 0.0

    def part(self, share: float) -> Budget:
        """A share of the rest of the budget."""
        return self._budget.part(share, self.done, self.elapsed)

    def sample_limits(self, share: float, sample_cost: int) -> tuple[float, Callable[[], bool]]:
        """The number of samples in a share of the rest, and a check whether its time is up."""
        part = self.part(share)
        end = None if part.seconds is None else self.elapsed + part.seconds
        samples = inf if part.playouts is None else max(1, part.playouts // sample_cost)
        return samples, lambda: end is not None and self.elapsed >= end

    def playouts_left(self, a_second: int) -> int:
        """About the playouts left; before the first one, at half of the usual ones ``a_second``."""
        part = self.part(1.0)
        if part.playouts is not None or part.seconds is None:
            return part.playouts or 0
        speed = self.done / self.elapsed if self.done else a_second / 2
        return int(speed * part.seconds)

    def plan_next_look(self) -> int:
        """An estimate of the remaining playouts, which decides when to look again."""
        limit = self._budget.playouts
        left = limit - self.done if limit is not None else _ENDLESS
        if self._budget.seconds is not None:
            elapsed = self.elapsed
            seconds_left = self._budget.seconds - elapsed
            if seconds_left <= 0:
                return 0
            affordable = 1  # slow playouts may be few, so at first a look follows each one
            if self.done and elapsed > 0:
                affordable += int(self.done * seconds_left / elapsed)
            left = min(left, affordable)
        self.next_look = self.done + max(1, min(_MAX_PLAYOUTS_UNWATCHED, left // _MIN_LOOKS))
        return max(left, 0)

    def make_share_check(self, share: float) -> Callable[[int], bool]:
        """A check whether the steps of a full-width search have used more than a share."""
        playouts, seconds = self._budget.playouts, self._budget.seconds
        max_steps = None if playouts is None else int(_STEPS_A_PLAYOUT * share * playouts)

        def is_used(steps: int) -> bool:
            if max_steps is not None and steps > max_steps:
                return True
            return seconds is not None and self.elapsed > share * seconds

        return is_used


_PRIOR_VISITS = 1.0  # the weight of the expected value of an untried move, in playouts
_DEFAULT_SPREAD = 0.5  # the spread of values before it is measured
_MEASURED_EVERY = 32  # the playouts between two measurements of the spread
_MIN_VARIANCE = 1e-6  # the variance if all values are alike, so that a search stays curious


class Spread:
    """The values of all playouts so far: the mean of each seat, and the spread of the searching
    ``seat``. For another seat the match may already be decided.
    """

    __slots__ = ("_relative_curiosity", "_seat", "count", "curiosity", "squares", "sums")

    def __init__(self, seats: int, seat: int, curiosity: float) -> None:
        self._seat = seat - 1
        self._relative_curiosity = curiosity
        self.count = 0
        self.sums = [0.0] * seats
        self.squares = 0.0
        self.curiosity = _DEFAULT_SPREAD * curiosity

    def add_value(self, values: Values) -> None:
        self.count += 1
        for seat, value in enumerate(values):
            self.sums[seat] += value
        own_value = values[self._seat]
        self.squares += own_value * own_value
        if not self.count % _MEASURED_EVERY:
            mean = self.sums[self._seat] / self.count
            variance = self.squares / self.count - mean * mean
            self.curiosity = self._relative_curiosity * sqrt(max(variance, _MIN_VARIANCE))

    def mean(self, seat: int) -> float:
        return self.sums[seat - 1] / self.count if self.count else 0.5


class SearchedMove(NamedTuple):
    """One move after a search: the number of its visits, and their mean value."""

    move: Any
    visits: int
    value: float


class MoveStatistics:
    """The moves of ``seat``; counts begin with the expected value of each.

    ``means`` and ``rarities`` follow from the counts. They are stored because every playout
    compares all moves on its way, and changes one.
    """

    __slots__ = ("means", "moves", "rarities", "seat", "total", "value_sums", "visits")

    def __init__(self, seat: int, moves: Sequence[Any], expected: Sequence[float]) -> None:
        self.seat = seat
        self.moves = moves
        self.total = 0
        self.visits = [_PRIOR_VISITS] * len(moves)
        self.value_sums = [_PRIOR_VISITS * value for value in expected]
        self.means = [*expected]
        self.rarities = [_PRIOR_VISITS**-0.5] * len(moves)

    def pick(self, curiosity: float) -> int:
        """The index of the move to visit next."""
        bonus = curiosity * sqrt(log(self.total + 2))
        counts = zip(self.means, self.rarities, strict=True)
        scores = [mean + bonus * rarity for mean, rarity in counts]
        return scores.index(max(scores))

    def pick_evenly(self, curiosity: float, even: float) -> int:
        """The index of the next move, where all share the part ``even`` of all playouts evenly."""
        fewest = min(self.visits)
        if (fewest - _PRIOR_VISITS) * len(self.visits) < even * self.total:
            return self.visits.index(fewest)
        return self.pick(curiosity)

    def add_visit(self, index: int, value: float) -> None:
        self.total += 1
        self.visits[index] = visits = self.visits[index] + 1
        self.value_sums[index] = worth = self.value_sums[index] + value
        self.means[index] = worth / visits
        self.rarities[index] = visits**-0.5

    def is_settled(self, left: int) -> bool:
        """Whether no other move can get more visits with the playouts that are left."""
        if len(self.visits) < 2:
            return True
        second, first = sorted(self.visits)[-2:]
        return first - second > left

    def tried_moves(self) -> list[SearchedMove]:
        """All moves, sorted by visits, most first."""
        rows = [
            SearchedMove(move, round(visits - _PRIOR_VISITS), worth / visits)
            for move, visits, worth in zip(self.moves, self.visits, self.value_sums, strict=True)
        ]
        return sorted(rows, key=lambda row: (-row.visits, -row.value))


Determinise = Callable[[View[Any], random.Random], AnyState]
"""``Hints.determinise`` of a game."""
KnownSituations = dict[tuple[int, Hashable], MoveStatistics]
"""The statistics, by the seat to choose and its view."""


def next_to_choose(to_move: frozenset[int], last: int) -> int:
    """The seat to choose next if several are to move: in turns, after the last one."""
    if len(to_move) == 1:
        (seat,) = to_move
        return seat
    return min(to_move, key=lambda seat: (seat <= last, seat))


def draw_move(moves: Sequence[Any], rng: random.Random) -> Any:
    """A uniformly random move; three times as fast as ``rng.choice``."""
    return moves[int(rng.random() * len(moves))]


def play_out(state: AnyState, last: int, hints: AnyHints, rng: random.Random) -> Values:
    """The value of the position, from one playout."""
    if hints.outlook is not None:
        while CHANCE in state.to_move:
            state = state.after(CHANCE, draw_move(state.moves(CHANCE), rng))
        return hints.outlook(state, last, rng) if state.to_move else final_values(state)
    policy, value = hints.playout, hints.value
    steps_left = -1 if hints.horizon is None or value is None else hints.horizon
    while to_move := state.to_move:
        if steps_left == 0 and value is not None:
            return value(state)
        steps_left -= 1
        seat = last = next_to_choose(to_move, last)
        moves = state.moves(seat)
        if policy is None or seat == CHANCE or len(moves) == 1:
            move = draw_move(moves, rng)
        else:
            move = policy(state, seat, moves, rng)
        state = state.after(seat, move)
    return final_values(state)


def final_values(state: AnyState) -> Values:
    """The value of a position in which nobody is to move."""
    return outcome_values(final_outcome(state))


MARGIN = 0.15
"""The share of the lead in a final value: the machine plays for points in a decided match."""
_HALF_VALUE_POINTS = 50  # the points of a seat alone that are worth half of infinitely many


def outcome_values(outcome: Outcome) -> Values:
    """The value of an outcome for each seat, from the seats behind it and the lead in points. In a
    match of two the values add up to 1. For a seat alone, more points are always better.
    """
    ranks, totals = outcome.ranks, outcome.totals
    if len(ranks) == 1:
        won = 1.0 if ranks[0] == 1 else 0.0
        return (0.5 * won + 0.25 + 0.25 * totals[0] / (abs(totals[0]) + _HALF_VALUE_POINTS),)
    values = []
    for seat, rank in enumerate(ranks):
        behind = sum(1.0 if rank < other else 0.5 * (rank == other) for other in ranks) - 0.5
        best = max(total for other, total in enumerate(totals) if other != seat)
        ahead = (totals[seat] - best) / (1 + abs(totals[seat]) + abs(best))
        values.append((1 - MARGIN) * behind / (len(ranks) - 1) + MARGIN * (0.5 + 0.5 * ahead))
    return values


class Search:
    """A search from ``state``, in which ``seat`` is to choose; a subclass can value otherwise."""

    def __init__(self, state: AnyState, seat: int, hints: AnyHints, rng: random.Random) -> None:
        self.hints = hints
        self.rng = rng
        values = self.play_out(state, seat)
        self.spread = Spread(len(values), seat, hints.curiosity)
        self.spread.add_value(values)

    def play_out(self, state: AnyState, last: int) -> Values:
        return play_out(state, last, self.hints, self.rng)

    def final_values(self, state: AnyState) -> Values:
        return final_values(state)

    def statistics(self, state: AnyState, seat: int) -> MoveStatistics:
        """The moves of a seat that is to choose, with their expected values."""
        moves = moves_worth_searching(self.hints, state, seat, self.rng)
        mean, prior = self.spread.mean(seat), self.hints.prior
        gains = [0.0] * len(moves) if prior is None else prior(state, seat, moves)
        return MoveStatistics(seat, moves, [mean + gain for gain in gains])


def moves_worth_searching(
    hints: AnyHints, state: AnyState, seat: int, rng: random.Random
) -> Sequence[Any]:
    """The moves of a seat that deserve a search: all of them unless the game selects some."""
    moves = state.moves(seat)
    if hints.candidates is None or len(moves) < 2:
        return moves
    return hints.candidates(state, seat, moves, rng)


def spend_budget(
    meter: BudgetMeter, root: MoveStatistics, playout: Callable[[], object]
) -> list[SearchedMove]:
    """Run playouts until the budget is spent, or more of them could not change the choice."""
    while True:
        if meter.done >= meter.next_look:
            left = meter.plan_next_look()
            if not left or root.is_settled(left):
                return root.tried_moves()
        playout()
        meter.done += 1


class Node:
    """A position, reached in one way; its successors come on the second visit, which is rare."""

    __slots__ = ("chance_children", "children", "final", "seat", "state", "statistics")

    def __init__(self, search: Search, state: AnyState, last: int) -> None:
        to_move = state.to_move
        self.state = state
        self.seat = next_to_choose(to_move, last) if to_move else last
        self.final: Values | None = None if to_move else search.final_values(state)
        self.statistics: MoveStatistics | None = None
        self.children: list[Node | None] = []
        self.chance_children: dict[Any, Node] = {}


def search_tree(
    state: AnyState, seat: int, hints: AnyHints, meter: BudgetMeter, rng: random.Random
) -> list[SearchedMove]:
    """The moves of ``seat``, sorted by visits, most first, in a game that hides nothing from it."""
    search = Search(state, seat, hints, rng)
    root = Node(search, state, seat)
    root.seat = seat
    return spend_budget(meter, _open_node(search, root), partial(add_playout, search, root))


def add_playout(search: Search, root: Node) -> tuple[int, Values]:
    """Add one node to the tree with its playout; the index of the first choice, and the values."""
    spread, even = search.spread, search.hints.even
    path: list[tuple[MoveStatistics, int]] = []
    node = root
    while (values := node.final) is None:
        if node.seat == CHANCE:
            move = draw_move(node.state.moves(CHANCE), search.rng)
            if move not in node.chance_children:
                after = node.state.after(CHANCE, move)
                node.chance_children[move] = Node(search, after, CHANCE)
            node = node.chance_children[move]
            continue
        statistics = node.statistics or _open_node(search, node)
        if node is root and even:
            index = statistics.pick_evenly(spread.curiosity, even)
        else:
            index = statistics.pick(spread.curiosity)
        path.append((statistics, index))
        child = node.children[index]
        seat, is_new = node.seat, child is None
        if child is None:
            after = node.state.after(seat, statistics.moves[index])
            child = node.children[index] = Node(search, after, seat)
        if is_new or search.hints.flat:
            values = child.final or search.play_out(child.state, seat)
            break
        node = child
    spread.add_value(values)
    for statistics, index in path:
        statistics.add_visit(index, values[statistics.seat - 1])
    return (path[0][1] if path else 0), values


def _open_node(search: Search, node: Node) -> MoveStatistics:
    """Give a node its moves on the second visit."""
    statistics = node.statistics = search.statistics(node.state, node.seat)
    node.children = [None] * len(statistics.moves)
    return statistics


def search_sets(
    view: View[AnyState],
    seat: int,
    determinise: Determinise,
    hints: AnyHints,
    meter: BudgetMeter,
    *,
    rng: random.Random,
) -> list[SearchedMove]:
    """The moves of ``seat``, sorted as in ``search_tree``, with secrets or simultaneous choices.

    Every playout draws another position that agrees with the view. The key of all statistics is the
    view of the seat to choose at that moment, so no seat in the tree uses hidden information.
    """
    search = Search(determinise(view, rng), seat, hints, rng)
    root = search.statistics(view.seen, seat)
    situations: KnownSituations = {}

    def playout() -> None:
        _add_view_playout(search, root, situations, determinise(view, rng))

    return spend_budget(meter, root, playout)


def _add_view_playout(
    search: Search, root: MoveStatistics, situations: KnownSituations, state: AnyState
) -> None:
    """Descend from a drawn position through known situations to a new one; play out from there."""
    path: list[tuple[MoveStatistics, int]] = []
    statistics, values = root, None
    while values is None:
        index = statistics.pick(search.spread.curiosity)
        path.append((statistics, index))
        last = statistics.seat
        state = state.after(last, statistics.moves[index])
        while CHANCE in (to_move := state.to_move):
            state, last = state.after(CHANCE, draw_move(state.moves(CHANCE), search.rng)), CHANCE
        if not to_move:
            values = final_values(state)
            continue
        seat = next_to_choose(to_move, last)
        situation = (seat, state.view(seat).seen)
        if (known_moves := situations.get(situation)) is not None:
            statistics = known_moves
        else:
            situations[situation] = search.statistics(state, seat)
            values = play_out(state, last, search.hints, search.rng)
    search.spread.add_value(values)
    for statistics, index in path:
        statistics.add_visit(index, values[statistics.seat - 1])
