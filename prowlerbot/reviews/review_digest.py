"""A review for its readers: the loss by each move, turning points, accuracy and luck of each seat.

A loss is in points of a hundred, and a large one has a name. A point is one percent of chance to
win. In a game without a known chance, a treasure counts as several points. docs/machine.md has the
formulae and their sources.

An accuracy is from 0 to 100. Lichess compares the chances to win before and after a move. This
module compares the best and the played move with the same luck. So no roll of the dice counts
against a player.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from math import exp, hypot, log, sqrt
from statistics import fmean, linear_regression
from typing import Literal

from prowlerbot.opponent.judgement import Estimate, JudgedMove, Judgement, Luck, Review

Verdict = Literal["inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 5.0, 10.0, 15.0
"""The points from which a loss has this name; lichess has the same."""
TREASURE = 5.0  # the points of one treasure: three of them are a blunder
DECIDED_WEIGHT = 0.25
"""The weight of a lost lead that hardly changes the chance, against one in an even match."""
_UNDECIDED_CHANCES = 0.02, 0.98
"""The chances that show the worth of a lead; beyond them a match is nearly decided."""
_LEAST_OUTLOOKS = 6
_LICHESS_FACTOR, _LICHESS_DECAY = 103.1668100711649, -0.04354415386753951
_LICHESS_OFFSET = 3.166924740191411
"""The numbers of lichess, by which the accuracy of a move falls with its loss."""
_LICHESS_BONUS = 1.0  # the bonus of lichess, as no analysis is perfect
_LEAST_LEAD = 1.0  # the lead at the end, in points of the game, whose loss a player notices
LEAST_STAKE = 3.0  # the points that must be at stake for a decision to count
_MOST_WEIGHT = 12.0
_FULL_ACCURACY = 99.999  # between this and 100 the difference is an error of rounding
_Moment = tuple[int, tuple[Estimate, ...]]
"""The number of plays before a moment, and the chance or margin of each seat."""
_CALM_ERROR = 0.03  # an error of a chance that a reader of the course hardly sees
_REACHES = (0, 1, 2, 4, 8)
"""The possible numbers of moments on either side that smoothing includes."""
GOOD_ANSWER_PART = 1 / 3
"""The part of the loss in the match below which the loss of another move has to stay."""
_FEWEST_AT_STAKE, _FEWEST_DECISIONS = 4, 20  # from which on an accuracy says anything
MOST_TURNS = 6
MOST_COSTLY = 3  # the costliest moves of a seat that are shown


@dataclass(frozen=True, slots=True)
class Loss:
    """The loss by a move, in points of a hundred."""

    judgement: Judgement
    points: Estimate

    @property
    def is_sure(self) -> bool:
        """Whether the move surely gave something away."""
        return self.points.mean > 0 and self.points.is_sure

    @property
    def lost_lead(self) -> bool:
        """Whether the move lost a lead that a player notices, beyond the luck of the samples."""
        lead = _lead_over(self.judgement.options[0], played_option(self.judgement))
        return lead.mean >= _LEAST_LEAD and lead.is_sure

    @property
    def decided(self) -> bool:
        """Whether the match was lost with any move, or still won with this one."""
        best, made = self.judgement.options[0].chance, played_option(self.judgement).chance
        low, high = _UNDECIDED_CHANCES
        return best is not None and made is not None and (best.mean <= low or made.mean >= high)

    @property
    def verdict(self) -> Verdict | None:
        """The name of a loss; None if it is too small, or not sure."""
        if not self.is_sure or self.points.mean < INACCURACY:
            return None
        if self.points.mean < MISTAKE:
            return "inaccuracy"
        return "mistake" if self.points.mean < BLUNDER else "blunder"


def losses_in(review: Review) -> list[Loss]:
    """The losses of all decisions, in their order; those of best moves are 0."""
    worth = _worth_of_a_lead(review)
    return [Loss(each, _lost_points(each, worth)) for each in review.judgements]


def costliest_losses(all_losses: Sequence[Loss], seat: int) -> list[Loss]:
    """The costliest named losses of a seat, the worst first, those in a decided match last. A seat
    without them has its largest ones, none of which is sure.
    """
    own = [each for each in all_losses if each.judgement.seat == seat]
    named = [each for each in own if each.verdict is not None]
    named = named or [each for each in own if each.points.mean > 0 and each.lost_lead]
    return sorted(named, key=lambda each: (each.decided, -each.points.mean))[:MOST_COSTLY]


def played_option(judgement: Judgement) -> JudgedMove:
    """The judgement of the played move, which each judgement has."""
    for option in judgement.options:
        if option.move == judgement.played:
            return option
    raise ValueError(f"The played move {judgement.played} is not among the compared ones.")


def _lost_points(judgement: Judgement, worth: float) -> Estimate:
    best, made = judgement.options[0], played_option(judgement)
    if made is best:
        return Estimate(0.0)
    loss = made.loss
    if made.chance is None:
        return Estimate(TREASURE * loss.mean, TREASURE * loss.error)
    points, lead = Estimate(100 * loss.mean, 100 * loss.error), _lead_over(best, made)
    if lead.mean <= 0 or not lead.is_sure:
        return points
    # The worth of the lead in an even match, and the error of this worth.
    chance = 1 / (1 + exp(-worth * lead.mean))
    counted = 100 * DECIDED_WEIGHT * (chance - 0.5)
    if counted <= points.mean:
        return points
    return Estimate(counted, 100 * DECIDED_WEIGHT * worth * chance * (1 - chance) * lead.error)


def _lead_over(one: JudgedMove, other: JudgedMove) -> Estimate:
    """The lead in margin of an option over another one."""
    ahead, behind = one.margin, other.margin
    return Estimate(ahead.mean - behind.mean, hypot(ahead.error, behind.error))


def _worth_of_a_lead(review: Review) -> float:
    """The slope of the log odds of a win over the lead; 0 with too few moments in the match."""
    low, high = _UNDECIDED_CHANCES
    moments = [
        (margin.mean, log(chance.mean / (1 - chance.mean)))
        for outlook in review.course
        # A game without known chances has only margins.
        for margin, chance in zip(outlook.margins, outlook.chances, strict=False)
        if low < chance.mean < high
    ]
    if len(moments) < _LEAST_OUTLOOKS or len({lead for lead, _ in moments}) == 1:
        return 0.0
    leads, odds = zip(*moments, strict=True)
    return max(0.0, linear_regression(leads, odds).slope)


def accuracy_percent(accuracy: float) -> int:
    """An accuracy for readers; 100 means that the player lost nothing at all."""
    return min(99, round(accuracy)) if accuracy < _FULL_ACCURACY else 100


def move_accuracy(points: float) -> float:
    """The accuracy of a move with a loss of this many points, as lichess computes it."""
    if points <= 0:
        return 100.0
    accuracy = _LICHESS_FACTOR * exp(_LICHESS_DECAY * points) - _LICHESS_OFFSET
    return min(100.0, max(0.0, accuracy + _LICHESS_BONUS))


def player_accuracy(all_losses: Sequence[Loss], seat: int) -> float | None:
    """The accuracy of a seat, in which errors of losses cancel out; None without a decision."""
    own = [each for each in all_losses if each.judgement.seat == seat]
    return accuracy_by_stakes([(each.points.mean, stake_of(each)) for each in own]) if own else None


def accuracy_by_stakes(moves: Sequence[tuple[float, float]]) -> float:
    """The accuracy of a seat by the lost points of each move and the points at stake.

    Many decisions cost little, whatever is chosen, as all do in a decided match. So moves weigh by
    their stake, and half of the accuracy of a move is the part of the stake that the player took.
    """
    if not (counting := [(lost, stake) for lost, stake in moves if stake >= LEAST_STAKE]):
        return 100.0
    shares = [(move_accuracy(lost) + 100 * (1 - lost / stake)) / 2 for lost, stake in counting]
    return min(100.0, fmean(shares, [min(_MOST_WEIGHT, stake) for _, stake in counting]))


def stake_of(loss: Loss) -> float:
    """The points between the best and the worst compared move, or those of a lost lead."""
    options = loss.judgement.options
    factor = TREASURE if options[0].chance is None else 100.0
    return max(loss.points.mean, factor * max(each.loss.mean for each in options))


@dataclass(frozen=True, slots=True)
class Point:
    """A moment after ``at`` plays that changed the prospects of a seat."""

    at: int
    seat: int
    points: Estimate
    """The change in points of a hundred; see ``losses_in``."""
    judgement: Judgement | None = None
    """The judgement of the seat's own move; None if luck decided."""

    @property
    def options(self) -> tuple[JudgedMove, ...]:
        """The compared moves, the machine's own first; none if luck decided."""
        return () if self.judgement is None else self.judgement.options

    @property
    def played(self) -> JudgedMove | None:
        return None if self.judgement is None else played_option(self.judgement)

    def passes(self, given_away: Estimate) -> bool:
        """Whether a move is a good answer. It loses less than a third of the loss in the match, or
        less than the machine can tell.
        """
        improves = given_away.mean + given_away.error < self.points.mean
        unsure = improves and not given_away.is_likely
        return unsure or given_away.mean < self.points.mean * GOOD_ANSWER_PART


