"""A game from outside that does not end, or raises anything, stops one match alone."""

from __future__ import annotations

import asyncio
import pickle
import signal
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import pytest

from prowlerbot import game_failures
from prowlerbot.core.errors import Resting
from prowlerbot.game_failures import (
    Endless,
    failed_at,
    for_the_bot,
    is_endless,
    or_nothing,
    within_limit,
)
from prowlerbot.service import game_guard
from prowlerbot.service.game_guard import PATIENCE, GameGuard, take_in_hand

FOLDER = "/a/package/four/"
PLACE = f"{FOLDER}rules.py"
NEVER = 10**6
"""Seconds of processor time until the guard looks by itself."""
SOURCE = """
def count(to=None):
    number = 0
    while number != to:
        number += 1
    return number
"""


@pytest.fixture
def count() -> Callable[..., int]:
    """A function of a game from outside; without an argument it never ends."""
    names: dict[str, Any] = {}
    exec(compile(SOURCE, PLACE, "exec"), names)  # noqa: S102 - code in a file that is not there
    return names["count"]  # type: ignore[no-any-return] # of the source above


@pytest.fixture
async def guard(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[GameGuard]:
    monkeypatch.setattr(game_guard, "_failed", set())
    guard = GameGuard((FOLDER,), every=0.005)
    yield guard
    guard.stop()


async def test_a_loop_without_end_stops_its_match_alone(
    guard: GameGuard, count: Callable[..., int]
) -> None:
    guard.start()
    take_in_hand("aaaaaaaa")
    with pytest.raises(Endless) as caught:
        count()
    assert isinstance(caught.value, Resting)
    take_in_hand("bbbbbbbb")
    with pytest.raises(Endless):
        take_in_hand("aaaaaaaa")


async def test_a_loop_without_end_in_a_thread_is_ended_too(
    guard: GameGuard, count: Callable[..., int]
) -> None:
    guard.start()

    thread = asyncio.ensure_future(asyncio.to_thread(count))
    while not thread.done():  # noqa: ASYNC110 - the rounds of the loop are what the test is about
        await asyncio.sleep(0)
    assert isinstance(thread.exception(), Endless)


class Looked:
    """A number that is counted up to; at each comparison before it, the guard looks."""

    def __init__(self, number: int) -> None:
        self._number = number

    def __eq__(self, other: object) -> bool:
        if other == self._number:
            return True
        signal.raise_signal(signal.SIGVTALRM)
        return False

    __hash__ = None  # type: ignore[assignment] # nothing hashes it


async def test_work_between_which_the_event_loop_turns_goes_on(
    monkeypatch: pytest.MonkeyPatch, count: Callable[..., int]
) -> None:
    monkeypatch.setattr(game_guard, "_failed", set())
    guard = GameGuard((FOLDER,), every=NEVER)
    guard.start()
    for _ in range(100):
        assert count(Looked(PATIENCE)) == PATIENCE
        await asyncio.sleep(0)
    with pytest.raises(Endless):
        count(Looked(PATIENCE + 1))
    guard.stop()


def test_a_look_once_the_event_loop_is_closed_disturbs_nobody() -> None:
    guard = GameGuard((FOLDER,), every=NEVER)

    async def begin() -> None:
        guard.start()

    asyncio.run(begin())
    signal.raise_signal(signal.SIGVTALRM)
    guard.stop()
    signal.raise_signal(signal.SIGVTALRM)


def test_an_error_in_a_game_from_outside_names_its_line(
    monkeypatch: pytest.MonkeyPatch, count: Callable[..., int]
) -> None:
    monkeypatch.setattr(game_failures, "code", lambda: (FOLDER,))

    class Bad:
        def __eq__(self, _: object) -> bool:
            raise KeyError("four")

        __hash__ = None  # type: ignore[assignment] # nothing hashes it

    with pytest.raises(KeyError) as caught:
        count(Bad())
    assert failed_at(caught.value) == f"{PLACE}, line 4"
    assert failed_at(ValueError()) == ""


def test_a_failure_in_a_worker_process_reaches_the_bot_with_its_line(
    monkeypatch: pytest.MonkeyPatch, count: Callable[..., int]
) -> None:
    monkeypatch.setattr(game_failures, "code", lambda: (FOLDER,))
    assert within_limit(partial(count, 1)) == 1
    monkeypatch.setattr(game_failures, "MOST_WORK", 0.005)
    with pytest.raises(Endless) as caught:
        within_limit(count)
    told = pickle.loads(pickle.dumps(for_the_bot(caught.value)))  # noqa: S301 - of this test
    assert is_endless(told)
    assert failed_at(told).startswith(PLACE)
    own = KeyError("four")
    assert for_the_bot(own) is own
    with pytest.raises(KeyError):
        or_nothing(partial(_raise, own))


def _raise(error: Exception) -> bytes:
    raise error


def test_the_bot_with_the_games_of_the_house_alone_has_no_timer() -> None:
    guard = GameGuard(())
    guard.start()
    guard.stop()
