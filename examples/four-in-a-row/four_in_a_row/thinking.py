"""The machine's knowledge of the game: lines that one seat alone can still fill."""

from __future__ import annotations

from prowlerbot.core.game_parts import Hints

from four_in_a_row import LINES, Position

_WORTH = 0, 1, 4, 16
"""The worth of a line by the number of its discs."""


def value(position: Position) -> tuple[float, float]:
    """The chances of both seats, by the lines in which the other one has no disc."""
    worth = {"1": 1, "2": 1}
    for line in LINES:
        discs = "".join(position.board[place] for place in line)
        for seat, other in ("12", "21"):
            if other not in discs:
                worth[seat] += _WORTH[discs.count(seat)]
    chance = worth["1"] / (worth["1"] + worth["2"])
    return chance, 1 - chance


HINTS: Hints[Position, str] = Hints(value=value, horizon=6, endgame=12)
