"""How long a move may take; days that do not count; hours of players, and calls in them."""

import json
import random
from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import partial
from itertools import pairwise
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from prowlerbot.core.clock import DAY, HOUR, Outage
from prowlerbot.core.errors import Denied, Stale
from prowlerbot.core.game import LEAVE, View
from prowlerbot.core.posts import Post, PostKind, PostName
from prowlerbot.following_store import TurningPoint, public_turning_points
from prowlerbot.games import GAMES
from prowlerbot.match import deadlines, leaving, lobby, plans, play
from prowlerbot.match.call_rules import (
    AT_BOARD_SECONDS,
    CALL_PAUSE_SECONDS,
    FREE_SEAT_OFFSET,
    RULES_OF_KINDS,
    CallKey,
    CallKind,
    call_key,
    further_calls,
    is_at_board,
    last_awaited_seat,
    rule_of,
)
from prowlerbot.match.deadlines import (
    MAX_IDLE_SECONDS,
    Reminder,
    add_counted_seconds,
    counted_seconds,
    end_abandoned,
    find_due_reminder,
    first_reminder,
    helpful_outage,
    is_free_weekend,
    seat_claim_time,
    seat_deadline,
    slack_of_pace,
)
from prowlerbot.match.match import Context, Ending, Match, Phase, Play
from prowlerbot.match.player_statistics import (
    HOURS_A_DAY,
    Hours,
    count_by_hour,
    usual_duration,
    usual_hours,
)
from prowlerbot.match.preferences import (
    MAX_AWAY_SECONDS,
    MAX_RATED_AWAY_SECONDS,
    MIN_SECONDS_LEFT,
    PlayerChoices,
    ServerChoices,
    days_left,
    granted_absences,
    is_in_peace,
    seconds_ahead,
)
from prowlerbot.match.scene import Board, Scene
from prowlerbot.match.terms import Terms
from prowlerbot.match.timeline import Timeline
from prowlerbot.storage.columns import json_column
from tests import life
from tests.games.prowler.matches import PROWLER
from tests.life import ADA, BEN, CLEO, TELL, begun, played
from tests.persistence.matches import NOON
from tests.persistence.matches import begun as stored_begun

RNG = random.Random(1)
PACE = Terms(pace=DAY)


def paced(terms: Terms = PACE, now: int = 1000) -> Match:
    """Ada places first, so Ben (seat 2) opens."""
    asked = lobby.make_challenge("abc", PROWLER, (ADA, BEN), {"first": "1"}, terms=terms, now=now)
    return lobby.accept_challenge(asked, Context(PROWLER, RNG, now), BEN.id)


def first_deadline(match: Match) -> int | None:
    """When the first of the awaited decisions is due."""
    game = PROWLER if match.game == PROWLER.key else TELL
    seats = play.replay_match(match, game)[-1].to_move if match.setup else match.seats
    dues = [deadlines.seat_deadline(match, seat) for seat in seats]
    return min((due for due in dues if due is not None), default=None)


def test_without_a_limit_in_a_lobby_and_after_the_end_nothing_is_ever_due() -> None:
    assert first_deadline(paced(Terms())) is None
    asked = lobby.make_challenge("abc", PROWLER, (ADA, BEN), {}, terms=PACE, now=0)
    assert first_deadline(asked) is None
    assert first_deadline(leaving.resign(paced(), Context(PROWLER, RNG, 2000), ADA.id)) is None
    with pytest.raises(Stale):
        end_abandoned(paced(Terms()), None, 10**12)


def test_a_player_who_moves_while_others_are_still_to_move_gives_them_no_more_time() -> None:
    match = begun(PACE, game=TELL)
    for player in (CLEO, ADA):
        match = played(match, (player, "1"), game=TELL)
        assert first_deadline(match) == life.START + DAY
    match = played(match, (BEN, "3"), game=TELL)
    assert first_deadline(match) == match.changed_at + DAY, "the die is thrown, and a new round"


