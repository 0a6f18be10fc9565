"""Ratings of players from what they scored against each other, on the scale of Elo.

A lead of 200 wins about three of four points. The ratings are those of the Bradley-Terry model that
make the results likeliest (Hunter 2004, "MM algorithms for generalized Bradley-Terry models"); a
draw counts half a point for each. The bounds come from ratings of results drawn anew from the
results (bootstrap).
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log10

SCALE = 400.0
"""The lead at which the odds are ten to one."""
_PRIOR = 0.25
"""The points that each player gets beforehand against each other one of the results. So a player
that won everything has a rating, though a careful one.
"""
_PRECISE = 1e-7
_ROUNDS = 10_000
_DRAWN_ANEW = 200
_BOUND = 0.025
"""The share of ratings drawn anew that lies beyond each bound."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """The result of two players, as one observation, of however many matches it consists."""

    one: str
    two: str
    points: float
    """The points of ``one``, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Rating:
    """``low`` and ``high`` are the bounds that hold the rating in 95 of 100 cases."""

    value: float
    low: float
    high: float


class Ratings:
    """The players of some results, rated. Results are drawn anew once, for all bounds."""

    def __init__(self, meetings: Sequence[Meeting], rng: random.Random) -> None:
        self._strengths = _strengths(meetings, {})
        self._drawn = [
            _strengths(rng.choices(meetings, k=len(meetings)), self._strengths)
            for _ in range(_DRAWN_ANEW)
        ]

    def lead(self, name: str, anchor: str) -> Rating:
        """The rating of a player if that of ``anchor`` is 0."""
        drawn = sorted(_lead(each, name, anchor) for each in self._drawn)
        beyond = int(_BOUND * len(drawn))
        return Rating(_lead(self._strengths, name, anchor), drawn[beyond], drawn[-1 - beyond])


def _lead(strengths: Mapping[str, float], name: str, anchor: str) -> float:
    return SCALE * log10(strengths[name] / strengths[anchor])


def _strengths(meetings: Sequence[Meeting], first: Mapping[str, float]) -> dict[str, float]:
    """The strength of each player by the model, in which the geometric mean is arbitrary."""
    points: dict[str, float] = defaultdict(float)
    played: dict[tuple[str, str], float] = defaultdict(float)
    for each in meetings:
        points[each.one] += each.points
        points[each.two] += 1 - each.points
        played[min(each.one, each.two), max(each.one, each.two)] += 1
    rivals: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for (one, two), count in played.items():
        for name, other in ((one, two), (two, one)):
            points[name] += _PRIOR
            rivals[name].append((other, count + 2 * _PRIOR))
    strengths = {**dict.fromkeys(points, 1.0), **first}
    for _ in range(_ROUNDS):
        change = 0.0
        for name, against in rivals.items():
            own = strengths[name]
            new = points[name] / sum(count / (own + strengths[other]) for other, count in against)
            change = max(change, abs(new / own - 1))
            strengths[name] = new
        if change < _PRECISE:
            break
    return strengths
