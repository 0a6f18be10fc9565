"""What a position is worth, by playing the match on in broad strokes: pawns go for buildings and
roll, go through each other, and attack only with what is their first turn here, and where it pays.

A search spends most of its time here, so what happens in each turn is written with lists.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import exp, sqrt

from .appeal import CROWD, ROLLS, STEAL
from .moves import SIDES, SPAWN
from .reach import NOWHERE
from .rules import Position
from .scoring import LAST_REMAINING
from .sites import likely_spawn
from .space import ADJACENT
from .turns import CALM_ROUNDS, ROUNDS
from .ways import ways_on

HORIZON = 20
"""The rounds that are played on."""

CLAIMERS = 0.8
"""How often a pawn plays like the claimer, which takes what is cheapest to take right now; else it
goes for what appeals to it most. What a seat does should be good against both. The seat whose
choice is judged always does the latter.
"""

AGGRESSION = 0.5
"""How often a pawn attacks when it can, and has more lives than the other or hopes for the last."""

LIVES = (-1.5, 0.0, 0.5, 0.9)
"""What having so many lives is worth, in points."""

BEHIND_ALL = -50.0
"""Stands for the points of a seat that has left."""

MARGIN = 0.15
"""The part of a value that is about how far ahead a seat is, as at the end of a match."""
FIRST = 0.6
"""The part of the rest that is about being the first, rather than before as many as possible."""


def outlook(position: Position, seat: int, rng: random.Random) -> Sequence[float]:
    """The values of a running position, after one way in which it may go on."""
    while position.phase == "spawns":
        spawn = likely_spawn(position.map, position.spawns, rng)
        position = position.after(position.turn, SPAWN[spawn])
    while position.phase == "eviction":
        (aside,) = position.to_move
        moves = position.legal
        position = position.after(aside, moves[int(rng.random() * len(moves))])
    if not position.round:  # nobody can tell yet
        return [1 / len(position.lives)] * len(position.lives)
    course = _Course(position, seat, rng)
    sure = course.go_on()
    return course.values(sure=sure)


class _Course:
    """A match as it goes on; lists of seats begin with a seat 0, which is nobody's.

    ``_goal`` is the number of the building that a pawn goes for, negative if it has to choose;
    ``_wait`` are the turns until it gets there, and ``_at`` where it is then.
    """

    def __init__(self, position: Position, seat: int, rng: random.Random) -> None:
        on = position.map
        self._dice = rng.random
        self._lives = list(position.lives)
        self._spawns = position.spawns
        self._left = position.left
        self._seats = seats = len(self._lives)
        self._still_in = [seat for seat in position.seats if self._lives[seat - 1]]
        self._ways = ways_on(on).of
        self._near = on.near
        self._full = on.full
        # Among equals the first one found is taken, so it has to be another one each time.
        begin = int(self._dice() * len(on.full))
        self._numbers = (*range(begin, len(on.full)), *range(begin))
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

    def go_on(self) -> bool:
        """For some rounds; whether the match is over then."""
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
        """The first turn of a pawn, which still stands where it does in the position."""
        here, lives = ADJACENT[self._at[seat]], self._lives
        for other in self._still_in:
            # Who has moved here may be far away, or is only on its way to where it is said to be.
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
        """Roll, or choose what to go for and take the first step."""
        goal = self._goal[seat]
        if goal < 0:
            goal = self._cheapest(seat) if self._quick[seat] else self._most_appealing(seat)
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
        owner = self._owners[goal]
        if owner:
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

    def _cheapest(self, seat: int) -> int:
        """What the claimer goes for, negative if everything is its own."""
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
        """Negative if everything is its own."""
        owners, worth, points, rolls = self._owners, self._worth, self._points, ROLLS
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

    def values(self, *, sure: bool) -> Sequence[float]:
        """What has come out is worth; ``sure`` if the match is over."""
        got, lives = self._got[1:], self._lives
        if sure:
            scale = 0.15
            merits = [own + 0.01 * left for own, left in zip(got, lives, strict=True)]
        else:
            calm = CALM_ROUNDS - self._round + self._progress
            scale = 1.5 + 0.7 * sqrt(min(ROUNDS - self._round, calm + 3 * self._unclaimed))
            merits = [own + LIVES[left] for own, left in zip(got, lives, strict=True)]
        for seat in self._left:
            merits[seat - 1] = BEHIND_ALL
        best = max(merits)
        chances = [exp((merit - best) / scale) for merit in merits]
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
