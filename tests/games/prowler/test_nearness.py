"""Facts for pictures beyond the rules: the longest way, and each player's distance to a card."""

from __future__ import annotations

import random

import pytest

from prowlerbot.games.prowler import Prowler
from prowlerbot.games.prowler.achievements import CONDITIONS, NEEDED, reached
from prowlerbot.games.prowler.board import pathways_in
from prowlerbot.games.prowler.passages import longest, longest_trail


@pytest.mark.parametrize("seed", range(12))
def test_the_trail_is_as_long_as_the_longest_passage_and_part_of_the_network(seed: int) -> None:
    rng = random.Random(seed)
    for count in range(14):
        network = sum(1 << number for number in rng.sample(range(1, 28), count))
        trail = longest_trail(network)
        assert trail & network == trail
        assert trail.bit_count() == longest(network) == longest(trail)
        assert longest_trail(network) == trail


def test_nobody_has_a_trail_without_passages() -> None:
    assert pathways_in(longest_trail(0)) == []


@pytest.mark.parametrize("seed", range(12))
def test_a_player_who_claims_a_card_has_reached_what_it_needs(seed: int) -> None:
    """A player who has just reached it may claim it."""
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    before: set[tuple[int, int]] = set()
    while not state.over:
        mover = state.seat
        state = state.after(mover, rng.choice(state.moves(mover)))
        for card, condition in CONDITIONS.items():
            have = reached(state, mover, card)
            assert 0 <= have <= NEEDED[card]
            if state.ply > 1:
                enough = have == NEEDED[card]
                assert enough or not condition(state, mover), card
                # Some conditions ask for something just extended; they hold if there is enough.
                assert condition(state, mover) or not enough or (mover, card) in before, card
            if have == NEEDED[card]:
                before.add((mover, card))
            else:
                before.discard((mover, card))
