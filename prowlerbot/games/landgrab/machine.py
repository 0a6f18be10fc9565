"""The machine's judgement: places before the turns, buildings as goals, the value of a position.

The appeal of a building is its worth, the time it takes, and the pawns near it. ``Ways`` has the
turns from every square to each building, computed once per map. Pawns do not block the way there,
and only the first of those turns may be going around.

The numbers come from matches without any search, where each pawn goes for the most appealing
building. Such a pawn beats the claimer (in ``thinking.py``) in six of seven matches for two. It
comes first in every second match for four.

The value of a position comes from a coarse playout: pawns approach buildings and roll, and walk
through each other. They attack only in their first turn here, and only where it pays. A search
spends most of its time here, so a turn changes plain lists.
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from typing import NamedTuple

from prowlerbot.core.squares import mask_of, squares_in, unite
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.map import (
    ADJACENT,
    NAME,
    SIDES,
    SPAWN,
    Building,
    Map,
    Move,
    square_distance,
    tile_squares,
    with_adjacent,
    with_beside,
)
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS

SPAWNS_SEARCHED = 20
"""The most promising spawns, of up to 55, in a search; all would keep it from other seats' choices.
"""
NEIGHBOURS = 2
"""The distance within which two spawns invite fights, which the outlook ignores."""
BUILDINGS_COMPARED = 60
"""The number of drawn places for a building, of up to 220, in the comparison."""
SHARED = 0.5
"""The share of a building's promise to a spawn when another spawn is as near."""

_PULL = tuple(
    tuple([1 / (1 + max(1, square_distance(one, other))) ** 2 for other in range(len(NAME))])
    for one in range(len(NAME))
)
"""How much a building on one square attracts a spawn on another."""


