"""Requests for a move of the machine or for an appraisal, and how a seat's view answers them."""

import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from prowlerbot.core.errors import IllegalMove
from prowlerbot.core.game import AnyState, Game, after
from prowlerbot.core.game_parts import AnyHints, hints_to_machine
from prowlerbot.games import GAMES
from prowlerbot.opponent.choice import LEVELS, choose_move, player_of_name
from prowlerbot.opponent.judge import REVIEW_SECONDS, Effort, decision_seed, judge
from prowlerbot.opponent.judgement import Appraisal, Review
from prowlerbot.opponent.reviewing import ReviewedMatch, piece_order, review_piece
from prowlerbot.opponent.search import Budget, Clock

Roster = Mapping[str, tuple[Game, AnyHints]]

MakeRoster = Callable[[], Roster]
"""A function that makes the roster; another process imports it from its module."""


def house_roster() -> Roster:
    """All games of the registry, each with its hints."""
    return {key: (game, hints_to_machine(game)) for key, game in GAMES.items()}


_MAX_DRAWS = 1000
"""The most draws of the hidden moves of a match, until one fits the visible moves."""

VisibleMove = tuple[int, str | None]
"""A seat and its move; None for a move that the viewer cannot see."""


@dataclass(frozen=True, slots=True)
class MoveTask:
    """A request for a move. It goes to another process, and holds only what ``seat`` may know."""

    game: str
    setup: str
    moves: tuple[VisibleMove, ...]
    seat: int
    level: str
    seed: int
    steady: bool = False
    """Whether the seed alone decides the move: seconds become playouts of a usual computer."""


@dataclass(frozen=True, slots=True)
class AppraisalTask:
    """A request for an appraisal. Like a ``MoveTask`` it holds only what ``seat`` may know."""

    game: str
    setup: str
    moves: tuple[VisibleMove, ...]
    seat: int
    effort: Effort
    asked_moves: tuple[str, ...] = ()
    """Moves that must be among the compared ones."""


def run_move(make_roster: MakeRoster, task: MoveTask) -> str:
    game, hints = make_roster()[task.game]
    rng = random.Random(task.seed)
    # The view removes the moves drawn here for hidden ones.
    view = recall_position(game, task.setup, task.moves, rng).view(task.seat)
    level = player_of_name(task.level, LEVELS)
    if task.steady:
        playouts, seconds = level.budget.playouts, level.budget.seconds or 1.0
        steady = Budget(playouts or int(seconds * hints.a_second) // hints.effort)
        level = replace(level, budget=steady)
    return str(choose_move(hints, view, task.seat, level, rng=rng, clock=time.perf_counter))


def run_appraisal(make_roster: MakeRoster, task: AppraisalTask) -> Appraisal:
    """The appraisal. Raises IllegalMove if a move of ``asked_moves`` is not legal."""
    game, hints = make_roster()[task.game]
    luck = decision_seed(task.setup, task.seat, sum(seat == task.seat for seat, _ in task.moves))
    view = recall_position(game, task.setup, task.moves, random.Random(luck)).view(task.seat)
    return judge(
        hints, view, task.seat, task.asked_moves, task.effort, luck=luck, clock=time.perf_counter
    ).appraisal()


def run_review_piece(
    make_roster: MakeRoster,
    played: ReviewedMatch,
    number: int,
    seconds: float = REVIEW_SECONDS,
    clock: Clock = time.perf_counter,
) -> Review:
    """The review of the piece with this number; ``seconds`` is the time of the whole review."""
    game, hints = make_roster()[played.game]
    budget = Budget(int(seconds * hints.a_second), seconds)
    return review_piece(game, hints, played, number, seed=1, budget=budget, clock=clock)


def run_piece_order(
    make_roster: MakeRoster, played: ReviewedMatch, clock: Clock = time.perf_counter
) -> list[int]:
    """The numbers of the pieces of a review, the most telling one first."""
    game, hints = make_roster()[played.game]
    return piece_order(game, hints, played, rng=random.Random(1), clock=clock)


def recall_position(
    game: Game, setup: str, moves: Sequence[VisibleMove], rng: random.Random
) -> AnyState:
    """A position of the visible moves, with hidden ones drawn. Raises IllegalMove if none fits."""
    has_hidden_moves = any(text is None for _, text in moves)
    for attempt in range(_MAX_DRAWS):
        state = game.start(setup)
        try:
            for seat, text in moves:
                if text is not None:
                    state = after(state, seat, text)
                    continue
                if not (legal := state.moves(seat)):
                    raise IllegalMove("It is not seat {seat}'s turn.", seat=seat)
                state = state.after(seat, rng.choice(legal))
        except IllegalMove:
            if not has_hidden_moves or attempt == _MAX_DRAWS - 1:
                raise
        else:
            return state
    raise AssertionError("_MAX_DRAWS is positive")
