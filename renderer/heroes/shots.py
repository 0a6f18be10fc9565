"""Which positions of a match are shown in its animation, with what is said about them.

A match has up to 1,600 plies, so what belongs together is one picture: a draft turn of all seats, a
card with all that it did. Of a round at most ``MOST`` pictures show the building.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from prowlerbot.core.i18n import mark, tr
from prowlerbot.games.heroes import words
from prowlerbot.games.heroes.rules import Position

MOST = 12
_LAST, _CARD = 4, 2
"""How many moves' time the last picture stands before it begins again, and how many a card."""

TURN = mark("Round {round}, turn {turn}")
LIVE = mark("Round {round}, {pile} in the pile")
READY = mark("Round {round}: the colonies are ready")
COMES = mark("{invader}, {map}")
PLANNED = mark("Everybody has chosen, round {round} begins")


class Shot(NamedTuple):
    state: Position
    part: float
    """How much of the match has been shown."""
    caption: str
    stands: float = 1.0
    """How long, in times of a move."""
    sheet: bool = False
    """Whether the sheet of the end is shown in place of the board."""


def shots(states: Sequence[Position], captions: Sequence[str]) -> list[Shot]:
    """``captions`` has a line for each position, and one more for the sheet of a match that was
    played out; what is one picture of many moves is told in words of its own.
    """
    whole = max(1, len(states) - 1)
    found = [Shot(states[0], 0.0, captions[0])]
    building: list[Shot] = []
    for ply, (before, state) in enumerate(itertools.pairwise(states), 1):
        part = ply / whole
        if state.phase == "build" and _has_grown(before, state):
            building.append(Shot(state, part, _built(state)))
            continue
        if state.phase != "build" and building:
            found += _some(building)
            building = []
        found += _told(before, state, part)
        if state.left != before.left:
            found.append(Shot(state, part, captions[ply]))
    found += _some(building)
    last = states[-1]
    if found[-1].state is not last:
        found.append(Shot(last, 1.0, captions[len(states) - 1]))
    if last.outcome is not None:
        found.append(Shot(last, 1.0, captions[-1], sheet=True))
    return [*found[:-1], found[-1]._replace(stands=_LAST)]


def _told(before: Position, state: Position, part: float) -> Iterator[Shot]:
    if before.phase == "build" and state.phase == "invasion":
        yield Shot(state, part, tr(READY, round=state.round))
    elif before.phase == "planning" and state.phase == "build":
        yield Shot(before, part, tr(PLANNED, round=state.round))
    elif before.phase == "invasion" and state.phase != "invasion":
        if state.invaded is not None:
            yield Shot(state.invaded, part, card_told(state.invaded), _CARD)
    elif is_over(before, state):
        yield Shot(state, part, card_told(state), _CARD)


def is_over(before: Position, state: Position) -> bool:
    """Whether a card has just done all it does, and another one is to come."""
    if state.phase != "invasion" or before.phase != "invasion" or before.draw == "card kind":
        return False
    return state.draw in {"card kind", "invader", "event"} and bool(state.map or state.event)


def _has_grown(before: Position, state: Position) -> bool:
    """Whether everybody's turn is over; live, whether something was built."""
    if state.live:
        return any(
            one.colony is not other.colony
            for one, other in zip(before.seats, state.seats, strict=True)
        )
    return state.turn != before.turn


def _built(state: Position) -> str:
    if state.live:
        return tr(LIVE, round=state.round, pile=state.pile)
    return tr(TURN, round=state.round, turn=state.turn)


def _some(building: Sequence[Shot]) -> list[Shot]:
    """So many at most, the last one for certain."""
    if len(building) <= MOST:
        return list(building)
    return [building[(at + 1) * len(building) // MOST - 1] for at in range(MOST)]


def card_told(state: Position) -> str:
    """The card that is there by its name."""
    if state.event:
        return tr(words.EVENT_NAMES[state.event])
    if state.map:
        return tr(
            COMES,
            invader=tr(words.INVADER_NAMES[state.invader]),
            map=tr(words.MAP_NAMES[state.map]),
        )
    return tr(words.INVADER_NAMES[state.invader])
