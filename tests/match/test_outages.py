"""What an outage changes about the clocks of a match."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from prowlerbot.core.clock import DAY, HOUR, Outage
from prowlerbot.match import closing, lobby
from prowlerbot.match.deadlines import (
    Reminder,
    claimed_at,
    deadline,
    helpful_outage,
    look_for_reminder,
    slack,
)
from prowlerbot.match.match import Context, Match, Player
from prowlerbot.match.preferences import PlayerChoices
from prowlerbot.match.terms import Terms
from tests.games.prowler.matches import PROWLER

START = 1_700_000_000
WEEK = Outage(START + HOUR, START + HOUR + 7 * DAY)


def begun(pace: int = DAY, competition: str = "") -> Match:
    """Seat 2 is to move since the start."""
    players = (Player(1, "Ada"), Player(2, "Ben"))
    terms = Terms(pace=pace, competition=competition)
    asked = lobby.challenge("abc", PROWLER, players, {"first": "1"}, terms=terms, now=START)
    return lobby.accept(asked, context(START), 2)


def context(now: int) -> Context:
    return Context(PROWLER, random.Random(1), now)


@pytest.mark.parametrize(("pace", "grace"), [(DAY, DAY), (12 * HOUR, HOUR), (7 * DAY, DAY)])
def test_a_deadline_in_an_outage_or_soon_after_it_moves_and_one_before_or_later_does_not(
    pace: int, grace: int
) -> None:
    match, due = begun(pace), START + pace
    for outage in (Outage(due - HOUR, due + DAY), Outage(START, due - grace + 1)):
        assert deadline(match, 2, (), [outage]) == outage.ended + grace
        assert helpful_outage(match, 2, (), [outage]) == outage
    for outage in (Outage(due + 1, due + DAY), Outage(START, due - grace)):
        assert deadline(match, 2, (), [outage]) == due
        assert helpful_outage(match, 2, (), [outage]) is None


def test_the_grace_after_an_outage_stands_still_on_weekends_and_in_absences_too() -> None:
    match = begun(pace=3 * DAY)
    friday = START - START % DAY + 3 * DAY + 12 * HOUR
    outage = Outage(START + 2 * DAY, friday)
    assert deadline(match, 2, (), [outage]) == friday + DAY
    free = replace(match, terms=replace(match.terms, weekend="Etc/UTC"))
    monday = friday + 2 * DAY + DAY
    assert deadline(free, 2, (), [outage]) == monday
    assert look_for_reminder(free, 2, PlayerChoices(), friday, [outage]).again == monday - 2 * HOUR
    away = (friday + HOUR, friday + HOUR + 5 * DAY)
    assert deadline(match, 2, [away], [outage]) == friday + 6 * DAY
    assert helpful_outage(match, 2, [away], [outage]) == outage


def test_a_decision_that_begins_after_an_outage_has_its_time_and_no_more() -> None:
    match = begun(pace=600)
    before = Outage(START - DAY, START)
    assert deadline(match, 2, (), [before]) == START + 600


def test_the_bot_claims_a_late_move_no_sooner_than_a_grace_after_an_outage() -> None:
    match, due = begun(competition="cup"), START + DAY
    assert claimed_at(match, 2) == due + slack(DAY)
    late = Outage(due + 1, due + 3 * DAY)
    assert deadline(match, 2, (), [late]) == due
    assert claimed_at(match, 2, [late]) == late.ended + DAY
    assert claimed_at(match, 2, [WEEK]) == WEEK.ended + DAY + slack(DAY)


def test_before_a_moved_deadline_there_is_one_reminder_however_many_there_were() -> None:
    match, choices = begun(), PlayerChoices()
    by = WEEK.ended + DAY
    last = by - 2 * HOUR
    assert look_for_reminder(match, 2, choices, WEEK.ended, [WEEK]).due is None
    assert look_for_reminder(match, 2, choices, WEEK.ended, [WEEK]).again == last
    assert look_for_reminder(match, 2, choices, last, [WEEK]).due is Reminder.LAST
    assert look_for_reminder(match, 2, choices, by, [WEEK]).due is None
    hour = PlayerChoices(quiet_from=(by // HOUR - 8) % 24, quiet_to=(by // HOUR + 2) % 24)
    at = look_for_reminder(match, 2, hour, WEEK.ended, [WEEK]).again
    assert WEEK.ended < at < by - 8 * HOUR, "before the night"


def test_nobody_has_used_the_time_in_which_the_bot_was_away() -> None:
    match = begun(competition="cup")
    now = WEEK.ended + HOUR
    assert closing.used_seconds(match, context(now), [WEEK]) == {1: 0, 2: 2 * HOUR}
    assert closing.used_seconds(match, context(now)) == {1: 0, 2: 7 * DAY + 2 * HOUR}