def test_a_victory_is_claimed_against_those_who_are_late_by_others_who_play_there() -> None:
    for terms, user, late, told in [
        (PACE, ADA.id, (), "is not up yet"),
        (PACE, BEN.id, (2,), "your own turn"),
        (Terms(), ADA.id, (), "no time limit"),
        (PACE, 7, (2,), "do not play"),
    ]:
        with pytest.raises(Denied, match=told):
            leaving.claim(paced(terms), Context(PROWLER, RNG, 9000), user, late)
    context = Context(PROWLER, RNG, 1000 + 3 * DAY)
    with pytest.raises(Denied, match="If no move comes within 3 days, you can claim the win"):
        leaving.claim(paced(Terms()), context._replace(now=context.now - 1), ADA.id, (), {2})
    gone = leaving.claim(paced(Terms()), context, ADA.id, (), {2})
    assert gone.ending is Ending.CLAIMED, "a player who cannot be found has a limit all the same"
    there = Context(TELL, RNG, life.START + DAY)
    match = played(begun(PACE, game=TELL), (CLEO, "1"), game=TELL)
    both = leaving.claim(match, there, CLEO.id, {1, 2})
    assert (both.phase, set(both.left)) == (Phase.OVER, {1, 2})
    assert play.ranks_of(both, TELL) == (3, 2, 1), "who left first stands last"
    match = played(match, (BEN, "1"), game=TELL)
    one = leaving.claim(match, there, CLEO.id, {1})
    assert (one.phase, one.left, one.revision) == (Phase.PLAYING, (1,), match.revision + 1)
    assert play.replay_match(one, TELL)[-1].to_move == {2, 3}, "the others play on"


def test_terms_are_written_whole_as_a_default_may_change_one_day_and_read_back() -> None:
    terms = Terms(takebacks="never", pace=600, rated=True, stopwatch=90)
    written = json.loads(str(json_column("terms", Terms.read).write(SimpleNamespace(terms=terms))))
    assert written.keys() == {field.name for field in fields(Terms)}
    assert Terms.read(written) == terms
    assert Terms.read({}) == Terms.read({"from a newer version": 1}) == Terms()


def test_a_match_left_alone_for_a_month_after_its_deadline_ends_without_a_result() -> None:
    match = paced()
    due = first_deadline(match)
    assert due is not None
    with pytest.raises(Stale):
        end_abandoned(match, due, due + MAX_IDLE_SECONDS - 1)
    over = end_abandoned(match, due, due + MAX_IDLE_SECONDS)
    assert (over.ending, over.ended_by) == (Ending.ABANDONED, 0)
    assert play.ranks_of(over, PROWLER) is None


# ---------------------------------------------------------------- weekends that do not count

BERLIN = "Europe/Berlin"


def at(day: int, hour: int = 0, *, month: int = 7, zone: str = BERLIN) -> int:
    """A time in 2026; 3 July is a Friday there."""
    return int(datetime(2026, month, day, hour, tzinfo=ZoneInfo(zone)).timestamp())


def test_the_two_days_of_a_weekend_in_the_zone_of_the_terms_do_not_count() -> None:
    for start, seconds, end in [
        (at(1, 12), DAY, at(2, 12)),
        (at(3), DAY, at(4)),  # all of Friday
        (at(3, 12), DAY, at(6, 12)),
        (at(4), DAY, at(7)),
        (at(5, 23), DAY, at(7)),
        (at(3, 12), 6 * DAY, at(13, 12)),
        (at(3, 23), 10 * 60, at(3, 23) + 10 * 60),
        (at(4, 9), 0, at(6)),
    ]:
        assert add_counted_seconds(start, seconds, BERLIN) == end
        assert counted_seconds(start, end, BERLIN) == seconds
    for hours in range(0, 14 * 24, 5):
        start = at(1, month=10) + hours * HOUR
        assert counted_seconds(start, start + 7 * DAY, BERLIN) == 5 * DAY
    friday_evening = at(3, 23, zone="America/New_York")
    assert is_free_weekend(friday_evening, BERLIN)
    assert not is_free_weekend(friday_evening, "America/New_York")
    assert is_free_weekend(at(5, 12, zone="UTC"), "No/Zone"), "an unknown one is that of UTC"
    assert add_counted_seconds(at(3), 3 * DAY, "") == at(3) + 3 * DAY, (
        "without a zone all days count"
    )
    assert counted_seconds(at(3), at(9), "") == at(9) - at(3)


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
        assert is_free_weekend(saturday, zone)
        assert not is_free_weekend(saturday - 1, zone)
        monday = saturday + hours * HOUR
        assert is_free_weekend(monday - 1, zone)
        assert not is_free_weekend(monday, zone)
        assert add_counted_seconds(noon, DAY, zone) == monday + 12 * HOUR
        assert counted_seconds(noon, monday + 12 * HOUR, zone) == DAY


