"""The machine's moves in clear cases, without a search: it finishes a match that it leads, keeps
its last life away from attackers, and claims a building that the next roll almost surely takes.
Playouts smooth the difference that each of these makes.
"""

from __future__ import annotations

from collections.abc import Sequence

from prowlerbot.core.squares import united
from prowlerbot.games.landgrab.moves import Move
from prowlerbot.games.landgrab.rules import Position
from prowlerbot.games.landgrab.scoring import LAST_REMAINING, score
from prowlerbot.games.landgrab.space import ADJACENT

from .ways import ROLLS

NEARLY_SURE = 3
"""The points that at least ten of twelve rolls take."""


def sensible(position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves of a turn that are worth a search; all of them if the case is not clear."""
    return (
        _finishing(position, seat, moves)
        or _keeping_away(position, seat, moves)
        or _taking(position, seat, moves)
        or moves
    )


def _lead(position: Position, seat: int) -> int:
    """The points of a seat less those of the best other seat that has not left."""
    others = [each for each in position.seats if each != seat and each not in position.left]
    best = max(score(position, each).total for each in others)
    return score(position, seat).total - best


def _finishing(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """The attack that wins the match if it succeeds, and costs no more than a life if it fails."""
    lives = position.lives
    attacks = [move for move in moves if move.kind == "a" and lives[move.at - 1] == 1]
    alone = len(lives) - lives.count(0) == 2
    if not attacks or not alone or lives[seat - 1] == 1:
        return []
    return attacks if _lead(position, seat) > 0 else []


def _keeping_away(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """The moves that keep a leader with one life away from other pawns, and attacks.

    The case is not clear for a seat that would win even without that life.
    """
    lives = position.lives
    if lives[seat - 1] > 1:
        return []
    others = [at for other, at in enumerate(position.pawns, 1) if at >= 0 and other != seat]
    reach = united([ADJACENT[at] for at in others])
    lead = _lead(position, seat)
    if lead <= 0 or (len(others) == 1 and lead > LAST_REMAINING):
        return []
    here = position.pawns[seat - 1]
    away = [
        move
        for move in moves
        if move.kind != "a" and not reach >> (here if move.kind == "c" else move.at) & 1
    ]
    if not away:
        return []
    return [move for move in moves if move.kind == "a" or move in away]


def _taking(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """Claims that the next roll almost surely wins, better claims, and attacks on seats with fewer
    lives; the case is not clear for a seat that could lose its last life.
    """
    on, points, lives = position.map, position.points, position.lives
    if lives[seat - 1] == 1 and any(move.kind == "a" for move in moves):
        return []
    rates, sure = dict[Move, float](), list[float]()
    for move in moves:
        if move.kind == "c":
            number = on.number[move.at]
            rates[move] = rate = on.buildings[number].worth / ROLLS[points[number]]
            if points[number] <= NEARLY_SURE:
                sure.append(rate)
    if not sure:
        return []
    least = min(sure)
    return [
        move
        for move in moves
        if rates.get(move, 0.0) >= least
        or (move.kind == "a" and lives[move.at - 1] < lives[seat - 1])
    ]
