"""A simulated day of a small server: most are found, soon and by players of their strength."""

from __future__ import annotations

import random
from statistics import median

from tests.finding.day import day


def test_in_a_small_server_most_are_found_within_the_hour() -> None:
    told = day(60, random.Random(1))
    assert told.seated > told.wishes * 0.6
    assert median(told.waited) < 60 * 60
    assert median(told.apart) < 350
