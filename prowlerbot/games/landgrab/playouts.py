"""The value of a position to the machine, and the course of a match that it foresees after a move.

The value comes from a coarse playout: pawns approach buildings and roll, and walk through each
other. They attack only in their first turn here, and only where it pays. A search spends most of
its time here, so a turn changes plain lists. The most frequent course of many playouts is the
reason for its choice.
"""

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import exp, sqrt
from statistics import fmean as mean
from typing import NamedTuple

from prowlerbot.core.game import CHANCE
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.machine import CROWD, ROLLS_NEEDED, STEAL, promises, ways_on
from prowlerbot.games.landgrab.map import ADJACENT, SIDES, SPAWN, Move
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS

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
_AT_END, _RUNNING, _PER_ROOT = 0.15, 1.5, 0.7
"""Points by which a chance falls to a third: at the end; before, and by the root of rounds."""
_PER_BUILDING = 3
"""The rounds that a building of nobody adds to those without progress."""
_LIFE_AT_END = 0.01
"""The points of a life at the end, which breaks a tie."""
MARGIN = 0.15
"""The share of a seat's lead in a value, as at the end of a match."""
FIRST = 0.6
"""The share of the rest for first place, rather than for a place ahead of many."""
PLAYOUTS = 100
"""The playouts that foresee what follows a move."""
USUAL = 0.5
"""The share of them from which on something is usual."""


def outlook(position: Position, seat: int, rng: random.Random) -> Sequence[float]:
    """The values of a running position, from one random playout."""
    if (course := play_out(position, seat, rng)) is None:
        return [1 / len(position.lives)] * len(position.lives)
    return course.values()


def forecast(
    position: Position, seat: int, rng: random.Random
) -> tuple[Sequence[float], Sequence[float]]:
    """The chances to win and the leads in points, from one random playout."""
    if (course := play_out(position, seat, rng)) is None:
        seats = len(position.lives)
        return [1 / seats] * seats, [0.0] * seats
    chances = course.chances()
    total = sum(chances)
    return [chance / total for chance in chances], course.leads()


def play_out(position: Position, seat: int, rng: random.Random) -> "Course | None":
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
    course = Course(position, seat, rng)
    course.over = bool(position.end) or course.go_on()
    return course


class Course:
    """A match in play; lists of seats begin with a seat 0, which is nobody's. ``_goal`` is the
    number of the building that a pawn approaches, negative before its choice; ``_wait`` holds the
    turns until its arrival, and ``_at`` its square then.
    """

    def __init__(self, position: Position, seat: int, rng: random.Random) -> None:
        on = position.map
        self._dice = rng.random
        self.lives = list(position.lives)
        self._spawns = position.spawns
        self._left = position.left
        self._seats = seats = len(self.lives)
        self._still_in = [seat for seat in position.seats if self.lives[seat - 1]]
        self._ways = ways_on(on).way_from
        self._near = on.near
        self._full = on.full_points
        # The first one among equals is taken, so each playout begins with another one.
        begin = int(self._dice() * len(on.full_points))
        self._numbers = (*range(begin, len(on.full_points)), *range(begin))
        self._worth = [each.worth for each in on.buildings]
        self.owners = list(position.owners)
        self._points = list(position.points)
        self._own = [0] * (seats + 1)
        self._got = [0] * (seats + 1)
        for number, owner in enumerate(self.owners):
            self._own[owner] |= 1 << number
            self._got[owner] += self._worth[number]
        if position.end == "last":
            self._got[self._still_in[0]] += LAST_REMAINING
        self._unclaimed = self.owners.count(0)
        self._at = [NOWHERE, *position.pawns]
        self._fresh = [True] * (seats + 1)
        self._goal = [-1] * (seats + 1)
        self._wait = [0] * (seats + 1)
        self._quick = [self._dice() < CLAIMERS for _ in range(seats + 1)]
        self._quick[seat] = False
        self._turn = position.turn
        self._first = position.setup.first
        self.round, self._progress = position.round, position.progress
        self.over = False
        """Whether the match is over after the playout."""
        self.taken: list[tuple[int, int]] = []
        """The buildings that were taken, each with the seat before its number."""

    def go_on(self) -> bool:
        """Play some rounds; return whether the match is over then."""
        seat, seats, first = self._turn, self._seats, self._first
        lives, wait, fresh = self.lives, self._wait, self._fresh
        until = min(self.round + HORIZON, ROUNDS)
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
                if self.round - self._progress >= CALM_ROUNDS:
                    return True
                if self.round == until:
                    return until == ROUNDS
                self.round += 1

    def _begin(self, seat: int) -> None:
        """Take the first turn of a pawn, which is still on its square of the position."""
        here, lives = ADJACENT[self._at[seat]], self.lives
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
        self._progress = self.round
        self._at[loser] = self._spawns[loser - 1]
        self._goal[loser] = -1
        self.lives[loser - 1] -= 1
        if not self.lives[loser - 1]:
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
        if owner := self.owners[goal]:
            self._own[owner] ^= 1 << goal
            self._got[owner] -= self._worth[goal]
        else:
            self._progress = self.round
            self._unclaimed -= 1
        self.owners[goal] = seat
        self.taken.append((seat, goal))
        self._own[seat] |= 1 << goal
        self._got[seat] += self._worth[goal]
        for other in self._still_in:
            if self._goal[other] == goal:
                self._goal[other] = -1

    def _cheapest_goal(self, seat: int) -> int:
        """The goal of the claimer, negative if it owns everything."""
        owners, best, least = self.owners, -1, 99
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
        owners, worth, points, rolls = self.owners, self._worth, self._points, ROLLS_NEEDED
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
        got, lives = self._got[1:], self.lives
        if self.over:
            scale = _AT_END
            merits = [own + _LIFE_AT_END * left for own, left in zip(got, lives, strict=True)]
        else:
            calm = CALM_ROUNDS - self.round + self._progress
            left = min(ROUNDS - self.round, calm + _PER_BUILDING * self._unclaimed)
            scale = _RUNNING + _PER_ROOT * sqrt(left)
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