@dataclass(frozen=True, slots=True)
class Digest:
    """A review as its readers see it; in each tuple of seats, seat 1 comes first."""

    review: Review
    chances: bool
    """Whether the game has known chances to win; else margins take their place."""
    course: tuple[_Moment, ...]
    """The chance or margin of each seat; chances with large errors are smoothed."""
    accuracy: tuple[float | None, ...]
    """In percent; None for a seat with few decisions."""
    luck: tuple[float | None, ...]
    """In percent of chance, or in margin; None for all if the match had none."""
    turns: tuple[Point, ...]
    """The turning points in their order."""
    costly: tuple[tuple[Point, ...], ...]
    """The costliest moves of each seat, the worst first."""
    helped: frozenset[int]
    """The plays before each decision with a hint: it searched longer, so no loss counts."""

    def given_away(self, judgement: Judgement) -> Estimate:
        """The loss by a move that was not played in this match, in points."""
        return losses_in(replace(self.review, judgements=(judgement,)))[0].points


def make_digest(review: Review, seats: int, helped: Collection[int] = ()) -> Digest:
    """The digest of a review; ``helped`` has the number of plays before each one with a hint."""
    all_losses = losses_in(review)
    own_losses = [each for each in all_losses if each.judgement.ply not in helped]
    chances, every = _has_chances(review), range(1, seats + 1)
    lucks = [luck_of(review, seat) for seat in every]
    course = _judged_course(review)
    if chances:
        course = _smooth_course([(each.ply, each.chances) for each in review.course], _CALM_ERROR)
    decisions = Counter(each.judgement.seat for each in own_losses)
    at_stake = Counter(it.judgement.seat for it in own_losses if stake_of(it) >= LEAST_STAKE)
    enough = {seat for seat, count in decisions.items() if count >= _FEWEST_DECISIONS}
    enough |= {seat for seat, count in at_stake.items() if count >= _FEWEST_AT_STAKE}
    return Digest(
        review=review,
        chances=chances,
        course=course,
        accuracy=tuple(player_accuracy(own_losses, it) if it in enough else None for it in every),
        luck=tuple(None if it is None else it.mean / (1 if chances else TREASURE) for it in lucks),
        turns=tuple(turning_points(review, all_losses)),
        costly=tuple(tuple(map(_loss_point, costliest_losses(own_losses, seat))) for seat in every),
        helped=frozenset(helped),
    )