def test_a_deadline_and_its_reminders_come_after_the_weekend_and_after_an_absence() -> None:
    match = paced(Terms(pace=DAY, weekend=BERLIN), at(3, 12))
    assert deadlines.earliest_deadline(match) == at(6, 12)
    for absences, due in (
        ([], at(6, 12)),
        ([(0, at(5, 12))], at(7)),  # no day counts twice
        ([(0, at(6, 12))], at(7, 12)),
        ([(at(3, 18), at(5, 18))], at(6, 18)),  # nor any hour of a day
    ):
        assert deadlines.seat_deadline(match, 2, absences) == due
    assert deadlines.first_reminder(match) == at(3, 18), "a quarter of the time"
    match = paced(Terms(pace=DAY, weekend=BERLIN), at(3, 18))
    for now, told, again in (
        (at(3, 23), None, at(6, 6)),
        (at(4, 9), None, at(6)),  # after a weekend it is looked at again
        (at(5, 23), None, at(6)),
        (at(6, 6), Reminder.HALF, at(6, 16)),
        (at(6, 16), Reminder.LAST, None),
    ):
        found = find_due_reminder(match, 2, PlayerChoices(), now, ())
        assert (found.due, found.next_look) == (told, again)
    match = replace(begun(), terms=PACE)
    start = match.decision(2).since
    choices = PlayerChoices(away_from=start + 60, away_until=start + 3 * DAY)
    left, half, last = (start + 3 * DAY - 60 + hours * HOUR for hours in (0, 12, 22))
    nows = (left + 61, half - 1, half, last)
    dues = [find_due_reminder(match, 2, choices, now, ()).due for now in nows]
    assert dues == [None, None, Reminder.HALF, Reminder.LAST], "they stand still with the clock"


