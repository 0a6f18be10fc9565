"""The prospects of a position for every seat, for those who are told them: chances and margins.

A search for the machine's own moves has one value for both (``hints.py``); a player is told the
chance to win and the margin, each by itself.
"""

from __future__ import annotations

import random

from prowlerbot.core.game import CHANCE, AnyState, Outcome

from .hints import Forecast, Hints, Values
from .search import Search, draw, next_seat


def of_outcome(outcome: Outcome) -> Forecast:
    """What came of a match: 1 for its winner, and equal parts for those who share the first rank.

    The margin of a seat alone is its total.
    """
    first = max(1, outcome.ranks.count(1))  # a seat alone can fail
    chances = [(rank == 1) / first for rank in outcome.ranks]
    totals = outcome.totals
    if len(totals) == 1:
        return chances, [float(totals[0])]
    margins = [
        float(own - max(other for at, other in enumerate(totals) if at != seat))
        for seat, own in enumerate(totals)
    ]
    return chances, margins


def forecast(state: AnyState, last: int, hints: Hints, rng: random.Random) -> Forecast:
    """The prospects of a position by the game's own word, else by one playout to the end.

    In a game that rehearses they are the points of each seat, without chances.
    """
    while CHANCE in state.to_move:
        state = state.after(CHANCE, draw(state.moves(CHANCE), rng))
    if state.outcome is None and hints.forecast is not None:
        chances, margins = hints.forecast(state, last, rng)
        return (chances if hints.calibrated is None else hints.calibrated(state, chances)), margins
    if state.outcome is not None and hints.rehearse is not None:
        return (), [float(total) for total in state.outcome.totals]
    expected = hints.value(state) if state.outcome is None and hints.value is not None else None
    while to_move := state.to_move:
        last = next_seat(to_move, last)
        moves = state.moves(last)
        if hints.playout is None or last == CHANCE or len(moves) == 1:
            move = draw(moves, rng)
        else:
            move = hints.playout(state, last, moves, rng)
        state = state.after(last, move)
    if state.outcome is None:
        raise ValueError("Nobody is to move, and the match is not over.")
    chances, margins = of_outcome(state.outcome)
    return (chances if expected is None else expected), margins


class Foresight(Search):
    """A search for the chance to win; its values hold the chances and then the margins."""

    def play_out(self, state: AnyState, last: int) -> Values:
        chances, margins = forecast(state, last, self.hints, self.rng)
        return (*chances, *margins)

    def final(self, state: AnyState) -> Values:
        return self.play_out(state, 0)
