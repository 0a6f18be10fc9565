"""Hints to the machine (``prowlerbot/opponent/hints.py``): the play of each level.

A match has hundreds of small decisions, mostly followed by luck, so the machine appraises its
placements instead of searching; it rehearses invasions.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import NamedTuple

from prowlerbot.core.game import View

from .machine.beginner import build
from .machine.builder import Builder, Skill
from .machine.keeper import Keeper
from .machine.worths import doubt, forecast, rehearse
from .moves import Move
from .rules import Position

__all__ = ["determinise", "doubt", "forecast", "levels", "players", "rehearse"]

a_second = 60


def determinise(view: View[Position], rng: random.Random) -> Position:  # noqa: ARG001 - nothing is drawn
    """The other seats as at the start of the draft turn: even a finished seat may have built
    nothing, and face-down tiles are drawn only when they are turned up.
    """
    return view.seen


class Mind(NamedTuple):
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
                return Builder(position, number, self.skill, rng).drafted(moves)
            case "live":
                return Builder(position, number, self.skill, rng).built_live(moves)
            case "closing":
                return Builder(position, number, self.skill, rng).closed()
            case "planning":
                return min(moves, key=lambda move: WANTED.index(move.piece))
        return Keeper(position, number, self.rehearsals, rng).kept(moves)


WANTED = [
    *("I1", "I3", "I2", "I4", "L2", "L3"),  # gem veins
    *("L5", "L9", "I6", "I8", "I7", "I5"),  # mess halls
    *("I10", "I9", "I11", "L6"),  # infirmaries
    *("L8", "I18", "I17"),  # defence
    *("I14", "L4", "L1", "I12", "I16", "I15", "L7", "I13", "P"),
]
"""The special pieces, the best first."""

levels = {
    "easy": Mind(Skill(width=1, error=4.0, fresh=0.1, resting=False), rehearsals=0, lapse=0.78),
    "medium": Mind(Skill(width=1, error=1.0, fresh=0.3, resting=False), rehearsals=1, lapse=0.2),
    "hard": Mind(Skill(width=2, error=0.6, fresh=0.4, resting=False), rehearsals=3, lapse=0.06),
    "expert": Mind(Skill(width=16), rehearsals=64),
}

players = {"beginner": build}
"""``build`` tries a few places and looks no further, to measure the machine against."""
