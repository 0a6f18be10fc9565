"""What is dropped unread of a user who sends too much at once, and what never is."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs.frame.throttles import Arrivals

MOST = 3


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def event(number: int, user: int = 1, *, guild: bool = True) -> dict[str, Any]:
    asker = {"user": {"id": str(user)}}
    return {"id": str(number), **({"member": asker} if guild else asker)}


def begun(number: int, user: int = 1, *, done: bool = False) -> Any:
    response = SimpleNamespace(is_done=lambda: done)
    return SimpleNamespace(id=number, user=SimpleNamespace(id=user), response=response)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def arrivals(clock: Clock) -> Arrivals:
    return Arrivals(clock, MOST)


def test_of_one_user_only_so_many_are_looked_at_before_any_is_answered(arrivals: Arrivals) -> None:
    assert sum(arrivals.let_in(event(number)) for number in range(300)) == MOST


def test_they_are_counted_over_all_places_together(arrivals: Arrivals) -> None:
    sent = [event(number, guild=number % 2 == 0) for number in range(300)]
    assert sum(map(arrivals.let_in, sent)) == MOST


def test_nobody_else_loses_anything_by_it(arrivals: Arrivals) -> None:
    for number in range(300):
        arrivals.let_in(event(number))
    assert all(arrivals.let_in(event(1000 + user, user)) for user in range(2, 50))


def test_what_has_ended_makes_room_for_as_many(arrivals: Arrivals) -> None:
    for number in range(300):
        arrivals.let_in(event(number))
    with arrivals.handling(begun(0)):
        pass
    assert [arrivals.let_in(event(number)) for number in (300, 301)] == [True, False]


def test_what_goes_on_behind_an_answer_does_not_count(arrivals: Arrivals) -> None:
    for number in range(MOST):
        arrivals.let_in(event(number))
    with arrivals.handling(begun(0)):
        assert not arrivals.let_in(event(MOST))
    with arrivals.handling(begun(1, done=True)):
        assert all(arrivals.let_in(event(number)) for number in (10, 11))
        assert not arrivals.let_in(event(12))


def test_nobody_is_shut_out_for_longer_than_discord_waits(arrivals: Arrivals, clock: Clock) -> None:
    """Not everything that comes in is answered, such as a button of some other bot's version."""
    for number in range(300):
        arrivals.let_in(event(number))
    clock.now += 3
    assert arrivals.let_in(event(300))


def test_an_event_without_an_asker_is_let_in(arrivals: Arrivals) -> None:
    assert all(arrivals.let_in({"id": str(number), "type": 1}) for number in range(300))