class Foresight(NamedTuple):
    """Shares of the playouts, from 0 to 1. Rows of seats begin with 0, which is nobody."""

    owners: Sequence[Sequence[float]]
    """By the number of a building, how often each seat owns it."""
    lives: Sequence[float]
    """The mean number of lives of each seat, from 1."""
    over: float
    """How often the match ends."""
    rounds: float
    """The mean number of rounds until then."""
    winner: int
    """The seat that most often has most points alone in these matches; 0 for none."""
    taken: Sequence[Sequence[int]]
    """By seat, the buildings that it usually takes, in order."""


@lru_cache(maxsize=64)
def foresee(position: Position, seat: int, move: Move) -> Foresight | None:
    """What follows a move of a seat, by the same luck for every move; None before any spawn."""
    after = position.after(seat, move)
    courses = [course for luck in range(PLAYOUTS) if (course := _course(after, seat, luck))]
    if len(courses) < PLAYOUTS:
        return None
    seats = range(len(position.lives) + 1)
    leads = [[0.0, *each.leads()] for each in courses]
    ended = [(each, lead) for each, lead in zip(courses, leads, strict=True) if each.over]
    won = Counter(own for _, lead in ended for own in seats if lead[own] > 0)
    held = [Counter(owners) for owners in zip(*(each.owners for each in courses), strict=True)]
    return Foresight(
        owners=[[each[own] / len(courses) for own in seats] for each in held],
        lives=[sum(each.lives[own - 1] for each in courses) / len(courses) for own in seats],
        over=len(ended) / len(courses),
        rounds=sum(each.round - position.round for each, _ in ended) / max(1, len(ended)),
        winner=won.most_common(1)[0][0] if won else 0,
        taken=[_usually_taken(courses, own, after.owners) for own in seats],
    )


def _course(position: Position, seat: int, luck: int) -> Course | None:
    rng, rolled = random.Random(luck), position
    while CHANCE in rolled.to_move:
        rolls = rolled.moves(CHANCE)
        rolled = rolled.after(CHANCE, rolls[int(rng.random() * len(rolls))])
    course = play_out(rolled, seat, rng)
    if course and rolled.owners != position.owners:
        course.taken.insert(0, (seat, position.target))
    return course


def _usually_taken(courses: Sequence[Course], seat: int, owners: Sequence[int]) -> list[int]:
    """The buildings of others that a seat takes in most courses, in their usual order."""
    places: dict[int, list[int]] = {}
    for each in courses:
        taken = dict.fromkeys(it for own, it in each.taken if own == seat != owners[it])
        for place, number in enumerate(taken):
            places.setdefault(number, []).append(place)
    usual = {it: mean(at) for it, at in places.items() if len(at) > USUAL * len(courses)}
    return sorted(usual, key=usual.__getitem__)