def _judged_course(review: Review) -> tuple[_Moment, ...]:
    """The margins over a match, after each decision as it was judged: hints and losses tell the
    same. A decision changes those of its seat alone. The last moment has the result.
    """
    judged = {each.ply + 1: each for each in review.judgements}
    course: list[_Moment] = []
    for each in review.course:
        margins, judgement = each.margins, judged.get(each.ply)
        if judgement is not None and each is not review.course[-1]:
            before = [*(course[-1][1] if course else margins)]
            before[judgement.seat - 1] = played_option(judgement).margin
            margins = tuple(before)
        course.append((each.ply, margins))
    return tuple(course)


def _smooth_course(course: Sequence[_Moment], calm: float) -> tuple[_Moment, ...]:
    """The course with the mean over the moments around each one, over as few as reduce the usual
    error to ``calm``. A moment without an error stays as it is.
    """
    if not (unsure := [values for _, values in course if _is_unsure(values)]):
        return tuple(course)
    usual = fmean(each.error for values in unsure for each in values)
    reach = next((each for each in _REACHES if usual / sqrt(2 * each + 1) <= calm), _REACHES[-1])
    smoothed = []
    for at, (ply, values) in enumerate(course):
        around = [near for _, near in course[max(0, at - reach) : at + reach + 1]]
        seats = zip(*(near for near in around if _is_unsure(near)), strict=True)
        smoothed.append((ply, tuple(map(_mean_estimate, seats)) if _is_unsure(values) else values))
    return tuple(smoothed)


