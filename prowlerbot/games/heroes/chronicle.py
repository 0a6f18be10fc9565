"""The rounds of a match and the cards of its invasions, derived from its positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from prowlerbot.games.heroes.rules import Position

Line = Sequence[Position]
"""Positions one after the other: a match, or a part of it."""


class Stretch(NamedTuple):
    """A part of a line: from the position before it to the one after its last move."""

    round: int
    first: int
    last: int


class Visit(NamedTuple):
    """A card and its whole effect; ``number`` counts the cards of an invasion from 1.

    At ``first``, chance is about to draw the card. At ``last``, the card is ``over`` or the line
    ends. ``shown`` is the latest position with the card on the table.
    """

    round: int
    number: int
    first: int
    last: int
    over: bool
    shown: Position


def rounds(line: Line) -> list[Stretch]:
    """The rounds that have begun, each with the planning that follows it."""
    begun = [
        at
        for at, state in enumerate(line)
        if state.phase == "build" and (not at or line[at - 1].round != state.round)
    ]
    return [
        Stretch(line[first].round, first, after - 1)
        for first, after in pairwise((*begun, len(line)))
    ]


def invasions(line: Line) -> list[Stretch]:
    """The invasions: from the ready colonies to the profit of the round or the latest position."""
    stretches = []
    for phase, part in groupby(range(len(line)), key=lambda at: line[at].phase):
        if phase == "invasion":
            first, *rest = part
            after = first + len(rest) + 1
            stretches.append(Stretch(line[first].round, first, min(after, len(line) - 1)))
    return stretches


def visits(line: Line) -> Iterator[Visit]:
    """The drawn cards in their order; the line may begin with an invasion."""
    number, first = 1, 0
    for at in range(len(line)):
        before, state = line[at - 1] if at else None, line[at]
        if before is None or before.phase != "invasion":
            number, first = 1, at
            continue
        left = state.phase != "invasion"
        if left or is_over(before, state):
            shown = (state.after_invasion or before) if left else state
            yield Visit(before.round, number, first, at, True, shown)
            number, first = number + 1, at
    last = len(line) - 1
    if first < last:
        state = line[last]
        if state.phase == "invasion" and not state.draw and _is_drawn(state):
            yield Visit(state.round, number, first, last, False, state)


def latest_invasion(line: Line) -> int:
    """The index at which the present invasion begins, or the latest one if only planning followed;
    the length of the line if there is none.
    """
    begun = len(line)
    while begun and line[begun - 1].phase in {"planning", "over"}:
        begun -= 1
    if not begun or line[begun - 1].phase != "invasion":
        return len(line)
    while begun and line[begun - 1].phase == "invasion":
        begun -= 1
    return begun


def is_over(before: Position, state: Position) -> bool:
    """Whether a card has just finished, and another one follows."""
    if state.phase != "invasion" or before.phase != "invasion" or before.draw == "card kind":
        return False
    return state.draw in {"card kind", "invader", "event"} and _is_drawn(state)


def _is_drawn(state: Position) -> bool:
    return bool(state.map or state.event)
