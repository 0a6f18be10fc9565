"""Large pieces of work: one at a time, a few a minute."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from cogs.frame import throttles
from cogs.frame.throttles import LARGE_WORK_A_MINUTE, LargeWork, TooMuch
from prowlerbot.core.errors import Denied
from tests.cogs.frame.test_buckets import Clock


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(throttles, "clock", clock)
    return clock


def test_a_user_has_one_place_and_others_have_theirs(clock: Clock) -> None:
    work = LargeWork()
    with work.place(1), work.place(2):
        clock.now += 60
        with pytest.raises(Denied, match="Your last request is still running"), work.place(1):
            pass
    with work.place(1):
        pass


def test_a_place_is_free_again_after_an_error(clock: Clock) -> None:
    work = LargeWork()
    with pytest.raises(KeyError), work.place(1):
        raise KeyError
    with work.place(1):
        clock.now += 1


def test_so_many_a_minute_and_no_more(clock: Clock) -> None:
    work = LargeWork()
    for _ in range(LARGE_WORK_A_MINUTE):
        with work.place(1):
            pass
    with pytest.raises(TooMuch, match="You can continue in 20 s"), work.place(1):
        pass
    with ExitStack() as places:
        places.enter_context(work.place(2))
        clock.now += 20
        places.enter_context(work.place(1))
