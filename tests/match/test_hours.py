"""The hours of players: reminders, times without calls, holidays, usual hours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from prowlerbot.match.deadlines import Reminder, due_reminder, in_peace
from prowlerbot.match.habits import A_DAY, Hours, usual_duration, usual_hours
from prowlerbot.match.preferences import DAY, PACES, PlayerChoices

HOUR = 60 * 60
MINUTE = 60


def test_the_first_reminder_comes_at_half_time_and_the_last_near_the_end() -> None:
    for pace in [pace for pace in PACES if pace]:
        start = 1_000_000
        last = start + pace - min(pace // 10, 2 * HOUR)
        told = [
            due_reminder(start, start + pace, start + after)
            for after in (
                0,
                pace // 2 - 1,
                pace // 2,
                last - start - 1,
                last - start,
                pace - 1,
                pace,
            )
        ]
        half, near = Reminder.HALF, Reminder.LAST
        assert told == [None, None, half, half, near, near, None]


def test_at_ten_minutes_a_move_the_last_reminder_leaves_a_minute() -> None:
    assert due_reminder(0, 10 * MINUTE, 9 * MINUTE - 1) is Reminder.HALF
    assert due_reminder(0, 10 * MINUTE, 9 * MINUTE) is Reminder.LAST


def at(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp())


def test_quiet_hours_go_from_the_first_to_the_second_hour_also_over_midnight() -> None:
    for start, end, quiet_hours in [
        (0, 0, set()),
        (9, 17, set(range(9, 17))),
        (22, 7, {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        (23, 0, {23}),
        (0, 23, set(range(23))),
    ]:
        choices = PlayerChoices(quiet_from=start, quiet_to=end)
        assert {hour for hour in range(24) if in_peace(choices, at(hour, 59))} == quiet_hours


def test_quiet_hours_are_those_of_the_players_time_zone_in_summer_too() -> None:
    berlin = PlayerChoices(quiet_from=22, quiet_to=23, timezone="Europe/Berlin")
    assert in_peace(berlin, at(20, 30))
    assert not in_peace(berlin, at(22, 30))


def test_an_unknown_time_zone_counts_as_utc() -> None:
    for name in ["Nowhere/Atlantis", "", "../etc/passwd", "a\0b"]:
        choices = PlayerChoices(quiet_from=22, quiet_to=23, timezone=name)
        assert in_peace(choices, at(22))
        assert not in_peace(choices, at(21))


def test_a_player_who_is_away_is_left_in_peace_until_then() -> None:
    away = PlayerChoices(away_until=at(12) + DAY)
    assert in_peace(away, at(12) + DAY - 1)
    assert not in_peace(away, at(12) + DAY)


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


def moves(made: Mapping[int, int]) -> list[int]:
    return [made.get(hour, 0) for hour in range(A_DAY)]


def test_usual_hours_are_the_shortest_time_with_most_moves() -> None:
    for made, hours in [
        ({}, None),
        ({18: 29}, None),
        ({18: 30}, Hours(18, 1)),
        ({18: 30, 20: 30, 3: 10}, Hours(18, 3)),
        ({23: 20, 0: 20, 1: 20}, Hours(23, 3)),
        ({7: 80, 8: 10, 20: 5}, Hours(7, 1)),
        ({7: 30, 21: 30}, Hours(21, 11)),
        ({0: 20, 8: 20, 16: 20}, None),
        (dict.fromkeys(range(A_DAY), 10), None),
    ]:
        assert usual_hours(moves(made)) == hours


def test_hours_go_on_over_midnight() -> None:
    assert Hours(22, 4).all == {22, 23, 0, 1}


def test_a_duration_needs_some_matches() -> None:
    assert usual_duration([1, 2, 3, 4]) is None
    assert usual_duration([1, 2, 3, 4, 1000]) == 3
