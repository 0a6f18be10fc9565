"""The proof of a puzzle: quick looks, and then a thorough judgement, find the same clear best move.

Moves that lead to the same position, or to its mirror image, count as one move.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from prowlerbot.core.game import AnyState, Game, find_move
from prowlerbot.core.game_parts import AnyHints, AnyPuzzleRules, puzzle_rules
from prowlerbot.core.record import MadeMove, replay
from prowlerbot.opponent.choice import LEVELS, PUZZLE_LEVEL, choose_move
from prowlerbot.opponent.exact import is_near_end
from prowlerbot.opponent.judge import PROOF, judge
from prowlerbot.opponent.judgement import Appraisal, Estimate, JudgedMove
from prowlerbot.opponent.search import Budget
from prowlerbot.opponent.task import MakeRoster
from prowlerbot.puzzles.puzzle import EASE_LOOKS, Puzzle

_MIN_LEAD_CHANCE = 0.15
"""The least lead of the best move, in chance to win."""
_MIN_LEAD_TREASURE = 0.5
"""The same in treasure, in a game without a known chance: the worth of a toss for a gold."""
_NEW_PUZZLE_FACTOR = 1.25
"""The factor of the least lead that a new puzzle needs, so that a later proof confirms it."""
SOLUTION_DIVISOR = 4
"""At most one of this many moves may be a solution."""
MIN_MOVES = 3
"""The fewest different legal moves in a puzzle."""


class _Look(NamedTuple):
    """A look at a position before its proof."""

    samples: int
    """The playouts or rehearsals of each move."""
    lead_factor: float
    """The factor of the least lead that the best move needs."""


LOOKS_FIRST = (_Look(32, 0.75),)
LOOKS_REHEARSED = (_Look(3, 0.5), _Look(12, 1.0))
PROOF_PLAYOUTS, PROOF_REHEARSALS = 2_000, 200
"""The playouts or rehearsals of each move in the proof."""
_RIVALS = 10
"""The number of moves that a look leaves for the next one: the best ones."""
_LONGEST_ENDING = 7
"""The most plies to the end of an exact puzzle; nobody sees further ahead."""
_OPEN_CHANCE = 0.1
"""The least chance to win, by a glance at the position, that makes the end worth a search."""


def is_far_behind(move: JudgedMove, lead_factor: float = 1.0, *, surely: bool = True) -> bool:
    """Whether the best move has the least lead over this one, times a factor."""
    least_lead = _MIN_LEAD_TREASURE if move.chance is None else _MIN_LEAD_CHANCE
    scaled_lead = Estimate(move.loss.mean / lead_factor, move.loss.error if surely else 0.0)
    return scaled_lead.mean >= least_lead and scaled_lead.is_sure


@dataclass(frozen=True, slots=True)
class PuzzlePlace:
    """A position of a match in which ``seat`` is to move."""

    setup: str
    moves: tuple[MadeMove, ...]
    seats: int
    seat: int
    state: AnyState
    match: str = ""


@dataclass(frozen=True, slots=True)
class Prover:
    """Proves the puzzles of one game."""

    game: Game
    hints: AnyHints
    rules: AnyPuzzleRules

    def prove_place(self, place: PuzzlePlace, seed: str) -> Puzzle | None:
        """The puzzle of a place; None if no move is far better than all others. Quick looks leave
        the best moves for the proof, which has other luck.
        """
        if not self._is_open(place, seed):
            return None
        moves = [] if self._are_exact else _move_texts(place)
        for samples, lead_factor in LOOKS_FIRST if self.hints.rehearse is None else LOOKS_REHEARSED:
            appraisal = self._judge_moves(place, f"{seed}/{samples}", samples, moves, look=True)
            if not self._shows_puzzle(place, appraisal, lead_factor, surely=False):
                return None
            moves = [option.move for option in appraisal.options[:_RIVALS]]
        moves = _move_texts(place) if self._are_exact else moves
        appraisal = self._judge_moves(place, seed, self._proof_samples, moves)
        if not self._shows_puzzle(place, appraisal, _NEW_PUZZLE_FACTOR):
            return None
        if not appraisal.exact and not appraisal.options[-1].loss.error:
            return None  # no luck changes it: a sum rather than a puzzle
        return self._make_puzzle(place, appraisal, seed)

    def still_holds(self, puzzle: Puzzle, state: AnyState, seed: str) -> bool:
        """Whether a fresh search, or else one twice as long, finds the same solution by far."""
        place = PuzzlePlace(puzzle.setup, puzzle.moves, puzzle.seats, puzzle.seat, state)
        moves = [option.move for option in puzzle.options]
        for samples in (self._proof_samples, 2 * self._proof_samples):
            appraisal = self._judge_moves(place, f"{seed}/{samples}", samples, moves)
            equal = self._count_equal(place, appraisal.options)
            solutions = {option.move for option in appraisal.options[:equal]}
            if solutions == {*puzzle.solutions} and self._shows_puzzle(place, appraisal, 1.0):
                return True
        return False

    @property
    def _are_exact(self) -> bool:
        """Whether the game's endings can be searched, so that its puzzles are exact."""
        return self.hints.endgame > 0 and self.hints.determinise is None

    @property
    def _proof_samples(self) -> int:
        return PROOF_PLAYOUTS if self.hints.rehearse is None else PROOF_REHEARSALS

    def _is_open(self, place: PuzzlePlace, seed: str) -> bool:
        """Whether there is a choice and the match is open, at an ending if one can be searched."""
        state, value = place.state, self.hints.value
        if len(state.moves(place.seat)) < MIN_MOVES:
            return False
        if value is not None and not _OPEN_CHANCE < value(state)[place.seat - 1] < 1 - _OPEN_CHANCE:
            return False
        plies = min(_LONGEST_ENDING, self.hints.endgame)
        return not self._are_exact or is_near_end(state, plies, random.Random(seed))

    def _judge_moves(
        self, place: PuzzlePlace, seed: str, samples: int, moves: list[str], *, look: bool = False
    ) -> Appraisal:
        """The judgement of these moves with so many samples of each; exact if it can be."""
        effort = replace(PROOF, rechecks=not look, best_moves=0 if moves else MIN_MOVES)
        if not self._are_exact:
            effort = replace(effort, budget=Budget(playouts=samples * len(moves)))
        view, seat = place.state.view(place.seat), place.seat
        return judge(self.hints, view, seat, moves, effort, luck=seed, clock=_no_clock).appraisal()

    def _shows_puzzle(
        self, place: PuzzlePlace, found: Appraisal, lead_factor: float, *, surely: bool = True
    ) -> bool:
        """Whether a judgement shows a puzzle: few equal best moves, far ahead of all others."""
        options = found.options
        equal = self._count_equal(place, options)
        if found.exact is not self._are_exact or len(options) < equal + MIN_MOVES - 1:
            return False
        if equal > max(1, len(options) // SOLUTION_DIVISOR):
            return False
        return all(is_far_behind(option, lead_factor, surely=surely) for option in options[equal:])

    def _count_equal(self, place: PuzzlePlace, options: Sequence[JudgedMove]) -> int:
        """The number of options that are equal to the best one, including it."""
        state, seat = place.state, place.seat
        moves = (find_move(state, seat, option.move) for option in options)
        best, *others = (state.after(seat, move) for move in moves)
        return 1 + len([*takewhile(lambda other: self.rules.is_same(best, other), others)])

    def _make_puzzle(self, place: PuzzlePlace, appraisal: Appraisal, seed: str) -> Puzzle:
        state, seat = place.state, place.seat
        equal = self._count_equal(place, appraisal.options)
        best = find_move(state, seat, appraisal.options[0].move)
        solutions = {option.move for option in appraisal.options[:equal]}
        view, named_levels = state.view(seat), {*self.hints.levels, *self.hints.lapses}
        level = PUZZLE_LEVEL if PUZZLE_LEVEL.name in named_levels else LEVELS["easy"]
        sources = (random.Random(f"{seed}/{number}") for number in range(EASE_LOOKS))
        look = partial(choose_move, self.hints, view, seat, level, clock=_no_clock)
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
            ease=sum(str(look(rng=rng)) in solutions for rng in sources),
            exact=appraisal.exact,
            match=place.match,
        )


def _move_texts(place: PuzzlePlace) -> list[str]:
    return [str(move) for move in place.state.moves(place.seat)]


def _no_clock() -> float:
    """Budgets are in playouts, so that a seed gives the same proof on every machine."""
    return 0.0


@dataclass(frozen=True, slots=True)
class ProofTask:
    """A position of a match that another process is to prove; everything in it is open."""

    game: str
    setup: str
    moves: tuple[MadeMove, ...]
    seats: int
    seat: int
    match: str


def prove(make_roster: MakeRoster, task: ProofTask) -> Puzzle | None:
    """The puzzle of a position; None if it makes no puzzle."""
    game, hints = make_roster()[task.game]
    state = replay(game, task.setup, task.moves, again=False)[-1]
    prover = Prover(game, hints, puzzle_rules(game))
    if not prover.rules.fits(state, task.seat):
        return None
    place = PuzzlePlace(task.setup, task.moves, task.seats, task.seat, state, task.match)
    return prover.prove_place(place, f"{task.match}/{len(task.moves)}")
