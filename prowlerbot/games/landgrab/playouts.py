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
from prowlerbot.games.landgrab import machine
from prowlerbot.games.landgrab.legal_places import NOWHERE
from prowlerbot.games.landgrab.map import ADJACENT, SIDES, SPAWN, Move
from prowlerbot.games.landgrab.rules import LAST_REMAINING, Position, score
from prowlerbot.games.landgrab.turns import CALM_ROUNDS, ROUNDS

HORIZON = 20
"""The rounds of a playout."""
CLAIMER_SHARE = 0.8
"""The share of pawns that play like the claimer, which takes the cheapest building at the moment;
the rest approach the most appealing one, as the judged seat does. A good choice suits both.
"""
ATTACK_CHANCE = 0.5
"""The chance that a pawn attacks if it has more lives than the other, or can take the last one."""
WORTH_OF_LIVES = (-1.5, 0.0, 0.5, 0.9)
"""The points that a seat's lives are worth, by their number."""
POINTS_OF_LEFT = -50.0
"""The points of a seat that has left, behind all others."""
_SCALE_AT_END, _SCALE_RUNNING, _SCALE_PER_ROOT = 0.15, 1.5, 0.7
"""Points by which a chance falls to a third: at the end; before, and by the root of rounds."""
_ROUNDS_PER_UNCLAIMED = 3  # the rounds that a building of nobody adds to those without progress
_WORTH_OF_LIFE_AT_END = 0.01  # the points of a life at the end, which breaks a tie
LEAD_SHARE = 0.15
"""The share of a seat's lead in a value, as at the end of a match."""
FIRST_PLACE_SHARE = 0.6
"""The share of the rest for the first place; the others are for places ahead of other seats."""
_SPAWN_NOISE = 0.3  # how much luck can add to the promise of a spawn, so that playouts differ
PLAYOUTS = 100
"""The playouts that foresee the course after a move."""
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
        promised = machine.promises(position.map, position.spawns)
        luck = rng.random
        spawn = max(promised, key=lambda square: promised[square] * (1 + _SPAWN_NOISE * luck()))
        position = position.after(position.turn, SPAWN[spawn])
    while position.phase == "eviction":
        (aside,) = position.to_move
        moves = position.legal
        position = position.after(aside, moves[int(rng.random() * len(moves))])
    if not position.round:  # unknown so far
        return None
    course = Course(position, seat, rng)
    course.over = bool(position.end) or course.play_rounds()
    return course


