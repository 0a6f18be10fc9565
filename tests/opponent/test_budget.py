"""How long a search goes on, and that a steady one does not depend on the clock."""

from __future__ import annotations

import itertools
from dataclasses import replace

import pytest

from prowlerbot.opponent.budget import Budget, BudgetMeter
from prowlerbot.opponent.move_statistics import MoveStatistics
from prowlerbot.opponent.search import spend
from prowlerbot.opponent.task import Task, think
from tests.cases import each_of
from tests.opponent.games import roster


class Clock:
    """Stands still unless it is told how long something took."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def playouts(budget: Budget, *, each: float, moves: int = 20, even: bool = True) -> int:
    """How many playouts a search makes, each of which takes so long."""
    clock = Clock()
    meter = BudgetMeter(budget, clock)
    statistics = MoveStatistics(1, range(moves), [0.5] * moves)

    def playout() -> None:
        clock.now += each
        statistics.add_visit(meter.done % moves if even else 0, 0.5)

    spend(meter, statistics, playout)
    return meter.done


def test_a_search_has_to_end() -> None:
    with pytest.raises(ValueError, match="without an end"):
        Budget()


def test_a_budget_in_playouts_is_met_exactly() -> None:
    assert playouts(Budget(playouts=250), each=0.01) == 250


@each_of("each", [0.00002, 0.001, 0.03, 0.4])
def test_a_budget_in_seconds_is_overrun_by_no_more_than_a_hundredth_or_a_playout(
    each: float,
) -> None:
    spent = each * playouts(Budget(seconds=1.0), each=each)
    assert 1.0 - 1e-9 <= spent <= 1.0 + max(0.01, each)


def test_what_ends_first_ends_the_search() -> None:
    assert playouts(Budget(playouts=50, seconds=1.0), each=0.001) == 50
    assert playouts(Budget(playouts=5000, seconds=1.0), each=0.125) == 8


def test_a_search_ends_when_the_best_move_cannot_be_overtaken() -> None:
    assert 500 <= playouts(Budget(playouts=1000), each=0.001, even=False) <= 510
    assert playouts(Budget(seconds=1.0), each=0.001, even=False) <= 520


def test_a_full_width_search_gets_a_share_of_the_budget() -> None:
    clock = Clock()
    beyond = BudgetMeter(Budget(seconds=1.0), clock).share_left(0.5)
    assert not beyond(10**9)
    clock.now += 0.6
    assert beyond(1)
    counted = BudgetMeter(Budget(playouts=100), clock).share_left(0.5)
    assert not counted(500)
    assert counted(501)


# ------------------------------------------------------------------ steady searches

ASKED = Task("nim", "2", (), 1, "hard", 5, steady=True)


@each_of("level", ["hard", "expert"])
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
