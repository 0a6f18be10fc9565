"""What a game may tell the machine about itself; without any of it the machine plays as well."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from .contract import AnyState, Outcome, View

Values = Sequence[float]
"""What a position is worth to each seat, seat 1 first: 0 is lost, 1 is won."""

Policy = Callable[[Any, int, Sequence[Any], random.Random], Any]
"""The move of a seat, one of the given ones, by a simple rule."""


@dataclass(frozen=True, slots=True)
class Hints:
    """Each hint is optional; a game writes them as plain functions of these names in one module.

    A game with secrets has to offer ``determinise``, or the machine would take what it sees for all
    there is.
    """

    determinise: Callable[[View[Any], random.Random], AnyState] | None = None
    """A whole position, drawn from those that agree with the view.

    Its views must be hashable, equal exactly where the viewer cannot tell two positions apart.
    """

    value: Callable[[AnyState], Values] | None = None
    """What a running position is worth, where a playout is cut off."""

    outlook: Callable[[Any, int, random.Random], Values] | None = None
    """What a running position is worth, by playing it on in a way of the game's own that is faster
    than move by move; it takes the place of a playout. It is asked where a seat is to choose, and
    told which seat's choice it is to judge, the last one.
    """

    candidates: Callable[[Any, int, Sequence[Any], random.Random], Sequence[Any]] | None = None
    """Those of the moves that deserve a search, where there are too many for one; one at least."""

    playout: Policy | None = None
    """The move of a seat in a playout; else each is alike."""

    horizon: int | None = None
    """The plies after which a playout is cut off, and ``value`` asked; 0 plays none."""

    prior: Callable[[AnyState, int, Sequence[Any]], Sequence[float]] | None = None
    """How much better (in value) than usual each move looks, before it was tried."""

    key: Callable[[AnyState], Hashable] | None = None
    """What the rest of a match depends on; positions of one key are worth the same."""

    curiosity: float = 0.8
    """How much a move gains for having been tried little, in units of how much values differ.

    Playouts to the end need much of it, as each says little; a good ``value`` needs less.
    """

    flat: bool = False
    """Whether a search compares moves by playouts alone and grows no tree. That is better where so
    much luck lies between a choice and the next that a tree would meet each position once.
    """

    even: float = 0.0
    """The part of the playouts that the moves to choose from share alike, however they look: needed
    where ``prior`` may be far off.
    """

    effort: int = 1
    """How many playouts to make for each that a level has, where one is quick and says little."""

    contrast: float = 1.0
    """How far apart the values of good and bad moves lie, where 1 is usual: where dice smooth all
    differences, a level that takes little care should not take any move for a good one.
    """

    endgame: int = 8
    """The plies before the end from which a match of two can be searched to the end."""

    levels: Mapping[str, Policy] = field(default_factory=dict)
    """How the levels of these names play, in place of a search: for a game with so much luck
    between its many small decisions that a search finds nothing out. What they are given is what
    their seat sees.
    """

    players: Mapping[str, Policy] = field(default_factory=dict)
    """Players that do not search, by name, to measure the machine against."""


NO_HINTS = Hints()


def hints_of(source: object) -> Hints:
    """The hints that a module offers under their names."""
    offered = {f.name: getattr(source, f.name) for f in fields(Hints) if hasattr(source, f.name)}
    return Hints(**offered)


MARGIN = 0.15
"""The part of a final value that is about how far ahead, so that the machine plays on for points
when a match is decided, and loses by little."""


def worth(outcome: Outcome) -> Values:
    """What an outcome is worth to each seat: how many others it leaves behind, and how far.

    In a match of two the values add up to 1. Alone, a seat is compared with nothing but the rank
    that its game gave it, so more is better however much it is.
    """
    ranks, totals = outcome.ranks, outcome.totals
    if len(ranks) == 1:
        won = 1.0 if ranks[0] == 1 else 0.0
        return (0.5 * won + 0.25 + 0.25 * totals[0] / (abs(totals[0]) + 50),)
    values = []
    for seat, rank in enumerate(ranks):
        behind = sum(1.0 if rank < other else 0.5 * (rank == other) for other in ranks) - 0.5
        best = max(total for other, total in enumerate(totals) if other != seat)
        ahead = (totals[seat] - best) / (1 + abs(totals[seat]) + abs(best))
        values.append((1 - MARGIN) * behind / (len(ranks) - 1) + MARGIN * (0.5 + 0.5 * ahead))
    return values
