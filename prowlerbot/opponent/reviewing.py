"""The review of a whole match from its record, piece by piece.

After the end everything is open, but each decision is judged by the knowledge of its seat at that
time. A piece is a part of the match with its share of the playouts. All pieces together take some
twenty seconds of one core, and each can run in another process and at another time.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from prowlerbot.core.game import CHANCE, LEAVE, AnyState, Game, after
from prowlerbot.core.game_parts import AnyHints, Forecast
from prowlerbot.opponent import comparison
from prowlerbot.opponent.judge import REVIEW, SECOND_OPINION_SHARE, Judged, decision_seed, judge
from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Luck, Outlook, Review
from prowlerbot.opponent.search import Budget, BudgetMeter, Clock

MACHINE = "5"
"""The version of the machine in reviews; another version comes to other judgements."""
MOST_PIECES = 60
FEWEST_SHARES = 30
"""The fewest shares of the time, so that no piece takes more than two seconds."""
_LUCK_ERROR = 0.4
"""The factor on the error of luck, which has to be smaller as luck is summed up over a match."""
_MOST_SHARES = 3
"""The most even shares that one event may take if others have left some of theirs."""
_GLANCE_SECONDS, _MOST_GLANCES = 1.0, 20
"""The seconds after which a cheap look at all events ends, and its most samples of each event."""
_MOST_OTHER_DRAWS = 15
"""The most other draws that a draw is compared with."""
_LEAST_SAMPLES, _FIRST_SAMPLES = 8, 4
"""The samples between two looks at the budget, for luck and outlooks, and for a first look."""


@dataclass(frozen=True, slots=True)
class ReviewedEvent:
    """A decision or a draw of a match, with the position before it."""

    ply: int
    state: AnyState
    seat: int
    move: str
    luck: str = ""
    """The luck of its judgement, as of any other one of the same decision."""
    turn: Collection[str] = ()
    """All moves of the same secret turn."""


@dataclass(frozen=True, slots=True)
class ReviewedMatch:
    """A finished or imported match as its record states it."""

    game: str
    setup: str
    moves: tuple[tuple[int, str], ...]


@lru_cache(maxsize=2)  # a process reviews several pieces of the same match
def find_events(game: Game, played: ReviewedMatch) -> Sequence[ReviewedEvent]:
    """All decisions and draws with more than one possibility, in order."""
    state = game.start(played.setup)
    uncertain, made, turns = [], Counter[int](), dict[int, set[str]]()
    for ply, (seat, move) in enumerate(played.moves):
        if not state.concealed.get(seat):
            turns[seat] = set()
        turns[seat].add(move)
        if move != LEAVE and len(state.moves(seat)) > 1:
            luck = decision_seed(played.setup, seat, made[seat])
            uncertain.append(ReviewedEvent(ply, state, seat, move, luck, turns[seat]))
        made[seat] += 1
        state = after(state, seat, move)
    return tuple(replace(each, turn=frozenset(each.turn)) for each in uncertain)


def piece_count(count: int) -> int:
    """The number of pieces of a review of so many events, at least one."""
    return max(1, min(MOST_PIECES, count))


def _places_of_piece(number: int, events: int) -> slice:
    """The places of the events of one piece among all of them."""
    count = piece_count(events)
    return slice(number * events // count, (number + 1) * events // count)


def review_piece(
    game: Game,
    hints: AnyHints,
    played: ReviewedMatch,
    number: int,
    *,
    seed: int,
    budget: Budget,
    clock: Clock,
) -> Review:
    """One piece of a review; ``budget`` is that of all pieces. If it is in playouts, the seed alone
    decides the piece.
    """
    all_events = find_events(game, played)
    count = piece_count(len(all_events))
    share = Budget(
        None if budget.playouts is None else budget.playouts // count,
        None if budget.seconds is None else budget.seconds / max(count, FEWEST_SHARES),
    )
    mine = all_events[_places_of_piece(number, len(all_events))]
    rng = random.Random(f"{seed}/{number}")
    checks = comparison.is_coarse(hints)
    meter = BudgetMeter(share.part(1 - SECOND_OPINION_SHARE if checks else 1.0), clock)
    work = _PieceReview(hints, meter, clock, rng)
    for at, event in enumerate(mine):
        work.add_event(event, _MOST_SHARES / (len(mine) - at))
    if checks:
        work.add_second_opinion(share.part(SECOND_OPINION_SHARE))
    if number == count - 1:
        work.add_result(game, played)
    return work.make_review()


def piece_order(
    game: Game, hints: AnyHints, played: ReviewedMatch, *, rng: random.Random, clock: Clock
) -> list[int]:
    """The pieces, those first in which a cheap look at all events sees the largest swings. A reader
    sees the turning points first while the rest is under way.
    """
    all_events = find_events(game, played)
    count, begin = piece_count(len(all_events)), clock()
    samplers = [
        comparison.playouts_of([each.state, after(each.state, each.seat, each.move)], CHANCE, hints)
        for each in all_events
    ]
    swings = [defaultdict[int, float](float) for _ in all_events]
    for _ in range(_MOST_GLANCES):
        for swing, sampler in zip(swings, samplers, strict=True):
            before, then = (chances or margins for chances, margins in sampler(rng))
            for seat, (earlier, later) in enumerate(zip(before, then, strict=True)):
                swing[seat] += later - earlier
        if clock() - begin >= _GLANCE_SECONDS:
            break

    def largest(number: int) -> float:
        mine = swings[_places_of_piece(number, len(swings))]
        return max((abs(each) for swing in mine for each in swing.values()), default=0.0)

    return sorted(range(count), key=largest, reverse=True)


def join_reviews(pieces: Sequence[Review]) -> Review:
    """The review of a whole match from those of all its pieces, in order."""
    return Review(
        MACHINE,
        tuple(each for piece in pieces for each in piece.course),
        tuple(each for piece in pieces for each in piece.judgements),
        tuple(each for piece in pieces for each in piece.luck),
    )


class _PieceReview:
    """The review of one piece, which grows with each event."""

    def __init__(
        self, hints: AnyHints, meter: BudgetMeter, clock: Clock, rng: random.Random
    ) -> None:
        self._hints, self._meter, self._clock, self._rng = hints, meter, clock, rng
        self._course: list[Outlook] = []
        self._draw_lucks: list[Luck] = []
        self._judged: list[tuple[ReviewedEvent, Judged]] = []

    def make_review(self) -> Review:
        judgements = tuple(_make_judgement(event, judged) for event, judged in self._judged)
        return Review(MACHINE, (*self._course,), judgements, (*self._draw_lucks,))

    def add_event(self, event: ReviewedEvent, share: float) -> None:
        """Judge an event with a share of what is left; another one may have needed less."""
        budget = self._meter.part(min(1.0, share))
        if budget.playouts is not None:
            budget = replace(budget, playouts=max(1, budget.playouts))
        if event.seat == CHANCE:
            self._add_draw(event, budget)
        else:
            self._add_decision(event, budget)

    def add_second_opinion(self, budget: Budget) -> None:
        """Get a second opinion on the costliest move; there is no time for one on all."""
        costs = [
            next(it.loss.mean for it in judged.appraisal().options if it.move == event.move)
            for event, judged in self._judged
        ]
        worst = max(costs, default=0.0)
        if worst <= comparison.small_error_of(self._hints):
            return
        at = costs.index(worst)
        event, judged = self._judged[at]
        meter = BudgetMeter(budget, self._clock)
        most, late = meter.sample_limits(1.0, 2 * comparison.MATCH_PLAYOUTS)
        decision = self._hints, event.state, event.seat, event.move
        opinion = judged.with_second_opinion(*decision, most=most, late=late, luck=event.luck)
        self._judged[at] = event, opinion

    def add_result(self, game: Game, played: ReviewedMatch) -> None:
        """Note the result, if the match has one and the last decision does not show it."""
        if self._course and self._course[-1].ply == len(played.moves):
            return
        state = game.start(played.setup)
        for seat, move in played.moves:
            state = after(state, seat, move)
        if state.outcome is not None:
            result = comparison.forecast(state, CHANCE, self._hints, self._rng)
            self._add_outlook(len(played.moves), [result])

    def _add_decision(self, event: ReviewedEvent, budget: Budget) -> None:
        """Judge a decision; nothing is added if the machine cannot tell its moves apart."""
        hints, clock, luck, seat = self._hints, self._clock, event.luck, event.seat
        view, effort = event.state.view(seat), REVIEW.with_budget(budget)
        judged = judge(hints, view, seat, (event.move,), effort, luck=luck, clock=clock)
        self._meter.done += judged.playouts
        judged = judged.leave_out({*event.turn} - {event.move})  # the turn made them all the same
        options = judged.appraisal().options
        if not judged.exact and not any(each.loss.mean or each.loss.error for each in options):
            return  # unknown so far
        self._judged.append((event, judged))
        # Prospects after the move come from own samples if those of the move judge no seat.
        if judged.exact:
            (option,) = [each for each in judged.exact if each.move == event.move]
            self._add_outlook(event.ply + 1, [_exact_forecast(option, event.seat)])
        elif not self._hints.flat and self._hints.rehearse is None:
            (made,) = [each for each in judged.compared if str(each.move) == event.move]
            self._add_outlook(event.ply + 1, made.samples)
        else:
            state = after(event.state, event.seat, event.move)
            if state.to_move and CHANCE not in state.to_move:
                rows = self._sample_rows([state], _LEAST_SAMPLES)
                self._add_outlook(event.ply + 1, [row[0] for row in rows])

    def _add_draw(self, event: ReviewedEvent, budget: Budget) -> None:
        """Measure the luck of a draw, by samples until the error is small or the budget spent."""
        state, rng = event.state, self._rng
        (drawn,) = [move for move in state.moves(CHANCE) if str(move) == event.move]
        others = [move for move in state.moves(CHANCE) if move != drawn]
        size = len(others) + 1
        if len(others) > _MOST_OTHER_DRAWS:
            others = rng.sample(others, _MOST_OTHER_DRAWS)
        afters = [state.after(CHANCE, move) for move in (drawn, *others)]
        if not self._makes_difference(afters):
            return
        most, late = BudgetMeter(budget, self._clock).sample_limits(1.0, len(afters))
        rows: list[list[Forecast]] = []
        while True:
            rows += self._sample_rows(afters, _LEAST_SAMPLES)
            worth = _luck_of_draw(rows, size)
            error = max(each.error for each in worth)
            enough = comparison.small_error_of(self._hints)
            known = not error or (len(rows) > _LEAST_SAMPLES and error <= enough * _LUCK_ERROR)
            if known or len(rows) >= most or late():
                break
        self._draw_lucks.append(Luck(event.ply, worth))
        self._add_outlook(event.ply + 1, [row[0] for row in rows])

    def _makes_difference(self, afters: Sequence[AnyState]) -> bool:
        """Whether a draw makes a difference to the machine, judged by the first samples."""
        rows = self._sample_rows(afters[:3], _FIRST_SAMPLES)
        return any(each != first for first, *others in rows for each in others)

    def _sample_rows(self, states: Sequence[AnyState], count: int) -> list[list[Forecast]]:
        """Samples of the prospects in each of some positions, under the same luck."""
        sampler = comparison.playouts_of(states, CHANCE, self._hints)
        self._meter.done += count * len(states)
        return [sampler(self._rng) for _ in range(count)]

    def _add_outlook(self, ply: int, samples: Sequence[Forecast]) -> None:
        of_seats = [[*zip(*each, strict=True)] for each in zip(*samples, strict=True)]
        chances, margins = (tuple(map(comparison.estimate, each)) for each in of_seats)
        self._course.append(Outlook(ply, margins, chances))


def _make_judgement(event: ReviewedEvent, judged: Judged) -> Judgement:
    options = judged.appraisal().options
    return Judgement(event.ply, event.seat, options, event.move, exact=bool(judged.exact))


def _luck_of_draw(rows: Sequence[Sequence[Forecast]], size: int) -> tuple[Estimate, ...]:
    """The worth of the first of ``size`` draws to each seat, less the mean of all draws."""
    differences: list[list[float]] = []
    for row in rows:
        drawn, *others = [chances or margins for chances, margins in row]
        rest = [sum(each) / len(others) for each in zip(*others, strict=True)]
        pairs = zip(drawn, rest, strict=True)
        differences.append([(own - mean) * (size - 1) / size for own, mean in pairs])
    return tuple(map(comparison.estimate, zip(*differences, strict=True)))


def _exact_forecast(option: JudgedMove, seat: int) -> Forecast:
    """The prospects of both seats of a match whose end is known."""
    won, lead = option.chance.mean if option.chance else 0.0, option.margin.mean
    chances, margins = (won, 1 - won), (lead, -lead)
    return (chances, margins) if seat == 1 else (chances[::-1], margins[::-1])