class Course:
    """A match in play, in plain lists. Those of seats begin with a seat 0; ``lives`` does not.

    They change in place, as a search spends most of its time here.
    """

    def __init__(self, position: Position, seat: int, rng: random.Random) -> None:
        land = position.map
        self._dice = rng.random
        self.lives = list(position.lives)
        self._spawns = position.spawns
        self._left = position.left
        self._seats = seats = len(self.lives)
        self._still_in = [seat for seat in position.seats if self.lives[seat - 1]]
        self._way_from = machine.ways_on(land).way_from
        self._near = land.near
        self._full = land.full_points
        # The first one among equals is taken, so each playout begins with another one.
        begin = int(self._dice() * len(land.full_points))
        self._numbers = (*range(begin, len(land.full_points)), *range(begin))
        self._worth = [building.worth for building in land.buildings]
        self.owners = list(position.owners)
        self._points = list(position.points)
        self._owned = [0] * (seats + 1)  # masks of the numbers of buildings
        self._scores = [0] * (seats + 1)
        for number, owner in enumerate(self.owners):
            self._owned[owner] |= 1 << number
            self._scores[owner] += self._worth[number]
        if position.end == "last":
            self._scores[self._still_in[0]] += LAST_REMAINING
        self._unclaimed = self.owners.count(0)
        self._is_first_turn = [True] * (seats + 1)
        self._goal = [-1] * (seats + 1)  # the number of a building, negative before the choice
        self._turns_away = [0] * (seats + 1)  # until a pawn reaches its square in ``_squares``
        self._squares = [NOWHERE, *position.pawns]
        self._is_claimer = [self._dice() < CLAIMER_SHARE for _ in range(seats + 1)]
        self._is_claimer[seat] = False
        self._turn = position.turn
        self._first = position.setup.first
        self.round, self._progress = position.round, position.progress
        self.over = False
        """Whether the match is over after the playout."""
        self.taken: list[tuple[int, int]] = []
        """The buildings that were taken, each with the seat before its number."""

    def play_rounds(self) -> bool:
        """Play ``HORIZON`` rounds; return whether the match is over then."""
        seat, seats, first = self._turn, self._seats, self._first
        lives, turns_away, is_first_turn = self.lives, self._turns_away, self._is_first_turn
        until = min(self.round + HORIZON, ROUNDS)
        while True:
            if lives[seat - 1]:
                if turns_away[seat]:
                    turns_away[seat] -= 1
                elif is_first_turn[seat]:
                    is_first_turn[seat] = False
                    self._take_first_turn(seat)
                    if len(self._still_in) == 1:
                        self._scores[self._still_in[0]] += LAST_REMAINING
                        return True
                else:
                    self._claim_or_approach(seat)
            seat = seat % seats + 1
            if seat == first:
                if self.round - self._progress >= CALM_ROUNDS:
                    return True
                if self.round == until:
                    return until == ROUNDS
                self.round += 1

    def _take_first_turn(self, seat: int) -> None:
        """Take the first turn of a pawn, which is still on its square of the position."""
        adjacent, lives = ADJACENT[self._squares[seat]], self.lives
        for other in self._still_in:
            # A pawn that has moved here may be far away, or still on its way to its square.
            if adjacent >> self._squares[other] & 1 and not self._turns_away[other]:
                pays = lives[seat - 1] > lives[other - 1] or lives[other - 1] == 1
                if pays and self._dice() < ATTACK_CHANCE:
                    self._attack(seat, other)
                    return
        self._claim_or_approach(seat)

    def _attack(self, seat: int, other: int) -> None:
        rolls = int(SIDES * self._dice()), int(SIDES * self._dice())
        if rolls[0] == rolls[1]:
            return
        loser = other if rolls[0] > rolls[1] else seat
        if loser == other:
            self._squares[seat] = self._squares[other]
        self._progress = self.round
        self._squares[loser] = self._spawns[loser - 1]
        self._goal[loser] = -1
        self.lives[loser - 1] -= 1
        if not self.lives[loser - 1]:
            self._still_in.remove(loser)

    def _claim_or_approach(self, seat: int) -> None:
        """Roll for the goal beside the pawn, or choose a goal and take the first step."""
        goal = self._goal[seat]
        if goal < 0:
            is_claimer = self._is_claimer[seat]
            goal = self._cheapest_goal(seat) if is_claimer else self._most_appealing_goal(seat)
            if goal < 0:
                return
            turns, ends, _ = self._way_from(self._squares[seat], self._owned[seat])
            self._squares[seat] = ends[goal]
            self._goal[seat] = goal
            if turns[goal]:
                self._turns_away[seat] = turns[goal] - 1
                return
        left = self._points[goal] - 1 - int(SIDES * self._dice())
        if left > 0:
            self._points[goal] = left
            if self._is_claimer[seat]:  # another one may be cheaper by now
                self._goal[seat] = -1
            return
        self._take_building(seat, goal)

    def _take_building(self, seat: int, goal: int) -> None:
        """Give a building to a seat, repaired, and let all pawns choose again that approach it."""
        self._points[goal] = self._full[goal]
        if owner := self.owners[goal]:
            self._owned[owner] ^= 1 << goal
            self._scores[owner] -= self._worth[goal]
        else:
            self._progress = self.round
            self._unclaimed -= 1
        self.owners[goal] = seat
        self.taken.append((seat, goal))
        self._owned[seat] |= 1 << goal
        self._scores[seat] += self._worth[goal]
        for other in self._still_in:
            if self._goal[other] == goal:
                self._goal[other] = -1

    def _cheapest_goal(self, seat: int) -> int:
        """The goal of the claimer, negative if it owns everything."""
        owners, best, least = self.owners, -1, ROUNDS  # more than any points and any turns
        for number in self._near[self._squares[seat]]:
            if owners[number] != seat and self._points[number] < least:
                best, least = number, self._points[number]
        if best < 0:
            turns = self._way_from(self._squares[seat], self._owned[seat])[0]
            for number in self._numbers:
                if owners[number] != seat and turns[number] < least:
                    best, least = number, turns[number]
        return best

    def _most_appealing_goal(self, seat: int) -> int:
        """The most appealing goal, negative if the seat owns everything."""
        owners, worth, points, rolls = self.owners, self._worth, self._points, machine.ROLLS_NEEDED
        turns = self._way_from(self._squares[seat], self._owned[seat])[0]
        threats_of_rivals = [
            self._way_from(self._squares[other], 0)[2] for other in self._still_in if other != seat
        ]
        crowd = machine.CROWD_FACTORS[self._seats]
        best, most = -1, 0.0
        for number in self._numbers:
            owner = owners[number]
            if owner == seat:
                continue
            appeal = worth[number] / (turns[number] + rolls[points[number]])
            if owner:
                appeal *= machine.STEAL_FACTOR
            if appeal > most:
                danger = 1.0
                for threats in threats_of_rivals:
                    danger += crowd * threats[number]
                appeal /= danger
                if appeal > most:
                    best, most = number, appeal
        return best

    def chances(self) -> list[float]:
        """The chances of the seats to be first, as multiples of the best one."""
        scores, lives = self._scores[1:], self.lives
        if self.over:
            scale, worths = _SCALE_AT_END, [_WORTH_OF_LIFE_AT_END * count for count in lives]
        else:
            calm = CALM_ROUNDS - self.round + self._progress
            rounds = min(ROUNDS - self.round, calm + _ROUNDS_PER_UNCLAIMED * self._unclaimed)
            scale = _SCALE_RUNNING + _SCALE_PER_ROOT * sqrt(rounds)
            worths = [WORTH_OF_LIVES[count] for count in lives]
        merits = [score + worth for score, worth in zip(scores, worths, strict=True)]
        for seat in self._left:
            merits[seat - 1] = POINTS_OF_LEFT
        best = max(merits)
        return [exp((merit - best) / scale) for merit in merits]

    def leads(self) -> list[float]:
        """The points of each seat less those of the best other one that has not left."""
        scores = self._scores
        playing = [seat for seat in range(1, len(scores)) if seat not in self._left]
        return [
            scores[seat] - max([scores[other] for other in playing if other != seat])
            for seat in range(1, len(scores))
        ]

    def values(self) -> Sequence[float]:
        """The value of the match for each seat, from 0 to 1."""
        scores, chances = self._scores[1:], self.chances()
        total = sum(chances)
        values = []
        for seat, chance in enumerate(chances):  # counted from 0 here
            rivals = [other for rival, other in enumerate(chances) if rival != seat]
            ahead = sum([chance / (chance + other) for other in rivals]) / len(rivals)
            place = FIRST_PLACE_SHARE * chance / total + (1 - FIRST_PLACE_SHARE) * ahead
            best = max([other for rival, other in enumerate(scores) if rival != seat])
            lead = 0.5 + 0.5 * (scores[seat] - best) / (1 + scores[seat] + best)
            values.append((1 - LEAD_SHARE) * place + LEAD_SHARE * lead)
        return values


