"""Hints to the machine (``prowlerbot/opponent/hints.py``): which moves it looks at first.

What positions are worth is in ``rollout.py``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from .appeal import CROWD, ROLLS, STEAL
from .claimer import claim
from .clear_cases import sensible
from .moves import Move
from .rollout import outlook
from .rules import Position
from .sites import promises, sites
from .ways import Way, ways_on

__all__ = [
    "candidates",
    "contrast",
    "curiosity",
    "effort",
    "endgame",
    "even",
    "flat",
    "outlook",
    "players",
    "prior",
]

curiosity = 1.0

flat = True

even = 0.4
"""Good moves differ by a tenth of what luck makes of each, so none may be given up early."""

effort = 5

contrast = 0.1

endgame = 0
"""Dice decide until the end, so nothing can be searched through."""

players = {"claimer": claim}

_WEIGHT = 0.1
"""How much worse than the best move one looks that gains nothing."""
_ATTACK, _STRONGER, _LAST_LIFE = 0.6, 1.0, 1.3
"""How good an attack looks, where the best other move is 1: in general, on somebody who has fewer
lives, and if that is the last one.
"""


def candidates(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    if position.phase == "turn":
        clear = sensible(position, seat, moves)
        return clear if clear is not moves else _headway(position, seat, moves)
    return sites(position, seat, moves, rng)


def prior(position: Position, seat: int, moves: Sequence[Move]) -> list[float]:
    """How much worse than the best each looks: by what appeals to the pawn from where it is then,
    or by what a spawn promises.
    """
    if position.phase == "spawns":
        promised = promises(position.map, position.spawns)
        gains = [promised[move.at] for move in moves]
    elif position.phase == "turn":
        gains = _gains(position, seat, moves)
    else:
        return [0.0] * len(moves)
    best = max(gains, default=0.0)
    if best <= 0:
        return [0.0] * len(moves)
    looks = [gain / best for gain in gains]
    for number, (kind, target, _) in enumerate(moves):
        if kind == "a":
            looks[number] = _attack(position.lives[seat - 1], position.lives[target - 1])
    return [_WEIGHT * (look - 1) for look in looks]


def _attack(own: int, lives: int) -> float:
    if own <= lives:
        return _ATTACK
    return _LAST_LIFE if lives == 1 else _STRONGER


def _headway(position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves without the steps that lead to nothing better than where the pawn stands.

    Playouts can hardly tell such steps apart, so a pawn would go back and forth between two of
    them. From a step that leads to something better no such step leads back.
    """
    appeal = _appeals(position, seat)
    here = appeal(position.pawns[seat - 1])
    ahead = [move for move in moves if move.kind or appeal(move.at) > here]
    return ahead or moves


def _appeals(position: Position, seat: int) -> Callable[[int], float]:
    """Points a turn that the best building brings from a square: it rises on the way there."""
    of, own, goals = _goals(position, seat)

    def appeal(square: int) -> float:
        turns = of(square, own).turns
        return max([worth / (turns[number] + rolls) for number, worth, rolls in goals], default=0.0)

    return appeal


def _gains(position: Position, seat: int, moves: Sequence[Move]) -> list[float]:
    """Points a roll or step, about; none for an attack, which gains in another way."""
    of, own, goals = _goals(position, seat)
    at_once = {number: worth / rolls for number, worth, rolls in goals}
    gains = []
    for kind, at, _ in moves:
        gain = 0.0
        if kind == "":
            turns = of(at, own).turns
            gain = max(
                [worth / (1 + turns[number] + rolls) for number, worth, rolls in goals], default=0.0
            )
        elif kind == "c":
            gain = at_once[position.map.number[at]]
        gains.append(gain)
    return gains


def _goals(
    position: Position, seat: int
) -> tuple[Callable[[int, int], Way], int, list[tuple[int, float, float]]]:
    """How far each building is, which are the seat's own, and of each other one its number, what it
    is worth for all the danger, and how many rolls it takes.
    """
    on, points = position.map, position.points
    of = ways_on(on).of
    crowd = CROWD[len(position.lives)]
    others = [
        of(square).threats
        for other, square in enumerate(position.pawns, 1)
        if square >= 0 and other != seat
    ]
    own, goals = 0, []
    for number, owner in enumerate(position.owners):
        if owner == seat:
            own |= 1 << number
        else:
            worth = STEAL * on.buildings[number].worth if owner else on.buildings[number].worth
            danger = 1 + crowd * sum([threats[number] for threats in others])
            goals.append((number, worth / danger, ROLLS[points[number]]))
    return of, own, goals