def _is_unsure(values: Sequence[Estimate]) -> bool:
    return any(each.error for each in values)


def _mean_estimate(values: Sequence[Estimate]) -> Estimate:
    error = hypot(*(each.error for each in values)) / len(values)
    return Estimate(fmean(each.mean for each in values), error)


def turning_points(
    review: Review, all_losses: Sequence[Loss], most: int = MOST_TURNS
) -> list[Point]:
    """The largest changes, in the order of the match: mistakes, and luck of the same size. A
    mistake that the next play undoes, such as another one, turns nothing.
    """
    lasting = [it for it in all_losses if it.is_sure and not _is_undone(review, it.judgement)]
    changes = [(_chance_change(loss), _loss_point(loss)) for loss in lasting]
    lucky = [_lucky_point(each, treasure=not _has_chances(review)) for each in review.luck]
    changes += [(point.points, point) for point in lucky]
    clear = [each for each in changes if abs(each[0].mean) >= MISTAKE and each[0].is_sure]
    clear.sort(key=lambda each: -abs(each[0].mean))
    return sorted([point for _, point in clear[:most]], key=lambda point: point.at)


def _is_undone(review: Review, judgement: Judgement) -> bool:
    """Whether the chance to win, without any luck, rises again by most of what the play lost."""
    best, made = judgement.options[0].chance, played_option(judgement).chance
    later = {each.ply: each.chances for each in review.course}.get(judgement.ply + 2)
    if review.luck or not later or best is None or made is None:
        return False
    return 2 * later[judgement.seat - 1].mean > best.mean + made.mean


def _loss_point(loss: Loss) -> Point:
    return Point(loss.judgement.ply, loss.judgement.seat, loss.points, loss.judgement)


def _chance_change(loss: Loss) -> Estimate:
    """The change of the chance to win, or of the treasure in a game without a known chance."""
    made = played_option(loss.judgement)
    if made.chance is None:
        return Estimate(-loss.points.mean, loss.points.error)
    return Estimate(-100 * made.loss.mean, 100 * made.loss.error)


def luck_of(review: Review, seat: int) -> Estimate | None:
    """The luck of a seat in all rolls and draws, in points; None if there were none."""
    if not review.luck:
        return None
    factor = 100.0 if _has_chances(review) else TREASURE
    worths = [each.worth[seat - 1] for each in review.luck]
    mean, error = sum(each.mean for each in worths), hypot(*(each.error for each in worths))
    return Estimate(factor * mean, factor * error)


def _has_chances(review: Review) -> bool:
    return any(each.chances for each in review.course)


def _lucky_point(luck: Luck, *, treasure: bool) -> Point:
    """The change by a draw by lot, for the seat with the largest gain or loss."""
    factor = TREASURE if treasure else 100.0
    seat = max(range(len(luck.worth)), key=lambda at: abs(luck.worth[at].mean))
    worth = luck.worth[seat]
    return Point(luck.ply, seat + 1, Estimate(factor * worth.mean, factor * worth.error))