_PLAYOUT_SHARE, _STANDING_SHARE = 0.6, 0.38
"""The shares of both in a chance; the rest is even, so a running match is never decided."""
_SAFE_AT_END, _SAFE_PER_ROOT, _SEVERAL_FACTOR = 2.0, 0.6, 1.5
"""Points that make a lead safe: at the end, by the root of rounds left; the factor for several."""


def calibrate_chances(position: Position, chances: Sequence[float]) -> list[float]:
    """The chances of the seats in a running match, from those of a playout of it. Playouts overrate
    likely courses: where they gave 3 % in matches among levels of the machine, 9 % won. So the
    chances that players see come in part from the points, the lives and the rounds that are left.
    docs/machine.md has the measurement; ``python -m bench.calibration`` repeats it.
    """
    playing = [seat not in position.left for seat in position.seats]
    even = (1 - _PLAYOUT_SHARE - _STANDING_SHARE) / sum(playing)
    standing = _chances_by_standing(position)
    return [
        _PLAYOUT_SHARE * chance + _STANDING_SHARE * by_standing + even * plays
        for chance, by_standing, plays in zip(chances, standing, playing, strict=True)
    ]


def _chances_by_standing(position: Position) -> list[float]:
    """The chances by the points and lives of this moment."""
    rounds = max(0, min(ROUNDS - position.round, CALM_ROUNDS + position.progress - position.round))
    scale = _SAFE_AT_END + _SAFE_PER_ROOT * sqrt(rounds)
    if len(position.lives) > 2:
        scale *= _SEVERAL_FACTOR
    merits = [
        POINTS_OF_LEFT
        if seat in position.left
        else score(position, seat).total + WORTH_OF_LIVES[lives]
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
    """The course after a move of a seat, by the same luck for every move; None before any spawn."""
    after = position.after(seat, move)
    courses = [course for luck in range(PLAYOUTS) if (course := _play_course(after, seat, luck))]
    if len(courses) < PLAYOUTS:
        return None
    seats = range(len(position.lives) + 1)
    ended = [course for course in courses if course.over]
    leads = [[0.0, *course.leads()] for course in ended]
    wins = Counter(winner for lead in leads for winner in seats if lead[winner] > 0)
    by_building = zip(*(course.owners for course in courses), strict=True)
    counts = [Counter(owners) for owners in by_building]
    return Foresight(
        owners=[[count[owner] / PLAYOUTS for owner in seats] for count in counts],
        lives=[sum(course.lives[other - 1] for course in courses) / PLAYOUTS for other in seats],
        over=len(ended) / PLAYOUTS,
        rounds=sum(course.round - position.round for course in ended) / max(1, len(ended)),
        winner=wins.most_common(1)[0][0] if wins else 0,
        taken=[_usually_taken(courses, taker, after.owners) for taker in seats],
    )


def _play_course(position: Position, seat: int, luck: int) -> Course | None:
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
    for course in courses:
        taken = [number for taker, number in course.taken if taker == seat != owners[number]]
        for place, number in enumerate(dict.fromkeys(taken)):  # each once, by its first time
            places.setdefault(number, []).append(place)
    often = {number: all_ for number, all_ in places.items() if len(all_) > USUAL * len(courses)}
    return sorted(often, key=lambda number: mean(often[number]))
