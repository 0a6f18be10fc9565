"""A steady search: its seed alone decides, however fast or busy the machine is."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from prowlerbot.opponent.task import Task, think
from tests.opponent.games import roster

ASKED = Task("nim", "2", (), 1, "hard", 5, steady=True)


@pytest.mark.parametrize("level", ["hard", "expert"])
def test_the_clock_changes_no_move(monkeypatch: pytest.MonkeyPatch, level: str) -> None:
    game, hints = roster()["nim"]
    quick = {"nim": (game, replace(hints, a_second=200))}
    found = []
    for step in (0.0, 0.001, 100.0):
        clock = (step * tick for tick in itertools.count())
        monkeypatch.setattr("time.perf_counter", lambda clock=clock: next(clock))
        found += [think(lambda: quick, replace(ASKED, level=level, seed=seed)) for seed in range(5)]
    assert found[:5] == found[5:10] == found[10:]


def test_a_level_that_counts_playouts_stays_as_it_is() -> None:
    calm, steady = (replace(ASKED, level="easy", steady=each) for each in (False, True))
    assert think(roster, calm) == think(roster, steady)
