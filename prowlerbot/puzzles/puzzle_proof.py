"""The proof of a puzzle: two independent searches that find the same best move by far."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import hypot

from prowlerbot.core.game import AnyState, Game, find_move
from prowlerbot.core.game_parts import AnyPuzzleRules, puzzle_rules
from prowlerbot.core.machine_hints import AnyHints
from prowlerbot.core.record import Made, replay
from prowlerbot.opponent.appraisal import look
from prowlerbot.opponent.budget import Budget
from prowlerbot.opponent.choice import LEVELS, choose
from prowlerbot.opponent.exact import near_end
from prowlerbot.opponent.judgement import Appraisal, Estimate, Option
from prowlerbot.opponent.task import MakeRoster
from prowlerbot.puzzles.puzzle import LOOKS, Puzzle

LEAST_CHANCE = 0.15
"""The least lead of the best move, in chance to win."""
LEAST_TREASURE = 0.5
"""The same in treasure, in a game without a known chance: the worth of a toss for a gold."""
MARGIN = 1.25
"""The factor of the least lead that a new puzzle needs, so that a later proof confirms it."""
MOST_EQUAL = 4
"""At most one of this many moves may be a solution."""
SURE = 3.0
"""The least lead of the best move, in standard errors."""
LEAST_MOVES = 3
"""The least number of different legal moves in a puzzle."""
QUICK, LONG = 32, 256
"""The playouts for each move: in a first look, and in each of the two searches."""
GLANCE, QUICK_REHEARSALS, LONG_REHEARSALS = 3, 12, 100
"""The same in rehearsals, which take longer and differ less. A glance at all moves comes first."""
RIVALS = 10
"""The number of moves that the two searches compare: the best ones of the first look."""
_EXACT = 60_000
"""The time limit of an exhaustive search of the end, in playouts."""
ENDING = 7
"""The most plies to the end of an exact puzzle; nobody sees further ahead."""
_OPEN = 0.1
"""The least chance to win, by a glance at the position, that makes the end worth a search."""
_WITH_FIRST_LOOK = 1.5
"""A search spends a third of its playouts before it compares moves."""


def is_far_ahead(second: Option, error: float = SURE, margin: float = 1.0) -> bool:
    """Whether the best move is far better than the second best; ``margin`` multiplies the least."""
    least = LEAST_TREASURE if second.chance is None else LEAST_CHANCE
    return second.behind.mean >= margin * max(least, error * second.behind.error)


@dataclass(frozen=True, slots=True)
class Place:
    """A position of a match in which ``seat`` is to move."""

    setup: str
    moves: tuple[Made, ...]
    seats: int
    seat: int
    state: AnyState
    match: str = ""


@dataclass(frozen=True, slots=True)
class Prover:
    game: Game
    hints: AnyHints
    rules: AnyPuzzleRules

    def proved(self, place: Place, seed: str) -> Puzzle | None:
        """The puzzle of a place; None if no move is far better than all others.

        A quick look at all moves comes first. Two searches with different luck then compare its
        best moves. An exhaustive search to the end needs no second one.
        """
        if not self._is_open(place, seed):
            return None
        appraisal = (
            self._appraised_exactly(place)
            if self._to_the_end
            else self._appraised_twice(place, seed)
        )
        return None if appraisal is None else self._puzzle(place, appraisal, seed)

    def _appraised_exactly(self, place: Place) -> Appraisal | None:
        appraisal = self._exact(place, most=2)
        if not appraisal.exact or not is_far_ahead(appraisal.options[1]):
            return None
        appraisal = self._exact(place)
        return appraisal if self._holds(place, appraisal) else None

    def _appraised_twice(self, place: Place, seed: str) -> Appraisal | None:
        moves = self._glanced(place, seed)
        look = self._appraised(place, f"{seed}/look", self._quick, moves) if moves else None
        if look is None:
            return None
        if not self._holds(place, look, error=0.0):
            return None
        rivals = [option.move for option in sorted(look.options, key=_given_away)[:RIVALS]]
        first = self._appraised(place, f"{seed}/one", self._long, rivals)
        if not self._holds(place, first, margin=MARGIN):
            return None
        second = self._appraised(place, f"{seed}/two", self._long, rivals)
        if not self._holds(place, second, margin=MARGIN) or not self._agree(place, first, second):
            return None
        if not first.options[-1].behind.error:  # no luck changes it: a sum rather than a puzzle
            return None
        return Appraisal(_together(first.options, second.options))

    def still_holds(self, puzzle: Puzzle, state: AnyState, seed: str) -> bool:
        """Whether a fresh search finds the same solution by far. If it does not, a second search
        follows, and the mean of both decides, as in a new puzzle.
        """
        place = Place(puzzle.setup, puzzle.moves, puzzle.seats, puzzle.seat, state)
        if self._to_the_end:
            return self._confirms(puzzle, place, self._exact(place))
        moves = [option.move for option in puzzle.options]
        first = self._appraised(place, seed, self._long, moves)
        if self._confirms(puzzle, place, first):
            return True
        second = self._appraised(place, f"{seed}/again", self._long, moves)
        return self._confirms(puzzle, place, Appraisal(_together(first.options, second.options)))

    def _confirms(self, puzzle: Puzzle, place: Place, appraisal: Appraisal) -> bool:
        if appraisal.exact != puzzle.exact or not self._holds(place, appraisal):
            return False
        equal = self._equal(place, appraisal.options)
        return {option.move for option in appraisal.options[:equal]} == {*puzzle.solutions}

    @property
    def _to_the_end(self) -> bool:
        """Whether the game's endings can be searched, so that its puzzles are exact."""
        return self.hints.endgame > 0 and self.hints.determinise is None

    @property
    def _quick(self) -> int:
        return QUICK if self.hints.rehearse is None else QUICK_REHEARSALS

    @property
    def _long(self) -> int:
        return LONG if self.hints.rehearse is None else LONG_REHEARSALS

    def _glanced(self, place: Place, seed: str) -> list[str]:
        """The moves that deserve a look; none if a glance shows several about equal best moves."""
        rehearse, seat = self.hints.rehearse, place.seat
        if rehearse is None:
            return _moves(place)
        seen, rng = place.state.view(seat).seen, random.Random(f"{seed}/glance")
        moves = seen.moves(seat)
        rounds = [rehearse(seen, seat, moves, rng) for _ in range(GLANCE)]
        sums = dict(zip(map(str, moves), map(sum, zip(*rounds, strict=True)), strict=True))
        best, *others = sorted(sums, key=lambda move: -sums[move])
        after = self._after(place, best)
        for move in others:
            if sums[best] - sums[move] >= GLANCE * LEAST_TREASURE / 2:
                return [best, *others][:RIVALS]
            if not self.rules.same(after, self._after(place, move)):
                break
        return []

    def _is_open(self, place: Place, seed: str) -> bool:
        """Whether the position has a choice and the match is open. If the game's endings can be
        searched, the position has to be an ending.
        """
        state, value = place.state, self.hints.value
        if len(state.moves(place.seat)) < LEAST_MOVES:
            return False
        if value is not None and not _OPEN < value(state)[place.seat - 1] < 1 - _OPEN:
            return False
        plies = min(ENDING, self.hints.endgame)
        return not self._to_the_end or near_end(state, plies, random.Random(seed))

    def _exact(self, place: Place, most: int | None = None) -> Appraisal:
        """The moves of the end of a match, all of them or the best ones."""
        return self._appraise(place, "", _EXACT, [] if most else _moves(place), most or 1)

    def _appraised(self, place: Place, seed: str, each: int, moves: Sequence[str]) -> Appraisal:
        """A comparison of some moves, by ``each`` playouts or rehearsals for a move."""
        playouts = each * (1 + len(moves))
        if self.hints.rehearse is None:
            playouts = int(_WITH_FIRST_LOOK * playouts)
        return self._appraise(place, seed, playouts, moves, 1)

    def _appraise(
        self, place: Place, seed: str, playouts: int, also: Sequence[str], most: int
    ) -> Appraisal:
        search = look(
            replace(self.hints, calibrated=None),  # a proof needs differences, not true chances
            place.state.view(place.seat),
            place.seat,
            budget=Budget(playouts=playouts),
            rng=random.Random(seed),
            clock=_no_clock,
            also=also,
            most=most,
        )
        return search.appraisal()

    def _holds(
        self, place: Place, appraisal: Appraisal, error: float = SURE, margin: float = 1.0
    ) -> bool:
        options = appraisal.options
        equal = self._equal(place, options)
        if len(options) < equal + LEAST_MOVES - 1 or equal > max(1, len(options) // MOST_EQUAL):
            return False
        return all(is_far_ahead(option, error, margin) for option in options[equal:])

    def _equal(self, place: Place, options: Sequence[Option]) -> int:
        """The number of options that are equal to the best one, including it."""
        best = self._after(place, options[0].move)
        others = (self.rules.same(best, self._after(place, each.move)) for each in options[1:])
        return 1 + next((at for at, same in enumerate(others) if not same), len(options) - 1)

    def _agree(self, place: Place, one: Appraisal, other: Appraisal) -> bool:
        first, second = (
            self._after(place, appraisal.options[0].move) for appraisal in (one, other)
        )
        return self.rules.same(first, second)

    def _after(self, place: Place, move: str) -> AnyState:
        return place.state.after(place.seat, find_move(place.state, place.seat, move))

    def _puzzle(self, place: Place, appraisal: Appraisal, seed: str) -> Puzzle:
        state, seat = place.state, place.seat
        equal = self._equal(place, appraisal.options)
        best = find_move(state, seat, appraisal.options[0].move)
        solutions = {option.move for option in appraisal.options[:equal]}
        easy = LEVELS["easy"]
        looks = (
            choose(
                self.game,
                self.hints,
                state.view(seat),
                seat,
                easy,
                rng=random.Random(f"{seed}/{number}"),
                clock=_no_clock,
            )
            for number in range(LOOKS)
        )
        return Puzzle(
            id=self.rules.id(self.game, state, seat),
            game=self.game.key,
            setup=place.setup,
            moves=place.moves,
            seats=place.seats,
            seat=seat,
            theme=self.rules.theme(state, seat, best),
            options=appraisal.options,
            equal=equal,
            ease=sum(str(move) in solutions for move in looks),
            exact=appraisal.exact,
            match=place.match,
        )


def _moves(place: Place) -> list[str]:
    return [str(move) for move in place.state.moves(place.seat)]


def _no_clock() -> float:
    """Budgets are in playouts, so that a seed gives the same proof on every machine."""
    return 0.0


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A position of a match that another process is to prove; everything in it is open."""

    game: str
    setup: str
    moves: tuple[tuple[int, str], ...]
    seats: int
    seat: int
    match: str


def prove(make_roster: MakeRoster, task: ProofTask) -> Puzzle | None:
    """The puzzle of a position; None if it makes no puzzle."""
    game, hints = make_roster()[task.game]
    moves = tuple(Made(*each) for each in task.moves)
    state = replay(game, task.setup, moves, again=False)[-1]
    prover = Prover(game, hints, puzzle_rules(game))
    if not prover.rules.fits(state, task.seat):
        return None
    place = Place(task.setup, moves, task.seats, task.seat, state, task.match)
    return prover.proved(place, f"{task.match}/{len(moves)}")


def _together(first: Sequence[Option], again: Sequence[Option]) -> tuple[Option, ...]:
    """The means of the options of two independent searches, the best first."""
    other = {option.move: option for option in again}
    means = [_mean(option, other[option.move]) for option in first if option.move in other]
    return tuple(sorted(means, key=_given_away))


def _given_away(option: Option) -> float:
    return option.behind.mean


def _mean(one: Option, other: Option) -> Option:
    """The mean of both searches' options; two equal errors give one of 0.7 times their size."""
    chance = None
    if one.chance is not None and other.chance is not None:
        chance = _between(one.chance, other.chance)
    return Option(
        one.move,
        _between(one.margin, other.margin),
        chance,
        _between(one.behind, other.behind),
    )


def _between(one: Estimate, other: Estimate) -> Estimate:
    return Estimate((one.mean + other.mean) / 2, hypot(one.error, other.error) / 2)
