"""How fast the bot answers, as the doctor reports it."""

from __future__ import annotations

from cogs.frame.meter import Meter


def latency_of(*seconds: float) -> tuple[int, int, int]:
    meter = Meter()
    meter._seconds.extend(seconds)
    return meter.latency()


def test_as_long_as_nothing_was_measured_there_is_no_latency() -> None:
    assert latency_of() == (0, 0, 0)


def test_one_measurement_is_both_the_middle_and_the_slow_end() -> None:
    assert latency_of(0.0124) == (1, 12, 12)


def test_of_many_half_are_faster_than_the_middle_and_one_in_twenty_slower_than_the_end() -> None:
    assert latency_of(*(number / 1000 for number in range(101))) == (101, 50, 95)


def test_only_the_latest_count() -> None:
    assert latency_of(*[9.0] * 50, *[0.02] * 1000) == (1000, 20, 20)
