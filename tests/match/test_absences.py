"""Absences move deadlines, but never that of a move which is late or nearly so."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from prowlerbot.core.clock import DAY
from prowlerbot.match import deadlines
from prowlerbot.match.deadlines import Reminder, is_paused, look_for_reminder
from prowlerbot.match.preferences import (
    LONGEST_AWAY,
    RATED_AWAY,
    TOO_LATE,
    PlayerChoices,
    days_left,
    granted_absences,
)
from prowlerbot.match.terms import Terms
from tests.life import begun

HOUR = 60 * 60


def deadline(*absences: tuple[int, int], pace: int = DAY, rated: bool = False) -> int:
    """The deadline of a decision, less the time since when it is one."""
    match = replace(begun(), terms=Terms(pace=pace, rated=rated))
    start = match.decision(2).since
    moved = [(start + begins, start + ends) for begins, ends in absences]
    due = deadlines.deadline(match, 2, moved)
    assert due is not None
    return due - start


def test_the_clock_stands_still_from_the_beginning_of_an_absence() -> None:
    assert deadline((HOUR, 3 * DAY)) == DAY + 3 * DAY - HOUR
    assert deadline((-DAY, 2 * DAY)) == DAY + 2 * DAY
    assert deadline((-2 * DAY, -DAY)) == DAY
    assert deadline((HOUR, 2 * HOUR), (3 * HOUR, 5 * HOUR)) == DAY + 3 * HOUR


@pytest.mark.parametrize("left", [TOO_LATE, 1, 0, -1, -DAY])
def test_no_absence_takes_lateness_back(left: int) -> None:
    start = DAY - left
    assert deadline((start, start + 9 * DAY)) == DAY
    assert deadline((start, start + DAY), (start + 2 * DAY, start + 3 * DAY)) == DAY, "nor again"


def test_an_absence_counts_while_more_than_an_hour_is_left_with_those_before_it() -> None:
    start = DAY - TOO_LATE - 1
    assert deadline((start, start + DAY)) == 2 * DAY
    assert deadline((start, start + DAY), (start + DAY, start + 2 * DAY)) == 3 * DAY
    again = start + DAY + 1
    assert deadline((start, start + DAY), (again, again + DAY)) == 2 * DAY


@pytest.mark.parametrize("pace", [600, HOUR])
def test_a_quick_match_waits_for_nobody(pace: int) -> None:
    assert deadline((-DAY, DAY), pace=pace) == pace


def test_several_absences_move_a_deadline_by_two_weeks_together() -> None:
    weeks = [(week * 7 * DAY, week * 7 * DAY + 7 * DAY) for week in range(4)]
    assert deadline(*weeks) == DAY + LONGEST_AWAY


def test_a_holiday_that_ended_by_itself_stays_as_its_player_says_that_they_are_back() -> None:
    choices = PlayerChoices()
    choices = replace(choices, **choices.holiday_changes(9 * DAY, 1000))
    for _ in range(2):
        choices = replace(choices, **choices.holiday_changes(0, 10 * DAY))
        assert [*choices.absences] == [(1000, 9 * DAY)]


def test_many_holidays_stay_remembered_and_the_nearest_are_joined_once_there_are_too_many() -> None:
    choices = PlayerChoices()
    for week in range(1, 300):
        start = week * 7 * DAY
        choices = replace(choices, **choices.holiday_changes(start + DAY, start))
    choices = replace(choices, **choices.holiday_changes(0, 300 * 7 * DAY))
    assert all(
        any(start <= week * 7 * DAY < end for start, end in choices.absences)
        for week in range(1, 300)
    )
    assert choices.absences[-150:] == [
        (week * 7 * DAY, week * 7 * DAY + DAY) for week in range(150, 300)
    ], "the latest are exact"
    assert len(choices.absences) <= 201


def test_reminders_stand_still_with_the_clock() -> None:
    match = replace(begun(), terms=Terms(pace=DAY))
    start = match.decision(2).since
    choices = PlayerChoices(away_from=start + 60, away_until=start + 3 * DAY)
    left, half, last = (start + 3 * DAY - 60 + hours * HOUR for hours in (0, 12, 22))
    told = [
        look_for_reminder(match, 2, choices, now).due for now in (left + 61, half - 1, half, last)
    ]
    assert told == [None, None, Reminder.HALF, Reminder.LAST]


def test_thirty_days_of_a_year_stop_the_clocks_of_rated_matches() -> None:
    weeks = [(week * 7 * DAY, (week + 1) * 7 * DAY) for week in range(8)]
    kept = granted_absences(weeks)
    assert sum(end - start for start, end in kept) == RATED_AWAY
    assert kept[-1] == (28 * DAY, 30 * DAY)
    assert days_left(weeks[:3], 21 * DAY) == 9
    assert days_left(weeks, 60 * DAY) == 0
    a_year_later = (400 * DAY, 405 * DAY)
    assert granted_absences([*weeks, a_year_later])[-1] == a_year_later
    assert days_left([*weeks, a_year_later], 405 * DAY) == 25


def test_whoever_was_away_for_a_month_before_is_waited_for_in_friendly_matches_alone() -> None:
    before = [
        (-50 * DAY + week * 7 * DAY, -50 * DAY + week * 7 * DAY + 6 * DAY) for week in range(5)
    ]
    assert deadline(*before, (HOUR, 3 * DAY)) == DAY + 3 * DAY - HOUR
    assert deadline(*before, (HOUR, 3 * DAY), rated=True) == DAY
    assert deadline(*before[1:], (HOUR, 3 * DAY), rated=True) == DAY + 3 * DAY - HOUR


def by_ticks(
    since: int, pace: int, weekend: str, absences: Sequence[tuple[int, int]], tick: int
) -> int:
    """The deadline by a clock that is looked at again and again."""
    left, at, away, counting = pace, since, 0, True
    while left > 0:
        inside = [it for it in absences if it[0] <= at < it[1]]
        if inside and at in {since, inside[0][0]}:
            counting = left > TOO_LATE
        if inside and counting and away < LONGEST_AWAY:
            away += tick
        elif not is_paused(at, weekend):
            left -= tick
        at += tick
    return at


def test_a_clock_stands_still_exactly_in_absences_and_on_weekends() -> None:
    rng = random.Random(35)
    for _ in range(200):
        hours = sorted(rng.sample(range(-100, 700), 2 * rng.randrange(5)))
        absences = [(a * HOUR, b * HOUR) for a, b in zip(hours[::2], hours[1::2], strict=True)]
        weekend = rng.choice(["", "UTC"])
        pace = rng.choice([HOUR, 2 * HOUR, DAY, 3 * DAY])
        match = replace(begun(), terms=Terms(pace=pace, weekend=weekend), decisions=())
        match = replace(match, turn_at=1_000 * DAY + rng.randrange(7 * 24) * HOUR)
        moved = [(match.turn_at + start, match.turn_at + end) for start, end in absences]
        expected = by_ticks(match.turn_at, pace, weekend, moved, HOUR)
        assert deadlines.deadline(match, 2, moved) == expected
