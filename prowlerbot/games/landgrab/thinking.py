"""Hints to the machine: the moves that it searches first."""

import random
from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.core.game_parts import Hints
from prowlerbot.core.squares import unite
from prowlerbot.games.landgrab import machine, playouts
from prowlerbot.games.landgrab.map import ADJACENT, Move
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score

_PRIOR_WEIGHT = 0.1
"""How much worse, in value, a move without gain looks than the best one."""
_ATTACK_LOOK, _STRONGER_LOOK, _LAST_LIFE_LOOK = 0.6, 1.0, 1.3
"""The look of an attack, where the best other move has 1: any, on fewer lives, on a last life."""


def candidates(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    """In a turn the moves of the first clear case that applies, or those that approach goals."""
    if position.phase == "turn":  # playouts smooth the difference that the clear cases make
        return (
            _finishing_moves(position, seat, moves)
            or _evading_moves(position, seat, moves)
            or _taking_moves(position, seat, moves)
            or _approaching_moves(position, seat, moves)
        )
    return machine.candidate_places(position, seat, moves, rng)


def prior(position: Position, seat: int, moves: Sequence[Move]) -> list[float]:
    """How much worse each move looks than the best one; all look alike but spawns and turns."""
    if position.phase == "spawns":
        promised = machine.promises(position.map, position.spawns)
        gains = [promised[move.at] for move in moves]
    elif position.phase == "turn":
        gains = _gains_of_moves(position, seat, moves)
    else:
        return [0.0] * len(moves)
    best = max(gains, default=0.0)
    if best <= 0:
        return [0.0] * len(moves)
    looks = [gain / best for gain in gains]
    for number, (kind, target, _) in enumerate(moves):
        if kind == "a":
            own_lives, lives = position.lives[seat - 1], position.lives[target - 1]
            stronger = _LAST_LIFE_LOOK if lives == 1 else _STRONGER_LOOK
            looks[number] = stronger if own_lives > lives else _ATTACK_LOOK
    return [_PRIOR_WEIGHT * (look - 1) for look in looks]


def playout(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """A quick choice by the rules of the clear cases and the looks of the rest."""
    sensible_moves = candidates(position, seat, moves, rng)
    if len(sensible_moves) == 1:
        return sensible_moves[0]
    looks = prior(position, seat, sensible_moves)
    best = max(looks)
    looking = zip(sensible_moves, looks, strict=True)
    return rng.choice([move for move, look in looking if look == best])


def _approaching_moves(position: Position, seat: int, moves: Sequence[Move]) -> Sequence[Move]:
    """The moves, without steps to squares that are no better than the pawn's own. Playouts can
    hardly tell such steps apart, so that a pawn would go back and forth.
    """
    goals = _goals_of(position, seat)
    present = goals.appeal(position.pawns[seat - 1])
    return [move for move in moves if move.kind != "" or goals.appeal(move.at) > present] or moves


def _gains_of_moves(position: Position, seat: int, moves: Sequence[Move]) -> list[float]:
    """The approximate points per roll or step; none for an attack, which gains in another way."""
    goals = _goals_of(position, seat)
    claim_rates = {number: worth / rolls for number, worth, rolls in goals.goals}

    def gain(move: Move) -> float:
        if move.kind == "c":
            return claim_rates[position.map.building_numbers[move.at]]
        return goals.appeal(move.at, moved=1) if move.kind == "" else 0.0

    return list(map(gain, moves))


class _Goal(NamedTuple):
    """A building of others or nobody, its points less the danger, and the rolls of a claim."""

    number: int
    worth: float
    rolls: float


class _Goals(NamedTuple):
    """The buildings that a seat can claim, the ways there, and the mask of its own ones."""

    ways: machine.Ways
    own: int
    goals: list[_Goal]

    def appeal(self, square: int, moved: int = 0) -> float:
        """Points per turn of the best building from a square that is ``moved`` turns away."""
        turns = self.ways.way_from(square, self.own).turns
        rates = [worth / (moved + turns[number] + rolls) for number, worth, rolls in self.goals]
        return max(rates, default=0.0)


def _goals_of(position: Position, seat: int) -> _Goals:
    land, points = position.map, position.points
    ways = machine.ways_on(land)
    crowd = machine.CROWD_FACTORS[len(position.lives)]
    pawns = enumerate(position.pawns, 1)
    rivals = [ways.way_from(at).threats for other, at in pawns if at >= 0 and other != seat]
    own, goals = 0, []
    for number, owner in enumerate(position.owners):
        if owner == seat:
            own |= 1 << number
        else:
            worth = land.buildings[number].worth * (machine.STEAL_FACTOR if owner else 1)
            danger = 1 + crowd * sum([threats[number] for threats in rivals])
            goals.append(_Goal(number, worth / danger, machine.ROLLS_NEEDED[points[number]]))
    return _Goals(ways, own, goals)


def choose_claim(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """Claim the building in reach with the fewest points left, or approach the nearest foreign one.
    It starts beside as many buildings as it can, and places everything else at random.
    """
    if position.phase in {"tiles", "buildings", "eviction"}:
        return moves[int(rng.random() * len(moves))]
    land = position.map
    if position.phase == "spawns":
        most_buildings = max(len(land.near[move.at]) for move in moves)
        return rng.choice([move for move in moves if len(land.near[move.at]) == most_buildings])
    if claims := [move for move in moves if move.kind == "c"]:
        points = {move: position.points[land.building_numbers[move.at]] for move in claims}
        return min(claims, key=points.__getitem__)
    ways = machine.ways_on(land)
    others = [number for number, owner in enumerate(position.owners) if owner != seat]
    steps = [move for move in moves if move.kind == ""]
    if not steps or not others:
        return rng.choice(moves)

    def distance(move: Move) -> int:
        turns = ways.way_from(move.at).turns
        return min(turns[number] for number in others)

    shortest = min(map(distance, steps))
    return rng.choice([move for move in steps if distance(move) == shortest])


SURE_POINTS = 3
"""The points that at least ten of twelve rolls take."""


def _lead_in_points(position: Position, seat: int) -> int:
    """The points of a seat less those of the best other seat that has not left."""
    others = [each for each in position.seats if each != seat and each not in position.left]
    return score(position, seat).total - max(score(position, each).total for each in others)


def _finishing_moves(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """The attack that wins the match if it succeeds, and costs no more than a life if it fails."""
    lives = position.lives
    attacks = [move for move in moves if move.kind == "a" and lives[move.at - 1] == 1]
    is_last_rival = len(lives) - lives.count(0) == 2
    if not attacks or not is_last_rival or lives[seat - 1] == 1:
        return []
    return attacks if _lead_in_points(position, seat) > 0 else []


def _evading_moves(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """The moves that keep a leader with one life away from other pawns, and attacks. The case is
    not clear for a seat that would win even without that life.
    """
    if position.lives[seat - 1] > 1:
        return []
    others = [pawn for other, pawn in enumerate(position.pawns, 1) if pawn >= 0 and other != seat]
    reach = unite([ADJACENT[pawn] for pawn in others])
    lead = _lead_in_points(position, seat)
    if lead <= 0 or (len(others) == 1 and lead > LAST_REMAINING):
        return []
    own = position.pawns[seat - 1]
    safe_moves = [
        move
        for move in moves
        if move.kind != "a" and not reach >> (own if move.kind == "c" else move.at) & 1
    ]
    return [move for move in moves if move.kind == "a" or move in safe_moves] if safe_moves else []


def _taking_moves(position: Position, seat: int, moves: Sequence[Move]) -> list[Move]:
    """Claims that the next roll almost surely wins, better claims, and attacks on seats with fewer
    lives; the case is not clear for a seat that could lose its last life.
    """
    land, points, lives = position.map, position.points, position.lives
    if lives[seat - 1] == 1 and any(move.kind == "a" for move in moves):
        return []
    claims = {move: land.building_numbers[move.at] for move in moves if move.kind == "c"}
    rates = {
        move: land.buildings[number].worth / machine.ROLLS_NEEDED[points[number]]
        for move, number in claims.items()
    }
    sure_rates = [rates[it] for it, number in claims.items() if points[number] <= SURE_POINTS]
    if not sure_rates:
        return []
    least_rate = min(sure_rates)
    return [
        move
        for move in moves
        if rates.get(move, 0.0) >= least_rate
        or (move.kind == "a" and lives[move.at - 1] < lives[seat - 1])
    ]


HINTS: Hints[Position, Move] = Hints(
    outlook=playouts.outlook,
    forecast=playouts.forecast,
    calibrated=playouts.calibrate_chances,
    candidates=candidates,
    playout=playout,
    prior=prior,
    curiosity=1.0,
    flat=True,
    even=0.4,  # good moves differ by a tenth of their luck, so none may be dropped early
    a_second=8_000,
    effort=5,
    contrast=0.1,
    lapses={"easy": 0.32, "medium": 0.18, "hard": 0.05, "expert": 0.0},
    endgame=0,  # dice decide until the end, so an exhaustive search is impossible
    players={"claimer": choose_claim},  # only claims
)
