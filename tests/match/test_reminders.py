"""When a reminder is due, and when a player is left in peace."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from prowlerbot.match.deadlines import Reminder, due_reminder, in_peace
from prowlerbot.match.preferences import DAY, PACES, PlayerChoices

HOUR = 60 * 60
MINUTE = 60


@pytest.mark.parametrize("pace", [pace for pace in PACES if pace])
def test_the_first_reminder_comes_at_half_time_and_the_last_near_the_end(pace: int) -> None:
    start = 1_000_000
    last = start + pace - min(pace // 10, 2 * HOUR)
    told = [
        due_reminder(start, start + pace, start + after)
        for after in (0, pace // 2 - 1, pace // 2, last - start - 1, last - start, pace - 1, pace)
    ]
    half, near = Reminder.HALF, Reminder.LAST
    assert told == [None, None, half, half, near, near, None]


def test_at_ten_minutes_a_move_the_last_reminder_leaves_a_minute() -> None:
    assert due_reminder(0, 10 * MINUTE, 9 * MINUTE - 1) is Reminder.HALF
    assert due_reminder(0, 10 * MINUTE, 9 * MINUTE) is Reminder.LAST


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("start", "end", "quiet_hours"),
    [
        (0, 0, set()),
        (9, 17, set(range(9, 17))),
        (22, 7, {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        (23, 0, {23}),
        (0, 23, set(range(23))),
    ],
)
def test_quiet_hours_go_from_the_first_to_the_second_hour_also_over_midnight(
    start: int, end: int, quiet_hours: set[int]
) -> None:
    choices = PlayerChoices(quiet_from=start, quiet_to=end)
    assert {hour for hour in range(24) if in_peace(choices, at(hour, 59))} == quiet_hours


def test_quiet_hours_are_those_of_the_players_time_zone_in_summer_too() -> None:
    berlin = PlayerChoices(quiet_from=22, quiet_to=23, timezone="Europe/Berlin")
    assert in_peace(berlin, at(20, 30))
    assert not in_peace(berlin, at(22, 30))


@pytest.mark.parametrize("name", ["Nowhere/Atlantis", "", "../etc/passwd", "a\0b"])
def test_an_unknown_time_zone_counts_as_utc(name: str) -> None:
    choices = PlayerChoices(quiet_from=22, quiet_to=23, timezone=name)
    assert in_peace(choices, at(22))
    assert not in_peace(choices, at(21))


def test_a_player_who_is_away_is_left_in_peace_until_then() -> None:
    away = PlayerChoices(away_until=at(12) + DAY)
    assert in_peace(away, at(12) + DAY - 1)
    assert not in_peace(away, at(12) + DAY)
