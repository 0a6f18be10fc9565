"""The days of the challenge: when they are posted, and streaks."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from prowlerbot.daily.days import (
    DAY,
    begins,
    date_of,
    day_of,
    longest_streak,
    number_of,
    posted_at,
    streak,
)
from tests.cases import each_of

TODAY = number_of("2026-11-23") or 0


def test_a_day_begins_at_midnight_utc_and_has_a_date() -> None:
    assert day_of(begins(TODAY)) == TODAY
    assert day_of(begins(TODAY) - 1) == TODAY - 1
    assert date_of(TODAY).isoformat() == "2026-11-23"
    assert number_of("tomorrow") is None


def test_a_streak_ends_with_a_day_without_a_try_but_not_before_today_is_over() -> None:
    assert streak([], TODAY) == 0
    assert streak([TODAY], TODAY) == 1
    assert streak([TODAY - 2, TODAY - 1], TODAY) == 2
    assert streak([TODAY - 3, TODAY - 2], TODAY) == 0
    assert streak([TODAY - 4, TODAY - 3, TODAY - 1, TODAY], TODAY) == 2


def test_days_away_neither_count_nor_break_a_streak() -> None:
    away = [range(TODAY - 5, TODAY)]
    assert streak([TODAY - 7, TODAY - 6], TODAY, away) == 2
    assert streak([TODAY - 7, TODAY - 6, TODAY], TODAY, away) == 3
    assert streak([TODAY - 7, TODAY - 6, TODAY - 3, TODAY], TODAY, away) == 4
    assert streak([TODAY - 8, TODAY - 7, TODAY], TODAY, away) == 1


def test_the_longest_streak_may_be_an_earlier_one() -> None:
    days = [1, 2, 3, 7, 8]
    assert longest_streak(days) == 3
    assert longest_streak(days, [range(4, 7)]) == 5
    assert longest_streak([]) == 0


def test_a_challenge_is_posted_at_the_hour_of_the_servers_clocks() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    assert posted_at(TODAY, 9, berlin) == begins(TODAY) + 8 * 3600
    summer = number_of("2026-07-01") or 0
    assert posted_at(summer, 9, berlin) == begins(summer) + 7 * 3600
    assert posted_at(TODAY, 20, ZoneInfo("America/New_York")) == begins(TODAY) + 3600


@each_of(
    "name", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "UTC"]
)
def test_each_day_is_posted_once_within_itself_when_clocks_change_too(name: str) -> None:
    zone = ZoneInfo(name)
    for hour in range(24):
        for day in range(TODAY - 400, TODAY):
            at = posted_at(day, hour, zone)
            assert day_of(at) == day
            there = datetime.fromtimestamp(at, UTC).astimezone(zone)
            if there.hour != hour:  # the clocks have skipped this hour, or all of the day's
                assert any(
                    datetime.fromtimestamp(at + off, UTC).astimezone(zone).utcoffset()
                    != there.utcoffset()
                    for off in (-DAY, DAY)
                ), (name, hour, day)