def sites(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Sequence[Move]:
    """The one tile or building to place, or the spawns among which a search chooses."""
    if position.phase == "tiles":
        # The map stays compact with tiles that touch it with most squares.
        edge = with_beside(position.map.squares)
        touching = {move: (tile_squares(move.at) & edge).bit_count() for move in moves}
        most = max(touching.values())
        return [rng.choice([move for move in moves if touching[move] >= most - 1])]
    if position.phase == "buildings":
        return [_building(position, seat, moves, rng)]
    if position.phase == "spawns":
        promised = promises(position.map, position.spawns)
        rivals = [spawn for spawn in position.spawns if spawn != NOWHERE]
        far = [
            move
            for move in moves
            if all(square_distance(move.at, at) > NEIGHBOURS for at in rivals)
        ]
        return sorted(far or moves, key=lambda move: -promised[move.at])[:SPAWNS_SEARCHED]
    return moves


def _building(position: Position, seat: int, moves: Sequence[Move], rng: random.Random) -> Move:
    """The best building for the probable spawn of this seat."""
    tried = rng.sample(moves, BUILDINGS_COMPARED) if len(moves) > BUILDINGS_COMPARED else moves
    on = position.map
    leads = {move: _lead(position, seat, on.with_building(move.at, move.to)) for move in tried}
    return max(leads, key=leads.__getitem__)


def _lead(position: Position, seat: int, on: Map) -> float:
    """The promise of the seat's spawn less the mean of the others, if all take the best ones."""
    first = position.setup.first
    own, others, spawns = 0.0, [], list[int]()
    for each in sorted(position.seats, key=lambda each: (each < first, each)):
        if position.is_in(each):
            promised = promises(on, tuple(spawns))
            spawn = max(promised, key=promised.__getitem__)
            spawns.append(spawn)
            if each == seat:
                own = promised[spawn]
            else:
                others.append(promised[spawn])
    return own - sum(others) / len(others)


def promises(on: Map, spawns: tuple[int, ...]) -> dict[int, float]:
    """By possible spawn, the share of the buildings' worth that it can hope for."""
    return _promises(on, tuple([spawn for spawn in spawns if spawn != NOWHERE]))


@lru_cache(maxsize=256)
def _promises(on: Map, rivals: tuple[int, ...]) -> dict[int, float]:
    draws = []
    for each in on.buildings:
        squares = squares_in(each.squares)
        for square in squares:
            pull = _PULL[square]
            nearest = max([pull[rival] for rival in rivals], default=0.0)
            draws.append((pull, each.worth / len(squares), nearest))
    promised = {}
    for square in squares_in(on.fit):
        if square not in rivals:
            hopes = [
                worth * pull[square] * (1.0 if pull[square] > nearest else SHARED)
                for pull, worth, nearest in draws
            ]
            promised[square] = sum(hopes)
    return promised


# ---------------------------------------------------------------------- buildings as goals

MOST_POINTS = 25
"""The points of an undamaged large building."""
STEAL = 2.0
"""The factor on the appeal of a building that another seat would lose."""
CROWD = (0.0, 0.0, 1.0, 4.0, 8.0)
"""By the number of seats, how much another pawn nearby reduces the appeal: with more seats the
damage is used, or the claimed building stolen, sooner.
"""


def _rolls_needed() -> tuple[float, ...]:
    needed = [0.0]
    for left in range(1, MOST_POINTS + 1):
        after = [needed[max(0, left - shown)] for shown in range(1, SIDES + 1)]
        needed.append(1 + sum(after) / SIDES)
    return tuple(needed)


ROLLS_NEEDED = _rolls_needed()
"""By the points that are left, the mean number of rolls that claim a building."""


class Way(NamedTuple):
    """From one square, by the number of a building: the turns until a pawn is adjacent to it (0 if
    it is already), the square where it is then, and how much it threatens that building.
    """

    turns: tuple[int, ...]
    ends: tuple[int, ...]
    threats: tuple[float, ...]


def _way(turns: Sequence[int], ends: Sequence[int]) -> Way:
    return Way(tuple(turns), tuple(ends), tuple([1 / (1 + each) ** 2 for each in turns]))


class Ways:
    def __init__(self, on: Map) -> None:
        self._map = on
        self._known: dict[tuple[int, int], Way] = {}
        self._near = tuple([mask_of(numbers) for numbers in on.near])
        walks = [_walks(on.free, each) for each in on.buildings]
        for square in squares_in(on.free):
            turns = [steps[square] for steps, _ in walks]
            self._known[square, 0] = _way(turns, [there[square] for _, there in walks])

    def way_from(self, square: int, own: int = 0) -> Way:
        """The way from a square for the owner of the buildings in this mask of numbers."""
        place = square, own & self._near[square]
        if (known := self._known.get(place)) is None:
            known = self._known[place] = self._around(*place)
        return known

    def _around(self, square: int, own: int) -> Way:
        reached = unite([self._map.buildings[number].around for number in squares_in(own)])
        plain = self._known[square, 0]
        turns, ends = list(plain.turns), list(plain.ends)
        for there in squares_in(reached & self._map.free):
            onward = self._known[there, 0]
            for number, more in enumerate(onward.turns):
                if more + 1 < turns[number]:
                    turns[number], ends[number] = more + 1, onward.ends[number]
        return _way(turns, ends)


def _walks(free: int, to: Building) -> tuple[list[int], list[int]]:
    """By square: the steps to a square adjacent to a building, and that square."""
    steps, ends = [0] * len(NAME), [0] * len(NAME)
    edge = seen = to.around & free
    for square in squares_in(edge):
        ends[square] = square
    count = 0
    while edge:
        count += 1
        wider = with_adjacent(edge) & free & ~seen
        for square in squares_in(wider):
            (nearer, *_) = squares_in(with_adjacent(1 << square) & edge)
            steps[square], ends[square] = count, ends[nearer]
        seen |= wider
        edge = wider
    return steps, ends


@lru_cache(maxsize=32)
def ways_on(on: Map) -> Ways:
    return Ways(on)


# ---------------------------------------------------------------------- the value of a position

HORIZON = 20
"""The rounds of a playout."""
CLAIMERS = 0.8
"""The share of pawns that play like the claimer, which takes the cheapest building at the moment;
the rest approach the most appealing one, as the judged seat does. A good choice suits both.
"""
AGGRESSION = 0.5
"""How often a pawn attacks if it can, and has more lives than the other or can take the last."""
WORTH_OF_LIVES = (-1.5, 0.0, 0.5, 0.9)
"""The points that a seat's lives are worth, by their number."""
BEHIND_ALL = -50.0
"""The points of a seat that has left."""
MARGIN = 0.15
"""The share of a seat's lead in a value, as at the end of a match."""
FIRST = 0.6
"""The share of the rest for first place, rather than for a place ahead of many."""


def outlook(position: Position, seat: int, rng: random.Random) -> Sequence[float]:
    """The values of a running position, from one random playout."""
    if (course := _play_out(position, seat, rng)) is None:
        return [1 / len(position.lives)] * len(position.lives)
    return course.values()


def forecast(
    position: Position, seat: int, rng: random.Random
) -> tuple[Sequence[float], Sequence[float]]:
    """The chances to win and the leads in points, from one random playout."""
    if (course := _play_out(position, seat, rng)) is None:
        seats = len(position.lives)
        return [1 / seats] * seats, [0.0] * seats
    chances = course.chances()
    total = sum(chances)
    return [chance / total for chance in chances], course.leads()


def _play_out(position: Position, seat: int, rng: random.Random) -> "_Course | None":
    """A random playout; None before the first round."""
    while position.phase == "spawns":
        promised = promises(position.map, position.spawns)
        luck = rng.random
        spawn = max(promised, key=lambda square: promised[square] * (1 + 0.3 * luck()))
        position = position.after(position.turn, SPAWN[spawn])
    while position.phase == "eviction":
        (aside,) = position.to_move
        moves = position.legal
        position = position.after(aside, moves[int(rng.random() * len(moves))])
    if not position.round:  # unknown so far
        return None
    course = _Course(position, seat, rng)
    course.over = course.go_on()
    return course


class _Course:
    """A match in play; lists of seats begin with a seat 0, which is nobody's. ``_goal`` is the
    number of the building that a pawn approaches, negative before its choice; ``_wait`` holds the
    turns until its arrival, and ``_at`` its square then.
    """

    def __init__(self, position: Position, seat: int, rng: random.Random) -> None:
        on = position.map
        self._dice = rng.random
        self._lives = list(position.lives)
        self._spawns = position.spawns
        self._left = position.left
        self._seats = seats = len(self._lives)
        self._still_in = [seat for seat in position.seats if self._lives[seat - 1]]
        self._ways = ways_on(on).way_from
        self._near = on.near
        self._full = on.full_points
        # The first one among equals is taken, so each playout begins with another one.
        begin = int(self._dice() * len(on.full_points))
        self._numbers = (*range(begin, len(on.full_points)), *range(begin))
        self._worth = [each.worth for each in on.buildings]
        self._owners = list(position.owners)
        self._points = list(position.points)
        self._own = [0] * (seats + 1)
        self._got = [0] * (seats + 1)
        for number, owner in enumerate(self._owners):
            self._own[owner] |= 1 << number
            self._got[owner] += self._worth[number]
        self._unclaimed = self._owners.count(0)
        self._at = [NOWHERE, *position.pawns]
        self._fresh = [True] * (seats + 1)
        self._goal = [-1] * (seats + 1)
        self._wait = [0] * (seats + 1)
        self._quick = [self._dice() < CLAIMERS for _ in range(seats + 1)]
        self._quick[seat] = False
        self._turn = position.turn
        self._first = position.setup.first
        self._round, self._progress = position.round, position.progress
        self.over = False
        """Whether the match is over after the playout."""

    def go_on(self) -> bool:
        """Play some rounds; return whether the match is over then."""
        seat, seats, first = self._turn, self._seats, self._first
        lives, wait, fresh = self._lives, self._wait, self._fresh
        until = min(self._round + HORIZON, ROUNDS)
        while True:
            if lives[seat - 1]:
                if not wait[seat]:
                    if fresh[seat]:
                        fresh[seat] = False
                        self._begin(seat)
                        if len(self._still_in) == 1:
                            self._got[self._still_in[0]] += LAST_REMAINING
                            return True
                    else:
                        self._act(seat)
                else:
                    wait[seat] -= 1
            seat = seat % seats + 1
            if seat == first:
                if self._round - self._progress >= CALM_ROUNDS:
                    return True
                if self._round == until:
                    return until == ROUNDS
                self._round += 1

    def _begin(self, seat: int) -> None:
        """Take the first turn of a pawn, which is still on its square of the position."""
        here, lives = ADJACENT[self._at[seat]], self._lives
        for other in self._still_in:
            # A pawn that has moved here may be far away, or still on its way to its square.
            if here >> self._at[other] & 1 and not self._wait[other]:
                pays = lives[seat - 1] > lives[other - 1] or lives[other - 1] == 1
                if pays and self._dice() < AGGRESSION:
                    self._attack(seat, other)
                    return
        self._act(seat)

    def _attack(self, seat: int, other: int) -> None:
        rolls = int(SIDES * self._dice()), int(SIDES * self._dice())
        if rolls[0] == rolls[1]:
            return
        loser = other if rolls[0] > rolls[1] else seat
        if loser == other:
            self._at[seat] = self._at[other]
        self._progress = self._round
        self._at[loser] = self._spawns[loser - 1]
        self._goal[loser] = -1
        self._lives[loser - 1] -= 1
        if not self._lives[loser - 1]:
            self._still_in.remove(loser)

    def _act(self, seat: int) -> None:
        """Roll, or choose a goal and take the first step."""
        goal = self._goal[seat]
        if goal < 0:
            goal = self._cheapest_goal(seat) if self._quick[seat] else self._most_appealing(seat)
            if goal < 0:
                return
            turns, ends, _ = self._ways(self._at[seat], self._own[seat])
            self._at[seat] = ends[goal]
            self._goal[seat] = goal
            if turns[goal]:
                self._wait[seat] = turns[goal] - 1
                return
        left = self._points[goal] - 1 - int(SIDES * self._dice())
        if left > 0:
            self._points[goal] = left
            if self._quick[seat]:  # another one may be cheaper by now
                self._goal[seat] = -1
            return
        self._points[goal] = self._full[goal]
        if owner := self._owners[goal]:
            self._own[owner] ^= 1 << goal
            self._got[owner] -= self._worth[goal]
        else:
            self._progress = self._round
            self._unclaimed -= 1
        self._owners[goal] = seat
        self._own[seat] |= 1 << goal
        self._got[seat] += self._worth[goal]
        for other in self._still_in:
            if self._goal[other] == goal:
                self._goal[other] = -1

    def _cheapest_goal(self, seat: int) -> int:
        """The goal of the claimer, negative if it owns everything."""
        owners, best, least = self._owners, -1, 99
        for number in self._near[self._at[seat]]:
            if owners[number] != seat and self._points[number] < least:
                best, least = number, self._points[number]
        if best < 0:
            turns = self._ways(self._at[seat], self._own[seat])[0]
            for number in self._numbers:
                if owners[number] != seat and turns[number] < least:
                    best, least = number, turns[number]
        return best

    def _most_appealing(self, seat: int) -> int:
        """The most appealing goal, negative if the seat owns everything."""
        owners, worth, points, rolls = self._owners, self._worth, self._points, ROLLS_NEEDED
        turns = self._ways(self._at[seat], self._own[seat])[0]
        others = [self._ways(self._at[other], 0)[2] for other in self._still_in if other != seat]
        crowd = CROWD[self._seats]
        best, most = -1, 0.0
        for number in self._numbers:
            owner = owners[number]
            if owner == seat:
                continue
            appeal = worth[number] / (turns[number] + rolls[points[number]])
            if owner:
                appeal *= STEAL
            if appeal > most:
                danger = 1.0
                for threats in others:
                    danger += crowd * threats[number]
                appeal /= danger
                if appeal > most:
                    best, most = number, appeal
        return best

    def chances(self) -> list[float]:
        """The chances of the seats to be first, as multiples of the best one."""
        got, lives = self._got[1:], self._lives
        if self.over:
            scale = 0.15
            merits = [own + 0.01 * left for own, left in zip(got, lives, strict=True)]
        else:
            calm = CALM_ROUNDS - self._round + self._progress
            scale = 1.5 + 0.7 * sqrt(min(ROUNDS - self._round, calm + 3 * self._unclaimed))
            merits = [own + WORTH_OF_LIVES[left] for own, left in zip(got, lives, strict=True)]
        for seat in self._left:
            merits[seat - 1] = BEHIND_ALL
        best = max(merits)
        return [exp((merit - best) / scale) for merit in merits]

    def leads(self) -> list[float]:
        """The points of each seat less those of the best other one that has not left."""
        got = self._got
        there = [seat for seat in range(1, len(got)) if seat not in self._left]
        return [
            got[seat] - max([got[other] for other in there if other != seat])
            for seat in range(1, len(got))
        ]

    def values(self) -> Sequence[float]:
        got, chances = self._got[1:], self.chances()
        total = sum(chances)
        values = []
        for seat, chance in enumerate(chances):
            rivals = [other for at, other in enumerate(chances) if at != seat]
            behind = sum([chance / (chance + other) for other in rivals]) / len(rivals)
            first = FIRST * chance / total + (1 - FIRST) * behind
            ahead = max([own for at, own in enumerate(got) if at != seat])
            margin = 0.5 + 0.5 * (got[seat] - ahead) / (1 + got[seat] + ahead)
            values.append((1 - MARGIN) * first + MARGIN * margin)
        return values


_PLAYOUT, _STANDING = 0.6, 0.38
"""The shares of both in a chance; the rest is even, so a running match is never decided."""
_SCALE, _PER_ROUND, _AMONG_SEVERAL = 2.0, 0.6, 1.5
"""Points that make a lead safe: at the end, by the root of rounds left; the factor for several."""


def calibrate_chances(position: Position, chances: Sequence[float]) -> list[float]:
    """The chances of the seats in a running match, from those of a playout of it. Playouts overrate
    what they foresee: where they gave 3 % in matches among levels of the machine, 9 % won. So the
    chances that players see come in part from the points, the lives and the rounds that are left.
    docs/machine.md has the measurement; ``python -m bench.calibration`` repeats it.
    """
    there = [seat not in position.left for seat in position.seats]
    even = (1 - _PLAYOUT - _STANDING) / sum(there)
    return [
        _PLAYOUT * chance + _STANDING * own + even * stays
        for chance, own, stays in zip(chances, _standing_values(position), there, strict=True)
    ]


def _standing_values(position: Position) -> list[float]:
    """The chances by the points and lives of this moment."""
    left = max(0, min(ROUNDS - position.round, CALM_ROUNDS + position.progress - position.round))
    scale = _SCALE + _PER_ROUND * sqrt(left)
    if len(position.lives) > 2:
        scale *= _AMONG_SEVERAL
    merits = [
        BEHIND_ALL if seat in position.left else score(position, seat).total + WORTH_OF_LIVES[lives]
        for seat, lives in zip(position.seats, position.lives, strict=True)
    ]
    best = max(merits)
    weights = [exp((merit - best) / scale) for merit in merits]
    return [weight / sum(weights) for weight in weights]
