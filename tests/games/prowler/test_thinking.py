"""The value of a position for the machine."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.games.prowler import Prowler, thinking
from prowlerbot.games.prowler.position import Track
from prowlerbot.games.prowler.rules import Position, district_wealth


def test_districts_are_worth_what_they_would_pay_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []
    rewards = thinking._rewards

    def listened(track: Track, one: Track, two: Track) -> int:
        told.append(rewards(track, one, two))
        return told[-1]

    monkeypatch.setattr(thinking, "_rewards", listened)
    for seed in range(12):
        for position in _positions(seed):
            thinking.value(position)
            one, two = (district_wealth(position, seat) for seat in (1, 2))
            expected = sum(each or 0 for each in one) - sum(each or 0 for each in two)
            assert told[-1] == expected, seed


def test_it_is_worth_something_to_place_next() -> None:
    for position in _positions(5):
        other = position._replace(setup=replace(position.setup, start=3 - position.setup.start))
        first, second = sorted((position, other), key=lambda each: each.seat)
        assert thinking.value(first)[0] > thinking.value(second)[0]


def test_wealth_from_mid_game_scoring_counts_in_full() -> None:
    for position in (each for seed in range(8) for each in _positions(seed) if each.mid):
        half = position.half
        assert half is not None
        one, two = (score.total for score in position.mid or ())
        even = position._replace(
            half=half._replace(passages=(0, 0), track=(0,) * 5, statues=("", ""))
        )
        leads = [thinking.forecast(each, 0, random.Random(1))[1][0] for each in (position, even)]
        assert leads[0] - leads[1] == pytest.approx(one - two, abs=1e-3)


def test_a_marker_on_ones_side_is_worth_something_in_each_district() -> None:
    for district in range(5):
        for position in _positions(3):
            tracks = []
            for at in (-1, 0, 1):
                track = [0] * 5
                track[district] = at
                tracks.append((track[0], track[1], track[2], track[3], track[4]))
            values = [thinking.value(position._replace(track=track))[0] for track in tracks]
            assert values == sorted(values), district
            assert values[0] < values[2], district


def test_a_marker_that_is_lost_for_good_promises_less_than_any_other() -> None:
    for seat in (1, 2):
        position = _positions(1)[0]
        wild = [move for move in position.legal if move.marker is not None]
        for lost in range(5):
            track = [0] * 5
            track[lost] = -30 if seat == 1 else 30
            afar = position._replace(track=(track[0], track[1], track[2], track[3], track[4]))
            promised = dict(zip(wild, thinking.prior(afar, seat, wild), strict=True))
            for move in wild:
                assert promised[move._replace(marker=lost)] <= promised[move], move


def _positions(seed: int) -> list[Position]:
    rng = random.Random(seed)
    game = Prowler()
    state = game.start(game.setup(rng, 2, {}))
    found = []
    while not state.over:
        state = state.after(state.seat, rng.choice(state.moves(state.seat)))
        found.append(state)
    return found[:-1]
