"""Holidays: their starts and ends are remembered, so that a streak of days outlives them."""

from __future__ import annotations

import json
from dataclasses import replace

from prowlerbot.match.preferences import DAY, PlayerChoices


def away(chosen: PlayerChoices, days: int, now: int) -> PlayerChoices:
    return replace(chosen, **chosen.away(now + days * DAY if days else 0, now))


def test_a_holiday_begins_now_and_a_longer_one_goes_on() -> None:
    once = away(PlayerChoices(), 3, 10 * DAY)
    assert once.absences == [(10 * DAY, 13 * DAY)]
    longer = away(once, 5, 12 * DAY)
    assert longer.absences == [(10 * DAY, 17 * DAY)]


def test_coming_back_early_ends_a_holiday_that_stays_remembered() -> None:
    back = away(away(PlayerChoices(), 7, 10 * DAY), 0, 12 * DAY)
    assert back.away_until == 0
    assert back.absences == [(10 * DAY, 12 * DAY)]
    assert away(back, 0, 13 * DAY).absences == [(10 * DAY, 12 * DAY)]


def test_a_holiday_that_is_over_is_remembered_as_the_next_begins() -> None:
    again = away(away(PlayerChoices(), 2, 10 * DAY), 2, 20 * DAY)
    assert again.absences == [(10 * DAY, 12 * DAY), (20 * DAY, 22 * DAY)]
    assert PlayerChoices.read(json.loads(json.dumps(again.written()))) == again


def test_only_the_latest_holidays_are_remembered() -> None:
    chosen = PlayerChoices()
    for start in range(0, 400, 10):
        chosen = away(chosen, 1, (start + 1) * DAY)
    assert len(chosen.absences) == 13
