"""Absences move deadlines, but never that of a move which is late or nearly so."""

from __future__ import annotations

from dataclasses import replace

import pytest

from prowlerbot.match import deadlines
from prowlerbot.match.deadlines import LONGEST_AWAY, TOO_LATE
from prowlerbot.match.preferences import DAY, PlayerChoices
from prowlerbot.match.terms import Terms
from tests.life import begun

HOUR = 60 * 60


def deadline(*absences: tuple[int, int], pace: int = DAY) -> int:
    """The deadline of a decision that began at 1000, less that time."""
    match = replace(begun(), terms=Terms(pace=pace))
    start = match.decision(2).since
    moved = [(start + begins, start + ends) for begins, ends in absences]
    due = deadlines.deadline(match, 2, absences=moved)
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


def test_a_player_who_comes_back_early_keeps_the_time_that_they_were_away() -> None:
    choices = PlayerChoices()
    choices = replace(choices, **choices.away(9 * DAY, 1000))
    back = replace(choices, **choices.away(0, 2000))
    again = replace(back, **back.away(9 * DAY, 3000))
    assert [*back.absences] == [(1000, 2000)]
    assert [*again.absences] == [(1000, 2000), (3000, 9 * DAY)]
