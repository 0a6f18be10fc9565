"""A weekend that does not count moves every time of a turn: deadlines, reminders and claims."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from prowlerbot.match import deadlines
from prowlerbot.match.deadlines import (
    Reminder,
    counted_between,
    counted_on,
    due_reminder,
    is_paused,
    next_reminder,
)
from prowlerbot.match.preferences import DAY
from prowlerbot.match.terms import Terms
from tests.match.test_pace import begun

BERLIN, HOUR = "Europe/Berlin", 60 * 60


def at(day: int, hour: int = 0, *, month: int = 7, zone: str = BERLIN) -> int:
    """A time in 2026; 3 July is a Friday there."""
    return int(datetime(2026, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


@pytest.mark.parametrize(
    ("start", "seconds", "end"),
    [
        (at(1, 12), DAY, at(2, 12)),
        (at(2, 12), DAY, at(3, 12)),
        (at(3), DAY, at(4)),  # all of Friday
        (at(3, 12), DAY, at(6, 12)),
        (at(4), DAY, at(7)),
        (at(5, 23), DAY, at(7)),
        (at(6), DAY, at(7)),
        (at(3, 12), 3 * DAY, at(8, 12)),
        (at(3, 12), 6 * DAY, at(13, 12)),
        (at(3, 23), 10 * 60, at(3, 23) + 10 * 60),
        (at(4, 9), 0, at(6)),
    ],
)
def test_two_days_of_a_week_do_not_count(start: int, seconds: int, end: int) -> None:
    assert counted_on(start, seconds, BERLIN) == end
    assert counted_between(start, end, BERLIN) == seconds


def test_without_a_weekend_every_day_counts() -> None:
    assert counted_on(at(3), 3 * DAY, "") == at(3) + 3 * DAY
    assert counted_between(at(3), at(9), "") == at(9) - at(3)
    assert not is_paused(at(4, 12), "")


@pytest.mark.parametrize(
    ("zone", "friday", "month", "hours"),
    [
        (BERLIN, 27, 3, 47),  # on Sunday the clock is put forward
        (BERLIN, 23, 10, 49),  # and back
        ("America/Santiago", 3, 4, 49),  # back at midnight, from Saturday to Sunday
        ("America/Santiago", 4, 9, 47),  # forward at midnight, to Sunday
        ("Asia/Kathmandu", 3, 7, 48),
    ],
)
def test_a_weekend_ends_at_midnight_when_the_clock_is_put_forward_or_back(
    zone: str, friday: int, month: int, hours: int
) -> None:
    noon = at(friday, 12, month=month, zone=zone)
    saturday = noon + 12 * HOUR
    assert is_paused(saturday, zone)
    assert not is_paused(saturday - 1, zone)
    monday = saturday + hours * HOUR
    assert is_paused(monday - 1, zone)
    assert not is_paused(monday, zone)
    assert counted_on(noon, DAY, zone) == monday + 12 * HOUR
    assert counted_between(noon, monday + 12 * HOUR, zone) == DAY


def test_the_weekend_is_that_of_the_time_zone_in_the_terms() -> None:
    friday_evening = at(3, 23, zone="America/New_York")
    assert is_paused(friday_evening, BERLIN)
    assert not is_paused(friday_evening, "America/New_York")
    assert is_paused(at(5, 12, zone="UTC"), "No/Zone"), "an unknown one is that of UTC"


def test_a_deadline_comes_after_the_weekend_and_after_an_absence() -> None:
    match = begun(Terms(pace=DAY, weekend=BERLIN), at(3, 12))
    assert deadlines.due(match) == at(6, 12)
    assert deadlines.deadline(match, 2) == at(6, 12)
    assert deadlines.deadline(match, 2, away_until=at(5, 12)) == at(7), "no day counts twice"
    assert deadlines.deadline(match, 2, away_until=at(6, 12)) == at(7, 12)
    assert deadlines.first_reminder(match) == at(4), "half of the time"


def test_no_reminder_comes_on_a_weekend_that_does_not_count() -> None:
    since, by = at(3, 18), at(6, 18)
    told = [due_reminder(since, by, now, BERLIN) for now in (at(3, 23), at(4, 9), at(5, 23))]
    assert told == [None, None, None]
    assert due_reminder(since, by, at(6, 6), BERLIN) is Reminder.HALF
    assert due_reminder(since, by, at(6, 16), BERLIN) is Reminder.LAST
    assert next_reminder(since, by, at(3, 23), BERLIN) == at(6, 6)
    assert next_reminder(since, by, at(4, 9), BERLIN) == at(6), "then it is looked at again"
    assert next_reminder(since, by, at(6, 6), BERLIN) == at(6, 16)
    assert next_reminder(since, by, at(6, 16), BERLIN) == 0


def test_a_week_has_five_days_that_count_whenever_it_begins() -> None:
    for hours in range(0, 14 * 24, 5):
        start = at(1, month=10) + hours * HOUR
        assert counted_between(start, start + 7 * DAY, BERLIN) == 5 * DAY
