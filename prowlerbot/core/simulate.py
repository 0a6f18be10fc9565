"""Whole matches in which every seat plays random legal moves."""

from __future__ import annotations

import random

from prowlerbot.core.game import Game
from prowlerbot.core.record import Made, Record


def random_record(game: Game, rng: random.Random, players: int | None = None) -> Record:
    """A match played to the end, by default with the smallest number of players."""
    setup = game.setup(rng, game.seats[0] if players is None else players, {})
    state = game.start(setup)
    moves: list[Made] = []
    while state.to_move:
        seat = rng.choice(sorted(state.to_move))
        move = rng.choice(state.moves(seat))
        moves.append(Made(seat, str(move)))
        state = state.after(seat, move)
    return Record(game, setup, tuple(moves))
