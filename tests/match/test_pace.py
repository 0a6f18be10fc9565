"""How long a move may take, and the days of a week that do not count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from prowlerbot.core.clock import DAY, HOUR, Outage
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import Game
from prowlerbot.match import agreements, deadlines, lobby, play
from prowlerbot.match.deadlines import (
    LEFT_ALONE,
    Reminder,
    abandon,
    claimed_at,
    counted_between,
    counted_on,
    deadline,
    helpful_outage,
    is_paused,
    look_for_reminder,
    slack,
)
from prowlerbot.match.match import Context, Ending, Match, Phase
from prowlerbot.match.play import ranks_of
from prowlerbot.match.preferences import (
    LONGEST_AWAY,
    RATED_AWAY,
    TOO_LATE,
    PlayerChoices,
    days_left,
    granted_absences,
)
from prowlerbot.match.terms import Terms
from tests import life
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, TELL, begun, played

RNG = random.Random(1)
PACE = Terms(pace=DAY)


def paced(terms: Terms = PACE, now: int = 1000) -> Match:
    """Ada places first, so Ben (seat 2) opens."""
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {"first": "1"}, terms=terms, now=now)
    return lobby.accept(asked, Context(PROWLER, RNG, now), BEN.id)


def first_deadline(match: Match, away_until: int = 0) -> int | None:
    """When the first of the awaited decisions is due."""
    game = PROWLER if match.game == PROWLER.key else TELL
    seats = play.states(match, game)[-1].to_move if match.setup else match.seats
    away = [(0, away_until)] if away_until else []
    dues = [deadlines.deadline(match, seat, away) for seat in seats]
    return min((due for due in dues if due is not None), default=None)


def claim(match: Match, game: Game, user: int, due: int | None, now: int) -> Match:
    """Claim against all players to move, who are late by then."""
    overdue = due is not None and now >= due
    late = play.states(match, game)[-1].to_move if overdue else ()
    return agreements.claim(match, Context(game, RNG, now), user, late)


def test_without_a_pace_nothing_is_ever_due() -> None:
    assert first_deadline(paced(Terms()), 5_000_000) is None


def test_a_challenge_and_a_match_that_is_over_have_no_deadline() -> None:
    asked = lobby.challenge("abc", PROWLER, (ADA, BEN), {}, terms=PACE, now=0)
    assert first_deadline(asked) is None
    assert first_deadline(agreements.resign(paced(), Context(PROWLER, RNG, 2000), ADA.id)) is None


def test_the_clock_starts_with_the_match_and_anew_with_each_turn() -> None:
    match = paced()
    assert first_deadline(match) == 1000 + DAY
    moved = play.make_move(match, Context(PROWLER, RNG, 5000), BEN.id, 0, ">C")
    assert first_deadline(moved) == 5000 + DAY


def test_a_player_who_moves_while_others_are_still_to_move_gives_them_no_more_time() -> None:
    match = begun(PACE, game=TELL)
    for player in (CLEO, ADA):
        match = played(match, (player, "1"), game=TELL)
        assert first_deadline(match) == life.START + DAY
    match = played(match, (BEN, "3"), game=TELL)
    assert first_deadline(match) == match.changed_at + DAY, "the die is thrown, and a new round"


def test_terms_are_written_whole_as_a_default_may_change_one_day_and_read_back() -> None:
    terms = Terms(takebacks="never", pace=600, rated=True, stopwatch=90)
    assert terms.written().keys() == {field.name for field in fields(Terms)}
    assert Terms.read(terms.written()) == terms
    assert Terms.read({}) == Terms.read({"from a newer version": 1}) == Terms()


def test_a_player_who_waits_wins_once_the_time_has_run_out() -> None:
    match = paced()
    due = first_deadline(match)
    assert due is not None
    over = claim(match, PROWLER, ADA.id, due, due)
    assert (over.phase, over.ending, over.ended_by) == (Phase.OVER, Ending.CLAIMED, 1)
    assert ranks_of(over, PROWLER) == (1, 2)


def test_a_victory_is_not_claimed_by_others_or_too_early() -> None:
    for user, due, now, told in [
        (1, 2000, 1999, "is not up yet"),
        (2, 2000, 2000, "your own turn"),
        (1, None, 9000, "no time limit"),
        (7, 2000, 2000, "do not play"),
    ]:
        with pytest.raises(Denied, match=told):
            claim(paced(PACE if due else Terms()), PROWLER, user, due, now)


def test_among_several_those_who_are_late_leave_and_the_others_play_on() -> None:
    match, by = played(begun(PACE, game=TELL), (CLEO, "1"), game=TELL), life.START + DAY
    both = claim(match, TELL, CLEO.id, by, by)
    assert (both.phase, both.left) == (Phase.OVER, frozenset({1, 2}))
    assert ranks_of(both, TELL) == (3, 2, 1), "who left first stands last"
    match = played(match, (BEN, "1"), game=TELL)
    one = claim(match, TELL, CLEO.id, by, by)
    assert (one.phase, one.left, one.revision) == (Phase.PLAYING, {1}, match.revision + 1)
    assert play.states(one, TELL)[-1].to_move == {2, 3}


def test_a_match_left_alone_for_a_month_after_its_deadline_ends_without_a_result() -> None:
    match = paced()
    due = first_deadline(match)
    assert due is not None
    with pytest.raises(Stale):
        abandon(match, due, due + LEFT_ALONE - 1)
    over = abandon(match, due, due + LEFT_ALONE)
    assert (over.ending, over.ended_by) == (Ending.ABANDONED, 0)
    assert ranks_of(over, PROWLER) is None


def test_without_a_limit_no_match_is_ever_left_alone() -> None:
    with pytest.raises(Stale):
        abandon(paced(Terms()), None, 10**12)


# ---------------------------------------------------------------- weekends that do not count

BERLIN = "Europe/Berlin"


def at(day: int, hour: int = 0, *, month: int = 7, zone: str = BERLIN) -> int:
    """A time in 2026; 3 July is a Friday there."""
    return int(datetime(2026, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


def test_two_days_of_a_week_do_not_count() -> None:
    for start, seconds, end in [
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
    ]:
        assert counted_on(start, seconds, BERLIN) == end
        assert counted_between(start, end, BERLIN) == seconds


def test_without_a_weekend_every_day_counts() -> None:
    assert counted_on(at(3), 3 * DAY, "") == at(3) + 3 * DAY
    assert counted_between(at(3), at(9), "") == at(9) - at(3)
    assert not is_paused(at(4, 12), "")


def test_a_weekend_ends_at_midnight_when_the_clock_is_put_forward_or_back() -> None:
    for zone, friday, month, hours in [
        (BERLIN, 27, 3, 47),  # on Sunday the clock is put forward
        (BERLIN, 23, 10, 49),  # and back
        ("America/Santiago", 3, 4, 49),  # back at midnight, from Saturday to Sunday
        ("America/Santiago", 4, 9, 47),  # forward at midnight, to Sunday
        ("Asia/Kathmandu", 3, 7, 48),
    ]:
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
    match = paced(Terms(pace=DAY, weekend=BERLIN), at(3, 12))
    assert deadlines.earliest_deadline(match) == at(6, 12)
    assert deadlines.deadline(match, 2) == at(6, 12)
    assert deadlines.deadline(match, 2, [(0, at(5, 12))]) == at(7), "no day counts twice"
    assert deadlines.deadline(match, 2, [(0, at(6, 12))]) == at(7, 12)
    friday = [(at(3, 18), at(5, 18))]
    assert deadlines.deadline(match, 2, friday) == at(6, 18), "nor any hour of a day"
    assert deadlines.first_reminder(match) == at(3, 18), "a quarter of the time"


def test_no_reminder_comes_on_a_weekend_that_does_not_count() -> None:
    match = paced(Terms(pace=DAY, weekend=BERLIN), at(3, 18))

    def told(now: int) -> Reminder | None:
        return look_for_reminder(match, 2, PlayerChoices(), now).due

    assert [told(now) for now in (at(3, 23), at(4, 9), at(5, 23))] == [None, None, None]
    assert told(at(6, 6)) is Reminder.HALF
    assert told(at(6, 16)) is Reminder.LAST
    following = [
        look_for_reminder(match, 2, PlayerChoices(), now).again
        for now in (at(3, 23), at(4, 9), at(6, 6), at(6, 16))
    ]
    assert following == [at(6, 6), at(6), at(6, 16), 0], "after a weekend it is looked at again"


def test_a_week_has_five_days_that_count_whenever_it_begins() -> None:
    for hours in range(0, 14 * 24, 5):
        start = at(1, month=10) + hours * HOUR
        assert counted_between(start, start + 7 * DAY, BERLIN) == 5 * DAY


# ------------------ absences move deadlines, but never that of a move which is late or nearly so


def due_after(*absences: tuple[int, int], pace: int = DAY, rated: bool = False) -> int:
    """The deadline of a decision, less the time since when it is one."""
    match = replace(begun(), terms=Terms(pace=pace, rated=rated))
    start = match.decision(2).since
    moved = [(start + begins, start + ends) for begins, ends in absences]
    due = deadlines.deadline(match, 2, moved)
    assert due is not None
    return due - start


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
    assert due_after(*before, (HOUR, 3 * DAY)) == DAY + 3 * DAY - HOUR
    assert due_after(*before, (HOUR, 3 * DAY), rated=True) == DAY
    assert due_after(*before[1:], (HOUR, 3 * DAY), rated=True) == DAY + 3 * DAY - HOUR


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
    for _ in range(80):
        hours = sorted(rng.sample(range(-100, 700), 2 * rng.randrange(5)))
        absences = [(a * HOUR, b * HOUR) for a, b in zip(hours[::2], hours[1::2], strict=True)]
        weekend = rng.choice(["", "UTC"])
        pace = rng.choice([HOUR, 2 * HOUR, DAY, 3 * DAY])
        match = replace(begun(), terms=Terms(pace=pace, weekend=weekend), decisions=())
        match = replace(match, turn_at=1_000 * DAY + rng.randrange(7 * 24) * HOUR)
        moved = [(match.turn_at + start, match.turn_at + end) for start, end in absences]
        expected = by_ticks(match.turn_at, pace, weekend, moved, HOUR)
        assert deadlines.deadline(match, 2, moved) == expected


# -------------------------------------------- what an outage changes about the clocks of a match

START = 1_700_000_000
WEEK = Outage(START + HOUR, START + HOUR + 7 * DAY)


def awaited(pace: int = DAY, competition: str = "") -> Match:
    """Seat 2 is to move since the start."""
    return paced(Terms(pace=pace, competition=competition), START)


@pytest.mark.parametrize(("pace", "grace"), [(DAY, DAY), (12 * HOUR, HOUR), (7 * DAY, DAY)])
def test_a_deadline_in_an_outage_or_soon_after_it_moves_and_one_before_or_later_does_not(
    pace: int, grace: int
) -> None:
    match, due = awaited(pace), START + pace
    for outage in (Outage(due - HOUR, due + DAY), Outage(START, due - grace + 1)):
        assert deadline(match, 2, (), [outage]) == outage.ended + grace
        assert helpful_outage(match, 2, (), [outage]) == outage
    for outage in (Outage(due + 1, due + DAY), Outage(START, due - grace)):
        assert deadline(match, 2, (), [outage]) == due
        assert helpful_outage(match, 2, (), [outage]) is None


def test_the_grace_after_an_outage_stands_still_on_weekends_and_in_absences_too() -> None:
    match = awaited(pace=3 * DAY)
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
    match = awaited(pace=600)
    before = Outage(START - DAY, START)
    assert deadline(match, 2, (), [before]) == START + 600


def test_the_bot_claims_a_late_move_no_sooner_than_a_grace_after_an_outage() -> None:
    match, due = awaited(competition="cup"), START + DAY
    assert claimed_at(match, 2) == due + slack(DAY)
    late = Outage(due + 1, due + 3 * DAY)
    assert deadline(match, 2, (), [late]) == due
    assert claimed_at(match, 2, [late]) == late.ended + DAY
    assert claimed_at(match, 2, [WEEK]) == WEEK.ended + DAY + slack(DAY)


def test_before_a_moved_deadline_there_is_one_reminder_however_many_there_were() -> None:
    match, choices = awaited(), PlayerChoices()
    by = WEEK.ended + DAY
    last = by - 2 * HOUR
    assert look_for_reminder(match, 2, choices, WEEK.ended, [WEEK]).due is None
    assert look_for_reminder(match, 2, choices, WEEK.ended, [WEEK]).again == last
    assert look_for_reminder(match, 2, choices, last, [WEEK]).due is Reminder.LAST
    assert look_for_reminder(match, 2, choices, by, [WEEK]).due is None
    hour = PlayerChoices(quiet_from=(by // HOUR - 8) % 24, quiet_to=(by // HOUR + 2) % 24)
    at = look_for_reminder(match, 2, hour, WEEK.ended, [WEEK]).again
    assert WEEK.ended < at < by - 8 * HOUR, "before the night"
