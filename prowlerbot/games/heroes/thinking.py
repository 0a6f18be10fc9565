"""Hints to the machine: the play of each level.

A match has hundreds of small decisions, mostly followed by luck, so the machine appraises its
placements instead of searching; it rehearses invasions.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from prowlerbot.core.game import View
from prowlerbot.core.game_parts import Hints
from prowlerbot.games.heroes.builder import Builder, Skill
from prowlerbot.games.heroes.colony import Colony, Placed
from prowlerbot.games.heroes.keeper import Keeper
from prowlerbot.games.heroes.moves import READY, Move
from prowlerbot.games.heroes.rules import Position
from prowlerbot.games.heroes.stages import events
from prowlerbot.games.heroes.stages.building import PILE
from prowlerbot.games.heroes.stages.events import populate


def determinise(view: View[Position], _rng: random.Random) -> Position:
    """The position of the view, with the other seats as at the start of the draft turn. Even a
    finished seat may have built nothing, and face-down tiles are drawn when turned up.
    """
    return view.seen


@dataclass(frozen=True, slots=True)
class Mind:
    """A way of playing; ``rehearsals`` is the number of rehearsals of the invasion for each option
    of a decision, and ``lapse`` the probability of a random move.
    """

    skill: Skill
    rehearsals: int
    lapse: float = 0.0

    def __call__(
        self, position: Position, number: int, moves: Sequence[Move], rng: random.Random
    ) -> Move:
        """Choose a move of a seat in the position that it sees."""
        if self.lapse and rng.random() < self.lapse:
            return rng.choice([move for move in moves if move.kind != "done"] or moves)
        match position.seats[number - 1].stage:
            case "draft":
                return Builder(position, number, self.skill, rng).choose_in_draft(moves)
            case "live":
                return Builder(position, number, self.skill, rng).choose_live(moves)
            case "closing":
                return Builder(position, number, self.skill, rng).choose_closing()
            case "planning":
                return min(moves, key=lambda move: WANTED.index(move.piece))
        return Keeper(position, number, self.rehearsals, rng).choose(moves)


WANTED = [
    *("I1", "I3", "I2", "I4", "L2", "L3"),  # gem veins
    *("L5", "L9", "I6", "I8", "I7", "I5"),  # mess halls
    *("I10", "I9", "I11", "L6"),  # infirmaries
    *("L8", "I18", "I17"),  # defence
    *("I14", "L4", "L1", "I12", "I16", "I15", "L7", "I13", "P"),
]
"""The special pieces, the best first."""

MINDS = {
    "easy": Mind(Skill(width=1, error=4.0, new_tile=0.1, resting=False), rehearsals=0, lapse=0.78),
    "medium": Mind(Skill(width=1, error=1.0, new_tile=0.3, resting=False), rehearsals=1, lapse=0.2),
    "hard": Mind(Skill(width=2, error=0.6, new_tile=0.4, resting=False), rehearsals=3, lapse=0.06),
    "expert": Mind(Skill(width=16), rehearsals=64),
}

_PLACES_COMPARED = 12
"""The number of legal placements that a beginner compares."""
_LOSS_TO_GROW = 2.5
"""The weighed yield that a beginner loses at most to grow, in the first half of the pile."""


def choose_as_beginner(
    position: Position, seat: int, moves: Sequence[Move], rng: random.Random
) -> Move:
    """Build in the best of a few places, seldom stop, and answer the rest mostly at random."""
    places = [move for move in moves if move.kind in {"queue", "hand", "reserve"}]
    if places and rng.random() < 0.9:
        tried = rng.sample(places, min(_PLACES_COMPARED, len(places)))
        if (best := _beginner_placement(position, seat, tried)) is not None:
            return best
        moves = [move for move in moves if move not in places]
    for kind, chance in (("flip", 0.9), ("drop", 0.9), ("end", 0.7), ("reveal", 0.7)):
        wanted = [move for move in moves if move.kind == kind]
        if wanted and rng.random() < chance:
            return rng.choice(wanted)
    rest = [move for move in moves if move.kind not in {"done", "ready", "pass"}]
    return rng.choice(rest if rest and rng.random() < 0.7 else moves)


def _beginner_placement(position: Position, seat: int, moves: Sequence[Move]) -> Move | None:
    """The best of these placements; None if it loses more than a beginner accepts."""
    state = position.seats[seat - 1]

    def value(move: Move) -> float:
        id_ = move.piece or str(state.queue[move.number - 1] if move.number else state.hand)
        return weighed_yield(state.colony.with_piece(Placed(id_, move.at, move.to)))

    # In the first half of the pile it grows, even if that opens edges; later it closes them.
    accepted_loss = _LOSS_TO_GROW if position.pile > PILE[len(position.playing)] / 2 else 0
    best = max(moves, key=value)
    return best if value(best) > weighed_yield(state.colony) - accepted_loss else None


def weighed_yield(colony: Colony) -> float:
    """The weighed yield of a colony, less its open edges."""
    gold, gems, guards, traps, _ = populate(colony).counts
    edges = sum(squares.bit_count() for squares in colony.open_edges)
    deep = len(colony.layers)
    return 3 * gold + 9 * gems + 2 * guards + traps - edges + 0.3 * deep


SKILL = Skill(width=3)
_MIN_DOUBT, _DOUBT_SHARE = 0.5, 0.25
"""The error of a difference in treasure, and its share of a difference between colonies on top. So
half a treasure is never likely to matter, and between colonies two are never sure.
"""
_MAX_POPULATE_MOVES = 30
"""The number of purchases and moves of guards after which populate counts as over."""


def forecast(position: Position, _last: int, rng: random.Random) -> tuple[tuple[()], list[float]]:
    """The treasure that the round will bring each seat, in one course of the invasion. While a
    colony is built, that is the builder's estimate.
    """
    return (), [_expected_worth(position, seat, rng) for seat in range(1, len(position.seats) + 1)]


def _expected_worth(position: Position, number: int, rng: random.Random) -> float:
    seat = position.seats[number - 1]
    if not seat.playing:
        return 0.0
    if position.phase == "planning":
        return float(seat.treasure)
    if position.phase == "build" and not seat.tokens.anywhere:
        return Builder(position, number, SKILL, rng).expected_worth()
    return Keeper(position, number, 1, rng).expected_profit(seat)


def rehearse(
    position: Position, number: int, moves: Sequence[Move], rng: random.Random
) -> list[float]:
    """The treasure that each move brings a seat in one course of the round, to compare moves. While
    a colony is built, that is the builder's estimate after the move and the best rest of the turn.
    From populate on, the same invasion is rehearsed after each move.
    """
    match position.seats[number - 1].stage:
        case "draft" | "live" | "closing":
            builder = Builder(position, number, SKILL, rng)
            return [builder.worth_after(move) for move in moves]
        case "inspection":
            return [_worth_inspected(position, number, move, rng) for move in moves]
        case "populate":
            keeper = Keeper(position, number, 1, rng)
            return [_worth_populated(position, number, move, keeper, rng) for move in moves]
        case "planning":  # its worth shows a round later
            return [0.0] * len(moves)
    return Keeper(position, number, 1, rng).profits(moves)


def doubt(position: Position, number: int, difference: float) -> float:
    """The error of a difference between appraisals or coarse rehearsals; luck comes on top."""
    building = position.seats[number - 1].stage in {"draft", "live", "closing", "inspection"}
    return _MIN_DOUBT + _DOUBT_SHARE * abs(difference) * building


def _worth_inspected(position: Position, number: int, move: Move, rng: random.Random) -> float:
    after = position.after(number, move)
    return Builder(after, number, SKILL, rng).worth(after.seats[number - 1].colony, 0.0, ())


def _worth_populated(
    position: Position, number: int, move: Move, keeper: Keeper, rng: random.Random
) -> float:
    """The worth of the tokens after the rest of the stash is spent; luck is left out."""
    seat = position.seats[number - 1]
    for _ in range(_MAX_POPULATE_MOVES):
        if move == READY:
            break
        seat = events.apply_populate_move(seat, move)
        legal = events.populate_moves(seat)
        move = Keeper(position.with_seat(number, seat), number, 0, rng).choose(legal)
    return keeper.expected_profit(seat)


HINTS: Hints[Position, Move] = Hints(
    determinise=determinise,
    forecast=forecast,
    rehearse=rehearse,
    doubt=doubt,
    a_second=60,
    levels=MINDS,
    players={"beginner": choose_as_beginner},  # tries a few places and looks no further
)