def test_holidays_begin_go_on_end_early_stay_remembered_and_are_joined_if_there_are_many() -> None:
    def away(days: int, now: int, chosen: PlayerChoices = PlayerChoices()) -> PlayerChoices:  # noqa: B008 - frozen
        until = (now + days) * DAY if days else 0
        return replace(chosen, **chosen.holiday_changes(until, now * DAY))

    def days(chosen: PlayerChoices) -> list[tuple[int, ...]]:
        return [tuple(each // DAY for each in absence) for absence in chosen.absences]

    assert days(away(3, 10)) == [(10, 13)]
    assert days(away(5, 12, away(3, 10))) == [(10, 17)]
    back = away(0, 12, away(7, 10))
    assert (back.away_until, days(back), days(away(0, 13, back))) == (0, [(10, 12)], [(10, 12)])
    ended = away(0, 18, away(0, 18, away(7, 10)))
    assert days(ended) == [(10, 17)], "it ended by itself"
    again = away(2, 20, away(2, 10))
    assert days(again) == [(10, 12), (20, 22)]
    assert PlayerChoices.read(json.loads(json.dumps(again.as_json()))) == again
    for week in range(1, 300):
        again = away(1, week * 7, again if week > 1 else PlayerChoices())
    again = away(0, 300 * 7, again)
    found = days(again)
    assert all(any(start <= week * 7 < end for start, end in found) for week in range(1, 300))
    assert found[-150:] == [(week * 7, week * 7 + 1) for week in range(150, 300)], "exact"
    assert len(found) <= 201


def test_thirty_days_of_a_year_stop_the_clocks_of_rated_matches_alone() -> None:
    weeks = [(week * 7 * DAY, (week + 1) * 7 * DAY) for week in range(8)]
    kept = granted_absences(weeks)
    assert sum(end - start for start, end in kept) == MAX_RATED_AWAY_SECONDS
    assert kept[-1] == (28 * DAY, 30 * DAY)
    assert (days_left(weeks[:3], 21 * DAY), days_left(weeks, 60 * DAY)) == (9, 0)
    a_year_later = (400 * DAY, 405 * DAY)
    assert granted_absences([*weeks, a_year_later])[-1] == a_year_later
    assert days_left([*weeks, a_year_later], 405 * DAY) == 25
    before = [((week * 7 - 50) * DAY, (week * 7 - 44) * DAY) for week in range(5)]
    for absences, rated, more in (
        (before, False, 3 * DAY - HOUR),
        (before, True, 0),
        (before[1:], True, 3 * DAY - HOUR),
    ):
        match = replace(begun(), terms=Terms(pace=DAY, rated=rated))
        since = match.decision(2).since
        moved = [(since + start, since + end) for start, end in (*absences, (HOUR, 3 * DAY))]
        assert deadlines.seat_deadline(match, 2, moved) == since + DAY + more


# ------------------ absences move deadlines, but never that of a move which is late or nearly so


def by_ticks(
    since: int, pace: int, weekend: str, absences: Sequence[tuple[int, int]], tick: int
) -> int:
    """The deadline by a clock that is looked at again and again."""
    left, at, away, counting = pace, since, 0, True
    while left > 0:
        inside = [it for it in absences if it[0] <= at < it[1]]
        if inside and at in {since, inside[0][0]}:
            counting = left > MIN_SECONDS_LEFT
        if inside and counting and away < MAX_AWAY_SECONDS:
            away += tick
        elif not is_free_weekend(at, weekend):
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
        assert deadlines.seat_deadline(match, 2, moved) == expected


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
        assert seat_deadline(match, 2, (), [outage]) == outage.ended + grace
        assert helpful_outage(match, 2, (), [outage]) == outage
    for outage in (Outage(due + 1, due + DAY), Outage(START, due - grace)):
        assert seat_deadline(match, 2, (), [outage]) == due
        assert helpful_outage(match, 2, (), [outage]) is None


def test_the_grace_after_an_outage_stands_still_on_weekends_and_in_absences_too() -> None:
    match = awaited(pace=3 * DAY)
    friday = START - START % DAY + 3 * DAY + 12 * HOUR
    outage = Outage(START + 2 * DAY, friday)
    assert seat_deadline(match, 2, (), [outage]) == friday + DAY
    free = replace(match, terms=replace(match.terms, weekend="Etc/UTC"))
    monday = friday + 2 * DAY + DAY
    assert seat_deadline(free, 2, (), [outage]) == monday
    assert find_due_reminder(free, 2, PlayerChoices(), friday, [outage])[2] == monday - 2 * HOUR
    away = (friday + HOUR, friday + HOUR + 5 * DAY)
    assert seat_deadline(match, 2, [away], [outage]) == friday + 6 * DAY
    assert helpful_outage(match, 2, [away], [outage]) == outage


def test_the_bot_claims_a_late_move_no_sooner_than_a_grace_after_an_outage() -> None:
    match, due = awaited(competition="cup"), START + DAY
    assert seat_claim_time(match, 2, ()) == due + slack_of_pace(DAY)
    late = Outage(due + 1, due + 3 * DAY)
    assert seat_deadline(match, 2, (), [late]) == due
    assert seat_claim_time(match, 2, [late]) == late.ended + DAY
    assert seat_claim_time(match, 2, [WEEK]) == WEEK.ended + DAY + slack_of_pace(DAY)
    before = Outage(START - DAY, START)
    assert seat_deadline(awaited(pace=600), 2, (), [before]) == START + 600, "it has no more time"


def test_before_a_moved_deadline_there_is_one_reminder_however_many_there_were() -> None:
    match, choices = awaited(), PlayerChoices()
    by = WEEK.ended + DAY
    last = by - 2 * HOUR
    assert find_due_reminder(match, 2, choices, WEEK.ended, [WEEK])[::2] == (None, last)
    assert find_due_reminder(match, 2, choices, last, [WEEK]).due is Reminder.LAST
    assert find_due_reminder(match, 2, choices, by, [WEEK]).due is None
    hour = PlayerChoices(quiet_from=(by // HOUR - 8) % 24, quiet_to=(by // HOUR + 2) % 24)
    at = find_due_reminder(match, 2, hour, WEEK.ended, [WEEK]).next_look
    assert at is not None
    assert WEEK.ended < at < by - 8 * HOUR, "before the night"


# ------------------------ the hours of players, whom to call in them, and what followers are told


def test_the_last_reminder_comes_before_quiet_hours_that_the_deadline_lies_in() -> None:
    for begins, pace, quiet, last in (
        (o_clock(6), DAY, (22, 8), o_clock(20)),
        (o_clock(0), DAY, (22, 8), o_clock(20)),
        (o_clock(23), DAY, (22, 8), o_clock(23) + 22 * HOUR),  # they begin after the usual time
        (o_clock(6), DAY, (22, 5), o_clock(6) + 22 * HOUR),  # they end before the deadline
        (o_clock(6), DAY, (5, 9), o_clock(6) + 22 * HOUR),
        (o_clock(21), DAY, (22, 21), o_clock(21, 30)),
        (o_clock(20, 30), HOUR, (21, 6), o_clock(20, 54)),  # before half an hour has passed
    ):
        match = replace(begun(Terms(pace=pace)), turn_at=begins, decisions=())
        choices = PlayerChoices(quiet_from=quiet[0], quiet_to=quiet[1])
        assert find_due_reminder(match, 2, choices, last - 1, ()).due is not Reminder.LAST
        heard = last + HOUR if quiet == (22, 5) else last  # it waits for the end of the night
        assert find_due_reminder(match, 2, choices, heard, ()).due is Reminder.LAST
        assert find_due_reminder(match, 2, choices, last - 1, ()).next_look == last
        assert (first_reminder(match) or 0) <= last or quiet == (22, 21), "a night of 23 hours"


def test_a_player_is_left_in_peace_on_holidays_and_from_one_quiet_hour_to_the_other() -> None:
    for start, end, quiet_hours in [
        (0, 0, set()),
        (9, 17, set(range(9, 17))),
        (22, 7, {22, 23, 0, 1, 2, 3, 4, 5, 6}),
        (23, 0, {23}),
        (0, 23, set(range(23))),
    ]:
        choices = PlayerChoices(quiet_from=start, quiet_to=end)
        hours = {hour for hour in range(24) if is_in_peace(choices, o_clock(hour, 59))}
        assert hours == quiet_hours
    zones = {"Europe/Berlin": 20, "Nowhere/Atlantis": 22, "": 22, "../etc/passwd": 22, "a\0b": 22}
    for zone, hour in zones.items():
        choices = PlayerChoices(quiet_from=22, quiet_to=23, timezone=zone)
        assert [each for each in range(24) if is_in_peace(choices, o_clock(each))] == [hour]
    away = PlayerChoices(away_until=o_clock(12) + DAY)
    assert is_in_peace(away, o_clock(12) + DAY - 1)
    assert not is_in_peace(away, o_clock(12) + DAY)


def test_usual_hours_are_the_shortest_time_with_most_moves_in_winter_and_in_summer() -> None:
    for made, hours in [
        ({}, None),
        ({18: 29}, None),
        ({18: 30}, Hours(18, 1)),
        ({18: 30, 20: 30, 3: 10}, Hours(18, 3)),
        ({23: 20, 0: 20, 1: 20}, Hours(23, 3)),
        ({7: 80, 8: 10, 20: 5}, Hours(7, 1)),
        ({7: 30, 21: 30}, Hours(21, 11)),
        ({0: 20, 8: 20, 16: 20}, None),
        (dict.fromkeys(range(HOURS_A_DAY), 10), None),
    ]:
        assert usual_hours([made.get(hour, 0) for hour in range(HOURS_A_DAY)]) == hours
    assert Hours(22, 4).all == {22, 23, 0, 1}
    winter, summer = (
        [int(datetime(2026, month, day, hour, tzinfo=UTC).timestamp()) for day in range(1, 21)]
        for month, hour in ((1, 19), (7, 18))  # 20:00 in Berlin
    )
    entries = [(at // HOUR, 1) for at in (*winter, *summer)]
    for zone, now, hours in (
        (BERLIN, winter[-1], Hours(19, 1)),
        (BERLIN, summer[-1], Hours(18, 1)),
        ("UTC", summer[-1], Hours(18, 2)),
    ):
        assert usual_hours(count_by_hour(entries, partial(seconds_ahead, zone), now)) == hours
    durations = usual_duration([1, 2, 3, 4]), usual_duration([1, 2, 3, 4, 1000])
    assert durations == (None, 3), "a duration needs some matches"


def next_seat(match: Match) -> int:
    (seat,) = play.replay_match(match, PROWLER)[-1].to_move
    return seat


def o_clock(hour: int, minute: int = 0) -> int:
    return int(datetime(2026, 7, 1, hour, minute, tzinfo=UTC).timestamp())


def test_a_stored_choice_that_does_not_fit_its_field_keeps_the_default() -> None:
    odd = {"theme": "foo", "pace": "x", "channels": [1, "x"], "page": 1, "greeting": {}, "gone": 1}
    fit = {"language": "de", "calls": False, "rating_from": [1, 2], "daily_hour": 0}
    read = ServerChoices.read({**odd, **fit})
    assert read == ServerChoices(language="de", calls=False, rating_from=(1, 2), daily_hour=0)
    assert PlayerChoices.read({"quiet_from": True, "theme": None, "confirm": 1}) == PlayerChoices()


def moved_after(match: Match, seconds: int) -> Match:
    """The match after the first legal move of the seat to move, so long after the last change."""
    state, now = play.replay_match(match, PROWLER)[-1], match.changed_at + seconds
    (seat,) = state.to_move
    it = Context(PROWLER, random.Random(1), now)
    move = str(state.moves(seat)[0])
    return play.make_move(match, it, match.player(seat).id, match.moment, move)


def test_players_are_there_for_a_minute_after_their_own_press_and_not_after_a_pause() -> None:
    match = moved_after(moved_after(begun(), 500), 500)
    assert not is_at_board(match, next_seat(match), match.changed_at)
    for gap, there in ((AT_BOARD_SECONDS, True), (AT_BOARD_SECONDS + 1, False)):
        after = moved_after(match, gap)
        assert is_at_board(after, next_seat(after), after.changed_at) is there
    quick = moved_after(moved_after(moved_after(begun(), 500), 5), 5)
    assert is_at_board(quick, next_seat(quick), quick.changed_at + CALL_PAUSE_SECONDS - 1)
    assert not is_at_board(quick, next_seat(quick), quick.changed_at + CALL_PAUSE_SECONDS)
    mover = next_seat(match)
    one, two = (str(it) for it in play.replay_match(match, PROWLER)[-1].moves(mover)[:2])
    it = Context(PROWLER, random.Random(1), match.changed_at)
    user = match.player(3 - mover).id
    match = plans.set_plan(match, it, user, match.moment, f"{one}: {two}")
    match = moved_after(moved_after(match, 500), 5)
    assert [it.planned for it in match.plays[-3:]] == [False, True, False]
    assert next_seat(match) == 3 - mover
    assert not is_at_board(match, 3 - mover, match.changed_at), "a move by a plan shows nothing"


def test_the_host_alone_has_pressed_by_asking_and_nobody_in_a_competition() -> None:
    match = begun()
    paired = replace(match, terms=replace(match.terms, competition="cup"))
    early = replace(match, created_at=match.turn_at - AT_BOARD_SECONDS - 1)
    for asked, there in ((match, True), (early, False), (paired, False)):
        assert is_at_board(asked, 1, match.turn_at) is there
    assert not is_at_board(match, 2, match.turn_at)


def test_all_wait_for_the_last_of_several_people_after_a_pause() -> None:
    match = begun(game=TELL)
    later = match.changed_at + 10 * CALL_PAUSE_SECONDS
    one = played(match, (ADA, "1"), game=TELL)
    assert last_awaited_seat(one, {2, 3}, later) is None
    two = played(one, (CLEO, "1"), game=TELL)
    bot = replace(two.player(3), id=0, level="easy")
    with_a_machine = replace(two, players=(*two.players[:2], bot))
    now = two.changed_at + CALL_PAUSE_SECONDS
    found = [last_awaited_seat(two, {2}, now - 1), last_awaited_seat(two, {2}, now)]
    assert [*found, last_awaited_seat(with_a_machine, {2}, now)] == [None, 2, None]
    assert last_awaited_seat(played(two, (BEN, "1"), game=TELL), {1, 2, 3}, later) is None


def course(*points: Sequence[int], left: Sequence[int] = ()) -> list[TurningPoint]:
    """The turning points of a match with these points after each move; those seats left then."""
    views = tuple(View(each, None) for each in ((0, 0), *points))  # type: ignore[type-var]  # points stand for positions
    plays = tuple(Play(2, LEAVE if at in left else "x", at) for at in range(1, len(points) + 1))
    return public_turning_points(Timeline(None, plays, views), lambda seen: seen)


def test_a_match_turns_with_a_new_leader_who_stays_ahead_and_with_a_seat_that_leaves() -> None:
    for points, left, turning in (
        ([(1, 0)] * 9, (), []),  # the first leader is none
        ([(1, 0)] * 9 + [(1, 2)] * 9, (), [TurningPoint(12, 2, (1, 2))]),
        ([(1, 0)] * 9 + [(1, 2)] * 2 + [(3, 2)] * 9, (), []),  # the lead comes back
        ([(1, 0)] * 9 + [(1, 1)] * 9 + [(2, 1)] * 9, (), []),  # equal points end no lead
        ([(1, 0)] * 4, (2,), [TurningPoint(2, 2)]),
        ([()] * 20, (), []),  # a game tells no points
    ):
        assert course(*points, left=left) == turning
    found = course(*[(1, 0)] * 3, *([(0, 1)] * 3 + [(1, 0)] * 3) * 6)
    assert found
    for earlier, later in pairwise(found):
        assert later.at - earlier.at >= 8, "with moves in between"
        assert later.seat != earlier.seat
    for rules in GAMES.values():
        for seed in range(4):
            rng, seats = random.Random(seed), max(rules.seats)
            state = rules.start(rules.setup(rng, seats, {}))
            while state.to_move:
                told = len(rules.points(state.view(None).seen))
                assert told in {0, seats}, "a spectator sees the points of all seats"
                state = state.after(seat := min(state.to_move), rng.choice(state.moves(seat)))


# ---- the reasons for calls, and the calls that come again without a change of the match


def scene(*calls: Post, server: ServerChoices | None = None) -> Scene:
    match = stored_begun()
    choices = tuple(PlayerChoices() for _ in match.players)
    board = Board(match.id, 7, 8, 90)
    return Scene(match, board, choices, server or ServerChoices(), calls, (0, 0))


def call_to(match_id: str, key: CallKey, part: str = "turn") -> Post:
    return Post(PostName(PostKind.CALL, match_id, str(key), part), NOON)


def further(of: Scene, *called: CallKey, presser: int = 0, reposted: bool = True) -> list[str]:
    found = further_calls(
        of, called, NOON + DAY, to_move={1}, unaware=(), presser=presser, reposted=reposted
    )
    return [f"{call.key} {call.part}" for call in found]


def test_each_stored_word_has_a_reason_stays_as_it_is_and_an_unknown_one_is_a_turn() -> None:
    words = "turn again anew awaited absence half last claim question refused seat gone"
    assert [*CallKind] == words.split()
    assert {*RULES_OF_KINDS} == {*CallKind}
    assert [word for word, reason in RULES_OF_KINDS.items() if not reason.loud] == ["again", "anew"]
    for part, word in (("awaited:12", "awaited"), ("awaited", "awaited"), ("older", "turn")):
        assert rule_of(call_to("m", CallKey(1, 0), part)) is RULES_OF_KINDS[CallKind(word)]


def test_a_board_that_is_shown_again_repeats_a_call_without_a_sound_and_makes_a_first_one() -> None:
    first = scene()
    key = call_key(first.match, 1)
    again = scene(call_to("m", key))
    assert further(first) == [f"{key} turn:90"]
    assert further(again) == [f"{key} anew:90"]
    assert further(again, key) == [], "it is called just now"
    assert further(first, reposted=False) == [f"{key} turn"], "recorded before, if it has a board"
    assert further(again, presser=first.match.player(1).id) == []
    off = tuple(replace(each, calls="off") for each in again.choices)
    assert further(replace(again, choices=off)) == []
    assert further(scene(server=ServerChoices(calls=False))) == [], "the server wants none"


def test_a_free_seat_is_told_once_where_the_server_wants_that() -> None:
    shown = scene(server=ServerChoices(free_seats=True))
    one, two = shown.match.players
    free = replace(
        shown, match=replace(shown.match, players=(one, replace(two, offered=NOON + DAY)))
    )
    key, turn = CallKey(FREE_SEAT_OFFSET + 2, 0), call_key(free.match, 1)
    assert further(free, turn) == [f"{key} seat:{free.match.decision(2).moment}"]
    assert further(free, turn, key) == []
    assert further(replace(free, server=ServerChoices(free_seats=False)), turn) == []
