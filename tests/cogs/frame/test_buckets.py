"""Token buckets: how often somebody may ask."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from cogs.frame import throttles
from cogs.frame.throttles import Buckets


@dataclass
class Clock:
    now: float = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_minutes_worth_may_be_taken_at_once_and_then_one_at_a_time() -> None:
    clock = Clock()
    buckets = Buckets(clock)
    assert [buckets.take("ada", 30) for _ in range(30)] == [0.0] * 30
    assert buckets.take("ada", 30) == pytest.approx(2)
    clock.now += 1
    assert buckets.take("ada", 30) == pytest.approx(1)
    clock.now += 1
    assert buckets.take("ada", 30) == 0
    assert buckets.take("ada", 30) == pytest.approx(2)


def test_an_empty_bucket_concerns_nobody_else() -> None:
    buckets = Buckets(Clock())
    assert buckets.take("ada", 1) == 0
    assert buckets.take("ada", 1) == pytest.approx(60)
    assert buckets.take("ben", 1) == 0


def test_a_lower_limit_counts_from_the_next_time_on() -> None:
    buckets = Buckets(Clock())
    assert buckets.take("ada", 100) == 0
    assert [buckets.take("ada", 2) for _ in range(3)] == [0, 0, pytest.approx(30)]


def test_those_unused_longest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(throttles, "_REMEMBERED", 2)
    buckets = Buckets(Clock())
    for user in ("ada", "ben", "ada", "cleo"):
        buckets.take(user, 2)
    assert buckets.take("ada", 2) == pytest.approx(30)
    assert buckets.take("ben", 1) == 0
