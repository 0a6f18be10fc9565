"""The chances of a playout, corrected by what became of matches that were played out.

Playouts overrate what they foresee: where they gave 3 % in matches among levels of the machine, 9 %
won. So the chances that people are told are in part those that the points, lives and rounds left
give by themselves. docs/machine.md has the measurement; ``python -m bench.calibration`` repeats it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS

from .rollout import BEHIND_ALL, LIVES

_PLAYOUT, _STANDING = 0.6, 0.38
"""The shares of both in a chance; the rest is even, so a running match is never decided."""
_SCALE, _PER_ROUND, _AMONG_SEVERAL = 2.0, 0.6, 1.5
"""The points that make a lead safe: at the end, by the root of the rounds left, and the factor in a
match of more than two.
"""


def calibrated(position: Position, chances: Sequence[float]) -> list[float]:
    """The chances of the seats in a running match, from those of a playout of it."""
    there = [seat not in position.left for seat in position.seats]
    even = (1 - _PLAYOUT - _STANDING) / sum(there)
    return [
        _PLAYOUT * chance + _STANDING * own + even * stays
        for chance, own, stays in zip(chances, _standing(position), there, strict=True)
    ]


def _standing(position: Position) -> list[float]:
    """The chances by the points and lives of this moment."""
    left = max(0, min(ROUNDS - position.round, CALM_ROUNDS + position.progress - position.round))
    scale = _SCALE + _PER_ROUND * sqrt(left)
    if len(position.lives) > 2:
        scale *= _AMONG_SEVERAL
    merits = [
        BEHIND_ALL if seat in position.left else score(position, seat).total + LIVES[lives]
        for seat, lives in zip(position.seats, position.lives, strict=True)
    ]
    best = max(merits)
    weights = [exp((merit - best) / scale) for merit in merits]
    return [weight / sum(weights) for weight in weights]
