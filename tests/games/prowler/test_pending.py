"""The effects of a wild shovel before its marker is chosen, as its board shows them."""

from __future__ import annotations

import random

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.rules import PLACEMENTS, Move, Position
from prowlerbot.games.prowler.setup import DISTRICTS
from renderer.prowler import draw_board, draw_choice

GAME = Prowler()


def choices(seed: int) -> list[tuple[Position, int]]:
    """Every choice that can be opened in a match, with its pathway."""
    rng = random.Random(seed)
    state = GAME.start(GAME.setup(rng, 2, {}))
    found = []
    while not state.over:
        wild = [move for move in state.legal if move.pathway and move.marker == 0]
        found += [(state, move.pathway) for move in wild]
        # The shovels are left lying as long as there is anything else.
        others = [move for move in state.legal if move.marker is None]
        state = state.after(state.seat, rng.choice(others or state.legal))
    return found


def test_each_choice_moves_one_marker_a_space_on_from_there() -> None:
    for seed in range(5):
        for state, pathway in choices(seed):
            pending = state.pending(pathway)
            for marker in range(len(DISTRICTS)):
                chosen = state.after(state.seat, Move(pathway, marker)).lead(state.seat)
                there = pending.lead(state.seat)
                assert chosen == tuple(at + (each == marker) for each, at in enumerate(there))


def test_the_passage_is_dug_and_the_tile_taken_but_nothing_is_claimed_or_scored() -> None:
    for state, pathway in choices(3):
        pending = state.pending(pathway)
        assert pending.passages[state.seat - 1] >> pathway & 1
        assert sum(pending.tiles_of(state.seat)) == sum(state.tiles_of(state.seat)) + 1
        assert (pending.achievements, pending.half) == (state.achievements, state.half)
        assert pending.seat == state.seat, "the same player is to choose"
        assert pending.outcome is None, "not even by the last passage"


def test_the_picture_shows_more_than_the_position_before_and_what_it_has_done() -> None:
    state, pathway = choices(1)[0]
    names = ("Ada", "Ben")
    shown = draw_choice(state, pathway, names)
    assert shown not in {draw_board(state, names), draw_board(state.pending(pathway), names)}
    assert len(shown) < 180_000


def test_the_last_passage_of_a_match_can_be_chosen_for() -> None:
    last = [each for seed in range(5) for each in choices(seed) if each[0].ply == PLACEMENTS]
    assert last
    state, pathway = last[0]
    assert state.pending(pathway).outcome is None
    assert draw_choice(state, pathway, ("Ada", "Ben"))
