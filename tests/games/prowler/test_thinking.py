"""What the machine is told a position is worth."""

from __future__ import annotations

import random

import pytest

from prowlerbot.games.prowler import Prowler, thinking
from prowlerbot.games.prowler.rules import Position
from prowlerbot.games.prowler.scoring import district_wealth
from prowlerbot.games.prowler.setup import Track


@pytest.mark.parametrize("seed", range(4))
def test_districts_are_worth_what_they_would_pay_at_once(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[int] = []
    rewards = thinking._rewards

    def listened(track: Track, one: Track, two: Track) -> int:
        told.append(rewards(track, one, two))
        return told[-1]

    monkeypatch.setattr(thinking, "_rewards", listened)
    for position in _positions(seed):
        thinking.value(position)
        one, two = (district_wealth(position, seat) for seat in (1, 2))
        assert told[-1] == sum(each or 0 for each in one) - sum(each or 0 for each in two)


def _positions(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    found = []
    while not state.over:
        state = state.after(state.seat, rng.choice(state.moves(state.seat)))
        found.append(state)
    return found[:-1]
