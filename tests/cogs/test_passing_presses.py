"""Interactions wait for the process that handles them, but neither for long nor without bounds."""

from __future__ import annotations

from typing import Any

import pytest

from cogs.connection.shared_shards import PassingPresses
from cogs.discord_py.shards import SHARD


class Passing:
    def __init__(self) -> None:
        self.now = 0.0
        self.handled: list[int] = []
        self.presses = PassingPresses(
            lambda it: self.handled.append(int(it["id"])), lambda: self.now
        )

    def hold(self, *numbers: int, shard: int = 0) -> None:
        for number in numbers:
            self.presses.hold(event(number, shard))


def event(number: int, shard: int = 0) -> dict[str, Any]:
    return {"id": str(number), SHARD: shard}


@pytest.fixture
def passing() -> Passing:
    return Passing()


def test_what_is_held_is_handled_in_order_and_once(passing: Passing) -> None:
    passing.hold(3, 1, 2)
    passing.hold(4, shard=1)
    passing.presses.release(0, {1})
    passing.presses.release(0, {1})
    assert passing.handled == [3, 2]


def test_the_newest_are_held_if_there_are_too_many(passing: Passing) -> None:
    passing.presses.most = 3
    passing.hold(1, 2, 3, 4)
    passing.presses.release(0, ())
    assert passing.handled == [2, 3, 4]


def test_a_press_that_cannot_be_answered_in_time_is_dropped(passing: Passing) -> None:
    passing.hold(1)
    passing.now = PassingPresses.held_for + 0.1
    passing.hold(2)
    passing.now += PassingPresses.held_for - 0.1
    passing.presses.release(0, ())
    assert passing.handled == [2]


def test_what_was_begun_is_told_by_shard_and_for_some_seconds(passing: Passing) -> None:
    assert passing.presses.begin_interaction(event(1))
    assert passing.presses.begin_interaction(event(2, shard=1))
    passing.now = PassingPresses.remembered_for + 0.1
    assert passing.presses.begin_interaction(event(3))
    assert passing.presses.begun_interactions(0) == [3]
    assert passing.presses.begun_interactions(1) == []


def test_what_was_held_and_handled_counts_as_begun(passing: Passing) -> None:
    passing.hold(1, 2)
    passing.presses.release(0, {2})
    assert passing.presses.begun_interactions(0) == [1]


def test_what_another_process_has_begun_is_left_alone_for_some_seconds(passing: Passing) -> None:
    passing.presses.release(0, {1})
    assert not passing.presses.begin_interaction(event(1))
    assert passing.presses.begin_interaction(event(1, shard=1))
    passing.now = PassingPresses.remembered_for + 0.1
    assert passing.presses.begin_interaction(event(1))
