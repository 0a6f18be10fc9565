"""The count of treasure: the gain of each round, the deciding rule, the course of the match."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from prowlerbot.core.final_count import Cell, Column, Count, Row, ScoreCourse, as_steps, cell_of
from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes.cards import MAX_CARDS
from prowlerbot.games.heroes.position import ROUNDS, Profit
from prowlerbot.games.heroes.rules import Position, is_card_over
from prowlerbot.games.heroes.scoring import PRISONER_WORTH, SOLO_GUARDS_FOR_GEM, TARGETS, seat_worth
from prowlerbot.games.heroes.seat import GEM_WORTH

_DECIDED = {
    "left": mark("All other players have left"),
    "gems": mark("Level in treasure; more gems decide"),
    "shared": mark("Level in treasure and in gems"),
}
_MEDALS = {
    "gold": (mark("Gold medal"), mark("{count} more would have been gold")),
    "silver": (mark("Silver medal"), mark("{count} more would have been silver")),
    "bronze": (mark("Bronze medal"), mark("{count} more would have been bronze")),
    "none": (mark("No medal"), mark("There is nothing higher")),
}
"""By medal: its name, and the text if it is the next one to reach; “none” is next after gold."""
_NOTHING = Profit(0, 0, 0, 0)
_INVASION_TIME, _CARDS_TIME, _END_TIME = 0.7, 0.6, 0.1
"""The time axis, in rounds: the time from the start of an invasion to the end of its round, and the
part of it for ``MAX_CARDS`` cards; the last card ends the round. The end of the match, such as the
last profit, comes ``_END_TIME`` after the moment before.
"""


def prize_words(*, alone: bool) -> str:
    """The guards that bring a gem."""
    return tr("{count}+ guards", count=SOLO_GUARDS_FOR_GEM) if alone else tr("most guards")


def final_count(line: Sequence[Position]) -> Count:
    """Before the end the treasure of each round; at the end that of the last one, by source."""
    position, outcome, alone = line[-1], line[-1].outcome, len(line[-1].seats) == 1
    names = tr("gold"), tr("gems"), tr("prisoners"), prize_words(alone=alone)
    columns = [*map(Column, names, ("gold", "gem", "prisoner", "guard"))]
    totals = [seat.treasure for seat in position.seats]
    rounds = [tr("Round {round}", round=number) for number in position.setup.rounds]
    count = Count(tr("Treasure so far"), tr("Treasure"), columns, [], totals)._replace(
        notes=[tr("Only what round {round} leaves counts", round=ROUNDS)],
        gone=dict.fromkeys(position.left, tr("has left")),
    )
    if outcome is None:
        rows = [
            Row(seat, _cells(profit), profit.worth, name)
            for name, profits in zip(rounds, position.profits, strict=False)  # those played
            for seat, profit in enumerate(profits, 1)
        ]
        return count._replace(rows=rows)
    # Each round before the last one is a column. A match that ended early has no last round.
    played_out = len(position.profits) == len(rounds)
    earlier = position.profits[:-1] if played_out else position.profits
    last = position.profits[-1] if played_out else (_NOTHING,) * len(totals)
    rows = []
    for seat, total in enumerate(totals, 1):
        cells = _cells(last[seat - 1] if seat not in position.left else _NOTHING)
        worths = [Cell(profits[seat - 1].worth) for profits in earlier]
        rows.append(Row(seat, [*cells, *worths], total))
    return count._replace(
        title=tr("Final count"),
        columns=[*columns, *(Column(name, kind="beside") for name in rounds[: len(earlier)])],
        rows=rows,
        ranks=outcome.ranks,
        reasons=[_deciding_reason(position, sorted(totals, reverse=True), outcome.by)],
        headline=tr(_MEDALS[outcome.by][0]) if alone else "",
        metal=outcome.by if alone else "",
        course=_course_of_match(line) if len(line) > 1 else None,
    )


def _cells(profit: Profit) -> list[Cell]:
    """A cell for each source of treasure."""
    gems, prisoners = cell_of(profit.gems, GEM_WORTH), profit.prisoners // PRISONER_WORTH
    guards = cell_of(profit.most_guards, GEM_WORTH)
    return [Cell(profit.gold), gems, cell_of(prisoners, PRISONER_WORTH), guards]


def _deciding_reason(position: Position, totals: Sequence[int], by: str) -> str:
    if by in _DECIDED:
        return tr(_DECIDED[by])
    if len(totals) > 1:
        return tr("Won by {count} in treasure", count=totals[0] - totals[1])
    targets = TARGETS[position.setup.build]
    higher = [medal for medal in targets if targets[medal] > totals[0]]
    following = min(higher, key=targets.__getitem__, default="none")
    return tr(_MEDALS[following][1], count=targets.get(following, 0) - totals[0])


def _course_of_match(line: Sequence[Position]) -> ScoreCourse:
    moments = [*_moments_of_match(line)]
    lines = []
    for seat in range(len(line[-1].seats)):
        worths = [(when, seat_worth(state.seats[seat])) for when, state in moments]
        lines.append(as_steps(worths, worths[-1][0]))
    return ScoreCourse(tr("Treasure in stash and colony after each card"), tr("rounds"), lines)


def _moments_of_match(line: Sequence[Position]) -> Iterator[tuple[float, Position]]:
    """The start of each invasion, the end of each card, and of the match, by time in rounds."""
    when, cards = line[-1].setup.rounds.start - 1.0, 0
    yield when, line[0]
    for before, state in pairwise(line):
        after = state.phase != "invasion"
        if before.phase == "invasion" and (after or is_card_over(before, state)):
            cards += 1
            to_round_end = 0 if after else _INVASION_TIME - _CARDS_TIME * cards / MAX_CARDS
            when = before.round - to_round_end
        elif before.phase != "invasion" and not after:
            cards, when = 0, before.round - _INVASION_TIME
        elif state is line[-1]:
            when += _END_TIME
        else:
            continue
        yield when, state
