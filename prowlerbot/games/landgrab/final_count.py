"""The count of points: buildings, the last pawn, the deciding rule, the course of the match."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from prowlerbot.core.final_count import Cell, Column, Count, Row, ScoreCourse, as_steps, cell_of
from prowlerbot.core.game import Outcome
from prowlerbot.core.i18n import mark, tr, trn
from prowlerbot.games.landgrab.map import OF_LARGE, OF_SMALL
from prowlerbot.games.landgrab.position import COLOURS
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS
from prowlerbot.games.landgrab.words import squares_of

_ENDS = {
    "last": mark("One pawn is left standing"),
    "calm": mark("{rounds} rounds without a lost life or an unowned building taken"),
    "rounds": mark("All {rounds} rounds have been played"),
}
_BEFORE = mark(
    "The last pawn standing brings {points} more. A player who is out keeps the buildings until"
    " another player steals them."
)
_DECISIONS = {
    "left": mark("A player who leaves ranks last"),
    "large": mark("Level in points; more large buildings decide"),
    "lives": mark("Level in points and large buildings; more lives decide"),
    "shared": mark("Level in points, large buildings and lives"),
}


def final_count(line: Sequence[Position]) -> Count:
    position, outcome = line[-1], line[-1].outcome
    columns = [
        Column(tr("small"), "small_building"),
        Column(tr("large"), "large_building"),
        Column(tr("standing")),
        Column(tr("lives"), "life", "beside"),
    ]
    totals = [score(position, seat).total for seat in position.seats]
    rows = [Row(seat, [*_cells(position, seat)], totals[seat - 1]) for seat in position.seats]
    gone = {seat: tr("out") for seat in position.seats if not position.is_in(seat)}
    title = tr("Final count") if outcome else tr("Points so far")
    count = Count(title, tr("points"), columns, rows, totals)._replace(
        gone={**gone, **dict.fromkeys(position.left, tr("has left"))},
        looks=[COLOURS.index(letter) + 1 for letter in position.setup.colours],
    )
    if outcome is None:
        return count._replace(notes=[tr(_BEFORE, points=LAST_REMAINING)])
    reasons = [tr(_ENDS[position.end], rounds=CALM_ROUNDS if position.end == "calm" else ROUNDS)]
    reasons.append(_decision_words(position, outcome))
    course = _course_of_match(line) if len(line) > 1 else None
    return count._replace(ranks=outcome.ranks, reasons=reasons, course=course)


def _cells(position: Position, seat: int) -> Iterator[Cell]:
    owners = zip(position.map.buildings, position.owners, strict=True)
    own = [each for each, owner in owners if owner == seat]
    for large, (_, worth) in ((False, OF_SMALL), (True, OF_LARGE)):
        places = [squares_of(each) for each in own if each.is_large is large]
        yield cell_of(len(places), worth, ", ".join(places))
    yield Cell(score(position, seat).last)
    yield Cell(position.lives[seat - 1])


def _decision_words(position: Position, outcome: Outcome) -> str:
    totals = dict(zip(position.seats, outcome.totals, strict=True))
    left = max((totals.pop(seat) for seat in position.left), default=0)
    best, second = sorted(totals.values(), reverse=True)[:2] if len(totals) > 1 else (0, 0)
    if outcome.by != "points":
        return tr(_DECISIONS[outcome.by])
    if left > second:  # the margin would contradict the totals of the table
        return tr(_DECISIONS["left"])
    return trn("Won by {count} point", "Won by {count} points", best - second)


def _course_of_match(line: Sequence[Position]) -> ScoreCourse:
    """Each seat's points by time, in rounds from 0; a round that has begun counts."""
    by_round = groupby(line, key=lambda state: state.round)
    rounds = [[*states] for number, states in by_round if number]
    moments = [
        (state.round if state.end else state.round - 1 + index / len(states), state)
        for states in rounds
        for index, state in enumerate(states)
    ]
    lines = []
    for seat in line[-1].seats:
        points = [(0.0, 0), *((when, score(state, seat).total) for when, state in moments)]
        lines.append(as_steps(points, max(1.0, line[-1].round)))
    jump = (float(line[-1].round), tr("standing")) if line[-1].end == "last" else None
    return ScoreCourse(tr("Points after each round"), tr("rounds"), lines, jump)
